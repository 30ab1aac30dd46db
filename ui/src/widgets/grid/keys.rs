//! Keys of the grid: move, open, mark, copy. No bare letters.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Grid;
use super::source::GridRow;
use crate::ipc::engine;
use crate::widgets::dialog::has_control;

/// Milliseconds for which the message about a copy is shown.
const SAID_FOR: u64 = 5000;

pub(super) fn press(grid: Grid, event: &web_sys::KeyboardEvent) {
    // A header button has keys of its own.
    let on_table = event.target().is_some_and(|target| Some(target) == event.current_target());
    let last = grid.extent.get_untracked().lines.saturating_sub(1);
    let columns = grid.placed.with_untracked(Vec::len);
    let page = grid.extent.get_untracked().page();
    let (row, column) = (grid.view().row.get_untracked(), grid.view().column.get_untracked());
    let (row, column) = match (event.key().as_str(), has_control(event)) {
        ("c" | "C", true) => {
            event.prevent_default();
            return if event.shift_key() { copy_rows(grid, row) } else { copy_cell(grid, row, column) };
        }
        ("Enter", control) if on_table => {
            event.prevent_default();
            event.stop_propagation();
            let Some(row) = grid.at(row) else { return };
            return if control { grid.open_page(&row.key) } else { grid.open(&row.key) };
        }
        (" ", false) if on_table => {
            event.prevent_default();
            return grid.at(row).map_or((), |row| select(grid, &row));
        }
        ("Escape", false) if on_table && grid.view().pane.with_untracked(Option::is_some) => {
            event.prevent_default();
            return grid.view().pane.set(None);
        }
        ("ArrowDown", false) => (row + 1, column),
        ("ArrowUp", false) => (row.saturating_sub(1), column),
        ("PageDown", false) => (row + page, column),
        ("PageUp", false) => (row.saturating_sub(page), column),
        ("Home", false) => (0, column),
        ("End", false) => (last, column),
        ("ArrowRight" | "ArrowLeft", false) if event.alt_key() => return,
        ("ArrowRight", false) => (row, (column + 1).min(columns.saturating_sub(1))),
        ("ArrowLeft", false) => (row, column.saturating_sub(1)),
        _ => return,
    };
    event.prevent_default();
    grid.view().column.set(column);
    grid.view().row.set(row.min(last));
}

/// Marks or unmarks a row.
pub(super) fn select(grid: Grid, row: &Arc<GridRow>) {
    grid.view().selected.update(|selected| {
        if selected.remove(&row.key).is_none() {
            selected.insert(row.key.clone(), Arc::clone(row));
        }
    });
}

/// Copies the row's id in the first column, elsewhere the text of the cell.
fn copy_cell(grid: Grid, row: usize, column: usize) {
    let Some(row) = grid.at(row) else { return };
    let placed = grid.placed.with_untracked(|placed| placed.get(column).copied());
    let text = match placed {
        Some(one) if column > 0 => row.cells.get(one.at).map(|cell| cell.text.clone()).unwrap_or_default(),
        _ => row.key.clone(),
    };
    let message = format!("Copied “{text}”");
    copy(grid, text, message);
}

/// Copies the marked rows, else the current one, with tabs between the cells, as spreadsheets expect.
fn copy_rows(grid: Grid, row: usize) {
    let shown = |row: &Arc<GridRow>| {
        let cell = |at: usize| row.cells.get(at).map(|cell| cell.text.clone()).unwrap_or_default();
        grid.placed
            .with_untracked(|placed| placed.iter().map(|one| cell(one.at)).collect::<Vec<_>>().join("\t"))
    };
    let marked: Vec<String> =
        grid.view().selected.with_untracked(|selected| selected.values().map(shown).collect());
    if !marked.is_empty() {
        let message = format!("Copied {} selected rows", marked.len());
        copy(grid, marked.join("\n"), message);
    } else if let Some(row) = grid.at(row) {
        copy(grid, shown(&row), "Copied the row".to_owned());
    }
}

fn copy(grid: Grid, text: String, message: String) {
    spawn_local(async move {
        let done = engine::copy(&text).await;
        grid.copied.set(if done { message } else { "Not copied: the clipboard is unavailable".to_owned() });
        engine::later(SAID_FOR, move || {
            // The list may be gone by then.
            let _ = grid.copied.try_set(String::new());
        });
    });
}
