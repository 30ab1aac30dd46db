//! The big lists: transactions and settlements, loaded whole and kept in columns, and the history, which stays in the journal. The
//! page asks for windows of rows.
//!
//! Not a cache: a list is loaded when a page asks for it, belongs to the connection that was open then, and is forgotten with it.
//! [`load`] fetches, [`table`] holds, [`view`] sorts and filters. Invariants: a part is never shown as the whole; no memory is
//! reserved for a service's count; all lists together stay within one budget of memory.

mod budget;
mod cells;
mod fast_decode;
mod judge;
mod kind;
mod list_reader;
mod load;
#[cfg(feature = "measured")]
pub mod measured;
mod needle;
mod number_key;
mod pages;
mod replay;
mod scan;
mod search;
mod slow_decode;
mod sorting;
mod source;
mod stream;
mod table;
mod text_key;
mod thread;
mod view;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tapline_contract::endpoints::{ListSettlements, ListTransactions};
use tapline_contract::list::{ListId, ListOf, ListState, LoadState};
use tapline_contract::transaction::TransactionQuery;
use tokio::sync::watch;

use self::budget::Budget;
use self::kind::Loaded as _;
pub(crate) use self::source::RowSource;
use self::table::Table;
pub(crate) use self::view::BadQuery;
use self::view::Held;
use crate::http::Client;
use crate::journal::Listed;
use crate::sync::locked;

/// Longest wait for a newer version: a list that loads tells its figures as often.
const WATCH: Duration = Duration::from_millis(200);

/// Most lists kept; a further one replaces the oldest.
const MOST_LISTS: usize = 8;

/// The lists of the open connection.
pub(crate) struct Lists {
    budget: Arc<Budget>,
    held: Mutex<Holding>,
}

#[derive(Default)]
struct Holding {
    last: u64,
    lists: BTreeMap<ListId, Arc<List>>,
}

/// One list, loading or loaded.
pub(crate) struct List {
    id: ListId,
    of: ListOf,
    budget: Arc<Budget>,
    progress: Mutex<Progress>,
    shown: Mutex<Version>,
    cancelled: watch::Sender<bool>,
    newest: watch::Sender<Newest>,
    ended: watch::Sender<bool>,
}

/// What those who wait for rows are told.
struct Newest {
    /// Number of the version that is shown.
    version: u64,
    /// No further version will be asked for.
    forgotten: bool,
}

/// Figures of the records received so far, shown or not.
#[derive(Debug, Default)]
struct Progress {
    loaded: u64,
    unreadable: u64,
    total: Option<i64>,
    wire_bytes: u64,
}

/// The rows that are shown now.
struct Version {
    number: u64,
    held: Arc<RowSource>,
    state: LoadState,
    changed: bool,
}

/// The rows that are to be shown next.
struct Shown {
    table: Table,
    state: LoadState,
    changed: bool,
}

impl Default for Lists {
    fn default() -> Lists {
        Lists::within(budget::MOST)
    }
}

impl Lists {
    /// `most` is bytes.
    fn within(most: usize) -> Lists {
        Lists { budget: Budget::of(most), held: Mutex::default() }
    }

    /// Begins to load a list. Needs a tokio runtime.
    pub(crate) fn open(&self, client: Arc<Client>, of: ListOf) -> ListState {
        let schema = match of {
            ListOf::Transactions(_) => ListTransactions::SCHEMA,
            ListOf::Settlements(_) | ListOf::Activity => ListSettlements::SCHEMA,
        };
        let list = self.hold(|id| List::new(id, of.clone(), Table::new(schema, &self.budget)));
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

    /// The history, which is there whole.
    pub(crate) fn open_activity(&self, listed: Listed) -> ListState {
        self.hold(|id| List::of_journal(id, listed, &self.budget)).state()
    }

    fn hold(&self, list: impl FnOnce(ListId) -> List) -> Arc<List> {
        let mut held = locked(&self.held);
        held.last += 1;
        let list = Arc::new(list(ListId(held.last)));
        while held.lists.len() >= MOST_LISTS
            && let Some((_, oldest)) = held.lists.pop_first()
        {
            oldest.forget();
        }
        held.lists.insert(list.id, Arc::clone(&list));
        list
    }

    pub(crate) fn get(&self, id: ListId) -> Option<Arc<List>> {
        locked(&self.held).lists.get(&id).cloned()
    }

    /// The list of transactions with the most rows, if one has any, and what it was narrowed to.
    pub(crate) fn transactions(&self) -> Option<(Arc<List>, TransactionQuery)> {
        let held = locked(&self.held);
        let of = |list: &Arc<List>| match &list.of {
            ListOf::Transactions(query) => Some((Arc::clone(list), query.clone())),
            ListOf::Settlements(_) | ListOf::Activity => None,
        };
        held.lists
            .values()
            .filter(|list| !matches!(list.state().state, LoadState::Failed { .. }))
            .filter_map(of)
            .max_by_key(|(list, _)| list.state().rows)
    }

    /// Forgets a list; a call that is already reading it is still answered.
    pub(crate) fn close(&self, id: ListId) {
        if let Some(list) = locked(&self.held).lists.remove(&id) {
            list.forget();
        }
    }

    /// Forgets all lists.
    pub(crate) fn clear(&self) {
        for list in std::mem::take(&mut locked(&self.held).lists).into_values() {
            list.forget();
        }
    }
}

fn table(table: Table) -> Arc<RowSource> {
    Arc::new(RowSource::Table(Held::of(table)))
}

impl List {
    fn new(id: ListId, of: ListOf, empty: Table) -> List {
        let (cancelled, ended) = (watch::Sender::new(false), watch::Sender::new(false));
        let newest = watch::Sender::new(Newest { version: 1, forgotten: false });
        let budget = Arc::clone(empty.budget());
        let shown = Version { number: 1, held: table(empty), state: LoadState::Loading, changed: false };
        List {
            id,
            of,
            budget,
            progress: Mutex::default(),
            shown: Mutex::new(shown),
            cancelled,
            newest,
            ended,
        }
    }

    fn of_journal(id: ListId, listed: Listed, budget: &Arc<Budget>) -> List {
        let list = List::new(id, ListOf::Activity, Table::new(ListSettlements::SCHEMA, budget));
        list.progress(|progress| progress.loaded = u64::from(listed.rows()));
        {
            let mut shown = locked(&list.shown);
            shown.held = Arc::new(RowSource::Journal(listed));
            shown.state = LoadState::Complete;
        }
        list.end();
        list
    }

    pub(crate) fn state(&self) -> ListState {
        self.state_of(&locked(&self.shown))
    }

    /// The state with the rows it tells of.
    pub(crate) fn now(&self) -> (ListState, Arc<RowSource>) {
        let shown = locked(&self.shown);
        (self.state_of(&shown), Arc::clone(&shown.held))
    }

    fn state_of(&self, shown: &Version) -> ListState {
        let progress = locked(&self.progress);
        ListState {
            list: self.id,
            version: shown.number,
            rows: shown.held.rows(),
            loaded: progress.loaded,
            total: progress.total,
            wire_bytes: progress.wire_bytes,
            state: shown.state.clone(),
            changed_while_loading: shown.changed,
            unreadable: progress.unreadable,
        }
    }

    /// The rows of this version; `None` when it has been replaced.
    pub(crate) fn version(&self, number: u64) -> Option<Arc<RowSource>> {
        let shown = locked(&self.shown);
        (shown.number == number).then(|| Arc::clone(&shown.held))
    }

    /// Waits for rows of a newer version or until the list is forgotten, at most for [`WATCH`].
    pub(crate) async fn newer_than(&self, version: u64) {
        let mut newest = self.newest.subscribe();
        let newer = newest.wait_for(|newest| newest.version > version || newest.forgotten);
        // An end shows a version of its own, and this list holds the sender.
        let _ = tokio::time::timeout(WATCH, newer).await;
    }

    /// Ends the loading and waits for that, at most as long as it takes to decode the bytes already received.
    pub(crate) async fn stop(&self) {
        self.cancel();
        // An error means that the loading task is gone, which is an end too.
        let _ = self.ended.subscribe().wait_for(|ended| *ended).await;
    }

    fn cancel(&self) {
        self.cancelled.send_replace(true);
    }

    /// Ends the loading, and the wait of whoever waits for rows.
    fn forget(&self) {
        self.cancel();
        self.newest.send_modify(|newest| newest.forgotten = true);
    }

    fn is_cancelled(&self) -> bool {
        *self.cancelled.borrow()
    }

    /// Waits until it is cancelled.
    async fn cancelled(&self) {
        // This list holds the sender.
        let _ = self.cancelled.subscribe().wait_for(|cancelled| *cancelled).await;
    }

    fn progress(&self, note: impl FnOnce(&mut Progress)) {
        note(&mut locked(&self.progress));
    }

    /// Shows these rows instead of the present ones.
    fn show(&self, new: Shown) {
        let mut shown = locked(&self.shown);
        if new.state != LoadState::Loading {
            self.progress(|progress| {
                progress.loaded = new.table.count();
                progress.unreadable = new.table.unreadable_count();
            });
        }
        let number = shown.number + 1;
        *shown = Version { number, held: table(new.table), state: new.state, changed: new.changed };
        self.newest.send_modify(|newest| newest.version = number);
    }

    fn end(&self) {
        self.ended.send_replace(true);
    }
}

#[cfg(test)]
mod tests;
