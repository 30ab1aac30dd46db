//! `explain --transaction`: read from the service, said in the words of the window, and nothing is changed.

use crate::fake::{Fake, Reply, data};
use crate::run::Service;

#[test]
fn a_transaction_is_explained_with_its_chain() {
    let service = Service::new();
    let computer = service.computer();
    let list = computer.run(&["list", "transactions", "--limit", "1", "--format", "json"]).ends(0);
    let json = list.json();
    let id = json[0]["tranId"].as_str().or_else(|| json["tranId"].as_str()).unwrap_or_default().to_owned();
    assert!(!id.is_empty(), "{json}");
    let text = computer.run(&["explain", "--transaction", &id]).ends(0).out;
    assert!(text.contains("Reasons\n  1. ") || text.contains("likely a refund"), "{text}");
    let json = computer.run(&["explain", "--transaction", &id, "--format", "json"]).ends(0).json();
    assert_eq!(json["transaction"], id.as_str());
    let text = computer.run(&["explain", "--transaction", "T20261101000003"]).ends(0).out;
    let terminal = "Likely taken at terminal “Counter 2” of “Brauhaus am Ring”, which has the transaction's acquirer TID and MID.";
    assert!(text.contains(terminal) && text.contains("which the merchant of the terminal uses"), "{text}");
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
    let fake = Fake::new(|asked| {
        let first = || sale("T1", "DECLINED", "NO_CVM", "01A4", "");
        let second = || sale("T2", "APPROVED", "PIN", "01A5", "");
        let path = asked.path.as_str();
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
            Reply::Json(400, r#"{"code":1,"msg":"not a page"}"#.to_owned())
        } else {
            list(String::new())
        }
    });
    let computer = fake.computer();
    for (id, other) in [("T1", "The second try: T2."), ("T2", "The first try: T1.")] {
        let text = computer.run(&["explain", "--transaction", id]).ends(0).out;
        assert!(text.contains("Likely one sale in two tries: ") && text.contains(other), "{text}");
    }
    let pages = |asked: &[crate::fake::Asked]| {
        asked
            .iter()
            .filter(|asked| asked.path.contains("/order?"))
            .map(|asked| asked.path.clone())
            .collect::<Vec<_>>()
    };
    let asked = pages(&fake.asked());
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert!(
        asked.iter().all(|path| path.contains("pageSize=50") && path.contains("deviceId=SDK-1")),
        "{asked:?}"
    );

    let json = computer.run(&["explain", "--transaction", "T1", "--format", "json"]).ends(0).json();
    assert_eq!(json["otherTry"], "T2");
    let text = computer.run(&["explain", "--transaction", "T2", "--with", "T1"]).ends(0).out;
    assert!(text.starts_with("Likely one sale in two tries: T1 was declined with 1A"), "{text}");
    let json =
        computer.run(&["explain", "--transaction", "T1", "--with", "T2", "--format", "json"]).ends(0).json();
    assert!(json["again"].as_str().unwrap().contains("T2 was approved with a PIN later"), "{json}");
    assert_eq!(fake.changes(), 0);
}
