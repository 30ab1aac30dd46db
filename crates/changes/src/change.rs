//! One change, from the call to its outcome: checks, intent on disk, and a task of its own for the rest.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tapline_contract::guard::{Guard, Guarded as _};
use tapline_contract::history::OperationId;
use tapline_contract::input::Input as _;
use tapline_contract::seal::Seal;
use tapline_contract::{Call, Class, Endpoint, Failure, FailureKind, Outcome};
use tapline_journal::{Claim, Intent, OperationState, cut_off, cut_off_failure};
use tapline_platform::log;
use tapline_platform::sync::locked;
use tapline_platform::words::visible;
use tokio::sync::watch;
use zeroize::Zeroizing;

use crate::failures::{busy, not_written, text};
use crate::gate::{Gate, OutcomeReceiver, RunningChange, called_off};
use crate::outcome::{OutcomeOf, kept, unknown};
use crate::recipe::{CallView, Recipe, target_on_disk};
use crate::session::Open;
use crate::{Changes, consent, run, settle, unit, whose};

/// Carries out a change, or joins the change with this operation id, or returns its outcome. The outcome as JSON.
pub async fn change<E: Recipe>(
    changes: &Arc<Changes>,
    open: Arc<Open>,
    operation: OperationId,
    mut call: Call<E>,
) -> Result<String, Failure> {
    changes.surroundings.may_change(&open, E::NAME, E::CLASS)?;
    unit::in_unit::<E>(&open, &call.input)?;
    if let Some(member) = call.input.unnamed() {
        let sentence =
            format!("Unknown field \"{}\". Nothing was sent; check the spelling.", visible(&member));
        return Err(Failure::new(FailureKind::BadInput, E::NAME, sentence).field(&member));
    }
    E::check(&call)?;
    tapline_http::require::<E>(&call.input)?;
    unit_known(changes, &open, &operation, &call).await?;
    consent::given(changes, &open, &operation, &mut call).await?;
    let mut outcome = match begin(changes, open, operation.clone(), call)? {
        Started::Before(outcome) => return Ok(outcome),
        Started::Elsewhere(at) => return elsewhere(changes, &operation, E::NAME, E::CLASS, &at).await,
        Started::Running(outcome) => outcome,
    };
    match outcome.wait_for(Option::is_some).await.ok().and_then(|outcome| outcome.clone()) {
        Some(outcome) => Ok(outcome),
        None => text(E::NAME, &cut_off(E::NAME, E::CLASS, &changes.clock.timestamp())),
    }
}

/// Refuses money in a unit that is not known, before an intent is written. Only then the record is read for its currency.
async fn unit_known<E: Recipe>(
    changes: &Changes,
    open: &Open,
    operation: &OperationId,
    call: &Call<E>,
) -> Result<(), Failure> {
    let Err(refused) = unit::unit_known::<E>(open, &call.input, None) else { return Ok(()) };
    let (seal, place) = (changes.journal.seal(), E::place(call));
    let view =
        CallView::<E> { operation, id: &call.id, input: &call.input, place: place.as_deref(), seal: &seal };
    match E::look(&open.client, &view).await {
        Ok(Some(look)) => unit::unit_known::<E>(open, &call.input, Some(&look)),
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
    changes: &Changes,
    operation: &OperationId,
    name: &'static str,
    class: Class,
    at: &str,
) -> Result<String, Failure> {
    loop {
        match changes.journal.operation_state(operation).map_err(|error| not_written(name, &error))? {
            OperationState::Outcome(outcome) => return Ok(outcome),
            OperationState::CutOff => return text(name, &cut_off(name, class, at)),
            OperationState::Elsewhere => changes.clock.sleep(LOOK).await,
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

fn begin<E: Recipe>(
    changes: &Arc<Changes>,
    open: Arc<Open>,
    operation: OperationId,
    call: Call<E>,
) -> Result<Started, Failure> {
    let seal = changes.journal.seal();
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
        at: changes.clock.timestamp(),
        subject: text(E::NAME, &call.id)?,
        draft: text(E::NAME, &on_disk)?,
        before: E::seen(&call, &seal).map(|base| text(E::NAME, &base)).transpose()?,
        supersedes: call.supersedes.as_ref(),
        owner: open.owner.as_deref(),
        bearer: open.client.mark(&seal),
    };
    // Held until the operation is listed, so that a second call finds it either here or with its outcome.
    let mut running = locked(&changes.running);
    changes.surroundings.admits_change(E::NAME)?;
    match changes.journal.claim(&intent).map_err(|error| not_written(E::NAME, &error))? {
        Claim::New => {}
        Claim::Same(outcome) => {
            return match (running.get(&operation), outcome) {
                (Some(joined), _) => Ok(Started::Running(joined.outcome.clone())),
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
            return Err(Failure { waits_for: Some(open), ..busy(E::NAME, &at, lost, changes.clock.now()) });
        }
    }
    let (tell, outcome) = watch::channel(None);
    let gate = Gate::new(&changes.called_off, &operation);
    running.insert(operation.clone(), RunningChange { outcome: outcome.clone(), gate: Arc::clone(&gate) });
    drop(running);
    // On a task of its own: it goes on when the page is loaded again, and outlives a panic inside.
    let changes = Arc::clone(changes);
    tokio::spawn(async move {
        let working = tokio::spawn({
            let (changes, open) = (Arc::clone(&changes), Arc::clone(&open));
            let (operation, gate) = (operation.clone(), Arc::clone(&gate));
            async move { run::run::<E>(&changes, &open, &operation, &call, &gate).await }
        });
        let stop = working.abort_handle();
        let outcome = tokio::select! {
            done = working => done.unwrap_or_else(|_| broke_off::<E>(&gate, changes.clock.timestamp())),
            () = gate.called_off() => {
                stop.abort();
                Outcome::NotApplied { failure: called_off(E::NAME) }
            }
        };
        if matches!(outcome, Outcome::Unknown { .. }) {
            whose::keep(&changes, &open, &operation).await;
        }
        conclude::<E>(&changes, &operation, outcome, &tell).await;
    });
    Ok(Started::Running(outcome))
}

/// A sealed text is no value: it replaces one in the journal.
fn not_sealed<E: Recipe>(input: &E::Input) -> Result<(), Failure> {
    if !Zeroizing::new(text(E::NAME, input)?).contains(&format!("\"{}", Seal::MARK)) {
        return Ok(());
    }
    let sentence = "The change has a hidden value from the history, so nothing was sent. Refresh the record, then repeat \
                    the change.";
    Err(Failure::new(FailureKind::BadInput, E::NAME, sentence))
}

/// Writes the outcome down and notifies the waiting callers.
async fn conclude<E: Recipe>(
    changes: &Arc<Changes>,
    operation: &OperationId,
    outcome: OutcomeOf<E>,
    tell: &watch::Sender<Option<String>>,
) {
    let kept = kept::<E>(&outcome, &changes.journal.seal());
    let committed = changes.journal.conclude(operation, E::CLASS, &kept);
    if committed.is_ok() {
        // From here on the journal has the outcome. Otherwise the operation stays listed, so that its outcome is found until Tapline
        // closes.
        locked(&changes.running).remove(operation);
    }
    // Should the power fail before the disk has it, the intent is there, and is settled by reading.
    tell.send_replace(serde_json::to_string(&outcome).ok());
    let written = match committed {
        Ok(committed) => changes.journal.on_disk(committed).await,
        Err(error) => Err(error),
    };
    if written.is_err() {
        log::trouble("journal", "the outcome of a change could not be written");
    } else if matches!(outcome, Outcome::Unknown { given_up: false, .. }) {
        settle::watch(changes, operation.clone());
    }
}

/// The outcome of a change whose task panicked: nothing was sent by one that had not passed the gate.
pub(crate) fn broke_off<E: Recipe>(gate: &Gate, at: String) -> OutcomeOf<E> {
    if gate.passed() {
        return unknown::<E>(at, cut_off_failure(E::NAME));
    }
    let sentence = "Tapline failed before it sent anything, so nothing was changed. Repeat the change. If it fails again, report \
                    it.";
    Outcome::NotApplied { failure: Failure::new(FailureKind::Cancelled, E::NAME, sentence) }
}
