//! One change, end to end: intent on disk, read, compare with the record the person saw, send once, read again, report the outcome.
//!
//! Nothing here knows an endpoint: what is compared and what proves a change is the [`Recipe`] of each. A lost answer is
//! `Unknown` and is settled by reading ([`settle`]). Invariant: for one operation id there is one call of
//! [`Client::send`](tapline_http::Client::send) that changes something, and none without an intent on disk.

mod allowed;
mod compare;
mod consent;
mod decide;
pub(crate) mod gate;
mod recheck;
mod recipe;
mod recipes;
mod run;
pub(crate) mod settle;
pub(crate) mod whose;

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use tapline_contract::card;
use tapline_contract::guard::{Guard, Guarded as _};
use tapline_contract::history::OperationId;
use tapline_contract::input::Input as _;
use tapline_contract::seal::Seal;
use tapline_contract::secret::to_json_text;
use tapline_contract::wire::Payload as _;
use tapline_contract::{Call, Class, Doubt, Endpoint, Failure, FailureKind, Outcome};
use tapline_journal::{Claim, Intent, JournalError, cut_off, cut_off_failure};
use tapline_platform::clock::local_minute;
use tapline_platform::log;
use tapline_platform::sync::locked;
use tapline_platform::words::visible;
use tokio::sync::watch;
use zeroize::Zeroizing;

use self::recipe::Asked;
pub(crate) use self::recipe::Recipe;
use crate::running::{Gate, OutcomeReceiver, RunningChange, called_off};
use crate::session_state::Open;
use crate::state::AppState;
use crate::{required, unit};

/// The outcome of a change of `E`.
pub(crate) type OutcomeOf<E> = Outcome<<E as Endpoint>::Output, <E as Endpoint>::Seen>;

/// Carries out a change, or joins the change with this operation id, or returns its outcome. The outcome as JSON.
pub(crate) async fn change<E: Recipe>(
    app: &Arc<AppState>,
    operation: OperationId,
    call: Call<E>,
) -> Result<String, Failure> {
    let open = app.open(&call.connection, E::NAME)?;
    let noted = Arc::clone(&open);
    let answer = carry_out(app, open, operation, call).await;
    // Also for a money call that was refused because of it.
    unit::note(app, &noted, E::NAME);
    app.where_used.changed(E::NAME);
    answer
}

async fn carry_out<E: Recipe>(
    app: &Arc<AppState>,
    open: Arc<Open>,
    operation: OperationId,
    mut call: Call<E>,
) -> Result<String, Failure> {
    allowed::may_change(app, &open, E::NAME, E::CLASS)?;
    allowed::in_unit::<E>(&open, &call.input)?;
    if let Some(member) = call.input.unnamed() {
        let sentence =
            format!("Unknown field \"{}\". Nothing was sent; check the spelling.", visible(&member));
        return Err(Failure::new(FailureKind::BadInput, E::NAME, sentence).field(&member));
    }
    E::check(&call)?;
    required::given::<E>(&call.input)?;
    unit_known(app, &open, &operation, &call).await?;
    consent::given(app, &open, &operation, &mut call).await?;
    let mut outcome = match begin(app, open, operation.clone(), call)? {
        Started::Before(outcome) => return Ok(outcome),
        Started::Elsewhere(at) => return elsewhere(app, &operation, E::NAME, E::CLASS, &at).await,
        Started::Running(outcome) => outcome,
    };
    match outcome.wait_for(Option::is_some).await.ok().and_then(|outcome| outcome.clone()) {
        Some(outcome) => Ok(outcome),
        None => text(E::NAME, &cut_off(E::NAME, E::CLASS, &app.ports.clock.timestamp())),
    }
}

/// Refuses money in a unit that is not known, before an intent is written. Only then the record is read for its currency.
async fn unit_known<E: Recipe>(
    app: &AppState,
    open: &Open,
    operation: &OperationId,
    call: &Call<E>,
) -> Result<(), Failure> {
    let Err(refused) = allowed::unit_known::<E>(open, &call.input, None) else { return Ok(()) };
    let (seal, place) = (app.journal.seal(), E::place(call));
    let asked =
        Asked::<E> { operation, id: &call.id, input: &call.input, place: place.as_deref(), seal: &seal };
    match E::look(&open.client, &asked).await {
        Ok(Some(look)) => allowed::unit_known::<E>(open, &call.input, Some(&look)),
        Ok(None) | Err(_) => Err(refused),
    }
}

enum Started {
    /// It has its outcome already.
    Before(String),
    Running(OutcomeReceiver),
    /// Not in this Tapline, since then.
    Elsewhere(String),
}

/// Interval of journal reads for an outcome of another Tapline.
const LOOK: Duration = Duration::from_millis(250);

/// Waits for the outcome of a change that another Tapline carries out; when that one is gone, the change was cut off.
async fn elsewhere(
    app: &AppState,
    operation: &OperationId,
    name: &'static str,
    class: Class,
    at: &str,
) -> Result<String, Failure> {
    loop {
        match app.journal.operation_state(operation).map_err(|error| not_written(name, &error))? {
            tapline_journal::OperationState::Outcome(outcome) => return Ok(outcome),
            tapline_journal::OperationState::CutOff => return text(name, &cut_off(name, class, at)),
            tapline_journal::OperationState::Elsewhere => app.ports.clock.sleep(LOOK).await,
        }
    }
}

/// Call that the hash of an operation stands for.
#[derive(Serialize)]
#[serde(bound = "")]
struct Hashed<'a, E: Endpoint> {
    name: &'static str,
    /// An equal call to another service is another call.
    service: &'a str,
    id: &'a E::Id,
    input: &'a E::Input,
    seen: &'a E::Seen,
}

/// A new record is named by what was typed.
pub(super) fn target_on_disk<E: Recipe>(call: &Call<E>) -> String {
    let target = E::target(call);
    if E::CLASS == Class::Create { card::cell(&target, "", |_| false).into_owned() } else { target }
}

fn begin<E: Recipe>(
    app: &Arc<AppState>,
    open: Arc<Open>,
    operation: OperationId,
    call: Call<E>,
) -> Result<Started, Failure> {
    let seal = app.journal.seal();
    let on_disk = call.input.for_journal(&seal);
    let mut seen = call.seen.clone();
    seen.guard(Guard::Disk(&seal));
    let service = open.service::<E>();
    let hashed = Hashed::<E> { name: E::NAME, service: &service, id: &call.id, input: &on_disk, seen: &seen };
    not_sealed::<E>(&call.input)?;
    let intent = Intent {
        id: &operation,
        hash: seal.text(&text(E::NAME, &hashed)?),
        connection: &call.connection,
        service: &service,
        endpoint: E::NAME,
        target: target_on_disk(&call),
        place: E::place(&call),
        at: app.ports.clock.timestamp(),
        subject: text(E::NAME, &call.id)?,
        draft: text(E::NAME, &on_disk)?,
        before: E::seen(&call, &seal).map(|base| text(E::NAME, &base)).transpose()?,
        supersedes: call.supersedes.as_ref(),
        owner: open.owner.as_deref(),
        bearer: open.client.mark(&seal),
    };
    // Held until the operation is listed, so that a second call finds it either here or with its outcome.
    let mut running = locked(&app.running);
    app.update.admits_change(E::NAME)?;
    match app.journal.claim(&intent).map_err(|error| not_written(E::NAME, &error))? {
        Claim::New => {}
        Claim::Same(outcome) => {
            return match (running.get(&operation), outcome) {
                (Some(joined), _) => Ok(Started::Running(joined.told.clone())),
                (None, Some(outcome)) => Ok(Started::Before(outcome)),
                (None, None) => Ok(Started::Elsewhere(intent.at)),
            };
        }
        Claim::Reused => {
            let sentence = "This operation was already used for another change, so nothing was sent. Open the review again \
                            and save from there.";
            return Err(Failure::new(FailureKind::OperationReused, E::NAME, sentence));
        }
        Claim::Busy { open, at, lost } => {
            return Err(Failure { waits_for: Some(open), ..busy(E::NAME, &at, lost, app.ports.clock.now()) });
        }
    }
    let (tell, outcome) = watch::channel(None);
    let gate = Gate::new(&app.called_off, &operation);
    running.insert(operation.clone(), RunningChange { told: outcome.clone(), gate: Arc::clone(&gate) });
    drop(running);
    // On a task of its own: it goes on when the page is loaded again, and outlives a panic inside.
    let app = Arc::clone(app);
    tokio::spawn(async move {
        let working = tokio::spawn({
            let (app, open) = (Arc::clone(&app), Arc::clone(&open));
            let (operation, gate) = (operation.clone(), Arc::clone(&gate));
            async move { run::run::<E>(&app, &open, &operation, &call, &gate).await }
        });
        let stop = working.abort_handle();
        let outcome = tokio::select! {
            done = working => done.unwrap_or_else(|_| broke_off::<E>(&gate, app.ports.clock.timestamp())),
            () = gate.called_off() => {
                stop.abort();
                Outcome::NotApplied { failure: called_off(E::NAME) }
            }
        };
        if matches!(outcome, Outcome::Unknown { .. }) {
            whose::keep(&app, &open, &operation).await;
        }
        conclude::<E>(&app, &operation, outcome, &tell).await;
    });
    Ok(Started::Running(outcome))
}

/// A sealed text is no value: it replaces one in the journal.
fn not_sealed<E: Recipe>(input: &E::Input) -> Result<(), Failure> {
    if !Zeroizing::new(text(E::NAME, input)?).contains(&format!("\"{}", Seal::MARK)) {
        return Ok(());
    }
    let sentence = "The change holds a sealed value from the history, which is not the value itself, so nothing was sent. Read \
                    the record again and repeat the change.";
    Err(Failure::new(FailureKind::BadInput, E::NAME, sentence))
}

/// Writes the outcome down and notifies the waiting callers.
async fn conclude<E: Recipe>(
    app: &Arc<AppState>,
    operation: &OperationId,
    outcome: OutcomeOf<E>,
    tell: &watch::Sender<Option<String>>,
) {
    let kept = kept::<E>(&outcome, &app.journal.seal());
    let committed = app.journal.conclude(operation, E::CLASS, &kept);
    if committed.is_ok() {
        // From here on the journal has the outcome. Otherwise the operation stays listed, so that its outcome is found until Tapline
        // closes.
        locked(&app.running).remove(operation);
    }
    // Should the power fail before the disk has it, the intent is there, and is settled by reading.
    tell.send_replace(serde_json::to_string(&outcome).ok());
    let written = match committed {
        Ok(committed) => app.journal.on_disk(committed).await,
        Err(error) => Err(error),
    };
    if written.is_err() {
        log::trouble("journal", "the outcome of a change could not be written");
    } else if matches!(outcome, Outcome::Unknown { given_up: false, .. }) {
        settle::watch(app, operation.clone());
    }
}

/// An outcome as it is kept on disk: without secrets, personal data sealed.
pub(super) fn kept<E: Recipe>(outcome: &OutcomeOf<E>, seal: &Seal) -> OutcomeOf<E> {
    let mut kept = outcome.clone();
    match &mut kept {
        Outcome::Applied { answer, record, .. } => {
            if let Some(answer) = answer {
                answer.guard(Guard::Disk(seal));
            }
            record.guard(Guard::Disk(seal));
        }
        Outcome::Conflict { theirs, .. } => theirs.guard(Guard::Disk(seal)),
        Outcome::NotApplied { .. } | Outcome::Unknown { .. } => {}
    }
    kept
}

/// The outcome of a change whose task panicked: nothing was sent by one that had not passed the gate.
fn broke_off<E: Recipe>(gate: &Gate, at: String) -> OutcomeOf<E> {
    if gate.passed() {
        return unknown::<E>(at, cut_off_failure(E::NAME));
    }
    let sentence = "Tapline failed before it sent anything, so nothing was changed. Look at the record, then repeat the change if \
                    you still want it. If it fails again, report it with what you changed.";
    Outcome::NotApplied { failure: Failure::new(FailureKind::Cancelled, E::NAME, sentence) }
}

const MOVED: &str = "The journal of changes was moved, replaced or deleted while Tapline was running, so nothing was sent. Close \
                     Tapline, put journal.db, journal.db-wal and journal.db-shm back into its data folder together, and start \
                     it again. Without them Tapline begins a new journal that knows no open change: look those up at the \
                     service first.";

pub(crate) fn not_written(call: &str, error: &JournalError) -> Failure {
    let sentence = match error {
        JournalError::Moved => MOVED.to_owned(),
        JournalError::Busy => format!(
            "The journal of changes is in use: {error}. Nothing was sent. The disk may be slow. Wait until the other Tapline is \
             done, then try again."
        ),
        error => format!(
            "The journal in Tapline's data folder cannot be used ({error}). Without it Tapline changes nothing: nothing was \
             sent. Check that the disk is neither full nor read only, then try again."
        ),
    };
    Failure::new(FailureKind::Journal, call, sentence)
}

pub(crate) fn text<T: Serialize>(call: &str, value: &T) -> Result<String, Failure> {
    // The value may hold a secret; no copy is left behind.
    to_json_text(value).map_err(|_| {
        let sentence = "What was to be sent cannot be written as JSON, so nothing was sent. Read the list again and repeat \
                        the change.";
        Failure::new(FailureKind::BadInput, call, sentence)
    })
}

fn unknown<E: Recipe>(since: String, failure: Failure) -> OutcomeOf<E> {
    let given_up = E::CLASS == Class::Effect;
    Outcome::Unknown { since, checks: 0, given_up, doubt: Doubt::Lost, shows: String::new(), failure }
}

fn busy(call: &str, at: &str, lost: bool, now: DateTime<Utc>) -> Failure {
    let at = local_minute(at, now);
    let sentence = if lost {
        format!(
            "The change sent at {at} has no confirmed result yet, so nothing was sent. Look at it in Activity: save again once it is \
             settled, or close it there by hand first."
        )
    } else {
        format!(
            "Another change of the same thing, begun at {at}, is on its way, so nothing was sent. Wait for it, then save again."
        )
    };
    Failure::new(FailureKind::Busy, call, sentence)
}

#[cfg(test)]
mod unwritable;
