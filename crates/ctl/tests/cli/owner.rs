//! A change of unknown outcome is settled with a token of the owner it was sent for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tapline_scripted::{Answer, Request};

use crate::fake::{Fake, data, reply};
use crate::run::Computer;

/// Two tokens of owner A and one of owner B.
const FIRST: &str = "token-a-first-0123456789";
const SECOND: &str = "token-a-second-0123456789";
const OTHER: &str = "token-b-0123456789";

const RECORD: &str = r#"{"id":11,"emvName":"Visa","paymentMethod":"01","params":"{\"aid\":\"A0000000031010\",\"clCVMLimit\":5000}"}"#;

/// A service with two owners, one record of A's, and no answer to a deletion.
struct Service {
    fake: Fake,
    /// True once the record is gone.
    gone: Arc<AtomicBool>,
    /// True if the service names the owner of a token.
    names: Arc<AtomicBool>,
    /// True if a deletion is answered.
    answers: Arc<AtomicBool>,
}

impl Service {
    fn new() -> Service {
        let flag = || Arc::new(AtomicBool::new(false));
        let (gone, names, answers) = (flag(), flag(), flag());
        names.store(true, Ordering::SeqCst);
        let (is_gone, tells, is_answered) = (Arc::clone(&gone), Arc::clone(&names), Arc::clone(&answers));
        let fake = Fake::new(move |request: &Request| {
            let others = request.authorization().contains(OTHER);
            match request.path.as_str() {
                "/api/v2/current" if !tells.load(Ordering::SeqCst) => failed(),
                "/api/v2/current" if others => data(r#"{"groupName":"B","groupId":"group-b"}"#),
                "/api/v2/current" => data(r#"{"groupName":"A","groupId":"group-a"}"#),
                "/api/v2/emv" => list(if others || is_gone.load(Ordering::SeqCst) { "" } else { RECORD }),
                _ if is_answered.load(Ordering::SeqCst) => {
                    is_gone.store(true, Ordering::SeqCst);
                    data(r#"{"id":"11"}"#)
                }
                _ => late(),
            }
        });
        Service { fake, gone, names, answers }
    }

    fn computer(&self) -> Computer {
        Computer::at(&self.fake.server.http(), FIRST)
    }
}

fn failed() -> Answer {
    reply(500, r#"{"code":1,"msg":"down"}"#)
}

/// A gateway that waited in vain: the deletion may still arrive.
fn late() -> Answer {
    reply(504, r#"{"code":1,"msg":"late"}"#)
}

fn list(record: &str) -> Answer {
    let total = usize::from(!record.is_empty());
    data(&format!(r#"{{"total":{total},"current":1,"hasNext":false,"records":[{record}]}}"#))
}

const DELETE: [&str; 6] = ["call", "DeleteEmv", "--id", "11", "--wait", "0"];

#[test]
fn another_owners_token_settles_nothing_and_a_new_one_of_the_same_owner_does() {
    let service = Service::new();
    let computer = service.computer();
    let (second, other) = (computer.file("second", SECOND), computer.file("other", OTHER));
    let operation = computer.run(&DELETE).ends(3).operation();
    let check = |token: &str| computer.run(&["check", &operation, "--token-file", token]);
    // B's list lacks the record, as if it had been deleted.
    check(&other).ends(1).says("group-a").says("group-b").says("still unconfirmed");
    let history = || computer.run(&["history"]).ends(0).lines();
    assert!(history()[0]["outcome"].get("unknown").is_some(), "{:?}", history());
    computer.run(&[&DELETE[..], &["--token-file", &other]].concat()).ends(1).says("still unconfirmed");
    check(&second).ends(3);
    service.gone.store(true, Ordering::SeqCst);
    check(&other).ends(1);
    let settled = check(&second).ends(0).json();
    assert_eq!(settled["outcome"]["applied"]["evidence"], "readBack");
    assert_eq!(service.fake.changes(), 1);
}

#[test]
fn where_the_owner_is_not_known_only_the_same_token_settles() {
    let service = Service::new();
    service.names.store(false, Ordering::SeqCst);
    let computer = service.computer();
    let second = computer.file("second", SECOND);
    let operation = computer.run(&DELETE).ends(3).operation();
    service.names.store(true, Ordering::SeqCst);
    service.gone.store(true, Ordering::SeqCst);
    computer.run(&["check", &operation, "--token-file", &second]).ends(1).says("with the token that sent it");
    computer.run(&["check", &operation]).ends(0);
    assert_eq!(service.fake.changes(), 1);
}

#[test]
fn a_change_that_is_answered_asks_nobody_for_the_owner() {
    let service = Service::new();
    service.answers.store(true, Ordering::SeqCst);
    service.computer().run(&DELETE).ends(0);
    assert!(service.fake.requests().iter().all(|request| request.target != "/api/v2/current"));
}
