//! A value for the current cell, or for that parameter of all chosen configurations.

use leptos::html;
use leptos::prelude::*;

use super::model::Row;
use super::stage::Put;
use super::state::{At, View};
use crate::widgets::decoded::Decoded;
use crate::widgets::dialog::Dialog;
use crate::widgets::show::live;

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
    let body = move || untrack(|| view.at()).map(|at| form(view, &at, &untrack(|| view.targets()), close));
    view! { <Dialog open=open on_close=close title=title>{live(body)}</Dialog> }
}

fn form(view: View, at: &At, targets: &[Row], close: Callback<()>) -> AnyView {
    let begin = view.editing.get_untracked().unwrap_or_default();
    let is_begun = begin != at.cell().typed;
    let text = RwSignal::new(begin);
    let wrong = RwSignal::new(None::<String>);
    let input = NodeRef::<html::Input>::new();
    // What stands there is typed over; what a key began is gone on with.
    let select = move |_| {
        if let Some(input) = input.get_untracked().filter(|_| !is_begun) {
            input.select();
        }
    };
    let (key, label) = (at.column.key.clone(), at.column.label.clone());
    let (unit, scheme) = (unit(targets, &at.column.key), at.row.scheme);
    let set = {
        let targets = targets.to_vec();
        move |event: web_sys::SubmitEvent| {
            event.prevent_default();
            let prepared = view.prepare(&key, &Put::Text(text.get_untracked()), &targets);
            if prepared.wrong.is_some() {
                return wrong.set(prepared.wrong);
            }
            if prepared.changes.is_empty() {
                return wrong.set(Some(format!("Nothing can be set. {}.", prepared.left.join("; "))));
            }
            if !prepared.left.is_empty() {
                view.shell.toast(&format!("Stays as it is: {}.", prepared.left.join("; ")));
            }
            close.run(());
            view.take(prepared);
        }
    };
    let shown_key = at.column.key.clone();
    view! {
        <form class="matrix-form" on:submit=set>
            <p>{sets(&label, targets)}</p>
            <div class="field">
                <label for="matrix-value">{label.clone()}</label>
                <div class="field-body">
                    <input id="matrix-value" node_ref=input type="text" class="mono" autocomplete="off" spellcheck="false" aria-describedby="matrix-says"
                        aria-invalid=move || wrong.with(Option::is_some).then_some("true")
                        prop:value=move || text.get() on:focus=select
                        on:input=move |event| {
                            text.set(event_target_value(&event));
                            wrong.set(None);
                        }/>
                    <p id="matrix-says" class="says" class:bad=move || wrong.with(Option::is_some) role="status" aria-label="Value">{move || wrong.get().unwrap_or_else(|| unit.clone())}</p>
                </div>
            </div>
            <Decoded key=Signal::stored(shown_key) scheme=Signal::stored(scheme) text=text/>
            <div class="actions">
                <button type="submit" class="primary">"Set"</button>
                <button type="button" on:click=move |_| close.run(())>"Cancel"</button>
            </div>
        </form>
    }
    .into_any()
}

/// "Sets CVM limit for 14 configurations: Visa · Retail DE, … Nothing is sent before the review."
fn sets(label: &str, targets: &[Row]) -> String {
    format!("Sets {label} for {}. Nothing is sent before the review.", whom(targets))
}

/// "14 configurations: Visa · Retail DE, Visa · Retail AT, Visa · Retail FR and 11 more"; of one its name.
pub(super) fn whom(targets: &[Row]) -> String {
    let named: Vec<String> = targets.iter().take(3).map(Row::title).collect();
    let more = targets.len() - named.len();
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    match targets {
        [one] => one.title(),
        many => format!("{} configurations: {}{more}", many.len(), named.join(", ")),
    }
}

/// In which unit a limit is typed.
fn unit(targets: &[Row], key: &str) -> String {
    if tapline_contract::emv_field::FieldKey::limit_of(key).is_none() {
        return String::new();
    }
    let mut codes: Vec<&str> = targets.iter().map(|row| row.currency.code()).collect();
    codes.sort_unstable();
    codes.dedup();
    match codes.as_slice() {
        [one] => format!("In {one}."),
        many => format!("The same figure in the currency of each: {}.", many.join(", ")),
    }
}
