//! A value for the current cell, or for its parameter in all selected configurations. The affected configurations and the findings for the
//! result are shown below while the value is typed.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use tapline_contract::emv_field::FieldKey;
use tapline_contract::order::gathered;

use super::findings::{FindingLine, finding_lines};
use super::model::MatrixRow;
use super::prepare::{Prepared, Targets};
use super::stage::CellEdit;
use super::state::{CurrentCell, View};
use crate::ipc::engine;
use crate::widgets::decoded::Decoded;
use crate::widgets::dialog::{Dialog, DialogFoot};
use crate::widgets::icon::{Icon, severity_look};
use crate::widgets::show::live;

/// Findings shown; the rest is counted.
const FINDINGS: usize = 4;

#[component]
pub(super) fn Edit(view: View) -> impl IntoView {
    let open = Signal::derive(move || view.editing.with(Option::is_some));
    let close = Callback::new(move |()| view.editing.set(None));
    let title = Signal::derive(move || {
        if !open.get() {
            return String::new();
        }
        untrack(|| view.at()).map(|at| format!("Change {}", at.column.label)).unwrap_or_default()
    });
    let body = move || {
        let (at, targets) = untrack(|| (view.at(), view.targets()));
        Some(form(view, &at?, targets?, close))
    };
    view! { <Dialog open=open on_close=close title=title class="wide">{live(body)}</Dialog> }
}

fn form(view: View, at: &CurrentCell, targets: Targets, close: Callback<()>) -> AnyView {
    let begin = view.editing.get_untracked().unwrap_or_default();
    let is_begun = begin != at.cell().typed;
    let text = RwSignal::new(begin.clone());
    let begin = StoredValue::new(begin);
    let wrong = RwSignal::new(None::<String>);
    let input = NodeRef::<html::Input>::new();
    // Existing text is selected, to be typed over; text begun by a key stays unselected. Deferred, because the engine places the caret
    // after the focus event.
    let select = move |_| {
        engine::later(0, move || {
            // Newer text is not selected.
            let is_as_begun = text.try_get_untracked() == begin.try_get_value();
            if let Some(input) = input.try_get_untracked().flatten().filter(|_| !is_begun && is_as_begun) {
                input.select();
            }
        });
    };
    let refuse = move |why: String| {
        wrong.set(Some(why));
        if let Some(input) = input.get_untracked() {
            // The field is on the page while the dialog is open.
            let _ = input.focus();
        }
    };
    let (key, label, scheme) = (at.column.key.clone(), at.column.label.clone(), at.row.scheme);
    let is_many = targets.rows.len().max(targets.instead.len()) > 1;
    let of_chosen = RwSignal::new(false);
    let choice = choice(at, &targets, of_chosen);
    let (from, index) = (at.row.clone(), at.index);
    let both = StoredValue::new(targets);
    // The selection is changed only if a person says so.
    let rows = Memo::new(move |_| {
        let of_chosen = of_chosen.get();
        both.with_value(|all| Arc::new(if of_chosen { all.instead.clone() } else { all.rows.clone() }))
    });
    let prepare = {
        let (key, from) = (key.clone(), from.clone());
        move |text: String, rows: &[MatrixRow]| view.current().value(&key, &CellEdit::Text(text), &from, rows)
    };
    let prepared = Memo::new({
        let prepare = prepare.clone();
        move |_| prepare(text.get(), &rows.get())
    });
    let before = StoredValue::new(both.with_value(|all| {
        let ids = all.rows.iter().chain(&all.instead).map(|row| row.id.clone());
        view.findings(&[], &gathered(ids))
    }));
    let findings = Memo::new({
        let key = key.clone();
        move |_| {
            prepared.with(|prepared| {
                let is_read = prepared.wrong.is_none() && !prepared.changes.is_empty();
                is_read.then(|| {
                    let ids = gathered(prepared.changes.iter().map(|one| one.record.id.clone()));
                    let after = view.findings(&prepared.changes, &ids);
                    before.with_value(|before| finding_lines(&key, before, &after))
                })
            })
        }
    });
    let set = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let prepared = prepare(text.get_untracked(), &rows.get_untracked());
        if let Some(why) = prepared.wrong {
            return refuse(why);
        }
        if prepared.changes.is_empty() {
            return refuse(format!("Nothing to set. {}.", prepared.left.join("; ")));
        }
        close.run(());
        view.take_and_say(&prepared);
    };
    let sets = move || {
        format!("For {}. Nothing is sent until you review and save.", rows.with(|rows| counted(rows)))
    };
    let unit = {
        let (key, from) = (key.clone(), from.clone());
        move || rows.with(|rows| unit(rows, &from, &key))
    };
    let changes = {
        let key = key.clone();
        live(move || prepared.with(|prepared| changes(prepared, &rows.get(), &key, index)))
    };
    view! {
        <form class="matrix-form" on:submit=set>
            <p>{live(sets)}</p>
            <div class="field">
                <label for="matrix-value">{label}</label>
                <div class="field-body">
                    <input id="matrix-value" node_ref=input type="text" class="mono" autocomplete="off" spellcheck="false" aria-describedby="matrix-says"
                        aria-invalid=move || wrong.with(Option::is_some).then_some("true")
                        prop:value=move || text.get() on:focus=select
                        on:input=move |event| {
                            text.set(event_target_value(&event));
                            wrong.set(None);
                        }/>
                    <p id="matrix-says" class="says" class:bad=move || wrong.with(Option::is_some) role="status" aria-label="Value">{move || wrong.get().unwrap_or_else(&unit)}</p>
                </div>
            </div>
            // After the field in the page, because the field takes focus first.
            {choice}
            // Fixed height: text that appears during typing moves no button.
            <div class="matrix-outcome" class:many=is_many role="group" aria-label="Preview" tabindex="0">
                <Decoded key=Signal::stored(key) scheme=Signal::stored(scheme) text=text/>
                <div role="status" aria-label="Checks">{live(move || findings.with(|findings| findings.as_deref().map(findings_view)))}</div>
                {changes}
            </div>
            <DialogFoot keep="Cancel" on_keep=close focus=false><button type="submit" class="primary">"Set"</button></DialogFoot>
        </form>
    }
    .into_any()
}

/// Notice that only the current row is changed, with the option to change the selection instead.
fn choice(at: &CurrentCell, targets: &Targets, of_chosen: RwSignal<bool>) -> Option<AnyView> {
    let alone = alone(at, targets)?;
    let many = targets.instead.len();
    let instead = if many == 1 {
        "Change the selected one instead".to_owned()
    } else {
        format!("Change the {many} selected instead")
    };
    let view = view! {
        <div class="matrix-choice">
            <p>{alone}</p>
            <label><input type="checkbox" prop:checked=move || of_chosen.get() on:change=move |event| of_chosen.set(event_target_checked(&event))/>" "{instead}</label>
        </div>
    };
    Some(view.into_any())
}

/// "You are on Visa · Retail DE, which is not one of the 9 chosen."; `None` if the row is selected, or nothing is.
pub(super) fn alone(at: &CurrentCell, targets: &Targets) -> Option<String> {
    let title = at.row.title();
    match targets.instead.as_slice() {
        [] => None,
        [one] => Some(format!("You are on {title}. The selected one is {}.", one.title())),
        many => Some(format!("You are on {title}, which isn't one of the {} selected.", many.len())),
    }
}

/// "14 configurations"; the name for a single one.
fn counted(rows: &[MatrixRow]) -> String {
    match rows {
        [one] => one.title(),
        many => format!("{} configurations", many.len()),
    }
}

/// "14 configurations: Visa · Retail DE, Visa · Retail AT, Visa · Retail FR and 11 more"; the name for a single one.
pub(super) fn names_of(rows: &[MatrixRow]) -> String {
    let named: Vec<String> = rows.iter().take(3).map(MatrixRow::title).collect();
    let more = rows.len() - named.len();
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    match rows {
        [one] => one.title(),
        many => format!("{}: {}{more}", counted(many), named.join(", ")),
    }
}

/// Unit of a typed limit.
fn unit(rows: &[MatrixRow], from: &MatrixRow, key: &str) -> String {
    if FieldKey::limit_of(key).is_none() {
        return String::new();
    }
    let code = from.currency.code();
    if rows.iter().all(|row| row.currency == from.currency) {
        format!("In {code}.")
    } else {
        format!("In {code}. Configurations in other currencies stay unchanged.")
    }
}

/// The changes, before and after; for unreadable text, the current values.
fn changes(prepared: &Prepared, rows: &[MatrixRow], key: &str, index: usize) -> AnyView {
    let list = |lines: Vec<String>| {
        view! { <ul>{lines.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul> }.into_any()
    };
    if prepared.wrong.is_some() {
        let now = |row: &MatrixRow| format!("{}: {}", row.title(), row.cells[index].text);
        return list(rows.iter().map(now).collect());
    }
    let lines: Vec<String> = prepared.changes.iter().filter_map(|change| change.words(key)).collect();
    let same = match prepared.changes.len() - lines.len() {
        0 => None,
        1 => Some("1 already has it.".to_owned()),
        many => Some(format!("{many} already have it.")),
    };
    view! {
        {list(lines)}
        {same.map(|same| view! { <p>{same}</p> })}
        {prepared.stays().map(|stays| view! { <p>{stays}</p> })}
    }
    .into_any()
}

/// Findings for the result.
fn findings_view(findings: &[FindingLine]) -> AnyView {
    if findings.is_empty() {
        return view! { <p class="muted">"No findings."</p> }.into_any();
    }
    let lines = findings.iter().take(FINDINGS).map(|one| {
        let (icon, class) = severity_look(one.severity);
        view! { <p class=format!("with-icon {class}")><Icon name=icon/><span>{one.words.clone()}</span></p> }
    });
    let more = match findings.len().saturating_sub(FINDINGS) {
        0 => None,
        1 => Some("and 1 more finding".to_owned()),
        many => Some(format!("and {many} more findings")),
    };
    view! { {lines.collect_view()}{more.map(|more| view! { <p class="muted">{more}</p> })} }.into_any()
}
