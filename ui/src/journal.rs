//! Reads from core's journal about a change that this page sent. It asks core, never the service, and sends nothing.
//!
//! The call from page to core can fail after core has sent a change. So a failed call proves nothing: the journal says if
//! the change was begun, and how it ended.

use tapline_contract::commands::{GetChange, ListHistory};
use tapline_contract::connection::ConnectionId;
use tapline_contract::history::{AnyOutcome, Change, HistoryOf, HistoryQuery, OperationId};
use tapline_contract::plan::PlanId;
use tapline_contract::{Failure, FailureKind};

use crate::ipc::{self, engine};
use crate::shell::Shell;

/// Milliseconds between two reads.
pub(crate) const LOOK: u64 = 1500;

/// A change that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SentChange {
    pub(crate) connection: ConnectionId,
    pub(crate) operation: OperationId,
}

/// The journal's result in place of an answer that didn't arrive.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum JournalResult {
    /// The outcome in the journal.
    Known(Box<AnyOutcome>),
    /// Never begun, so nothing was sent.
    NotBegun(Failure),
    /// Another connection is open now, and the page shows nothing of this one.
    Left,
}

/// Polls the journal until it has a result. A journal that can't be read is polled again.
pub(crate) async fn result(shell: Shell, sent: &SentChange, failure: Failure) -> JournalResult {
    // A failure that core reports is final. Otherwise the change may not be in the journal yet, so look twice.
    let mut looks_left = if failure.kind == FailureKind::Desk { 2 } else { 1 };
    while shell.connection() == sent.connection {
        match change(sent).await {
            Ok(Some(Change { outcome: Some(outcome), .. })) => {
                return JournalResult::Known(Box::new(outcome));
            }
            // Still running, or the journal can't be read.
            Ok(Some(_)) | Err(_) => {}
            Ok(None) => {
                looks_left -= 1;
                if looks_left == 0 {
                    return JournalResult::NotBegun(failure);
                }
            }
        }
        engine::rest(LOOK).await;
    }
    JournalResult::Left
}

/// Waits for the result of a change of unknown outcome: core goes on reading the service. `None` once `still` returns
/// false.
pub(crate) async fn later(sent: &SentChange, still: impl Fn() -> bool) -> Option<AnyOutcome> {
    loop {
        engine::rest(LOOK).await;
        if !still() {
            return None;
        }
        if let Ok(Some(Change { outcome: Some(outcome), .. })) = change(sent).await {
            return Some(outcome);
        }
    }
}

async fn change(sent: &SentChange) -> Result<Option<Change>, Failure> {
    ipc::command::<GetChange>(sent.operation.clone()).await
}

/// All changes of a plan's items, as far as the journal can be read.
pub(crate) async fn of_plan(connection: ConnectionId, plan: PlanId) -> Vec<Change> {
    let mut query = HistoryQuery::newest(connection, HistoryOf::Plan(plan));
    let mut changes = Vec::new();
    while let Ok(page) = ipc::command::<ListHistory>(query.clone()).await {
        changes.extend(page.changes);
        query.before = page.next;
        if query.before.is_none() {
            break;
        }
    }
    changes
}
