//! Records into columns.

use proptest::prelude::*;
use serde_json::Value;
use tapline_contract::endpoints::{ListSettlements, ListTransactions};
use tapline_contract::record::Record as _;
use tapline_contract::transaction::Transaction;

use super::super::budget::Budget;
use super::super::schema::{Schema, WholeList as _};
use super::super::table::{Damaged, Table};
use super::cells;

/// Read the slow way.
fn table(schema: &'static Schema, records: &[&str]) -> Table {
    let mut table = Table::slow(schema);
    for record in records {
        table.push(record.as_bytes()).unwrap();
    }
    table
}

fn fast_table(schema: &'static Schema) -> Table {
    Table::new(schema, &Budget::new(usize::MAX))
}

/// The cells of a record, those without a value left out; `None` when it cannot be read.
fn cells(schema: &'static Schema, record: &str) -> Option<Vec<(&'static str, String)>> {
    let row = cells::rows(&table(schema, &[record])).pop()?;
    Some(cells::columns(schema).into_iter().zip(row).filter_map(|(name, cell)| Some((name, cell?))).collect())
}

#[test]
fn numbers_keep_their_digits_and_texts_their_signs() {
    let transactions: [(&str, &[(&str, &str)]); 10] = [
        (r#"{"tranId":"1"}"#, &[("tranId", "1")]),
        (r#"{"tranId":17}"#, &[("tranId", "17")]),
        (r#"{"tranId":" 7 ","rrn":null,"actions":null,"amount":null}"#, &[("tranId", " 7 ")]),
        (r#"{"tranId":"1","amount":{}}"#, &[("tranId", "1")]),
        (r#"{"tranId":"1","amount":{"value":1.10}}"#, &[("tranId", "1"), ("amount.value", "1.10")]),
        (
            r#"{"tranId":"1","amount":{"currency":null,"value":9007199254740993,"tip":{"a":[0.1,1e3]}},"new":[1.0],"amount.value":5,"":0}"#,
            &[("tranId", "1"), ("amount.value", "9007199254740993")],
        ),
        (
            r#"{"new":"\u00e9","flag":true,"gone":null,"off":false,"count":-1.5e3,"tranId":"1","rrn":"2"}"#,
            &[("tranId", "1"), ("rrn", "2")],
        ),
        (
            r#"{"tranId":"1","amount":{"value":-1E+3},"mchName":"Caf\u00e9 \"\\\/\u0007\ud83d\ude00"}"#,
            &[("tranId", "1"), ("amount.value", "-1E+3"), ("mchName", "Café \"\\/\u{7}😀")],
        ),
        (
            r#"{"tranId":"1","actions":[{"actionId":"a","amount":{"value":0.30}}],"callbackUrl":"https://x"}"#,
            &[
                ("tranId", "1"),
                ("callbackUrl", "https://x"),
                ("actions", r#"[{"actionId":"a","amount":{"value":0.30}}]"#),
            ],
        ),
        (r#"{ "rrn" : "" , "tranId" : "1" }"#, &[("tranId", "1"), ("rrn", "")]),
    ];
    let batch = r#"{"batchId":"b","paymentAmt":100.50,"refundAmt":null,"state":7,"odd":true,"transactions":[{"count":3}]}"#;
    let batch_cells: &[(&str, &str)] =
        &[("batchId", "b"), ("state", "7"), ("paymentAmt", "100.50"), ("transactions", r#"[{"count":3}]"#)];
    for (record, expected) in transactions {
        fills(ListTransactions::SCHEMA, record, expected);
    }
    fills(ListSettlements::SCHEMA, batch, batch_cells);
}

/// The fast way, where it takes the record, fills the same cells.
fn fills(schema: &'static Schema, record: &str, expected: &[(&str, &str)]) {
    let found = cells(schema, record).unwrap_or_else(|| panic!("unreadable: {record}"));
    let found: Vec<_> = found.iter().map(|(name, cell)| (*name, cell.as_str())).collect();
    assert_eq!(found, expected, "{record}");
    let mut fast = fast_table(schema);
    if fast.push_fast(record).is_some() {
        assert_eq!(cells::rows(&fast), cells::rows(&table(schema, &[record])), "{record}");
    }
}

#[test]
fn a_member_without_a_column_does_not_slow_a_record() {
    let mut table = fast_table(ListTransactions::SCHEMA);
    let record =
        r#"{"tranId":"1","new":1.5,"flag":true,"text":"\n","amount":{"value":1,"new":null},"off":false}"#;
    assert_eq!(table.push_fast(record), Some(record.len()));
    for twice in [r#"{"tranId":"2","new":1,"new":2}"#, r#"{"tranId":"2","amount":{"x":1,"x":"1"}}"#] {
        assert_eq!(table.push_fast(twice), None, "{twice}");
    }
    assert_eq!(table.rows(), 1);
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
    let after = cells::cells(r#"{"tranId":"after","rrn":"r"}"#, &cells::columns(ListTransactions::SCHEMA));
    assert_eq!(cells::rows(&table)[1], after);
}

#[test]
fn damage_is_no_record() {
    let damaged: [&[u8]; 6] = [
        br#"{"tranId":"1","x":tru}"#,
        b"{\"tranId\":\"\xff\"}",
        b"{\"tranId\":\"1\n\"}",
        b"01",
        br#"{"tranId":"1"} 2"#,
        br#",{"tranId":"1"}"#,
    ];
    for mut table in [table(ListTransactions::SCHEMA, &[]), fast_table(ListTransactions::SCHEMA)] {
        for record in damaged {
            assert_eq!(table.push(record), Err(Damaged));
        }
        assert_eq!(table.count(), 0);
        assert_eq!(table.push(br#"{"tranId":"1","rrn":"2"}"#), Ok(()));
        assert_eq!(
            cells::rows(&table),
            [cells::cells(r#"{"tranId":"1","rrn":"2"}"#, &cells::columns(ListTransactions::SCHEMA))]
        );
    }
}

#[test]
fn each_id_is_there_once() {
    let records =
        [r#"{"tranId":"1","rrn":"first"}"#, r#"{"tranId":"2"}"#, r#"{"tranId":" 1 "}"#, r#"{"tranId":1}"#];
    let table = table(ListTransactions::SCHEMA, &records);
    assert_eq!(table.rows(), 2);
    let rrn = ListTransactions::SCHEMA.find("rrn").unwrap();
    assert_eq!(table.cells(rrn).get(0), Some("first"));
}

#[test]
fn unreadable_records_count_once_over_pages() {
    let mut table = table(ListTransactions::SCHEMA, &["5", "5", "6"]);
    table.next_page();
    table.push(b"5").unwrap();
    table.push(b"7").unwrap();
    assert_eq!(table.unreadable_count(), 4);
}

/// Half a card number at the cut of a long cell would be no card number any more.
#[test]
fn a_long_cell_is_shortened_before_it_is_cut() {
    let schema = ListTransactions::SCHEMA;
    for before in 980..1000 {
        let record = format!(r#"{{"tranId":"1","mchName":"{} 4111111111111111"}}"#, "x".repeat(before));
        let shown = table(schema, &[&record]).shown(0, schema.find("mchName").unwrap()).unwrap();
        assert!(!shown.contains("4111111"), "{before}: {shown}");
    }
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
        let found = cells(ListTransactions::SCHEMA, &record);
        let read = Transaction::read(&record);
        prop_assert_eq!(found.is_some(), read.is_ok(), "{}", record);
        if let (Some(found), Ok(read)) = (found, read) {
            let cell = |name: &str| found.iter().find(|(known, _)| *known == name).map(|(_, cell)| cell.clone());
            let amount = read.amount.and_then(|amount| amount.value).map(|value| value.to_string());
            prop_assert_eq!(cell("amount.value"), amount, "{}", record);
            prop_assert_eq!((cell("rrn"), cell("tranStatus")), (read.rrn, read.tran_status), "{}", record);
            prop_assert_eq!(cell("actions").is_some(), read.actions.is_some(), "{}", record);
        }
        let mut fast = fast_table(ListTransactions::SCHEMA);
        if fast.push_fast(&record).is_some() {
            prop_assert_eq!(cells::rows(&fast), cells::rows(&table(ListTransactions::SCHEMA, &[&record])), "{}", record);
        }
    }
}
