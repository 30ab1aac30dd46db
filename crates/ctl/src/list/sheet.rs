//! Records as JSON lines, one JSON list, CSV or a workbook.
//!
//! Numbers are printed as they were written. JSON escapes characters that can't be seen; CSV is safe in a spreadsheet,
//! whatever separator splits it ([`csv_row`]).

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use tapline_contract::card::{self, Exact};
use tapline_contract::export::{Separator, csv_row};
use tapline_contract::record;
use tapline_contract::shown::visible_json;
use tapline_core::{Book, BookCell};

use crate::choice::{Choices, one_of};
use crate::say::{self, Stop, wrong};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One record per line.
    Jsonl,
    /// A header and one row per record; the documented fields.
    Csv,
    /// One list.
    Json,
    /// A workbook; keeps leading zeros of ids.
    Xlsx,
}

const SEPARATORS: Choices<Separator> =
    &[("comma", "", Separator::Comma), ("semicolon", "", Separator::Semicolon), ("tab", "", Separator::Tab)];

/// Options of a command that prints a sheet.
#[derive(Args, Debug)]
pub(crate) struct SheetArgs {
    #[arg(long, value_enum, default_value = "jsonl")]
    format: Format,
    /// Separator between two cells of CSV [default: comma]
    #[arg(long, value_parser = one_of(SEPARATORS), value_name = "SIGN")]
    separator: Option<Separator>,
}

impl SheetArgs {
    /// Fails where the options don't go together, before anything is read.
    pub(crate) fn layout(&self) -> Result<Layout, Stop> {
        if self.separator.is_some() && self.format != Format::Csv {
            return Err(wrong("--separator works only with --format csv. Nothing was loaded."));
        }
        if self.format == Format::Xlsx && say::is_shown_to_person() {
            return Err(wrong("A workbook needs a file: … --format xlsx > list.xlsx"));
        }
        Ok(Layout { format: self.format, separator: self.separator.unwrap_or(Separator::Comma) })
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    format: Format,
    separator: Separator,
}

#[cfg(test)]
impl From<Format> for Layout {
    fn from(format: Format) -> Layout {
        Layout { format, separator: Separator::Comma }
    }
}

/// Writes records as they come.
pub(crate) struct Sheet<W: Write> {
    columns: Vec<String>,
    exact: Exact,
    body: Body<W>,
    first: bool,
}

enum Body<W: Write> {
    Lines(W),
    List(W),
    Rows(Separator, W),
    Book(Box<Book>, W),
}

impl<W: Write> Sheet<W> {
    /// `exact` marks members that are printed unchanged; card numbers in all others are shortened.
    pub(crate) fn new(
        layout: Layout,
        columns: impl IntoIterator<Item = impl AsRef<str>>,
        exact: Exact,
        out: W,
    ) -> io::Result<Sheet<W>> {
        let columns: Vec<String> = columns.into_iter().map(|column| column.as_ref().to_owned()).collect();
        let mut body = match layout.format {
            Format::Jsonl => Body::Lines(out),
            Format::Json => Body::List(out),
            Format::Csv => Body::Rows(layout.separator, out),
            Format::Xlsx => Body::Book(Box::new(Book::new(columns.iter().map(String::as_str))?), out),
        };
        match &mut body {
            Body::Lines(_) | Body::Book(..) => {}
            Body::List(out) => out.write_all(b"[")?,
            Body::Rows(separator, out) => write_row(*separator, &columns, out)?,
        }
        Ok(Sheet { columns, exact, body, first: true })
    }

    /// `raw` is a record's JSON text.
    pub(crate) fn record(&mut self, raw: &str) -> io::Result<()> {
        let first = std::mem::replace(&mut self.first, false);
        let raw = card::shortened(raw, self.exact);
        match &mut self.body {
            Body::Lines(out) => writeln!(out, "{}", visible_json(&raw)),
            Body::List(out) => {
                write!(out, "{}{}", if first { "\n" } else { ",\n" }, visible_json(&raw))
            }
            Body::Rows(separator, out) => {
                let members = record::members(&raw).unwrap_or_default();
                let cells = self.columns.iter().map(|column| match cell(&members, column) {
                    BookCell::Empty => String::new(),
                    BookCell::Text(text) | BookCell::Number(text) => text,
                });
                write_row(*separator, cells, out)
            }
            Body::Book(book, _) => {
                let members = record::members(&raw).unwrap_or_default();
                book.row(self.columns.iter().map(|column| cell(&members, column)))
            }
        }
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        match &mut self.body {
            Body::Lines(out) | Body::List(out) | Body::Rows(_, out) | Body::Book(_, out) => out.flush(),
        }
    }

    /// Also of a list that is not complete: what was written can be read.
    pub(crate) fn end(mut self) -> io::Result<()> {
        match self.body {
            Body::List(ref mut out) => out.write_all(if self.first { b"]\n" } else { b"\n]\n" })?,
            Body::Book(book, mut out) => {
                out.write_all(&book.finish()?)?;
                return out.flush();
            }
            Body::Lines(_) | Body::Rows(..) => {}
        }
        self.flush()
    }
}

fn write_row<T: AsRef<str>>(
    separator: Separator,
    cells: impl IntoIterator<Item = T>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut row = Vec::new();
    csv_row(separator, cells, &mut row);
    out.write_all(&row)
}

fn cell(members: &record::Other, column: &str) -> BookCell {
    let raw = |members: &record::Other, key: &str| {
        members.iter().find(|(k, _)| k == key).map(|(_, raw)| raw.clone())
    };
    let found = match column.split_once('.') {
        None => raw(members, column),
        Some((outer, inner)) => {
            raw(members, outer).and_then(|inside| raw(&record::members(&inside).ok()?, inner))
        }
    };
    match found.as_deref() {
        None | Some("null") => BookCell::Empty,
        Some(json) if json.starts_with(|first: char| first == '-' || first.is_ascii_digit()) => {
            BookCell::Number(json.to_owned())
        }
        Some(json) => BookCell::Text(serde_json::from_str(json).unwrap_or_else(|_| json.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: &[&str] = &["id", "amount.value", "name", "on", "list"];

    fn written(format: Format, records: &[&str]) -> String {
        let mut out = Vec::new();
        let mut sheet = Sheet::new(format.into(), COLUMNS, |path| path == "id", &mut out).unwrap();
        for record in records {
            sheet.record(record).unwrap();
        }
        sheet.end().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn cells() {
        for (record, row) in [
            (
                r#"{"id":1.10,"amount":{"value":-5},"name":"a","on":true,"list":[1, "x"]}"#,
                "1.10,-5,a,true,\"[1, \"\"x\"\"]\"",
            ),
            (r#"{"name":"=1+1"}"#, ",,\"'=1+1\",,"),
            (r#"{"name":"-5"}"#, ",,-5,,"),
            (r#"{"name":"-5+1"}"#, ",,\"'-5+1\",,"),
            (r#"{"name":"+49 30"}"#, ",,\"'+49 30\",,"),
            (r#"{"name":"@x"}"#, ",,\"'@x\",,"),
            (r#"{"name":"\tx"}"#, ",,\"'\\tx\",,"),
            (r#"{"name":"a,\"b\"\nc"}"#, ",,\"a,\"\"b\"\"\\nc\",,"),
            (r#"{"id":null,"amount":null}"#, ",,,,"),
            (r#"{"id":12345678901234567890,"amount":7}"#, "12345678901234567890,,,,"),
        ] {
            assert_eq!(written(Format::Csv, &[record]), format!("id,amount.value,name,on,list\r\n{row}\r\n"));
        }
        let carriage = written(Format::Csv, &[r#"{"name":"\rx"}"#]);
        assert!(carriage.contains(r#""'\rx""#), "{carriage:?}");
    }

    #[test]
    fn json_keeps_its_text() {
        let records = [r#"{"a":1.10}"#, r#"{"b":9007199254740993}"#];
        assert_eq!(written(Format::Jsonl, &records), "{\"a\":1.10}\n{\"b\":9007199254740993}\n");
        assert_eq!(written(Format::Json, &records), "[\n{\"a\":1.10},\n{\"b\":9007199254740993}\n]\n");
        assert_eq!(written(Format::Json, &[]), "[]\n");
        assert_eq!(written(Format::Jsonl, &[]), "");
        assert_eq!(written(Format::Jsonl, &["{\n\"a\": \"\u{202e}\"}"]), "{ \"a\": \"\\u202e\"}\n");
    }
}
