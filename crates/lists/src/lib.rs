//! The big lists: transactions and settlements, loaded whole and stored in columns, and the history, which stays in the journal. The
//! page reads windows of rows.
//!
//! Not a cache: a list is loaded when a page opens it, belongs to the connection that was open then, and is forgotten with it. Not
//! the commands either, and no knowledge of cards: both are in core. [`load`] fetches, [`table`] stores, [`view`] sorts and filters.
//! Invariants: a part is never shown as the whole; no memory is reserved for a service's count; all lists together stay within one
//! budget of memory.
//!
//! Code that is there for speed says in its file's head what it saves ([`fast_decode`], [`needle`], [`thread`], [`sorting`],
//! [`cell_number`]). The rule: without it a person waits more than 15 % longer for first rows, the complete list, a filter or a sort
//! of 100,000 rows.

mod answer;
mod budget;
mod cell_number;
mod cells;
mod days;
mod fast_decode;
mod list;
mod list_reader;
mod load;
mod needle;
mod pages;
mod row_days;
mod schema;
mod search;
mod slow_decode;
mod sorting;
mod stream;
mod table;
mod thread;
mod view;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tapline_contract::endpoints::{ListSettlements, ListTransactions};
use tapline_contract::list::{DayReading, ListId, ListState, LoadState};
use tapline_contract::settlement::SettlementQuery;
use tapline_contract::transaction::TransactionQuery;
use tapline_http::Client;
use tapline_journal::Listed;
use tapline_platform::sync::locked;

use self::budget::Budget;
pub use self::list::List;
pub use self::schema::BadQuery;
use self::schema::WholeList;
use self::table::Table;
pub use self::view::{PickedRows, RowSource, TableView};

/// Most lists kept; a further one replaces the oldest.
const MOST_LISTS: usize = 8;

/// Lists of the open connection.
pub struct Lists {
    budget: Arc<Budget>,
    open: Mutex<OpenLists>,
}

#[derive(Default)]
struct OpenLists {
    last: u64,
    lists: BTreeMap<ListId, Arc<List>>,
}

impl OpenLists {
    /// Rows with days of the newest list of this query.
    fn dated(&self, query: &TransactionQuery) -> Option<Arc<RowSource>> {
        let same = self.lists.values().rev().filter(|list| list.transaction_query() == Some(query));
        same.map(|list| list.now().1)
            .find(|rows| rows.table().is_some_and(|view| view.shown_days().is_some()))
    }
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

    /// Starts to load transactions. Needs a tokio runtime.
    pub fn open_transactions(&self, client: Arc<Client>, query: TransactionQuery) -> ListState {
        self.load::<ListTransactions>(client, query.clone(), Some(query))
    }

    /// Starts to load settlements. Needs a tokio runtime.
    pub fn open_settlements(&self, client: Arc<Client>, query: SettlementQuery) -> ListState {
        self.load::<ListSettlements>(client, query, None)
    }

    /// Opens the history, which needs no loading.
    pub fn open_activity(&self, listed: Listed) -> ListState {
        self.insert(RowSource::Journal(listed), None).state()
    }

    fn load<L: WholeList>(
        &self,
        client: Arc<Client>,
        query: L::Input,
        transactions: Option<TransactionQuery>,
    ) -> ListState {
        let empty = TableView::new(Table::new(L::SCHEMA, &self.budget));
        let list = self.insert(RowSource::Table(empty), transactions);
        let state = list.state();
        drop(tokio::spawn(load::load::<L>(list, client, query, Arc::clone(&self.budget))));
        state
    }

    fn insert(&self, rows: RowSource, transactions: Option<TransactionQuery>) -> Arc<List> {
        let mut open = locked(&self.open);
        open.last += 1;
        let id = ListId(open.last);
        let former = transactions.as_ref().and_then(|query| open.dated(query));
        let list = Arc::new(List::new(id, rows, transactions, former));
        while open.lists.len() >= MOST_LISTS
            && let Some((_, oldest)) = open.lists.pop_first()
        {
            oldest.forget();
        }
        open.lists.insert(id, Arc::clone(&list));
        list
    }

    pub fn get(&self, id: ListId) -> Option<Arc<List>> {
        locked(&self.open).lists.get(&id).cloned()
    }

    /// The list of transactions with the most rows, if one has any, and the query that narrowed it.
    pub fn transactions(&self) -> Option<(Arc<List>, TransactionQuery)> {
        let open = locked(&self.open);
        open.lists
            .values()
            .filter(|list| !matches!(list.state().state, LoadState::Failed { .. }))
            .filter_map(|list| Some((Arc::clone(list), list.transaction_query()?.clone())))
            .max_by_key(|(list, _)| list.state().rows)
    }

    /// Reads the next day of a list that has ended loading.
    pub async fn read_day(&self, client: Arc<Client>, list: &List) -> DayReading {
        days::read_next(list, client, &self.budget).await
    }

    /// Forgets a list; a call that is already reading it is still answered.
    pub fn close(&self, id: ListId) {
        if let Some(list) = locked(&self.open).lists.remove(&id) {
            list.forget();
        }
    }

    /// Forgets all lists.
    pub fn clear(&self) {
        for list in std::mem::take(&mut locked(&self.open).lists).into_values() {
            list.forget();
        }
    }
}

#[cfg(test)]
mod tests;
