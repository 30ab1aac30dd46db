//! Where the rows of a grid come from: how many there are, and the cells of rows first..first + count.
//!
//! Rows in memory are filtered and sorted here. A source that asks core gives fewer rows than asked for while they are on
//! their way, and signals when they have come.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::Failure;

use super::column::Column;
use super::view::{GridView, Order, Way};

/// One row as texts, in the order of the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Names the row for opening it.
    pub(crate) key: String,
    pub(crate) cells: Vec<String>,
}

#[derive(Clone, Copy)]
pub(crate) struct Rows {
    /// Rows that match.
    pub(crate) count: Signal<usize>,
    /// Rows the filter ran over.
    pub(crate) all: Signal<usize>,
    /// First row and how many. Reads signals, so whoever shows the rows is told when they change.
    pub(crate) window: Callback<(usize, usize), Vec<Row>>,
}

/// How the last reading went.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reading {
    /// Milliseconds since 1970; 0 before the first.
    pub(crate) read_at: f64,
    pub(crate) loading: bool,
    /// Why the last one failed; the rows before it stay.
    pub(crate) failure: Option<Failure>,
}

/// Records in memory.
pub(crate) fn in_memory<R: Send + Sync + 'static>(
    records: Signal<Arc<Vec<R>>>,
    columns: &'static [Column<R>],
    key: fn(&R) -> String,
    view: GridView,
) -> Rows {
    let shown = Memo::new(move |_| {
        let (words, order) = (view.words.get().to_lowercase(), view.order.get());
        records.with(|records| Arc::new(arranged(records, columns, words.trim(), order)))
    });
    let window = Callback::new(move |(first, count): (usize, usize)| {
        records.with(|records| {
            let at = shown.get();
            let rows = at.iter().skip(first).take(count).filter_map(|at| records.get(*at));
            let cells = |record: &R| columns.iter().map(|column| (column.text)(record)).collect();
            rows.map(|record| Row { key: key(record), cells: cells(record) }).collect()
        })
    });
    Rows {
        count: Signal::derive(move || shown.with(|shown| shown.len())),
        all: Signal::derive(move || records.with(|records| records.len())),
        window,
    }
}

/// The places of the records that match, in their order.
fn arranged<R>(records: &[R], columns: &[Column<R>], words: &str, order: Option<Order>) -> Vec<usize> {
    let matches = |record: &R| {
        let cells: Vec<_> = columns.iter().map(|column| (column.text)(record).to_lowercase()).collect();
        words.split_whitespace().all(|word| cells.iter().any(|cell| cell.contains(word)))
    };
    let mut places: Vec<usize> = (0..records.len()).filter(|at| matches(&records[*at])).collect();
    if let Some((Order { way, .. }, column)) = order.and_then(|o| Some((o, columns.get(o.column)?))) {
        places.sort_by_cached_key(|at| SortText::of(&(column.text)(&records[*at])));
        if way == Way::Down {
            places.reverse();
        }
    }
    places
}

/// Whole numbers by value, before texts; texts without regard to case; what is empty last.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum SortText {
    Number(u64),
    Text(String),
    Empty,
}

impl SortText {
    fn of(text: &str) -> SortText {
        match text.parse() {
            Ok(number) => SortText::Number(number),
            Err(_) if text.is_empty() => SortText::Empty,
            Err(_) => SortText::Text(text.to_lowercase()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::grid::column::{Look, column};

    const COLUMNS: &[Column<[&str; 2]>] = &[
        column("Name", Look::Name, 10, |record: &[&str; 2]| record[0].to_owned()),
        column("Code", Look::Mono, 10, |record: &[&str; 2]| record[1].to_owned()),
    ];

    #[test]
    fn rows_are_filtered_by_every_word_and_sorted_by_value() {
        let records = [["Café", "100"], ["alpen", "20"], ["Berg", ""], ["Bergcafé", "3"]];
        let sorted = |column, way| Some(Order { column, way });
        for (words, order, expected) in [
            ("", None, &[0, 1, 2, 3][..]),
            ("café", None, &[0, 3]),
            ("café 3", None, &[3]),
            ("nowhere", None, &[]),
            ("", sorted(0, Way::Up), &[1, 2, 3, 0]),
            ("", sorted(1, Way::Up), &[3, 1, 0, 2]),
            ("", sorted(1, Way::Down), &[2, 0, 1, 3]),
        ] {
            assert_eq!(arranged(&records, COLUMNS, words, order), expected, "{words} {order:?}");
        }
    }
}
