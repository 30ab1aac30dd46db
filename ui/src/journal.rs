//! What core's journal knows of a change that this page sent. It asks core, never the service, and sends nothing.
//!
//! The call from page to core can fail after core has sent a change. So a failed call proves nothing by itself: the journal
//! says whether the change was begun, and how it ended.

use tapline_contract::commands::{GetChange, ListHistory};
use tapline_contract::connection::ConnectionId;
use tapline_contract::field::Loose;
use tapline_contract::history::{AnyOutcome, Change, HistoryOf, HistoryQuery, OperationId};
use tapline_contract::plan::PlanId;
use tapline_contract::{Failure, FailureKind, Outcome};

use crate::ipc::{self, engine};
use crate::shell::Shell;

/// Milliseconds between two reads.
pub(crate) const LOOK: u64 = 1500;

/// A change as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sent {
    pub(crate) connection: ConnectionId,
    pub(crate) operation: OperationId,
}

/// What the journal says in place of an answer that did not arrive.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Instead {
    /// As the journal has it.
    Known(Box<AnyOutcome>),
    /// It was never begun, so nothing was sent.
    NotBegun(Failure),
    /// Another connection is open by now, and the page shows nothing of this one.
    Left,
}

/// Asks until the journal says what became of it. A journal that cannot be read says nothing, so it is asked again.
pub(crate) async fn instead(shell: Shell, sent: &Sent, failure: Failure) -> Instead {
    // A failure that core reports is final. Otherwise the change may not be in the journal yet, which takes a second read.
    let mut looks_left = if failure.kind == FailureKind::Desk { 2 } else { 1 };
    while shell.connection() == sent.connection {
        match change(sent).await {
            Ok(Some(Change { outcome: Some(outcome), .. })) => return Instead::Known(Box::new(outcome)),
            // It is running, or the journal cannot be read.
            Ok(Some(_)) | Err(_) => {}
            Ok(None) => {
                looks_left -= 1;
                if looks_left == 0 {
                    return Instead::NotBegun(failure);
                }
            }
        }
        engine::rest(LOOK).await;
    }
    Instead::Left
}

/// How a change of unknown outcome stands after a while, as soon as that can be read: core goes on reading the service by
/// itself. `None` when `still` says that nobody wants to know any more.
pub(crate) async fn later(sent: &Sent, still: impl Fn() -> bool) -> Option<AnyOutcome> {
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

async fn change(sent: &Sent) -> Result<Option<Change>, Failure> {
    ipc::command::<GetChange>(sent.operation.clone()).await
}

/// All changes of the items of a plan, as far as the journal can be read.
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

/// An outcome of the journal in the types of its endpoint. Records rest there sealed, so `record` says what stands for one.
pub(crate) fn typed<V, R>(
    outcome: AnyOutcome,
    answer: impl FnOnce(&Loose) -> Option<V>,
    record: impl FnOnce(&Loose) -> R,
) -> Outcome<V, R> {
    match outcome {
        Outcome::Applied { evidence, answer: told, record: there } => {
            Outcome::Applied { evidence, answer: told.as_ref().and_then(answer), record: record(&there) }
        }
        Outcome::NotApplied { failure } => Outcome::NotApplied { failure },
        Outcome::Unknown { since, checks, given_up, doubt, shows, failure } => {
            Outcome::Unknown { since, checks, given_up, doubt, shows, failure }
        }
        Outcome::Conflict { theirs, sent } => Outcome::Conflict { theirs: record(&theirs), sent },
    }
}
