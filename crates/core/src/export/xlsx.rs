//! A workbook: the rows, and a sheet that says what they are. Rows wait in a file of their own until it is put together.
//!
//! A spreadsheet uses binary floating point, which is exact to fifteen digits: a longer number is written as text. Text stays text
//! whatever it begins with. A moment is in the zone that the title of its column names, because a cell has no room for an offset.

use std::io::{self, Write};
use std::path::Path;

use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use super::cell::{Cell, Kind};
use super::{Going, Sheet};

/// Digits that a number of a spreadsheet keeps.
const HOLDS: usize = 15;
/// Characters that a cell has room for.
const LONGEST: usize = 32_767;
/// Rows between two checks for a cancellation.
const LOOK: usize = 256;
/// From the first day of a workbook to 1970, in days.
const EPOCH: f64 = 25_569.0;

pub(super) fn write(
    out: &mut (impl Write + Send),
    sheet: &Sheet<'_>,
    folder: &Path,
    going: Going<'_>,
) -> io::Result<()> {
    let mut book = Workbook::new();
    book.set_tempdir(folder).map_err(of_book)?;
    rows(book.add_worksheet_with_constant_memory().map_err(of_book)?, sheet, going)?;
    about(book.add_worksheet(), sheet).map_err(of_book)?;
    book.save_to_writer(Stoppable { out, going }).map_err(of_book)
}

fn rows(to: &mut Worksheet, sheet: &Sheet<'_>, going: Going<'_>) -> io::Result<()> {
    let last_column = u16::try_from(sheet.columns.len().saturating_sub(1)).unwrap_or(u16::MAX);
    let last_row = u32::try_from(sheet.rows).unwrap_or(u32::MAX);
    head(to, sheet, last_row, last_column).map_err(of_book)?;
    let decimals = Decimals::default();
    let moment = Format::new().set_num_format("yyyy-mm-dd hh:mm:ss");
    let mut cells = sheet.reader();
    for row in 0..sheet.rows {
        if row.is_multiple_of(LOOK) {
            going()?;
        }
        let line = u32::try_from(row + 1).unwrap_or(u32::MAX);
        for at in 0..sheet.columns.len() {
            let column = u16::try_from(at).unwrap_or(u16::MAX);
            match cells.shown(row, at) {
                Cell::Empty => continue,
                Cell::Text(text) => to.write_string(line, column, fitting(&text)).map(drop),
                Cell::Number(digits) => decimals.write(to, line, column, &digits),
                Cell::Moment(at) => {
                    #[expect(clippy::cast_precision_loss, reason = "seconds of our time are far below 2^52")]
                    let days = at.naive_local().and_utc().timestamp() as f64 / 86_400.0 + EPOCH;
                    to.write_number_with_format(line, column, days, &moment).map(drop)
                }
            }
            .map_err(of_book)?;
        }
    }
    Ok(())
}

fn head(to: &mut Worksheet, sheet: &Sheet<'_>, last_row: u32, last_column: u16) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    to.set_name("Rows")?.set_freeze_panes(1, 0)?;
    for (at, column) in (0u16..).zip(&sheet.columns) {
        let title = match column.kind {
            Kind::Time => format!("{} (UTC{})", column.title, sheet.at.format("%:z")),
            _ => column.title.clone(),
        };
        let width = u32::try_from(title.chars().count()).unwrap_or(u32::MAX).clamp(10, 38) + 2;
        let wide = if column.kind == Kind::Time { width.max(20) } else { width };
        to.set_column_width(at, wide)?.write_string_with_format(0, at, fitting(&title), &bold)?;
    }
    to.autofilter(0, 0, last_row, last_column)?;
    Ok(())
}

fn about(to: &mut Worksheet, sheet: &Sheet<'_>) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    to.set_name("About")?.set_column_width(0, 18)?.set_column_width(1, 60)?;
    for (row, (_, label, value)) in (0u32..).zip(sheet.about()) {
        to.write_string_with_format(row, 0, label, &bold)?.write_string(row, 1, fitting(&value))?;
    }
    Ok(())
}

/// Formats of numbers, by their count of decimals.
pub(super) struct Decimals(Vec<Format>);

impl Default for Decimals {
    fn default() -> Decimals {
        Decimals((0..HOLDS).map(|places| Format::new().set_num_format(pattern(places))).collect())
    }
}

impl Decimals {
    /// Writes a number, as text where its digits would not all be kept.
    pub(super) fn write(
        &self,
        to: &mut Worksheet,
        row: u32,
        column: u16,
        digits: &str,
    ) -> Result<(), XlsxError> {
        match exact(digits) {
            Some((number, places)) => {
                to.write_number_with_format(row, column, number, &self.0[places]).map(drop)
            }
            None => to.write_string(row, column, fitting(digits)).map(drop),
        }
    }
}

/// The number and its count of decimals, if all its digits are kept.
fn exact(digits: &str) -> Option<(f64, usize)> {
    let plain = digits.strip_prefix('-').unwrap_or(digits);
    let is_plain = plain.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let count = plain.trim_start_matches(['0', '.']).bytes().filter(u8::is_ascii_digit).count();
    let places = plain.split_once('.').map_or(0, |(_, places)| places.len());
    let number = digits.parse().ok().filter(|_| is_plain && count <= HOLDS && places < HOLDS)?;
    Some((number, places))
}

fn pattern(places: usize) -> String {
    if places == 0 { "0".to_owned() } else { format!("0.{}", "0".repeat(places)) }
}

/// A text that a cell has room for.
pub(super) fn fitting(text: &str) -> String {
    // Counted in UTF-16, where no character is longer than its UTF-8.
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    let short: String = text.chars().take(LONGEST / 2).collect();
    format!("{short}…")
}

pub(super) fn of_book(error: XlsxError) -> io::Error {
    match error {
        XlsxError::IoError(cause) => cause,
        other => io::Error::other(other),
    }
}

/// Ends with an error when the export is cancelled while the workbook is put together.
struct Stoppable<'o, W> {
    out: &'o mut W,
    going: Going<'o>,
}

impl<W: Write> Write for Stoppable<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.going)()?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_numbers_where_their_digits_hold() {
        for (digits, expected) in [
            ("12.30", Some((12.3, 2))),
            ("-0.05", Some((-0.05, 2))),
            ("999999999999999", Some((999_999_999_999_999.0, 0))),
            ("9999999999999999", None),
            ("0.000000000000001", None),
            ("1e3", None),
            ("1234567890123.45", Some((1_234_567_890_123.45, 2))),
            ("12345678901234.56", None),
        ] {
            assert_eq!(exact(digits), expected, "{digits}");
        }
    }
}
