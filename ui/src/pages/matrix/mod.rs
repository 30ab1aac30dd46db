//! The matrix, a tab of Limits: parameters by configurations. Cells that differ from their siblings are marked; a value can be set for many at once. Changes
//! are gathered for a plan, which has the review.

mod dialogs;
mod edit;
mod findings;
mod foot;
mod grid;
mod model;
mod prepare;
mod stage;
mod state;

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use tapline_emv::Scheme;

use self::model::State;
use self::state::{MatrixDialog, ShownCells, View, chosen};
use crate::actions::{Keys, keys_of, offer, offer_unless};
use crate::pages::limits::{self, LIMITS, LimitsHead};
use crate::plans::plans;
use crate::shell::shell;
use crate::used;
use crate::widgets::failure::ReadFailed;
use crate::widgets::show::{Show, live};

#[component]
pub(crate) fn MatrixPage() -> impl IntoView {
    let shell = shell();
    limits::address::follow(shell);
    LIMITS.read_once(shell);
    let (overview, plans, chosen) = (limits::state::overview(shell), plans(shell), chosen());
    let waiting = Memo::new(move |_| {
        let drafts = plans.gathered.with(|all| stage::all_waiting(all));
        let records = limits::store(shell).list.with(|list| list.records.clone());
        findings::planned(&records, &drafts, &shell.currency(), &used::known(shell))
    });
    let matrix = Memo::new(move |_| {
        let findings = overview.findings.get();
        overview
            .lanes
            .with(|lanes| waiting.with(|waiting| Arc::new(model::matrix(lanes, &findings, waiting))))
    });
    let shown = Memo::new(move |_| {
        let (is_meant, only_odd) = (overview.filter(), overview.only_odd.get());
        matrix.with(|matrix| {
            overview.lanes.with(|lanes| {
                let is_shown = |(row, lane): &(&model::MatrixRow, &Arc<limits::lanes::Lane>)| {
                    is_meant(lane)
                        // Rows under change stay visible.
                        && (!only_odd || row.odd() > 0 || row.changed() > 0)
                };
                let rows: Vec<usize> = matrix
                    .rows
                    .iter()
                    .zip(lanes.iter())
                    .enumerate()
                    .filter(|(_, pair)| is_shown(pair))
                    .map(|(at, _)| at)
                    .collect();
                // Parameters that at least one row has.
                let has = |column: &usize| {
                    rows.iter().any(|row| {
                        let cell = &matrix.rows[*row].cells[*column];
                        cell.before.is_some()
                            || (cell.state != State::Absent && !matrix.rows[*row].unreadable)
                    })
                };
                let columns = (0..matrix.columns.len()).filter(has).collect();
                Arc::new(ShownCells { rows, columns })
            })
        })
    });
    let view = View { shell, chosen, matrix, shown, editing: RwSignal::new(None), asks: RwSignal::new(None) };
    let odd = Memo::new(move |_| {
        matrix.with(|matrix| {
            shown.with(|shown| shown.rows.iter().map(|row| matrix.rows[*row].odd()).sum::<usize>())
        })
    });
    offer_actions(view, odd);
    let count = move || {
        let (all, seen) = (matrix.with(|matrix| matrix.rows.len()), shown.with(|shown| shown.rows.len()));
        let of = if all == seen { String::new() } else { format!("{seen} of ") };
        let many =
            |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
        let parameters = shown.with(|shown| shown.columns.len());
        format!("{of}{}, {}", many(all, "configuration"), many(parameters, "parameter"))
    };
    let differ = move || match odd.get() {
        0 => "No cell differs from the others.".to_owned(),
        1 => "1 cell differs from the others.".to_owned(),
        many => format!("{many} cells differ from the others."),
    };
    view! {
        <div class="matrix-page">
            <LimitsHead count=Signal::derive(count)>
                <button type="button" disabled=move || view.marked().len() != 2 title=move || (view.marked().len() != 2).then_some("Select two first (Space).") on:click=move |_| view.asks.set(Some(MatrixDialog::Compare))>"Compare two…" " " <Keys id="compare"/></button>
            </LimitsHead>
            <Toolbar view=view differ=Signal::derive(differ)/>
            <limits::country::CountryRow view=overview/>
            <ReadFailed reading=Signal::derive(move || limits::store(shell).list.reading()) again=Callback::new(move |()| LIMITS.reload(shell))/>
            <Show when=move || !shown.with(|shown| shown.rows.is_empty()) fallback=move || view! { <Empty view=view/> }>
                <grid::Grid view=view/>
                <foot::Foot view=view/>
            </Show>
            <foot::Waiting view=view/>
            <edit::Edit view=view/>
            <dialogs::Compare view=view/>
            <dialogs::Clone view=view/>
            <dialogs::TakeFrom view=view/>
        </div>
    }
}

fn offer_actions(view: View, odd: Memo<usize>) {
    let none_odd =
        Signal::derive(move || (odd.get() == 0).then(|| "No shown cell differs from the others.".to_owned()));
    offer_unless("odd-next", none_odd, move || view.to_odd(false));
    offer_unless("odd-before", none_odd, move || view.to_odd(true));
    let not_odd = Signal::derive(move || {
        if let Some(why) = view.shell.read_only() {
            return Some(why.to_owned());
        }
        let is_odd = view.at().is_some_and(|at| at.cell().odd.is_some());
        (!is_odd).then(|| "This cell matches the others.".to_owned())
    });
    offer_unless("odd-set", not_odd, move || view.match_others());
    let no_target = Signal::derive(move || {
        if let Some(why) = view.shell.read_only() {
            return Some(why.to_owned());
        }
        view.copy_blocked()
    });
    offer_unless("cell-copy", no_target, move || view.copy());
    let no_row = Signal::derive(move || {
        if let Some(why) = view.shell.read_only() {
            return Some(why.to_owned());
        }
        view.others().is_empty().then(|| "Select the target configurations first, with Space.".to_owned())
    });
    offer_unless("row-copy", no_row, move || view.asks.set(Some(MatrixDialog::Clone)));
    let no_preset = Signal::derive(move || {
        view.shell.read_only().map(str::to_owned).or_else(|| view.preset_blocked().map(str::to_owned))
    });
    offer_unless("preset", no_preset, move || view.asks.set(Some(MatrixDialog::Preset)));
    let not_two = Signal::derive(move || {
        (view.marked().len() != 2).then(|| "Select two configurations first, with Space.".to_owned())
    });
    offer_unless("compare", not_two, move || view.asks.set(Some(MatrixDialog::Compare)));
    offer("undo", move || view.undo());
}

/// The filters of the overview, and the filter by difference.
#[component]
fn Toolbar(view: View, differ: Signal<String>) -> impl IntoView {
    let shell = view.shell;
    let overview = limits::state::overview(shell);
    let search = NodeRef::<html::Input>::new();
    offer("filter", move || {
        if let Some(input) = search.get_untracked() {
            // The field is on the page while this action is offered.
            let _ = input.focus();
        }
    });
    let options = Scheme::ALL.map(|scheme| {
        view! { <option value=scheme.key() selected=move || overview.scheme.get() == Some(scheme)>{scheme.name()}</option> }
    });
    let only = overview.only_odd;
    view! {
        <div class="toolbar" role="group" aria-label="Filters">
            <input type="search" node_ref=search class="search" aria-label="Filter by name, scheme, AID or id" placeholder="Name, scheme…"
                title=move || keys_of(shell, "filter") autocomplete="off" spellcheck="false"
                prop:value=move || overview.words.get() on:input=move |event| overview.words.set(event_target_value(&event))
                on:keydown=move |event| if event.key() == "ArrowDown" {
                    event.prevent_default();
                    crate::ipc::engine::focus("#matrix-grid", "main h1");
                }/>
            <select aria-label="Scheme" on:change=move |event| {
                let key = event_target_value(&event);
                overview.scheme.set(Scheme::ALL.into_iter().find(|scheme| scheme.key() == key));
            }>
                <option value="">"All schemes"</option>
                {options.collect_view()}
            </select>
            <limits::country::CountryButton/>
            <button type="button" class="chip" aria-pressed=move || only.get().to_string() on:click=move |_| only.update(|only| *only = !*only)>
                "Only rows with differences"
            </button>
            <p class="muted" role="status" aria-label="Differences">{differ}</p>
            <button type="button" class="small" on:click=move |_| view.to_odd(false)>"Next" <Keys id="odd-next"/></button>
        </div>
    }
}

/// Message for an empty matrix: not loaded, no configuration, or no match.
#[component]
fn Empty(view: View) -> impl IntoView {
    let overview = limits::state::overview(view.shell);
    let clear = move |_| overview.clear_filters();
    live(move || {
        let reading = limits::store(view.shell).list.reading();
        let none_at_all = view.matrix.with(|matrix| matrix.rows.is_empty());
        match (reading.read_at > 0.0, none_at_all) {
            (false, _) if reading.loading => view! { <p class="empty">"Loading configurations…"</p> }.into_any(),
            (false, _) => ().into_any(),
            (true, true) => view! { <p class="empty">"No configurations yet."</p> }.into_any(),
            (true, false) => view! {
                <p class="empty">"No matching configurations. " <button type="button" on:click=clear>"Clear filters"</button></p>
            }
            .into_any(),
        }
    })
}
