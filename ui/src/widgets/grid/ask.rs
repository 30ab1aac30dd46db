//! The visible rows of a list in core: requested one window at a time, or taken over from news of the list.
//!
//! Rows of one arrangement (version, filter, sort) are shown until the first of the next one arrive; an outdated answer is dropped. They are
//! kept in blocks of equal length, and only near the last visible rows: no copy of the list.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{GetListState, ListRows};
use tapline_contract::connection::{AmountUnit, Connection};
use tapline_contract::list::{Filter, ListId, RowsWanted, Sort};
use tapline_contract::rows::Rows;
use tapline_contract::{Failure, FailureKind};

use super::column::{Cell, CellFormat, Head, cell};
use super::days::{DayHeadings, heading_words};
use super::in_core::CoreList;
use super::source::{GridRow, Window};
use crate::ipc::{self, engine};

/// Milliseconds after which nearby rows are requested, so that visible rows are painted first.
const PAINTED: u64 = 50;

/// Selection of rows and their order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrangement {
    pub(super) list: ListId,
    pub(super) version: u64,
    pub(super) chosen: RowCriteria,
}

/// Rows that are shown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ArrangedRows {
    pub(super) arrangement: Arrangement,
    pub(super) total: usize,
    pub(super) headings: DayHeadings,
}

/// The person's choices in it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RowCriteria {
    pub(super) sort: Option<Sort>,
    pub(super) filter: Option<Filter>,
    /// Unit of the amounts shown in it; another unit renders all rows again.
    pub(super) unit: Option<AmountUnit>,
}

/// Rows to come with the next news of a list.
pub(super) struct OrderedRows {
    chosen: RowCriteria,
    blocks: Range<usize>,
    loader: RowLoader,
}

/// Requests rows from core on behalf of one page.
#[derive(Clone, Copy)]
pub(super) struct RowLoader {
    pub(super) of: CoreList,
    pub(super) columns: &'static [Head],
    /// One row and several, in words.
    pub(super) noun: [&'static str; 2],
    pub(super) key: usize,
    pub(super) chosen: Memo<RowCriteria>,
    pub(super) wanted: Memo<Option<Arrangement>>,
    pub(super) connection: Memo<Option<Connection>>,
}

impl RowLoader {
    /// Requests the missing blocks with visible rows, unless a request is running: its answer calls this again. Nearby blocks are
    /// requested when the visible ones are painted.
    pub(super) fn ask(self) {
        match self.missing() {
            Some((wanted, Missing::Seen(blocks))) => self.request(wanted, blocks),
            Some((_, Missing::Near(_))) if !self.of.looking_around.get_value() => {
                self.of.looking_around.set_value(true);
                engine::later(PAINTED, move || {
                    self.of.looking_around.set_value(false);
                    if let Some((wanted, Missing::Seen(blocks) | Missing::Near(blocks))) = self.missing() {
                        self.request(wanted, blocks);
                    }
                });
            }
            _ => {}
        }
    }

    /// The next request; `None` while a request is running, or once the page is gone.
    fn missing(self) -> Option<(Arrangement, Missing)> {
        let of = self.of;
        if of.asking.get_value() {
            return None;
        }
        let wanted = self.wanted.try_get_untracked()??;
        let (first, count) = of.wanted.get_value();
        let missing = of.arranged.with_untracked(|now| match now {
            Some(now) if now.arrangement == wanted => {
                of.blocks.with_untracked(|blocks| blocks.missing(first, count, now.total))
            }
            _ => Some(Missing::Seen(around(first, 1))),
        });
        Some((wanted, missing?))
    }

    fn request(self, wanted: Arrangement, blocks: Range<usize>) {
        let of = self.of;
        let connection = self.connection.try_get_untracked().flatten();
        of.asking.set_value(true);
        spawn_local(async move {
            let query = self.rows(&wanted.chosen, &blocks).for_list(wanted.list, wanted.version);
            let answer = ipc::command::<ListRows>(query).await;
            of.asking.set_value(false);
            match answer {
                Ok(rows) => self.take(wanted, blocks.start, &rows, connection.as_ref()),
                // Another request would fail again.
                Err(failure) if self.wanted.try_get_untracked().flatten().as_ref() == Some(&wanted) => {
                    return self.explain(&wanted, failure);
                }
                Err(_) => {}
            }
            self.ask();
        });
    }

    /// The visible rows, to come with the next news; `None` once the page is gone.
    pub(super) fn order(self) -> Option<(OrderedRows, RowsWanted)> {
        let chosen = self.chosen.try_get_untracked()?;
        let (first, count) = self.of.wanted.get_value();
        let blocks = around(first, count.min(BLOCK));
        let rows = self.rows(&chosen, &blocks);
        Some((OrderedRows { chosen, blocks, loader: self }, rows))
    }

    fn rows(self, chosen: &RowCriteria, blocks: &Range<usize>) -> RowsWanted {
        let currencies = self.columns.iter().filter_map(|head| currency(head.format));
        RowsWanted {
            first: u32::try_from(blocks.start * BLOCK).unwrap_or(u32::MAX),
            count: u32::try_from(blocks.len() * BLOCK).unwrap_or(u32::MAX),
            columns: self.columns.iter().map(|head| head.key).chain(currencies).map(str::to_owned).collect(),
            sort: chosen.sort.clone(),
            filter: chosen.filter.clone(),
        }
    }

    fn take(self, wanted: Arrangement, block: usize, rows: &Rows, connection: Option<&Connection>) {
        let of = self.of;
        // The rows wanted now may have come with news.
        let newest = self.wanted.try_get_untracked().flatten().filter(|newest| *newest != wanted);
        let is_there = of.arranged.with_untracked(|now| now.as_ref().map(|now| now.arrangement.clone()));
        if newest.is_some() && newest == is_there {
            return;
        }
        if !self.is_shown(wanted.list) {
            return;
        }
        let headings = DayHeadings::new(&rows.days, |day| heading_words(day, self.noun));
        let arranged = ArrangedRows { arrangement: wanted, total: rows.total as usize, headings };
        let taken: Vec<_> = (0..rows.rows.len()).map(|at| Arc::new(self.row(rows, at, connection))).collect();
        let same = of.arranged.with_untracked(|now| now.as_ref() == Some(&arranged));
        batch(move || {
            of.blocks.update(|blocks| {
                if !same {
                    *blocks = Blocks::default();
                }
                blocks.take(block, &taken);
            });
            if !same {
                of.arranged.set(Some(arranged));
            }
        });
    }

    fn row(self, rows: &Rows, at: usize, connection: Option<&Connection>) -> GridRow {
        let raw = |column: usize| rows.cell(at, column).unwrap_or_default();
        let mut currencies = self.columns.len();
        let cells: Vec<Cell> = self
            .columns
            .iter()
            .enumerate()
            .map(|(column, head)| match currency(head.format) {
                Some(_) => {
                    currencies += 1;
                    let value = raw(column);
                    let whole = if value.is_empty() {
                        String::new()
                    } else {
                        format!("{value} {}", raw(currencies - 1))
                    };
                    cell(head.format, &whole, connection)
                }
                None => cell(head.format, raw(column), connection),
            })
            .collect();
        GridRow { key: raw(self.key).to_owned(), cells, heading: None }
    }

    /// Another list may be shown by the time core answers.
    fn is_shown(self, list: ListId) -> bool {
        self.of.shown.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.list == list))
    }

    /// Handles a failed request: if the version is gone, the list's state is loaded; any other failure is shown.
    fn explain(self, wanted: &Arrangement, failure: Failure) {
        let of = self.of;
        let list = wanted.list;
        let say = move |failure| of.reading.update(|reading| reading.failure = Some(failure));
        if failure.kind != FailureKind::Gone {
            return say(failure);
        }
        spawn_local(async move {
            match ipc::command::<GetListState>(list).await {
                _ if !self.is_shown(list) => {}
                Ok(state) => of.shown.set(Some(state)),
                Err(failure) => {
                    of.shown.set(None);
                    say(failure);
                }
            }
        });
    }
}

impl OrderedRows {
    /// Shows the rows that came, unless others are wanted by now.
    pub(super) fn take(self, list: ListId, version: u64, rows: &Rows) {
        let OrderedRows { chosen, blocks, loader } = self;
        let came = Arrangement { list, version, chosen };
        if loader.wanted.try_get_untracked().flatten().as_ref() == Some(&came) {
            let connection = loader.connection.try_get_untracked().flatten();
            loader.take(came, blocks.start, rows, connection.as_ref());
        }
    }
}

fn currency(format: CellFormat) -> Option<&'static str> {
    if let CellFormat::Amount(column) = format { column } else { None }
}

/// Rows of a block: a window shows about forty.
pub(super) const BLOCK: usize = 64;
/// Number of blocks that are kept.
const MOST: usize = 72;
/// Most blocks of one answer; core returns no more rows.
const AT_ONCE: usize = tapline_contract::list::MOST_ROWS as usize / BLOCK;

/// Blocks to request next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// Blocks with visible rows.
    Seen(Range<usize>),
    /// Neighbors of the visible blocks.
    Near(Range<usize>),
}

#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// Blocks by number: block 2 begins with row 128.
    held: BTreeMap<usize, Vec<Arc<GridRow>>>,
}

impl Blocks {
    pub(super) fn window(&self, first: usize, count: usize, total: usize) -> Window {
        let row = |at: usize| self.held.get(&(at / BLOCK))?.get(at % BLOCK).cloned();
        (first..(first + count).min(total)).map(row).collect()
    }

    /// Stores the rows from the first of a block on.
    pub(super) fn take(&mut self, block: usize, rows: &[Arc<GridRow>]) {
        if rows.is_empty() {
            // Requested and not there: another request would get the same result.
            self.held.insert(block, Vec::new());
        }
        self.held.extend((block..).zip(rows.chunks(BLOCK).map(<[_]>::to_vec)));
        while self.held.len() > MOST {
            let furthest = self.held.keys().copied().max_by_key(|one| one.abs_diff(block));
            if let Some(furthest) = furthest {
                self.held.remove(&furthest);
            }
        }
    }

    /// The next blocks to request for these rows: visible ones first, all at once, then their neighbors.
    pub(super) fn missing(&self, first: usize, count: usize, total: usize) -> Option<Missing> {
        let last = (first + count).min(total).checked_sub(1)?;
        let first = first.min(last);
        let seen = around(first, last + 1 - first);
        let is_missing = |block: &usize| !self.held.contains_key(block);
        if let Some(from) = seen.clone().find(is_missing) {
            let many = (from..seen.end).take_while(is_missing).take(AT_ONCE).count();
            return Some(Missing::Seen(from..from + many));
        }
        let near = [seen.end, seen.start.saturating_sub(1)];
        let near = near.into_iter().find(|block| block * BLOCK < total && is_missing(block));
        near.map(|block| Missing::Near(block..block + 1))
    }
}

/// The blocks with these rows.
pub(super) fn around(first: usize, count: usize) -> Range<usize> {
    first / BLOCK..(first + count.max(1)).div_ceil(BLOCK)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(block: usize, count: usize) -> Vec<Arc<GridRow>> {
        let row =
            |at: usize| Arc::new(GridRow { key: (block * BLOCK + at).to_string(), ..GridRow::default() });
        (0..count).map(row).collect()
    }

    #[test]
    fn what_is_seen_is_asked_for_first_and_what_is_near_after_it() {
        let mut blocks = Blocks::default();
        let total = 5 * BLOCK + 50;
        let (first, edge) = (2 * BLOCK - 10, 2 * BLOCK - 1);
        assert_eq!(blocks.missing(first, 40, total), Some(Missing::Seen(1..3)), "both at once");
        blocks.take(1, &rows(1, BLOCK));
        assert_eq!(blocks.missing(first, 40, total), Some(Missing::Seen(2..3)));
        blocks.take(2, &rows(2, BLOCK));
        let keys =
            |window: Window| window.into_iter().map(|row| row.map(|row| row.key.clone())).collect::<Vec<_>>();
        assert_eq!(
            keys(blocks.window(edge, 2, total)),
            [Some(edge.to_string()), Some((edge + 1).to_string())]
        );
        assert_eq!(blocks.missing(first, 40, total), Some(Missing::Near(3..4)));
        blocks.take(3, &rows(3, BLOCK));
        assert_eq!(blocks.missing(first, 40, total), Some(Missing::Near(0..1)));
        assert_eq!(blocks.missing(total - 10, 40, total), Some(Missing::Seen(5..6)));
        blocks.take(5, &rows(5, 50));
        assert_eq!(keys(blocks.window(total - 1, 40, total)), [Some((total - 1).to_string())]);
        assert_eq!(blocks.missing(0, 40, 0), None);
    }

    #[test]
    fn rows_of_several_blocks_are_taken_and_asked_for_together() {
        let mut blocks = Blocks::default();
        blocks.take(1, &rows(1, 2 * BLOCK + 5));
        assert_eq!(
            blocks.held.iter().map(|(at, rows)| (*at, rows.len())).collect::<Vec<_>>(),
            [(1, BLOCK), (2, BLOCK), (3, 5)]
        );
        assert_eq!(
            blocks.missing(0, 100 * BLOCK, 100 * BLOCK),
            Some(Missing::Seen(0..1)),
            "up to what is there"
        );
        let Some(Missing::Seen(most)) = Blocks::default().missing(0, 100 * BLOCK, 100 * BLOCK) else {
            panic!("they are looked at");
        };
        assert!(most.len() * BLOCK <= tapline_contract::list::MOST_ROWS as usize, "{most:?}");
        assert_eq!((around(0, 0), around(BLOCK - 1, 1), around(BLOCK - 1, 2)), (0..1, 0..1, 0..2));
    }

    #[test]
    fn far_blocks_are_given_up() {
        let mut blocks = Blocks::default();
        (0..100).for_each(|block| blocks.take(block, &rows(block, 1)));
        assert_eq!(
            (blocks.held.len(), blocks.held.contains_key(&99), blocks.held.contains_key(&0)),
            (MOST, true, false)
        );
    }
}
