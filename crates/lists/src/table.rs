//! Rows of a list: the members of its records in columns, each record once.
//!
//! Numbers keep their digits. A record that cannot be read is counted and not kept.
//!
//! Kept: ids are found again by their hash and their cell. A set of their texts takes a fifth more memory while a list loads.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

use serde_json::value::RawValue;
use tapline_contract::card;
use tapline_contract::list::LONGEST_CELL;
use tapline_contract::rows::RowCells;

use super::budget::{Budget, Share};
use super::cells::Cells;
use super::fast_decode::{self, MemberOrder};
use super::schema::Schema;
use super::slow_decode;

/// Most unreadable records that are listed one by one.
const MOST_UNREADABLE: usize = 10_000;

#[derive(Debug)]
pub(super) struct Table {
    pub(super) schema: &'static Schema,
    cells: Vec<Cells>,
    rows: u32,
    unreadable: u64,
    share: Share,
    /// While it loads.
    seen: SeenRecords,
    /// `None`: every record goes through the slow decoder.
    order: Option<MemberOrder>,
}

/// Records received so far.
#[derive(Debug, Default)]
struct SeenRecords {
    hasher: RandomState,
    /// From the hash of an id to its row; the hash plus one where another id has the same, and so on.
    rows: HashMap<u64, u32>,
    page: u32,
    /// From the hash of an unreadable record to the page it came with.
    unreadable: HashMap<u64, u32>,
}

/// Text that is not even JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Damaged;

impl Table {
    pub(super) fn new(schema: &'static Schema, budget: &Arc<Budget>) -> Table {
        Table {
            schema,
            cells: schema.columns.iter().map(|_| Cells::new()).collect(),
            rows: 0,
            unreadable: 0,
            share: Share::new(budget),
            seen: SeenRecords::default(),
            order: Some(MemberOrder::default()),
        }
    }

    /// Table that the fast decoder is compared with.
    #[cfg(test)]
    pub(super) fn slow(schema: &'static Schema) -> Table {
        Table { order: None, ..Table::new(schema, &Budget::new(usize::MAX)) }
    }

    /// Stores the values of every column as those of many.
    #[cfg(test)]
    pub(super) fn expect_many(&mut self) {
        self.cells.fill_with(Cells::many);
    }

    pub(super) fn budget(&self) -> &Arc<Budget> {
        self.share.budget()
    }

    pub(super) fn rows(&self) -> u32 {
        self.rows
    }

    /// Records received, each counted once.
    pub(super) fn count(&self) -> u64 {
        u64::from(self.rows) + self.unreadable
    }

    pub(super) fn unreadable_count(&self) -> u64 {
        self.unreadable
    }

    pub(super) fn cells(&self, column: usize) -> &Cells {
        &self.cells[column]
    }

    /// Starts another page: an unreadable record of an earlier page is not counted again.
    pub(super) fn next_page(&mut self) {
        self.seen.page += 1;
    }

    /// Adds a record, unless the table has its id.
    pub(super) fn push(&mut self, record: &[u8]) -> Result<(), Damaged> {
        let record = str::from_utf8(record).map_err(|_| Damaged)?;
        match self.take_fast(record) {
            Some(length) if length == record.len() => {
                self.keep_new();
                return Ok(());
            }
            // Something follows it.
            Some(_) => self.cells.iter_mut().for_each(Cells::pop),
            None => {}
        }
        if slow_decode::take(self.schema, &mut self.cells, record) {
            self.keep_new();
            return Ok(());
        }
        serde_json::from_str::<&RawValue>(record).map_err(|_| Damaged)?;
        self.count_unreadable(record);
        Ok(())
    }

    /// Adds the record that `text` begins with if the fast decoder takes it. Returns its length in bytes.
    pub(super) fn push_fast(&mut self, text: &str) -> Option<usize> {
        let length = self.take_fast(text)?;
        self.keep_new();
        Some(length)
    }

    fn take_fast(&mut self, text: &str) -> Option<usize> {
        fast_decode::take(self.schema, &mut self.cells, self.order.as_mut()?, text)
    }

    /// Keeps the row that was just added, unless the table has its id.
    fn keep_new(&mut self) {
        let id = |row: u32| self.cells[0].get(row as usize).unwrap_or_default().trim();
        let mut place = self.seen.hasher.hash_one(id(self.rows));
        loop {
            match self.seen.rows.entry(place) {
                Entry::Vacant(free) => {
                    free.insert(self.rows);
                    self.rows += 1;
                    return;
                }
                Entry::Occupied(other) if id(*other.get()) == id(self.rows) => break,
                Entry::Occupied(_) => place = place.wrapping_add(1),
            }
        }
        self.cells.iter_mut().for_each(Cells::pop);
    }

    fn count_unreadable(&mut self, record: &str) {
        let seen = &mut self.seen;
        let hash = seen.hasher.hash_one(record);
        if seen.unreadable.get(&hash).is_some_and(|page| *page < seen.page) {
            return;
        }
        if seen.unreadable.len() < MOST_UNREADABLE {
            seen.unreadable.insert(hash, seen.page);
        }
        self.unreadable += 1;
    }

    /// Memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let cells: usize = self.cells.iter().map(Cells::bytes).sum();
        // An entry in the map of ids, and the room around it.
        cells + self.seen.rows.len() * 24
    }

    /// False when all lists together have outgrown their memory.
    pub(super) fn fits(&mut self) -> bool {
        self.share.set(self.bytes())
    }

    /// Releases the memory that only loading needs.
    pub(super) fn settle(&mut self) {
        self.cells.iter_mut().for_each(Cells::settle);
        self.seen = SeenRecords::default();
        self.fits();
    }

    /// Text of a cell as a window shows it: card numbers shortened, and a long text cut.
    pub(super) fn shown(&self, row: u32, column: usize) -> Option<String> {
        Some(self.cut(self.cells[column].get(row as usize)?, column).into_owned())
    }

    /// Adds a column to a window. A value of few is shortened and sent once.
    pub(super) fn show(&self, rows: &[u32], column: usize, window: &mut RowCells) {
        match &self.cells[column] {
            Cells::Few(few) => {
                let mut sent = vec![None; few.texts().len() + 1];
                for row in rows {
                    let code = few.code(*row as usize);
                    match (few.value(code), sent[code]) {
                        (None, _) => window.push_none(),
                        (Some(_), Some(text)) => window.push_again(text),
                        (Some(text), None) => sent[code] = Some(window.push_text(&self.cut(text, column))),
                    }
                }
            }
            Cells::Many(many) => {
                for row in rows {
                    match many.get(*row as usize) {
                        None => window.push_none(),
                        Some(text) => {
                            window.push_text(&self.cut(text, column));
                        }
                    }
                }
            }
        }
    }

    fn cut<'t>(&self, text: &'t str, column: usize) -> Cow<'t, str> {
        // Shortened before it is cut: half a card number would not be found any more.
        let text = card::cell(text, self.schema.columns[column].name, self.schema.exact);
        if text.len() <= LONGEST_CELL {
            return text;
        }
        match text.char_indices().nth(LONGEST_CELL) {
            Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
            None => text,
        }
    }
}
