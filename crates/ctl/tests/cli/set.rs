//! `set`: one field of a record, from the read to the outcome.

use std::sync::{Arc, Mutex};

use serde_json::Value;
use tapline_scripted::{Answer, Request};

use crate::fake::{Fake, data, reply};
use crate::run::{Computer, Service};

fn params(computer: &Computer, id: u64) -> String {
    let page = computer.run(&["call", "ListEmv", "--input", r#"{"pageSize":-1}"#]).ends(0).json();
    let record =
        page["records"].as_array().unwrap().iter().find(|record| record["id"] == id).unwrap().clone();
    record["params"].as_str().unwrap().to_owned()
}

#[test]
fn one_limit_is_changed_and_nothing_else() {
    let service = Service::new();
    let computer = service.computer();
    let before: Value = serde_json::from_str(&params(&computer, 12)).unwrap();
    let set = ["set", "emv", "12", "clCVMLimit=4321"];
    computer.run(&set).ends(1).says("> 4321").says("add --yes");
    assert_eq!(service.sandbox.puts(), 0, "nobody was asked, nothing was sent");

    let told = computer.run(&[&set[..], &["--yes"]].concat()).ends(0).says("clCVMLimit: ").says("operation ");
    assert_eq!(told.json()["applied"]["evidence"], "answer");
    let mut expected = before;
    expected["clCVMLimit"] = 4321.into();
    assert_eq!(serde_json::from_str::<Value>(&params(&computer, 12)).unwrap(), expected);
    computer.run(&[&set[..], &["--yes"]].concat()).ends(0).says("Already set");
    assert_eq!(service.sandbox.puts(), 1);
}

#[test]
fn a_field_of_every_kind_can_be_set() {
    let service = Service::new();
    let computer = service.computer();
    for arguments in [
        &["emv", "11", "emvName=Retail Nord", "clFloorLimit=100"][..],
        &["merchant", "M100000001", "mcc=5462"],
        &["acquirer", "304", "connTimeout=31"],
        &["profile", "prof_retail_de", "merchantName=Bakery North"],
    ] {
        let told = computer.run(&[&["set"], arguments, &["--yes"]].concat()).ends(0);
        assert!(told.json().get("applied").is_some(), "{arguments:?}: {}", told.out);
    }
    let devices =
        computer.run(&["call", "ListDevices", "--input", r#"{"mchId":"M100000001"}"#]).ends(0).json();
    let id = devices["records"][0]["deviceId"].as_str().unwrap().to_owned();
    let set = ["set", "terminal", &id, "activateCodeAlias=Till 9", "--merchant", "M100000001", "--yes"];
    let told = computer.run(&set).ends(0).json();
    assert_eq!(told["applied"]["record"]["device"]["activateCodeAlias"], "Till 9", "{told}");
}

/// An EMV configuration whose text has its own spelling; the second read shows what a colleague saved.
fn odd(request: &Request, limit: &str) -> Answer {
    match request.method.as_str() {
        "GET" => data(&format!(
            r#"{{"total":1,"hasNext":false,"records":[{{"id":7,"emvName":"A","paymentMethod":"01","params":"{{ \"zz\": 1.00,\"clCVMLimit\":{limit} }}"}}]}}"#
        )),
        _ => data(r#"{"id":7}"#),
    }
}

#[test]
fn every_other_byte_is_sent_as_it_came() {
    let fake = Fake::new(|request| odd(request, "2500"));
    fake.computer().run(&["set", "emv", "7", "clCVMLimit=5000", "--yes", "--wait", "0"]);
    let sent = fake.requests().into_iter().find(|request| request.method == "PUT").unwrap();
    assert!(sent.text().contains(r#"{ "zz": 1.00,"clCVMLimit":5000 }"#), "{}", sent.text());
    assert_eq!(fake.changes(), 1);
}

#[test]
fn what_someone_else_changed_meanwhile_is_a_conflict() {
    let reads = std::sync::atomic::AtomicUsize::new(0);
    let fake = Fake::new(move |request| {
        let listed = request.target.starts_with("/api/v2/emv");
        let earlier = if listed { reads.fetch_add(1, std::sync::atomic::Ordering::SeqCst) } else { 0 };
        odd(request, if earlier == 0 { "2500" } else { "3000" })
    });
    let set = ["set", "emv", "7", "clCVMLimit=5000", "--yes"];
    fake.computer().run(&set).ends(2).says("Nothing was sent");
    assert_eq!(fake.changes(), 0);
}

#[test]
fn what_does_not_fit_sends_nothing() {
    let service = Service::new();
    let computer = service.computer();
    for (arguments, words) in [
        (&["emv", "12", "clCVMLimit=50.00"][..], "whole minor units"),
        (&["emv", "12", "clCvmLimit=50"], "no field clCvmLimit"),
        (&["emv", "12", "clCVMLimit"], "FIELD=VALUE"),
        (&["emv", "12"], "FIELD=VALUE"),
        (&["girocard", "12", "a=b"], "possible values"),
        (&["terminal", "CD-1", "activateCodeAlias=a"], "--merchant"),
        (&["merchant", "M100000001", "mchname=a"], "no field mchname"),
        (&["emv", "12", "clCVMLimit=1", "clCVMLimit=2"], "clCVMLimit is given twice"),
        (&["emv", "12", "clCVMLimit=1", "params.clCVMLimit=2"], "given twice"),
        (&["merchant", "M100000001", "extParams={}", "extParams.acqTid=1"], "given twice"),
        (&["emv", "11", "foo.bar=1"], "no field foo.bar"),
        (&["emv", "11", "isNewCVMRuleForMC=5"], "true or false"),
        (&["emv", "11", "clCVMLimit=99999999999999999999"], "at most"),
        (&["acquirer", "304", "connTimeout=1.5"], "whole number"),
        (&["acquirer", "304", "emvList.07=[11]"], "no field emvList.07"),
        (&["profile", "prof_retail_de", "acceptances.0.revision=1"], "no field acceptances.0.revision"),
    ] {
        computer.run(&[&["set"], arguments, &["--yes"]].concat()).ends(1).says(words);
    }
    let mut terminal = vec!["terminal", "CD-AAAA1111", "activateCodeAlias=a", "--merchant", "M100000001"];
    for (arguments, words) in [
        (&mut vec!["emv", "999999", "clCVMLimit=50"], "emv 999999 not found"),
        (&mut terminal, "terminal CD-AAAA1111 of merchant M100000001 not found"),
    ] {
        let set: Vec<_> = std::iter::once("set").chain(arguments.drain(..)).chain(["--yes"]).collect();
        computer.run(&set).ends(6).says(words);
    }
    assert_eq!(service.sandbox.puts(), 0);
}

/// Text in `extParams` that is no object: a service that keeps it is read, and gets it as it was typed.
#[test]
fn plain_text_in_ext_params_passes() {
    let told = Arc::new(Mutex::new("lane=7".to_owned()));
    let fake = Fake::new({
        let told = Arc::clone(&told);
        move |request| match request.method.as_str() {
            "GET" => data(&format!(
                r#"{{"total":1,"hasNext":false,"records":[{{"deviceId":"CD-1","activateCodeAlias":"A","extParams":"{}"}}]}}"#,
                told.lock().unwrap()
            )),
            "PUT" => {
                let body: Value = serde_json::from_slice(&request.body).unwrap();
                body["extParams"].as_str().unwrap().clone_into(&mut told.lock().unwrap());
                reply(200, r#"{"msg":"SUCCESS","code":0}"#)
            }
            _ => data(r#"{"id":"CD-1","activationCode":"123456"}"#),
        }
    });
    let computer = fake.computer();
    assert_eq!(
        computer.run(&["list", "devices", "--merchant", "M1", "--all"]).ends(0).lines()[0]["extParams"],
        "lane=7"
    );
    let change = ["set", "terminal", "CD-1", "extParams=lane 8;ü", "--merchant", "M1", "--yes"];
    let applied = computer.run(&change).ends(0).json();
    assert_eq!(applied["applied"]["record"]["device"]["extParams"], "lane 8;ü", "{applied}");
    let input = r#"{"activateCodeAlias":"B","deviceType":"COTS","mchId":"M1","extParams":"lane=9"}"#;
    computer.run(&["call", "ActivateDevice", "--wait", "0", "--input", input]);
    let input = r#"{"extParams":"lane=10"}"#;
    let update =
        ["call", "UpdateDevice", "--id", "CD-1", "--merchant", "M1", "--wait", "0", "--input", input];
    computer.run(&update).ends(0);
    let requests = fake.requests();
    let sent = requests.iter().filter(|request| request.method != "GET");
    let sent: Vec<_> = sent
        .map(|request| serde_json::from_slice::<Value>(&request.body).unwrap()["extParams"].clone())
        .collect();
    assert_eq!(sent, ["lane 8;ü", "lane=9", "lane=10"]);
}

#[test]
fn a_record_that_cannot_be_read_is_not_said_to_be_missing() {
    let fake = Fake::new(|_| {
        data(
            r#"{"total":2,"hasNext":false,"records":[{"id":"302","profileName":"B"},{"id":"301","profileName":"A","connTimeout":"30"}]}"#,
        )
    });
    let set = |id| fake.computer().run(&["set", "acquirer", id, "currency=USD", "--yes"]);
    let there = set("301").ends(6).says("connTimeout").says("unreadable");
    assert!(!there.err.contains("not found"), "{}", there.err);
    set("999").ends(6).says("not found, but");
    assert_eq!(fake.changes(), 0);
}

#[test]
fn null_beside_what_is_set_goes_back_as_null() {
    for (kind, id, record, set) in [
        (
            "merchant",
            "M1",
            r#"{"mchId":"M1","mchName":"A","mcc":null,"contactName":null,"brandNew":null}"#,
            "mchName=B",
        ),
        ("acquirer", "7", r#"{"id":7,"profileName":"A","notifyUrl":null,"currency":"EUR"}"#, "profileName=B"),
        (
            "profile",
            "p1",
            r#"{"profileId":"p1","profileName":"A","mcc":null,"acceptances":[]}"#,
            "profileName=B",
        ),
    ] {
        let fake = Fake::new(move |request| {
            let listed = format!(r#"{{"total":1,"hasNext":false,"records":[{record}]}}"#);
            match (
                request.method.as_str(),
                request.target.contains("/v1/"),
                request.target.contains("/acquirer?"),
            ) {
                ("GET", _, true) => data(&listed),
                ("GET", true, _) => reply(200, record),
                ("GET", ..) => data(record),
                _ => data("{}"),
            }
        });
        let ended = fake.computer().run(&["set", kind, id, set, "--yes", "--wait", "0"]);
        let requests = fake.requests();
        let sent = requests.iter().find(|request| request.method == "PUT");
        let sent: Value =
            serde_json::from_slice(&sent.unwrap_or_else(|| panic!("{}", ended.err)).body).unwrap();
        let record: Value = serde_json::from_str(record).unwrap();
        for (key, value) in record.as_object().unwrap() {
            let back = value.is_null() && key != "brandNew";
            assert_eq!(sent.get(key) == Some(&Value::Null), back, "{kind} {key}: {sent}");
        }
    }
}

/// The document calls `extParams` a string: any text is one.
#[test]
fn any_text_in_ext_params_is_sent() {
    let fake = Fake::new(|request| match request.method.as_str() {
        "GET" => data(r#"{"total":0,"hasNext":false,"records":[]}"#),
        _ => data(r#"{"id":"CD-1","activationCode":"123456"}"#),
    });
    let computer = fake.computer();
    let texts = ["plain text", "", "[1]", "5"];
    for text in texts {
        let input = serde_json::json!({"extParams": text}).to_string();
        computer.run(&["call", "UpdateDevice", "--id", "CD-1", "--wait", "0", "--input", &input]).ends(0);
    }
    let requests = fake.requests();
    let sent = requests.iter().filter(|request| request.method == "PUT");
    let sent: Vec<_> = sent
        .map(|request| serde_json::from_slice::<Value>(&request.body).unwrap()["extParams"].clone())
        .collect();
    assert_eq!(sent, texts);
}
