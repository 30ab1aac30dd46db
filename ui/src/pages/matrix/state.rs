//! State of the matrix that survives leaving the page, and the actions of its keys.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_contract::order::gathered;
use tapline_contract::plan::PlanKind;

use super::model::{Cell, Column, Matrix, MatrixRow};
use super::prepare::{self, Current, Prepared, Targets};
use super::stage::{self, CellEdit};
use crate::pages::limits;
use crate::paths::Route;
use crate::plans::{GatheredChange, plans};
use crate::shell::areas::AreaState;
use crate::shell::{Shell, shell};

#[derive(Clone, Copy, Default)]
pub(super) struct Chosen {
    /// Index among the shown rows.
    pub(super) row: RwSignal<usize>,
    pub(super) column: RwSignal<usize>,
    pub(super) ids: RwSignal<BTreeSet<EmvId>>,
    /// Gathered changes before each step, for undo.
    past: StoredValue<Vec<Vec<GatheredChange>>>,
}

impl AreaState for Chosen {
    fn place(&self) -> Route {
        Route::Limits
    }

    fn clear(&self) {
        self.row.set(0);
        self.column.set(0);
        self.ids.set(BTreeSet::new());
        self.past.set_value(Vec::new());
    }

    /// Drops only the undo steps: nothing here was read from the service.
    fn clear_cached(&self) {
        self.past.set_value(Vec::new());
    }
}

/// Indexes of the shown rows and columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ShownCells {
    pub(super) rows: Vec<usize>,
    pub(super) columns: Vec<usize>,
}

/// Context for every part of the page.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) shell: Shell,
    pub(super) chosen: Chosen,
    pub(super) matrix: Memo<Arc<Matrix>>,
    pub(super) shown: Memo<Arc<ShownCells>>,
    /// The text that an edit begins with, while a cell is edited.
    pub(super) editing: RwSignal<Option<String>>,
    /// The open dialog, other than an edit.
    pub(super) asks: RwSignal<Option<MatrixDialog>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MatrixDialog {
    Compare,
    Clone,
    Preset,
}

/// The cell with the keyboard focus.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CurrentCell {
    pub(super) row: MatrixRow,
    pub(super) column: Column,
    /// Index of the column, among all.
    pub(super) index: usize,
}

impl CurrentCell {
    pub(super) fn cell(&self) -> &Cell {
        &self.row.cells[self.index]
    }
}

impl View {
    pub(super) fn is_asking(self, ask: MatrixDialog) -> Signal<bool> {
        Signal::derive(move || self.asks.get() == Some(ask))
    }

    /// Pending changes, for one plan.
    pub(super) fn gathered(self) -> RwSignal<Vec<GatheredChange>> {
        plans(self.shell).gathered
    }

    pub(super) fn at(self) -> Option<CurrentCell> {
        let (matrix, shown) = (self.matrix.get(), self.shown.get());
        let last = shown.columns.len().checked_sub(1)?;
        let index = *shown.columns.get(self.chosen.column.get().min(last))?;
        let row = matrix.rows.get(self.here()?)?.clone();
        Some(CurrentCell { row, column: matrix.columns.get(index)?.clone(), index })
    }

    /// Index in the matrix of the row with the keyboard focus.
    fn here(self) -> Option<usize> {
        self.shown.with(|shown| {
            let last = shown.rows.len().checked_sub(1)?;
            shown.rows.get(self.chosen.row.get().min(last)).copied()
        })
    }

    /// True if the row with the keyboard focus is selected.
    pub(super) fn is_here_marked(self) -> bool {
        self.here().is_some_and(|here| self.marked().contains(&here))
    }

    /// Indexes in the matrix of the shown selected rows.
    pub(super) fn marked(self) -> Vec<usize> {
        let (matrix, shown) = (self.matrix.get(), self.shown.get());
        self.chosen.ids.with(|ids| {
            shown.rows.iter().copied().filter(|row| ids.contains(&matrix.rows[*row].id)).collect()
        })
    }

    /// Targets of an edit.
    pub(super) fn targets(self) -> Option<Targets> {
        let (matrix, at) = (self.matrix.get(), self.at()?);
        let marked = self.marked().into_iter().map(|row| matrix.rows[row].clone()).collect();
        Some(prepare::targets(at.row, marked))
    }

    /// Selected rows except the current one, as targets of a copy.
    pub(super) fn others(self) -> Vec<MatrixRow> {
        let (matrix, at) = (self.matrix.get(), self.at());
        let rows = self.marked().into_iter().map(|row| &matrix.rows[row]);
        rows.filter(|row| at.as_ref().is_some_and(|at| at.row.id != row.id)).cloned().collect()
    }

    /// Current configurations and changes.
    pub(super) fn current(self) -> Current {
        let records = limits::store(self.shell).list.with_untracked(|list| list.records.clone());
        Current { records, gathered: self.gathered().get_untracked() }
    }

    /// Gathers the changes as one undo step.
    pub(super) fn take(self, prepared: &Prepared) {
        let before = self.gathered().get_untracked();
        let changes = prepared.changes.iter().map(|change| (change.record.id.clone(), change.gathered()));
        let after = stage::replaced(&before, changes.collect());
        if after == before {
            return self.shell.announce("Nothing changes.");
        }
        self.chosen.past.update_value(|past| past.push(before));
        self.gathered().set(after);
    }

    pub(super) fn undo(self) {
        if let Some(before) = self.chosen.past.try_update_value(Vec::pop).flatten() {
            self.gathered().set(before);
        }
    }

    /// Applies a value without a question, and reports the configurations that refused it.
    fn put(self, at: &CurrentCell, put: &CellEdit, targets: &[MatrixRow]) {
        let prepared = self.current().value(&at.column.key, put, &at.row, targets);
        if let Some(sentence) = &prepared.wrong {
            return self.shell.toast(sentence);
        }
        self.take_and_say(&prepared);
    }

    /// Gathers the changes, and reports the configurations that stay unchanged with the reasons.
    pub(super) fn take_and_say(self, prepared: &Prepared) {
        if let Some(stays) = prepared.stays() {
            self.shell.toast(&stays);
        }
        // If all stay unchanged, the report has said so already.
        if !prepared.changes.is_empty() {
            self.take(prepared);
        }
    }

    /// Sets the cell to the value of most siblings.
    pub(super) fn match_others(self) {
        let Some(at) = untrack(|| self.at()).filter(|_| !untrack(|| self.shell.is_read_only())) else {
            return;
        };
        let Some(odd) = at.cell().odd.clone() else { return };
        let put = odd.typed.map_or(CellEdit::Nothing, CellEdit::Text);
        self.put(&at, &put, std::slice::from_ref(&at.row));
    }

    /// Copies the cell to the selected rows.
    pub(super) fn copy(self) {
        let Some(at) = untrack(|| self.at()) else { return };
        let put = match at.cell().state {
            super::model::State::Absent => CellEdit::Nothing,
            _ => CellEdit::Text(at.cell().typed.clone()),
        };
        let targets = untrack(|| self.others());
        self.put(&at, &put, &targets);
    }

    pub(super) fn take_back(self) {
        let Some(at) = untrack(|| self.at()).filter(|at| at.cell().before.is_some()) else { return };
        self.put(&at, &CellEdit::AsRead, std::slice::from_ref(&at.row));
    }

    /// Discards all pending changes of configurations. Those of acquirer profiles stay.
    pub(super) fn discard_all(self) {
        let before = self.gathered().get_untracked();
        let is_other = |one: &GatheredChange| one.edit.kind != PlanKind::Emv;
        let after = before.iter().filter(|one| is_other(one)).cloned().collect();
        self.chosen.past.update_value(|past| past.push(before));
        self.gathered().set(after);
    }

    /// Moves to the next or the previous cell that differs, wrapping around.
    pub(super) fn to_odd(self, back: bool) {
        let (matrix, shown) = (self.matrix.get_untracked(), self.shown.get_untracked());
        let all: Vec<(usize, usize)> = shown
            .rows
            .iter()
            .enumerate()
            .flat_map(|(place, row)| {
                let cells = &matrix.rows[*row].cells;
                let odd =
                    shown.columns.iter().enumerate().filter(move |(_, index)| cells[**index].odd.is_some());
                odd.map(move |(column, _)| (place, column))
            })
            .collect();
        let here = (self.chosen.row.get_untracked(), self.chosen.column.get_untracked());
        let next = if back {
            all.iter().rev().find(|one| **one < here).or(all.last())
        } else {
            all.iter().find(|one| **one > here).or(all.first())
        };
        match next {
            Some((row, column)) => {
                self.chosen.row.set(*row);
                self.chosen.column.set(*column);
                crate::ipc::engine::focus("#matrix-grid", "main h1");
            }
            None => self.shell.announce("No cell differs from the others."),
        }
    }

    pub(super) fn mark_all(self) {
        let (matrix, shown) = (self.matrix.get_untracked(), self.shown.get_untracked());
        self.chosen.ids.set(gathered(shown.rows.iter().map(|row| matrix.rows[*row].id.clone())));
        self.say_marked();
    }

    /// Toggles the selection of a row; `keep` only selects.
    pub(super) fn mark(self, place: usize, keep: bool) {
        let (matrix, shown) = (self.matrix.get_untracked(), self.shown.get_untracked());
        let Some(row) = shown.rows.get(place) else { return };
        let id = matrix.rows[*row].id.clone();
        self.chosen.ids.update(|ids| {
            if !ids.insert(id.clone()) && !keep {
                ids.remove(&id);
            }
        });
        self.say_marked();
    }

    fn say_marked(self) {
        let many = untrack(|| self.marked()).len();
        self.shell.announce(&format!("{many} selected."));
    }
}

pub(super) fn chosen() -> Chosen {
    shell().state()
}
