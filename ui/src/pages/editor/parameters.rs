//! Name, method and every other parameter, as text. Unknown keys stand here too: nothing is hidden, nothing is lost.

use leptos::prelude::*;
use tapline_contract::emv_config::EmvConfig;
use tapline_contract::emv_field::FieldKey;
use tapline_emv::{Scheme, Value, param, siblings};

use super::{element, store};
use crate::pages::limits::LIMITS;
use crate::record::field::wrong;
use crate::shell::{Shell, shell};
use crate::widgets::decoded::Decoded;

#[component]
pub(super) fn Parameters(scheme: Memo<Option<Scheme>>) -> impl IntoView {
    let edit = store(shell()).edit;
    // The list of keys changes only with the record, so that a field keeps its focus while it is typed in.
    let keys = Memo::new(move |_| {
        let key = |other: &tapline_contract::emv_form::OtherField| other.key.clone();
        edit.with(|edit| edit.iter().flat_map(|edit| edit.form.others.iter().map(key)).collect::<Vec<_>>())
    });
    view! {
        <section class="parameters" aria-labelledby="parameters-title">
            <h2 id="parameters-title">"Further parameters"</h2>
            <p class="muted">"As text. What is not touched goes back exactly as it was read."</p>
            <Parameter field=FieldKey::Name scheme=scheme/>
            <Parameter field=FieldKey::Method scheme=scheme/>
            {move || keys.get().into_iter().map(|key| view! { <Parameter field=FieldKey::Param(key) scheme=scheme/> }).collect_view()}
        </section>
    }
}

#[component]
fn Parameter(field: FieldKey, scheme: Memo<Option<Scheme>>) -> impl IntoView {
    let shell = shell();
    let areas = shell.areas();
    let wire = StoredValue::new(field.wire().to_owned());
    let id = element(field.wire());
    let is_param = matches!(field, FieldKey::Param(_));
    let known = param::param(field.wire()).filter(|_| is_param);
    let text = Memo::new(move |_| wire.with_value(|wire| LIMITS.typed(areas, wire)));
    let put = move |text: String| wire.with_value(|wire| LIMITS.put(areas, wire, text));
    let (left, set_left) = signal(!matches!(field, FieldKey::Name | FieldKey::Method));
    let wrong = wrong(LIMITS, wire);
    let at_once = move || wire.with_value(|wire| LIMITS.shows_at_once(areas, wire));
    let error = move || wrong.get().filter(|_| left.get() || at_once());
    let remark = move || is_param.then(|| remark(shell, &wire.get_value(), known, scheme.get()));
    let others = move || {
        let is_compared = is_param && known.is_none_or(|known| !matches!(known.kind, param::Kind::Aids));
        let said = is_compared.then(|| elsewhere(shell, &wire.get_value(), scheme.get()?, &text.get()))??;
        Some(view! { <p class="decoded">{said}"."</p> })
    };
    let tag = known.map(|known| known.tag).filter(|tag| !tag.is_empty()).map(|tag| format!(" · {tag}"));
    view! {
        <div class="parameter">
            <label for=id.clone()>{field.label()}<code>{wire.get_value()}{tag}</code></label>
            <input id=id class=is_param.then_some("mono") type="text" autocomplete="off" spellcheck="false" readonly=move || shell.is_read_only()
                prop:value=move || text.get() on:blur=move |_| set_left.set(true) on:input=move |event| put(event_target_value(&event))/>
            <p class="says">{remark} <span class="bad">{error}</span></p>
            {others}
            {is_param.then(|| view! { <Decoded key=wire.get_value() scheme=scheme text=text put=Callback::new(put)/> })}
        </div>
    }
}

/// How the other configurations of the scheme that were read have it.
fn elsewhere(shell: Shell, key: &str, scheme: Scheme, mine: &str) -> Option<String> {
    let store = store(shell);
    let id = store.edit.with(|edit| edit.as_ref()?.seen.as_ref().map(|seen| seen.id.clone()));
    let others = store.list.with(|list| {
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
        peers.filter_map(value).collect::<Vec<_>>()
    });
    siblings::elsewhere(scheme, mine, &others)
}

/// What is known of a parameter.
fn remark(shell: Shell, key: &str, known: Option<&'static param::Param>, scheme: Option<Scheme>) -> String {
    let is_present = store(shell).edit.with(|edit| {
        let other = edit.as_ref()?.form.others.iter().find(|other| other.key == key)?;
        Some(other.is_present())
    });
    let not_used = known.zip(scheme).filter(|(known, scheme)| !known.applies_to(*scheme));
    match (known, not_used, is_present) {
        (_, Some((_, scheme)), _) => format!("not used for {}", scheme.name()),
        (None, None, _) => "not documented, kept as read".to_owned(),
        (Some(known), None, Some(true)) => known.about.to_owned(),
        (Some(_), None, _) => "not set".to_owned(),
    }
}
