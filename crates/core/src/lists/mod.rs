//! The big lists: transactions and settlements, loaded whole and stored in columns, and the history, which stays in the journal. The
//! page reads windows of rows.
//!
//! Not a cache: a list is loaded when a page opens it, belongs to the connection that was open then, and is forgotten with it.
//! [`load`] fetches, [`table`] stores, [`view`] sorts and filters. Invariants: a part is never shown as the whole; no memory is
//! reserved for a service's count; all lists together stay within one budget of memory.
//!
//! Code that is there for speed says in its file's head what it saves ([`fast_decode`], [`needle`], [`thread`], [`sorting`]). The
//! rule: without it a person waits more than 15 % longer for first rows, the complete list, a filter or a sort of 100,000 rows.

mod answer;
mod budget;
mod cells;
mod fast_decode;
mod kind;
mod list;
mod list_reader;
mod load;
mod needle;
mod pages;
mod replay;
mod search;
mod slow_decode;
mod sorting;
mod source;
mod stream;
mod table;
mod thread;
mod view;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tapline_contract::endpoints::{ListSettlements, ListTransactions};
use tapline_contract::list::{ListId, ListOf, ListState, LoadState};
use tapline_contract::transaction::TransactionQuery;
use tapline_http::Client;
use tapline_journal::Listed;
use tapline_platform::sync::locked;

use self::budget::Budget;
use self::kind::WholeList as _;
pub(crate) use self::list::List;
pub(crate) use self::source::RowSource;
use self::table::Table;
pub(crate) use self::view::BadQuery;

/// Most lists kept; a further one replaces the oldest.
const MOST_LISTS: usize = 8;

/// Lists of the open connection.
pub(crate) struct Lists {
    budget: Arc<Budget>,
    open: Mutex<OpenLists>,
}

#[derive(Default)]
struct OpenLists {
    last: u64,
    lists: BTreeMap<ListId, Arc<List>>,
}

impl Default for Lists {
    fn default() -> Lists {
        Lists::within(budget::MOST)
    }
}

impl Lists {
    /// `most` is bytes.
    fn within(most: usize) -> Lists {
        Lists { budget: Budget::new(most), open: Mutex::default() }
    }

    /// Starts to load a list. Needs a tokio runtime.
    pub(crate) fn open(&self, client: Arc<Client>, of: ListOf) -> ListState {
        let schema = match of {
            ListOf::Transactions(_) => ListTransactions::SCHEMA,
            ListOf::Settlements(_) | ListOf::Activity => ListSettlements::SCHEMA,
        };
        let list = self.insert(|id| List::new(id, of.clone(), Table::new(schema, &self.budget)));
        let state = list.state();
        match of {
            ListOf::Transactions(query) => {
                drop(tokio::spawn(load::load::<ListTransactions>(list, client, query)));
            }
            ListOf::Settlements(query) => {
                drop(tokio::spawn(load::load::<ListSettlements>(list, client, query)));
            }
            ListOf::Activity => {}
        }
        state
    }

    /// Opens the history, which needs no loading.
    pub(crate) fn open_activity(&self, listed: Listed) -> ListState {
        self.insert(|id| List::from_journal(id, listed, &self.budget)).state()
    }

    fn insert(&self, list: impl FnOnce(ListId) -> List) -> Arc<List> {
        let mut open = locked(&self.open);
        open.last += 1;
        let list = Arc::new(list(ListId(open.last)));
        while open.lists.len() >= MOST_LISTS
            && let Some((_, oldest)) = open.lists.pop_first()
        {
            oldest.forget();
        }
        open.lists.insert(list.id(), Arc::clone(&list));
        list
    }

    pub(crate) fn get(&self, id: ListId) -> Option<Arc<List>> {
        locked(&self.open).lists.get(&id).cloned()
    }

    /// The list of transactions with the most rows, if one has any, and the query that narrowed it.
    pub(crate) fn transactions(&self) -> Option<(Arc<List>, TransactionQuery)> {
        let open = locked(&self.open);
        open.lists
            .values()
            .filter(|list| !matches!(list.state().state, LoadState::Failed { .. }))
            .filter_map(|list| Some((Arc::clone(list), list.transaction_query()?.clone())))
            .max_by_key(|(list, _)| list.state().rows)
    }

    /// Forgets a list; a call that is already reading it is still answered.
    pub(crate) fn close(&self, id: ListId) {
        if let Some(list) = locked(&self.open).lists.remove(&id) {
            list.forget();
        }
    }

    /// Forgets all lists.
    pub(crate) fn clear(&self) {
        for list in std::mem::take(&mut locked(&self.open).lists).into_values() {
            list.forget();
        }
    }
}

#[cfg(test)]
mod tests;
