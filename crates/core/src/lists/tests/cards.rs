//! A card number that a service let through: window, exports and taplinectl shorten it alike, in every column.

use tapline_contract::connection::Connection;
use tapline_contract::endpoints::{ListSettlements, ListTransactions};
use tapline_contract::export::{ExportFile, ExportId, Format, Head, Separator, Zone};
use tapline_contract::list_column::ColumnKind;
use tapline_contract::{card, record};

use super::super::budget::Budget;
use super::super::kind::{Schema, WholeList as _};
use super::super::table::Table;
use crate::export::{Column, Exports, Kind as CellOf, Sheet};

const PAN: &str = "4111111111111111";
const SHORT: &str = "411111******1111";

/// A record with a card number in every member that can have one.
fn record(schema: &Schema) -> String {
    let of = |kind| match kind {
        ColumnKind::Number => Some(PAN.to_owned()),
        ColumnKind::Text | ColumnKind::Id => Some(format!("{PAN:?}")),
        ColumnKind::Json => Some(format!(r#"[{{"tranId":{PAN:?},"reason":"card {PAN}"}}]"#)),
        ColumnKind::Object => None,
    };
    let (mut members, mut amount) = (Vec::new(), Vec::new());
    for column in schema.columns {
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
fn exported(schema: &'static Schema, names: &[&'static str], cells: &[String], format: Format) -> String {
    let columns = names.iter().map(|name| Column {
        key: (*name).to_owned(),
        title: (*name).to_owned(),
        kind: CellOf::Text,
        exact: schema.exact,
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

#[test]
fn every_column_shows_the_same_everywhere() {
    for schema in [ListTransactions::SCHEMA, ListSettlements::SCHEMA] {
        let came = record(schema);
        let mut table = Table::new(schema, &Budget::new(usize::MAX));
        table.push(came.as_bytes()).unwrap();
        let print = card::shortened(&came, schema.exact);
        let shown = schema.columns.iter().filter(|column| schema.find(column.name).is_some());
        let names: Vec<&'static str> = shown.map(|column| column.name).collect();
        let mut windows = Vec::new();
        for name in &names {
            let at = schema.find(name).unwrap();
            let window = table.shown(0, at).unwrap();
            assert_eq!(Some(&window), printed(&print, name).as_ref(), "{name}");
            let is_exact = (schema.exact)(name);
            assert_eq!(window.contains(SHORT), !is_exact, "{name}: {window}");
            let cell = table.cells(at).get(0).unwrap().to_owned();
            assert!(cell.contains(PAN), "{name}");
            windows.push((window, cell));
        }
        let cells: Vec<String> = windows.iter().map(|(_, cell)| cell.clone()).collect();
        let text = |window: &str| serde_json::Value::from(window).to_string();
        for format in [Format::Csv, Format::Json, Format::Xlsx] {
            let file = exported(schema, &names, &cells, format);
            let count = |what: &str| file.matches(what).count();
            let expected =
                |what: &str| windows.iter().map(|(window, _)| window.matches(what).count()).sum::<usize>();
            assert_eq!((count(PAN), count(SHORT)), (expected(PAN), expected(SHORT)), "{format:?}");
            if format == Format::Json {
                for (name, (window, _)) in names.iter().zip(&windows) {
                    assert!(file.contains(&format!("{name:?}:{}", text(window))), "{name}");
                }
            }
        }
    }
}

/// Half a card number at the cut of a long cell would be no card number any more.
#[test]
fn a_long_cell_is_shortened_before_it_is_cut() {
    let schema = ListTransactions::SCHEMA;
    for before in 980..1000 {
        let mut table = Table::new(schema, &Budget::new(usize::MAX));
        let record = format!(r#"{{"tranId":"1","mchName":"{} {PAN}"}}"#, "x".repeat(before));
        table.push(record.as_bytes()).unwrap();
        let shown = table.shown(0, schema.find("mchName").unwrap()).unwrap();
        assert!(!shown.contains("4111111"), "{before}: {shown}");
    }
}
