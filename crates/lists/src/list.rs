//! One list, loading or loaded: the rows shown now, the figures so far, and the signals between them.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tapline_contract::list::{ListId, ListState, LoadState};
use tapline_contract::transaction::TransactionQuery;
use tapline_platform::sync::locked;
use tokio::sync::watch;

use super::row_days::RowDays;
use super::table::Table;
use super::view::{RowSource, TableView};

/// Longest wait for a newer version: a list that loads reports its figures as often.
const WATCH: Duration = Duration::from_millis(200);

pub struct List {
    /// The query of a list of transactions.
    transactions: Option<TransactionQuery>,
    shown: Mutex<ShownRows>,
    signals: watch::Sender<Signals>,
    /// The days read so far, until the rows have them.
    pub(super) days: tokio::sync::Mutex<Option<RowDays>>,
    /// Rows of an earlier list of the same query that have days, until this list is loaded.
    former: Mutex<Option<Arc<RowSource>>>,
}

/// One version of the rows, with the figures of the records received so far, shown or not.
struct ShownRows {
    state: ListState,
    rows: Arc<RowSource>,
}

/// Signals for everyone who waits.
#[derive(Default)]
struct Signals {
    /// Number of the version that is shown.
    version: u64,
    /// The loading has to end.
    cancelled: bool,
    /// The loading has ended.
    ended: bool,
    /// No further version will come.
    forgotten: bool,
}

impl List {
    /// A list that loads, or one that needs no loading.
    pub(super) fn new(
        id: ListId,
        rows: RowSource,
        transactions: Option<TransactionQuery>,
        former: Option<Arc<RowSource>>,
    ) -> List {
        let (ended, state) = match rows {
            RowSource::Table(_) => (false, LoadState::Loading),
            RowSource::Journal(_) => (true, LoadState::Complete),
        };
        let state = ListState {
            list: id,
            version: 1,
            rows: rows.rows(),
            loaded: rows.rows().into(),
            total: None,
            wire_bytes: 0,
            state,
            changed_while_loading: false,
            unreadable: 0,
        };
        let signals = watch::Sender::new(Signals { version: 1, ended, ..Signals::default() });
        let shown = Mutex::new(ShownRows { state, rows: Arc::new(rows) });
        let (days, former) = (tokio::sync::Mutex::default(), Mutex::new(former));
        List { transactions, shown, signals, days, former }
    }

    /// `None` for a list of something else.
    pub(super) fn transaction_query(&self) -> Option<&TransactionQuery> {
        self.transactions.as_ref()
    }

    pub fn state(&self) -> ListState {
        locked(&self.shown).state.clone()
    }

    /// The state together with its rows.
    pub fn now(&self) -> (ListState, Arc<RowSource>) {
        let shown = locked(&self.shown);
        (shown.state.clone(), Arc::clone(&shown.rows))
    }

    /// Rows of this version; `None` when it has been replaced.
    pub fn version(&self, version: u64) -> Option<Arc<RowSource>> {
        let shown = locked(&self.shown);
        (shown.state.version == version).then(|| Arc::clone(&shown.rows))
    }

    /// Waits for rows of a newer version or until the list is forgotten, at most for [`WATCH`].
    pub async fn newer_than(&self, version: u64) {
        let wait = self.until(|signals| signals.version > version || signals.forgotten);
        // The end of loading shows a version too.
        let _ = tokio::time::timeout(WATCH, wait).await;
    }

    /// Ends the loading and waits for that, at most as long as it takes to decode the bytes already received.
    pub async fn stop(&self) {
        self.signals.send_modify(|signals| signals.cancelled = true);
        self.ended().await;
    }

    /// Ends the loading, and every wait for rows.
    pub(super) fn forget(&self) {
        self.signals.send_modify(|signals| (signals.cancelled, signals.forgotten) = (true, true));
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.signals.borrow().cancelled
    }

    pub(super) async fn cancelled(&self) {
        self.until(|signals| signals.cancelled).await;
    }

    /// Ends every wait for the end of loading.
    pub(super) fn end(&self) {
        self.signals.send_modify(|signals| signals.ended = true);
    }

    /// Waits until the loading has ended.
    pub(super) async fn ended(&self) {
        self.until(|signals| signals.ended).await;
    }

    async fn until(&self, is: impl FnMut(&Signals) -> bool) {
        // An error means that the sender is gone, which this list owns.
        let _ = self.signals.subscribe().wait_for(is).await;
    }

    /// Updates the figures of the records received so far.
    pub(super) fn progress(&self, update: impl FnOnce(&mut ListState)) {
        update(&mut locked(&self.shown).state);
    }

    /// Shows these rows instead of the present ones. `changed`: the service counted another number of records than it listed.
    pub(super) fn show(&self, table: Table, state: LoadState, changed: bool) {
        let former = if state == LoadState::Loading { None } else { locked(&self.former).take() };
        let (loaded, unreadable) = (table.count(), table.unreadable_count());
        let view = match former.as_ref().and_then(|rows| rows.table()) {
            Some(former) => TableView::after(former, table),
            None => TableView::new(table),
        };
        let mut shown = locked(&self.shown);
        let ShownRows { state: now, rows } = &mut *shown;
        if state != LoadState::Loading {
            (now.loaded, now.unreadable) = (loaded, unreadable);
        }
        now.version += 1;
        (now.rows, now.state, now.changed_while_loading) = (view.rows(), state, changed);
        *rows = Arc::new(RowSource::Table(view));
        self.signals.send_modify(|signals| signals.version = now.version);
    }

    /// Gives these rows their days, as a new version of the list.
    pub(super) fn show_days(&self, rows: &RowSource, days: RowDays) {
        let mut shown = locked(&self.shown);
        if rows.table().is_some_and(|table| table.set_days(days)) {
            shown.state.version += 1;
            self.signals.send_modify(|signals| signals.version = shown.state.version);
        }
    }
}
