//! Time and memory of a long list, printed: `TAPLINE_RECORDS=1000000 cargo test --release -p tapline-lists figures -- --nocapture`.
//! Nothing is asserted of them.

use std::time::Instant;

use tapline_contract::endpoints::ListTransactions;
use tapline_contract::list::{Filter, ListId, RowsQuery, Sort};

use super::super::budget::Budget;
use super::super::list_reader::ListReader;
use super::super::schema::WholeList as _;
use super::super::table::Table;
use super::super::view::{RowSource, TableView};
use super::sample;

fn records() -> u64 {
    std::env::var("TAPLINE_RECORDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3000)
}

fn millis(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1000.0
}

#[test]
fn figures_of_columns() {
    let pieces: Vec<Vec<u8>> = sample::body(records()).collect();
    let bytes = pieces.iter().map(Vec::len).sum::<usize>();
    println!("{} records, {} MB", records(), bytes / 1_000_000);
    let begun = Instant::now();
    let mut table = Table::new(ListTransactions::SCHEMA, &Budget::new(usize::MAX));
    let mut reader = ListReader::default();
    for piece in &pieces {
        for slice in piece.chunks(36 << 10) {
            reader.push(slice, &mut table).unwrap();
        }
    }
    reader.finish().unwrap();
    let decoded = millis(begun);
    table.settle();
    println!("into columns {decoded:.0} ms, {} MiB", table.bytes() >> 20);
    let held = RowSource::Table(TableView::new(table));
    let columns =
        vec!["tranId".to_owned(), "amount.value".to_owned(), "tranStatus".to_owned(), "mchName".to_owned()];
    let query =
        RowsQuery { list: ListId(1), version: 1, first: 0, count: 60, columns, sort: None, filter: None };
    for column in ["tranId", "amount.value", "tranStatus", "rrn", "accountMasked"] {
        let sort = Some(Sort { column: column.to_owned(), descending: true });
        let begun = Instant::now();
        held.window(&RowsQuery { sort: sort.clone(), ..query.clone() }).unwrap();
        let first = millis(begun);
        let begun = Instant::now();
        held.window(&RowsQuery { sort, first: 100, ..query.clone() }).unwrap();
        println!("sort by {column}: first window {first:.1} ms, next {:.2} ms", millis(begun));
    }
    let contains = |text: &str| Filter::Contains { columns: vec![], text: text.to_owned() };
    let declined = Filter::Equals { column: "tranStatus".to_owned(), value: Some("DECLINED".to_owned()) };
    for (name, filter) in
        [("declined", declined), ("contains bäck", contains("bäck")), ("contains zzz", contains("zzz"))]
    {
        let begun = Instant::now();
        let rows = held.window(&RowsQuery { filter: Some(filter), ..query.clone() }).unwrap();
        println!("filter {name}: {:.1} ms, {} rows", millis(begun), rows.total);
    }
}
