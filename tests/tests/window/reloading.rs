//! F28 of the fault matrix: the page is loaded again while a change is on its way. Each of the 21 is sent once, is on the screen
//! afterwards, and comes to its end there. One window for all of them; what the service does is new each time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use tapline_scripted::{Behavior, Gate, Server, Step};
use tapline_tests::cells;
use tapline_tests::reference::{NAMESPACE, OPERATIONS, Operation, Reference, TOKEN};
use tapline_tests::{TestApp, grid, heading, link, navigation};

use crate::steps::{confirm_unit_where_asked, connect_at};

/// Calls core as the page does, and listens to no answer.
const SEND: &str = "const [name, operation, payload] = arguments;
    window.__TAURI_INTERNALS__.invoke('invoke', { name, operation, payload }).catch(() => null);";
const ASK: &str = "const [name, payload, done] = arguments;
    window.__TAURI_INTERNALS__.invoke('invoke', { name, operation: null, payload })
        .then((answer) => new TextDecoder().decode(answer)).then(done, done);";

/// Requests that wait while the page is loaded again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HeldRequests {
    /// The change: it was sent, and its answer has not come.
    Change,
    /// Everything: of most changes the read before it.
    All,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_on_its_way_outlives_the_page_and_is_sent_once() {
    let server = Server::start(Reference::start().behavior());
    let app = open(&server).await;
    let connection = connection(&app).await;
    app.click(link("Activity").inside(navigation("Areas"))).await;
    app.see(heading("Activity")).await;
    let changes: Vec<_> = OPERATIONS.iter().filter(|row| row.changes()).collect();
    for (number, row) in changes.iter().enumerate() {
        let operation = Operation::named(row.name);
        let held = if number % 2 == 0 { HeldRequests::Change } else { HeldRequests::All };
        reloaded(&app, &server, &connection, operation, held, number).await;
        cells::ran(&format!("F28 {}", operation.name));
    }
    reload(&app).await;
    app.says(grid("Activity"), "Applied").await;
    let text = app.page_text().await.unwrap_or_default();
    assert!(!text.contains("In progress"), "{text}");
}

/// With a namespace: profiles are below it.
async fn open(server: &Server) -> TestApp {
    let mut app = TestApp::open().await;
    connect_at(&mut app, "Reference", &server.http(), NAMESPACE, TOKEN).await;
    confirm_unit_where_asked(&app).await;
    app
}

async fn reloaded(
    app: &TestApp,
    server: &Server,
    connection: &Value,
    operation: &'static Operation,
    held: HeldRequests,
    number: usize,
) {
    let (gate, closed) = (Gate::default(), Arc::new(AtomicBool::new(false)));
    server.behave(holding(operation, held, &gate, &closed));
    let (sent, arrived) = (operation.sent(&server.seen()), server.seen().requests.len());
    closed.store(true, Ordering::SeqCst);
    let id = format!("{:032x}", 0xf28_0000 + number);
    app.run(SEND, vec![json!(operation.name), json!(id), json!(payload(connection, operation))]).await;
    server
        .until(move |seen| match held {
            HeldRequests::Change => operation.sent(seen) > sent,
            HeldRequests::All => seen.requests.len() > arrived,
        })
        .await;
    reload(app).await;
    app.see(heading("Activity")).await;
    app.says(grid("Activity"), "In progress").await;
    gate.open();
    let outcome = outcome(app, connection, &id).await;
    let applied = outcome.get("applied").is_some();
    assert!(applied, "{}: {outcome}", operation.name);
    assert_eq!(operation.sent(&server.seen()), sent + 1, "{}", operation.name);
}

fn holding(
    operation: &'static Operation,
    held: HeldRequests,
    gate: &Gate,
    closed: &Arc<AtomicBool>,
) -> Behavior {
    let (service, gate, closed) = (Reference::start(), gate.clone(), Arc::clone(closed));
    Behavior::respond(move |request| {
        let waits = closed.load(Ordering::SeqCst) && (held == HeldRequests::All || operation.takes(request));
        let answer = service.answer(request).steps();
        if waits { [vec![Step::Wait(gate.clone())], answer].concat() } else { answer }
    })
}

/// Loads the page again, and waits until the old one is gone.
async fn reload(app: &TestApp) {
    const OLD: &str = "The page before";
    let mark = "const old = document.createElement('h1'); old.textContent = arguments[0]; document.body.append(old);";
    app.run(mark, vec![json!(OLD)]).await;
    app.see(heading(OLD)).await;
    app.run("location.reload();", Vec::new()).await;
    app.gone(heading(OLD)).await;
}

async fn connection(app: &TestApp) -> Value {
    let told = app.run_async(ASK, vec![json!("GetDesk"), json!("null")]).await;
    let told: Value = serde_json::from_str(told.as_str().expect("core answers with text")).expect("JSON");
    told["session"]["connection"]["id"].clone()
}

/// Outcome of the change, once there is one: requested as by a page, until the journal has it.
async fn outcome(app: &TestApp, connection: &Value, id: &str) -> Value {
    let end = std::time::Instant::now() + tapline_scripted::PATIENCE;
    loop {
        let query = json!({ "connection": connection, "of": "all", "before": null, "limit": 500 });
        let told = app.run_async(ASK, vec![json!("ListHistory"), json!(query.to_string())]).await;
        let history: Value = serde_json::from_str(told.as_str().unwrap_or("[]")).unwrap_or_default();
        let mine =
            history["changes"].as_array().into_iter().flatten().find(|change| change["operation"] == id);
        match mine.map(|change| &change["outcome"]) {
            Some(outcome) if !outcome.is_null() => return outcome.clone(),
            _ => assert!(std::time::Instant::now() < end, "nothing comes of {id}: {history}"),
        }
        tokio::task::yield_now().await;
    }
}

/// The sample of an operation, as the page would send it.
fn payload(connection: &Value, operation: &Operation) -> String {
    let input = match (operation.input, operation.name) {
        ("", "EndDevice") => json!({}),
        ("", _) => Value::Null,
        (input, _) => serde_json::from_str(input).expect("samples are JSON"),
    };
    let of_terminal = ["ActivateDevice", "EndDevice", "UpdateDevice"].contains(&operation.name);
    let seen = if of_terminal { json!({"mchId": "M100", "device": null}) } else { Value::Null };
    json!({"connection": connection, "id": operation.id, "input": input, "seen": seen}).to_string()
}
