//! The rows in the page: only what changed is written into their elements.
//!
//! By hand rather than by signals, because a list is scrolled forty rows of twelve cells at a time. Elements are created when
//! columns change, as copies of one row; while the list is scrolled, rows that leave at one end get the texts of those that enter
//! at the other. A row that is loading keeps its old texts until then, and can't be opened meanwhile.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

use super::painted::PaintedRows;
use super::{Grid, Opens};
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::dialog::with_control;

#[component]
pub(super) fn Body(grid: Grid) -> impl IntoView {
    let body = NodeRef::<html::Tbody>::new();
    let painted = StoredValue::new_local(PaintedRows::default());
    let (view, shell) = (grid.view(), shell());
    // Records of this area with unsaved changes.
    let drafts = Memo::new(move |_| {
        let place = shell.nav.route.with(Route::place);
        let records =
            shell.drafts.with(|all| all.iter().map(|draft| draft.record.clone()).collect::<Vec<_>>());
        records.into_iter().filter(|record| record.place() == place).collect::<Vec<_>>()
    });
    // At the top of the list, rows below the visible ones are created while the person is idle, or once the list is
    // scrolled.
    let (all, waits) = (RwSignal::new(false), StoredValue::new(false));
    Effect::new(move |_| {
        let Some(element) = body.get() else { return };
        // In this order: an effect misses the change of a memo that it reads only after another memo which made that one compute anew.
        let in_sight = grid.extent.get().in_sight();
        let (first, count) = grid.window.get();
        let now = if all.get() || grid.top.get() > 0.0 { count } else { count.min(in_sight) };
        let rows = grid.source.window.run((first, now));
        if !waits.get_value() && rows.iter().any(Option::is_some) {
            waits.set_value(true);
            spawn_local(async move {
                engine::idle().await;
                // The page may be gone by then.
                let _ = all.try_set(true);
            });
        }
        let placed = grid.placed.get();
        let path = |key: &str| (grid.route)(key).path();
        painted.update_value(|painted| painted.rows(&element, &placed, first, &rows, path));
        let at = (view.row.get(), view.column.get());
        painted.update_value(|painted| painted.mark(at, |row, column| grid.cell_id(row, column)));
        view.selected.with(|selected| painted.update_value(|painted| painted.select(selected)));
        let drafts = drafts.get();
        let is_draft = |key: &str| !drafts.is_empty() && drafts.contains(&(grid.route)(key));
        painted.update_value(|painted| painted.mark_drafts(is_draft));
        let pane = view.pane.get();
        painted.update_value(|painted| painted.open(pane.as_deref()));
    });
    let click = move |event: web_sys::MouseEvent| {
        let Some(position) = cell_position(&event) else { return };
        view.row.set(position.row);
        view.column.set(position.column);
        let key = painted.with_value(|painted| painted.key(position.row));
        let Some(key) = key else { return };
        if position.is_link {
            event.prevent_default();
            grid.open(&key);
        } else if with_control(&event) {
            if let Some(row) = grid.at(position.row) {
                super::keys::select(grid, &row);
            }
        } else if grid.opens == Opens::Pane && view.pane.with_untracked(Option::is_some) {
            grid.open(&key);
        }
    };
    let twice = move |event: web_sys::MouseEvent| {
        let key = cell_position(&event)
            .and_then(|position| painted.with_value(|painted| painted.key(position.row)));
        if let Some(key) = key {
            grid.open(&key);
        }
    };
    view! { <tbody node_ref=body on:click=click on:dblclick=twice></tbody> }
}

struct CellPosition {
    row: usize,
    column: usize,
    is_link: bool,
}

/// Slot and column of the pressed cell, from the elements' own positions.
fn cell_position(event: &web_sys::MouseEvent) -> Option<CellPosition> {
    let target = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    let number = |selector: &str, name: &str| -> Option<usize> {
        target.closest(selector).ok()??.get_attribute(name)?.parse().ok()
    };
    Some(CellPosition {
        row: number("[aria-rowindex]", "aria-rowindex")?.checked_sub(2)?,
        column: number("[aria-colindex]", "aria-colindex")?.checked_sub(1)?,
        is_link: target.closest("a").ok()?.is_some(),
    })
}
