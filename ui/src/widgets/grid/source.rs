//! The rows of a grid: their count, and the cells of rows first..first + count.
//!
//! Rows in memory are filtered and sorted here. Rows in core are requested in windows ([`super::in_core`]): a row is `None` while
//! it is loading, and the signals change when it arrives.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::Failure;
use tapline_contract::decimal::Decimal;
use tapline_contract::export::{ExportId, Exported};
use tapline_contract::order::sort_by;

use super::column::{Cell, CellFormat, Column, Head, ListSpec, cell};
use super::days::DayHeadings;
use super::filter::FilterRow;
use super::view::{GridView, Order, Way};
use crate::remote::Reading;
use crate::shell::shell;

/// One row as texts, in the order of the table of columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GridRow {
    /// Key that opens the row.
    pub(crate) key: String,
    pub(crate) cells: Vec<Cell>,
    /// Text of a line that is no row but the heading of the rows below it.
    pub(crate) heading: Option<String>,
}

pub(crate) type Window = Vec<Option<Arc<GridRow>>>;

#[derive(Clone, Copy)]
pub(crate) struct Source {
    /// All columns of the list.
    pub(crate) heads: StoredValue<Vec<Head>>,
    /// Number of matching rows; 0 also until it is [known](Source::known).
    pub(crate) count: Signal<usize>,
    pub(crate) state: Signal<RowsState>,
    /// Number of rows before filtering.
    pub(crate) all: Signal<usize>,
    /// Headings between the rows.
    pub(crate) headings: Signal<DayHeadings>,
    /// Line about the days of the rows, in the foot.
    pub(crate) days: StoredValue<Option<Signal<Option<String>>>>,
    /// Returns the lines, rows and headings, from the first line and a count. Reads signals, so it can be followed.
    pub(crate) window: Callback<(usize, usize), Window>,
    pub(crate) reading: Signal<Reading>,
    /// Refreshes the list. The old rows stay until the answer arrives.
    pub(crate) reload: Callback<()>,
    /// Stops loading and keeps the rows received so far.
    pub(crate) cancel: Callback<()>,
    /// Writes the matching rows to a file.
    pub(crate) export: Callback<ExportRequest>,
    /// Compares two records beyond their columns.
    pub(crate) beside: Option<&'static Beside>,
}

/// Comparison of two records beyond their columns.
pub(crate) struct Beside {
    /// Draws the comparison, by the keys of both.
    pub(crate) draw: fn([String; 2]) -> AnyView,
    /// Keys of the columns that it covers already.
    pub(crate) covered: &'static [&'static str],
}

/// The search that the rows and their count are from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowsState {
    Unknown,
    EarlierSearch,
    Current,
}

impl Source {
    /// True once the first rows came, or it is certain that there are none.
    pub(super) fn known(&self) -> bool {
        self.state.get() != RowsState::Unknown
    }

    /// True while the rows and their count are those of an earlier search.
    pub(super) fn counting(&self) -> bool {
        self.state.get() == RowsState::EarlierSearch
    }

    /// Adds a comparison of two rows beyond their columns.
    pub(crate) fn with_beside(self, beside: &'static Beside) -> Source {
        Source { beside: Some(beside), ..self }
    }

    /// Adds a line about the days of the rows.
    pub(crate) fn with_days(self, days: Signal<Option<String>>) -> Source {
        Source { days: StoredValue::new(Some(days)), ..self }
    }
}

/// A file to be written.
#[derive(Clone, Debug)]
pub(crate) struct ExportRequest {
    pub(crate) export: ExportId,
    pub(crate) file: tapline_contract::export::ExportFile,
    /// In their order.
    pub(crate) columns: Vec<Head>,
    pub(crate) done: Callback<(ExportId, Result<Exported, Failure>)>,
}

/// Records in memory.
pub(crate) fn in_memory<R: Send + Sync + 'static>(
    list: &'static ListSpec,
    records: Signal<Arc<Vec<R>>>,
    columns: &'static [Column<R>],
    key: fn(&R) -> String,
    view: GridView,
    reading: Signal<Reading>,
    reload: Callback<()>,
) -> Source {
    let shell = shell();
    let shown = Memo::new(move |_| {
        let words = view.words.get().to_lowercase();
        let (filters, order) = (view.filters.get(), view.order.get());
        let filters: Vec<(&FilterRow, &str)> = list.filters_of(&filters);
        let selection = RowSelection { words: words.trim(), filters: &filters, order: order.as_ref() };
        records.with(|records| Arc::new(matching_rows(records, columns, &selection)))
    });
    let row = move |record: &R| {
        let connection = shell.opened();
        let cells =
            columns.iter().map(|column| cell(column.head.format, &column.shown(record), connection.as_ref()));
        Some(Arc::new(GridRow { key: key(record), cells: cells.collect(), heading: None }))
    };
    let window = Callback::new(move |(first, count): (usize, usize)| {
        records.with(|records| {
            let at = shown.get();
            let rows = at.iter().skip(first).take(count).filter_map(|at| records.get(*at));
            rows.map(row).collect()
        })
    });
    let export = Callback::new(move |request: ExportRequest| {
        let texts = |record: &R| {
            let text = |head: &Head| {
                let column = columns.iter().find(|column| column.head.key == head.key)?;
                Some(column.shown(record)).filter(|text| !text.is_empty())
            };
            request.columns.iter().map(text).collect()
        };
        let rows: Vec<Vec<Option<String>>> = untrack(|| {
            records.with(|records| shown.get().iter().filter_map(|at| records.get(*at)).map(texts).collect())
        });
        super::export::write_table(request, rows);
    });
    Source {
        heads: StoredValue::new(columns.iter().map(|column| column.head).collect()),
        count: Signal::derive(move || shown.with(|shown| shown.len())),
        state: Signal::derive(move || {
            if reading.with(|reading| reading.read_at > 0.0) {
                RowsState::Current
            } else {
                RowsState::Unknown
            }
        }),
        all: Signal::derive(move || records.with(|records| records.len())),
        headings: Signal::stored(DayHeadings::default()),
        window,
        reading,
        reload,
        cancel: Callback::new(|()| ()),
        export,
        beside: None,
        days: StoredValue::new(None),
    }
}

/// Selection of records, and their order.
struct RowSelection<'a> {
    words: &'a str,
    filters: &'a [(&'a FilterRow, &'a str)],
    order: Option<&'a Order>,
}

/// Indexes of the matching records, in order.
fn matching_rows<R>(records: &[R], columns: &[Column<R>], selection: &RowSelection<'_>) -> Vec<usize> {
    let column = |key: &str| columns.iter().find(|column| column.head.key == key);
    let matches = |record: &R| {
        let passes = |(row, value): &(&FilterRow, &str)| {
            column(row.key).is_none_or(|column| row.passes(value, &(column.text)(record)))
        };
        if !selection.filters.iter().all(passes) {
            return false;
        }
        if selection.words.is_empty() {
            return true;
        }
        let texts = |column: &Column<R>| {
            let (format, raw) = (column.head.format, (column.text)(record));
            let shown = cell(format, &raw, None).text.to_lowercase();
            // A value shown in other words is also found by the value itself.
            let value = (!format.in_words().is_empty()).then(|| raw.to_lowercase());
            std::iter::once(shown).chain(value)
        };
        let cells: Vec<_> = columns.iter().flat_map(texts).collect();
        selection.words.split_whitespace().all(|word| cells.iter().any(|cell| cell.contains(word)))
    };
    let mut places: Vec<usize> = (0..records.len()).filter(|at| matches(&records[*at])).collect();
    if let Some((order, column)) = selection.order.and_then(|order| Some((order, column(&order.column)?))) {
        let text = |at: usize| SortText::new(column.head.format, &(column.text)(&records[at]));
        let mut texts: Vec<_> = places.iter().map(|at| (text(*at), *at)).collect();
        sort_by(&mut texts, |(one, _), (other, _)| one.cmp(other));
        places = texts.into_iter().map(|(_, at)| at).collect();
        if order.way == Way::Down {
            places.reverse();
        }
    }
    places
}

/// Sort order: numbers by value, then texts regardless of case, then empty ones.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum SortText {
    Number(Decimal),
    Text(String),
    Empty,
}

impl SortText {
    fn new(format: CellFormat, text: &str) -> SortText {
        let number = if let CellFormat::Amount(_) = format {
            text.split(' ').next().unwrap_or_default()
        } else {
            text
        };
        match Decimal::parse(number) {
            Some(number) => SortText::Number(number),
            None if text.is_empty() => SortText::Empty,
            None => SortText::Text(text.to_lowercase()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::column::column;
    use super::super::filter::{By, FilterKind, Standing};
    use super::*;

    const COLUMNS: &[Column<[&str; 2]>] = &[
        column("name", "Name", CellFormat::Name, 10, |record: &[&str; 2]| record[0].to_owned()),
        column("code", "Code", CellFormat::Mono, 10, |record: &[&str; 2]| record[1].to_owned()),
    ];

    #[test]
    fn rows_are_filtered_by_every_word_and_sorted_by_value() {
        let records = [["Café", "100"], ["alpen", "20"], ["Berg", ""], ["Bergcafé", "3"]];
        let sorted = |column: &str, way| Some(Order { column: column.to_owned(), way });
        for (words, order, expected) in [
            ("", None, &[0, 1, 2, 3][..]),
            ("café", None, &[0, 3]),
            ("café 3", None, &[3]),
            ("nowhere", None, &[]),
            ("", sorted("name", Way::Up), &[1, 2, 3, 0]),
            ("", sorted("code", Way::Up), &[3, 1, 0, 2]),
            ("", sorted("code", Way::Down), &[2, 0, 1, 3]),
        ] {
            let selection = RowSelection { words, filters: &[], order: order.as_ref() };
            assert_eq!(matching_rows(&records, COLUMNS, &selection), expected, "{words} {order:?}");
        }
    }

    #[test]
    fn a_filter_runs_over_its_own_column() {
        let row = FilterRow {
            key: "name",
            label: "Name",
            by: By::Here,
            kind: FilterKind::Text { hint: "" },
            standing: Standing::OnRequest,
        };
        let records = [["Café", "100"], ["alpen", "café"]];
        let selection = RowSelection { words: "", filters: &[(&row, "CAF")], order: None };
        assert_eq!(matching_rows(&records, COLUMNS, &selection), [0]);
    }
}
