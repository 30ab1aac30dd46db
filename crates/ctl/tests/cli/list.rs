//! `list`: to the end of a list, in each format.

use serde_json::Value;
use tapline_scripted::{Answer, Request};

use crate::fake::{Fake, data, reply};
use crate::run::{Service, words};

fn parameter(request: &Request, name: &str) -> Option<String> {
    let query = request.target.split_once('?')?.1;
    query.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}="))).map(str::to_owned)
}

fn number(request: &Request, name: &str) -> usize {
    parameter(request, name).unwrap().parse().unwrap()
}

/// So many transactions, by the page.
fn transactions(request: &Request, count: usize) -> Answer {
    let (size, page) = (number(request, "pageSize"), number(request, "pageNumber"));
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
    let fake = Fake::new(|request| transactions(request, 450));
    let ended =
        fake.computer().run(&words("list transactions --all --state APPROVED --created-start 2026-11-01"));
    let lines = ended.ends(0).lines();
    assert_eq!(lines.len(), 450);
    assert_eq!(lines[449]["tranId"], "T450");
    let requests = fake.requests();
    assert_eq!(requests.len(), 3);
    assert!(
        requests.iter().all(|request| number(request, "pageSize") == 200 && number(request, "state") == 2)
    );
    assert!(
        requests.iter().all(|request| parameter(request, "createdStart").as_deref() == Some("2026-11-01"))
    );
}

#[test]
fn a_limit_asks_for_no_more_than_it_needs() {
    let fake = Fake::new(|request| transactions(request, 450));
    let lines = fake.computer().run(&["list", "transactions", "--limit", "3"]).ends(0).lines();
    assert_eq!((lines.len(), fake.requests().len()), (3, 1));
    assert_eq!(fake.computer().run(&["list", "transactions", "--limit", "0"]).ends(0).out, "");
}

#[test]
fn fewer_are_asked_for_when_the_service_refuses_so_many() {
    let fake = Fake::new(|request| match number(request, "pageSize") {
        51.. => reply(400, r#"{"code":1,"msg":"pageSize too large"}"#),
        _ => transactions(request, 60),
    });
    assert_eq!(fake.computer().run(&["list", "transactions", "--all"]).ends(0).lines().len(), 60);
}

#[test]
fn pages_that_shift_give_each_record_once() {
    // Each page begins with the last record of the one before.
    let fake = Fake::new(|request| match number(request, "pageNumber") {
        1 => data(r#"{"total":3,"hasNext":true,"records":[{"tranId":"A"},{"tranId":"B"}]}"#),
        _ => data(r#"{"total":3,"hasNext":false,"records":[{"tranId":"B"},{"tranId":"C"}]}"#),
    });
    let ids: Vec<_> = fake.computer().run(&["list", "transactions", "--all"]).ends(0).lines();
    assert_eq!(ids.iter().map(|line| line["tranId"].as_str().unwrap()).collect::<Vec<_>>(), ["A", "B", "C"]);
}

#[test]
fn of_two_records_with_one_id_and_different_content_none_is_dropped_silently() {
    let emv = Fake::new(|_| {
        data(
            r#"{"total":3,"hasNext":false,"records":[{"id":7,"emvName":"a"},{"id":7,"emvName":"b"},{"emvName":"a","id":7}]}"#,
        )
    });
    let ended = emv.computer().run(&["list", "emv", "--all"]).ends(6).says("id 7").says("other content");
    assert_eq!(ended.lines().len(), 1);

    let batches = Fake::new(|_| {
        data(
            r#"{"total":3,"hasNext":false,"records":[{"batchId":"A","state":1},{"batchId":"A","state":2},{"state":1,"batchId":"A"}]}"#,
        )
    });
    let ended = batches.computer().run(&["list", "settlements", "--all"]).says("Several different records");
    assert_eq!(ended.lines().len(), 2, "{}", ended.out);
}

#[test]
fn a_list_that_grows_while_it_is_read_says_so() {
    let settlements = Fake::new(|request| match number(request, "pageNumber") {
        1 => data(r#"{"total":2,"hasNext":true,"records":[{"batchId":"A"}]}"#),
        _ => data(r#"{"total":3,"hasNext":false,"records":[{"batchId":"B"},{"batchId":"C"}]}"#),
    });
    let profiles = Fake::new(|request| {
        let body = match parameter(request, "cursor") {
            None => r#"{"hasNext":true,"totalSize":2,"nextCursor":"c1","data":[{"profileId":"p1"}]}"#,
            Some(_) => {
                r#"{"hasNext":false,"totalSize":3,"nextCursor":null,"data":[{"profileId":"p2"},{"profileId":"p3"}]}"#
            }
        };
        reply(200, body)
    });
    for (fake, what) in [(settlements, "settlements"), (profiles, "profiles")] {
        let ended = fake.computer().run(&["list", what, "--all"]).ends(0);
        assert_eq!(ended.lines().len(), 3, "{what}");
        ended.says("changed while loading").says("2 records at first and 3 now");
    }
}

#[test]
fn a_list_that_breaks_off_is_printed_as_far_as_it_came() {
    let fake = Fake::new(|request| match number(request, "pageNumber") {
        1 => transactions(request, 450),
        _ => reply(422, r#"{"code":9,"msg":"too far"}"#),
    });
    let computer = fake.computer();
    let ended = computer.run(&["list", "transactions", "--all", "--format", "json"]).ends(6).says("too far");
    assert_eq!(ended.json().as_array().unwrap().len(), 200, "it can be read all the same");
    assert!(ended.err.contains("Incomplete list: 200 transactions"), "{}", ended.err);

    let endless = Fake::new(|_| data(r#"{"total":9,"hasNext":true,"records":[{"tranId":"A"}]}"#));
    let ended = endless.computer().run(&["list", "transactions", "--all"]).ends(6).says("sends nothing new");
    assert_eq!((ended.lines().len(), endless.requests().len()), (1, 2));
}

/// Service document: terminals and merchants take no page number.
#[test]
fn a_list_without_pages_is_printed_as_far_as_it_came() {
    let fake = Fake::new(|request| match parameter(request, "pageNumber") {
        None => data(
            r#"{"total":5,"hasNext":true,"records":[{"deviceId":"a"},{"deviceId":"b"},{"deviceId":"c"}]}"#,
        ),
        Some(_) => reply(400, r#"{"code":1,"msg":"unknown parameter pageNumber"}"#),
    });
    let ended = fake.computer().run(&["list", "devices", "--all", "--merchant", "M1"]).ends(6);
    assert_eq!(ended.lines().len(), 3);
    ended.says("sends no further page").says("3 terminals printed");
}

#[test]
fn a_list_that_grew_ends_with_its_last_page() {
    let fake = Fake::new(|request| match number(request, "pageNumber") {
        1 => data(r#"{"total":3,"hasNext":true,"records":[{"tranId":"A"},{"tranId":"B"}]}"#),
        2 => data(r#"{"total":4,"hasNext":false,"records":[{"tranId":"B"},{"tranId":"C"}]}"#),
        _ => data(r#"{"total":4,"hasNext":false,"records":[]}"#),
    });
    let ended =
        fake.computer().run(&["list", "transactions", "--all"]).ends(0).says("3 records at first and 4 now");
    assert_eq!((ended.lines().len(), fake.requests().len()), (3, 2));
    assert!(!ended.err.contains("reports more"), "{}", ended.err);

    let short = Fake::new(|_| data(r#"{"total":9,"hasNext":false,"records":[{"tranId":"A"}]}"#));
    short.computer().run(&["list", "transactions", "--all"]).ends(6).says("counts more records than it sent");
}

#[test]
fn a_service_that_lists_merchants_by_id_only_says_how_to_name_one() {
    let fake = Fake::new(|request| match (request.method.as_str(), parameter(request, "mchId").as_deref()) {
        ("POST", _) => data(r#"{"mchId":"M9","mchName":"New"}"#),
        (_, Some("M1")) => data(r#"{"total":1,"hasNext":false,"records":[{"mchId":"M1"}]}"#),
        _ => reply(400, r#"{"code":1,"msg":"mchId is required"}"#),
    });
    let computer = fake.computer();
    computer.run(&["list", "merchants", "--all"]).ends(6).says("--merchant MCHID");
    computer.run(&["call", "ListMerchants", "--input", "{}"]).ends(6).says("enter one");
    assert_eq!(computer.run(&["list", "merchants", "--all", "--merchant", "M1"]).ends(0).lines().len(), 1);
    // A new merchant's id comes with the answer.
    let made = computer.run(&["call", "CreateMerchant", "--input", r#"{"mchName":"New"}"#]).ends(0);
    assert_eq!(made.json()["applied"]["evidence"], "answerAlone", "{}", made.out);
    assert_eq!(fake.changes(), 1);
}

#[test]
fn what_a_service_wants_of_a_list_of_merchants_is_known_the_next_time() {
    let fake = Fake::new(|request| match parameter(request, "mchId").as_deref() {
        Some("") => data(r#"{"total":1,"hasNext":false,"records":[{"mchId":"M1"}]}"#),
        _ => reply(400, r#"{"code":1,"msg":"mchId is required"}"#),
    });
    let computer = fake.computer();
    let list = || computer.run(&["list", "merchants", "--all"]).ends(0).lines().len();
    assert_eq!((list(), fake.requests().len()), (1, 2), "it is found out once");
    assert_eq!((list(), fake.requests().len()), (1, 3), "and known by the next run");
}

#[test]
fn a_limit_counts_from_what_cannot_be_read() {
    let fake = Fake::new(|_| {
        data(
            r#"{"total":4,"hasNext":false,"records":[{"tranId":"A"},{"tranStatus":5},{"tranId":"B"},{"tranStatus":6}]}"#,
        )
    });
    let computer = fake.computer();
    let list = |limit| computer.run(&["list", "transactions", "--limit", limit]);
    assert_eq!(list("1").ends(0).err, "", "what stands behind the last one is nobody's question");
    let ended = list("2").ends(6).says("records[1]").says("1 transaction unreadable and not printed");
    assert!(ended.lines().len() == 2 && !ended.err.contains("records[3]"), "{}", ended.err);
}

#[test]
fn what_cannot_be_read_is_counted() {
    let fake =
        Fake::new(|_| data(r#"{"total":2,"hasNext":false,"records":[{"tranId":"A"},{"tranStatus":5}]}"#));
    let ended = fake
        .computer()
        .run(&["list", "transactions", "--all"])
        .ends(6)
        .says("1 transaction unreadable and not printed");
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
    let fake = Fake::new(|request| {
        let body = match parameter(request, "cursor").as_deref() {
            None => r#"{"hasNext":true,"totalSize":2,"nextCursor":"c1","data":[{"profileId":"prof_1"}]}"#,
            Some("c1") => {
                r#"{"hasNext":false,"totalSize":2,"nextCursor":null,"data":[{"profileId":"prof_2"}]}"#
            }
            Some(_) => "{}",
        };
        reply(200, body)
    });
    assert_eq!(fake.computer().run(&["list", "profiles", "--all"]).ends(0).lines().len(), 2);
    assert!(fake.requests().iter().all(|request| request.target.starts_with("/acme/api/v1/profiles?")));
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

#[test]
fn what_is_no_day_is_not_sent() {
    let fake = Fake::new(|request| transactions(request, 1));
    let computer = fake.computer();
    for text in ["yesterday", "01.11.2026", "2026-11-01T00:00:00Z", "2026-13-01", "2026-02-30"] {
        for kind in ["transactions", "settlements"] {
            computer.run(&["list", kind, "--all", "--created-start", text]).ends(1);
            computer.run(&["list", kind, "--all", "--created-end", text]).ends(1);
        }
        let input = format!(r#"{{"createdEnd":"{text}"}}"#);
        for call in ["ListTransactions", "ListSettlements"] {
            computer.run(&["call", call, "--input", &input]).ends(1).says("createdEnd isn't a date");
        }
    }
    assert!(fake.requests().is_empty());
    computer.run(&["list", "transactions", "--all", "--created-start", "2026-11-01"]).ends(0);
}

#[test]
fn a_list_of_one_answer_that_counts_more_says_so() {
    for (arguments, body) in [
        (&["emv"][..], r#"{"total":73,"hasNext":false,"records":[{"id":1}]}"#),
        (&["merchants"], r#"{"total":73,"hasNext":false,"records":[{"mchId":"M1"}]}"#),
        (&["acquirers"], r#"{"total":73,"hasNext":false,"records":[{"id":1}]}"#),
        (&["devices", "--merchant", "M1"], r#"{"total":73,"hasNext":false,"records":[{"deviceId":"CD-1"}]}"#),
        (&["profiles"], r#"{"totalSize":73,"hasNext":false,"data":[{"profileId":"prof_1"}]}"#),
    ] {
        let fake = Fake::new(
            move |request| {
                if request.target.contains("/v1/") { reply(200, body) } else { data(body) }
            },
        );
        let ended = fake.computer().run(&[&["list"], arguments, &["--all"]].concat()).ends(6);
        ended.says("counts more records than it sent").says("It counts 73.");
    }
}

#[test]
fn a_service_that_refuses_all_at_once_is_read_page_by_page() {
    for status in [400, 200] {
        let fake = Fake::new(move |request| {
            if request.target.contains("pageSize=-1") {
                return reply(status, r#"{"code":7,"msg":"page size"}"#);
            }
            let page = if request.target.contains("pageNumber=2") { 2 } else { 1 };
            data(&format!(r#"{{"total":2,"hasNext":{},"records":[{{"id":{page}}}]}}"#, page == 1))
        });
        for list in ["emv", "acquirers"] {
            assert_eq!(fake.computer().run(&["list", list, "--all"]).ends(0).lines().len(), 2, "{list}");
        }
    }
}
