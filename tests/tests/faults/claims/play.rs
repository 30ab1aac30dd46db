//! Plays a cell: the change, its repetition by a person, and the reads that settle it.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tapline_contract::FailureKind;
use tapline_contract::connection::ConnectionId;
use tapline_platform::clock::Pace;
use tapline_scripted::{Behavior, Server};
use tapline_tests::reference::{Operation, Reference};

use super::answer;
use super::axes::{Cell, Effect, TERMINAL};
use crate::test_core::{CallResult, PATIENT, TestCore, fresh, payload, payload_with};

const LATE: Duration = Duration::from_secs(3);

/// Time as a person has it.
const REAL: Pace = Pace { waits: 1, deadlines: 1, jitter: Some(1.0) };

/// Time that reads are blocked. The first five on schedule come within it.
const BLOCKED: Duration = Duration::from_secs(100);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conditions {
    /// The three seconds of a late effect pass with the waits of core's clock, which take no time.
    VirtualTime,
    RealTime,
    /// As in virtual time. The fault that blocks the answer to the change also blocks the reads after it for
    /// a while.
    ReadsBlocked,
}

/// Tapline's claim about the fate of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    Applied,
    NotApplied,
    Unknown,
    Conflict,
    /// Refused before it was sent, for another change that is open.
    Busy,
    Failed(FailureKind),
}

impl From<&CallResult> for Claim {
    fn from(result: &CallResult) -> Claim {
        match result {
            CallResult::Applied(..) => Claim::Applied,
            CallResult::NotApplied(_) => Claim::NotApplied,
            CallResult::Unknown { .. } => Claim::Unknown,
            CallResult::Conflict { .. } => Claim::Conflict,
            CallResult::Failed(failure) if failure.kind == FailureKind::Busy => Claim::Busy,
            CallResult::Failed(failure) => Claim::Failed(failure.kind),
            CallResult::Answer(text) => panic!("a change answered as a read: {text}"),
        }
    }
}

/// A cell that was played.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) cell: Cell,
    pub(super) conditions: Conditions,
    /// At once.
    pub(super) first: Claim,
    /// After all reads; the first claim where it was repeated before.
    pub(super) settled: Claim,
    /// True if the effect was there when the first claim was made, and when the settled one was.
    pub(super) shown: [bool; 2],
    /// Repetitions under a new operation id, each only while the claim is not that it was applied.
    pub(super) repeats: Vec<Claim>,
    /// Requests under the first operation id.
    pub(super) sent: usize,
    /// Requests that took effect by the end, late ones too.
    pub(super) effects: usize,
    /// True if the service has another state at the end than at the start.
    pub(super) changed: bool,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Played { cell, first, settled, repeats, sent, effects, .. } = self;
        write!(f, "{cell}: {first:?} > {settled:?}, repeats {repeats:?}, sent {sent}, effects {effects}")
    }
}

pub(super) async fn play(cell: Cell, conditions: Conditions) -> Played {
    let change = cell.change();
    let operation = &change.operation;
    let core = TestCore::new(if conditions == Conditions::RealTime { REAL } else { PATIENT });
    let service = Reference::start();
    let before = service.world(|world| world.clone());
    let server = serve(cell, conditions, &core, &service);
    let connection = core.attach(&server.http());
    let (payload, id) = (call(&core, &connection, operation).await, fresh());

    let first = Claim::from(&core.send(operation, &payload, &id).await);
    let mut sent = operation.sent(&server.seen());
    let (mut settled, mut repeats) = (first, Vec::new());
    let mut shown = [service.carried_out(operation) > 0; 2];
    if first != Claim::Applied {
        repeats.push(Claim::from(&core.send(operation, &payload, &fresh()).await));
        if repeats == [Claim::Busy] {
            settled = Claim::from(&core.settled(operation, &payload, &id).await);
            sent = operation.sent(&server.seen());
            shown[1] = service.carried_out(operation) > 0;
            if settled != Claim::Applied {
                repeats.push(Claim::from(&core.send(operation, &payload, &fresh()).await));
            }
        }
    }
    service.finish();
    let changed = service.world(|world| !world.is_as(&before));
    let effects = service.carried_out(operation);
    assert_eq!(service.deviations(), [""; 0], "{cell}");
    Played { cell, conditions, first, settled, shown, repeats, sent, effects, changed }
}

/// Only the answer to the first request of the change is replaced, and those to reads while they are blocked.
fn serve(cell: Cell, conditions: Conditions, core: &TestCore, service: &Arc<Reference>) -> Server {
    let operation = &cell.change().operation;
    let (service, clock) = (Arc::clone(service), core.clock.clone());
    let first_at = OnceLock::new();
    Server::start(Behavior::respond(move |request| {
        let is_blocked =
            |at: &Duration| conditions == Conditions::ReadsBlocked && clock.elapsed() < *at + BLOCKED;
        if !operation.takes(request) && first_at.get().is_some_and(is_blocked) {
            return answer::of_read(&cell);
        }
        if !operation.takes(request) || first_at.set(clock.elapsed()).is_err() {
            return service.answer(request).steps();
        }
        let success = match cell.effect {
            Effect::Applied => service.answer(request),
            Effect::NotApplied => operation.sample(),
            Effect::Late => {
                if conditions == Conditions::RealTime {
                    let begun = Instant::now();
                    service.carry_out_later(request, move || begun.elapsed() >= LATE);
                } else {
                    let (clock, begun) = (clock.clone(), clock.elapsed());
                    service.carry_out_later(request, move || clock.elapsed() >= begun + LATE);
                }
                operation.sample()
            }
        };
        answer::of_change(&cell, &success)
    }))
}

/// A terminal is ended by an id that its record does not have, so the record goes with the call.
async fn call(core: &TestCore, connection: &ConnectionId, operation: &'static Operation) -> String {
    if operation.id != Some("SDK-77") {
        return payload(connection, operation);
    }
    let list = Operation::named("ListDevices");
    let devices = core.send(list, &payload(connection, list), "").await.answer();
    let is_terminal = |device: &&Value| device["deviceId"] == TERMINAL;
    let device = devices["records"].as_array().unwrap().iter().find(is_terminal).unwrap();
    payload_with(connection, operation, json!({"mchId": "M100", "device": device}))
}
