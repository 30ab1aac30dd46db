//! Being stopped, and a reader that goes away.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tapline_scripted::{Script, Step};

use crate::fake::{Fake, data};
use crate::run::{Computer, Ended, Service, quoted_program};
use crate::shop::until;

fn interrupt(child: &Child) {
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
}

#[test]
fn a_read_that_is_stopped_is_five() {
    let fake = Fake::new(|_| Step::Stall);
    for arguments in [
        &["call", "GetOwner"][..],
        &["list", "transactions", "--all"],
        &["list", "emv", "--all"],
        &["explain", "--transaction", "T1"],
        &["plan", "--set", "cvm=50.00"],
        &["sdk-id", "CD-1", "--merchant", "M1"],
        &["fingerprint"],
    ] {
        let before = fake.requests().len();
        let computer = fake.computer();
        let child = computer.start(arguments);
        until(|| fake.requests().len() > before);
        interrupt(&child);
        Ended::from(child.wait_with_output().unwrap()).ends(5).says("Nothing was changed");
    }
}

/// A program that takes a large answer apart hears a signal as one that waits does.
#[test]
fn a_busy_program_is_stopped_too() {
    let many: Vec<_> = (0..60_000).map(|at| format!(r#"\"k{at}\":{at}"#)).collect();
    let params = many.join(",");
    let records: Vec<_> = (1..=24)
        .map(|id| format!(r#"{{"id":{id},"emvName":"A","paymentMethod":"01","params":"{{{params}}}"}}"#))
        .collect();
    let list = format!(r#"{{"total":24,"hasNext":false,"records":[{}]}}"#, records.join(","));
    let fake = Fake::new(move |request| {
        if request.target.starts_with("/api/v2/emv") { data(&list) } else { data(r#"{"groupId":"7"}"#) }
    });
    for arguments in [&["plan", "--set", "cvm=50.00"][..], &["list", "emv", "--all"], &["fingerprint"]] {
        let before = fake.requests().len();
        let computer = fake.computer();
        let child = computer.start(arguments);
        until(|| fake.requests()[before..].iter().any(|request| request.target.starts_with("/api/v2/emv")));
        interrupt(&child);
        Ended::from(child.wait_with_output().unwrap()).ends(5).says("Nothing was changed");
    }
    assert_eq!(fake.changes(), 0);
}

#[test]
fn how_long_a_silent_service_is_waited_for_can_be_said() {
    let fake = Fake::new(|_| Step::Stall);
    let computer = fake.computer();
    computer.run(&["call", "GetOwner", "--timeout", "1"]).ends(7).says("didn't answer in time");
    computer.run(&["--timeout", "1", "list", "emv", "--all"]).ends(7).says("didn't answer in time");
    assert_eq!(fake.requests().len(), 2, "silence is not asked again when its time is up");
    computer.run(&["call", "GetOwner", "--timeout", "0"]).ends(1);
}

#[test]
fn a_change_that_is_stopped_while_it_is_read_for_is_not_sent() {
    let fake = Fake::new(|_| Step::Stall);
    let computer = fake.computer();
    let draft = r#"{"emvName":"Late","paymentMethod":"01","params":{"aid":"A0000000031010"}}"#;
    let before = fake.requests().len();
    let child = computer.start(&["call", "UpdateEmv", "--id", "11", "--input", draft]);
    until(|| fake.requests().len() > before);
    interrupt(&child);
    let ended = Ended::from(child.wait_with_output().unwrap()).ends(5).says("Nothing was sent");
    assert_eq!(fake.changes(), 0);
    assert!(computer.run(&["history"]).ends(0).out.contains(&ended.operation()));
}

#[test]
fn a_change_that_is_killed_before_it_is_sent_is_not_sent_and_frees_its_record() {
    let silent = Arc::new(AtomicBool::new(true));
    let hangs = Arc::clone(&silent);
    let fake = Fake::new(move |_| -> Script {
        if hangs.load(Ordering::SeqCst) { Step::Stall.into() } else { data(r#"{"groupName":"Acme"}"#).into() }
    });
    let computer = fake.computer();
    let draft = r#"{"emvName":"Late","paymentMethod":"01","params":{"aid":"A0000000031010"}}"#;
    let mut child = computer.start(&["call", "UpdateEmv", "--id", "11", "--input", draft]);
    until(|| !fake.requests().is_empty());
    child.kill().unwrap();
    child.wait().unwrap();
    silent.store(false, Ordering::SeqCst);
    let history = computer.run(&["history"]).ends(0).lines();
    let failure = &history[0]["outcome"]["notApplied"]["failure"];
    assert!(failure["sentence"].as_str().unwrap().contains("before it sent anything"), "{history:?}");
    let operation = history[0]["operation"].as_str().unwrap().to_owned();
    computer.run(&["check", &operation]).ends(1).says("wasn't done");
    assert_eq!(fake.changes(), 0);
}

#[test]
fn a_change_that_is_stopped_is_unknown_and_can_be_checked() {
    let service = Service::new();
    let computer = service.computer();
    // Done after three seconds.
    let draft = r#"{"emvName":"Slow","paymentMethod":"01","params":{"aid":"A0000000031010","clFloorLimit":0,"clTransLimit":20000,"clCVMLimit":6605}}"#;
    let child = computer.start(&["call", "UpdateEmv", "--id", "11", "--input", draft]);
    until(|| service.sandbox.puts() == 1);
    interrupt(&child);
    let ended = Ended::from(child.wait_with_output().unwrap()).ends(3).says("may have gone through");
    let operation = ended.operation();
    until(|| computer.run(&["check", &operation]).code == 0);
    assert_eq!(service.sandbox.puts(), 1);
}

#[test]
fn a_reader_that_goes_away_ends_a_list_quietly() {
    let fake = Fake::new(|request| {
        let page: u64 = request.target.rsplit_once("pageNumber=").unwrap().1.parse().unwrap();
        let records: Vec<_> = (0..200)
            .map(|at| format!(r#"{{"tranId":"T{page}-{at}","mchName":"{}"}}"#, "x".repeat(500)))
            .collect();
        data(&format!(r#"{{"hasNext":true,"records":[{}]}}"#, records.join(",")))
    });
    let computer = fake.computer();
    let mut child = computer.start(&["list", "transactions", "--all"]);
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut String::new()).unwrap();
    drop(reader);
    let ended = Ended::from(child.wait_with_output().unwrap()).ends(0);
    assert_eq!(ended.err, "");
}

#[test]
fn the_sandbox_runs_until_it_is_stopped() {
    let computer = Computer::new();
    let db = computer.file("none", "").replace("none", "sandbox.db");
    let mut child = computer.start(&["sandbox", "--db", &db, "--records", "10", "--seed", "2"]);
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let ready: serde_json::Value = serde_json::from_str(&line).unwrap();
    let text = |key: &str| ready[key].as_str().unwrap();
    assert_eq!(text("namespace"), "/acme");
    let owner = Computer::at(text("baseUrl"), text("token")).run(&["call", "GetOwner"]).ends(0).json();
    assert_eq!(owner["groupName"], "Acme");
    interrupt(&child);
    Ended::from(child.wait_with_output().unwrap()).ends(0).says("Ctrl+C");
    assert!(std::path::Path::new(&db).exists());
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    computer.run(&["sandbox", "--port", &port]).ends(1).says("can't listen");
}

/// Runs at a terminal of its own until it shows `words`, then types; returns how it ended.
#[cfg(target_os = "linux")]
fn at_a_terminal(computer: &Computer, line: &str, words: &str, typed: &[&str]) -> Ended {
    use std::io::{Read as _, Write as _};
    use std::process::Stdio;
    use std::sync::Mutex;

    let mut shell = Command::new("script");
    shell.args(["-q", "-e", "-c", line, "/dev/null"]).env_clear().env("PATH", "/usr/bin:/bin");
    for (name, value) in computer.command(&[]).get_envs() {
        shell.envs(value.map(|value| (name, value)));
    }
    let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let shown = Arc::new(Mutex::new(String::new()));
    let (mut from, kept) = (child.stdout.take().unwrap(), Arc::clone(&shown));
    let reading = std::thread::spawn(move || {
        let mut bytes = [0; 1024];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            kept.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    });
    until(|| shown.lock().unwrap().contains(words));
    let mut keys = child.stdin.take().unwrap();
    for text in typed {
        // A program that has ended reads nothing.
        let _ = keys.write_all(text.as_bytes()).and_then(|()| keys.flush());
        std::thread::sleep(Duration::from_millis(300));
    }
    let code = child.wait().unwrap().code().unwrap_or(-1);
    reading.join().unwrap();
    let err = shown.lock().unwrap().clone();
    Ended { code, out: String::new(), err }
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_at_a_question_ends_it_and_a_yes_behind_it_sends_nothing() {
    let fake = Fake::new(|request| match request.method.as_str() {
        "GET" => data(
            r#"{"total":1,"hasNext":false,"records":[{"id":7,"emvName":"A","paymentMethod":"01","params":"{\"clCVMLimit\":1}"}]}"#,
        ),
        _ => data(r#"{"id":7}"#),
    });
    let computer = fake.computer();
    let program = quoted_program();
    let line = format!("exec {program} set emv 7 clCVMLimit=5000 --wait 0");
    let ended = at_a_terminal(&computer, &line, "Type yes", &["\u{3}", "yes\n"]).ends(5);
    ended.says("The program was stopped").says("Nothing was sent");
    assert_eq!(fake.changes(), 0);
    at_a_terminal(&computer, &line, "Type yes", &["yes\n"]);
    assert_eq!(fake.changes(), 1, "without Ctrl+C it is sent");
}

/// Also where a signal was waited for before, as `set` and `call` do while they open the service.
#[test]
fn waiting_for_standard_input_is_ended_by_a_signal() {
    let fake = Fake::new(|_| Step::Stall);
    let computer = fake.computer();
    for arguments in [
        &["call", "UpdateEmv", "--id", "7", "--input", "-"][..],
        &["call", "GetOwner", "--token-stdin"],
        &["set", "emv", "7", "clCVMLimit=1", "--token-stdin"],
    ] {
        let child = computer.command(arguments).stdin(std::process::Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(800));
        interrupt(&child);
        Ended::from({
            let mut child = child;
            let kept_open = child.stdin.take();
            let ended = child.wait_with_output().unwrap();
            drop(kept_open);
            ended
        })
        .ends(5)
        .says("Nothing was sent");
    }
    assert!(fake.requests().is_empty());
}
