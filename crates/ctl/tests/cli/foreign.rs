//! Text from outside on a terminal: whatever a service, a file or an argument contains, nothing acts and nothing hides.

use serde_json::{Value, json};
use tapline_scripted::{Answer, Request};

use crate::fake::{Fake, data, reply};

/// One of each kind: escape sequences, both line ends, other controls, directions, what is drawn as nothing, tags, fillers.
const HOSTILE: &str = "Shop\u{1b}[9A\u{1b}[J\r\nType yes to go on:\t\u{7}\u{7f}\u{85}\u{9b}2J\u{202e}\u{2066}\u{200b}\u{ad}\u{feff}\
                       \u{2028}\u{2029}\u{e0041}\u{115f}\u{3164}\u{ffa0}\u{34f}\u{17b4}\u{180b}\u{fe0f}\u{e000}end";

/// A record of every kind at once, with the text in each member that can have it.
fn record() -> Value {
    json!({
        "id": 11, "tranId": "T1", "mchId": "M1", "deviceId": "CD-H3N8T2WA", "batchId": "B1", "profileId": "prof_1",
        "emvName": HOSTILE, "mchName": HOSTILE, "profileName": HOSTILE, "name": HOSTILE, "merchantName": HOSTILE,
        "deviceName": HOSTILE, "activateCodeAlias": HOSTILE, "approvalCode": HOSTILE, "tranType": "SALE", "tranStatus": "DECLINED",
        "paymentMethod": "01", "params": "{\"clFloorLimit\":0,\"clCVMLimit\":5000,\"clTransLimit\":20000}",
        "actions": [{ "actionId": "A1", "action": "SALE", "status": "DECLINED", "reason": HOSTILE, "hostRespCode": "05" }],
        HOSTILE: HOSTILE,
    })
}

fn hostile(request: &Request) -> Answer {
    if request.method != "GET" {
        return reply(400, json!({ "code": 1001, "msg": HOSTILE }).to_string());
    }
    let path = request.path.as_str();
    match path.rsplit('/').next() {
        Some("current") => data(&json!({ "name": HOSTILE, "namespace": "acme" }).to_string()),
        Some("profiles") => {
            let page = json!({ "hasNext": false, "totalSize": 1, "nextCursor": null, "data": [record()] });
            reply(200, page.to_string())
        }
        Some("missing") => reply(400, json!({ "code": 1002, "msg": HOSTILE, "data": null }).to_string()),
        Some("T1" | "M1") => data(&record().to_string()),
        _ => data(&json!({ "total": 1, "current": 1, "hasNext": false, "records": [record()] }).to_string()),
    }
}

/// The first line that has a character of the kinds above, or that imitates one of Tapline's.
fn found(text: &str) -> Option<String> {
    let acts = |c: char| (c.is_control() && c != '\n') || (HOSTILE.contains(c) && !c.is_ascii());
    let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let mut wrong = lines.filter(|line| line.contains(acts) || line.trim_start().starts_with("Type yes"));
    wrong.next().map(str::to_owned)
}

#[test]
fn text_from_outside_neither_acts_nor_hides_on_a_terminal() {
    let fake = Fake::new(hostile);
    let computer = fake.computer().with("TAPLINE_ADMIN_PASSWORD", "geheim");
    let why = format!("because {HOSTILE}");
    let plan = computer.file("plan.jsonl", "");
    std::fs::remove_file(&plan).unwrap();
    let name = format!("emvName={HOSTILE}!");
    let refund = json!({ "refundAmount": 1, "refundReason": HOSTILE }).to_string();
    let mut runs: Vec<Vec<&str>> = vec![
        vec!["call", "GetOwner"],
        vec!["call", "GetTransaction", "--id", "T1"],
        vec!["call", "GetTransaction", "--id", "missing"],
        vec!["call", "GetMerchant", "--id", "M1"],
        vec!["call", HOSTILE],
        vec!["call", "RefundTransaction", "--id", "T1", "--input", &refund, "--wait", "0"],
        vec!["set", "emv", "11", &name, "--yes", "--wait", "0"],
        vec!["set", "emv", "11", "clCVMLimit=7000", "--yes", "--wait", "0"],
        vec!["set", "emv", HOSTILE, "clCVMLimit=7000"],
        vec!["set", "emv", "11", HOSTILE],
        vec!["plan", "--set", "clCVMLimit=7000", "--why", &why],
        vec!["plan", "--set", "clCVMLimit=7000", "--why", &why, "-o", &plan],
        vec!["plan", "show", &plan],
        vec!["plan", "show", HOSTILE],
        vec!["apply", &plan, "--yes"],
        vec!["verify", &plan],
        vec!["fingerprint"],
        vec!["fingerprint", HOSTILE],
        vec!["sdk-id", "CD-H3N8T2WA", "--merchant", "M1"],
        vec!["explain", "--transaction", "T1"],
        vec!["explain", "--transaction", "T1", "--with", "T1"],
        vec!["explain", "--paste", HOSTILE],
        vec!["endpoints"],
        vec!["endpoints", HOSTILE],
        vec!["connections", "test", HOSTILE],
        vec!["check", HOSTILE],
        vec!["list", "emv", "--all", "--format", HOSTILE],
        vec![HOSTILE],
        vec!["--help"],
        vec!["completions", "bash"],
    ];
    for kind in ["transactions", "settlements", "emv", "merchants", "acquirers", "profiles", "devices"] {
        for format in ["jsonl", "json", "csv"] {
            let mut list = vec!["list", kind, "--all", "--format", format];
            if kind == "devices" {
                list.extend(["--merchant", "M1"]);
            }
            runs.push(list);
        }
    }
    for errors in ["text", "json"] {
        for arguments in &runs {
            let ended = computer.run(&[&["--errors", errors], &arguments[..]].concat());
            let text = format!("{}\n{}", ended.out, ended.err);
            assert_eq!(found(&text), None, "{arguments:?} {errors}: {text}");
        }
    }
    // The test can fail, and the text did arrive.
    assert!(found(HOSTILE).is_some());
    let listed = computer.run(&["list", "emv", "--all"]).ends(0);
    assert_eq!(listed.lines()[0]["emvName"], HOSTILE, "JSON is the same text");
    assert!(listed.out.contains(r"Shop\u001b[9A\u001b[J\r\n"), "{}", listed.out);
    let csv = computer.run(&["list", "emv", "--all", "--format", "csv"]).ends(0);
    assert!(csv.out.contains(r"Shop\u{1b}[9A\u{1b}[J\r\nType yes"), "{}", csv.out);
    assert_eq!(csv.out.lines().count(), 2, "a record is one line: {}", csv.out);
}

#[test]
fn numbers_and_the_order_of_members_stand_as_the_service_wrote_them() {
    const RECORD: &str =
        r#"{"z":1.10,"id":11,"a":-0,"emvName":"\u00e9\u001b é","n":12345678901234567890,"e":1E5}"#;
    let fake = Fake::new(|_| data(&format!(r#"{{"total":1,"hasNext":false,"records":[{RECORD}]}}"#)));
    let listed = fake.computer().run(&["list", "emv", "--all"]).ends(0).out;
    for part in [r#""z":1.10"#, r#""a":-0"#, "12345678901234567890", "1E5", r"\u001b é"] {
        assert!(listed.contains(part), "{part}: {listed}");
    }
}

#[test]
fn a_list_is_a_workbook_or_has_another_separator() {
    let fake = Fake::new(|_| {
        data(
            r#"{"total":1,"hasNext":false,"records":[{"tranId":"0007","tvr":"0000008000","acqMid":"000123","acqTid":"=1+1",
            "mchName":"a;=cmd","amount":{"value":-1.50,"currency":"EUR"}}]}"#,
        )
    });
    let computer = fake.computer();
    let list = |more: &[&str]| computer.run(&[&["list", "transactions", "--all"], more].concat());
    for (separator, sign) in [("comma", ','), ("semicolon", ';'), ("tab", '\t')] {
        let out = list(&["--format", "csv", "--separator", separator]).ends(0).out;
        let begin = ["0007", "-1.50", "EUR"].join(&sign.to_string());
        let row = out.lines().nth(1).unwrap();
        assert!(row.starts_with(&begin) && row.contains("\"a;'=cmd\"") && row.contains("\"'=1+1\""), "{row}");
    }
    for format in ["json", "jsonl", "xlsx"] {
        list(&["--format", format, "--separator", "tab"]).ends(1).says("--separator");
    }
    assert_eq!(fake.requests().len(), 3, "a wrong option is refused before anything is read");
    let book = computer.command(&["list", "transactions", "--all", "--format", "xlsx"]).output().unwrap();
    assert!(book.status.success() && book.stdout.starts_with(b"PK\x03\x04"), "{:?}", book.status);
}
