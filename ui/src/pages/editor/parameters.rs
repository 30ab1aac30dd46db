//! Name, method and every other parameter, as text. Unknown keys stand here too: nothing is hidden, nothing is lost.

use leptos::prelude::*;
use tapline_contract::emv_field::FieldKey;
use tapline_contract::emv_form::OtherField;
use tapline_emv::{Scheme, param};

use super::fields::field_id;
use crate::shell::{Shell, shell};

#[component]
pub(super) fn Parameters(scheme: Memo<Option<Scheme>>) -> impl IntoView {
    let shell = shell();
    // The list of keys changes only with the record, so that a field keeps its focus while it is typed in.
    let keys = Memo::new(move |_| {
        shell.edit.with(|edit| {
            edit.as_ref()
                .map(|e| e.form.others.iter().map(|o| o.key.clone()).collect::<Vec<_>>())
                .unwrap_or_default()
        })
    });
    view! {
        <section class="parameters" aria-labelledby="parameters-title">
            <h2 id="parameters-title">"Further parameters"</h2>
            <p class="muted">"As text. What is not touched goes back exactly as it was read."</p>
            <General label="Configuration name" key=FieldKey::Name/>
            <General label="Payment method" key=FieldKey::Method/>
            {move || keys.get().into_iter().map(|key| view! { <Parameter key=key scheme=scheme/> }).collect_view()}
        </section>
    }
}

/// Name or method of the record itself.
#[component]
fn General(label: &'static str, key: FieldKey) -> impl IntoView {
    let shell = shell();
    let id = field_id(&key);
    let wire = key.wire().to_owned();
    let (left, set_left) = signal(false);
    let is_name = key == FieldKey::Name;
    let text = move || {
        shell.edit.with(|edit| {
            let form = &edit.as_ref()?.form;
            Some(if is_name { form.name.clone() } else { form.method.clone() })
        })
    };
    let put = move |text: String| {
        shell.edit.update(|edit| {
            if let Some(edit) = edit {
                edit.change(|form| *(if is_name { &mut form.name } else { &mut form.method }) = text);
            }
        });
    };
    view! {
        <div class="parameter">
            <label for=id.clone()>{label}<code>{wire}</code></label>
            <input id=id type="text" autocomplete="off" spellcheck="false" readonly=move || shell.is_read_only()
                prop:value=move || text().unwrap_or_default() on:blur=move |_| set_left.set(true) on:input=move |event| put(event_target_value(&event))/>
            <p class="says bad">{move || error(shell, &key).filter(|_| left.get())}</p>
        </div>
    }
}

#[component]
fn Parameter(key: String, scheme: Memo<Option<Scheme>>) -> impl IntoView {
    let shell = shell();
    let known = param::param(&key);
    let field = FieldKey::Param(key.clone());
    let id = field_id(&field);
    let find = {
        let key = key.clone();
        move |others: &[OtherField]| others.iter().find(|o| o.key == key).cloned()
    };
    let other = {
        let find = find.clone();
        Memo::new(move |_| shell.edit.with(|edit| edit.as_ref().and_then(|edit| find(&edit.form.others))))
    };
    let put = {
        let key = key.clone();
        move |text: String| {
            shell.edit.update(|edit| {
                let Some(edit) = edit else { return };
                edit.change(|form| {
                    if let Some(other) = form.others.iter_mut().find(|other| other.key == key) {
                        other.text = text;
                    }
                });
            });
        }
    };
    let remark = move || {
        let other = other.get()?;
        let not_used = known.zip(scheme.get()).filter(|(known, scheme)| !known.applies_to(*scheme));
        Some(match (known, not_used, other.is_present()) {
            (_, Some((_, scheme)), _) => format!("not used for {}", scheme.name()),
            (None, None, _) => "not documented, kept as read".to_owned(),
            (Some(_), None, false) => "not set".to_owned(),
            (Some(known), None, true) => known.about.to_owned(),
        })
    };
    let tag = known.map(|known| known.tag).filter(|tag| !tag.is_empty()).map(|tag| format!(" · {tag}"));
    view! {
        <div class="parameter">
            <label for=id.clone()>{field.label()}<code>{key}{tag}</code></label>
            <input id=id class="mono" type="text" autocomplete="off" spellcheck="false" readonly=move || shell.is_read_only()
                prop:value=move || other.get().map(|o| o.text).unwrap_or_default() on:input=move |event| put(event_target_value(&event))/>
            <p class="says">{remark} <span class="bad">{move || error(shell, &field)}</span></p>
        </div>
    }
}

fn error(shell: Shell, field: &FieldKey) -> Option<String> {
    let currency = shell.currency();
    shell.edit.with(|edit| edit.as_ref()?.error_at(field, &currency))
}
