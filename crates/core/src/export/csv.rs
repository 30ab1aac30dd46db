//! CSV for spreadsheets: UTF-8 with a byte order mark, so that spreadsheets read it as such, lines that end in CR LF, a header of
//! titles. Cells are written by [`csv_row`]. A moment carries its offset.

use std::borrow::Cow;
use std::io::{self, Write};

use tapline_contract::export::{Head, csv_comment, csv_row};

use super::cell::Cell;
use super::{Going, Sheet, blocks};

const MARK: &[u8] = "\u{feff}".as_bytes();

pub(super) fn write(out: &mut impl Write, sheet: &Sheet<'_>, going: Going<'_>) -> io::Result<()> {
    let separator = sheet.file.separator;
    let mut head = MARK.to_vec();
    if sheet.file.head == Head::Line {
        let about = sheet.about().into_iter().map(|(_, label, value)| format!("{label}: {value}"));
        csv_comment(&about.collect::<Vec<_>>().join("; "), &mut head);
    }
    csv_row(separator, sheet.columns.iter().map(|column| &column.title), &mut head);
    out.write_all(&head)?;
    blocks::write(out, sheet.rows, going, |rows, text| {
        let mut cells = sheet.reader();
        for row in rows {
            let row = (0..sheet.columns.len()).map(|at| match cells.shown(row, at) {
                Cell::Empty => Cow::Borrowed(""),
                Cell::Text(text) | Cell::Number(text) => text,
                Cell::Moment(moment) => Cow::Owned(moment.format("%Y-%m-%dT%H:%M:%S%.f%:z").to_string()),
            });
            csv_row(separator, row, text);
        }
        Ok(())
    })
}
