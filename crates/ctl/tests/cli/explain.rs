//! `explain --transaction`: read from the service, said in the words of the window, and nothing is changed.

use crate::fake::{Fake, data, reply};
use crate::run::Service;

#[test]
fn a_transaction_is_explained_answer_first() {
    let service = Service::new();
    let computer = service.computer();
    let list = computer.run(&["list", "transactions", "--limit", "1", "--format", "json"]).ends(0);
    let json = list.json();
    let id = json[0]["tranId"].as_str().or_else(|| json["tranId"].as_str()).unwrap_or_default().to_owned();
    assert!(!id.is_empty(), "{json}");
    let text = computer.run(&["explain", "--transaction", &id]).ends(0).out;
    let short = computer.run(&["explain", "--transaction", &id, "--short"]).ends(0).out;
    assert_eq!(short.lines().count(), 2, "{short}");
    assert!(text.starts_with(short.trim_end()) && text.contains("\nSay to the merchant: "), "{text}");
    let german = computer.run(&["explain", "--transaction", &id, "--language", "de"]).ends(0).out;
    assert_eq!(german.lines().count(), 1, "{german}");
    computer
        .run(&["explain", "--transaction", &id, "--language", "la"])
        .ends(1)
        .says("en, de, fr, nl, es, it");
    let json = computer.run(&["explain", "--transaction", &id, "--format", "json"]).ends(0).json();
    assert_eq!(json["transaction"], id.as_str());
    let text = computer.run(&["explain", "--transaction", "T20261101000003"]).ends(0).out;
    let terminal = "Likely terminal “Counter 2” of “Brauhaus am Ring” (same acquirer TID and MID).";
    assert!(text.contains(terminal) && text.contains("used by the terminal's merchant"), "{text}");
    computer.run(&["explain", "--transaction", "NONE-1"]).says("NONE-1");
    computer.run(&["explain", "--transaction", &id, "--amount", "1"]).ends(1).says("cannot be used with");
}

/// A sale with the members that a list has; `more` are further ones.
fn sale(id: &str, status: &str, cvm: &str, atc: &str, more: &str) -> String {
    format!(
        r#"{{"tranId":"{id}","tranStatus":"{status}","cvmPerformed":"{cvm}","atc":"{atc}","entryMode":"NFC","tranType":"SALE",
        "paymentMethod":"01","aid":"A0000000031010","accountMasked":"476173******2941","mchName":"Kiosk","sdkId":"SDK-1",
        "amount":{{"currency":"EUR","value":23.10}}{more}}}"#
    )
}

#[test]
fn a_decline_that_asked_for_a_pin_and_the_sale_with_it_are_told_as_a_pair() {
    let fake = Fake::new(|request| {
        let first = || sale("T1", "DECLINED", "NO_CVM", "01A4", "");
        let second = || sale("T2", "APPROVED", "PIN", "01A5", "");
        let path = request.target.as_str();
        let list = |rows: String| data(&format!(r#"{{"total":1,"hasNext":false,"records":[{rows}]}}"#));
        if path.contains("/order/T1") {
            data(&sale(
                "T1",
                "DECLINED",
                "NO_CVM",
                "01A4",
                r#","actions":[{"actionType":"SALE","hostRespCode":"1A"}]"#,
            ))
        } else if path.contains("/order/T2") {
            data(&second())
        } else if path.contains("/order") && path.contains("state=3") {
            list(first())
        } else if path.contains("/order") && path.contains("state=2") {
            list(second())
        } else if path.contains("/order") {
            reply(400, r#"{"code":1,"msg":"not a page"}"#)
        } else {
            list(String::new())
        }
    });
    let computer = fake.computer();
    for (id, other) in [("T1", "Second try: T2."), ("T2", "First try: T1.")] {
        let text = computer.run(&["explain", "--transaction", id]).ends(0).out;
        assert!(text.contains(other), "{text}");
    }
    let pages = |requests: &[tapline_scripted::Request]| {
        requests
            .iter()
            .filter(|request| request.target.contains("/order?"))
            .map(|request| request.target.clone())
            .collect::<Vec<_>>()
    };
    let requests = pages(&fake.requests());
    assert_eq!(requests.len(), 2, "{requests:?}");
    assert!(
        requests.iter().all(|path| path.contains("pageSize=50") && path.contains("deviceId=SDK-1")),
        "{requests:?}"
    );

    let json = computer.run(&["explain", "--transaction", "T1", "--format", "json"]).ends(0).json();
    assert_eq!(json["otherTry"], "T2");
    let text = computer.run(&["explain", "--transaction", "T2", "--with", "T1"]).ends(0).out;
    assert!(text.starts_with("Likely one sale in two tries: T1 was declined (1A: "), "{text}");
    let json =
        computer.run(&["explain", "--transaction", "T1", "--with", "T2", "--format", "json"]).ends(0).json();
    assert!(json["again"].as_str().unwrap().contains("T2 was approved with a PIN later"), "{json}");
    assert_eq!(fake.changes(), 0);
}

#[test]
fn a_log_is_read_from_standard_input_from_a_file_and_as_an_argument() {
    let service = Service::new();
    let computer = service.computer();
    let log = "95 05 0000048000 9F34 03 420300 8A 02 3030\n84 07 A0000000031010\n9F02 06 000000006200 5F2A 02 0978\n9F39 01 07";
    let argument = computer.run(&["explain", "--paste", log]).ends(0).out;
    assert!(argument.contains("0000048000") && argument.contains("420300"), "{argument}");
    let at = format!("@{}", computer.file("terminal.log", log));
    assert_eq!(computer.run(&["explain", "--paste", &at]).ends(0).out, argument);
    assert_eq!(computer.piped(&["explain", "--paste", "-"], log).ends(0).out, argument);
    let short = computer.run(&["explain", "--short", "--paste", log]).ends(0).out;
    assert!(argument.starts_with(short.trim_end()) && short.lines().count() == 2, "{short}\n{argument}");
    computer.run(&["explain", "--paste", "@/not/there"]).ends(1).says("--paste: file /not/there not found.");
    let dump = computer.run(&["explain", "--paste", "--9f6c[02] 'CTQ':\n  00: 00 80"]).ends(0).out;
    assert!(dump.contains("CTQ 0080"), "{dump}");
}
