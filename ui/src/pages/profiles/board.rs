//! The binding board: one row per payment method, one column per acceptance, one check box per cell for "accepted".
//!
//! A native table of native checkboxes; arrow keys move between cells besides Tab. Edits change `supportedPayments`; no request can set the
//! service's selection (`acptSelection`), so the selection is shown as read.

use leptos::prelude::*;
use tapline_contract::profile::AcceptanceId;
use tapline_emv::Scheme;

use super::cell::Cell;
use super::column_head::{BoundHead, UnboundHead};
use super::form::{form, seen};
use super::words::{method_name, methods};
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::copy;
use crate::widgets::icon::SchemeMark;
use crate::widgets::show::live;

/// Column and row of a cell, zero-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellPosition {
    pub(super) column: usize,
    pub(super) row: usize,
}

pub(super) fn cell_id(place: CellPosition) -> String {
    format!("cell-{}-{}", place.column, place.row)
}

/// Meaning of a column. The table is redrawn when columns change, and never for a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Column {
    /// Acceptance at this index of the form; a new one has no id.
    Bound(usize, Option<AcceptanceId>),
    /// Bound at the last read, and absent from the form.
    Unbound(AcceptanceId),
}

/// Moves focus to the next cell in the direction of an arrow key.
pub(super) fn step(event: &web_sys::KeyboardEvent, from: CellPosition) {
    let CellPosition { column, row } = from;
    let to = match event.key().as_str() {
        // Alt with Left and Right belongs to the window's history.
        "ArrowLeft" | "ArrowRight" if event.alt_key() => return,
        "ArrowLeft" => column.checked_sub(1).map(|column| CellPosition { column, row }),
        "ArrowRight" => Some(CellPosition { column: column + 1, row }),
        "ArrowUp" => row.checked_sub(1).map(|row| CellPosition { column, row }),
        "ArrowDown" => Some(CellPosition { column, row: row + 1 }),
        _ => return,
    };
    event.prevent_default();
    if let Some(to) = to {
        let stay = format!("#{}", cell_id(from));
        engine::focus(&format!("#{}", cell_id(to)), &stay);
    }
}

#[component]
pub(super) fn Board(
    /// Methods of added rows, besides those in use.
    added: RwSignal<Vec<String>>,
    /// Index of the acceptance whose values are open.
    editing: RwSignal<Option<usize>>,
    /// True while a person confirms unbinding the last acceptance.
    unbinding: RwSignal<bool>,
) -> impl IntoView {
    let shell = shell();
    let edit = super::store(shell).edit;
    let columns = Memo::new(move |_| {
        edit.with(|edit| {
            let Some(edit) = edit else { return Vec::new() };
            let bound = form(edit).acceptances.iter().enumerate();
            let bound = bound.map(|(at, acceptance)| Column::Bound(at, acceptance.id().cloned()));
            let unbound =
                form(edit).unbound().into_iter().filter_map(|one| one.id().cloned()).map(Column::Unbound);
            bound.chain(unbound).collect::<Vec<_>>()
        })
    });
    let rows = Memo::new(move |_| {
        edit.with(|edit| {
            edit.as_ref().map(|edit| methods(seen(edit), form(edit), &added.get())).unwrap_or_default()
        })
    });
    let table = move || {
        let (columns, rows) = (columns.get(), rows.get());
        let heads = columns.iter().map(|column| match column {
            Column::Bound(at, _) => {
                view! { <BoundHead at=*at editing=editing unbinding=unbinding/> }.into_any()
            }
            Column::Unbound(id) => view! { <UnboundHead id=id.clone()/> }.into_any(),
        });
        let heads = heads.collect_view();
        let body = rows.into_iter().enumerate().map(|(row, method)| {
            let cells = columns.iter().enumerate().map(|(column, what)| match what {
                Column::Bound(at, _) => {
                    view! { <Cell place=CellPosition { column, row } at=*at method=method.clone()/> }
                        .into_any()
                }
                Column::Unbound(_) => view! { <td class="muted">"not bound"</td> }.into_any(),
            });
            let cells = cells.collect_view();
            view! { <tr><RowHead method=method/>{cells}</tr> }
        });
        let none = columns.is_empty().then(|| {
            view! { <p class="empty">"No acceptance is bound, so no payments are accepted. Add one with “Add acceptance…”."</p> }
        });
        view! {
            <table class="board">
                <thead><tr><th scope="col">"Payment method"</th>{heads}</tr></thead>
                <tbody>{body.collect_view()}</tbody>
            </table>
            {none}
        }
    };
    view! { <div class="table-box" tabindex="0" role="region" aria-label="Acceptances">{live(table)}</div> }
}

/// Head of a method's row: the name, a note if no acceptance accepts the method as typed, and the service's selections without a column.
#[component]
fn RowHead(method: String) -> impl IntoView {
    let edit = super::store(shell()).edit;
    let (scheme, name) = (Scheme::from_method(&method), method_name(&method));
    let state = Memo::new(move |_| {
        edit.with(|edit| {
            let Some(edit) = edit else { return (false, Vec::new()) };
            let selection = seen(edit).and_then(|seen| seen.acpt_selection.as_ref());
            let selected =
                selection.iter().flat_map(|lists| &lists.0).filter(|(_, methods)| methods.contains(&method));
            let listed = |id: &String| {
                form(edit).acceptances.iter().any(|one| one.id().is_some_and(|own| own.as_str() == id))
            };
            let elsewhere = selected.map(|(id, _)| id).filter(|id| !listed(id)).cloned().collect();
            (form(edit).acceptances.iter().all(|one| !one.takes(&method)), elsewhere)
        })
    });
    view! {
        <th scope="row">
            <span class="with-icon"><SchemeMark scheme=scheme/>{name}</span>
            {move || state.with(|(none, _)| *none).then(|| view! { <span class="under">"Not accepted"</span> })}
            {move || state.with(|(_, elsewhere)| elsewhere.iter().map(|id| view! { <span class="under">"selected: " {copy::id(id.clone())}</span> }).collect_view())}
        </th>
    }
}
