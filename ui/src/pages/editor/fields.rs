//! The three limits as text, in money, next to their minor units.

use leptos::prelude::*;
use tapline_contract::emv_config::EmvConfig;
use tapline_emv::limits::LimitKind;
use tapline_emv::tap::limit_meaning;
use tapline_emv::{Scheme, check, reference, siblings};
use tapline_explain::say::tap as words;

use super::hints::{FieldHints, FieldNotes, described};
use super::{element, saved_limits, store};
use crate::pages::limits::{LIMITS, lanes};
use crate::record::field::wrong;
use crate::shell::shell;
use crate::show;
use crate::used;
use crate::widgets::icon::Icon;
use crate::widgets::marks::limit_key;
use crate::widgets::show::live;

#[component]
pub(super) fn LimitFields(scheme: Memo<Option<Scheme>>, hints: FieldHints) -> impl IntoView {
    used::read_usual(shell());
    view! {
        <div class="limit-fields">
            {LimitKind::ALL.map(|limit| view! { <LimitField limit=limit scheme=scheme hints=hints/> }).collect_view()}
        </div>
    }
}

#[component]
fn LimitField(limit: LimitKind, scheme: Memo<Option<Scheme>>, hints: FieldHints) -> impl IntoView {
    let shell = shell();
    let (left, set_left) = signal(false);
    let (areas, edit, wire) = (shell.areas(), store(shell).edit, limit.param());
    let text = move || LIMITS.typed(areas, wire);
    let minor = Memo::new(move |_| edit.with(|edit| edit.as_ref()?.form.limit_value(limit)));
    let error = wrong(LIMITS, StoredValue::new(wire.to_owned()));
    let as_read = Memo::new(move |_| edit.with(|edit| edit.as_ref()?.form.unreadable_limit(limit)));
    let shown = move || {
        as_read.get().or_else(|| error.get().filter(|_| left.get() || LIMITS.shows_at_once(areas, wire)))
    };
    let put = move |text: String| LIMITS.put(areas, wire, text);
    let leave = move |_| {
        set_left.set(true);
        // On blur the value takes its full spelling: 50 becomes 50.00.
        if let Some(value) = minor.get_untracked() {
            let plain = shell.form_currency().plain(value);
            if plain != text() {
                put(plain);
            }
        }
    };
    let step = move |event: web_sys::KeyboardEvent| {
        let unit = shell.form_currency().unit() * if event.shift_key() { 10 } else { 1 };
        let Some(now) = minor.get_untracked() else { return };
        let moved = match event.key().as_str() {
            "ArrowUp" => now + unit,
            "ArrowDown" => now.saturating_sub(unit),
            _ => return,
        };
        event.prevent_default();
        put(shell.form_currency().plain(moved.min(tapline_emv::MAX_AMOUNT)));
    };
    let saved = move || edit.with(|edit| saved_limits(edit.as_ref()).map(|saved| saved.get(limit)));
    let revert = move || {
        let before = saved()?;
        let currency = shell.form_currency();
        (minor.get() != Some(before)).then(|| {
            let plain = currency.plain(before);
            view! {
                <span class="was-saved">"saved " {show::figure(before, &currency)} " "
                    <button type="button" class="link" aria-label=format!("Revert {} to {plain}", limit.label()) on:click=move |_| put(plain.clone())>"Revert"</button>
                </span>
            }
        })
    };
    // Saved siblings define the usual value; typed values don't.
    let others = Memo::new(move |_| {
        let (scheme, mine) = (scheme.get()?, minor.get()?);
        let key = edit.with(|edit| edit.as_ref()?.key());
        // Limits in another currency don't count as siblings.
        let (known, currency) = (used::known(shell), shell.form_currency());
        let is_peer = |record: &EmvConfig| {
            lanes::currency_of(known.currency(&record.id).as_ref(), &shell.currency()) == currency
        };
        let all = store(shell).list.with(|list| {
            let of_scheme =
                list.records.iter().filter(|record| record.scheme() == Some(scheme) && is_peer(record));
            of_scheme
                .filter_map(|record| check::limits_of(&record.params.readable()?.values()))
                .collect::<Vec<_>>()
        });
        // A new configuration isn't one of the siblings yet.
        siblings::others(limit, mine, &all).filter(|_| key.is_some())
    });
    let params = Memo::new(move |_| super::typed_params(shell));
    let matching = move || {
        let currency = shell.form_currency();
        others.get().filter(|_| !shell.is_read_only()).map(|others| {
            let (figure, plain) = (show::figure(others, &currency), currency.plain(others));
            let label = format!("Match the others: {figure}, {}", limit.noun());
            view! {
                <button type="button" class="link" aria-label=label on:click=move |_| put(plain.clone())>"Match the others: " {figure}</button>
            }
        })
    };
    let says = move || {
        if let Some(sentence) = shown() {
            return view! { <span class="bad">{sentence}</span> }.into_any();
        }
        let currency = shell.form_currency();
        let meaning = minor.get().and_then(|minor| {
            scheme.get().map(|scheme| {
                words::limit_meaning(&limit_meaning(scheme, limit, minor, &params.get()), &currency)
                    .to_string()
            })
        });
        let above = minor.get().filter(|_| limit == LimitKind::Cvm).and_then(|minor| {
            let id = edit.with(|edit| Some(edit.as_ref()?.seen.as_ref()?.id.clone()));
            reference::above_usual(minor, &currency, used::known(shell).reference(id.as_ref(), &currency))
        });
        let trouble = used::usual_trouble(shell).filter(|_| limit == LimitKind::Cvm);
        let above =
            above.into_iter().chain(trouble).map(|words| view! { <span class="above-usual">{words}</span> });
        let above = above.collect_view();
        let units = minor.get().map(|minor| format!("{minor} minor units"));
        view! { <span>{meaning}</span>{above}{revert()}{matching()}<span class="units">{units}</span> }
            .into_any()
    };
    let id = element(wire);
    let says_id = format!("{id}-says");
    let described = format!("{says_id} {}", described(wire));
    view! {
        <div class="limit-field">
            <label for=id.clone()><Icon name=limit_key(limit)/>{limit.label()}</label>
            <span class="money" class:bad=move || shown().is_some()>
                <input id=id type="text" inputmode="decimal" autocomplete="off" aria-describedby=described
                    aria-invalid=move || shown().map(|_| "true") readonly=move || shell.is_read_only()
                    prop:value=text on:input=move |event| put(event_target_value(&event)) on:blur=leave on:keydown=step/>
                <span class="unit">{move || shell.form_currency().code().to_owned()}</span>
            </span>
            <p id=says_id class="says">{live(says)}</p>
            <FieldNotes wire=wire.to_owned() hints=hints/>
        </div>
    }
}
