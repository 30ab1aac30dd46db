//! Outcomes of a change, and their exit codes: against the sandbox and its faults.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use tapline_scripted::{Script, Step};

use crate::fake::{Fake, data, reply};
use crate::run::{Computer, Ended, Service, words};

/// The record of a configuration and the draft that sets its CVM limit.
fn record_and_draft(computer: &Computer, id: u64, cvm: u64) -> (String, String) {
    let page = computer.run(&["call", "ListEmv", "--input", r#"{"pageSize":-1}"#]).ends(0).json();
    let record =
        page["records"].as_array().unwrap().iter().find(|record| record["id"] == id).unwrap().clone();
    let mut params: Value = serde_json::from_str(record["params"].as_str().unwrap()).unwrap();
    params["clCVMLimit"] = cvm.into();
    let draft =
        json!({ "emvName": record["emvName"], "paymentMethod": record["paymentMethod"], "params": params });
    (record.to_string(), draft.to_string())
}

fn update(computer: &Computer, id: u64, cvm: u64, more: &[&str]) -> Ended {
    let (_, draft) = record_and_draft(computer, id, cvm);
    let id = id.to_string();
    computer.run(&[&["call", "UpdateEmv", "--id", &id, "--input", &draft], more].concat())
}

#[test]
fn zero_is_done() {
    let service = Service::new();
    let computer = service.computer();
    let told = update(&computer, 11, 4000, &[]).ends(0).json();
    assert_eq!(told["applied"]["evidence"], "answer");
    let created = computer.run(&words(r#"call CreateEmv --input {"emvName":"New","paymentMethod":"01","params":{"aid":"A0000000031010","clFloorLimit":0,"clTransLimit":20000,"clCVMLimit":5000}}"#));
    let id = created.ends(0).json()["applied"]["record"]["id"].to_string();
    computer.run(&["call", "DeleteEmv", "--id", &id]).ends(0);
}

#[test]
fn two_is_a_conflict_and_nothing_was_sent() {
    let service = Service::new();
    let computer = service.computer();
    let (seen, draft) = record_and_draft(&computer, 11, 4000);
    update(&computer, 11, 3000, &[]).ends(0);
    let puts = service.sandbox.puts();
    let seen = format!("@{}", computer.file("seen.json", &seen));
    let told = computer.run(&["call", "UpdateEmv", "--id", "11", "--input", &draft, "--seen", &seen]).ends(2);
    assert_eq!(told.json()["conflict"]["sent"], false);
    assert_eq!(service.sandbox.puts(), puts);
    let sent = update(&computer, 13, 6606, &[]).ends(2);
    assert_eq!(sent.json()["conflict"]["sent"], true, "a third value found after it");
}

#[test]
fn three_is_unknown_with_the_way_to_find_out() {
    let service = Service::new();
    let computer = service.computer();
    let lost = update(&computer, 11, 6609, &["--wait", "0"]).ends(3).says("Don't send it again");
    assert!(lost.json().get("unknown").is_some());
    let operation = lost.operation();
    assert!(lost.err.contains(&format!("taplinectl check {operation}")));
    // Another change of the same thing is refused while it is open.
    let waits = update(&computer, 11, 4000, &[]).ends(1).says("is still unconfirmed");
    assert!(waits.err.contains(&format!("taplinectl check {operation}")), "{}", waits.err);
    assert!(waits.err.contains(&format!("--supersedes {operation}")), "{}", waits.err);
    let set = ["set", "emv", "11", "clCVMLimit=4100", "--yes", "--supersedes", &operation];
    computer.run(&set).ends(0);
    let lost = update(&computer, 11, 6609, &["--wait", "0"]).ends(3);
    let operation = lost.operation();
    update(&computer, 11, 4000, &["--supersedes", &operation]).ends(0);
}

#[test]
fn a_lost_answer_is_waited_for_by_reading() {
    let service = Service::new();
    let computer = service.computer();
    let puts = service.sandbox.puts();
    let told = update(&computer, 11, 6602, &["--wait", "30"]).ends(0).json();
    assert_eq!(told["applied"]["evidence"], "readBack");
    assert_eq!(service.sandbox.puts(), puts + 1);
    let still = update(&computer, 13, 6609, &["--wait", "2"]).ends(3).json();
    assert!(still["unknown"]["checks"].as_u64().unwrap() >= 1, "{still}");
}

#[test]
fn four_is_not_authorized() {
    let service = Service::new();
    let computer = service.computer();
    update(&computer, 11, 6607, &[]).ends(4);
    Computer::at(&service.sandbox.base_address(), "another-token-0123456789")
        .run(&["call", "GetOwner"])
        .ends(4);
}

#[test]
fn six_is_refused_with_the_services_words() {
    let service = Service::new();
    let computer = service.computer();
    let told = update(&computer, 11, 6601, &[]).ends(6).says("clCVMLimit 6601 is refused by the acquirer");
    assert_eq!(told.json()["notApplied"]["failure"]["code"], "11021");
    let fake = Fake::new(|_| reply(400, r#"{"code":5,"msg":"no such month"}"#));
    fake.computer().run(&["call", "ListTransactions"]).ends(6).says("no such month").says("req_fake");
}

#[test]
fn seven_is_not_reached() {
    // A port that was free a moment ago has no listener.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let computer = Computer::at(&format!("http://127.0.0.1:{port}"), "token-0123456789");
    let ended = computer.run(&["call", "GetOwner"]).ends(7);
    assert!(ended.out.is_empty());
    computer.run(&["call", "DeleteEmv", "--id", "11"]).ends(7).says("operation ");
}

#[test]
fn a_repeated_operation_says_that_its_secret_is_not_kept() {
    let service = Service::new();
    let computer = service.computer();
    let call = [
        "call",
        "ActivateDevice",
        "--operation",
        "0123456789abcdef0123456789abcdef",
        "--input",
        r#"{"activateCodeAlias":"Till 3","deviceType":"COTS","mchId":"M100000001"}"#,
    ];
    let first = computer.run(&call).ends(0);
    assert!(!first.err.contains("n't kept"), "{}", first.err);
    let again = computer
        .run(&call)
        .ends(0)
        .says("are hidden")
        .says("The service doesn't show")
        .says("nothing was sent now");
    assert!(again.out.contains("sealed:"), "{}", again.out);
}

/// The answer is lost, and the call that sent the change reports from the journal what a read
/// finds.
#[test]
fn a_change_that_a_read_settled_is_not_said_to_be_a_repetition() {
    let sent = AtomicBool::new(false);
    let fake = Fake::new(move |request| -> Script {
        if request.method != "GET" {
            sent.store(true, Ordering::SeqCst);
            return Step::Close.into();
        }
        let email = if sent.load(Ordering::SeqCst) { "new@shop.example" } else { "old@shop.example" };
        data(&format!(r#"{{"mchId":"M1","mchName":"Bakery","contactEmail":"{email}"}}"#)).into()
    });
    let computer = fake.computer();
    let call = words(
        r#"call UpdateMerchant --id M1 --input {"mchName":"Bakery","contactEmail":"new@shop.example"} --operation 0123456789abcdef0123456789abcdef"#,
    );
    let first = computer.run(&call).ends(0).says("because no answer came").says("are hidden");
    assert!(first.out.contains("sealed:") && !first.err.contains("carried out before"), "{}", first.err);
    computer.run(&call).ends(0).says("carried out before, and nothing was sent now");
    assert_eq!(fake.changes(), 1);
}

#[test]
fn the_same_operation_is_never_sent_twice() {
    let service = Service::new();
    let computer = service.computer();
    let operation = ["--operation", "0123456789abcdef0123456789abcdef"];
    let (_, draft) = record_and_draft(&computer, 11, 4000);
    let call = [&["call", "UpdateEmv", "--id", "11", "--input", &draft], &operation[..]].concat();
    let first = computer.run(&call).ends(0);
    let second = computer.run(&call).ends(0);
    assert_eq!(first.operation(), "0123456789abcdef0123456789abcdef");
    assert_eq!((first.json(), service.sandbox.puts()), (second.json(), 1));
    update(&computer, 11, 3000, &operation).ends(1).says("already used for another change");
    assert_ne!(update(&computer, 11, 3100, &[]).operation(), update(&computer, 11, 3200, &[]).operation());
}

#[test]
fn what_no_read_shows_is_not_promised_to_be_read() {
    let fake =
        Fake::new(|request| if request.is_change() { Step::Close.into() } else { Script::from(data("{}")) });
    for call in [
        &["EmailReceipt", "--id", "T1", "--input", r#"{"email":"a@b.ch"}"#][..],
        &["EndDevice", "--id", "SDK-1", "--input", r#"{"deviceStatus":2}"#],
    ] {
        let ended = fake.computer().run(&[&["call"], call].concat()).ends(3);
        let ended = ended.says("the service's records can't show it").says("taplinectl close");
        assert!(!ended.err.contains("Tapline keeps checking"), "{}", ended.err);
    }
}

#[test]
fn a_report_names_its_batches_as_the_document_has_them() {
    let fake = Fake::new(|_| data("{}"));
    for batches in ["B1", "[]", r#"[{"batchId":5}]"#, r#"[{"id":"B1"}]"#, r#"{"batchId":"B1"}"#] {
        let input = serde_json::json!({"batchIds": batches, "email": "a@b.ch", "mchId": "M1"}).to_string();
        fake.computer().run(&["call", "EmailSettlements", "--input", &input]).ends(1).says("batchIds");
    }
    assert_eq!(fake.changes(), 0);
}
