//! One list, loading or loaded: the rows shown now, the figures so far, and the signals between them.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tapline_contract::endpoints::ListSettlements;
use tapline_contract::list::{ListId, ListOf, ListState, LoadState};
use tapline_contract::transaction::TransactionQuery;
use tapline_journal::Listed;
use tapline_platform::sync::locked;
use tokio::sync::watch;

use super::budget::Budget;
use super::kind::WholeList as _;
use super::source::RowSource;
use super::table::Table;
use super::view::TableView;

/// Longest wait for a newer version: a list that loads reports its figures as often.
const WATCH: Duration = Duration::from_millis(200);

pub(crate) struct List {
    id: ListId,
    of: ListOf,
    budget: Arc<Budget>,
    progress: Mutex<Progress>,
    shown: Mutex<ShownRows>,
    cancelled: watch::Sender<bool>,
    newest: watch::Sender<Newest>,
    ended: watch::Sender<bool>,
}

/// Signal for everyone who waits for rows.
struct Newest {
    /// Number of the version that is shown.
    version: u64,
    /// No further version will come.
    forgotten: bool,
}

/// Figures of the records received so far, shown or not.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pub(super) loaded: u64,
    pub(super) unreadable: u64,
    pub(super) total: Option<i64>,
    pub(super) wire_bytes: u64,
}

/// One version of the rows.
struct ShownRows {
    version: u64,
    rows: Arc<RowSource>,
    state: LoadState,
    changed: bool,
}

/// Rows to show next.
pub(super) struct NextRows {
    pub(super) table: Table,
    pub(super) state: LoadState,
    /// The service counted another number of records than it listed.
    pub(super) changed: bool,
}

fn source(table: Table) -> Arc<RowSource> {
    Arc::new(RowSource::Table(TableView::new(table)))
}

impl List {
    pub(super) fn new(id: ListId, of: ListOf, empty: Table) -> List {
        let budget = Arc::clone(empty.budget());
        let shown = ShownRows { version: 1, rows: source(empty), state: LoadState::Loading, changed: false };
        List {
            id,
            of,
            budget,
            progress: Mutex::default(),
            shown: Mutex::new(shown),
            cancelled: watch::Sender::new(false),
            newest: watch::Sender::new(Newest { version: 1, forgotten: false }),
            ended: watch::Sender::new(false),
        }
    }

    pub(super) fn from_journal(id: ListId, listed: Listed, budget: &Arc<Budget>) -> List {
        let list = List::new(id, ListOf::Activity, Table::new(ListSettlements::SCHEMA, budget));
        list.progress(|progress| progress.loaded = u64::from(listed.rows()));
        {
            let mut shown = locked(&list.shown);
            shown.rows = Arc::new(RowSource::Journal(listed));
            shown.state = LoadState::Complete;
        }
        list.end();
        list
    }

    pub(super) fn id(&self) -> ListId {
        self.id
    }

    pub(super) fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    /// `None` for a list of something else.
    pub(super) fn transaction_query(&self) -> Option<&TransactionQuery> {
        match &self.of {
            ListOf::Transactions(query) => Some(query),
            ListOf::Settlements(_) | ListOf::Activity => None,
        }
    }

    pub(crate) fn state(&self) -> ListState {
        self.now().0
    }

    /// The state together with its rows.
    pub(crate) fn now(&self) -> (ListState, Arc<RowSource>) {
        let shown = locked(&self.shown);
        let progress = locked(&self.progress);
        let state = ListState {
            list: self.id,
            version: shown.version,
            rows: shown.rows.rows(),
            loaded: progress.loaded,
            total: progress.total,
            wire_bytes: progress.wire_bytes,
            state: shown.state.clone(),
            changed_while_loading: shown.changed,
            unreadable: progress.unreadable,
        };
        (state, Arc::clone(&shown.rows))
    }

    /// Rows of this version; `None` when it has been replaced.
    pub(crate) fn version(&self, version: u64) -> Option<Arc<RowSource>> {
        let shown = locked(&self.shown);
        (shown.version == version).then(|| Arc::clone(&shown.rows))
    }

    /// Waits for rows of a newer version or until the list is forgotten, at most for [`WATCH`].
    pub(crate) async fn newer_than(&self, version: u64) {
        let mut newest = self.newest.subscribe();
        let newer = newest.wait_for(|newest| newest.version > version || newest.forgotten);
        // The end of loading shows a version too, and this list owns the sender.
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

    /// Ends the loading, and every wait for rows.
    pub(super) fn forget(&self) {
        self.cancel();
        self.newest.send_modify(|newest| newest.forgotten = true);
    }

    pub(super) fn is_cancelled(&self) -> bool {
        *self.cancelled.borrow()
    }

    /// Waits until it is cancelled.
    pub(super) async fn cancelled(&self) {
        // This list owns the sender.
        let _ = self.cancelled.subscribe().wait_for(|cancelled| *cancelled).await;
    }

    pub(super) fn progress(&self, note: impl FnOnce(&mut Progress)) {
        note(&mut locked(&self.progress));
    }

    /// Shows these rows instead of the present ones.
    pub(super) fn show(&self, next: NextRows) {
        let mut shown = locked(&self.shown);
        if next.state != LoadState::Loading {
            self.progress(|progress| {
                progress.loaded = next.table.count();
                progress.unreadable = next.table.unreadable_count();
            });
        }
        let version = shown.version + 1;
        *shown = ShownRows { version, rows: source(next.table), state: next.state, changed: next.changed };
        self.newest.send_modify(|newest| newest.version = version);
    }

    /// Ends every wait for the end of loading.
    pub(super) fn end(&self) {
        self.ended.send_replace(true);
    }
}
