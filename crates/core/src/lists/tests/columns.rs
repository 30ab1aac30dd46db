//! Records into columns and back.

use proptest::prelude::*;
use serde_json::Value;
use tapline_contract::endpoints::{ListSettlements, ListTransactions};
use tapline_contract::record::Record as _;
use tapline_contract::transaction::Transaction;

use super::super::budget::Budget;
use super::super::kind::{Loaded as _, Schema};
use super::super::table::{Damaged, Table};

fn table(schema: &'static Schema, records: &[&str]) -> Table {
    let mut table = Table::new(schema, &Budget::of(usize::MAX));
    for record in records {
        table.push(record.as_bytes()).unwrap();
    }
    table
}

/// The record as it is given back.
fn back(schema: &'static Schema, record: &str) -> Option<String> {
    table(schema, &[record]).record(0).map(|record| record.raw().to_owned())
}

#[test]
fn a_record_comes_back_as_it_was() {
    for record in [
        r#"{"tranId":"1"}"#,
        r#"{"tranId":17}"#,
        r#"{"tranId":" 7 ","rrn":null,"actions":null,"amount":null}"#,
        r#"{"tranId":"1","amount":{}}"#,
        r#"{"tranId":"1","amount":{"value":1.10}}"#,
        r#"{"tranId":"1","amount":{"currency":null,"value":9007199254740993,"tip":{"a":[0.1,1e3]}},"new":[1.0],"amount.value":5,"":0}"#,
        r#"{"tranId":"1","amount":{"value":-1E+3},"mchName":"Caf\u00e9 \"\\\/\u0007\ud83d\ude00"}"#,
        r#"{"tranId":"1","actions":[{"actionId":"a","amount":{"value":0.30}}],"callbackUrl":"https://x"}"#,
        r#"{ "rrn" : "" , "tranId" : "1" }"#,
    ] {
        let found = back(ListTransactions::SCHEMA, record).unwrap_or_else(|| panic!("unreadable: {record}"));
        // Numbers by their digits: a value of the library would round them.
        assert!(tapline_contract::record::same_json(&found, record), "{record}\n{found}");
        for digits in ["1.10", "9007199254740993", "1e3", "1E+3", "0.30", "1.0"] {
            assert_eq!(found.contains(digits), record.contains(digits), "{digits} in {found}");
        }
    }
    let batch = r#"{"batchId":"b","paymentAmt":100.50,"refundAmt":null,"state":7,"odd":true,"transactions":[{"count":3}]}"#;
    assert!(tapline_contract::record::same_json(&back(ListSettlements::SCHEMA, batch).unwrap(), batch));
}

#[test]
fn what_the_contract_does_not_read_is_counted() {
    let records = [
        "5",
        "null",
        "[]",
        r#""x""#,
        "{}",
        r#"{"tranId":""}"#,
        r#"{"tranId":null}"#,
        r#"{"tranId":1.5}"#,
        r#"{"tranId":"1","rrn":5}"#,
        r#"{"tranId":"1","amount":5}"#,
        r#"{"tranId":"1","amount":{"value":"5"}}"#,
        r#"{"tranId":"1","amount":{"value":5,"value":5}}"#,
        r#"{"tranId":"1","rrn":"a","rrn":"a"}"#,
        r#"{"tranId":"1","new":1,"new":2}"#,
        r#"{"tranId":"1","actions":5}"#,
        r#"{"tranId":"1","rrn":"\ud800"}"#,
    ];
    let mut table = table(ListTransactions::SCHEMA, &[r#"{"tranId":"before"}"#]);
    for record in records {
        assert!(Transaction::read(record).is_err(), "{record}");
        table.push(record.as_bytes()).unwrap();
    }
    table.push(br#"{"tranId":"after","rrn":"r"}"#).unwrap();
    assert_eq!((table.rows(), table.unreadable_count()), (2, records.len() as u64));
    assert_eq!(table.record(1).unwrap().raw(), r#"{"tranId":"after","rrn":"r"}"#);
    assert_eq!(table.record(2), None);
}

#[test]
fn damage_is_no_record() {
    let mut table = table(ListTransactions::SCHEMA, &[]);
    for record in
        [&br#"{"tranId":"1","x":tru}"#[..], b"{\"tranId\":\"\xff\"}", b"{\"tranId\":\"1\n\"}", b"01"]
    {
        assert_eq!(table.push(record), Err(Damaged));
    }
    assert_eq!((table.count(), table.record(0)), (0, None));
}

#[test]
fn each_id_is_there_once() {
    let records =
        [r#"{"tranId":"1","rrn":"first"}"#, r#"{"tranId":"2"}"#, r#"{"tranId":" 1 "}"#, r#"{"tranId":1}"#];
    let table = table(ListTransactions::SCHEMA, &records);
    assert_eq!(table.rows(), 2);
    assert!(table.record(0).unwrap().raw().contains("first"));
}

#[test]
fn unreadable_records_count_once_over_pages() {
    let mut table = table(ListTransactions::SCHEMA, &["5", "5", "6"]);
    table.next_page();
    table.push(b"5").unwrap();
    table.push(b"7").unwrap();
    assert_eq!(table.unreadable_count(), 4);
}

/// JSON of any shape that a member may have.
fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        "(-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,20})?([eE][-+]?[0-9]{1,2})?)",
        ".{0,12}".prop_map(|text| Value::from(text).to_string()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec(
                (prop::sample::select(&["currency", "value", "actionId", "é\"", "x"][..]), inner),
                0..3
            )
            .prop_map(|members| object(&members)),
        ]
    })
}

fn object(members: &[(&str, String)]) -> String {
    let members: Vec<_> = members.iter().map(|(key, raw)| format!("{}:{raw}", Value::from(*key))).collect();
    format!("{{{}}}", members.join(","))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn rows_are_the_records_that_the_contract_reads(
        id in prop_oneof![4 => Just(r#""1""#.to_owned()), 1 => json()],
        members in prop::collection::vec((prop::sample::select(&["amount", "rrn", "actions", "tranStatus", "new", "amount.value", "tranId"][..]), json()), 0..5),
        place in 0usize..5,
    ) {
        let mut members = members;
        members.insert(place.min(members.len()), ("tranId", id));
        let record = object(&members);
        let found = back(ListTransactions::SCHEMA, &record);
        prop_assert_eq!(found.is_some(), Transaction::read(&record).is_ok(), "{}", record);
        if let Some(found) = found {
            prop_assert!(tapline_contract::record::same_json(&found, &record), "{}\n{}", record, found);
        }
    }
}
