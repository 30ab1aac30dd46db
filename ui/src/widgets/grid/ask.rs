//! Requests the visible rows from core, one window at a time, or takes over those that came with news of the list.
//!
//! Rows of one arrangement are shown until the first of the next one arrive; an outdated answer is dropped.

use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{GetListState, ListRows};
use tapline_contract::connection::{AmountUnit, Connection};
use tapline_contract::list::{Filter, ListId, RowsWanted, Sort};
use tapline_contract::rows::Rows;
use tapline_contract::{Failure, FailureKind};

use super::blocks::{BLOCK, Blocks, Missing, around};
use super::cell::{Cell, cell};
use super::column::{CellFormat, Head};
use super::in_core::CoreList;
use super::source::GridRow;
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
            Some((now, total)) if *now == wanted => {
                of.blocks.with_untracked(|blocks| blocks.missing(first, count, *total))
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
        let is_there = of.arranged.with_untracked(|now| now.as_ref().map(|(now, _)| now.clone()));
        if newest.is_some() && newest == is_there {
            return;
        }
        if !self.is_shown(wanted.list) {
            return;
        }
        let total = rows.total as usize;
        let taken: Vec<_> = (0..rows.rows.len()).map(|at| Arc::new(self.row(rows, at, connection))).collect();
        let same = of.arranged.with_untracked(|now| now.as_ref() == Some(&(wanted.clone(), total)));
        batch(move || {
            of.blocks.update(|blocks| {
                if !same {
                    *blocks = Blocks::default();
                }
                blocks.take(block, &taken);
            });
            if !same {
                of.arranged.set(Some((wanted, total)));
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
        GridRow { key: raw(self.key).to_owned(), cells }
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
