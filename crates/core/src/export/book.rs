//! A workbook of records that come one by one: one sheet, a header of titles. For the command line, which has no file of its own.
//!
//! Text stays text, so zeros in front are kept; numbers are numbers where a spreadsheet keeps their digits.

use std::io;

use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use tapline_contract::export::MOST_SHEET_ROWS;

use super::xlsx::{Decimals, fitting, of_book};

/// Cell of a [`Book`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookCell {
    Empty,
    Text(String),
    /// A JSON number.
    Number(String),
}

/// Rows wait in a file of their own until the workbook is put together.
pub struct Book {
    workbook: Workbook,
    decimals: Decimals,
    rows: usize,
}

impl Book {
    pub fn new<'t>(titles: impl IntoIterator<Item = &'t str>) -> io::Result<Book> {
        let mut workbook = Workbook::new();
        let bold = Format::new().set_bold();
        let sheet = workbook.add_worksheet_with_constant_memory();
        let written = sheet.and_then(|sheet| {
            sheet.set_freeze_panes(1, 0)?;
            for (at, title) in (0u16..).zip(titles) {
                sheet.write_string_with_format(0, at, fitting(title), &bold)?;
            }
            Ok(())
        });
        written.map_err(of_book)?;
        Ok(Book { workbook, decimals: Decimals::default(), rows: 0 })
    }

    /// Fails on a row that a sheet has no room for.
    pub fn row(&mut self, cells: impl IntoIterator<Item = BookCell>) -> io::Result<()> {
        if self.rows == MOST_SHEET_ROWS {
            let words = "a sheet of a workbook has room for 1,048,575 rows, choose CSV";
            return Err(io::Error::other(words));
        }
        self.rows += 1;
        let line = u32::try_from(self.rows).unwrap_or(u32::MAX);
        let decimals = &self.decimals;
        let sheet = self.workbook.worksheet_from_index(0);
        let written = sheet.and_then(|sheet| {
            (0u16..).zip(cells).try_for_each(|(at, cell)| write(sheet, decimals, line, at, &cell))
        });
        written.map_err(of_book)
    }

    /// Bytes of the file.
    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        self.workbook.save_to_buffer().map_err(of_book)
    }
}

fn write(
    to: &mut Worksheet,
    decimals: &Decimals,
    row: u32,
    at: u16,
    cell: &BookCell,
) -> Result<(), XlsxError> {
    match cell {
        BookCell::Empty => Ok(()),
        BookCell::Text(text) => to.write_string(row, at, fitting(text)).map(drop),
        BookCell::Number(digits) => decimals.write(to, row, at, digits),
    }
}
