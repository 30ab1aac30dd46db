//! Ids and references of third parties as text: any text goes into a path, and an impossible one is named.

use serde_json::{Value, json};

use crate::fake::{Fake, data, reply};
use crate::run::Service;

/// Characters with a meaning of their own in an address, in JSON or on the way.
const REFERENCES: [&str; 12] = [
    "shop/0001",
    "../etc",
    "100%",
    "%2F",
    "a b",
    "what?#x",
    "Grüße",
    "🙂",
    "...",
    r"a\b",
    "a+b&c=d;e",
    "[x]'\"",
];

#[test]
fn a_provider_reference_may_be_any_text() {
    let service = Service::new();
    let computer = service.computer();
    for reference in REFERENCES {
        let draft = json!({"profileName": "Any text", "providerReference": reference, "acceptances": []});
        let made = computer.run(&["call", "CreateProfile", "--input", &draft.to_string()]).ends(0).json();
        assert_eq!(made["applied"]["evidence"], "answer", "{reference}: {made}");
        let id = made["applied"]["record"]["profileId"].as_str().unwrap().to_owned();
        let found = computer.run(&["call", "FindProfile", "--id", reference]).ends(0).json();
        assert_eq!(found["profileId"], id.as_str(), "{reference}");
        computer.run(&["set", "profile", &id, "merchantName=Café", "--yes"]).ends(0);
        // It is there once: the same reference is refused before anything is sent.
        computer.run(&["call", "CreateProfile", "--input", &draft.to_string()]).ends(1).says("already");
        let merchant = json!({"mchName": "Any text", "providerReference": reference});
        computer.run(&["call", "CreateMerchant", "--input", &merchant.to_string()]).ends(0);
    }
    let listed = |kind: &str| -> Vec<Value> { computer.run(&["list", kind, "--all"]).ends(0).lines() };
    for kind in ["profiles", "merchants"] {
        let records = listed(kind);
        for reference in REFERENCES {
            assert!(
                records.iter().any(|record| record["providerReference"] == reference),
                "{kind} {reference}"
            );
        }
    }
}

#[test]
fn a_slash_is_sent_as_such_and_no_step_of_a_path() {
    let fake = Fake::new(|_| data("{}"));
    let computer = fake.computer();
    for (call, id, path) in [
        ("FindProfile", "shop/ü", "/acme/api/v1/profiles/providerReference/shop%2F%C3%BC"),
        ("FindProfile", "100%", "/acme/api/v1/profiles/providerReference/100%25"),
        ("GetProfile", "prof_a/b", "/acme/api/v1/profiles/prof_a%2Fb"),
        ("FindProfile", " lead", "/acme/api/v1/profiles/providerReference/%20lead"),
        ("GetTransaction", "T1 ", "/api/v2/order/T1%20"),
        ("GetMerchant", "M/1 ?", "/api/v2/mchInfo/M%2F1%20%3F"),
        ("GetTransaction", "T#1", "/api/v2/order/T%231"),
        ("GetSettlement", "B/../1", "/api/v2/settlement/B%2F..%2F1"),
    ] {
        computer.run(&["call", call, "--id", id]);
        assert_eq!(fake.requests().last().unwrap().path, path, "{call}");
    }
}

#[test]
fn what_cannot_be_in_a_path_is_refused_by_its_field_and_sign() {
    let fake = Fake::new(|_| data("{}"));
    let computer = fake.computer();
    for (call, id, field, sign) in [
        ("FindProfile", "..", "providerReference", "\"..\""),
        ("FindProfile", ".", "providerReference", "\".\""),
        ("FindProfile", "a\tb", "providerReference", "U+0009"),
        ("GetMerchant", "a\nb", "mchId", "U+000A"),
        ("GetTransaction", "..", "transactionId", "\"..\""),
    ] {
        let refused = computer.run(&["call", call, "--id", id]).ends(1);
        assert!(refused.err.contains(field) && refused.err.contains(sign), "{call} {id:?}: {}", refused.err);
    }
    assert_eq!(fake.requests().len(), 0);
}

#[test]
fn what_the_document_requires_is_asked_for_before_anything_is_sent() {
    let fake = Fake::new(|_| data("{}"));
    let computer = fake.computer();
    for (call, more, field) in [
        ("ListDevices", &[][..], "mchId"),
        ("ListDevices", &["--input", r#"{"mchId":" "}"#], "mchId"),
        ("EmailReceipt", &["--id", "T1", "--input", r#"{"email":""}"#], "email"),
        (
            "EmailSettlements",
            &["--input", r#"{"batchIds":"[{\"batchId\":\"B1\"}]","email":"a@b.example","mchId":""}"#],
            "mchId",
        ),
        ("Settle", &["--input", r#"{"batchId":""}"#], "batchId"),
        ("CreateEmv", &["--input", r#"{"params":{},"emvName":"","paymentMethod":"01"}"#], "emvName"),
    ] {
        let arguments = [&["call", call][..], more].concat();
        let refused = computer.run(&arguments).ends(1);
        assert!(refused.err.contains(field), "{call}: {}", refused.err);
    }
    let listed = computer.run(&["list", "devices", "--all", "--merchant", ""]).ends(1);
    assert!(listed.err.contains("mchId"), "{}", listed.err);
    assert_eq!(fake.requests().len(), 0);
}

#[test]
fn what_a_service_wants_of_a_list_of_merchants_is_asked_first_from_then_on() {
    let record = r#"{"mchId":"M9","mchName":"Bakery"}"#;
    let fake = Fake::new(move |request| match (request.method.as_str(), request.target.contains("mchId=")) {
        ("POST", _) => data(record),
        (_, true) => data(&format!(r#"{{"records":[{record}],"hasNext":false}}"#)),
        (_, false) => reply(400, r#"{"code":1,"msg":"mchId is required"}"#),
    });
    fake.computer().run(&["call", "CreateMerchant", "--input", r#"{"mchName":"Bakery"}"#]);
    let lists: Vec<_> =
        fake.requests().into_iter().filter(|request| request.target.contains("/mchInfo?")).collect();
    let refused = lists.iter().filter(|request| !request.target.contains("mchId=")).count();
    assert!(lists.len() > 2, "it was listed before and after: {lists:?}");
    assert_eq!(refused, 1, "{lists:?}");
}
