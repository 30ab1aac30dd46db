//! `list`: to the end of a list, in each format.

use serde_json::Value;

use crate::fake::{Asked, Fake, Reply, data};
use crate::run::Service;

fn parameter(asked: &Asked, name: &str) -> Option<String> {
    let query = asked.path.split_once('?')?.1;
    query.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}="))).map(str::to_owned)
}

fn number(asked: &Asked, name: &str) -> usize {
    parameter(asked, name).unwrap().parse().unwrap()
}

/// So many transactions, by the page.
fn transactions(asked: &Asked, count: usize) -> Reply {
    let (size, page) = (number(asked, "pageSize"), number(asked, "pageNumber"));
    let ids = ((page - 1) * size + 1..=page * size).filter(|id| *id <= count);
    let records: Vec<_> = ids
        .map(|id| format!(r#"{{"tranId":"T{id}","amount":{{"value":{id}.50,"currency":"EUR"}}}}"#))
        .collect();
    data(&format!(
        r#"{{"total":{count},"current":{page},"hasNext":{},"records":[{}]}}"#,
        page * size < count,
        records.join(",")
    ))
}

#[test]
fn pages_are_read_to_the_end() {
    let fake = Fake::new(|asked| transactions(asked, 450));
    let ended = fake.computer().run(&[
        "list",
        "transactions",
        "--all",
        "--state",
        "APPROVED",
        "--created-start",
        "2026-11-01",
    ]);
    let lines = ended.ends(0).lines();
    assert_eq!(lines.len(), 450);
    assert_eq!(lines[449]["tranId"], "T450");
    let asked = fake.asked();
    assert_eq!(asked.len(), 3);
    assert!(asked.iter().all(|asked| number(asked, "pageSize") == 200 && number(asked, "state") == 2));
    assert!(asked.iter().all(|asked| parameter(asked, "createdStart").as_deref() == Some("2026-11-01")));
}

#[test]
fn a_limit_asks_for_no_more_than_it_needs() {
    let fake = Fake::new(|asked| transactions(asked, 450));
    let lines = fake.computer().run(&["list", "transactions", "--limit", "3"]).ends(0).lines();
    assert_eq!((lines.len(), fake.asked().len()), (3, 1));
    assert_eq!(fake.computer().run(&["list", "transactions", "--limit", "0"]).ends(0).out, "");
}

#[test]
fn fewer_are_asked_for_when_the_service_refuses_so_many() {
    let fake = Fake::new(|asked| match number(asked, "pageSize") {
        51.. => Reply::Json(400, r#"{"code":1,"msg":"pageSize too large"}"#.to_owned()),
        _ => transactions(asked, 60),
    });
    assert_eq!(fake.computer().run(&["list", "transactions", "--all"]).ends(0).lines().len(), 60);
}

#[test]
fn pages_that_shift_give_each_record_once() {
    // Each page begins with the last record of the one before.
    let fake = Fake::new(|asked| match number(asked, "pageNumber") {
        1 => data(r#"{"total":3,"hasNext":true,"records":[{"tranId":"A"},{"tranId":"B"}]}"#),
        _ => data(r#"{"total":3,"hasNext":false,"records":[{"tranId":"B"},{"tranId":"C"}]}"#),
    });
    let ids: Vec<_> = fake.computer().run(&["list", "transactions", "--all"]).ends(0).lines();
    assert_eq!(ids.iter().map(|line| line["tranId"].as_str().unwrap()).collect::<Vec<_>>(), ["A", "B", "C"]);
}

#[test]
fn a_list_that_breaks_off_is_printed_as_far_as_it_came() {
    let fake = Fake::new(|asked| match number(asked, "pageNumber") {
        1 => transactions(asked, 450),
        _ => Reply::Json(422, r#"{"code":9,"msg":"too far"}"#.to_owned()),
    });
    let computer = fake.computer();
    let ended = computer.run(&["list", "transactions", "--all", "--format", "json"]).ends(6).says("too far");
    assert_eq!(ended.json().as_array().unwrap().len(), 200, "it can be read all the same");
    assert!(ended.err.contains("not complete: 200 transactions"), "{}", ended.err);

    let endless = Fake::new(|_| data(r#"{"total":9,"hasNext":true,"records":[{"tranId":"A"}]}"#));
    let ended = endless.computer().run(&["list", "transactions", "--all"]).ends(6).says("gives nothing new");
    assert_eq!((ended.lines().len(), endless.asked().len()), (1, 2));
}

#[test]
fn what_cannot_be_read_is_counted() {
    let fake =
        Fake::new(|_| data(r#"{"total":2,"hasNext":false,"records":[{"tranId":"A"},{"tranStatus":5}]}"#));
    let ended = fake
        .computer()
        .run(&["list", "transactions", "--all"])
        .ends(6)
        .says("1 transactions could not be read");
    assert_eq!(ended.lines().len(), 1);
}

#[test]
fn csv_is_for_spreadsheets_without_formulas_and_card_numbers() {
    let fake = Fake::new(|_| {
        data(
            r#"{"total":1,"hasNext":false,"records":[{"tranId":"T1","amount":{"value":-1.50,"currency":"EUR"},
            "mchName":"=cmd|' /C calc'!A0","accountMasked":"4111111111111111","new":1}]}"#,
        )
    });
    let out = fake.computer().run(&["list", "transactions", "--all", "--format", "csv"]).ends(0).out;
    let (header, row) = out.split_once("\r\n").unwrap();
    assert!(header.starts_with("tranId,amount.value,amount.currency,tranStatus,"), "{header}");
    assert!(row.starts_with("T1,-1.50,EUR,"), "{row}");
    assert!(row.contains("'=cmd|' /C calc'!A0") && row.contains("411111******1111"), "{row}");
    let json = fake.computer().run(&["list", "transactions", "--all"]).ends(0).out;
    assert!(
        json.contains(r#""value":-1.50"#)
            && json.contains(r#""new":1"#)
            && !json.contains("4111111111111111")
    );
}

#[test]
fn cursors_are_followed_to_the_end() {
    let fake = Fake::new(|asked| {
        let body = match parameter(asked, "cursor").as_deref() {
            None => r#"{"hasNext":true,"totalSize":2,"nextCursor":"c1","data":[{"profileId":"prof_1"}]}"#,
            Some("c1") => {
                r#"{"hasNext":false,"totalSize":2,"nextCursor":null,"data":[{"profileId":"prof_2"}]}"#
            }
            Some(_) => "{}",
        };
        Reply::Json(200, body.to_owned())
    });
    assert_eq!(fake.computer().run(&["list", "profiles", "--all"]).ends(0).lines().len(), 2);
    assert!(fake.asked().iter().all(|asked| asked.path.starts_with("/acme/api/v1/profiles?")));
}

#[test]
fn every_list_of_the_sandbox_has_its_shapes() {
    let service = Service::new();
    let computer = service.computer();
    let merchants = computer.run(&["list", "merchants", "--all"]).ends(0).lines();
    let merchant = merchants[0]["mchId"].as_str().unwrap();
    for (what, key) in [
        (&["transactions"][..], "tranId"),
        (&["settlements"], "batchId"),
        (&["emv"], "id"),
        (&["merchants"], "mchId"),
        (&["acquirers"], "id"),
        (&["profiles"], "profileId"),
        (&["devices", "--merchant", merchant], "deviceId"),
    ] {
        let list = |more: &[&str]| computer.run(&[&["list"], what, &["--all"], more].concat()).ends(0);
        let lines = list(&[]).lines();
        assert!(lines.iter().all(|line| line.get(key).is_some()) && !lines.is_empty(), "{what:?}");
        let json: Value = list(&["--format", "json"]).json();
        assert_eq!(json.as_array().unwrap().len(), lines.len(), "{what:?}");
        let csv = list(&["--format", "csv"]).out;
        assert!(csv.starts_with(key) && csv.split("\r\n").count() > lines.len(), "{what:?}");
    }
}
