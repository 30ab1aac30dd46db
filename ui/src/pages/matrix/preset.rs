//! Values of a preset for the selected configurations: each is listed with its reason, source and date, and only values that a person ticks
//! are applied. A preset has one scheme and currency; other configurations stay unchanged.

use std::collections::BTreeSet;

use leptos::prelude::*;
use tapline_contract::emv_config::{EmvConfig, EmvDraft};
use tapline_emv::preset::{Preset, Recommended, presets};
use tapline_emv::{Currency, Params, param};

use super::edit::names_of;
use super::model::MatrixRow;
use super::prepare::{Change, Prepared, crossing, stranger};
use super::stage;
use super::state::{Ask, CurrentCell, View};
use crate::widgets::dialog::Dialog;
use crate::widgets::show::live;

/// A configuration that can take values of the preset, as it would be sent.
#[derive(Clone, Debug)]
struct PresetTarget {
    row: MatrixRow,
    record: EmvConfig,
    draft: EmvDraft,
    values: Params,
}

#[component]
pub(super) fn TakeFrom(view: View) -> impl IntoView {
    let close = Callback::new(move |()| view.asks.set(None));
    let body = move || untrack(|| view.at()).and_then(|at| offer(view, &at, close));
    view! { <Dialog open=view.is_asking(Ask::Preset) on_close=close title=Signal::stored("Take from a preset".to_owned()) class="wide">{live(body)}</Dialog> }
}

fn offer(view: View, at: &CurrentCell, close: Callback<()>) -> Option<AnyView> {
    let currency = at.row.currency.clone();
    let presets = presets(at.row.scheme?, &currency);
    let targets = untrack(|| view.targets())?;
    let (takers, stays) = takers(view, &at.row, &targets.rows);
    let rows: Vec<MatrixRow> = takers.iter().map(|taker| taker.row.clone()).collect();
    let words = match rows.as_slice() {
        [] => "None of the chosen configurations can take values of this preset.".to_owned(),
        rows => format!("For {}. Nothing is sent before the review.", names_of(rows)),
    };
    let key = at.column.key.as_str();
    // The current parameter is ticked first, if it differs.
    let begin = presets.first().and_then(|preset| preset.get(key)).filter(|row| differing(row, &takers) > 0);
    let ticked = RwSignal::new(begin.map(|row| row.key).into_iter().collect::<BTreeSet<_>>());
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
            prepared(takers, &values.unwrap_or_default())
        });
        close.run(());
        view.take_and_say(&prepared);
    };
    let button = move || match ticked.with(BTreeSet::len) {
        1 => "Take 1 value".to_owned(),
        many => format!("Take {many} values"),
    };
    let none = rows.is_empty();
    let alone = super::edit::alone(at, &targets);
    Some(view! {
        <p>{words}</p>
        {alone.map(|alone| view! { <p>{alone}</p> })}
        {choice(&names, chosen, ticked)}
        {lacks.map(|lacks| view! { <p>{lacks}</p> })}
        {live(values)}
        {stays.map(|stays| view! { <p>{stays}</p> })}
        <div class="actions">
            <button type="button" class="primary" disabled=move || none || ticked.with(BTreeSet::is_empty) on:click=take>{live(button)}</button>
            <button type="button" on:click=move |_| close.run(())>"Cancel"</button>
        </div>
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
    takers: &[PresetTarget],
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
        (0, _) => "All have it already.".to_owned(),
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
fn differing(row: &Recommended, takers: &[PresetTarget]) -> usize {
    takers.iter().filter(|taker| !row.is_same(taker.values.get(row.key))).count()
}

fn now_shown(row: &Recommended, taker: &PresetTarget, currency: &Currency) -> String {
    taker.values.get(row.key).map_or_else(
        || "not set".to_owned(),
        |value| Recommended { value: value.clone(), ..row.clone() }.shown(currency),
    )
}

/// Targets of the same scheme and currency as `from`, and the reason why the others stay unchanged.
fn takers(view: View, from: &MatrixRow, targets: &[MatrixRow]) -> (Vec<PresetTarget>, Option<String>) {
    let current = view.current();
    let (mut takers, mut left) = (Vec::new(), Prepared::default());
    for row in targets {
        if let Some(why) = stranger(from, row) {
            left.leave(row, &why);
        } else if let Some((record, draft)) = current.record_and_draft(&row.id) {
            takers.push(PresetTarget { row: row.clone(), record, values: draft.params.values(), draft });
        } else {
            left.leave(row, "its parameters cannot be read");
        }
    }
    (takers, left.stays())
}

fn prepared(takers: &[PresetTarget], values: &[Recommended]) -> Prepared {
    let mut prepared = Prepared::default();
    for PresetTarget { row, record, draft: before, .. } in takers {
        let put = stage::put_preset(record, before, &row.currency, values);
        let crosses = |draft: &EmvDraft| {
            values.iter().find_map(|value| crossing(before, draft, value.key, &row.currency))
        };
        match put {
            Ok(draft) => match crosses(&draft) {
                Some(why) => prepared.leave(row, &why),
                None => prepared.changes.push(Change {
                    record: record.clone(),
                    before: before.clone(),
                    draft,
                    currency: row.currency.clone(),
                }),
            },
            Err(why) => prepared.leave(row, &why),
        }
    }
    prepared
}

impl View {
    /// Reason why no preset can be applied.
    pub(super) fn preset_blocked(self) -> Option<&'static str> {
        let Some(at) = self.at() else { return Some("No configuration is shown.") };
        let all: Option<Vec<Preset>> = at.row.scheme.map(|scheme| presets(scheme, &at.row.currency));
        all.is_none_or(|all| all.is_empty()).then_some("No preset is known for this scheme.")
    }
}
