//! Keys of the grid: walking, opening, copying. No bare letters.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Grid;
use super::source::Row;
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::dialog::has_control;

/// Milliseconds that a person has to read what was copied.
const SAID_FOR: u64 = 5000;

pub(super) fn press(grid: Grid, event: &web_sys::KeyboardEvent) {
    // A header button has keys of its own.
    let on_table = event.target().is_some_and(|target| Some(target) == event.current_target());
    let last = grid.rows.count.get_untracked().saturating_sub(1);
    let columns = grid.heads.with_value(Vec::len);
    let (row, column) = (grid.view.row.get_untracked(), grid.view.column.get_untracked());
    let (row, column) = match (event.key().as_str(), has_control(event)) {
        ("c" | "C", true) => {
            event.prevent_default();
            return copy(grid, row, (!event.shift_key()).then_some(column));
        }
        ("Enter", false) if on_table => {
            event.prevent_default();
            return open(grid, row);
        }
        ("ArrowDown", false) => (row + 1, column),
        ("ArrowUp", false) => (row.saturating_sub(1), column),
        ("PageDown", false) => (row + grid.page(), column),
        ("PageUp", false) => (row.saturating_sub(grid.page()), column),
        ("Home", false) => (0, column),
        ("End", false) => (last, column),
        ("ArrowRight", false) => (row, (column + 1).min(columns - 1)),
        ("ArrowLeft", false) => (row, column.saturating_sub(1)),
        _ => return,
    };
    event.prevent_default();
    grid.view.column.set(column);
    grid.view.row.set(row.min(last));
}

fn at(grid: Grid, row: usize) -> Option<Row> {
    untrack(|| grid.rows.window.run((row, 1))).into_iter().next()
}

fn open(grid: Grid, row: usize) {
    if let Some(row) = at(grid, row) {
        shell().nav.go((grid.route)(&row.key));
    }
}

/// A cell's text, or the row's with tabs between, as spreadsheets take it.
fn copy(grid: Grid, row: usize, column: Option<usize>) {
    let Some(row) = at(grid, row) else { return };
    let text = match column {
        Some(column) => row.cells.get(column).cloned().unwrap_or_default(),
        None => row.cells.join("\t"),
    };
    let what = match column {
        Some(_) => format!("Copied “{text}”"),
        None => "Copied the row".to_owned(),
    };
    spawn_local(async move {
        let done = engine::copy(&text).await;
        grid.copied.set(if done { what } else { "The clipboard did not take it".to_owned() });
        engine::later(SAID_FOR, move || {
            // The list may be gone by then.
            let _ = grid.copied.try_set(String::new());
        });
    });
}
