//! Name, method and every other parameter, as text. Unknown keys are included, and parameters that the scheme doesn't read are folded with
//! the reason: nothing is lost.
//!
//! The three limits as text, in money, next to their minor units.

use leptos::prelude::*;
use tapline_contract::emv_config::EmvConfig;
use tapline_contract::emv_field::FieldKey;
use tapline_contract::emv_form::OtherField;
use tapline_emv::decode::{Code, differing};
use tapline_emv::tap::limit_meaning;
use tapline_emv::{LimitKind, Scheme, Value, check, param, siblings, unused};
use tapline_explain::say::tap as words;

use super::aid_overlaps::AidOverlaps;
use super::hints::{BitDifferences, FieldHints, FieldNotes, described};
use super::{element, form, saved_limits, seen, store};
use crate::pages::limits::{LIMITS, lanes};
use crate::record::edit::Edit;
use crate::record::field::wrong;
use crate::shell::{Shell, shell};
use crate::widgets::decoded::Decoded;
use crate::widgets::findings::go_to;
use crate::widgets::icon::{Icon, limit_key};
use crate::widgets::show::{Show, live};
use crate::widgets::term::term;
use crate::{show, used};

#[component]
pub(super) fn Parameters(scheme: Memo<Option<Scheme>>, hints: FieldHints) -> impl IntoView {
    let edit = store(shell()).edit;
    // The list of keys changes only with the record, so that a field keeps its focus while it is edited.
    let keys = Memo::new(move |_| {
        let key = |other: &OtherField| other.key.clone();
        edit.with(|edit| edit.iter().flat_map(|edit| form(edit).others.iter().map(key)).collect::<Vec<_>>())
    });
    let those = move |is_read: bool| {
        Memo::new(move |_| {
            let is_wanted = |key: &String| why_unused(key, scheme.get()).is_none() == is_read;
            keys.get().into_iter().filter(is_wanted).collect::<Vec<_>>()
        })
    };
    let (read, unused) = (those(true), those(false));
    let is_new = Memo::new(move |_| edit.with(|edit| edit.as_ref().is_some_and(|edit| seen(edit).is_none())));
    let drawn =
        move |key: String| view! { <Parameter field=FieldKey::Param(key) scheme=scheme hints=hints/> };
    // An error that blocks the review must stay visible.
    let has_error = Memo::new(move |_| {
        let fields = edit.with(|edit| edit.as_ref().map(Edit::errors).unwrap_or_default());
        unused.with(|unused| fields.iter().any(|error| unused.contains(&error.field)))
    });
    let summary = move || {
        let kept = edit.with(|edit| {
            let is_kept =
                |other: &&OtherField| unused.with(|unused| unused.contains(&other.key)) && has_value(other);
            edit.as_ref().map_or(0, |edit| form(edit).others.iter().filter(is_kept).count())
        });
        let count = unused.with(Vec::len);
        let name = scheme.get().map_or("this scheme", Scheme::name);
        let values = match (count, kept) {
            (_, 0) => "none with a value".to_owned(),
            (1, _) => "its value is kept".to_owned(),
            (_, 1) => "1 with a value, which is kept".to_owned(),
            (_, many) => format!("{many} with values, which are kept"),
        };
        let noun = if count == 1 { "parameter" } else { "parameters" };
        format!("Not used by {name}: {count} {noun}, {values}")
    };
    view! {
        <section class="parameters" aria-labelledby="parameters-title">
            <h2 id="parameters-title">"Further parameters"</h2>
            <Show when=move || !is_new.get()><p class="muted">"Fields you don't change stay exactly as they are."</p></Show>
            <Parameter field=FieldKey::Name scheme=scheme hints=hints/>
            <Parameter field=FieldKey::Method scheme=scheme hints=hints/>
            <For each=move || read.get() key=Clone::clone children=drawn/>
            <Show when=move || unused.with(|unused| !unused.is_empty())>
                <details class="unused" open=move || has_error.get()>
                    <summary>{live(summary)}</summary>
                    <For each=move || unused.get() key=Clone::clone children=drawn/>
                </details>
            </Show>
        </section>
    }
}

/// Reason why the scheme's kernel doesn't read a parameter; `None` if the kernel reads it or this is unknown.
fn why_unused(key: &str, scheme: Option<Scheme>) -> Option<String> {
    unused::reason(param::param(key)?, scheme?)
}

fn has_value(other: &OtherField) -> bool {
    other.is_present() && !matches!(other.text.trim(), "" | "null" | "false")
}

#[component]
fn Parameter(field: FieldKey, scheme: Memo<Option<Scheme>>, hints: FieldHints) -> impl IntoView {
    let shell = shell();
    let areas = shell.areas();
    let wire = StoredValue::new(field.wire().to_owned());
    let id = element(field.wire());
    let (is_param, is_method) = (matches!(field, FieldKey::Param(_)), field == FieldKey::Method);
    let known = param::param(field.wire()).filter(|_| is_param);
    let text = Memo::new(move |_| wire.with_value(|wire| LIMITS.typed(areas, wire)));
    let put = move |text: String| wire.with_value(|wire| LIMITS.put(areas, wire, text));
    // A record that has an invalid parameter says so at once.
    let is_met = untrack(|| LIMITS.edit(areas, |edit| edit.seen.is_some())) && is_param;
    let left = move || is_met || wire.with_value(|wire| hints.is_left(wire));
    let wrong = wrong(LIMITS, wire);
    let at_once = move || wire.with_value(|wire| LIMITS.shows_at_once(areas, wire));
    let error = Memo::new(move |_| wrong.get().filter(|_| left() || at_once()));
    let remark = move || {
        if is_method {
            return text.with(|code| Some(show::method_words(code)).filter(|words| words != code));
        }
        is_param.then(|| remark(shell, &wire.get_value(), known, scheme.get()))
    };
    let others = move || {
        let is_compared = is_param && known.is_none_or(|known| !matches!(known.kind, param::Kind::Aids));
        let note = is_compared.then(|| elsewhere(shell, &wire.get_value(), scheme.get()?, &text.get()))??;
        Some(view! { <p class="decoded">{note}"."</p> })
    };
    let usual = Memo::new(move |_| {
        let scheme = scheme.get().filter(|_| is_param)?;
        usual(shell, &wire.get_value(), scheme, &text.get())
    });
    let most = move || {
        let (theirs, count, of) = usual.get()?;
        let name = scheme.get().map_or("", Scheme::name);
        let take = Callback::new(put);
        Some(usual_value(
            wire.get_value(),
            scheme,
            theirs,
            format!("{count} of {of} {name} configurations have "),
            take,
        ))
    };
    let tag = known.map(|known| known.tag).filter(|tag| !tag.is_empty()).map(|tag| format!(" · {tag}"));
    let says = format!("{id}-says");
    let described = format!("{says} {}", described(field.wire()));
    view! {
        <div class="parameter">
            <div class="label-row"><label for=id.clone()>{field.label()}<code class="wire">{wire.get_value()}{tag}</code></label>{term(&field.label())}</div>
            <input id=id class=is_param.then_some("mono") type="text" autocomplete="off" spellcheck="false" readonly=move || shell.is_read_only()
                aria-describedby=described aria-invalid=move || error.get().map(|_| "true")
                prop:value=move || text.get() on:blur=move |_| wire.with_value(|wire| hints.leave(wire)) on:input=move |event| put(event_target_value(&event))/>
            <p id=says class="says">{live(remark)} <span class="bad">{move || error.get()}</span></p>
            <FieldNotes wire=wire.get_value() hints=hints/>
            {live(others)}
            {known.is_some_and(|known| matches!(known.kind, param::Kind::Aids)).then(|| view! { <AidOverlaps scheme=scheme/> })}
            {live(most)}
            {is_param.then(|| view! { <Decoded key=wire.get_value() scheme=scheme text=text put=Callback::new(put)/> })}
        </div>
    }
}

/// The value of most siblings, with the differing bits; the whole value or a single bit can be applied.
fn usual_value(
    wire: String,
    scheme: Memo<Option<Scheme>>,
    theirs: String,
    words: String,
    take: Callback<String>,
) -> impl IntoView {
    let shell = shell();
    let blocked = move || shell.read_only();
    let (key, value) = (wire.clone(), theirs.clone());
    let name = format!("Use this value: {theirs}, as in most others");
    let press = move |_| {
        take.run(value.clone());
        // The button disappears with the difference.
        go_to(&element(&key));
    };
    view! {
        <div class="beside">
            <div class="preset-differs">
                <p>{words}<code>{theirs.clone()}</code>" "<button type="button" class="small" aria-label=name disabled=move || blocked().is_some() title=blocked on:click=press>"Use this value"</button></p>
                <BitDifferences wire=wire scheme=scheme theirs=theirs other="most others"/>
            </div>
        </div>
    }
}

/// Value of the majority of the scheme's loaded configurations, including this one, if its bits differ here; with the number that have it,
/// and the total. The majority rule is that of the matrix.
fn usual(shell: Shell, key: &str, scheme: Scheme, mine: &str) -> Option<(String, usize, usize)> {
    let code = Code::from_key(key, Some(scheme))?;
    let plain = |text: &str| text.split_whitespace().collect::<String>().to_ascii_uppercase();
    let all: Vec<String> = std::iter::once(plain(mine))
        .chain(peers(shell, key, scheme).iter().map(|(_, text)| plain(text)))
        .collect();
    let texts: Vec<&str> = all.iter().map(String::as_str).collect();
    let (at, count) = siblings::usual(&texts)?;
    let theirs = texts[at];
    differing(code, Some(scheme), mine, theirs)
        .filter(|bits| !bits.is_empty())
        .map(|_| (theirs.to_owned(), count, texts.len()))
}

/// Summary of this parameter in the scheme's other loaded configurations.
fn elsewhere(shell: Shell, key: &str, scheme: Scheme, mine: &str) -> Option<String> {
    siblings::elsewhere(scheme, mine, &peers(shell, key, scheme))
}

/// The scheme's other loaded configurations, each by name with its text.
fn peers(shell: Shell, key: &str, scheme: Scheme) -> Vec<(String, String)> {
    let store = store(shell);
    let id = store.edit.with(|edit| seen(edit.as_ref()?).map(|seen| seen.id.clone()));
    store.list.with(|list| {
        let peers = list
            .records
            .iter()
            .filter(|record| Some(&record.id) != id.as_ref() && record.scheme() == Some(scheme));
        let value = |record: &EmvConfig| {
            let text = match record.params.readable()?.values().remove(key) {
                Some(Value::Text(text) | Value::Unreadable(text)) => text,
                Some(Value::Number(number)) => number.to_string(),
                Some(Value::Flag(flag)) => flag.to_string(),
                None => String::new(),
            };
            Some((record.name(), text))
        };
        peers.filter_map(value).collect()
    })
}

/// Remark about a parameter.
fn remark(shell: Shell, key: &str, known: Option<&'static param::Param>, scheme: Option<Scheme>) -> String {
    let is_present = store(shell).edit.with(|edit| {
        let other = form(edit.as_ref()?).others.iter().find(|other| other.key == key)?;
        Some(other.is_present())
    });
    let doubt = known.zip(scheme).and_then(|(known, scheme)| unused::doubt(known, scheme));
    match (known, why_unused(key, scheme), is_present) {
        (_, Some(reason), Some(true)) => format!("{reason} Its value is kept."),
        (_, Some(reason), _) => reason,
        (None, None, _) => "unknown parameter, value kept".to_owned(),
        (Some(known), None, Some(true)) => match doubt {
            Some(doubt) => format!("{} {doubt}", known.about),
            None => known.about.to_owned(),
        },
        (Some(_), None, _) => "not set".to_owned(),
    }
}

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
    let (areas, edit, wire) = (shell.areas(), store(shell).edit, limit.param());
    let text = move || LIMITS.typed(areas, wire);
    let minor = Memo::new(move |_| edit.with(|edit| form(edit.as_ref()?).limit_value(limit)));
    let error = wrong(LIMITS, StoredValue::new(wire.to_owned()));
    let as_read = Memo::new(move |_| edit.with(|edit| form(edit.as_ref()?).unreadable_limit(limit)));
    let shown = move || {
        as_read
            .get()
            .or_else(|| error.get().filter(|_| hints.is_left(wire) || LIMITS.shows_at_once(areas, wire)))
    };
    let put = move |text: String| LIMITS.put(areas, wire, text);
    let leave = move |_| {
        hints.leave(wire);
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
        let trouble = used::usual_trouble(shell).filter(|_| limit == LimitKind::Cvm);
        let trouble = trouble.map(|words| view! { <span class="above-usual">{words}</span> });
        let units = minor.get().map(|minor| format!("{minor} minor units"));
        view! { <span>{meaning}</span>{trouble}{revert()}{matching()}<span class="units wire">{units}</span> }
            .into_any()
    };
    let id = element(wire);
    let says_id = format!("{id}-says");
    let described = format!("{says_id} {}", described(wire));
    view! {
        <div class="limit-field">
            <div class="label-row"><label for=id.clone()><Icon name=limit_key(limit)/>{limit.label()}</label>{term(limit.label())}</div>
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
