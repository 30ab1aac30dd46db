//! RFC 4180: UTF-8 with a byte order mark, so that spreadsheets read it as such, lines that end in CR LF, a header of titles.
//!
//! A text that a spreadsheet would take for a formula gets an apostrophe in front; a number does not. A moment carries its offset.

use std::io::{self, Write};

use tapline_contract::export::{Head, unformulaic};

use super::cell::Cell;
use super::{Going, Sheet, blocks};

const MARK: &[u8] = "\u{feff}".as_bytes();

pub(super) fn write(out: &mut impl Write, sheet: &Sheet<'_>, going: Going<'_>) -> io::Result<()> {
    let mut head = MARK.to_vec();
    if sheet.file.head == Head::Line {
        let told = sheet.about().into_iter().map(|(_, label, value)| format!("{label}: {value}"));
        let told = format!("# {}", told.collect::<Vec<_>>().join("; "));
        record(&mut head, 1, |_, line| field(line, &told));
    }
    record(&mut head, sheet.columns.len(), |at, line| field(line, &unformulaic(&sheet.columns[at].title)));
    out.write_all(&head)?;
    blocks::write(out, sheet.rows, going, |rows, text| {
        let mut cells = sheet.reader();
        for row in rows {
            record(text, sheet.columns.len(), |at, line| match cells.shown(row, at) {
                Cell::Empty => {}
                Cell::Text(text) => field(line, &unformulaic(&text)),
                Cell::Number(number) => field(line, &number),
                Cell::Moment(moment) => field(line, &moment.format("%Y-%m-%dT%H:%M:%S%.f%:z").to_string()),
            });
        }
        Ok(())
    })
}

/// A line of fields, each appended by `field`.
fn record(line: &mut Vec<u8>, fields: usize, mut field: impl FnMut(usize, &mut Vec<u8>)) {
    let start = line.len();
    for at in 0..fields {
        if at > 0 {
            line.push(b',');
        }
        field(at, line);
    }
    if line.len() == start {
        // An empty line would be no record.
        line.extend_from_slice(b"\"\"");
    }
    line.extend_from_slice(b"\r\n");
}

/// In quotes where it needs them; those inside are doubled.
fn field(line: &mut Vec<u8>, text: &str) {
    let needs_quotes = |quotes, byte| quotes | matches!(byte, b'"' | b',' | b'\r' | b'\n');
    if !text.bytes().fold(false, needs_quotes) {
        line.extend_from_slice(text.as_bytes());
        return;
    }
    line.push(b'"');
    line.extend_from_slice(text.replace('"', "\"\"").as_bytes());
    line.push(b'"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// By another writer, which knows nothing of this one.
        #[test]
        fn a_record_is_what_the_format_says(fields in prop::collection::vec("[a-c\",\r\n;é ]{0,12}", 1..4)) {
            let mut line = Vec::new();
            record(&mut line, fields.len(), |at, line| field(line, &fields[at]));
            let mut other = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
            other.write_record(&fields).unwrap();
            prop_assert_eq!(line, other.into_inner().unwrap());
        }
    }
}
