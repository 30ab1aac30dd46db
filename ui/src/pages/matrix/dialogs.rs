//! Values of a preset for the selected configurations: each is listed with its reason, source and date, and only values that a person ticks
//! are applied. A preset has one scheme and currency; other configurations stay unchanged.
//!
//! Copies all parameters of one configuration to the selection. The dialog lists the changes before any is gathered.
//!
//! Two configurations side by side: the differences in words, then the equal parameters, folded.

use std::collections::BTreeSet;

use leptos::prelude::*;
use tapline_emv::preset::{Preset, Recommended, presets};
use tapline_emv::{Currency, Scheme, param};

use super::edit::names_of;
use super::model::{Cell, MatrixRow, State};
use super::prepare::{Change, Prepared};
use super::state::{CurrentCell, MatrixDialog, View};
use crate::widgets::decoded::Decoded;
use crate::widgets::dialog::{Dialog, DialogFoot};
use crate::widgets::facts;
use crate::widgets::show::live;

#[component]
pub(super) fn TakeFrom(view: View) -> impl IntoView {
    let close = Callback::new(move |()| view.asks.set(None));
    let body = move || untrack(|| view.at()).and_then(|at| offer(view, &at, close));
    view! { <Dialog open=view.is_asking(MatrixDialog::Preset) on_close=close title=Signal::stored("Use values from a preset".to_owned()) class="wide">{live(body)}</Dialog> }
}

fn offer(view: View, at: &CurrentCell, close: Callback<()>) -> Option<AnyView> {
    let currency = at.row.currency.clone();
    let presets = presets(at.row.scheme?, &currency);
    let targets = untrack(|| view.targets())?;
    let prepared = view.current().takers(&at.row, &targets.rows);
    let (stays, takers) = (prepared.stays(), prepared.changes);
    let rows: Vec<MatrixRow> = takers.iter().map(|taker| taker.row.clone()).collect();
    let words = match rows.as_slice() {
        [] => "None of the selected configurations can use this preset.".to_owned(),
        rows => format!("For {}. Nothing is sent until you review and save.", names_of(rows)),
    };
    let key = at.column.key.as_str();
    // The current parameter is ticked first, if it differs.
    let begin = presets.first().and_then(|preset| preset.get(key)).filter(|row| differing(row, &takers) > 0);
    let ticked = RwSignal::new(tapline_contract::order::gathered::<_, BTreeSet<_>>(begin.map(|row| row.key)));
    let lacks = presets
        .first()
        .is_some_and(|preset| preset.get(key).is_none())
        .then(|| format!("The preset has no value for {}.", at.column.label));
    let names: Vec<String> = presets.iter().map(|preset| preset.name.clone()).collect();
    let chosen = RwSignal::new(0_usize);
    let both = StoredValue::new((presets, takers));
    let values = move || {
        both.with_value(|(presets, takers)| {
            let preset = presets.get(chosen.get())?;
            let rows = preset.values.iter().map(|row| value(row, takers, &currency, ticked));
            Some(view! {
                <ul class="preset-values" aria-label="Values of the preset">{rows.collect_view()}</ul>
                <p class="muted">{preset.lacks.clone()}</p>
            })
        })
    };
    let take = move |_| {
        let prepared = both.with_value(|(presets, takers)| {
            let preset = presets.get(chosen.get_untracked());
            let is_ticked = |row: &&Recommended| ticked.with_untracked(|ticked| ticked.contains(row.key));
            let values =
                preset.map(|preset| preset.values.iter().filter(is_ticked).cloned().collect::<Vec<_>>());
            let rows: Vec<_> = takers.iter().map(|taker| taker.row.clone()).collect();
            view.current().preset(&values.unwrap_or_default(), &rows)
        });
        close.run(());
        view.take_and_say(&prepared);
    };
    let button = move || match ticked.with(BTreeSet::len) {
        1 => "Use 1 value".to_owned(),
        many => format!("Use {many} values"),
    };
    let none = rows.is_empty();
    let refusal = move || match (none, ticked.with(BTreeSet::is_empty)) {
        (true, _) => Some("The preset would change nothing."),
        (false, true) => Some("Select at least one value."),
        (false, false) => None,
    };
    let alone = super::edit::alone(at, &targets);
    Some(view! {
        <p>{words}</p>
        {alone.map(|alone| view! { <p>{alone}</p> })}
        {choice(&names, chosen, ticked)}
        {lacks.map(|lacks| view! { <p>{lacks}</p> })}
        {live(values)}
        {stays.map(|stays| view! { <p>{stays}</p> })}
        <DialogFoot keep="Cancel" on_keep=close focus=false>
            <button type="button" class="primary" disabled=move || refusal().is_some() title=refusal on:click=take>{live(button)}</button>
        </DialogFoot>
    }
    .into_any())
}

/// Selector of the preset; only the name of a single preset.
fn choice(names: &[String], chosen: RwSignal<usize>, ticked: RwSignal<BTreeSet<&'static str>>) -> AnyView {
    if let [one] = names {
        return view! { <p><b>{one.clone()}</b></p> }.into_any();
    }
    let options = names
        .iter()
        .enumerate()
        .map(|(at, name)| view! { <option value=at.to_string()>{name.clone()}</option> });
    let choose = move |event: web_sys::Event| {
        chosen.set(event_target_value(&event).parse().unwrap_or_default());
        ticked.set(BTreeSet::new());
    };
    view! { <label>"Preset " <select on:change=choose>{options.collect_view()}</select></label> }.into_any()
}

/// A value with its reason and evidence.
fn value(
    row: &Recommended,
    takers: &[Change],
    currency: &Currency,
    ticked: RwSignal<BTreeSet<&'static str>>,
) -> AnyView {
    let key = row.key;
    let label = param::param(key).map_or(key, |known| known.label);
    let shown = row.shown(currency);
    let name = format!("{label} {shown}");
    let says = format!("preset-{key}-says");
    let differing = differing(row, takers);
    let status = match (differing, takers) {
        (0, _) => "All already have it.".to_owned(),
        (_, [one]) => format!("now {}", now_shown(row, one, currency)),
        (some, all) => format!("differs in {some} of {}", all.len()),
    };
    let tick = move |event: web_sys::Event| {
        let is_on = event_target_checked(&event);
        ticked.update(|ticked| {
            if is_on {
                ticked.insert(key);
            } else {
                ticked.remove(key);
            }
        });
    };
    view! {
        <li>
            <label><input type="checkbox" aria-label=name aria-describedby=says.clone() disabled=differing == 0 prop:checked=move || ticked.with(|ticked| ticked.contains(key)) on:change=tick/>
            " " <b>{label}</b> " " <code>{shown}</code></label>
            " " <span id=says class="muted">{status}</span>
            <p class="muted">{row.why.clone()} " " {row.evidence()}</p>
        </li>
    }
    .into_any()
}

/// Number of configurations without this value.
fn differing(row: &Recommended, takers: &[Change]) -> usize {
    takers.iter().filter(|taker| !row.is_same(taker.before.params.values().get(row.key))).count()
}

fn now_shown(row: &Recommended, taker: &Change, currency: &Currency) -> String {
    taker.before.params.values().get(row.key).map_or_else(
        || "not set".to_owned(),
        |value| Recommended { value: value.clone(), ..row.clone() }.shown(currency),
    )
}

impl View {
    /// Reason why no preset can be applied.
    pub(super) fn preset_blocked(self) -> Option<&'static str> {
        let Some(at) = self.at() else { return Some("No configurations shown.") };
        let all: Option<Vec<Preset>> = at.row.scheme.map(|scheme| presets(scheme, &at.row.currency));
        all.is_none_or(|all| all.is_empty()).then_some("No preset for this scheme.")
    }
}

#[component]
pub(super) fn Clone(view: View) -> impl IntoView {
    let close = Callback::new(move |()| view.asks.set(None));
    let body = move || {
        let at = untrack(|| view.at())?;
        let targets = untrack(|| view.others());
        let prepared = view.current().all(&at.row, &targets);
        Some(question(view, &at.row, prepared, close))
    };
    view! { <Dialog open=view.is_asking(MatrixDialog::Clone) on_close=close title=Signal::stored("Copy all parameters".to_owned()) class="wide">{live(body)}</Dialog> }
}

fn question(view: View, from: &MatrixRow, prepared: Prepared, close: Callback<()>) -> AnyView {
    let titles: Vec<String> =
        prepared.changes.iter().filter_map(Change::gathered).map(|one| one.title).collect();
    let none = titles.is_empty();
    let words = match titles.len() {
        0 => format!("All selected configurations already have the saved parameters of {}.", from.title()),
        1 => format!("Copy all parameters of {} to 1 configuration. Changes:", from.title()),
        many => format!("Copy all parameters of {} to {many} configurations. Changes:", from.title()),
    };
    let stays = prepared.stays();
    let set = move |_| {
        close.run(());
        view.take(&prepared);
    };
    view! {
        <p>{words}</p>
        <ul class="plan-titles" aria-label="Would change">{titles.into_iter().map(|title| view! { <li>{title}</li> }).collect_view()}</ul>
        {stays.map(|stays| view! { <p>{stays}</p> })}
        <p class="muted">"Names and payment methods stay unchanged. Nothing is sent until you review and save."</p>
        <DialogFoot keep="Cancel" on_keep=close>
            <button type="button" class="primary" disabled=none title=none.then_some("Nothing would change.") on:click=set>"Copy all parameters"</button>
        </DialogFoot>
    }
    .into_any()
}

#[component]
pub(super) fn Compare(view: View) -> impl IntoView {
    let close = Callback::new(move |()| view.asks.set(None));
    let body = move || {
        let matrix = view.matrix.get();
        let marked = view.marked();
        let [one, other] = marked.as_slice() else { return None };
        let both = [&matrix.rows[*one], &matrix.rows[*other]];
        let pairs = || {
            let cells = both[0].cells.iter().zip(&both[1].cells);
            let is_there = |(_, (one, other)): &(_, (&Cell, &Cell))| {
                one.state != State::Absent || other.state != State::Absent
            };
            matrix.columns.iter().zip(cells).filter(is_there)
        };
        let differs: Vec<_> = pairs()
            .filter(|(_, (one, other))| (one.state, &one.text) != (other.state, &other.text))
            .map(|(column, (one, other))| {
                let value = |cell, at: usize| compared_value(&column.key, cell, both[at].scheme);
                (column.label.clone(), [value(one, 0), value(other, 1)])
            })
            .collect();
        let same: Vec<AnyView> = pairs()
            .filter(|(_, (one, other))| (one.state, &one.text) == (other.state, &other.text))
            .map(|(column, (one, _))| {
                view! { <tr><th scope="row">{column.label.clone()}</th><td class="mono">{one.text.clone()}</td></tr> }.into_any()
            })
            .collect();
        let names = both.map(MatrixRow::title);
        let differs = if differs.is_empty() {
            view! { <p>"These configurations have the same parameters."</p> }.into_any()
        } else {
            facts::differing("Differences", "Parameter", names, differs)
        };
        Some(view! {
            <p class="muted">"Includes any unsaved changes."</p>
            {differs}
            {(!same.is_empty()).then(|| view! {
                <details><summary>{format!("Same in both ({})", same.len())}</summary><table class="compared"><tbody>{same}</tbody></table></details>
            })}
            <DialogFoot keep="Back to the matrix" on_keep=close/>
        })
    };
    view! { <Dialog open=view.is_asking(MatrixDialog::Compare) on_close=close title=Signal::stored("Compare two configurations".to_owned()) class="wide">{live(body)}</Dialog> }
}

fn compared_value(key: &str, cell: &Cell, scheme: Option<Scheme>) -> AnyView {
    let (key, text) = (key.to_owned(), cell.typed.clone());
    let words =
        view! { <Decoded key=Signal::stored(key) scheme=Signal::stored(scheme) text=Signal::stored(text)/> };
    let before = cell.before.as_ref().map(|before| view! { <p class="muted">"was " {before.clone()}</p> });
    view! { <span class="mono">{cell.text.clone()}</span>{before}{words} }.into_any()
}
