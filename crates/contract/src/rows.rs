//! A window of rows. The texts of its cells follow each other in one text, a text that occurs again in a column is there once, and
//! so a window is read without an allocation for each cell.
//!
//! Not a table: cells are written column after column, and never changed. As JSON a window has five members: `total`, `rows`,
//! `texts`, the length of each text in bytes, and for each cell which text it has. Both kinds of numbers are characters of a
//! string, mostly a byte each, because reading so many JSON numbers takes longer than everything else.

use serde::ser::{Error as _, SerializeStruct as _};
use serde::{Deserialize, Serialize, Serializer};

/// A window.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Packed")]
pub struct Rows {
    /// Rows that pass the filter.
    pub total: u32,
    /// Where the shown rows stand in the list.
    pub rows: Vec<u32>,
    /// Of each column asked for, as many as `rows`.
    pub cells: RowCells,
}

/// The cells of a window, column after column. A number is its digits as sent; a cell without a text is no value, or `null`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowCells {
    texts: String,
    /// Where each text ends in `texts`, in bytes.
    ends: Vec<u32>,
    /// Of each cell: 0 without a text, else one more than the number of its text.
    cells: Vec<u32>,
}

/// A text of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextNumber(u32);

impl Rows {
    /// `None` also where there is no such row or column.
    pub fn cell(&self, row: usize, column: usize) -> Option<&str> {
        if row >= self.rows.len() {
            return None;
        }
        self.cells.get(column * self.rows.len() + row)
    }

    /// All columns of a row.
    pub fn row(&self, row: usize) -> impl ExactSizeIterator<Item = Option<&str>> {
        (0..self.columns()).map(move |column| self.cell(row, column))
    }

    /// All rows of a column.
    pub fn column(&self, column: usize) -> impl ExactSizeIterator<Item = Option<&str>> {
        (0..self.rows.len()).map(move |row| self.cell(row, column))
    }

    /// The number of columns; 0 where there are no rows.
    pub fn columns(&self) -> usize {
        self.cells.cells.len().checked_div(self.rows.len()).unwrap_or(0)
    }
}

impl RowCells {
    /// Adds a cell whose text did not occur in its column.
    pub fn push_text(&mut self, text: &str) -> TextNumber {
        let number = size(self.ends.len());
        self.texts.push_str(text);
        self.ends.push(size(self.texts.len()));
        self.cells.push(number + 1);
        TextNumber(number)
    }

    /// Adds a cell with the text of an earlier one.
    pub fn push_again(&mut self, text: TextNumber) {
        self.cells.push(text.0 + 1);
    }

    /// Adds a cell without a text.
    pub fn push_none(&mut self) {
        self.cells.push(0);
    }

    fn get(&self, cell: usize) -> Option<&str> {
        let number = self.cells.get(cell)?.checked_sub(1)? as usize;
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.texts.get(begin as usize..*self.ends.get(number)? as usize)
    }
}

/// A window has a bounded number of rows, and its texts are cut.
fn size(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// The character of the number 0. From here on JSON needs no escapes.
const ZERO: u32 = 0x5d;
/// No characters: they begin here, and are so many.
const SURROGATES: (u32, u32) = (0xd800, 0x800);

fn character(number: u32) -> Option<char> {
    let code = ZERO.checked_add(number)?;
    char::from_u32(if code < SURROGATES.0 { code } else { code.checked_add(SURROGATES.1)? })
}

fn number(character: char) -> Option<u32> {
    let code = u32::from(character);
    let code = if code < SURROGATES.0 { code } else { code - SURROGATES.1 };
    code.checked_sub(ZERO)
}

impl RowCells {
    fn lengths(&self) -> impl Iterator<Item = u32> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        self.ends.iter().zip(begins).map(|(end, begin)| end - begin)
    }

    /// Of each cell: 0 without a text, 1 for the next text, else one more than how many texts ago its own was.
    fn steps(&self) -> impl Iterator<Item = u32> {
        let mut next = 0;
        self.cells.iter().map(move |cell| match cell.checked_sub(1) {
            None => 0,
            Some(text) if text == next => {
                next += 1;
                1
            }
            Some(text) => 1 + next.saturating_sub(text),
        })
    }
}

impl Serialize for Rows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let packed = |numbers: Option<String>| numbers.ok_or_else(|| S::Error::custom("a cell is too long"));
        let mut rows = serializer.serialize_struct("Rows", 5)?;
        rows.serialize_field("total", &self.total)?;
        rows.serialize_field("rows", &self.rows)?;
        rows.serialize_field("texts", &self.cells.texts)?;
        rows.serialize_field("lengths", &packed(self.cells.lengths().map(character).collect())?)?;
        rows.serialize_field("cells", &packed(self.cells.steps().map(character).collect())?)?;
        rows.end()
    }
}

#[derive(Deserialize)]
struct Packed {
    total: u32,
    rows: Vec<u32>,
    texts: String,
    lengths: String,
    cells: String,
}

impl TryFrom<Packed> for Rows {
    type Error = &'static str;

    fn try_from(packed: Packed) -> Result<Rows, &'static str> {
        let Packed { total, rows, texts, lengths, cells } = packed;
        let cells = unpacked(texts, &lengths, &cells).ok_or("the cells of a window are damaged")?;
        let (many, columns) = (cells.cells.len(), cells.cells.len().checked_div(rows.len()).unwrap_or(0));
        if columns * rows.len() != many {
            return Err("a window lacks cells");
        }
        Ok(Rows { total, rows, cells })
    }
}

fn unpacked(texts: String, lengths: &str, steps: &str) -> Option<RowCells> {
    let (mut end, mut ends) = (0_u32, Vec::with_capacity(lengths.len()));
    for length in lengths.chars() {
        end = end.checked_add(number(length)?)?;
        if !texts.is_char_boundary(end as usize) {
            return None;
        }
        ends.push(end);
    }
    let (mut next, mut cells) = (0_u32, Vec::with_capacity(steps.len()));
    for step in steps.chars() {
        cells.push(match number(step)? {
            0 => 0,
            1 => {
                next += 1;
                next
            }
            // One more than the number of the text, which is below `next`.
            back => (next + 2).checked_sub(back).filter(|cell| *cell > 0)?,
        });
    }
    (next as usize == ends.len() && end as usize == texts.len()).then_some(RowCells { texts, ends, cells })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Columns = Vec<Vec<Option<String>>>;

    /// Written as core does: a text that occurs again in its column is there once, unless it is taken for a new one.
    fn written(rows: usize, columns: &Columns, are_new: &[bool]) -> Rows {
        let mut cells = RowCells::default();
        for (column, is_new) in columns.iter().zip(are_new) {
            let mut known: Vec<(&str, TextNumber)> = Vec::new();
            for cell in column {
                match (cell, known.iter().find(|(text, _)| Some(*text) == cell.as_deref())) {
                    (None, _) => cells.push_none(),
                    (Some(_), Some((_, number))) if !is_new => cells.push_again(*number),
                    (Some(text), _) => known.push((text, cells.push_text(text))),
                }
            }
        }
        Rows { total: 7, rows: (3..).take(rows).collect(), cells }
    }

    fn columns() -> impl Strategy<Value = Columns> {
        (0_usize..40, 0_usize..6).prop_flat_map(|(rows, columns)| {
            let text = prop_oneof!["[ab]?", "\\PC{0,40}", ".{0,3}", "\"\\\\\n|é漢", "x{900,3000}"];
            prop::collection::vec(prop::collection::vec(prop::option::of(text), rows..=rows), columns)
        })
    }

    proptest! {
        #[test]
        fn a_window_comes_back_as_it_was(columns in columns(), are_new: [bool; 6]) {
            let many = columns.first().map_or(0, Vec::len);
            let rows = written(many, &columns, &are_new);
            let text = serde_json::to_string(&rows).unwrap();
            let back: Rows = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&back, &rows);
            prop_assert_eq!(back.columns(), if many == 0 { 0 } else { columns.len() });
            for (at, column) in columns.iter().enumerate() {
                prop_assert!(back.column(at).eq(column.iter().map(Option::as_deref)));
            }
            for row in 0..many {
                prop_assert!(back.row(row).eq(columns.iter().map(|column| column[row].as_deref())));
            }
            prop_assert_eq!(back.cell(many, 0), None);
            prop_assert_eq!(back.cell(0, columns.len()), None);
        }

        #[test]
        fn what_is_damaged_is_refused_or_can_be_read(
            texts in "[aé]{0,6}", lengths in "[\\]^_a\u{d7ff}\u{e000}]{0,4}", cells in "[Z\\]^_`a]{0,6}", rows in 0_u32..4,
        ) {
            let rows: Vec<u32> = (0..rows).collect();
            let packed = serde_json::json!({ "total": 1, "rows": rows, "texts": texts, "lengths": lengths, "cells": cells });
            if let Ok(rows) = serde_json::from_value::<Rows>(packed) {
                let columns = rows.columns();
                let all = (0..columns).flat_map(|column| rows.column(column));
                prop_assert_eq!(all.count(), cells.chars().count());
                let again: Rows = serde_json::from_str(&serde_json::to_string(&rows).unwrap()).unwrap();
                prop_assert_eq!(again, rows);
            }
        }
    }

    #[test]
    fn the_numbers_are_characters_without_escapes() {
        for at in [0, 1, 34, 35, 0x7ff, SURROGATES.0 - ZERO - 1, SURROGATES.0 - ZERO, 0x1_0000] {
            assert_eq!(character(at).and_then(number), Some(at));
        }
        assert_eq!(character(u32::MAX), None);
        assert_eq!((number('\\'), number(char::MAX).and_then(character)), (None, Some(char::MAX)));
        let mut cells = RowCells::default();
        let shop = cells.push_text("Café");
        cells.push_again(shop);
        cells.push_none();
        let rows = Rows { total: 9, rows: vec![4, 2, 0], cells };
        let text = r#"{"total":9,"rows":[4,2,0],"texts":"Café","lengths":"b","cells":"^_]"}"#;
        assert_eq!(serde_json::to_string(&rows).unwrap(), text);
    }
}
