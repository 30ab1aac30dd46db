//! One item of a plan: what the journal knows of it, and the one change that carries it out.

use std::sync::Arc;
use std::time::Duration;

use tapline_contract::connection::ConnectionId;
use tapline_contract::history::{AnyOutcome, OperationId};
use tapline_contract::plan::{ItemResult, ItemState, Plan, PlanItem, PlanRun};
use tapline_contract::{Doubt, Failure, FailureKind, Outcome};

use super::record::{Change, Found, Lists, Stands, endpoint, fingerprint, stands};
use super::result;
use crate::change::{change, not_written, settle};
use crate::journal::{Row, Told};
use crate::state::AppState;

/// What the journal says of an item.
pub(super) struct Known {
    pub(super) state: ItemState,
    sentence: String,
    /// The latest try that may have been sent.
    operation: Option<OperationId>,
    /// The try that would come next.
    next: u16,
    doubt: Option<(Doubt, u32)>,
    /// Another Tapline is at it.
    pub(super) under_way: bool,
}

impl Known {
    pub(super) fn result(self, item: &PlanItem) -> ItemResult {
        ItemResult { operation: self.operation, ..result(item, self.state, &self.sentence) }
    }
}

/// Tries of one item; each after the first was a person's decision or followed one that sent nothing.
const MOST_TRIES: u16 = 1000;

pub(super) fn known(app: &AppState, plan: &Plan, item: &PlanItem) -> Result<Known, Failure> {
    let call = endpoint(item.kind);
    let nothing = || Known {
        state: ItemState::Waiting,
        sentence: String::new(),
        operation: None,
        next: 0,
        doubt: None,
        under_way: false,
    };
    let mut known = nothing();
    for attempt in 0..MOST_TRIES {
        let operation = plan.operation(item, attempt);
        let row = app.journal.get(&operation).map_err(|error| not_written(call, &error))?;
        let Some(row) = row else { return Ok(known) };
        let earlier = known.operation.take().filter(|_| known.state == ItemState::Unknown);
        known = Known { next: attempt + 1, ..nothing() };
        if !carries(&row, item) {
            known.state = ItemState::NotApplied;
            known.next = MOST_TRIES;
            "The plan's file was edited after this item was sent. Make a new plan for the rest."
                .clone_into(&mut known.sentence);
            return Ok(known);
        }
        let sent =
            |state| Known { state, operation: Some(operation.clone()), next: attempt + 1, ..nothing() };
        known = match row.outcome {
            Some(Outcome::Applied { .. }) => return Ok(sent(ItemState::Applied)),
            Some(Outcome::Conflict { sent: true, .. }) => {
                return Ok(Known { sentence: THIRD.to_owned(), ..sent(ItemState::Conflict) });
            }
            // Nothing was sent, so the next try is a first one; one that an earlier one waits for stays in doubt.
            Some(Outcome::NotApplied { .. } | Outcome::Conflict { sent: false, .. }) => match earlier {
                Some(earlier) => Known { state: ItemState::Unknown, operation: Some(earlier), ..known },
                None => known,
            },
            Some(Outcome::Unknown { doubt, checks, failure, .. }) => {
                Known { sentence: failure.sentence, doubt: Some((doubt, checks)), ..sent(ItemState::Unknown) }
            }
            None => match app.journal.told(&operation).map_err(|error| not_written(call, &error))? {
                Told::Elsewhere => {
                    return Ok(Known {
                        sentence: ELSEWHERE.to_owned(),
                        next: MOST_TRIES,
                        under_way: true,
                        ..sent(ItemState::Unknown)
                    });
                }
                _ => Known { sentence: ELSEWHERE.to_owned(), ..sent(ItemState::Unknown) },
            },
        };
    }
    Ok(known)
}

const THIRD: &str = "It was sent, and a read shows a third value: someone else changed it at the same time.";
const ELSEWHERE: &str = "Another Tapline on this computer is sending it. Resume when that one has ended.";

/// Whether what was sent is what the item says now.
fn carries(row: &Row, item: &PlanItem) -> bool {
    row.endpoint == endpoint(item.kind)
        && Found::drafted(item.kind, &row.draft)
            .is_some_and(|members| stands(&members, item) == Stands::Target)
}

/// Seconds before each read for a change that may have been sent.
const READS: [u64; 3] = [0, 1, 2];
/// How long a change of this run is waited for, in steps of [`LOOK`].
const LOOKS: usize = 80;
const LOOK: Duration = Duration::from_millis(250);

/// Carries an item out, or finds out what became of it. The failure says why, for the rules of the run.
pub(super) async fn carry_out(
    app: &Arc<AppState>,
    plan: &Plan,
    item: &PlanItem,
    run: &PlanRun,
    lists: &Lists,
) -> (ItemResult, Option<Failure>) {
    match attempt(app, plan, item, run, lists).await {
        Ok(ended) => ended,
        Err(failure) => (result(item, ItemState::NotApplied, &failure.sentence), Some(failure)),
    }
}

async fn attempt(
    app: &Arc<AppState>,
    plan: &Plan,
    item: &PlanItem,
    run: &PlanRun,
    lists: &Lists,
) -> Result<(ItemResult, Option<Failure>), Failure> {
    let mut found = known(app, plan, item)?;
    for wait in READS {
        let (ItemState::Unknown, Some(operation)) = (found.state, &found.operation) else { break };
        app.ports.clock.sleep(Duration::from_secs(wait)).await;
        // A read that fails leaves it unknown.
        let _ = settle::check(app, operation).await;
        found = known(app, plan, item)?;
    }
    let mut supersedes = None;
    match found.state {
        ItemState::Waiting => {}
        // It was lost, and several reads show the record as it was: a person may decide to send it again.
        ItemState::Unknown if run.again && may_be_sent_again(&found) => supersedes = found.operation.clone(),
        _ => return Ok((found.result(item), None)),
    }
    if found.next >= MOST_TRIES {
        return Ok((found.result(item), None));
    }
    let Some(record) = lists.find(item) else {
        return Ok((result(item, ItemState::Conflict, GONE), None));
    };
    let Some(members) = record.members() else {
        return Ok((
            result(item, ItemState::Conflict, "The record cannot be read any more. Nothing was sent."),
            None,
        ));
    };
    if stands(&members, item) == Stands::Target {
        return Ok((result(item, ItemState::Already, "It is so already. Nothing was sent."), None));
    }
    if fingerprint(&members) != item.fingerprint {
        let beside = stands(&members, item) == Stands::Before;
        let sentence = if beside { CHANGED_BESIDE } else { CHANGED };
        return Ok((result(item, ItemState::Conflict, sentence), None));
    }
    let change = record.call(&run.connection, item, supersedes);
    let Some(change) = change else {
        return Ok((
            result(item, ItemState::NotApplied, "The record does not take these values. Nothing was sent."),
            None,
        ));
    };
    let operation = plan.operation(item, found.next);
    let told = sent(app, operation.clone(), change).await?;
    Ok(ended(item, operation.clone(), settled(app, &run.connection, &operation, told).await))
}

const GONE: &str = "The service does not list it any more. Nothing was sent.";
const CHANGED: &str =
    "It was changed since the plan was made. Nothing was sent. Look at it, then make a new plan for it.";

/// A plan has only the values that it changes, so which one it was cannot be told.
const CHANGED_BESIDE: &str = "Another value of it was changed since the plan was made. Nothing was sent. Look at it, then make a new \
                              plan for it.";

fn may_be_sent_again(known: &Known) -> bool {
    let reads = u32::try_from(READS.len()).unwrap_or(u32::MAX);
    // A row that another try has taken the place of is read no more, and was decided about then.
    known.doubt.is_none_or(|(doubt, checks)| doubt == Doubt::Lost && checks >= reads)
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
    told: String,
) -> Option<AnyOutcome> {
    let mut outcome: Option<AnyOutcome> = serde_json::from_str(&told).ok();
    for _ in 0..LOOKS {
        if !matches!(outcome, Some(Outcome::Unknown { given_up: false, .. }))
            || app.open(connection, "RunPlan").is_err()
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

fn ended(
    item: &PlanItem,
    operation: OperationId,
    outcome: Option<AnyOutcome>,
) -> (ItemResult, Option<Failure>) {
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
            let sentence = "Its outcome cannot be read. Look at the history.";
            let failure = Failure::new(FailureKind::Journal, endpoint(item.kind), sentence);
            (ItemState::Unknown, sentence.to_owned(), Some(failure))
        }
    };
    (ItemResult { operation: Some(operation), ..result(item, state, &sentence) }, failure)
}
