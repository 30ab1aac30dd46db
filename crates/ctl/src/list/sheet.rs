//! Records as text: JSON lines, one JSON list, or CSV (RFC 4180).
//!
//! Numbers stand as they were written. In CSV a text that a spreadsheet would take for a formula gets an apostrophe in front;
//! a number does not.

use std::io::{self, Write};

use clap::ValueEnum;
use tapline_contract::card::{self, Exact};
use tapline_contract::export::unformulaic;
use tapline_contract::record;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One record a line.
    Jsonl,
    /// A header and one row a record; the documented members.
    Csv,
    /// One list.
    Json,
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
    Rows(Box<csv::Writer<W>>),
}

impl<W: Write> Sheet<W> {
    /// `exact` says which members stand as they came; card numbers in all others are shortened.
    pub(crate) fn new(
        format: Format,
        columns: impl IntoIterator<Item = impl AsRef<str>>,
        exact: Exact,
        out: W,
    ) -> io::Result<Sheet<W>> {
        let columns: Vec<String> = columns.into_iter().map(|column| column.as_ref().to_owned()).collect();
        let mut body = match format {
            Format::Jsonl => Body::Lines(out),
            Format::Json => Body::List(out),
            Format::Csv => {
                let rows = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
                Body::Rows(Box::new(rows))
            }
        };
        match &mut body {
            Body::Lines(_) => {}
            Body::List(out) => out.write_all(b"[")?,
            Body::Rows(rows) => rows.write_record(&columns)?,
        }
        Ok(Sheet { columns, exact, body, first: true })
    }

    /// `raw` is a record's JSON text.
    pub(crate) fn record(&mut self, raw: &str) -> io::Result<()> {
        let first = std::mem::replace(&mut self.first, false);
        let raw = card::shortened(raw, self.exact);
        match &mut self.body {
            Body::Lines(out) => writeln!(out, "{raw}"),
            Body::List(out) => write!(out, "{}{raw}", if first { "\n" } else { ",\n" }),
            Body::Rows(rows) => {
                let members = record::members(&raw).unwrap_or_default();
                Ok(rows.write_record(self.columns.iter().map(|column| cell(&members, column)))?)
            }
        }
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        match &mut self.body {
            Body::Lines(out) | Body::List(out) => out.flush(),
            Body::Rows(rows) => rows.flush(),
        }
    }

    /// Also of a list that is not complete: what was written can be read.
    pub(crate) fn end(mut self) -> io::Result<()> {
        if let Body::List(out) = &mut self.body {
            out.write_all(if self.first { b"]\n" } else { b"\n]\n" })?;
        }
        self.flush()
    }
}

fn cell(members: &record::Other, column: &str) -> String {
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
        None | Some("null") => String::new(),
        Some(json) => serde_json::from_str::<String>(json)
            .map_or_else(|_| json.to_owned(), |text| unformulaic(&text).into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: &[&str] = &["id", "amount.value", "name", "on", "list"];

    fn written(format: Format, records: &[&str]) -> String {
        let mut out = Vec::new();
        let mut sheet = Sheet::new(format, COLUMNS, |path| path == "id", &mut out).unwrap();
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
            (r#"{"name":"=1+1"}"#, ",,'=1+1,,"),
            (r#"{"name":"-5"}"#, ",,'-5,,"),
            (r#"{"name":"+49 30"}"#, ",,'+49 30,,"),
            (r#"{"name":"@x"}"#, ",,'@x,,"),
            (r#"{"name":"\tx"}"#, ",,'\tx,,"),
            (r#"{"name":"a,\"b\"\nc"}"#, ",,\"a,\"\"b\"\"\nc\",,"),
            (r#"{"id":null,"amount":null}"#, ",,,,"),
            (r#"{"id":12345678901234567890,"amount":7}"#, "12345678901234567890,,,,"),
        ] {
            assert_eq!(written(Format::Csv, &[record]), format!("id,amount.value,name,on,list\r\n{row}\r\n"));
        }
        let carriage = written(Format::Csv, &[r#"{"name":"\rx"}"#]);
        assert!(carriage.contains("\"'\rx\""), "{carriage:?}");
    }

    #[test]
    fn json_keeps_its_text() {
        let records = [r#"{"a":1.10}"#, r#"{"b":9007199254740993}"#];
        assert_eq!(written(Format::Jsonl, &records), "{\"a\":1.10}\n{\"b\":9007199254740993}\n");
        assert_eq!(written(Format::Json, &records), "[\n{\"a\":1.10},\n{\"b\":9007199254740993}\n]\n");
        assert_eq!(written(Format::Json, &[]), "[]\n");
        assert_eq!(written(Format::Jsonl, &[]), "");
    }
}
