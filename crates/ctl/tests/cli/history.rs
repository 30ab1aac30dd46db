//! `history`, `check`, `close`: the journal, also of a saved connection.

use crate::run::{Computer, Service, quoted_program};

const DRAFT: &str = r#"{"emvName":"Lost","paymentMethod":"01","params":{"aid":"A0000000031010","clFloorLimit":0,"clTransLimit":20000,"clCVMLimit":6609}}"#;

fn lost(computer: &Computer, more: &[&str]) -> String {
    let call = ["call", "UpdateEmv", "--id", "11", "--wait", "0", "--input", DRAFT];
    computer.run(&[&call[..], more].concat()).ends(3).operation()
}

#[test]
fn a_lost_change_is_found_checked_and_closed_by_hand() {
    let service = Service::new();
    let computer = service.computer();
    let operation = lost(&computer, &[]);
    let history = computer.run(&["history"]).ends(0).lines();
    assert_eq!(
        (&history[0]["operation"], &history[0]["endpoint"]),
        (&operation.as_str().into(), &"UpdateEmv".into())
    );
    let checked = computer.run(&["check", &operation]).ends(3).says("taplinectl close").json();
    assert!(!computer.run(&["check", &operation]).err.contains("done|not-done"), "a shell would pipe");
    assert_eq!(checked["outcome"]["unknown"]["given_up"], false, "{checked}");
    for _ in 0..15 {
        computer.run(&["check", &operation]).ends(3);
    }
    let still = computer.run(&["check", &operation]).ends(3).json();
    assert_eq!(
        still["outcome"]["unknown"]["given_up"], false,
        "a person's checks use no schedule up: {still}"
    );

    computer.run(&["close", &operation, "--found", "done"]).ends(1);
    computer.run(&["close", &operation, "--found", "done", "--note", " "]).ends(1).says("Evidence is empty");
    let close = ["close", &operation, "--found", "not-done", "--note", "asked the acquirer"];
    let closed = computer.run(&close).ends(0).json();
    assert_eq!(closed["note"], "asked the acquirer");
    computer.run(&close).ends(1).says("Only an unconfirmed change");
    assert_eq!(service.sandbox.puts(), 1, "nothing was sent again");

    let csv = computer.run(&["history", "--format", "csv"]).ends(0).out;
    assert!(csv.starts_with("at,endpoint,target,operation,") && csv.contains("asked the acquirer"), "{csv}");
    assert_eq!(computer.run(&["history", "--limit", "0"]).ends(0).out, "");
    computer.run(&["check", "ffffffffffffffffffffffffffffffff"]).ends(1).says("Change not found");
}

#[test]
fn a_change_on_a_saved_connection_is_found_without_naming_it() {
    let service = Service::new();
    let computer = Computer::new();
    let token = computer.file("token", service.sandbox.token());
    let base_url = service.sandbox.base_address();
    computer
        .run(&["connections", "add", "--name", "Acme", "--base-url", &base_url, "--token-file", &token])
        .ends(1);
    let operation = lost(&computer, &["--connection", "Acme", "--token-file", &token]);
    let history = computer.run(&["history", "--connection", "Acme"]).ends(0).lines();
    assert_eq!(history.len(), 1, "the history needs no token");
    // There is no keyring to take the token from.
    computer.run(&["check", &operation]).ends(4).says("No token for Acme");
    computer.run(&["check", &operation, "--token-file", &token]).ends(3);
    computer.run(&["check", &operation, "--connection", "Acme", "--token-file", &token]).ends(3);
    computer.run(&["close", &operation, "--found", "done", "--note", "seen"]).ends(0);
    let settled = computer.run(&["check", &operation]).ends(0).json();
    assert_eq!(settled["outcome"]["applied"]["evidence"], "person");
}

/// The way out runs as it is printed, on a computer without a variable: address, file of the token and folder are on the line.
#[cfg(unix)]
#[test]
fn the_way_out_is_a_line_that_runs() {
    let service = Service::new();
    let computer = Computer::new();
    let token = computer.file("to ken", service.sandbox.token());
    let folder = computer.data().with_file_name("a folder");
    let options = [
        "--base-url",
        &service.sandbox.base_address(),
        "--token-file",
        &token,
        "--data-dir",
        folder.to_str().unwrap(),
    ];
    let call = ["call", "UpdateEmv", "--id", "11", "--wait", "0", "--input", DRAFT];
    let told = computer.run(&[&call[..], &options].concat()).ends(3).err;
    let printed = |told: &str, begins: &str| {
        let line = told.lines().map(str::trim).find(|line| line.starts_with(begins));
        line.unwrap_or_else(|| panic!("{told}")).to_owned()
    };
    let run = |line: &str| {
        let line = line.replacen("taplinectl", &quoted_program(), 1);
        computer.typed(&line)
    };
    let check = printed(&told, "taplinectl check");
    assert!(!check.contains(service.sandbox.token()));
    let told = run(&check).ends(3).err;
    run(&printed(&told, "taplinectl close")).ends(0);
}

#[test]
fn a_read_only_connection_changes_nothing() {
    let service = Service::new();
    let computer = Computer::new();
    let token = computer.file("token", service.sandbox.token());
    let base_url = service.sandbox.base_address();
    let add = ["connections", "add", "--name", "Look", "--safety", "read-only", "--base-url", &base_url];
    computer.run(&[&add[..], &["--token-file", &token]].concat()).ends(1);
    let call = ["call", "DeleteEmv", "--id", "11", "--connection", "Look", "--token-file", &token];
    computer.run(&call).ends(1).says("read only");
}

/// Makes the journal one of a year ago. The text of a day is as long as that of another one, so its bytes are replaced in place.
fn aged(computer: &Computer, day: &str) {
    let journal = computer.data().join("journal.db");
    let log = journal.with_extension("db-wal");
    assert!(std::fs::metadata(log).map_or(true, |log| log.len() == 0), "the journal is whole in its file");
    let mut bytes = std::fs::read(&journal).unwrap();
    for at in 0..bytes.len() - day.len() {
        if &bytes[at..at + day.len()] == day.as_bytes() {
            bytes[at..at + day.len()].copy_from_slice(b"2020-01-01");
        }
    }
    std::fs::write(journal, bytes).unwrap();
}

#[test]
fn settled_changes_move_into_an_archive_that_reads_like_the_history() {
    let service = Service::new();
    let computer = service.computer();
    for limit in ["4100", "4200", "4300"] {
        computer.run(&["set", "emv", "11", &format!("clCVMLimit={limit}"), "--yes"]).ends(0);
    }
    let whole = computer.run(&["history"]).ends(0).lines();
    let at = whole[0]["at"].as_str().unwrap();
    aged(&computer, &at[..10]);
    let file = computer.data().with_file_name("old.db");
    let file = file.to_str().unwrap();
    let archive = ["history", "archive", "--before", "2021-01-01", "--output", file];
    computer.run(&archive).ends(0).says("2 changes archived");
    computer.run(&archive).ends(1).says("exists");

    let ids = |lines: &[serde_json::Value]| -> Vec<String> {
        lines.iter().map(|line| line["operation"].as_str().unwrap().to_owned()).collect()
    };
    let left = computer.run(&["history"]).ends(0).lines();
    let moved = computer.run(&["history", "--archive", file]).ends(0).says("unchanged since").lines();
    assert_eq!(ids(&left), ids(&whole[..1]), "the last applied one of a configuration stays");
    assert_eq!(ids(&moved), ids(&whole[1..]));
    assert_eq!(moved[0]["draft"], whole[1]["draft"]);
    computer.run(&["check", &ids(&moved)[0]]).says("--archive");

    let mut bytes = std::fs::read(file).unwrap();
    let limit = bytes.windows(4).position(|bytes| bytes == b"4100").unwrap();
    bytes[limit] = b'9';
    std::fs::write(file, bytes).unwrap();
    computer.run(&["history", "--archive", file]).ends(1).says("changed after it was written");
}
