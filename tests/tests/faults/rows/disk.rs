//! F33: the disk is full, broken or read only, at every place where the journal or the settings are written. Without an intent
//! on disk nothing is sent, of any change; settings are the old ones or the new ones.
//!
//! In a process of its own, whose files may not grow beyond a size: each time a little further, until all goes well. To the
//! journal that is a write that fails. A disk that is full or read only is a small one of its own ([`super::volume`]).

use std::process::Command;

use serde_json::{Value, json};
use tapline_contract::FailureKind;
use tapline_scripted::Server;
use tapline_tests::reference::{Operation, Reference};

use super::apart::{inside, without_the_signal};
use crate::cell::passed;
use crate::matrix::FaultRow;
use crate::test_core::{
    CallResult, PATIENT, TestCore, attach, fresh, in_memory, newest, open, payload, send, settled,
};

const KIB: u64 = 1024;

pub(crate) async fn full() {
    super::volume::full_or_read_only();
    if tokio::task::block_in_place(|| inside(without_the_signal(), "ledger::f33_disk")) {
        for name in ["UpdateEmv", "VoidTransaction", "EmailReceipt"] {
            journal(Operation::named(name)).await;
        }
        for cell in FaultRow::by_number(27).cells_here() {
            broken(cell.operation.unwrap()).await;
        }
        settings().await;
        opening();
        FaultRow::by_number(33).cells_here().into_iter().for_each(passed);
    }
}

/// Files of this process may not grow beyond this.
fn limit(size: Option<u64>) {
    let size = size.map_or("unlimited".to_owned(), |size| size.to_string());
    let own = std::process::id().to_string();
    let set = Command::new("prlimit").args(["--pid", &own, &format!("--fsize={size}:unlimited")]).status();
    assert!(set.unwrap().success(), "prlimit (util-linux) is installed");
}

/// Every write fails from the moment of the request on; then none does.
async fn broken(operation: &'static Operation) {
    let service = Reference::start();
    let server = Server::start(service.behavior());
    let core = TestCore::new(PATIENT);
    let connection = core.attach(&server.http());
    let log = std::fs::metadata(core.folder().join("journal.db-wal")).map_or(0, |file| file.len());
    limit(Some(log));
    let result = core.call(&connection, operation).await;
    limit(None);
    nothing_sent(&result, operation, &server);
    assert!(core.call(&connection, operation).await.is_success(), "{}, then a disk", operation.name);
}

/// Refused for the journal, and the service saw no change.
pub(super) fn nothing_sent(result: &CallResult, operation: &Operation, server: &Server) {
    let (CallResult::Failed(failure) | CallResult::NotApplied(failure)) = result else {
        panic!("{}: {result:?}", operation.name)
    };
    assert_eq!(failure.kind, FailureKind::Journal, "{}: {failure:?}", operation.name);
    assert_eq!(operation.sent(&server.seen()), 0, "{}", operation.name);
}

async fn journal(operation: &'static Operation) {
    let (mut refused, mut cut) = (0, 0);
    for step in 0_u64.. {
        let service = Reference::start();
        let server = Server::start(service.behavior());
        let folder = in_memory();
        let (host, _) = open(folder.path(), PATIENT, tapline_platform::network::Network::default());
        let connection = attach(&host, &server.http());
        let (payload, id) = (payload(&connection, operation), fresh());
        // The journal's log of what is not yet in its place grows by a page and its head with each write.
        let log = std::fs::metadata(folder.path().join("journal.db-wal")).map_or(0, |file| file.len());
        limit(Some(log + step * KIB));
        let result = send(&host, operation, &payload, &id).await;
        let sent = operation.sent(&server.seen());
        limit(None);
        let here = format!("{} {step} KiB: {sent} sends, {result:?}", operation.name);
        match &result {
            CallResult::Failed(failure) | CallResult::NotApplied(failure) => {
                assert_eq!((failure.kind, sent), (FailureKind::Journal, 0), "{here}");
                refused += 1;
            }
            CallResult::Applied(..) => assert_eq!(sent, 1, "{here}"),
            other => panic!("{here}: {other:?}"),
        }
        // The next Tapline knows no better than what is on disk, and never that nothing was done.
        drop(host);
        let (again, _) = open(folder.path(), PATIENT, tapline_platform::network::Network::default());
        let connection = attach(&again, &server.http());
        let history = again.invoke("ListHistory", None, &newest(&connection)).await.unwrap();
        let history: Value = serde_json::from_str(&history).unwrap();
        let history = &history["changes"];
        let known = history.as_array().unwrap().len();
        if sent == 1 {
            assert_eq!(known, 1, "{here}: no trace of what was sent");
            let outcome = settled(&again, operation, &payload, &id).await;
            let unknown = matches!(outcome, CallResult::Unknown { .. });
            cut += usize::from(unknown || !is_confirmed(&history[0]));
            assert!(unknown || matches!(outcome, CallResult::Applied(..)), "{here}: then {outcome:?}");
        }
        assert_eq!(operation.sent(&server.seen()), sent, "{here}: sent again");
        if matches!(result, CallResult::Applied(..)) && is_confirmed(&history[0]) {
            assert!(refused > 1, "{}: {refused} refused, {cut} cut off", operation.name);
            return;
        }
        assert!(step < 200, "{}: it never goes well", operation.name);
    }
}

/// The journal has that the service confirmed it; of an effect nothing else can.
fn is_confirmed(change: &Value) -> bool {
    let evidence = change["outcome"]["applied"]["evidence"].as_str();
    evidence.is_some_and(|evidence| evidence.starts_with("answer"))
}

/// Stored settings of a connection.
async fn settings() {
    let connection = |name: &str| {
        json!({
            "id": "c1", "name": name, "environment": "LIVE", "baseAddress": "https://pos.example.com", "namespace": "north",
            "safety": "confirm", "currency": "EUR", "unit": "minor", "owner": null, "lastUsed": null,
        })
    };
    let core = TestCore::new(PATIENT);
    let id: String =
        serde_json::from_str(&core.host.invoke("NewConnection", None, "null").await.unwrap()).unwrap();
    let named = |name: &str| {
        let mut connection = connection(name);
        connection["id"] = json!(id);
        connection.to_string()
    };
    core.host.invoke("SaveConnection", None, &named("Old name")).await.unwrap();
    for size in (0..2048).step_by(64) {
        limit(Some(size));
        let saved =
            core.host.invoke("SaveConnection", None, &named("New name, longer than the old one")).await;
        limit(None);
        let (again, _) = core.second(PATIENT);
        let result = again.invoke("GetDesk", None, "null").await.unwrap();
        let expected = if saved.is_ok() { "New name, longer" } else { "Old name" };
        assert!(result.contains(expected), "{size} bytes, {saved:?}: {result}");
        if saved.is_ok() {
            assert!(size > 0);
            return;
        }
    }
    panic!("it never goes well");
}

/// A data folder in which nothing can be written is said so at the start.
fn opening() {
    limit(Some(0));
    let folder = in_memory();
    let opened = std::panic::catch_unwind(|| {
        open(folder.path(), PATIENT, tapline_platform::network::Network::default())
    });
    limit(None);
    assert!(opened.is_err());
}
