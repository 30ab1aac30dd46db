//! Sorts and filters, against what one would do with the records themselves.

use std::cmp::Ordering;

use proptest::prelude::*;
use tapline_contract::decimal;
use tapline_contract::endpoints::ListTransactions;
use tapline_contract::field::Number;
use tapline_contract::list::{Filter, ListId, RowsQuery, Sort};

use super::super::budget::Budget;
use super::super::schema::BadQuery;
use super::super::schema::WholeList as _;
use super::super::table::Table;
use super::super::view::{HEAD, RowSource, TableView};

const COLUMNS: [&str; 4] = ["tranId", "tranStatus", "rrn", "amount.value"];

/// Cells of [`COLUMNS`].
type TestRow = [Option<String>; 4];

/// `many`: in columns of many different values, which a short list has not.
fn held(rows: &[TestRow], many: bool) -> RowSource {
    let mut table = Table::new(ListTransactions::SCHEMA, &Budget::new(usize::MAX));
    if many {
        table.expect_many();
    }
    for [id, status, rrn, amount] in rows {
        let text = |name: &str, value: &Option<String>| match value {
            Some(text) => format!(",{name:?}:{}", serde_json::Value::from(text.as_str())),
            None => String::new(),
        };
        let amount =
            amount.as_ref().map_or(String::new(), |value| format!(r#","amount":{{"value":{value}}}"#));
        let id = id.as_deref().unwrap();
        let record =
            format!(r#"{{"tranId":{id:?}{}{}{amount}}}"#, text("tranStatus", status), text("rrn", rrn));
        table.push(record.as_bytes()).unwrap();
    }
    assert_eq!((table.rows() as usize, table.unreadable_count()), (rows.len(), 0));
    RowSource::Table(TableView::new(table))
}

fn query(sort: Option<Sort>, filter: Option<Filter>) -> RowsQuery {
    let columns = COLUMNS.map(str::to_owned).to_vec();
    RowsQuery { list: ListId(1), version: 1, first: 0, count: 500, columns, sort, filter }
}

fn compare(column: usize, one: &str, other: &str) -> Ordering {
    match column {
        3 => decimal::compare(&Number::parse(one).unwrap(), &Number::parse(other).unwrap()),
        _ => one.cmp(other),
    }
}

fn passes(row: &TestRow, filter: &Filter) -> bool {
    let cell = |name: &str| row[COLUMNS.iter().position(|column| *column == name).unwrap()].as_deref();
    let number = |name: &str| cell(name).map(|cell| Number::parse(cell).unwrap());
    let equals = |name: &str, value: Option<&str>| match (name, value.and_then(Number::parse)) {
        ("amount.value", Some(value)) => {
            number(name).is_some_and(|cell| decimal::compare(&cell, &value) == Ordering::Equal)
        }
        _ => cell(name) == value,
    };
    match filter {
        Filter::Contains { columns, text } => {
            let all = COLUMNS.map(str::to_owned).to_vec();
            let columns = if columns.is_empty() { &all } else { columns };
            let wanted = text.to_lowercase();
            columns
                .iter()
                .any(|column| cell(column).is_some_and(|cell| cell.to_lowercase().contains(&wanted)))
        }
        Filter::Equals { column, value } => equals(column, value.as_deref()),
        Filter::OneOf { column, values } => values.iter().any(|value| equals(column, Some(value))),
        Filter::Between { column, least, most } => number(column).is_some_and(|cell| {
            least.as_ref().is_none_or(|least| decimal::compare(&cell, least) != Ordering::Less)
                && most.as_ref().is_none_or(|most| decimal::compare(&cell, most) != Ordering::Greater)
        }),
        Filter::Bits { column, byte, mask } => cell(column).and_then(bytes).is_some_and(|bytes| {
            let found = usize::from(*byte).checked_sub(1).and_then(|at| bytes.get(at).copied());
            found.is_some_and(|found| found & mask == *mask)
        }),
        Filter::Not(filter) => !passes(row, filter),
        Filter::All(filters) => filters.iter().all(|filter| passes(row, filter)),
    }
}

/// Bytes of hexadecimal text.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u32> = text.chars().map(|c| c.to_digit(16)).collect::<Option<_>>()?;
    digits.chunks(2).map(|pair| u8::try_from(pair[0] * 16 + pair.get(1)?).ok()).collect()
}

/// The window as one would find it without columns.
fn expected(rows: &[TestRow], sort: Option<&Sort>, filter: Option<&Filter>) -> Vec<u32> {
    let mut order: Vec<usize> =
        (0..rows.len()).filter(|at| filter.is_none_or(|f| passes(&rows[*at], f))).collect();
    if let Some(sort) = sort {
        let column = COLUMNS.iter().position(|column| *column == sort.column).unwrap();
        order.sort_by(|one, other| match (&rows[*one][column], &rows[*other][column]) {
            (Some(one), Some(other)) if sort.descending => compare(column, other, one),
            (Some(one), Some(other)) => compare(column, one, other),
            (one, other) => other.is_some().cmp(&one.is_some()),
        });
    }
    order.into_iter().map(|at| u32::try_from(at).unwrap()).collect()
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "-?[0-3](\\.[0-9]{1,2})?",
        1 => prop::sample::select(&["0.1", "0.10", "0.3", "1e3", "1000.0", "9007199254740993", "9007199254740992", "1e30", "-2e40"][..])
            .prop_map(str::to_owned),
    ]
}

fn row() -> impl Strategy<Value = [Option<String>; 3]> {
    (
        prop::option::of(
            prop::sample::select(&["APPROVED", "DECLINED", "approved", ""][..]).prop_map(str::to_owned),
        ),
        prop::option::of("[aAbB]{0,3}|[äÄß0-9]{0,9}"),
        prop::option::of(number()),
    )
        .prop_map(|(status, rrn, amount)| [status, rrn, amount])
}

fn filter() -> impl Strategy<Value = Filter> {
    let named = || prop::sample::select(&COLUMNS[..]).prop_map(str::to_owned);
    let parsed = || prop::option::of(number().prop_map(|text| Number::parse(&text).unwrap()));
    let one = prop_oneof![
        (prop::collection::vec(named(), 0..3), "[aÄ0Pd]{0,2}")
            .prop_map(|(columns, text)| Filter::Contains { columns, text }),
        (named(), prop::option::of(prop_oneof![number(), Just("APPROVED".to_owned()), Just("a".to_owned())]))
            .prop_map(|(column, value)| Filter::Equals { column, value }),
        (named(), prop::collection::vec(prop_oneof![number(), Just("DECLINED".to_owned())], 0..4))
            .prop_map(|(column, values)| Filter::OneOf { column, values }),
        (parsed(), parsed()).prop_map(|(least, most)| Filter::Between {
            column: "amount.value".to_owned(),
            least,
            most
        }),
        (named(), 0u8..5, prop::sample::select(&[0u8, 1, 0xA0, 0xAA][..]))
            .prop_map(|(column, byte, mask)| Filter::Bits { column, byte, mask }),
    ];
    one.prop_recursive(2, 4, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Filter::All),
            inner.prop_map(|filter| Filter::Not(Box::new(filter))),
        ]
    })
}

proptest! {
    #[test]
    fn windows_are_what_the_records_say(
        cells in prop::collection::vec(row(), 0..60),
        sort in prop::option::of((prop::sample::select(&COLUMNS[..]), any::<bool>())),
        filter in prop::option::of(filter()),
        many: bool,
    ) {
        let rows: Vec<TestRow> = cells
            .into_iter()
            .enumerate()
            .map(|(at, [status, rrn, amount])| [Some(format!("{}", (at * 37) % 101)), status, rrn, amount])
            .collect();
        let held = held(&rows, many);
        let sort = sort.map(|(column, descending)| Sort { column: column.to_owned(), descending });
        let wanted = expected(&rows, sort.as_ref(), filter.as_ref());
        for again in 0..2 {
            let found = held.window(&query(sort.clone(), filter.clone())).unwrap();
            prop_assert_eq!(&found.rows, &wanted, "{} {:?} {:?}", again, sort, filter);
            prop_assert_eq!(found.total as usize, wanted.len());
            for (at, row) in wanted.iter().enumerate() {
                prop_assert!(found.row(at).eq(rows[*row as usize].iter().map(Option::as_deref)));
            }
        }
    }
}

/// A column with more different values than a dictionary holds.
#[test]
fn many_values_are_sorted_like_few() {
    let mut state = 7_u64;
    let mut some = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state >> 40
    };
    let rows: Vec<TestRow> = (0..6000)
        .map(|at| {
            [
                Some(at.to_string()),
                Some(format!("s{}", some())),
                Some(format!("common{}", some())),
                Some(some().to_string()),
            ]
        })
        .collect();
    let held = held(&rows, false);
    for column in COLUMNS {
        for descending in [false, true] {
            let sort = Some(Sort { column: column.to_owned(), descending });
            let wanted = expected(&rows, sort.as_ref(), None);
            let found = held.window(&RowsQuery { first: 5600, ..query(sort, None) }).unwrap();
            assert_eq!((found.total, &found.rows[..]), (6000, &wanted[5600..]), "{column} {descending}");
        }
    }
}

/// Rows with escapes, characters beyond ASCII, both letter cases, repeated and missing values; the same in every run.
fn varied(count: u64) -> Vec<TestRow> {
    let mut state = 5_u64;
    let mut some = move |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % most
    };
    let text = |kind: u64, number: u64| match kind {
        0 => None,
        1 => Some(format!("Café \"{}\" \\", number % 7)),
        2 => Some(format!("BÄCKEREI {}", number % 500)),
        3 => Some("bäckerei".to_owned()),
        4 => Some(format!("2026-11-{:02}T{:02}:00:00.000000000000{number}", number % 30 + 1, number % 24)),
        _ => Some(format!("{:012}", number * 7_919_777)),
    };
    let amount = |kind: u64, number: u64| match kind {
        0 => None,
        1 => Some(format!("{}e2", number % 50)),
        2 => Some(format!("-0.{:08}", number % 3000)),
        3 => Some(format!("{}.00001", number % 40)),
        4 => Some(format!("{}00000000000000000000", number % 90 + 1)),
        _ => Some(format!("{}.{:02}", number % 700, number % 3)),
    };
    let status = ["APPROVED", "DECLINED", "VOIDED", "Übertragen"];
    (0..count)
        .map(|at| {
            let status = (some(9) > 0).then(|| status[usize::try_from(some(4)).unwrap()].to_owned());
            let id = format!("{}{:09}", if at == 77 { "X" } else { "T" }, (at * 4801) % 1_000_003);
            [Some(id), status, text(some(9), some(100_000)), amount(some(9), some(100_000))]
        })
        .collect()
}

/// A window doesn't depend on how much of its order was found.
#[test]
fn first_rows_are_the_first_of_all() {
    let rows = varied(2500);
    let contains = |columns: &[&str], text: &str| Filter::Contains {
        columns: columns.iter().map(|column| (*column).to_owned()).collect(),
        text: text.to_owned(),
    };
    let equals = |column: &str, value: &str| Filter::Equals {
        column: column.to_owned(),
        value: Some(value.to_owned()),
    };
    let number = |text: &str| Number::parse(text);
    let between = |least, most| Filter::Between {
        column: "amount.value".to_owned(),
        least: number(least),
        most: number(most),
    };
    let filters = [
        contains(&[], "77"),
        contains(&["rrn", "tranId"], "bäck"),
        contains(&["rrn"], "\" \\"),
        contains(&[], "ÜBER"),
        contains(&[], "000t"),
        contains(&["rrn"], ""),
        contains(&[], "zzz"),
        equals("tranStatus", "DECLINED"),
        equals("amount.value", "2000.00"),
        equals("amount.value", "3.00001"),
        between("-0.00000500", "3.00001"),
        between("20", "3e22"),
        Filter::Not(Box::new(contains(&["rrn"], "CAFÉ"))),
    ];
    let filters: Vec<_> = std::iter::once(None).chain(filters.into_iter().map(Some)).collect();
    let columns = COLUMNS.iter().flat_map(|column| [(*column, false), (*column, true)]);
    let sorts: Vec<_> = columns
        .map(|(column, descending)| Some(Sort { column: column.to_owned(), descending }))
        .chain([None])
        .collect();
    for (at, sort) in sorts.iter().enumerate() {
        let held = held(&rows, at % 3 > 0);
        for (number, filter) in filters.iter().enumerate() {
            let wanted = expected(&rows, sort.as_ref(), filter.as_ref());
            // Every other sort knows the order of all rows before it is filtered.
            let firsts: &[u32] = if at % 2 == 1 { &[2400, 0] } else { &[0, HEAD - 60, HEAD - 59, 1500, 0] };
            for first in firsts {
                let found = held.window(&RowsQuery {
                    first: *first,
                    count: 60,
                    ..query(sort.clone(), filter.clone())
                });
                let found = found.unwrap();
                let range = (*first as usize).min(wanted.len())..(*first as usize + 60).min(wanted.len());
                assert_eq!(
                    (found.total as usize, &found.rows[..]),
                    (wanted.len(), &wanted[range]),
                    "{sort:?} {number} {first}"
                );
            }
        }
    }
}

#[test]
fn exact_amounts_keep_their_digits() {
    let amounts = ["0.30", "1e3", "9007199254740993", "1.10", "0.1", "9007199254740992", "1.1", "1000"];
    let rows: Vec<TestRow> = (0_u32..)
        .zip(amounts)
        .map(|(at, amount)| [Some(at.to_string()), None, None, Some(amount.to_owned())])
        .collect();
    let held = held(&rows, false);
    let sort = Some(Sort { column: "amount.value".to_owned(), descending: false });
    let shown = held.window(&query(sort, None)).unwrap();
    let texts: Vec<_> = shown.column(3).flatten().collect();
    assert_eq!(texts, ["0.1", "0.30", "1.10", "1.1", "1e3", "1000", "9007199254740992", "9007199254740993"]);
    let equals =
        |value: &str| Filter::Equals { column: "amount.value".to_owned(), value: Some(value.to_owned()) };
    let total = |filter| held.window(&query(None, Some(filter))).unwrap().total;
    assert_eq!(
        [equals("0.3"), equals("1000.00"), equals("9007199254740993.0"), equals("1.100")].map(total),
        [1, 2, 1, 2]
    );
}

#[test]
fn a_window_is_cut_at_its_ends() {
    let rows: Vec<TestRow> = (0..10).map(|at| [Some(at.to_string()), None, None, None]).collect();
    let held = held(&rows, false);
    for (first, count, expected) in
        [(0, 3, 0..3), (8, 5, 8..10), (10, 5, 10..10), (99, 5, 0..0), (0, 0, 0..0), (u32::MAX, 500, 0..0)]
    {
        let found = held.window(&RowsQuery { first, count, ..query(None, None) }).unwrap();
        assert_eq!((found.rows, found.total), (expected.collect::<Vec<_>>(), 10), "{first} {count}");
    }
}

#[test]
fn a_window_of_what_is_not_there_is_refused() {
    let held = held(&[], false);
    let sort = |column: &str| Some(Sort { column: column.to_owned(), descending: false });
    let between = |column: &str| Some(Filter::Between { column: column.to_owned(), least: None, most: None });
    for (columns, sort, filter) in [
        (vec!["tranid"], None, None),
        (vec!["amount"], None, None),
        (vec![""], None, None),
        (vec!["amount."], None, None),
        (vec![], sort("nothing"), None),
        (vec![], None, between("tranId")),
        (vec![], None, between("nothing")),
        (vec![], None, Some(Filter::Contains { columns: vec!["nothing".to_owned()], text: String::new() })),
    ] {
        let columns = columns.into_iter().map(str::to_owned).collect();
        let refused = held.window(&RowsQuery { columns, ..query(sort, filter) }).unwrap_err();
        assert!(matches!(refused, BadQuery::Column(_) | BadQuery::NoNumbers(_)), "{refused}");
    }
    let too_many = RowsQuery { count: 501, ..query(None, None) };
    assert_eq!(held.window(&too_many), Err(BadQuery::TooManyRows));
}

#[test]
fn a_long_text_is_cut_in_windows() {
    let text = "é".repeat(3000);
    let held = held(&[[Some("1".to_owned()), None, Some(text), None]], true);
    let rows = held.window(&query(None, None)).unwrap();
    assert_eq!(rows.cell(0, 2), Some(format!("{}…", "é".repeat(1000)).as_str()));
}
