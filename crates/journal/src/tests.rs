use std::path::PathBuf;

use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::endpoints::UpdateEmv;
use tapline_contract::field::Loose;
use tapline_contract::history::{Change, HistoryOf, HistoryQuery};
use tapline_contract::record::Record as _;
use tapline_contract::{Class, Doubt, Endpoint as _, Evidence, Failure, FailureKind};

use super::*;
use crate::cut::{cut_off, not_begun};

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
        Journal::open(&self.path(), ended).unwrap()
    }
}

fn ended(endpoint: &str, at: &str, reached: Reached) -> AnyOutcome {
    match reached {
        Reached::Intent => not_begun(endpoint),
        Reached::Sending => cut_off(endpoint, Class::Absolute, at),
    }
}

fn operation(n: u8) -> OperationId {
    OperationId(format!("{n:032x}"))
}

fn claim(journal: &Journal, n: u8, hash: &str, connection: &str, target: &str) -> Claim {
    claim_over(journal, n, hash, connection, target, None)
}

fn claim_over(
    journal: &Journal,
    n: u8,
    hash: &str,
    connection: &str,
    target: &str,
    supersedes: Option<&OperationId>,
) -> Claim {
    journal.claim(&intent(&operation(n), hash, connection, target, supersedes)).unwrap()
}

fn intent<'a>(
    id: &'a OperationId,
    hash: &str,
    connection: &'a str,
    target: &str,
    supersedes: Option<&'a OperationId>,
) -> Intent<'a> {
    #[expect(clippy::disallowed_methods, reason = "as many as there are intents, until the tests end")]
    let connection_id = Box::leak(Box::new(ConnectionId(connection.to_owned())));
    Intent {
        id,
        hash: hash.to_owned(),
        connection: connection_id,
        service: connection,
        endpoint: UpdateEmv::NAME,
        target: target.to_owned(),
        place: None,
        at: format!("2026-11-20T10:00:0{}Z", &id.0[31..]),
        subject: "\"7\"".to_owned(),
        draft: r#"{"params":{"x":1.00},"emvName":"a","paymentMethod":"01"}"#.to_owned(),
        before: None,
        supersedes,
        owner: None,
        bearer: None,
    }
}

/// From the sixth version back to the fifth.
pub(super) const UNLISTED: &str = "
    DROP TRIGGER list_operation; DROP TRIGGER list_outcome; DROP TRIGGER list_answer; DROP TRIGGER list_before;
    DROP TRIGGER unlist_operation; DROP TRIGGER list_look; DROP TRIGGER unlist_look;
    DROP INDEX running_operation; DROP INDEX operation_at_service; DROP TABLE listed; DROP TABLE archive; DROP TABLE archived;
    PRAGMA user_version = 5;
";

/// The newest changes of a connection.
fn history(journal: &Journal, connection: &str) -> Vec<Change> {
    let query = HistoryQuery::newest(ConnectionId(connection.to_owned()), HistoryOf::All);
    journal.history(&query).unwrap().changes
}

fn record() -> EmvConfig {
    EmvConfig::read(r#"{"id":7,"emvName":"a","params":"{ \"x\":1.00}","odd":1e2}"#).unwrap()
}

fn applied() -> AnyOutcome {
    let record = serde_json::to_string(&record()).unwrap();
    let answer = Loose::json(r#"{"id":"7"}"#);
    Outcome::Applied { evidence: Evidence::Answer, answer, record: Loose::json(&record).unwrap() }
}

fn same(claim: &Claim, outcome: &AnyOutcome) -> bool {
    matches!(claim, Claim::Same(Some(json)) if serde_json::from_str::<AnyOutcome>(json).unwrap() == *outcome)
}

#[test]
fn an_operation_id_is_claimed_once() {
    let journal = Disk::new();
    let journal = journal.open();
    assert!(matches!(claim(&journal, 1, HASH, "c", TARGET), Claim::New));
    assert!(matches!(claim(&journal, 1, HASH, "c", TARGET), Claim::Same(None)));
    assert!(matches!(claim(&journal, 1, "other", "c", TARGET), Claim::Reused));
    drop(journal.conclude(&operation(1), Class::Absolute, &applied()).unwrap());
    assert!(same(&claim(&journal, 1, HASH, "c", TARGET), &applied()));
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
        doubt: Doubt::Lost,
        shows: String::new(),
        failure: Failure::new(FailureKind::Timeout, "UpdateEmv", ""),
    };
    assert!(matches!(claim(&journal, 1, HASH, "c", TARGET), Claim::New));
    assert!(matches!(claim(&journal, 2, HASH, "c", TARGET), Claim::Busy { lost: false, .. }));
    assert!(matches!(claim(&journal, 3, HASH, "c", "emv 8"), Claim::New));
    assert!(matches!(claim(&journal, 4, HASH, "another", TARGET), Claim::New));
    drop(journal.conclude(&operation(1), Class::Absolute, &unknown(false)).unwrap());
    assert!(matches!(claim(&journal, 2, HASH, "c", TARGET), Claim::Busy { lost: true, .. }));
    let row = || journal.get(&operation(1)).unwrap().unwrap();
    let earlier = row();
    journal.settle(&earlier, Class::Money, &unknown(true)).unwrap();
    let money = claim(&journal, 2, HASH, "c", TARGET);
    assert!(matches!(money, Claim::Busy { lost: true, .. }), "of money a person has to say that it goes on");
    journal.settle(&row(), Class::Create, &unknown(true)).unwrap();
    let creation = claim(&journal, 2, HASH, "c", TARGET);
    assert!(matches!(creation, Claim::Busy { lost: true, .. }), "a second one could be made");
    journal.settle(&earlier, Class::Absolute, &applied()).unwrap();
    assert_eq!(row().outcome, Some(unknown(true)), "nothing is written over what came meanwhile");
    journal.settle(&row(), Class::Absolute, &unknown(true)).unwrap();
    assert!(
        matches!(claim(&journal, 2, HASH, "c", TARGET), Claim::New),
        "given up: nothing more comes by itself"
    );
}

#[test]
fn a_person_may_go_on_over_an_unknown_outcome() {
    let disk = Disk::new();
    let journal = disk.open();
    claim(&journal, 1, HASH, "c", TARGET);
    let over = |n: u8, old: u8| claim_over(&journal, n, HASH, "c", TARGET, Some(&operation(old)));
    assert!(matches!(over(2, 1), Claim::Busy { lost: false, .. }), "it is on its way");
    drop(
        journal.conclude(&operation(1), Class::Absolute, &ended("UpdateEmv", "", Reached::Sending)).unwrap(),
    );
    assert!(matches!(over(2, 9), Claim::Busy { lost: true, .. }), "another one is named");
    assert!(matches!(over(2, 1), Claim::New));
    let old = || journal.get(&operation(1)).unwrap().unwrap();
    assert!(!old().superseded, "nothing was sent yet");
    assert!(matches!(over(3, 1), Claim::Busy { lost: false, .. }), "one goes on over it at a time");
    drop(journal.sending(&operation(2), None).unwrap());
    let old = old();
    assert!(old.superseded);
    journal.settle(&old, Class::Absolute, &applied()).unwrap();
    let old = journal.get(&operation(1)).unwrap().unwrap();
    assert!(matches!(old.outcome, Some(Outcome::Unknown { given_up: true, .. })), "nobody reads on for it");
    assert!(matches!(over(3, 1), Claim::Busy { lost: false, .. }));
}

#[test]
fn another_tapline_at_work_is_not_cut_off() {
    let disk = Disk::new();
    let journal = disk.open();
    claim(&journal, 1, HASH, "c", TARGET);
    let second = disk.open();
    assert!(second.get(&operation(1)).unwrap().unwrap().outcome.is_none());
    assert!(matches!(claim(&second, 2, HASH, "c", TARGET), Claim::Busy { lost: false, .. }));
    drop(journal);
    let third = disk.open();
    assert!(third.get(&operation(1)).unwrap().unwrap().outcome.is_some());
    assert_eq!(second.seal().text("x"), third.seal().text("x"), "one key, kept");
}

#[test]
fn of_another_taplines_change_it_is_told_how_far_it_is() {
    let disk = Disk::new();
    let (first, second) = (disk.open(), disk.open());
    claim(&first, 1, HASH, "c", TARGET);
    assert_eq!(second.operation_state(&operation(1)).unwrap(), OperationState::Elsewhere);
    drop(first.conclude(&operation(1), Class::Absolute, &applied()).unwrap());
    assert!(matches!(second.operation_state(&operation(1)).unwrap(), OperationState::Outcome(_)));
    claim(&first, 2, HASH, "c", TARGET);
    drop(first);
    assert!(
        matches!(second.operation_state(&operation(2)).unwrap(), OperationState::Outcome(_)),
        "it was cut off, and has its outcome"
    );
}

#[test]
fn the_first_version_is_taken_over() {
    let disk = Disk::new();
    let old = Sql::open(disk.path()).unwrap();
    old.execute_batch(schema::OPERATION).unwrap();
    old.execute_batch(
        r#"INSERT INTO operation (id, hash, connection, endpoint, target, at, subject, draft, before, state, outcome)
           VALUES ('0', '', 'c', 'UpdateEmv', 'emv 7', '', '"7"', 'null', '{"record":{"id":7,"emvName":"a","params":"{}"}}',
                   'done', '{"notApplied":{"failure":{"kind":"refused","call":"","sentence":""}}}');
           PRAGMA user_version = 1;"#,
    )
    .unwrap();
    drop(old);
    let change = history(&disk.open(), "c").pop().unwrap();
    assert_eq!(change.emv().unwrap().before.unwrap().name(), "a");
}

#[test]
fn the_third_version_is_taken_over() {
    let disk = Disk::new();
    {
        let journal = disk.open();
        claim(&journal, 1, HASH, "c", TARGET);
    }
    let old = Sql::open(disk.path()).unwrap();
    old.execute_batch(UNLISTED).unwrap();
    old.execute_batch(
        "DROP TABLE seen; DROP TABLE approved;
         ALTER TABLE operation DROP COLUMN owner; ALTER TABLE operation DROP COLUMN bearer; PRAGMA user_version = 3;",
    )
    .unwrap();
    drop(old);
    let journal = disk.open();
    let row = || journal.get(&operation(1)).unwrap().unwrap();
    assert_eq!((row().owner, row().bearer), (None, None));
    journal.owned(&operation(1), "group-1").unwrap();
    journal.owned(&operation(1), "group-2").unwrap();
    assert_eq!(row().owner.as_deref(), Some("group-1"), "it was sent for one owner");
}

/// Effects of a person's changes to the files under a running Tapline.
#[cfg(unix)]
#[test]
fn a_journal_that_is_not_at_its_path_takes_no_change() {
    type Meddle = fn(&std::path::Path);
    let ways: [(&str, Meddle); 4] = [
        ("deleted", |path| std::fs::remove_file(path).unwrap()),
        ("moved", |path| std::fs::rename(path, path.with_extension("old")).unwrap()),
        ("replaced by its copy", |path| {
            let copy = path.with_extension("copy");
            std::fs::copy(path, &copy).unwrap();
            std::fs::rename(copy, path).unwrap();
        }),
        ("without its log", |path| std::fs::remove_file(path.with_file_name("journal.db-wal")).unwrap()),
    ];
    for (way, meddle) in ways {
        let disk = Disk::new();
        let journal = disk.open();
        claim(&journal, 1, HASH, "c", TARGET);
        meddle(&disk.path());
        let sent = journal.sending(&operation(1), None);
        assert!(matches!(sent, Err(JournalError::Moved)), "{way}: {sent:?}");
        let concluded = journal.conclude(&operation(1), Class::Absolute, &applied());
        assert!(matches!(concluded, Err(JournalError::Moved)), "{way}: {concluded:?}");
        let second = journal.claim(&intent(&operation(2), HASH, "c", "emv 8", None));
        assert!(matches!(second, Err(JournalError::Moved)), "{way}: {second:?}");
    }
}

#[test]
fn what_another_tapline_took_for_cut_off_is_not_sent() {
    let disk = Disk::new();
    let journal = disk.open();
    claim(&journal, 1, HASH, "c", TARGET);
    // Someone cleared the folder of the locks that mark the running Taplines.
    std::fs::remove_dir_all(disk.folder.path().join("runs")).unwrap();
    drop(disk.open());
    assert!(journal.sending(&operation(1), None).is_err());
}

#[test]
fn what_was_cut_off_while_it_was_sent_is_unknown_after_a_restart_and_what_was_not_sent_is_not() {
    let disk = Disk::new();
    let connection = ConnectionId("c".to_owned());
    {
        let journal = disk.open();
        claim(&journal, 1, HASH, "c", "emv 1");
        claim(&journal, 2, HASH, "c", "emv 2");
        let before = serde_json::to_string(&record()).unwrap();
        drop(journal.sending(&operation(2), Some(&before)).unwrap());
        claim(&journal, 3, HASH, "c", "emv 3");
        drop(journal.conclude(&operation(3), Class::Absolute, &applied()).unwrap());
    }
    let journal = disk.open();
    assert_eq!(journal.unsettled(&connection).unwrap(), [operation(2)]);
    assert!(same(&claim(&journal, 1, HASH, "c", "emv 1"), &not_begun("UpdateEmv")));
    assert!(same(
        &claim(&journal, 2, HASH, "c", "emv 2"),
        &ended("UpdateEmv", "2026-11-20T10:00:02Z", Reached::Sending)
    ));
    assert!(matches!(claim(&journal, 5, HASH, "c", "emv 1"), Claim::New), "its record is free");
    assert!(matches!(claim(&journal, 4, HASH, "c", "emv 2"), Claim::Busy { lost: true, .. }));
    let history = history(&journal, "c");
    assert_eq!(
        history.iter().map(|change| &change.operation).collect::<Vec<_>>(),
        [&operation(5), &operation(3), &operation(2), &operation(1)]
    );
    assert_eq!(
        history[2].emv().unwrap().before,
        Some(record()),
        "as it was written, number spelling included"
    );
}

#[test]
fn what_is_written_comes_back_as_a_change() {
    let disk = Disk::new();
    let journal = disk.open();
    claim(&journal, 1, HASH, "c", TARGET);
    journal.answered(&operation(1), Class::Absolute, Some(r#"{"id":"7"}"#), Some("req_1")).unwrap();
    drop(journal.conclude(&operation(1), Class::Absolute, &applied()).unwrap());
    let row = journal.get(&operation(1)).unwrap().unwrap();
    assert_eq!(row.answer.as_deref(), Some(r#"{"id":"7"}"#));
    let change = row.change();
    assert_eq!(change.target, TARGET);
    assert_eq!(change.outcome, Some(applied()));
    let change = change.emv().unwrap();
    assert_eq!(change.id, EmvId::parse("7"));
    assert_eq!(change.draft.unwrap().params.text(), r#"{"x":1.00}"#);
    assert!(matches!(change.outcome, Some(Outcome::Applied { record: Some(_), .. })));
    assert_eq!(change.request_id.as_deref(), Some("req_1"));
    assert!(journal.get(&operation(9)).unwrap().is_none());
    assert!(journal.conclude(&operation(9), Class::Absolute, &applied()).is_err(), "nothing to conclude");
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
    Sql::open(disk.path()).unwrap().pragma_update(None, "user_version", schema::VERSION + 1).unwrap();
    assert!(matches!(Journal::open(&disk.path(), ended), Err(JournalError::Newer)));
}
