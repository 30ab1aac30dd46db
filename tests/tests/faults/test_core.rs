//! Tapline without a window, through its door: a cell's calls, and their results.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tapline_contract::connection::{ConnectionId, Safety};
use tapline_contract::field::Loose;
use tapline_contract::history::{AnyOutcome, HistoryOf, HistoryQuery};
use tapline_contract::{Doubt, Evidence, Failure, Outcome};
use tapline_core::{Answer, Host, Ports, Window};
use tapline_platform::clock::{Clock, Pace};
use tapline_platform::network::Network;
use tapline_scripted::{Behavior, PATIENCE, Server};
use tapline_tests::attachment;
use tapline_tests::reference::{NAMESPACE, Operation, TOKEN};
use tempfile::TempDir;

/// No wait that is only time takes any; the network has its full time.
pub(crate) const PATIENT: Pace = Pace { waits: 200_000, deadlines: 1, jitter: Some(1.0) };
/// A server that says nothing is given up a little sooner. Not much: what a loaded machine is late counts as often as much, and
/// three tries have to fit into the time of a call. Cells that wait take no time of the others.
pub(crate) const HURRIED: Pace = Pace { deadlines: 3, jitter: Some(0.5), ..PATIENT };

pub(crate) struct TestCore {
    pub(crate) host: Host,
    pub(crate) clock: Clock,
    folder: TempDir,
    /// Services it had, by their ports.
    known: Mutex<BTreeSet<u16>>,
}

/// Result of a call through the door.
#[derive(Clone, Debug)]
pub(crate) enum CallResult {
    /// Result of a read: JSON text.
    Answer(String),
    Failed(Failure),
    Applied(Evidence, Loose),
    NotApplied(Failure),
    Unknown {
        checks: u32,
        given_up: bool,
        doubt: Doubt,
        failure: Failure,
    },
    Conflict {
        theirs: Loose,
        sent: bool,
    },
}

impl CallResult {
    pub(crate) fn answer(self) -> Value {
        let CallResult::Answer(text) = self else { panic!("no answer: {self:?}") };
        serde_json::from_str(&text).unwrap()
    }

    pub(crate) fn is_success(&self) -> bool {
        matches!(self, CallResult::Answer(_) | CallResult::Applied(..))
    }

    /// The failure of any kind, with the outcome that it is part of.
    pub(crate) fn failure(&self) -> &Failure {
        match self {
            CallResult::Failed(failure)
            | CallResult::NotApplied(failure)
            | CallResult::Unknown { failure, .. } => failure,
            other => panic!("no failure: {other:?}"),
        }
    }

    /// True if nothing more comes by itself. A change under way at the service is read on without end: here for so many reads,
    /// which no cell is later than.
    fn is_final(&self) -> bool {
        const READS: u32 = 40;
        match self {
            CallResult::Unknown { doubt: Doubt::Pending, checks, given_up, .. } => {
                *given_up || *checks >= READS
            }
            CallResult::Unknown { given_up, .. } => *given_up,
            _ => true,
        }
    }
}

impl TestCore {
    pub(crate) fn new(pace: Pace) -> TestCore {
        TestCore::through(pace, Network::default())
    }

    pub(crate) fn through(pace: Pace, network: Network) -> TestCore {
        let folder = in_memory();
        let (host, clock) = open(folder.path(), pace, network);
        TestCore { host, clock, folder, known: Mutex::default() }
    }

    /// Another Tapline at the same data folder.
    pub(crate) fn second(&self, pace: Pace) -> (Host, Clock) {
        open(self.folder.path(), pace, Network::default())
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn attach(&self, address: &str) -> ConnectionId {
        attach(&self.host, address)
    }

    /// A service that this core never had. The system gives a port a second time, and to Tapline the same address is the same
    /// service: money of unknown outcome there would hold its transaction.
    pub(crate) fn new_service(&self, behavior: impl Fn() -> Behavior) -> Server {
        let mut taken = Vec::new();
        loop {
            let server = Server::start(behavior());
            if self.known.lock().unwrap().insert(server.port()) {
                return server;
            }
            taken.push(server);
        }
    }

    /// The sample of an operation; a change with an operation id of its own.
    pub(crate) async fn call(&self, connection: &ConnectionId, operation: &Operation) -> CallResult {
        self.send(operation, &payload(connection, operation), &fresh()).await
    }

    pub(crate) async fn send(&self, operation: &Operation, payload: &str, id: &str) -> CallResult {
        send(&self.host, operation, payload, id).await
    }

    /// JSON text, of a success; a change has to be applied.
    pub(crate) async fn text(&self, operation: &Operation, payload: &str) -> String {
        let id = fresh();
        let result = self.host.invoke(operation.name, operation.changes().then_some(&id), payload).await;
        let text = result.unwrap_or_else(|failure| panic!("{}: {failure}", operation.name));
        assert!(!operation.changes() || text.starts_with(r#"{"applied":"#), "{}: {text}", operation.name);
        text
    }

    /// Asks for a change that was sent until nothing more comes of it. Asking again sends nothing.
    pub(crate) async fn settled(&self, operation: &Operation, payload: &str, id: &str) -> CallResult {
        settled(&self.host, operation, payload, id).await
    }
}

/// Payload for the sample of an operation.
pub(crate) fn payload(connection: &ConnectionId, operation: &Operation) -> String {
    payload_with(connection, operation, seen(operation))
}

/// Payload with the version that the person saw.
pub(crate) fn payload_with(connection: &ConnectionId, operation: &Operation, seen: Value) -> String {
    let input = match (operation.input, operation.name) {
        ("", "EndDevice") => json!({}),
        ("", _) => Value::Null,
        (input, _) => serde_json::from_str(input).unwrap(),
    };
    json!({"connection": connection, "id": operation.id, "input": input, "seen": seen}).to_string()
}

/// Path to the terminals; nothing that is compared.
fn seen(operation: &Operation) -> Value {
    match operation.name {
        "ActivateDevice" | "EndDevice" | "UpdateDevice" => json!({"mchId": "M100", "device": null}),
        _ => Value::Null,
    }
}

pub(crate) async fn send(host: &Host, operation: &Operation, payload: &str, id: &str) -> CallResult {
    let result = host.invoke(operation.name, operation.changes().then_some(id), payload).await;
    let text = match result {
        Ok(text) if !operation.changes() => return CallResult::Answer(text),
        Ok(text) => text,
        Err(text) => return CallResult::Failed(serde_json::from_str(&text).unwrap()),
    };
    match serde_json::from_str::<AnyOutcome>(&text).unwrap() {
        Outcome::Applied { evidence, record, .. } => CallResult::Applied(evidence, record),
        Outcome::NotApplied { failure } => CallResult::NotApplied(failure),
        Outcome::Unknown { checks, given_up, doubt, failure, .. } => {
            CallResult::Unknown { checks, given_up, doubt, failure }
        }
        Outcome::Conflict { theirs, sent } => CallResult::Conflict { theirs, sent },
    }
}

pub(crate) async fn settled(host: &Host, operation: &Operation, payload: &str, id: &str) -> CallResult {
    let begun = Instant::now();
    loop {
        let result = send(host, operation, payload, id).await;
        if result.is_final() {
            return result;
        }
        assert!(begun.elapsed() < PATIENCE * 3, "{}: nothing comes of it: {result:?}", operation.name);
        tokio::time::sleep(Duration::from_millis(15)).await;
    }
}

/// The input of `ListHistory` for the newest changes.
pub(crate) fn newest(connection: &ConnectionId) -> String {
    let query = HistoryQuery::newest(connection.clone(), HistoryOf::All);
    serde_json::to_string(&query).unwrap()
}

pub(crate) fn attach(host: &Host, address: &str) -> ConnectionId {
    let service = attachment(address, NAMESPACE, TOKEN, Safety::Confirm);
    host.attach(service).unwrap().connection.id
}

pub(crate) fn open(folder: &Path, pace: Pace, network: Network) -> (Host, Clock) {
    let clock = Clock::fast(pace);
    let ports = Ports {
        // Every question outside the page is answered with yes.
        window: Window { confirm: Box::new(|_| Answer::Yes), ..Window::default() },
        clock: clock.clone(),
        network,
        ..Ports::headless()
    };
    (Host::open(folder, ports).unwrap(), clock)
}

/// An operation id that nothing had before.
pub(crate) fn fresh() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    format!("{:032x}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A folder whose files need no disk, where the machine has such.
pub(crate) fn in_memory() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory).unwrap() } else { tempfile::tempdir().unwrap() }
}
