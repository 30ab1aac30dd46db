use std::path::PathBuf;

use tapline_contract::commands::OpenSandbox;
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::endpoints::{ListEmv, UpdateEmv};
use tapline_contract::record::Record as _;
use tapline_contract::wire::{PageQuery, Saved};
use tapline_contract::{Call, Command, Endpoint, Evidence, Failure, Kind};

use super::*;
use crate::change::{Base, cut_off};
use crate::{Clock, Host, Network, Ports};

const HASH: &str = "hash";
const TARGET: &str = "emv 7";

struct Disk {
    folder: tempfile::TempDir,
}

impl Disk {
    fn new() -> Disk {
        Disk { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("journal.db")
    }

    fn open(&self) -> Journal {
        Journal::open(&self.path(), lost).unwrap()
    }
}

fn lost(endpoint: &str, at: &str) -> EmvOutcome {
    Outcome::Unknown { since: at.to_owned(), checks: 0, given_up: false, failure: cut_off(endpoint) }
}

fn operation(n: u8) -> OperationId {
    OperationId(format!("{n:032x}"))
}

fn claim(journal: &Journal, n: u8, hash: &str, connection: &str, target: &str) -> Claim {
    let intent = Intent {
        id: &operation(n),
        hash: hash.to_owned(),
        connection: &ConnectionId(connection.to_owned()),
        endpoint: UpdateEmv::NAME,
        target: target.to_owned(),
        at: format!("2026-11-20T10:00:0{n}Z"),
        subject: "\"7\"".to_owned(),
        draft: r#"{"params":{"x":1.00},"emvName":"a","paymentMethod":"01"}"#.to_owned(),
        before: None,
    };
    journal.claim(&intent).unwrap()
}

fn record() -> EmvConfig {
    EmvConfig::read(r#"{"id":7,"emvName":"a","params":"{ \"x\":1.00}","odd":1e2}"#).unwrap()
}

fn applied() -> EmvOutcome {
    let answer = Some(Saved { id: EmvId::parse("7") });
    Outcome::Applied { evidence: Evidence::Answer, answer, record: Some(record()) }
}

#[test]
fn an_operation_id_is_claimed_once() {
    let journal = Disk::new();
    let journal = journal.open();
    assert!(matches!(claim(&journal, 1, HASH, "c", TARGET), Claim::New));
    assert!(matches!(claim(&journal, 1, HASH, "c", TARGET), Claim::Same(None)));
    assert!(matches!(claim(&journal, 1, "other", "c", TARGET), Claim::Reused));
    journal.conclude(&operation(1), &applied()).unwrap();
    assert!(
        matches!(claim(&journal, 1, HASH, "c", TARGET), Claim::Same(Some(outcome)) if *outcome == applied())
    );
    assert!(matches!(claim(&journal, 1, "other", "c", TARGET), Claim::Reused));
}

#[test]
fn a_target_has_one_open_change() {
    let disk = Disk::new();
    let journal = disk.open();
    let unknown = |given_up| Outcome::Unknown {
        since: String::new(),
        checks: 3,
        given_up,
        failure: Failure::new(Kind::Timeout, "UpdateEmv", ""),
    };
    assert!(matches!(claim(&journal, 1, HASH, "c", TARGET), Claim::New));
    assert!(matches!(claim(&journal, 2, HASH, "c", TARGET), Claim::Busy { lost: false, .. }));
    assert!(matches!(claim(&journal, 3, HASH, "c", "emv 8"), Claim::New));
    assert!(matches!(claim(&journal, 4, HASH, "another", TARGET), Claim::New));
    journal.conclude(&operation(1), &unknown(false)).unwrap();
    assert!(matches!(claim(&journal, 2, HASH, "c", TARGET), Claim::Busy { lost: true, .. }));
    journal.conclude(&operation(1), &unknown(true)).unwrap();
    assert!(
        matches!(claim(&journal, 2, HASH, "c", TARGET), Claim::New),
        "given up: nothing more comes by itself"
    );
}

#[test]
fn what_was_cut_off_is_unknown_after_a_restart() {
    let disk = Disk::new();
    let connection = ConnectionId("c".to_owned());
    {
        let journal = disk.open();
        claim(&journal, 1, HASH, "c", "emv 1");
        claim(&journal, 2, HASH, "c", "emv 2");
        let before = serde_json::to_string(&Base::Record(Box::new(record()))).unwrap();
        journal.sending(&operation(2), &before).unwrap();
        claim(&journal, 3, HASH, "c", "emv 3");
        journal.conclude(&operation(3), &applied()).unwrap();
    }
    let journal = disk.open();
    let mut unsettled = journal.unsettled(&connection).unwrap();
    unsettled.sort();
    assert_eq!(unsettled, [operation(1), operation(2)]);
    let expected = lost("UpdateEmv", "2026-11-20T10:00:01Z");
    assert!(
        matches!(claim(&journal, 1, HASH, "c", "emv 1"), Claim::Same(Some(outcome)) if *outcome == expected)
    );
    assert!(matches!(claim(&journal, 4, HASH, "c", "emv 2"), Claim::Busy { lost: true, .. }));
    let history = journal.of_connection(&connection).unwrap();
    assert_eq!(
        history.iter().map(|row| &row.operation).collect::<Vec<_>>(),
        [&operation(3), &operation(2), &operation(1)]
    );
    assert_eq!(
        history[1].before,
        Some(Base::Record(Box::new(record()))),
        "as it was written, number spelling included"
    );
}

#[test]
fn what_is_written_comes_back_as_a_change() {
    let disk = Disk::new();
    let journal = disk.open();
    claim(&journal, 1, HASH, "c", TARGET);
    journal.answered(&operation(1), Some(r#"{"id":"7"}"#), Some("req_1")).unwrap();
    journal.conclude(&operation(1), &applied()).unwrap();
    let row = journal.get(&operation(1)).unwrap().unwrap();
    assert_eq!(row.answer, Some(Saved { id: EmvId::parse("7") }));
    let change = row.change();
    assert_eq!(change.id, EmvId::parse("7"));
    assert_eq!(change.draft.unwrap().params.text(), r#"{"x":1.00}"#);
    assert_eq!(change.outcome, Some(applied()));
    assert_eq!(change.request_id.as_deref(), Some("req_1"));
    assert!(journal.get(&operation(9)).unwrap().is_none());
    assert!(journal.conclude(&operation(9), &applied()).is_err(), "nothing to conclude");
}

#[test]
fn the_file_is_private_and_of_this_version() {
    let disk = Disk::new();
    drop(disk.open());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(disk.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    Sql::open(disk.path()).unwrap().pragma_update(None, "user_version", VERSION + 1).unwrap();
    assert!(matches!(Journal::open(&disk.path(), lost), Err(JournalError::Newer)));
}

/// The whole desk, with a journal that cannot be written.
#[tokio::test]
async fn without_a_journal_nothing_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let ports = Ports {
        read_clipboard: Box::new(|| Err(String::new())),
        clear_clipboard: Box::new(|| ()),
        choose_file: Box::new(|| None),
        close_window: Box::new(|| ()),
        set_title: Box::new(|_| ()),
        clock: Clock::system(),
        network: Network::default(),
    };
    let host = Host::open(folder.path(), ports).unwrap();
    let session = host.invoke(OpenSandbox::NAME, None, "null").await.unwrap();
    let session: <OpenSandbox as Command>::Output = serde_json::from_str(&session).unwrap();
    let connection = session.connection.id;
    let read = Call::<ListEmv> { connection: connection.clone(), id: (), input: PageQuery::ALL, seen: () };
    let read = serde_json::to_string(&read).unwrap();
    let listed = host.invoke(ListEmv::NAME, None, &read).await.unwrap();
    let page: <ListEmv as Endpoint>::Answer = serde_json::from_str(&listed).unwrap();
    let seen = page.records.iter().find(|record| record.draft().is_some()).unwrap();
    let mut input = seen.draft().unwrap();
    input.emv_name.push('!');
    let call = Call::<UpdateEmv> { connection, id: seen.id.clone(), input, seen: Some(seen.clone()) };
    let call = serde_json::to_string(&call).unwrap();

    let other = Sql::open(folder.path().join("journal.db")).unwrap();
    other.execute_batch("DROP TABLE operation").unwrap();
    let refused = host.invoke(UpdateEmv::NAME, Some(&operation(1).0), &call).await.unwrap_err();
    let failure: Failure = serde_json::from_str(&refused).unwrap();
    assert_eq!(failure.kind, Kind::Journal);
    let after: <ListEmv as Endpoint>::Answer =
        serde_json::from_str(&host.invoke(ListEmv::NAME, None, &read).await.unwrap()).unwrap();
    assert!(after.records.contains(seen), "the name is as it was");
}
