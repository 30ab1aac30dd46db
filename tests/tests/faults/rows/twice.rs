//! F29: the same change twice at once. One is sent, and the second reports the outcome of the first.
//!
//! A thousand random schedules: a double click in one window, two Taplines at the same data folder, another change of the same
//! thing, and an operation id that is used for something else.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tapline_contract::{Failure, FailureKind};
use tapline_core::Host;
use tapline_scripted::{Gate, Server, Step};
use tapline_tests::reference::{Operation, Reference};
use tokio::task::{JoinHandle, JoinSet, yield_now};

use super::chance::Chance;
use crate::cell::passed;
use crate::matrix::FaultRow;
use crate::test_core::{PATIENT, TestCore, attach, fresh, payload};

const SCHEDULES: usize = 1000;
const SEED: u64 = 0x5eed_f029;
const AT_ONCE: usize = 4;

pub(crate) async fn twice() {
    let next = Arc::new(AtomicUsize::new(0));
    let mut working = JoinSet::new();
    for _ in 0..AT_ONCE {
        let next = Arc::clone(&next);
        working.spawn(async move {
            let mut failed = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::SeqCst);
                if number >= SCHEDULES {
                    return failed;
                }
                // A task of its own, so that a panic is this schedule's alone; it is printed where it happens.
                failed.extend(tokio::spawn(schedule(number)).await.is_err().then_some(number));
            }
        });
    }
    let failed: Vec<_> = working.join_all().await.into_iter().flatten().collect();
    assert!(failed.is_empty(), "schedules {failed:?} of {SCHEDULES}, seed {SEED:#x}");
}

/// One schedule, every operation in turn.
async fn schedule(number: usize) {
    let mut chance = Chance::new(SEED, number);
    let cells = FaultRow::by_number(29).cells_here();
    let cell = cells[number % cells.len()];
    let operation = cell.operation.unwrap();
    let (service, gate) = (Reference::start(), Gate::default());
    let (doing, held) = (Arc::clone(&service), gate.clone());
    let server = Server::start(service.except(operation, move |_, request| {
        Some([vec![Step::Wait(held.clone())], doing.answer(request).steps()].concat())
    }));
    let core = TestCore::new(PATIENT);
    // The same window, or a second Tapline.
    let other = if chance.below(2) == 0 { core.host.clone() } else { core.second(PATIENT).0 };
    let connection = core.attach(&server.http());
    attach(&other, &server.http());
    let payload = payload(&connection, operation);
    let (first, second) = (fresh(), fresh());
    let kind = chance.below(4);
    let one = call(&core.host, operation, &payload, &first, chance.below(40));
    let (id, text) = match kind {
        0 => (&second, payload.clone()),
        1 => (&first, another(&payload, operation)),
        _ => (&first, payload.clone()),
    };
    if kind == 1 {
        server.until(move |seen| operation.sent(seen) > 0).await;
    }
    let two = call(&other, operation, &text, id, chance.below(40));
    let here = format!("{number} {} kind {kind}", operation.name);
    if kind < 2 {
        // Whichever came second is refused while the first is on its way.
        let (refused, rest) = tokio::select! {
            ended = one => (ended.unwrap(), two_of(&core.host, &other, false)),
            ended = two => (ended.unwrap(), two_of(&core.host, &other, true)),
        };
        let failure: Failure = serde_json::from_str(&refused.unwrap_err()).unwrap();
        let expected = if kind == 0 { FailureKind::Busy } else { FailureKind::OperationReused };
        assert_eq!(failure.kind, expected, "{here}: {failure:?}");
        server.until(|seen| !seen.requests.is_empty()).await;
        gate.open();
        let (id, text) = if rest.1 { (&first, &payload) } else { (id, &text) };
        let outcome = rest.0.invoke(operation.name, Some(id), text).await.unwrap();
        assert!(outcome.starts_with(r#"{"applied""#), "{here}: {outcome}");
    } else {
        server.until(move |seen| operation.sent(seen) > 0).await;
        for _ in 0..chance.below(40) {
            yield_now().await;
        }
        gate.open();
        let (one, two) = (one.await.unwrap().unwrap(), two.await.unwrap().unwrap());
        assert!(one.starts_with(r#"{"applied""#), "{here}: {one}");
        assert_eq!(shown(&one), shown(&two), "{here}");
        // And so is a third, much later.
        let three = other.invoke(operation.name, Some(&first), &payload).await.unwrap();
        assert_eq!(shown(&one), shown(&three), "{here}");
    }
    assert_eq!(operation.sent(&server.seen()), 1, "{here}");
    assert_eq!(service.deviations(), [""; 0], "{here}");
    passed(cell);
}

/// The host whose call is still on its way, and true if it is the first.
fn two_of(core: &Host, other: &Host, first: bool) -> (Host, bool) {
    (if first { core.clone() } else { other.clone() }, first)
}

fn call(
    host: &Host,
    operation: &'static Operation,
    payload: &str,
    id: &str,
    after: usize,
) -> JoinHandle<Result<String, String>> {
    let (host, payload, id) = (host.clone(), payload.to_owned(), id.to_owned());
    tokio::spawn(async move {
        for _ in 0..after {
            yield_now().await;
        }
        host.invoke(operation.name, Some(&id), &payload).await
    })
}

/// The same target, with another change.
fn another(payload: &str, operation: &Operation) -> String {
    let mut call: Value = serde_json::from_str(payload).unwrap();
    if operation.id.is_some() {
        call["id"] = json!(if operation.name == "EndDevice" { "CD-9" } else { "9" });
    } else {
        let input = call["input"].as_object_mut().unwrap();
        let name = ["profileName", "mchName", "emvName", "activateCodeAlias", "batchId", "mchId"];
        let name = name.iter().find(|name| input.contains_key(**name)).unwrap();
        input.insert((*name).to_owned(), json!("B16"));
    }
    call.to_string()
}

/// Parts of an outcome that are equal for every caller: its kind and its evidence. Only the first learns that it may not be on
/// disk.
fn shown(outcome: &str) -> (String, Value) {
    let outcome: Value = serde_json::from_str(outcome).unwrap();
    let (name, inside) = outcome.as_object().unwrap().iter().next().unwrap();
    (name.clone(), inside["evidence"].clone())
}
