//! Details of a terminal, in groups.

use leptos::prelude::*;
use tapline_contract::device::{Device, DeviceExtParams};
use tapline_contract::form::activation::EXT_ROWS;
use tapline_contract::form::device::EMV_KEYS;
use tapline_contract::merchant::MerchantId;
use tapline_contract::params::ParamsField;

use tapline_emv::check_terminal;

use super::known;
use super::secrets::Secrets;
use super::siblings::{self, Siblings};
use crate::show;
use crate::widgets::decoded::Decoded;
use crate::widgets::facts::group;
use crate::widgets::findings::FieldFindings;
use crate::widgets::show::live;

#[component]
pub(super) fn Facts(of: MerchantId, record: Device) -> impl IntoView {
    let ext = record.ext();
    let flag = record.is_device.map(|yes| if yes { "yes" } else { "no" }.to_owned());
    let others =
        record.undocumented().chain(ext.into_iter().flat_map(DeviceExtParams::undocumented)).cloned();
    let text = record
        .ext_params
        .as_ref()
        .and_then(|ext| ext.text())
        .map(|text| ("extParams".to_owned(), Some(text.to_owned())));
    let others: Vec<_> = others.map(|(key, raw)| (key, Some(text_of(&raw)))).chain(text).collect();
    let ext = EXT_ROWS.iter().map(|row| (row.label, ext.and_then(|ext| (row.of)(ext).clone()))).collect();
    view! {
        <div class="facts">
            <div class="facts-side">
            {group("Terminal", vec![
                ("Name", record.activate_code_alias.clone()),
                ("Merchant id", Some(of.to_string())),
                ("Type", record.device_type.clone()),
                ("App version", record.app_version.clone()),
                ("Is a device", flag),
                ("UUID", record.uuid.clone()),
            ])}
            {emv(&record)}
            </div>
            <div class="facts-side">
            <Secrets of=of.clone() record=record.clone()/>
            {group("Times", vec![
                ("Activated", record.actives_at.clone()),
                ("Created", record.created_at.clone()),
                ("Changed", record.updated_at.clone()),
            ])}
            {methods(&record)}
            {group("Extra parameters", ext)}
            {group("At the service", vec![
                ("Server", record.server_url.clone()),
                ("Customer id", record.customer_id.clone()),
                ("Profile id", record.profile_id.clone()),
                ("License id", record.license_id.clone()),
                ("Signing key id", record.sign_key_id.clone()),
                ("Card BDK id", record.card_bdk_id.clone()),
            ])}
            {(!others.is_empty()).then(|| group("Not in the service document", others))}
            </div>
        </div>
    }
}

/// Text without its quotes, anything else as JSON.
fn text_of(raw: &str) -> String {
    serde_json::from_str(raw).unwrap_or_else(|_| raw.to_owned())
}

fn emv(record: &Device) -> AnyView {
    let title = "EMV parameters";
    let body = match record.emv_params() {
        ParamsField::Absent => view! { <p class="muted">"None are set for this terminal."</p> }.into_any(),
        ParamsField::Unreadable(text) => view! {
            <p>"They are no JSON object with every key once. Tapline shows them and does not change them."</p>
            <pre class="raw" tabindex="0" aria-label="EMV parameters as they came">{text}</pre>
        }
        .into_any(),
        ParamsField::Readable(params) => {
            let findings = Signal::stored(check_terminal(&params.values()));
            let id = record.device_id.clone();
            let others = Memo::new(move |_| siblings::others(Some(&id)));
            let missing = {
                let params = params.clone();
                move || {
                    others.with(|others| siblings::missing(&params, others)).into_iter().map(|key| {
                    let label = label(&key);
                    view! { <tr><th scope="row">{label}<code>{key.clone()}</code></th><td class="muted">"not set"</td><td><Siblings wire=Signal::stored(key) value=Signal::stored(String::new()) others=others/></td></tr> }
                }).collect_view()
                }
            };
            let rows = params.keys().into_iter().map(|key| {
                let value = params.raw(&key).map(text_of).unwrap_or_default();
                let meaning = known::meaning(&key, &value);
                let label = label(&key);
                view! {
                    <tr><th scope="row">{label}<code>{key.clone()}</code></th><td class="mono">{value.clone()}</td><td class="muted">{meaning}<Decoded key=key.clone() scheme=Signal::stored(None) text=value.clone()/><Siblings wire=Signal::stored(key.clone()) value=Signal::stored(value) others=others/><FieldFindings id=format!("terminal-{key}") wire=Signal::stored(key) findings=findings/></td></tr>
                }
            });
            view! {
                <table class="small-table parameter-table">
                    <thead><tr><th scope="col">"Parameter"</th><th scope="col">"Value"</th><th scope="col">"Meaning"</th></tr></thead>
                    <tbody>{rows.collect_view()}{live(missing)}</tbody>
                </table>
            }
            .into_any()
        }
    };
    view! { <section class="card" aria-label=title><h2>{title}</h2>{body}</section> }.into_any()
}

fn label(key: &str) -> &'static str {
    EMV_KEYS.iter().find(|(known, _)| *known == key).map_or("not documented", |(_, label)| label)
}

fn methods(record: &Device) -> AnyView {
    let title = "Payment methods";
    let body = match known::methods(record) {
        None => {
            view! { <p>"No JSON list: " <code>{record.method_list.clone().unwrap_or_default()}</code></p> }
                .into_any()
        }
        Some(methods) if methods.is_empty() => {
            view! { <p class="muted">"None are set for this terminal."</p> }.into_any()
        }
        Some(methods) => {
            let rows = methods.iter().map(|code| view! { <li class="chip">{show::method_words(code)}</li> });
            view! { <ul class="row">{rows.collect_view()}</ul> }.into_any()
        }
    };
    view! { <section class="card" aria-label=title><h2>{title}</h2>{body}</section> }.into_any()
}
