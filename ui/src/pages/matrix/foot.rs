//! Foot of the matrix: the current cell with its actions, and the pending changes.

use leptos::prelude::*;
use tapline_contract::plan::PlanKind;

use super::model::{MatrixRow, State};
use super::state::{MatrixDialog, View};
use crate::actions::Keys;
use crate::actions::chord::spoken;
use crate::paths::Route;
use crate::plans::GatheredChange;
use crate::widgets::show::{Show, live};

#[component]
pub(super) fn Foot(view: View) -> impl IntoView {
    let shell = view.shell;
    let at = Memo::new(move |_| view.at());
    let marked = Memo::new(move |_| view.marked().len());
    let is_among = Memo::new(move |_| view.is_here_marked());
    let place = move || {
        at.with(|at| at.as_ref().map(|at| format!("{}, {}", at.row.title(), at.column.label)))
            .unwrap_or_default()
    };
    let text = move || at.with(|at| at.as_ref().map(|at| at.cell().text.clone()));
    let details = move || {
        at.with(|at| {
            let at = at.as_ref()?;
            let cell = at.cell();
            let scheme = at.row.scheme.map_or("", tapline_emv::Scheme::name);
            let unreadable = (cell.state == State::Unreadable).then(|| "unreadable".to_owned());
            let odd = cell
                .odd
                .as_ref()
                .map(|odd| format!("{} of {} {scheme} configurations have {}", odd.count, odd.of, odd.usual));
            let before = cell.before.as_ref().map(|before| format!("was {before}"));
            let found = cell.found.iter().map(|one| one.words.clone());
            let all: Vec<String> = [unreadable, odd, before].into_iter().flatten().chain(found).collect();
            Some(all.join(" · "))
        })
    };
    let usual =
        move || at.with(|at| at.as_ref().and_then(|at| at.cell().odd.as_ref().map(|odd| odd.usual.clone())));
    let is_changed = move || at.with(|at| at.as_ref().is_some_and(|at| at.cell().before.is_some()));
    let may_write = move || !shell.is_read_only();
    let chosen = move || match marked.get() {
        0 => format!("Space selects a configuration. {} selects all shown.", spoken("Ctrl+A")),
        many if is_among.get() => format!("{many} selected"),
        many => format!("{many} selected, not this one"),
    };
    let edit = move || match marked.get() {
        many if many > 1 && is_among.get() => format!("Change for {many}…"),
        _ => "Change…".to_owned(),
    };
    view! {
        <div class="matrix-foot" role="region" aria-label="Cell">
            <p class="matrix-cell"><b>{live(place)}</b>": "<span class="mono">{live(text)}</span>" "<span class="muted">{live(details)}</span></p>
            <p class="muted matrix-count" role="status" aria-label="Selected">{live(chosen)}</p>
            <div class="row">
                <Show when=may_write>
                    <button type="button" class="small" on:click=move |_| view.edit(None)>{live(edit)} <kbd aria-hidden="true">"Enter"</kbd></button>
                    {move || usual().map(|usual| view! {
                        <button type="button" class="small" on:click=move |_| view.match_others()>"Match most others: " {usual} <Keys id="odd-set"/></button>
                    })}
                    <Show when=is_changed><button type="button" class="small" on:click=move |_| view.take_back()>"Revert" <kbd aria-hidden="true">"Del"</kbd></button></Show>
                    <Show when=move || view.copy_blocked().is_none()><button type="button" class="small" on:click=move |_| view.copy()>"Copy to selected" <Keys id="cell-copy"/></button></Show>
                    <Show when=move || view.preset_blocked().is_none()><button type="button" class="small" on:click=move |_| view.asks.set(Some(MatrixDialog::Preset))>"Use preset…" " " <Keys id="preset"/></button></Show>
                    <Show when=move || !view.others().is_empty()><button type="button" class="small" on:click=move |_| view.asks.set(Some(MatrixDialog::Clone))>"Copy all parameters…" " " <Keys id="row-copy"/></button></Show>
                </Show>
                <button type="button" class="small" on:click=move |_| view.open()>"Open" <kbd aria-hidden="true">{spoken("Ctrl+Enter")}</kbd></button>
            </div>
        </div>
    }
}

/// Changes that are gathered and not sent.
#[component]
pub(super) fn Waiting(view: View) -> impl IntoView {
    let cells = Memo::new(move |_| {
        view.matrix.with(|matrix| matrix.rows.iter().map(MatrixRow::changed).sum::<usize>())
    });
    let is_here = |one: &&GatheredChange| one.edit.kind == PlanKind::Emv;
    let count = Memo::new(move |_| view.gathered().with(|all| all.iter().filter(is_here).count()));
    let any = move || count.get() > 0;
    let words = move || {
        let many = |many: usize, noun: &str| format!("{many} {noun}{}", if many == 1 { "" } else { "s" });
        format!("{} in {}, not sent.", many(cells.get(), "change"), many(count.get(), "configuration"))
    };
    view! {
        <Show when=any>
            <div class="matrix-waiting pending" role="region" aria-label="Changes">
                <p role="status" aria-label="Unsaved changes">{live(words)}</p>
                <span class="grow"></span>
                <button type="button" on:click=move |_| view.discard_all()>"Discard all"</button>
                <button type="button" class="primary" on:click=move |_| view.shell.nav.go(Route::Plan)>"Review…"</button>
            </div>
        </Show>
    }
}

impl View {
    /// Reason why the cell cannot be copied to others.
    pub(super) fn copy_blocked(self) -> Option<String> {
        let at = self.at()?;
        if at.cell().state == State::Unreadable {
            return Some("Unreadable value".to_owned());
        }
        self.others().is_empty().then(|| "Select the target configurations first, with Space.".to_owned())
    }
}
