//! The list of batches, which lives in core, the open batch, and thirty days of batches for the strip.
//!
//! The days are read by themselves: the list may be filtered. The details of their batches are read in the background, a few at a
//! time and up to a bound, because a difference is only in the details.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::{GetSettlement, ListSettlements};
use tapline_contract::settlement::{BatchId, Settlement, SettlementQuery};
use tapline_contract::wire::Page;
use tapline_contract::{Failure, FailureKind};

use super::month::{Compared, Comparisons, day_of};
use crate::ipc::{self, engine};
use crate::paths::Route;
use crate::remote::Remote;
use crate::shell::Shell;
use crate::shell::areas::AreaState;
use crate::widgets::grid::in_core::CoreList;
use crate::widgets::grid::view::GridView;

/// Days of the strip.
pub(super) const DAYS: u32 = 30;
/// Most batches of these days.
const MOST_BATCHES: i64 = 1000;
/// Most batches whose details are read for a comparison.
const MOST_COMPARED: usize = 400;
/// Details read at a time.
const AT_ONCE: usize = 4;

/// Batches of thirty days.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Month {
    /// In UTC, in order.
    pub(super) days: Vec<String>,
    pub(super) batches: Arc<Vec<Settlement>>,
    /// The service has more batches of these days than were loaded.
    pub(super) has_more: bool,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Settlements {
    pub(super) list: CoreList,
    pub(super) view: GridView,
    /// The batch of the open page.
    open: RwSignal<Option<BatchId>>,
    pub(super) one: Remote<Option<Settlement>>,
    pub(super) month: Remote<Option<Month>>,
    /// Last day of the strip, if a person chose it; else that of the newest batch.
    pub(super) last_day: RwSignal<Option<String>>,
    pub(super) compared: RwSignal<Comparisons>,
    /// Time of the last change of each compared batch.
    seen: StoredValue<BTreeMap<BatchId, Option<String>>>,
    /// Batches to be compared.
    queue: StoredValue<VecDeque<(BatchId, Option<String>)>>,
}

pub(super) fn settlements(shell: Shell) -> Settlements {
    shell.state()
}

impl Settlements {
    pub(super) fn open(self, shell: Shell, id: BatchId) {
        if self.open.with_untracked(|open| open.as_ref() != Some(&id)) {
            self.open.set(Some(id));
            self.one.clear();
        }
        self.reload_one(shell);
    }

    /// Refreshes the shown list, its days, or batch.
    pub(super) fn reload(self, shell: Shell) {
        self.list.reload(shell);
        if self.month.is_requested() {
            self.read_month(shell);
        }
        self.reload_one(shell);
    }

    pub(super) fn reload_one(self, shell: Shell) {
        let Some(id) = self.open.get_untracked() else { return };
        let connection = shell.connection();
        let answer = async move { ipc::api::<GetSettlement>(connection, None, id, (), ()).await.map(Some) };
        self.one.read(shell.same_connection(), answer);
    }

    /// Loads the thirty days, then compares their batches.
    pub(super) fn read_month(self, shell: Shell) {
        let connection = shell.connection();
        let last = self.last_day.get_untracked();
        let is_current = shell.same_connection();
        spawn_local(async move {
            let answer = async move { month(&connection, last).await.map(Some) };
            if self.month.wait(is_current, answer).await {
                self.compare(shell);
            }
        });
    }

    /// Shows the thirty days up to this one.
    pub(super) fn show_days(self, shell: Shell, last: Option<String>) {
        self.last_day.set(last);
        self.read_month(shell);
    }

    /// Reads the details of batches that were not compared since their last change.
    fn compare(self, shell: Shell) {
        let Some(Month { batches, .. }) = self.month.with_untracked(Clone::clone) else { return };
        let is_known = |batch: &Settlement| {
            self.seen.with_value(|seen| seen.get(&batch.batch_id) == Some(&batch.updated_at))
        };
        let wanted = batches.iter().filter(|batch| !is_known(batch)).take(MOST_COMPARED);
        let wanted: VecDeque<_> =
            wanted.map(|batch| (batch.batch_id.clone(), batch.updated_at.clone())).collect();
        let runs = self.queue.with_value(|queue| !queue.is_empty());
        self.queue.set_value(wanted);
        if !runs {
            for _ in 0..AT_ONCE {
                self.compare_next(shell);
            }
        }
    }

    fn compare_next(self, shell: Shell) {
        let connection = shell.connection();
        spawn_local(async move {
            while let Some((id, changed)) = self.queue.try_update_value(VecDeque::pop_front).flatten() {
                let details = ipc::api::<GetSettlement>(connection.clone(), None, id.clone(), (), ()).await;
                if shell.connection() != connection || shell.window().locked.get_untracked() {
                    return;
                }
                match details {
                    Ok(batch) => {
                        let compared = Compared::new(&batch);
                        self.seen.update_value(|seen| drop(seen.insert(id.clone(), changed)));
                        self.compared.update(|all| {
                            all.insert(id, compared);
                        });
                    }
                    // One batch may be refused; without an answer, further requests are of no use.
                    Err(Failure { kind: FailureKind::Refused | FailureKind::Gone, .. }) => {}
                    Err(_) => return self.stop_comparing(),
                }
            }
        });
    }

    /// Leaves the other batches uncompared.
    pub(super) fn stop_comparing(self) {
        self.queue.set_value(VecDeque::new());
    }

    fn clear_month(self) {
        self.stop_comparing();
        self.month.clear();
        self.seen.set_value(BTreeMap::new());
        self.compared.set(Comparisons::new());
    }

    /// The batch, if its id is this id.
    pub(super) fn record_of(self, id: &BatchId) -> Option<Settlement> {
        self.open.with(|open| open.as_ref() == Some(id)).then(|| self.one.get()).flatten()
    }
}

impl AreaState for Settlements {
    fn place(&self) -> Route {
        Route::Settlements
    }

    fn clear(&self) {
        self.list.clear();
        self.view.clear();
        self.open.set(None);
        self.one.clear();
        self.last_day.set(None);
        self.clear_month();
    }

    fn is_requested(&self) -> bool {
        self.list.is_requested()
    }

    fn reload(&self, shell: Shell) {
        Settlements::reload(*self, shell);
    }

    fn read_what_failed(&self, shell: Shell) {
        if self.list.has_failed() || self.one.has_failed() {
            self.reload(shell);
        } else if self.month.has_failed() {
            self.read_month(shell);
        }
    }
}

/// Batches of the thirty days up to `last`, else up to the day of the newest batch.
async fn month(connection: &ConnectionId, last: Option<String>) -> Result<Month, Failure> {
    let last = match last {
        Some(last) => last,
        None => newest_day(connection).await?,
    };
    let days = engine::days_until(&last, DAYS);
    let page = batches(connection, days.first(), days.last()).await?;
    let has_more = page.has_next;
    Ok(Month { days, batches: Arc::new(page.records), has_more })
}

/// The day of the newest batch of the last thirty days; without one, of those that the service lists first.
async fn newest_day(connection: &ConnectionId) -> Result<String, Failure> {
    let newest = |page: Page<Settlement>| page.records.iter().filter_map(day_of).max();
    let recent = batches(connection, Some(&engine::day_before(DAYS - 1)), None).await?;
    if let Some(day) = newest(recent) {
        return Ok(day);
    }
    let first = newest(batches(connection, None, None).await?);
    Ok(first.unwrap_or_else(|| engine::day_before(0)))
}

async fn batches(
    connection: &ConnectionId,
    first: Option<&String>,
    last: Option<&String>,
) -> Result<Page<Settlement>, Failure> {
    let query = SettlementQuery {
        created_start: first.cloned(),
        created_end: last.cloned(),
        page_size: Some(MOST_BATCHES),
        page_number: Some(1),
        ..SettlementQuery::default()
    };
    ipc::api::<ListSettlements>(connection.clone(), None, (), query, ()).await
}
