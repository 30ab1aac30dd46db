//! A card number that a service let through: window, exports and taplinectl shorten it alike, in every column.

use tapline_contract::card::{self, Exact};
use tapline_contract::connection::Connection;
use tapline_contract::export::{ExportFile, ExportId, Format, Head, Separator, Zone};
use tapline_contract::list::{ListId, RowsQuery};
use tapline_contract::list_column::{ColumnKind, ListColumn, SETTLEMENT_COLUMNS, TRANSACTION_COLUMNS};
use tapline_contract::record;

use super::{loaded, settlements, transactions};
use crate::export::{Column, Exports, Kind as CellOf, Sheet};

const PAN: &str = "4111111111111111";
const SHORT: &str = "411111******1111";

/// A record with a card number in every member that can have one.
fn record(columns: &[ListColumn]) -> String {
    let of = |kind| match kind {
        ColumnKind::Number => Some(PAN.to_owned()),
        ColumnKind::Text | ColumnKind::Id => Some(format!("{PAN:?}")),
        ColumnKind::Json => Some(format!(r#"[{{"tranId":{PAN:?},"reason":"card {PAN}"}}]"#)),
        ColumnKind::Object => None,
    };
    let (mut members, mut amount) = (Vec::new(), Vec::new());
    for column in columns {
        let Some(value) = of(column.kind) else { continue };
        match column.name.strip_prefix("amount.") {
            Some(name) => amount.push(format!("{name:?}:{value}")),
            None => members.push(format!("{:?}:{value}", column.name)),
        }
    }
    if !amount.is_empty() {
        members.push(format!(r#""amount":{{{}}}"#, amount.join(",")));
    }
    format!("{{{}}}", members.join(","))
}

/// Text that taplinectl prints for a member.
fn printed(record: &str, path: &str) -> Option<String> {
    let raw = |object: &str, key: &str| {
        record::members(object).ok()?.into_iter().find(|(name, _)| name == key).map(|(_, raw)| raw)
    };
    let raw = match path.split_once('.') {
        Some((outer, inner)) => raw(&raw(record, outer)?, inner)?,
        None => raw(record, path)?,
    };
    Some(serde_json::from_str::<String>(&raw).unwrap_or(raw))
}

/// Every cell of the one row, as a file of this format has it.
fn exported(exact: Exact, names: &[&'static str], cells: &[String], format: Format) -> String {
    let columns = names.iter().map(|name| Column {
        key: (*name).to_owned(),
        title: (*name).to_owned(),
        kind: CellOf::Text,
        exact,
    });
    let sheet = Sheet {
        columns: columns.collect(),
        rows: 1,
        cell: Box::new(|_, column| Some(&cells[column])),
        connection: Connection::example(),
        file: ExportFile {
            format,
            name: "list".to_owned(),
            words: String::new(),
            zone: Zone { name: "UTC".to_owned(), offset_minutes: 0 },
            head: Head::None,
            separator: Separator::Comma,
        },
        missing: None,
        at: chrono::DateTime::default(),
    };
    let folder = tempfile::tempdir().unwrap();
    let written = Exports::default().write(ExportId(1), &sheet, &[folder.path().to_owned()]).unwrap();
    match format {
        Format::Xlsx => {
            let mut book = zip::ZipArchive::new(std::fs::File::open(written.path).unwrap()).unwrap();
            std::io::read_to_string(book.by_name("xl/worksheets/sheet1.xml").unwrap()).unwrap()
        }
        Format::Csv | Format::Json => std::fs::read_to_string(written.path).unwrap(),
    }
}

#[tokio::test]
async fn every_column_shows_the_same_everywhere() {
    for (of, columns) in [(transactions(), TRANSACTION_COLUMNS), (settlements(), SETTLEMENT_COLUMNS)] {
        let came = record(columns);
        let rows = loaded(of, &[&came]).await;
        let exact = rows.exact();
        let print = card::shortened(&came, exact);
        let shown = columns.iter().filter(|column| column.kind != ColumnKind::Object);
        let names: Vec<&'static str> = shown.map(|column| column.name).collect();
        let columns: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let picked = rows.picked(None, None, &columns).unwrap();
        let cells: Vec<String> = (0..names.len()).map(|at| picked.cell(0, at).unwrap().to_owned()).collect();
        let query =
            RowsQuery { list: ListId(1), version: 1, first: 0, count: 1, columns, sort: None, filter: None };
        let window = rows.window(&query).unwrap();
        let windows: Vec<&str> = window.row(0).flatten().collect();
        for (at, name) in names.iter().enumerate() {
            assert_eq!(Some(windows[at]), printed(&print, name).as_deref(), "{name}");
            assert_eq!(windows[at].contains(SHORT), !exact(name), "{name}: {}", windows[at]);
            assert!(cells[at].contains(PAN), "{name}");
        }
        let text = |window: &str| serde_json::Value::from(window).to_string();
        for format in [Format::Csv, Format::Json, Format::Xlsx] {
            let file = exported(exact, &names, &cells, format);
            let count = |what: &str| file.matches(what).count();
            let expected = |what: &str| windows.iter().map(|cell| cell.matches(what).count()).sum::<usize>();
            assert_eq!((count(PAN), count(SHORT)), (expected(PAN), expected(SHORT)), "{format:?}");
            if format == Format::Json {
                for (name, window) in names.iter().zip(&windows) {
                    assert!(file.contains(&format!("{name:?}:{}", text(window))), "{name}");
                }
            }
        }
    }
}
