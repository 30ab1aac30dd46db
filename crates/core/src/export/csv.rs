//! RFC 4180: UTF-8 with a byte order mark, so that spreadsheets read it as such, lines that end in CR LF, a header of titles.
//!
//! A text that a spreadsheet would take for a formula gets an apostrophe in front; a number does not. A moment carries its offset.

use std::io::{self, Write};

use csv::{Terminator, Writer, WriterBuilder};
use tapline_contract::export::{Head, unformulaic};

use super::cell::Cell;
use super::{Going, Sheet, blocks};

const MARK: &[u8] = "\u{feff}".as_bytes();

pub(super) fn write(out: &mut impl Write, sheet: &Sheet<'_>, going: Going<'_>) -> io::Result<()> {
    out.write_all(MARK)?;
    let mut head = records(&mut *out);
    if sheet.file.head == Head::Line {
        let told = sheet.about().into_iter().map(|(_, label, value)| format!("{label}: {value}"));
        head.write_record([format!("# {}", told.collect::<Vec<_>>().join("; "))])?;
    }
    head.write_record(sheet.columns.iter().map(|column| unformulaic(&column.title).into_owned()))?;
    head.flush()?;
    drop(head);
    blocks::write(out, sheet.rows, going, |rows, text| {
        let (mut cells, mut records) = (sheet.reader(), records(text));
        for row in rows {
            for at in 0..sheet.columns.len() {
                match cells.shown(row, at) {
                    Cell::Empty => records.write_field("")?,
                    Cell::Text(text) => records.write_field(unformulaic(&text).as_bytes())?,
                    Cell::Number(number) => records.write_field(number.as_bytes())?,
                    Cell::Moment(moment) => {
                        records.write_field(moment.format("%Y-%m-%dT%H:%M:%S%.f%:z").to_string())?;
                    }
                }
            }
            records.write_record(None::<&[u8]>)?;
        }
        records.flush()
    })
}

fn records<W: Write>(out: W) -> Writer<W> {
    WriterBuilder::new().terminator(Terminator::CRLF).flexible(true).from_writer(out)
}
