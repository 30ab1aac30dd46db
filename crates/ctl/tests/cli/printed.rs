//! Printed output: of card numbers, of `null`, of a repeated change, and for a program that reads standard error.

use serde_json::{Value, json};
use tapline_scripted::{Answer, Request};

use crate::fake::{Fake, data, reply};
use crate::run::{Service, is_kept};

const PAN: &str = "4111111111111111";
const SHORT: &str = "411111******1111";
const OPERATION: &str = "0123456789abcdef0123456789abcdef";

fn transaction(refunds: &str) -> String {
    format!(
        r#"{{"tranId":"T1","tranStatus":"APPROVED","approvalCode":"123456","rrn":null,"accountMasked":"{PAN}","amount":{{"currency":null,"value":25.00}},"actions":[{refunds}],"acqTid":"{PAN}"}}"#
    )
}

/// A service that lets card numbers through.
fn careless(request: &Request) -> Answer {
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/api/v2/order") => {
            data(&format!(r#"{{"total":1,"hasNext":false,"records":[{}]}}"#, transaction("")))
        }
        ("GET", _) => data(&transaction(
            r#"{"actionId":"A1","action":"SALE","amount":{"currency":null,"value":25.00},"requestId":null}"#,
        )),
        _ => reply(400, r#"{"code":5,"msg":"not today"}"#),
    }
}

#[test]
fn a_call_prints_no_whole_card_number_of_a_transaction() {
    let fake = Fake::new(careless);
    let computer = fake.computer();
    let printed = computer.run(&["call", "GetTransaction", "--id", "T1"]).ends(0);
    let one = printed.json();
    let listed = computer.run(&["call", "ListTransactions"]).ends(0).json();
    for told in [&one, &listed["records"][0]] {
        // A member that is no card number by its name is printed unchanged.
        assert_eq!((&told["accountMasked"], &told["acqTid"]), (&json!(SHORT), &json!(PAN)));
        assert_eq!(
            (&told["rrn"], &told["amount"]),
            (&Value::Null, &json!({"currency": null, "value": 25.00}))
        );
        assert!(told.as_object().unwrap().contains_key("rrn"), "{told}");
    }
    assert!(one["actions"][0].as_object().unwrap().contains_key("requestId"), "{one}");
    // A record as it was printed is still one that a change can be based on.
    let seen = printed.out.trim();
    let computer = computer.with("TAPLINE_ADMIN_PASSWORD", "geheim");
    let void = ["call", "VoidTransaction", "--id", "T1", "--seen", seen, "--wait", "0"];
    computer.run(&void).ends(6).says("not today");
    assert_eq!(fake.changes(), 1);
}

#[test]
fn an_outcome_has_no_whole_card_number() {
    let fake = Fake::new(careless);
    let computer = fake.computer().with("TAPLINE_ADMIN_PASSWORD", "geheim");
    let seen = transaction("").replace("APPROVED", "VOIDED");
    let told = computer.run(&["call", "VoidTransaction", "--id", "T1", "--seen", &seen]).ends(2);
    assert_eq!(told.json()["conflict"]["theirs"]["accountMasked"], SHORT, "{}", told.out);
}

#[test]
fn all_of_standard_error_can_be_read_by_a_program() {
    let service = Service::new();
    let set = ["set", "emv", "12", "clCVMLimit=4321", "--yes", "--errors", "json"];
    let told = service.computer().run(&set).ends(0);
    let lines: Vec<Value> = told.err.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().any(|line| line["operation"].as_str().is_some_and(|id| id.len() == 32)));
    let noted =
        |words: &str| lines.iter().any(|line| line["note"].as_str().is_some_and(|it| it.contains(words)));
    assert!(noted("clCVMLimit: ") && noted("Applied"), "{}", told.err);
}

/// The line printed after "To see the current record:" runs.
#[test]
fn the_read_that_is_named_for_a_repeated_change_runs_as_printed() {
    let service = Service::new();
    let computer = service.computer().with("TAPLINE_ADMIN_PASSWORD", "123456");
    let merchant = r#"{"mchName":"Neu","contactName":"Frau Kurz","contactEmail":"k@example.com"}"#;
    for (at, arguments, shown) in [
        (0, &["CreateMerchant", "--input", merchant][..], "GetMerchant"),
        (1, &["UpdateMerchant", "--id", "M100000001", "--input", merchant], "GetMerchant"),
        (
            3,
            &[
                "UpdateDevice",
                "--id",
                "CD-H3N8T2WA",
                "--merchant",
                "M100000001",
                "--input",
                r#"{"activateCodeAlias":"Till 4"}"#,
            ],
            "ListDevices",
        ),
        (
            4,
            &["CaptureTransaction", "--id", "T20261101000002", "--input", r#"{"amount":"12000"}"#],
            "GetTransaction",
        ),
    ] {
        let operation = format!("{at}{}", &OPERATION[1..]);
        let call = [&["call"], arguments, &["--operation", &operation]].concat();
        computer.run(&call).ends(0);
        let again = computer.run(&call).ends(0);
        assert!(again.out.contains("sealed:"), "{arguments:?}: {}", again.out);
        let line = again.err.lines().find_map(|line| line.trim().strip_prefix("taplinectl "));
        let line = line.unwrap_or_else(|| panic!("{arguments:?}: {}", again.err));
        assert!(line.starts_with(&format!("call {shown} ")), "{line}");
        #[cfg(unix)]
        computer.typed(&format!("{} {line}", crate::run::quoted_program())).ends(0);
    }
}

#[test]
fn the_mark_of_a_refund_is_told_before_it_is_sent() {
    let computer = crate::run::Computer::new();
    assert!(computer.run(&["endpoints", "RefundTransaction"]).ends(0).out.contains("[tl-"));
    assert!(computer.run(&["call", "--help"]).ends(0).out.contains("[tl-"));
}

#[test]
fn a_page_or_a_redirect_is_an_answer_that_does_not_fit() {
    let fake = Fake::new(|_| reply(200, "<html><body>Sign in</body></html>"));
    fake.computer().run(&["call", "GetOwner"]).ends(6);
    let fake = Fake::new(|_| reply(302, ""));
    fake.computer().run(&["call", "GetOwner"]).ends(6);
}

/// In groups as well, wherever people write.
#[test]
fn no_output_and_no_journal_has_a_card_number_that_people_wrote() {
    const GROUPS: &str = "4111 1111-1111 1111";
    let fake = Fake::new(|request| match request.method.as_str() {
        "GET" => data(&format!(
            r#"{{"mchId":"M1","tranId":"T1","mchName":"Shop {GROUPS}","tranStatus":"APPROVED"}}"#
        )),
        _ => reply(400, format!(r#"{{"code":5,"msg":"no: {GROUPS}","data":null}}"#)),
    });
    let computer = fake.computer().with("TAPLINE_ADMIN_PASSWORD", "geheim");
    let printed = computer.run(&["call", "GetMerchant", "--id", "M1"]).ends(0);
    assert!(printed.out.contains("Shop 4111 11**-**** 1111"), "{}", printed.out);
    // The printed record would write the asterisks.
    let back = ["call", "UpdateMerchant", "--id", "M1", "--input", printed.out.trim(), "--wait", "0"];
    computer.run(&back).ends(1).says("shortened");
    assert_eq!(fake.changes(), 0);

    let reason = format!("paid with {GROUPS}");
    let input = json!({ "refundAmount": 1, "refundReason": reason }).to_string();
    let refund = ["call", "RefundTransaction", "--id", "T1", "--input", &input, "--wait", "0"];
    let repaid = computer.run(&refund).says("looks like a card number");
    let history = computer.run(&["history"]).ends(0);
    for text in [&repaid.out, &repaid.err, &history.out] {
        assert!(!text.contains(GROUPS), "{text}");
    }
    assert!(!is_kept(&computer.data(), GROUPS), "on disk");
    let sent = fake.requests().into_iter().find(|request| request.method != "GET").unwrap();
    assert!(sent.text().contains(&reason), "sent as it was typed: {}", sent.text());

    // A single field is set, the others go back as they were.
    let changed = computer.run(&["set", "merchant", "M1", "mcc=5462", "--yes", "--wait", "0"]);
    let put = fake.requests().into_iter().rev().find(|request| request.method != "GET").unwrap();
    assert!(
        put.text().contains(GROUPS) || !put.text().contains("mchName"),
        "{}: {}",
        changed.err,
        put.text()
    );
    assert!(!put.text().contains('*') && !changed.err.contains(GROUPS), "{}", changed.err);
}
