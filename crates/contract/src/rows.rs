//! A window of rows. The texts of its cells follow each other in one text, and a text that occurs again in a column is sent once, so
//! a window is read without an allocation for each cell.
//!
//! Not a table: cells are written column after column, and never changed. Windows pass the door [packed](Packed), as bytes: of JSON,
//! its many numbers took longer to read than everything else.

use serde::{Deserialize, Serialize};

/// An answer that passes the door as bytes instead of JSON.
pub trait Packed: Sized {
    /// Fails with the sentence of the library.
    fn pack(&self) -> Result<Vec<u8>, String>;

    /// Fails with the sentence of the library. Bytes of another form may also become another value, never a panic.
    fn unpack(bytes: &[u8]) -> Result<Self, String>;
}

/// A window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rows {
    /// Rows that pass the filter.
    pub total: u32,
    /// Places of the shown rows in the list.
    pub rows: Vec<u32>,
    /// For each column as many as `rows`.
    pub cells: RowCells,
    /// Of all rows that pass the filter, in order. Empty for rows in another order than the list's, or without known days.
    pub days: Vec<DayRows>,
}

/// Rows of one day that follow each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayRows {
    /// `2026-11-02`, as the service counts days; `None` for rows of an unknown day.
    pub day: Option<String>,
    pub rows: u32,
    /// Rows of the day in the whole list.
    pub all: u32,
}

/// Cells of a window, column after column. A number is its digits as sent; a cell without a text is no value, or `null`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowCells {
    texts: String,
    /// End of each text in `texts`, in bytes.
    ends: Vec<u32>,
    /// For each cell 0 without a text, else one more than the number of its text.
    cells: Vec<u32>,
}

/// A text of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextNumber(u32);

impl Packed for Rows {
    fn pack(&self) -> Result<Vec<u8>, String> {
        postcard::to_allocvec(self).map_err(|error| error.to_string())
    }

    fn unpack(bytes: &[u8]) -> Result<Rows, String> {
        postcard::from_bytes(bytes).map_err(|error| error.to_string())
    }
}

impl Rows {
    /// `None` also where there is no such row or column.
    pub fn cell(&self, row: usize, column: usize) -> Option<&str> {
        if row >= self.rows.len() {
            return None;
        }
        self.cells.get(column * self.rows.len() + row)
    }

    /// Cells of a row, in the order of the columns.
    pub fn row(&self, row: usize) -> impl ExactSizeIterator<Item = Option<&str>> {
        (0..self.columns()).map(move |column| self.cell(row, column))
    }

    /// Cells of a column.
    pub fn column(&self, column: usize) -> impl ExactSizeIterator<Item = Option<&str>> {
        (0..self.rows.len()).map(move |row| self.cell(row, column))
    }

    /// Number of columns; 0 without rows.
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
        let end = *self.ends.get(number)?;
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.texts.get(begin as usize..end as usize)
    }
}

/// A window has a bounded number of rows, and its texts are cut.
fn size(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Columns = Vec<Vec<Option<String>>>;

    /// Rows as core writes them: a text that occurs again in its column is stored once, unless it is marked as new.
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
        let days = vec![
            DayRows { day: Some("2026-11-02".to_owned()), rows: 4, all: 9 },
            DayRows { day: None, rows: 3, all: 3 },
        ];
        Rows { total: 7, rows: (3..).take(rows).collect(), cells, days }
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
            let back = Rows::unpack(&rows.pack().unwrap()).unwrap();
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
        fn damaged_bytes_are_refused_or_can_be_read(bytes in prop::collection::vec(0_u8..9, 0..40)) {
            if let Ok(rows) = Rows::unpack(&bytes) {
                let cells = (0..rows.columns()).flat_map(|column| rows.column(column));
                prop_assert!(cells.count() <= rows.cells.cells.len());
            }
        }
    }
}
