//! Exit codes after answers of a network: nothing is called undone, or done, on the word of a gateway.

use std::sync::atomic::{AtomicBool, Ordering};
use tapline_scripted::Answer;

use crate::fake::{Fake, data, reply};
use crate::run::{Computer, Ended, words};

const OPERATION: &str = "0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d";
const PAGE: &str = "<!doctype html><html><body>Request blocked</body></html>";
const FOREIGN: &str = r#"{"error":"x"}"#;
const REFUSAL: &str = r#"{"msg":"Not possible now","code":1001}"#;

/// A transaction at a service that answers a refund with this, booked or not.
fn refund(status: u16, body: &'static str, booked: bool) -> (Fake, Computer, Ended) {
    let sent = AtomicBool::new(false);
    let fake = Fake::new(move |request| {
        if request.method != "GET" {
            sent.store(true, Ordering::SeqCst);
            return page_or_json(status, body);
        }
        if request.target == "/api/v2/current" {
            return data(r#"{"groupName":"Acme","groupId":"g1"}"#);
        }
        let sale = r#"{"actionId":"A1","actionType":"SALE","actionStatus":"APPROVED","amount":{"value":50},"reason":""}"#;
        let refund = r#",{"actionId":"A2","actionType":"REFUND","actionStatus":"APPROVED","amount":{"value":20},"reason":"cup [tl-0a1b2c3d]"}"#;
        let (shown, state) =
            if booked && sent.load(Ordering::SeqCst) { (refund, "REFUNDED") } else { ("", "APPROVED") };
        data(&format!(
            r#"{{"tranId":"T1","tranStatus":"{state}","amount":{{"currency":"EUR","value":50}},"actions":[{sale}{shown}]}}"#
        ))
    });
    let computer = fake.computer();
    let password = computer.file("pwd", "geheim\n");
    let line = format!(
        r#"call RefundTransaction --id T1 --wait 0 --operation {OPERATION} --admin-password-file {password} --input {{"refundAmount":20,"refundReason":"cup"}}"#
    );
    let call = words(&line);
    let ended = computer.run(&call);
    (fake, computer, ended)
}

/// A page is HTML, everything else JSON.
fn page_or_json(status: u16, body: &str) -> Answer {
    if body == PAGE { Answer::html(status, body) } else { reply(status, body) }
}

#[test]
fn a_refund_that_was_let_through_is_never_called_undone() {
    for status in [400, 401, 403, 404, 422, 500] {
        for body in [PAGE, FOREIGN] {
            let (fake, computer, ended) = refund(status, body, true);
            let story = format!("{status} {body}\n{}\n{}", ended.out, ended.err);
            assert!([0, 3].contains(&ended.code), "{} after {story}", ended.code);
            let checked = computer.run(&["check", OPERATION]).ends(0);
            assert!(checked.json()["outcome"].get("applied").is_some(), "{}", checked.out);
            assert_eq!(fake.changes(), 1, "{story}");
        }
    }
}

/// Our mark in its reason shows whose refund it is, whatever the answer said.
#[test]
fn a_marked_refund_is_done_although_the_service_refused_it() {
    for status in [200, 400, 401, 403] {
        let (_fake, computer, ended) = refund(status, REFUSAL, true);
        assert!(ended.ends(0).json().get("applied").is_some(), "{status}");
        computer.run(&["check", OPERATION]).ends(0);
    }
}

#[test]
fn a_documented_refusal_has_its_exit_code() {
    for (status, exit) in [(200, 6), (400, 6)] {
        let (_fake, _computer, ended) = refund(status, REFUSAL, false);
        assert!(ended.ends(exit).json().get("notApplied").is_some(), "{status}");
    }
    let fake = Fake::new(|request| match request.method.as_str() {
        "GET" => data(r#"{"records":[],"hasNext":false,"total":0}"#),
        _ => reply(401, r#"{"msg":"UNAUTHORIZED","code":401}"#),
    });
    create(&fake).ends(4);
}

#[test]
fn an_odd_success_is_no_creation() {
    for body in ["", FOREIGN, "{}", PAGE] {
        let fake = Fake::new(move |request| match request.method.as_str() {
            "GET" => data(r#"{"records":[],"hasNext":false,"total":0}"#),
            _ => page_or_json(200, body),
        });
        let ended = create(&fake);
        assert_ne!(ended.code, 0, "{body}: {}\n{}", ended.out, ended.err);
        assert!(ended.json().get("applied").is_none(), "{body}: {}", ended.out);
    }
}

fn create(fake: &Fake) -> Ended {
    const DRAFT: &str = r#"{"emvName":"New","paymentMethod":"01","params":{"aid":"A0000000031010","clFloorLimit":0,"clTransLimit":200,"clCVMLimit":50}}"#;
    fake.computer().run(&["call", "CreateEmv", "--wait", "0", "--input", DRAFT])
}
