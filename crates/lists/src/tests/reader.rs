//! Bodies cut anywhere.

use proptest::prelude::*;
use serde_json::value::RawValue;

use super::super::answer::{Answer, Stop};
use super::super::budget::Budget;
use super::super::list_reader::ListReader;
use super::super::schema::WholeList as _;
use super::super::table::Table;
use super::{cells, sample};
use tapline_contract::endpoints::ListTransactions;
use tapline_contract::wire::NotSuccess;

/// Result of a body: rows, unreadable records, confirmed or not, and the answer around them.
type Read = (Vec<Vec<Option<String>>>, u64, bool, Result<Answer, Stop>);

fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Read {
    read_into(Table::new(ListTransactions::SCHEMA, &Budget::new(usize::MAX)), pieces)
}

/// Reads with no record decoded the fast way.
fn read_slowly(body: &[u8]) -> Read {
    read_into(Table::slow(ListTransactions::SCHEMA), [body])
}

fn read_into<'a>(mut table: Table, pieces: impl IntoIterator<Item = &'a [u8]>) -> Read {
    let mut reader = ListReader::default();
    let pushed = pieces.into_iter().try_for_each(|piece| reader.push(piece, &mut table));
    let end = pushed.and_then(|()| reader.finish());
    (cells::rows(&table), table.unreadable_count(), reader.is_confirmed(), end)
}

fn expected(records: &[String]) -> Vec<Vec<Option<String>>> {
    let columns = cells::columns(ListTransactions::SCHEMA);
    records.iter().map(|record| cells::cells(record, &columns)).collect()
}

#[test]
fn where_a_body_is_cut_does_not_matter() {
    let readable: Vec<_> = (0..3).map(sample::transaction).collect();
    let records = [&readable[..], &[" 5 ".to_owned(), "[[\"]\"], {}]".to_owned()]].concat();
    let body = format!(
        "\u{feff} {{ \"x\\\"y\" : [1, {{}}], \"data\": {{\"records\" : [{}] ,\"hasNext\": false, \"total\":3 }} , \"code\":0, \"msg\":\"{}\"}}\r\n",
        records.join(" , "),
        "\\\"quoted\\\\"
    );
    let whole = read([body.as_bytes()]);
    assert_eq!((&whole.0, whole.1), (&expected(&readable), 2));
    assert_eq!(
        (whole.2, &whole.3),
        (true, &Ok(Answer { total: Some(3), has_next: false, records: Vec::new() }))
    );
    for cut in 1..body.len() {
        let (one, other) = body.as_bytes().split_at(cut);
        assert_eq!(read([one, other]), whole, "cut at {cut}");
        // A part is never the whole.
        let end = read([one]).3;
        let is_all = other.iter().all(u8::is_ascii_whitespace);
        assert_eq!(end.is_ok(), is_all, "the first {cut} bytes");
    }
    assert_eq!(read(body.as_bytes().chunks(1)), whole);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn the_fast_way_reads_the_same_as_the_slow_one(
        from in 0u64..1_000_000,
        count in 1u64..5,
        size in 1usize..3000,
        faults in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(&FAULTS[..])), 0..4),
    ) {
        let records: Vec<_> = (from..from + count).map(sample::transaction).collect();
        let mut body = sample::list(&records, "7", false).into_bytes();
        for (at, fault) in faults {
            let at = at.index(body.len());
            body.splice(at..(at + 1).min(body.len()), fault.iter().copied());
        }
        let slow = read_slowly(&body);
        prop_assert_eq!(&read(body.chunks(size)), &slow, "{}", String::from_utf8_lossy(&body));
        // Here no record is whole when it begins.
        prop_assert_eq!(&read(body.chunks(1)), &slow, "{}", String::from_utf8_lossy(&body));
    }

    #[test]
    fn members_come_in_any_order_and_number(records in prop::collection::vec(record(), 0..12), size in 1usize..700) {
        let records: Vec<_> =
            (0..).zip(records).map(|(id, record)| record.replace(ID, &format!("\"tranId\" :\"{id}\""))).collect();
        let body = sample::list(&records, "7", false).into_bytes();
        prop_assert_eq!(read(body.chunks(size)), read_slowly(&body), "{}", String::from_utf8_lossy(&body));
    }
}

/// In the place of the member with the id.
const ID: &str = "<id>";

/// Members like its neighbors', some left out, some in other places; rarely a duplicate, or a member that comes to nothing.
fn record() -> impl Strategy<Value = String> {
    let members = vec![
        ID,
        "\"rrn\":\"1\"",
        "\"rrn\" : \"2\" ",
        "\"tc\":null",
        "\"mchName\":\"Caf\\u00e9\"",
        " \"trace\":\"\\\"\"",
        "\"amount\":{\"currency\":\"EUR\",\"value\":1.50}",
        "\"amount\":{\"value\":2}",
        "\"amount\":null",
        "\"amount\":{ }",
        "\"new\":true",
        "\"other\":{\"value\":3}",
    ];
    let count = members.len();
    (prop::sample::subsequence(members, 0..count), any::<u8>()).prop_map(|(mut members, turned)| {
        let turn = usize::from(turned) % members.len().max(1);
        // Most begin alike.
        if turned % 4 == 0 {
            members.rotate_left(turn);
        }
        format!("{{{}}}", members.join(","))
    })
}

/// Replacements for a byte.
const FAULTS: [&[u8]; 20] = [
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"0",
    b"-",
    b".",
    b"e",
    b"n",
    b"null",
    b" ",
    b"\n",
    b"\0",
    b"\xff",
    b"\xc3\xa9",
    b",\"rrn\":\"1\"",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn nothing_breaks_it(body in "[\\[\\]{}\":,0-9a-z\\\\ ]{0,80}|\\{\"data\":\\{\"records\":\\[.{0,40}") {
        let whole = read([body.as_bytes()]);
        prop_assert_eq!(read(body.as_bytes().chunks(3)).3.is_ok(), whole.3.is_ok());
        if whole.3.is_ok() && !body.trim().is_empty() {
            prop_assert!(serde_json::from_str::<&RawValue>(&body).is_ok(), "{}", body);
        }
    }
}

#[test]
fn what_is_no_list_is_refused() {
    let deep = format!(r#"{{"data":{{"records":[{}]}}}}"#, "[".repeat(98));
    let shallow = format!(r#"{{"code":0,"data":{{"records":[{}{}]}}}}"#, "[".repeat(97), "]".repeat(97));
    assert_eq!(read([shallow.as_bytes()]).3, Ok(Answer::default()));
    for (body, expected) in [
        ("", "misfit code"),
        ("<html>", "foreign"),
        ("NaN", "foreign"),
        ("[]", "misfit code"),
        ("null", "misfit code"),
        ("{", "damaged"),
        ("{\"code\":0,}", "damaged"),
        ("{\"code\" 0}", "damaged"),
        ("{\"code\":}", "damaged"),
        ("{\"code\":tru}", "damaged"),
        ("{\"code\":0} x", "damaged"),
        ("{\"data\":{\"records\":[1,]}}", "damaged"),
        ("{\"data\":{\"records\":[1 2]}}", "damaged"),
        ("{\"code\":0,\"code\":0}", "misfit code"),
        ("{\"code\":\"0\",\"data\":{\"records\":[]}}", "refused"),
        ("{\"code\":9,\"data\":{\"records\":[]}}", "refused"),
        ("{\"data\":{\"records\":[]}}", "misfit code"),
        ("{\"code\":0,\"data\":null}", "misfit data"),
        ("{\"code\":0,\"data\":{\"total\":5}}", "misfit data.records"),
        ("{\"code\":0,\"data\":{\"records\":5}}", "misfit data.records"),
        ("{\"code\":0,\"data\":{\"records\":[]},\"code\":9}", "misfit code"),
        ("{\"code\":0,\"data\":{\"records\":[]},\"data\":{\"records\":[]}}", "misfit data"),
        ("{\"code\":0,\"data\":{\"records\":[],\"records\":[]}}", "misfit data.records"),
        ("{\"code\":0,\"data\":{\"total\":1,\"total\":2}}", "misfit data.total"),
        (&deep, "misfit "),
    ] {
        let found = match read([body.as_bytes()]).3 {
            Ok(_) => "whole".to_owned(),
            Err(Stop::Foreign) => "foreign".to_owned(),
            Err(Stop::NotSuccess(NotSuccess::Misfit(misfit))) => format!("misfit {}", misfit.field),
            Err(Stop::NotSuccess(NotSuccess::Refused { .. })) => "refused".to_owned(),
            Err(_) => "damaged".to_owned(),
        };
        assert_eq!(found, expected, "{body}");
    }
}

#[test]
fn a_record_has_a_length_that_it_may_not_have() {
    let mut table = Table::new(ListTransactions::SCHEMA, &Budget::new(usize::MAX));
    let mut reader = ListReader::default();
    let mut push = |text: &[u8]| reader.push(text, &mut table);
    assert_eq!(push(br#"{"data":{"records":[{"a":1"#), Ok(()));
    assert_eq!(push(&vec![b'1'; 16 << 20]), Err(Stop::TooLong));
}
