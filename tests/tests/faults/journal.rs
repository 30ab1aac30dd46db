//! Money, and a journal that is not what it was: moved, replaced or deleted under a running Tapline, on a disk that is full,
//! on one that can only be read. Without an intent that the next Tapline will find, nothing is sent.
//!
//! Disks are mounted in a namespace of their own. If that is not allowed, F33 fills a disk by other means.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tapline_contract::FailureKind;
use tapline_scripted::{Behavior, Server};
use tapline_tests::reference::{NAMESPACE, Operation, Reference, TOKEN};
use tapline_tests::target;

use crate::test_core::{PATIENT, TestCore, fresh, payload};

const MONEY: [&str; 3] = ["VoidTransaction", "RefundTransaction", "Settle"];
const FILES: [&str; 3] = ["journal.db", "journal.db-wal", "journal.db-shm"];

type Meddle = fn(&Path);

const WAYS: [(&str, Meddle); 4] = [
    ("deleted", |folder| FILES.iter().for_each(|file| fs::remove_file(folder.join(file)).unwrap())),
    ("moved", |folder| {
        fs::create_dir(folder.join("old")).unwrap();
        for file in FILES {
            fs::rename(folder.join(file), folder.join("old").join(file)).unwrap();
        }
    }),
    ("replaced", |folder| {
        let path = folder.join(FILES[0]);
        fs::copy(&path, folder.join("copy")).unwrap();
        fs::rename(folder.join("copy"), path).unwrap();
    }),
    ("moved with its folder", |folder| {
        fs::rename(folder, folder.with_extension("old")).unwrap();
        fs::create_dir(folder).unwrap();
    }),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    BeforeTheClaim,
    /// While the thing is read that is about to be changed.
    BeforeSending,
}

#[tokio::test(flavor = "multi_thread")]
async fn no_money_moves_when_the_journal_is_not_at_its_path() {
    for (way, meddle) in WAYS {
        for name in MONEY {
            for moment in [Moment::BeforeTheClaim, Moment::BeforeSending] {
                let here = format!("{way}, {name}, {moment:?}");
                let core = TestCore::new(PATIENT);
                let (service, folder) = (Reference::start(), core.folder().to_owned());
                let meddled = Arc::new(AtomicBool::new(false));
                let once = {
                    let meddled = Arc::clone(&meddled);
                    move || (!meddled.swap(true, Ordering::SeqCst)).then(|| meddle(&folder))
                };
                if moment == Moment::BeforeTheClaim {
                    once();
                }
                let server = Server::start(Behavior::respond(move |request| {
                    once();
                    service.answer(request).steps()
                }));
                let operation = Operation::named(name);
                let connection = core.attach(&server.http());
                let result = core.send(operation, &payload(&connection, operation), &fresh()).await;
                assert!(meddled.load(Ordering::SeqCst), "{here}: nothing was read before");
                let failure = result.failure();
                assert_eq!(
                    (failure.kind, operation.sent(&server.seen())),
                    (FailureKind::Journal, 0),
                    "{here}"
                );
                for file in FILES {
                    assert!(failure.sentence.contains(file), "{here}: {}", failure.sentence);
                }
                // The rest of the folder goes with the test.
                let _ = fs::remove_dir_all(core.folder().with_extension("old"));
            }
        }
    }
}

/// `taplinectl` with a disk of its own: `mount` is a command of a shell that may mount, `$0` the data folder.
fn run(mount: &str, folder: &Path, operation: &Operation, base_url: &str) -> Output {
    let input = folder.with_extension("input");
    fs::write(&input, operation.input).unwrap();
    let mut command = mounting(&format!("{mount} && exec \"$@\""));
    command.arg(folder).arg(target().join("debug/taplinectl"));
    command.args(["call", operation.name, "--base-url", base_url, "--namespace", NAMESPACE]);
    command.args(["--input", "-", "--wait", "0", "--data-dir"]).arg(folder);
    if let Some(id) = operation.id {
        command.args(["--id", id]);
    }
    command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("TAPLINE_TOKEN", TOKEN);
    command.env("TAPLINE_UNIT", "minor");
    command.stdin(fs::File::open(&input).unwrap()).output().unwrap()
}

fn mounting(script: &str) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script]);
    command
}

/// True if a test may mount here. A container may forbid it.
fn may_mount() -> bool {
    let folder = tempfile::tempdir().unwrap();
    let mut command = mounting("mount -t tmpfs tmpfs \"$0\"");
    command.arg(folder.path()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Bigger disks each time, until all goes well on one.
#[test]
fn on_a_full_disk_no_money_moves_without_a_trace() {
    const STEP: usize = 24;
    if !may_mount() {
        println!("skipped: nothing can be mounted here");
        return;
    }
    for (at, name) in MONEY.into_iter().enumerate() {
        let operation = Operation::named(name);
        let mut refused = 0;
        for size in (STEP..).step_by(STEP).map(|size| size + at * 8) {
            let folder = tempfile::tempdir().unwrap();
            let data = folder.path().join("data");
            fs::create_dir(&data).unwrap();
            let server = Server::start(Reference::start().behavior());
            let mount = format!("mount -t tmpfs -o size={size}k tmpfs \"$0\"");
            let ended = run(&mount, &data, operation, &server.http());
            let said = String::from_utf8_lossy(&ended.stderr).into_owned();
            let here = format!("{name} on {size} KiB: {said}");
            match (ended.status.code(), operation.sent(&server.seen())) {
                (Some(0), 1) => break,
                (Some(1), 0) => {
                    assert!(said.contains("full") || said.contains("can't be used"), "{here}");
                    refused += 1;
                }
                other => panic!("{other:?} {here}"),
            }
            assert!(size < 4096, "{here}: it never goes well");
        }
        assert!(refused > 1, "{name}: {refused} refused");
    }
}

#[test]
fn on_a_disk_that_is_read_only_no_money_moves() {
    if !may_mount() {
        println!("skipped: nothing can be mounted here");
        return;
    }
    for name in MONEY {
        let operation = Operation::named(name);
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        fs::create_dir(&data).unwrap();
        let server = Server::start(Reference::start().behavior());
        // A first run, on a disk that can be written, so that there is a journal.
        assert_eq!(run("true", &data, operation, &server.http()).status.code(), Some(0));
        let server = Server::start(Reference::start().behavior());
        let mount = "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\"";
        let ended = run(mount, &data, operation, &server.http());
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!((ended.status.code(), operation.sent(&server.seen())), (Some(1), 0), "{name}: {said}");
        assert!(said.contains("data folder") && said.contains("writable"), "{said}");
    }
}
