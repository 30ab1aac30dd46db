//! The part of F33 that needs a disk of its own: one MiB in memory, mounted where no other process sees it.
//!
//! Not every machine lets a process mount something, a container usually does not. Then this part says so and is left out; what
//! fails a write without a mount is in [`super::disk`] and runs everywhere.

use std::fs;
use std::path::Path;
use std::process::Command;

use tapline_platform::network::Network;
use tapline_scripted::Server;
use tapline_tests::reference::Reference;

use super::apart::{inside, inside_already};
use super::disk::nothing_sent;
use crate::matrix::FaultRow;
use crate::test_core::{CallResult, PATIENT, attach, fresh, open, payload, send};

const TEST: &str = "rows::volume::a_disk_that_is_full_or_read_only";

#[expect(clippy::print_stdout, reason = "the log of a run says what was left out")]
pub(super) fn full_or_read_only() {
    if inside_already() {
        return;
    }
    match mounting() {
        Some(command) => assert!(!tokio::task::block_in_place(|| inside(command, TEST))),
        None => println!("F33: this machine mounts nothing, so no disk was full or read only"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_is_full_or_read_only() {
    // Started by the row alone, on its own mounts.
    if !inside_already() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for cell in FaultRow::by_number(27).cells_here() {
        let operation = cell.operation.unwrap();
        // One for each: what still ends of the host before closes its files by their paths.
        let disk = folder.path().join(operation.name);
        fs::create_dir(&disk).unwrap();
        mount(&["-t", "tmpfs", "-o", "size=1m", "tapline"], &disk);
        let service = Reference::start();
        let server = Server::start(service.behavior());
        let (host, _) = open(&disk, PATIENT, Network::default());
        let connection = attach(&host, &server.http());
        let payload = payload(&connection, operation);
        fill(&disk.join("filler"));
        let result = send(&host, operation, &payload, &fresh()).await;
        nothing_sent(&result, operation, &server);
        fs::remove_file(disk.join("filler")).unwrap();
        let again = send(&host, operation, &payload, &fresh()).await;
        assert!(matches!(again, CallResult::Applied(..)), "{}, then room: {again:?}", operation.name);
        assert_eq!(operation.sent(&server.seen()), 1, "{}", operation.name);
        drop(host);
        unmount(&disk);
    }
    read_only(folder.path());
}

/// A journal that was written before, on a disk that is read only now: Tapline says so at the start and does not open, so
/// there is nothing that could send.
fn read_only(folder: &Path) {
    mount(&["-t", "tmpfs", "-o", "size=1m", "tapline"], folder);
    drop(open(folder, PATIENT, Network::default()));
    mount(&["-o", "remount,ro"], folder);
    let opened = std::panic::catch_unwind(|| open(folder, PATIENT, Network::default()));
    assert!(opened.is_err(), "core opened without a journal");
    unmount(folder);
}

/// Starts this program where it may mount.
fn mounting() -> Option<Command> {
    let ways: [&[&str]; 2] = [&["--mount"], &["--user", "--map-root-user", "--mount"]];
    let works = |way: &&[&str]| {
        let tried =
            Command::new("unshare").args(*way).args(["mount", "-t", "tmpfs", "tapline", "/mnt"]).output();
        tried.is_ok_and(|tried| tried.status.success())
    };
    let way = ways.into_iter().find(works)?;
    let mut command = Command::new("unshare");
    command.args(way).arg(std::env::current_exe().unwrap());
    Some(command)
}

fn mount(arguments: &[&str], place: &Path) {
    let mounted = Command::new("mount").args(arguments).arg(place).output().unwrap();
    assert!(mounted.status.success(), "{mounted:?}");
}

fn unmount(place: &Path) {
    // A process that is still ending may hold it for a moment.
    let unmounted = Command::new("umount").arg("--lazy").arg(place).output().unwrap();
    assert!(unmounted.status.success(), "{unmounted:?}");
}

/// Writes until nothing more fits.
fn fill(path: &Path) {
    let mut size = 1 << 20;
    let mut file = fs::File::create(path).unwrap();
    while size > 0 {
        if std::io::Write::write_all(&mut file, &vec![0; size]).is_err() {
            size /= 2;
        }
    }
}
