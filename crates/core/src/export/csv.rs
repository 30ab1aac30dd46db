//! RFC 4180: UTF-8 with a byte order mark, so that spreadsheets read it as such, lines that end in CR LF, a header of titles.
//!
//! A text that a spreadsheet would take for a formula gets an apostrophe in front; a number does not. A moment carries its offset.

use std::borrow::Cow;
use std::io::{self, Write};

use csv::{Terminator, WriterBuilder};
use tapline_contract::export::{Head, unformulaic};

use super::cell::Cell;
use super::{Going, LOOK, Sheet};

const MARK: &[u8] = "\u{feff}".as_bytes();

pub(super) fn write(out: &mut impl Write, sheet: &Sheet<'_>, going: Going<'_>) -> io::Result<()> {
    out.write_all(MARK)?;
    let mut rows = WriterBuilder::new().terminator(Terminator::CRLF).flexible(true).from_writer(out);
    if sheet.file.head == Head::Line {
        let told = sheet.about().into_iter().map(|(_, label, value)| format!("{label}: {value}"));
        rows.write_record([format!("# {}", told.collect::<Vec<_>>().join("; "))])?;
    }
    rows.write_record(sheet.columns.iter().map(|column| unformulaic(&column.title).into_owned()))?;
    for row in 0..sheet.rows {
        if row.is_multiple_of(LOOK) {
            going()?;
        }
        for at in 0..sheet.columns.len() {
            let text = match sheet.shown(row, at) {
                Cell::Empty => Cow::Borrowed(""),
                Cell::Text(text) => formula_free(text),
                Cell::Number(number) => number,
                Cell::Moment(moment) => Cow::Owned(moment.format("%Y-%m-%dT%H:%M:%S%.f%:z").to_string()),
            };
            rows.write_field(text.as_bytes())?;
        }
        rows.write_record(None::<&[u8]>)?;
    }
    rows.flush()
}

fn formula_free(text: Cow<'_, str>) -> Cow<'_, str> {
    match unformulaic(&text) {
        Cow::Owned(guarded) => Cow::Owned(guarded),
        Cow::Borrowed(_) => text,
    }
}
