//! Archives hold what was moved, verify, and leave the journal able to answer a repeated operation.

use std::collections::BTreeSet;
use std::path::PathBuf;

use tapline_contract::history::{Change, HistoryOf};

use super::archive::ArchiveError;
use super::filled::Filled;
use super::*;

const BEFORE: &str = "2026-01-01T00:10:00Z";
const NOW: &str = "2026-11-27T12:00:00Z";

fn file(filled: &Filled, name: &str) -> PathBuf {
    filled.folder.path().join(name)
}

/// All changes of an archive over one connection, page by page.
fn archived_changes(archive: &Archive, connection: &ConnectionId) -> Vec<Change> {
    let (mut all, mut before) = (Vec::new(), None);
    loop {
        let page = archive.history(Some(connection), before.as_ref(), 37).unwrap();
        all.extend(page.changes);
        before = page.next;
        if before.is_none() {
            return all;
        }
    }
}

fn sorted(mut changes: Vec<Change>) -> Vec<Change> {
    changes.sort_by(|one, other| one.operation.0.cmp(&other.operation.0));
    changes
}

fn intent<'a>(id: &'a OperationId, hash: &str, connection: &'a ConnectionId) -> Intent<'a> {
    Intent {
        id,
        hash: hash.to_owned(),
        connection,
        service: "s",
        endpoint: "UpdateEmv",
        target: "emv 900".to_owned(),
        place: None,
        at: NOW.to_owned(),
        subject: "\"900\"".to_owned(),
        draft: "{}".to_owned(),
        before: None,
        supersedes: None,
        owner: None,
        bearer: None,
    }
}

#[test]
fn an_archive_takes_what_is_settled_and_old_and_nothing_is_lost() {
    let filled = Filled::new(4000);
    let journal = &filled.journal;
    let whole = filled.all(HistoryOf::All, 500);
    let bytes = journal.size().unwrap().bytes;
    let path = file(&filled, "old.db");
    let moved = journal.archive(BEFORE, &path, NOW).unwrap();
    let (left, archive) = (filled.all(HistoryOf::All, 500), Archive::open(&path).unwrap());
    let gone = archived_changes(&archive, &filled.connection);
    assert_eq!(u64::try_from(gone.len()).unwrap(), moved);
    assert!(gone.len() > 1000, "{}", gone.len());
    assert!(gone.windows(2).all(|two| two[0].at >= two[1].at), "newest first");
    assert!(gone.iter().all(|change| {
        change.at.as_str() < BEFORE && change.outcome.as_ref().is_some_and(Outcome::is_settled)
    }));
    assert_eq!(sorted([gone.clone(), left.clone()].concat()), sorted(whole));
    assert!(left.iter().any(|change| change.at.as_str() < BEFORE), "what is open stays");
    assert!(journal.made(&archive).unwrap());
    let size = journal.size().unwrap();
    // One more was made over another connection.
    assert_eq!(size.changes, u64::try_from(left.len() + 1).unwrap());
    assert!(size.bytes < bytes, "{} of {bytes}", size.bytes);
    assert!(
        matches!(journal.archive(BEFORE, &path, NOW), Err(ArchiveError::Exists)),
        "nothing is written over"
    );
    let again = file(&filled, "again.db");
    assert_eq!(journal.archive(BEFORE, &again, NOW).unwrap(), 0);
    assert!(!again.exists(), "none without changes");
}

#[test]
fn an_archived_operation_is_answered_and_never_sent_again() {
    let filled = Filled::new(400);
    let journal = &filled.journal;
    journal.archive(BEFORE, &file(&filled, "old.db"), NOW).unwrap();
    let gone = archived_changes(&Archive::open(&file(&filled, "old.db")).unwrap(), &filled.connection);
    for change in gone {
        let known = journal.claim(&intent(&change.operation, "h", &filled.connection)).unwrap();
        let Claim::Same(Some(outcome)) = known else { panic!("{known:?}") };
        let outcome: AnyOutcome = serde_json::from_str(&outcome).unwrap();
        assert_eq!(
            std::mem::discriminant(&outcome),
            std::mem::discriminant(change.outcome.as_ref().unwrap())
        );
        let other = journal.claim(&intent(&change.operation, "other", &filled.connection)).unwrap();
        assert!(matches!(other, Claim::Reused));
    }
}

#[test]
fn the_last_applied_change_of_a_configuration_and_what_is_open_stay() {
    let filled = Filled::new(400);
    let ids = (0..40).map(|id| tapline_contract::emv_config::EmvId::parse(&id.to_string()).unwrap());
    let last = |id| filled.journal.last_applied(&filled.connection, &id).unwrap();
    let before: Vec<_> = ids.clone().map(last).collect();
    let open = filled.all(HistoryOf::Open, 500);
    filled.journal.archive("2030-01-01T00:00:00Z", &file(&filled, "old.db"), NOW).unwrap();
    assert_eq!(ids.map(last).collect::<Vec<_>>(), before);
    assert_eq!(filled.all(HistoryOf::Open, 500), open);
}

#[test]
fn the_last_applied_change_that_has_the_record_stays_behind_one_without() {
    let filled = Filled::new(400);
    let id = tapline_contract::emv_config::EmvId::parse("8").unwrap();
    let last = || filled.journal.last_applied(&filled.connection, &id).unwrap();
    let before = last();
    assert!(before.is_some());
    locked(&filled.journal.sql)
        .execute(
            "INSERT INTO operation (id, hash, connection, service, endpoint, target, at, subject, draft, state, outcome)
             VALUES ('fd', 'h', 'c', 's', 'UpdateEmv', 'emv 8', '2027-01-01T00:00:00Z', '\"8\"', 'null', 'done',
                     '{\"applied\":{\"evidence\":\"answerAlone\",\"answer\":null,\"record\":null}}')",
            [],
        )
        .unwrap();
    filled.journal.archive("2030-01-01T00:00:00Z", &file(&filled, "old.db"), NOW).unwrap();
    assert_eq!(last(), before);
    let archive = Archive::open(&file(&filled, "old.db")).unwrap();
    assert!(archived_changes(&archive, &filled.connection).iter().any(|change| change.operation.0 == "fd"));
}

#[test]
fn archives_are_a_chain_and_a_changed_one_does_not_verify() {
    let filled = Filled::new(4000);
    let (first, second) = (file(&filled, "first.db"), file(&filled, "second.db"));
    filled.journal.archive("2026-01-01T00:05:00Z", &first, NOW).unwrap();
    filled.journal.archive(BEFORE, &second, NOW).unwrap();
    let text = |path: &Path, sql: &str| {
        Sql::open(path).unwrap().query_row(sql, [], |row| row.get::<_, String>(0)).unwrap()
    };
    assert_eq!(text(&second, "SELECT earlier FROM archive"), text(&first, "SELECT hash FROM archive"));
    for change in [
        "UPDATE operation SET at = '2026-01-01T00:00:09Z' WHERE number = (SELECT min(number) FROM operation)",
        "UPDATE operation SET outcome = NULL WHERE number = (SELECT max(number) FROM operation)",
        "DELETE FROM operation WHERE number = (SELECT min(number) FROM operation)",
        "DELETE FROM listed WHERE number = (SELECT min(number) FROM listed)",
        "UPDATE archive SET earlier = 'x'",
        "UPDATE archive SET hash = 'x'",
    ] {
        let copy = file(&filled, "copy.db");
        std::fs::copy(&second, &copy).unwrap();
        Sql::open(&copy).unwrap().execute(change, []).unwrap();
        assert!(matches!(Archive::open(&copy), Err(ArchiveError::Changed)), "{change}");
    }
    std::fs::write(file(&filled, "text"), "no archive").unwrap();
    assert!(Archive::open(&file(&filled, "text")).is_err());
    assert!(Archive::open(&filled.folder.path().join("journal.db")).is_err(), "the journal itself is none");
}

#[test]
fn a_kill_between_archive_and_deletion_loses_nothing() {
    let filled = Filled::new(1000);
    let whole = filled.all(HistoryOf::All, 500);
    // The file exists, the journal has deleted nothing yet.
    let path = file(&filled, "killed.db");
    archive::write(&filled.folder.path().join("journal.db"), &path, BEFORE, NOW).unwrap();
    assert_eq!(filled.all(HistoryOf::All, 500), whole);
    let next = file(&filled, "next.db");
    filled.journal.archive(BEFORE, &next, NOW).unwrap();
    let gone = archived_changes(&Archive::open(&next).unwrap(), &filled.connection);
    assert_eq!(
        archived_changes(&Archive::open(&path).unwrap(), &filled.connection),
        gone,
        "the next archive has them again"
    );
    assert_eq!(sorted([gone, filled.all(HistoryOf::All, 500)].concat()), sorted(whole));
}

/// Names the folder in which this program, started anew, archives.
const CHILD: &str = "TAPLINE_TEST_ARCHIVES_IN";

/// A moment of an archiving process, by what is in the folder.
type Moment = fn(&Filled, &Path, u64) -> bool;

const MOMENTS: [(&str, Moment); 3] = [
    ("copying", |filled, _, _| {
        let files = std::fs::read_dir(filled.folder.path()).unwrap().map(|file| file.unwrap().file_name());
        files.into_iter().any(|name| name.to_string_lossy().starts_with(".tmp"))
    }),
    ("under its name", |_, file, _| file.exists()),
    ("deleting", |filled, file, many| file.exists() && filled.journal.size().unwrap().changes < many),
];

#[test]
fn a_process_that_is_killed_while_it_archives_loses_nothing() {
    if let Some(file) = std::env::var_os(CHILD).map(PathBuf::from) {
        let path = file.with_file_name("journal.db");
        let journal = Journal::open(&path, |endpoint, _, _| crate::cut::not_begun(endpoint)).unwrap();
        journal.archive(BEFORE, &file, NOW).unwrap();
        return;
    }
    let filled = Filled::new(6000);
    let ids = |changes: Vec<Change>| -> BTreeSet<String> {
        changes.into_iter().map(|change| change.operation.0).collect()
    };
    let whole = ids(filled.all(HistoryOf::All, 500));
    let name = "archiving::a_process_that_is_killed_while_it_archives_loses_nothing";
    let (mut killed, mut archived) = (0, BTreeSet::new());
    for (number, (what, moment)) in MOMENTS.into_iter().enumerate() {
        let path = file(&filled, &format!("{number}.db"));
        let many = filled.journal.size().unwrap().changes;
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name])
            .env(CHILD, &path)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        while child.try_wait().unwrap().is_none() && !moment(&filled, &path, many) {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        killed += usize::from(!child.wait().unwrap().success());
        if path.exists() {
            archived.extend(ids(archived_changes(&Archive::open(&path).unwrap(), &filled.connection)));
        }
        let left = ids(filled.all(HistoryOf::All, 500));
        assert_eq!(left.union(&archived).cloned().collect::<BTreeSet<_>>(), whole, "{what}");
        for gone in whole.difference(&left) {
            assert!(filled.journal.archived(gone).unwrap().is_some(), "{what}: {gone} is answered");
        }
        let sound: String =
            locked(&filled.journal.sql).query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).unwrap();
        assert_eq!(sound, "ok", "{what}");
    }
    assert!(killed > 0, "no process was killed in time");
    let last = file(&filled, "last.db");
    filled.journal.archive(BEFORE, &last, NOW).unwrap();
    assert_eq!(filled.journal.archive(BEFORE, &file(&filled, "none.db"), NOW).unwrap(), 0);
}
