//! One item of a plan: its state in the journal, and the one change that carries it out.
//!
//! *Applied* is said only of what a read of this run shows: the journal's word alone is old news.

use std::sync::Arc;
use std::time::Duration;

use tapline_changes::{not_written, settle};
use tapline_contract::connection::ConnectionId;
use tapline_contract::history::{AnyOutcome, OperationId};
use tapline_contract::params::Params;
use tapline_contract::plan::{ItemResult, ItemState, Plan, PlanItem};
use tapline_contract::{Doubt, Failure, FailureKind, Outcome};
use tapline_journal::{JournalRow, OperationState};

use super::compare::{RecordState, Sight, before, was_sent};
use super::record::{Change, Lists, SHORT, endpoint};
use super::result;
use crate::change::change;
use crate::plan_runs::{CALL, RunningPlan};
use crate::state::AppState;

/// State of an item by the journal.
pub(super) struct ItemStatus {
    pub(super) state: ItemState,
    sentence: String,
    /// The latest try that may have been sent.
    operation: Option<OperationId>,
    /// The journal's row of a try that was applied.
    applied: Option<JournalRow>,
    /// The try that would come next.
    next: u16,
    doubt: Option<(Doubt, u32)>,
    /// Another Tapline is at it.
    pub(super) under_way: bool,
}

impl ItemStatus {
    /// The result as the journal has it: nothing was read for it.
    pub(super) fn result(self, item: &PlanItem) -> ItemResult {
        ItemResult { operation: self.operation, ..result(item, self.state, &self.sentence) }
    }

    /// Result with the finding of a read, and the earlier values as the journal recorded them.
    fn with(self, app: &AppState, item: &PlanItem, sight: &Sight) -> ItemResult {
        let result = sight.result(item, self.state, &self.sentence);
        ItemResult { before: self.before(app, item).or(result.before), operation: self.operation, ..result }
    }

    /// The members of the item as they were right before the change that was applied.
    pub(super) fn before(&self, app: &AppState, item: &PlanItem) -> Option<Params> {
        before(self.applied.as_ref()?.before.as_deref()?, item, &app.journal.seal())
    }
}

/// Tries of one item; each after the first was a person's decision or followed one that sent nothing.
const MOST_TRIES: u16 = 1000;

pub(super) fn known(app: &AppState, plan: &Plan, item: &PlanItem) -> Result<ItemStatus, Failure> {
    let call = endpoint(item.kind);
    let nothing = || ItemStatus {
        state: ItemState::Waiting,
        sentence: String::new(),
        operation: None,
        applied: None,
        next: 0,
        doubt: None,
        under_way: false,
    };
    let mut known = nothing();
    for attempt in 0..MOST_TRIES {
        let operation = plan.operation(item, attempt);
        let row = app.journal.get(&operation).map_err(|error| not_written(call, &error))?;
        let Some(row) = row else {
            let archived = app.journal.archived(&operation.0).map_err(|error| not_written(call, &error))?;
            let Some((_, outcome)) = archived else { return Ok(known) };
            let outcome: Option<AnyOutcome> = serde_json::from_str(&outcome).ok();
            let was_not_sent =
                matches!(outcome, Some(Outcome::NotApplied { .. } | Outcome::Conflict { sent: false, .. }));
            if !was_not_sent {
                // The sent values aren't at hand, so nothing is claimed and nothing is sent again.
                return Ok(ItemStatus {
                    state: ItemState::Unknown,
                    sentence: ARCHIVED.to_owned(),
                    next: MOST_TRIES,
                    ..nothing()
                });
            }
            known = ItemStatus { next: attempt + 1, ..nothing() };
            continue;
        };
        let earlier = known.operation.take().filter(|_| known.state == ItemState::Unknown);
        known = ItemStatus { next: attempt + 1, ..nothing() };
        if row.endpoint != call || !was_sent(&row.draft, item, &app.journal.seal()) {
            known.state = ItemState::NotApplied;
            known.next = MOST_TRIES;
            "The change set's file was edited after this item was sent. Make a new change set for the rest."
                .clone_into(&mut known.sentence);
            return Ok(known);
        }
        let sent =
            |state| ItemStatus { state, operation: Some(operation.clone()), next: attempt + 1, ..nothing() };
        known = match row.outcome.clone() {
            Some(Outcome::Applied { .. }) => {
                return Ok(ItemStatus { applied: Some(row), ..sent(ItemState::Applied) });
            }
            Some(Outcome::Conflict { sent: true, .. }) => {
                return Ok(ItemStatus { sentence: THIRD.to_owned(), ..sent(ItemState::Conflict) });
            }
            // Nothing was sent, so the next try is a first one; one that an earlier one waits for stays in doubt.
            Some(Outcome::NotApplied { .. } | Outcome::Conflict { sent: false, .. }) => match earlier {
                Some(earlier) => ItemStatus { state: ItemState::Unknown, operation: Some(earlier), ..known },
                None => known,
            },
            Some(Outcome::Unknown { doubt, checks, failure, .. }) => ItemStatus {
                sentence: failure.sentence,
                doubt: Some((doubt, checks)),
                ..sent(ItemState::Unknown)
            },
            None => {
                match app.journal.operation_state(&operation).map_err(|error| not_written(call, &error))? {
                    OperationState::Elsewhere => {
                        return Ok(ItemStatus {
                            sentence: ELSEWHERE.to_owned(),
                            next: MOST_TRIES,
                            under_way: true,
                            ..sent(ItemState::Unknown)
                        });
                    }
                    _ => ItemStatus { sentence: ELSEWHERE.to_owned(), ..sent(ItemState::Unknown) },
                }
            }
        };
    }
    Ok(known)
}

const THIRD: &str = "Sent, but the service shows another value: someone else changed it at the same time.";
const ARCHIVED: &str = "Sent earlier; its result is in an archive of the history. Verify the change set to see the current \
                        values.";
const ELSEWHERE: &str = "Another Tapline on this computer is sending it. Resume when that is done.";

/// Seconds before each read for a change that may have been sent.
const READS: [u64; 3] = [0, 1, 2];
/// Longest wait for a change of this run, in steps of [`LOOK`].
const LOOKS: usize = 80;
const LOOK: Duration = Duration::from_millis(250);

/// Carries an item out, or finds out its outcome. The failure is for the rules of the run.
pub(super) async fn carry_out(
    app: &Arc<AppState>,
    running: &RunningPlan,
    item: &PlanItem,
    lists: &Lists,
) -> (ItemResult, Option<Failure>) {
    let sight = Sight::compare(item, &lists.find(item));
    match attempt(app, running, item, lists, &sight).await {
        Ok(ended) => ended,
        Err(failure) => (sight.result(item, ItemState::NotApplied, &failure.sentence), Some(failure)),
    }
}

async fn attempt(
    app: &Arc<AppState>,
    running: &RunningPlan,
    item: &PlanItem,
    lists: &Lists,
    sight: &Sight,
) -> Result<(ItemResult, Option<Failure>), Failure> {
    let (plan, how) = (&running.plan, &running.how);
    let mut found = known(app, plan, item)?;
    let was_unknown = found.state == ItemState::Unknown;
    let mut reads = 0;
    for wait in READS {
        let (ItemState::Unknown, Some(operation)) = (found.state, &found.operation) else { break };
        let reading = async {
            app.ports.clock.sleep(Duration::from_secs(wait)).await;
            // A read that fails leaves it unknown, and says nothing.
            settle::check(&app.changes, operation).await.is_ok()
        };
        tokio::select! {
            was_read = reading => reads += usize::from(was_read),
            () = running.paused() => return Ok((found.with(app, item, sight), None)),
        }
        found = known(app, plan, item)?;
    }
    let mut supersedes = None;
    match found.state {
        ItemState::Waiting => {}
        // A read of this run settled it, later than the lists.
        ItemState::Applied if !was_unknown && sight.state != RecordState::Target => {
            let (state, sentence) = match sight.state {
                RecordState::Gone => (ItemState::Conflict, GONE_SINCE),
                RecordState::NotRead => (ItemState::Unknown, NOT_READ_SINCE),
                _ => (ItemState::Conflict, CHANGED_SINCE),
            };
            let changed = sight.differing(item, state, sentence);
            let before = found.before(app, item).or(changed.before);
            return Ok((ItemResult { before, operation: found.operation, ..changed }, None));
        }
        // It was lost, and several reads show the record as it was: a person may decide to send it again.
        ItemState::Unknown if how.again && may_be_sent_again(&found, reads) => {
            supersedes = found.operation.clone();
        }
        _ => return Ok((found.with(app, item, sight), None)),
    }
    if found.next >= MOST_TRIES {
        return Ok((found.with(app, item, sight), None));
    }
    let conflict = |sentence| Ok((sight.result(item, ItemState::Conflict, sentence), None));
    match sight.state {
        RecordState::Before => {}
        RecordState::Target => {
            return Ok((sight.result(item, ItemState::Already, "Already set. Nothing was sent."), None));
        }
        RecordState::Gone => return conflict(GONE),
        RecordState::NotRead => return Ok((sight.result(item, ItemState::NotApplied, NOT_READ), None)),
        RecordState::Unreadable => return conflict("The record is no longer readable. Nothing was sent."),
        RecordState::Beside if item.fingerprint.len() == SHORT => return conflict(OLDER),
        RecordState::Beside => return conflict(CHANGED_BESIDE),
        RecordState::Other => return Ok((sight.differing(item, ItemState::Conflict, CHANGED), None)),
    }
    let listed = lists.find(item);
    let change = listed.found().and_then(|record| record.call(&how.connection, item, supersedes));
    let Some(change) = change else {
        let sentence = "The record doesn't accept these values. Nothing was sent.";
        return Ok((sight.result(item, ItemState::NotApplied, sentence), None));
    };
    let operation = plan.operation(item, found.next);
    if !running.sends(&operation) {
        return Ok((sight.result(item, ItemState::Waiting, ""), None));
    }
    let outcome = sent(app, operation.clone(), change).await;
    let outcome = match outcome {
        Ok(outcome) => settled(app, &how.connection, &operation, outcome).await,
        Err(failure) => {
            running.sent(&operation);
            return Err(failure);
        }
    };
    running.sent(&operation);
    let (result, failure) = ended(item, sight, outcome);
    // Called off before its first byte, because the run was paused: it has not begun.
    let called_off = failure.as_ref().is_some_and(|failure| failure.kind == FailureKind::Cancelled);
    if called_off && result.state == ItemState::NotApplied && running.was_paused() {
        return Ok((sight.result(item, ItemState::Waiting, ""), None));
    }
    Ok((ItemResult { operation: Some(operation), ..result }, failure))
}

const GONE: &str = "The service no longer lists it. Nothing was sent.";
const CHANGED: &str =
    "Changed since the change set was made. Nothing was sent. Check it, then make a new change set for it.";
const NOT_READ: &str = "Its record couldn't be loaded. Nothing was sent.";
const NOT_READ_SINCE: &str = "Applied earlier. Its record couldn't be loaded now.";
const GONE_SINCE: &str = "Applied earlier, but the service no longer lists it.";
const CHANGED_SINCE: &str = "Applied earlier and changed since. Nothing was sent. To change it again, make a new change \
                             set.";

/// A plan has only the values that it changes, so the other value can't be named.
pub(super) const CHANGED_BESIDE: &str = "Another value changed since the change set was made. Nothing was sent. Check it, \
                                         then make a new change set for it.";
const OLDER: &str =
    "An older Tapline made this change set and compared less. Nothing was sent. Make the change set again.";

/// True if several reads, on schedule or of this run, showed the record as it was.
fn may_be_sent_again(known: &ItemStatus, reads: usize) -> bool {
    // A superseded row is read no more, and was decided about then.
    known.doubt.is_none_or(|(doubt, checks)| {
        let scheduled = usize::try_from(checks).unwrap_or(usize::MAX);
        doubt == Doubt::Lost && scheduled.max(reads) >= READS.len()
    })
}

async fn sent(app: &Arc<AppState>, operation: OperationId, call: Change) -> Result<String, Failure> {
    match call {
        Change::Emv(call) => Box::pin(change(app, operation, *call)).await,
        Change::Acquirer(call) => Box::pin(change(app, operation, *call)).await,
    }
}

/// The outcome, after core has read for it for a while.
async fn settled(
    app: &AppState,
    connection: &ConnectionId,
    operation: &OperationId,
    outcome: String,
) -> Option<AnyOutcome> {
    let mut outcome: Option<AnyOutcome> = serde_json::from_str(&outcome).ok();
    for _ in 0..LOOKS {
        if !matches!(outcome, Some(Outcome::Unknown { given_up: false, .. }))
            || app.open(connection, CALL).is_err()
        {
            break;
        }
        app.ports.clock.sleep(LOOK).await;
        if let Ok(Some(row)) = app.journal.get(operation) {
            outcome = row.outcome;
        }
    }
    outcome
}

fn ended(item: &PlanItem, sight: &Sight, outcome: Option<AnyOutcome>) -> (ItemResult, Option<Failure>) {
    let (state, sentence, failure) = match outcome {
        Some(Outcome::Applied { .. }) => (ItemState::Applied, String::new(), None),
        Some(Outcome::NotApplied { failure }) => {
            (ItemState::NotApplied, failure.sentence.clone(), Some(failure))
        }
        Some(Outcome::Unknown { failure, .. }) => {
            (ItemState::Unknown, failure.sentence.clone(), Some(failure))
        }
        Some(Outcome::Conflict { sent: true, .. }) => (ItemState::Conflict, THIRD.to_owned(), None),
        Some(Outcome::Conflict { sent: false, .. }) => (ItemState::Conflict, CHANGED.to_owned(), None),
        None => {
            let sentence = "Its outcome is unreadable. See the history.";
            let failure = Failure::new(FailureKind::Journal, endpoint(item.kind), sentence);
            (ItemState::Unknown, sentence.to_owned(), Some(failure))
        }
    };
    (sight.result(item, state, &sentence), failure)
}
