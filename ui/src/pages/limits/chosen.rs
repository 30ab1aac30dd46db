//! Several configurations, selected by check boxes or keys.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_contract::order::gathered;
use wasm_bindgen::JsCast;

use super::lanes::Lane;
use super::state::Overview;
use crate::ipc::engine;
use crate::shell::{Shell, shell};
use crate::widgets::dialog::has_control;

thread_local! {
    /// The last selected row: a click with Shift selects from there.
    static ANCHOR: RefCell<Vec<EmvId>> = const { RefCell::new(Vec::new()) };
}

/// Check box of a row; Space on its link or button does the same. The box of a fold is for all its configurations.
pub(super) fn mark(shell: Shell, view: Overview, ids: Vec<EmvId>, name: &str) -> AnyView {
    let label = format!("Select {name}");
    // Plain closures, not memos: the box must be set again even without a change, see `choose_until`.
    let count = {
        let ids = ids.clone();
        move || view.chosen.with(|chosen| ids.iter().filter(|id| chosen.contains(id)).count())
    };
    let (all, counted) = (ids.len(), count.clone());
    let is_chosen = move || count() == all;
    let is_partly = move || (1..all).contains(&counted());
    let until = ids.clone();
    let from_anchor = move |event: web_sys::MouseEvent| {
        if event.shift_key() {
            event.prevent_default();
            choose_until(shell, view, &until);
        }
    };
    // No Tab stop: the link next to the box has one.
    view! {
        <label class="lane-mark"><input type="checkbox" tabindex="-1" aria-label=label prop:checked=is_chosen prop:indeterminate=is_partly
            on:click=from_anchor on:change=move |_| toggle(shell, view, &ids)/></label>
    }
    .into_any()
}

/// Arrow keys move between rows, and select with Shift; right and left open and close a fold. Space selects, Ctrl+A selects all shown, Esc
/// clears.
pub(super) fn keys(shell: Shell, view: Overview, event: &web_sys::KeyboardEvent) {
    let rows = row_controls();
    let active = document().active_element();
    let is_active = |control: &web_sys::HtmlElement| active.as_ref() == Some(control.as_ref());
    // After a click the check box of the row has focus.
    let row = active.as_ref().and_then(|active| active.closest(".lane, .limits-row").ok().flatten());
    let is_in = |control: &web_sys::HtmlElement| row.as_ref().is_some_and(|row| row.contains(Some(control)));
    let Some(here) = rows.iter().position(|control| is_active(control) || is_in(control)) else { return };
    let next = match event.key().as_str() {
        "ArrowDown" => here + 1,
        "ArrowUp" if here > 0 => here - 1,
        // Alt with Left and Right belongs to the window's history.
        "ArrowRight" | "ArrowLeft" if event.alt_key() || !is_active(&rows[here]) => return,
        "ArrowRight" if is_fold(&rows[here]) => {
            event.prevent_default();
            return view.unfold(&ids_of(view, &rows[here]), true);
        }
        "ArrowLeft" if is_fold(&rows[here]) => {
            event.prevent_default();
            return view.unfold(&ids_of(view, &rows[here]), false);
        }
        // From a configuration of a fold to the fold.
        "ArrowLeft" if rows[here].has_attribute("data-inside") => {
            match rows[..here].iter().rposition(is_fold) {
                Some(fold) => fold,
                None => return,
            }
        }
        " " if is_active(&rows[here]) => {
            event.prevent_default();
            return toggle(shell, view, &ids_of(view, &rows[here]));
        }
        "a" | "A" if has_control(event) => {
            event.prevent_default();
            return choose_shown(shell, view);
        }
        "Escape" if view.chosen.with_untracked(|chosen| !chosen.is_empty()) => {
            event.prevent_default();
            return clear(shell, view);
        }
        _ => return,
    };
    let Some(control) = rows.get(next) else { return };
    event.prevent_default();
    // A link or button on the page accepts focus.
    let _ = control.focus();
    if event.shift_key() {
        view.chosen.update(|chosen| {
            chosen.extend([here, next].into_iter().flat_map(|at| ids_of(view, &rows[at])));
        });
        tell(shell, view);
    }
}

/// Moves focus to the first shown row.
pub(super) fn to_lanes() {
    if let Some(control) = row_controls().first() {
        // A link or button on the page accepts focus.
        let _ = control.focus();
    }
}

/// The link of each shown configuration, and the button of each fold.
pub(super) fn row_controls() -> Vec<web_sys::HtmlElement> {
    let Ok(all) = document().query_selector_all("main [data-lane]") else { return Vec::new() };
    (0..all.length()).filter_map(|at| all.get(at)?.dyn_into().ok()).collect()
}

fn is_fold(control: &web_sys::HtmlElement) -> bool {
    control.has_attribute("aria-expanded")
}

/// The configurations of a row.
pub(super) fn ids_of(view: Overview, control: &web_sys::HtmlElement) -> Vec<EmvId> {
    let id = control.get_attribute("data-lane").and_then(|id| EmvId::parse(&id));
    match id {
        Some(id) if is_fold(control) => view.members(&id),
        id => id.into_iter().collect(),
    }
}

/// Selects every configuration that the filters show.
pub(super) fn choose_shown(shell: Shell, view: Overview) {
    view.chosen.set(gathered(row_controls().iter().flat_map(|control| ids_of(view, control))));
    tell(shell, view);
}

/// Selects from the last selected row to this one, like a click with Shift in a list.
fn choose_until(shell: Shell, view: Overview, ids: &[EmvId]) {
    let shown: Vec<Vec<EmvId>> = row_controls().iter().map(|control| ids_of(view, control)).collect();
    let at = |wanted: &[EmvId]| shown.iter().position(|row| row == wanted);
    let here = at(ids);
    let from = ANCHOR.with_borrow(|anchor| at(anchor)).or(here);
    if let (Some(from), Some(here)) = (from, here) {
        view.chosen.update(|chosen| {
            chosen.extend(shown[from.min(here)..=from.max(here)].iter().flatten().cloned());
        });
        // The engine reverts the box after the click ends, so the box is set again later.
        engine::later(0, move || view.chosen.notify());
        tell(shell, view);
    }
}

/// Selects all of these configurations, or none of them if all are selected.
fn toggle(shell: Shell, view: Overview, ids: &[EmvId]) {
    ANCHOR.set(ids.to_vec());
    view.chosen.update(|chosen| {
        if ids.iter().all(|id| chosen.contains(id)) {
            chosen.retain(|id| !ids.contains(id));
        } else {
            chosen.extend(ids.iter().cloned());
        }
    });
    tell(shell, view);
}

pub(super) fn clear(shell: Shell, view: Overview) {
    view.chosen.set(BTreeSet::new());
    shell.announce("No configuration selected.");
}

fn tell(shell: Shell, view: Overview) {
    shell.announce(&format!("{} selected.", view.chosen.with_untracked(BTreeSet::len)));
}

/// Check box in the head of the rows: selects all that the filters show, or clears the selection.
#[component]
pub(super) fn ChooseShown(view: Overview, lanes: Memo<Arc<Vec<Arc<Lane>>>>) -> impl IntoView {
    let shell = shell();
    let counts = Memo::new(move |_| {
        lanes.with(|lanes| {
            let is_chosen = |lane: &&Arc<Lane>| view.chosen.with(|chosen| chosen.contains(&lane.id));
            (lanes.iter().filter(is_chosen).count(), lanes.len())
        })
    });
    let choose = move |_| {
        let (chosen, all) = counts.get_untracked();
        if chosen == all {
            return clear(shell, view);
        }
        view.chosen.set(lanes.with_untracked(|lanes| gathered(lanes.iter().map(|lane| lane.id.clone()))));
        tell(shell, view);
    };
    let is_all = move || counts.with(|(chosen, all)| chosen == all && *all > 0);
    let is_partly = move || counts.with(|(chosen, all)| (1..*all).contains(chosen));
    let label = move || match counts.with(|(_, all)| *all) {
        1 => "Select the one shown".to_owned(),
        all => format!("Select all {all} shown"),
    };
    view! {
        <label class="lane-mark"><input type="checkbox" aria-label=label prop:checked=is_all prop:indeterminate=is_partly on:change=choose/></label>
    }
}
