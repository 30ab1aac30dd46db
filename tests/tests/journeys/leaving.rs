//! Between the click and the send: a lock, a disconnect, a stricter level, another connection, a change of mind.
//!
//! The read before a change is held at the service; events meanwhile decide. Counted at the service: nothing was sent.

use serde_json::{Value, json};
use tapline_contract::commands::{CancelOperation, Disconnect, Lock, OpenSandbox, SaveConnection};
use tapline_contract::connection::{ConnectionId, Safety};
use tapline_contract::history::{AnyOutcome, Cancelled, OperationId};
use tapline_contract::{FailureKind, Outcome};
use tapline_core::Answer;
use tapline_scripted::{Behavior, Gate, Request, Server};
use tapline_tests::attachment;
use tapline_tests::reference::{NAMESPACE, OPERATIONS, Operation, Reference, TOKEN};
use tokio::task::JoinHandle;

use crate::test_core::{TestCore, operation, typed};

/// A service whose reads wait for the gate.
struct HeldService {
    server: Server,
    gate: Gate,
}

impl HeldService {
    /// `open`: the reads that are answered at once.
    fn start(open: fn(&Request) -> bool) -> HeldService {
        let (service, gate) = (Reference::start(), Gate::default());
        let waits = gate.clone();
        let behavior = Behavior::respond(move |request| {
            let answer = service.answer(request).steps();
            let wait = request.method == "GET" && !open(request);
            let first = wait.then(|| tapline_scripted::Step::Wait(waits.clone()));
            first.into_iter().chain(answer).collect::<Vec<_>>()
        });
        HeldService { server: Server::start(behavior), gate }
    }

    fn attach(&self, core: &TestCore, safety: Safety) -> ConnectionId {
        let service = attachment(&self.server.http(), NAMESPACE, TOKEN, safety);
        core.host.attach(service).unwrap().connection.id
    }

    /// Until the read before a change has arrived and waits.
    async fn reading(&self) {
        self.server.until(|seen| seen.requests.iter().any(|request| request.method == "GET")).await;
    }

    /// Until the read after `before` others.
    async fn reading_after(&self, before: usize) {
        self.server.until(move |seen| seen.requests.len() > before).await;
    }

    fn sent(&self) -> Vec<String> {
        let seen = self.server.seen();
        let changes = seen.requests.iter().filter(|request| request.method != "GET");
        changes.map(|request| format!("{} {}", request.method, request.path)).collect()
    }
}

fn payload(connection: &ConnectionId, operation: &Operation) -> String {
    let input = match (operation.input, operation.name) {
        ("", "EndDevice") => json!({}),
        ("", _) => Value::Null,
        (input, _) => serde_json::from_str(input).unwrap(),
    };
    let seen = match operation.name {
        "ActivateDevice" | "EndDevice" | "UpdateDevice" => json!({"mchId": "M100", "device": null}),
        _ => Value::Null,
    };
    json!({"connection": connection, "id": operation.id, "input": input, "seen": seen}).to_string()
}

/// A change on its way, on a task of its own.
fn begin(core: &TestCore, id: &OperationId, name: &'static str, payload: String) -> JoinHandle<AnyOutcome> {
    let (host, id) = (core.host.clone(), id.clone());
    tokio::spawn(async move {
        let told = host.invoke(name, Some(&id.0), &payload).await.unwrap();
        serde_json::from_str(&told).unwrap()
    })
}

/// The changes that are read for before they are sent: all but those that no reading shows.
fn read_before() -> impl Iterator<Item = &'static Operation> {
    const TRACELESS: [&str; 3] = ["EmailReceipt", "EmailSettlements", "SignOnProfile"];
    OPERATIONS.iter().filter(|row| row.changes() && !TRACELESS.contains(&row.name))
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_after_a_lock_a_disconnect_or_another_connection() {
    let mut tried = 0;
    for row in read_before() {
        for (what, kind) in [
            ("lock", FailureKind::Locked),
            ("disconnect", FailureKind::NotConnected),
            ("another", FailureKind::NotConnected),
        ] {
            let (service, core) = (HeldService::start(|_| false), TestCore::new());
            let connection = service.attach(&core, Safety::Confirm);
            let id = operation();
            let change = begin(&core, &id, row.name, payload(&connection, row));
            service.reading().await;
            match what {
                "lock" => core.command::<Lock>(()).await.unwrap(),
                "disconnect" => core.command::<Disconnect>(()).await.unwrap(),
                _ => drop(core.command::<OpenSandbox>(()).await.unwrap()),
            }
            service.gate.open();
            let outcome = change.await.unwrap();
            let Outcome::NotApplied { failure } = &outcome else {
                panic!("{} {what}: {outcome:?}", row.name)
            };
            assert_eq!(failure.kind, kind, "{} {what}: {failure}", row.name);
            assert!(failure.sentence.contains("nothing was sent"), "{failure}");
            assert_eq!(service.sent(), Vec::<String>::new(), "{} {what}", row.name);
            tried += 1;
        }
    }
    assert_eq!(tried, 18 * 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_once_the_connection_is_stricter() {
    for (level, kind) in
        [(Safety::ReadOnly, FailureKind::ReadOnly), (Safety::ConfirmAndRetype, FailureKind::NotConnected)]
    {
        let service = HeldService::start(|request| request.path.contains("current"));
        let core = TestCore::new();
        let id = core.connect(&service.server.http(), TOKEN, Safety::Confirm).await.unwrap();
        let before = service.server.seen().requests.len();
        let row = Operation::named("CaptureTransaction");
        let change = begin(&core, &operation(), row.name, payload(&id, row));
        service.reading_after(before).await;
        core.command::<SaveConnection>(typed(&id, &service.server.http(), level)).await.unwrap();
        core.command::<tapline_contract::commands::Connect>(id.clone()).await.unwrap();
        service.gate.open();
        let outcome = change.await.unwrap();
        let Outcome::NotApplied { failure } = &outcome else { panic!("{outcome:?}") };
        assert_eq!(failure.kind, kind, "{failure}");
        assert_eq!(service.sent(), Vec::<String>::new());
        core.forget(&id).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_called_off_before_its_first_byte_and_not_after() {
    let (service, core) = (HeldService::start(|_| false), TestCore::new());
    let connection = service.attach(&core, Safety::Confirm);
    for row in read_before() {
        let id = operation();
        let before = service.server.seen().requests.len();
        let change = begin(&core, &id, row.name, payload(&connection, row));
        service.reading_after(before).await;
        assert_eq!(
            core.command::<CancelOperation>(id.clone()).await.unwrap(),
            Cancelled::NotSent,
            "{}",
            row.name
        );
        // The read is still held: it is not waited for.
        let outcome = change.await.unwrap();
        let Outcome::NotApplied { failure } = &outcome else { panic!("{}: {outcome:?}", row.name) };
        assert_eq!(failure.kind, FailureKind::Cancelled);
        let again = core.command::<CancelOperation>(id).await.unwrap();
        assert_eq!(again, Cancelled::TooLate, "it is over");
    }
    assert_eq!(service.sent(), Vec::<String>::new());
    service.gate.open();

    // The page's two calls may arrive in either order.
    let (row, id) = (Operation::named("CaptureTransaction"), operation());
    assert_eq!(core.command::<CancelOperation>(id.clone()).await.unwrap(), Cancelled::NotSent);
    let outcome = begin(&core, &id, row.name, payload(&connection, row)).await.unwrap();
    assert!(
        matches!(&outcome, Outcome::NotApplied { failure } if failure.kind == FailureKind::Cancelled),
        "{outcome:?}"
    );
    assert_eq!(service.sent(), Vec::<String>::new());

    let id = operation();
    let outcome = begin(&core, &id, row.name, payload(&connection, row)).await.unwrap();
    assert!(matches!(outcome, Outcome::Applied { .. }), "{outcome:?}");
    assert_eq!(core.command::<CancelOperation>(id).await.unwrap(), Cancelled::TooLate);
    assert_eq!(service.sent().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn money_is_agreed_to_outside_the_page() {
    for (name, safety, answer, asked, sent) in [
        ("CaptureTransaction", Safety::ConfirmAndRetype, Answer::Yes, 1, 1),
        ("CaptureTransaction", Safety::ConfirmAndRetype, Answer::No, 1, 0),
        ("CaptureTransaction", Safety::ConfirmAndRetype, Answer::NobodyToAsk, 1, 0),
        ("CaptureTransaction", Safety::Confirm, Answer::No, 0, 1),
        ("Settle", Safety::ConfirmAndRetype, Answer::Yes, 1, 1),
        ("Settle", Safety::ConfirmAndRetype, Answer::No, 1, 0),
        // With a password too: a page that has seen it once has it for ever.
        ("RefundTransaction", Safety::ConfirmAndRetype, Answer::Yes, 1, 1),
        ("RefundTransaction", Safety::ConfirmAndRetype, Answer::No, 1, 0),
        ("RefundTransaction", Safety::ConfirmAndRetype, Answer::NobodyToAsk, 1, 0),
        ("RefundTransaction", Safety::Confirm, Answer::No, 0, 1),
        ("VoidTransaction", Safety::ConfirmAndRetype, Answer::Yes, 1, 1),
        ("VoidTransaction", Safety::ConfirmAndRetype, Answer::No, 1, 0),
    ] {
        let (service, core) = (HeldService::start(|_| true), TestCore::new());
        *core.shell.answer.lock().unwrap() = Some(answer);
        let connection = service.attach(&core, safety);
        let (row, id) = (Operation::named(name), operation());
        let call = payload(&connection, row);
        let told = core.host.invoke(row.name, Some(&id.0), &call).await;
        assert_eq!(told.is_ok(), sent == 1, "{name} {answer:?}: {told:?}");
        assert_eq!(service.sent().len(), sent, "{name} {answer:?}");
        if sent == 1 {
            // A repeated operation returns its outcome, without a second question.
            core.host.invoke(row.name, Some(&id.0), &call).await.unwrap();
        } else {
            assert!(told.unwrap_err().contains("nothing was sent"), "{name} {answer:?}");
        }
        let questions = core.shell.asked.lock().unwrap().clone();
        assert_eq!(questions.len(), asked, "{name} {answer:?}");
        assert!(questions.iter().all(|one| one.text.contains("(LIVE)")), "{questions:?}");
    }
}
