//! Details of a terminal, in groups.
//!
//! Two terminals side by side: their device EMV parameters decoded bit by bit, the version of their app, their methods and profile.
//! They are of one list, so nothing is read for it. No secret and no key of a terminal is compared.

use std::collections::BTreeSet;

use leptos::prelude::*;
use tapline_contract::device::{Device, DeviceExtParams};
use tapline_contract::form::device::EMV_KEYS;
use tapline_contract::merchant::MerchantId;
use tapline_contract::order::gathered;
use tapline_contract::params::ParamsField;
use tapline_emv::check_terminal;
use tapline_emv::decode::{self, Code};

use super::known;
use super::secrets::Secrets;
use super::siblings::{self, Siblings};
use super::state::terminals;
use crate::shell::shell;
use crate::show;
use crate::widgets::decoded::Decoded;
use crate::widgets::facts::{Fact, differing, folded, group};
use crate::widgets::findings::FieldFindings;
use crate::widgets::grid::source::Beside;
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
        .map(|text| Fact::text("Extra parameters", Some(text.to_owned())));
    let others: Vec<_> = others.map(|(key, raw)| Fact::text(key, Some(text_of(&raw)))).chain(text).collect();
    let ext = DeviceExtParams::TEXTS
        .iter()
        .map(|row| Fact::id(row.label, ext.and_then(|ext| (row.of)(ext).clone())))
        .collect();
    view! {
        <div class="facts">
            <div class="facts-side">
            {group("Terminal", vec![
                Fact::text("Name", record.activate_code_alias.clone()),
                Fact::id("Merchant id", Some(of.to_string())),
                Fact::text("Type", record.device_type.clone()),
                Fact::text("App version", record.app_version.clone()),
                Fact::text("Is a device", flag),
                Fact::id("UUID", record.uuid.clone()),
            ])}
            {emv(&record)}
            </div>
            <div class="facts-side">
            <Secrets of=of.clone() record=record.clone()/>
            {group("Times", vec![
                Fact::moment("Activated", record.actives_at.clone()),
                Fact::moment("Created", record.created_at.clone()),
                Fact::moment("Changed", record.updated_at.clone()),
            ])}
            {methods(&record)}
            {group("Extra parameters", ext)}
            {group("Service", vec![
                Fact::text("Server", record.server_url.clone()),
                Fact::id("Customer id", record.customer_id.clone()),
                Fact::id("Profile id", record.profile_id.clone()),
                Fact::id("License id", record.license_id.clone()),
                Fact::id("Signing key id", record.sign_key_id.clone()),
                Fact::id("Card BDK id", record.card_bdk_id.clone()),
            ])}
            {(!others.is_empty()).then(|| group("Other fields", others))}
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
            <p>"Unreadable. Tapline shows these values but doesn't change them."</p>
            <pre class="raw" tabindex="0" aria-label="Raw EMV parameters">{text}</pre>
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
                    view! { <tr><th scope="row">{label}<code class:wire=label != UNKNOWN_KEY>{key.clone()}</code></th><td class="muted">"not set"</td><td><Siblings wire=Signal::stored(key) value=Signal::stored(String::new()) others=others/></td></tr> }
                }).collect_view()
                }
            };
            let rows = params.keys().into_iter().map(|key| {
                let value = params.raw(&key).map(text_of).unwrap_or_default();
                let meaning = known::hint(&key, &value);
                let label = label(&key);
                view! {
                    <tr><th scope="row">{label}<code class:wire=label != UNKNOWN_KEY>{key.clone()}</code></th><td class="mono">{value.clone()}</td><td class="muted">{meaning}<Decoded key=key.clone() scheme=Signal::stored(None) text=value.clone()/><Siblings wire=Signal::stored(key.clone()) value=Signal::stored(value) others=others/><FieldFindings id=format!("terminal-{key}") wire=Signal::stored(key) findings=findings/></td></tr>
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

/// Label of a key that Tapline doesn't know, next to the key itself.
const UNKNOWN_KEY: &str = "Unknown";

fn label(key: &str) -> &'static str {
    EMV_KEYS.iter().find(|(known, _)| *known == key).map_or(UNKNOWN_KEY, |(_, label)| label)
}

fn methods(record: &Device) -> AnyView {
    let title = "Payment methods";
    let body = match known::methods(record) {
        None => {
            view! { <p>"Unreadable list: " <code>{record.method_list.clone().unwrap_or_default()}</code></p> }
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

/// A row's name, and the text of both terminals.
type ComparedRow = (String, [String; 2]);

/// Columns of the list that this comparison shows.
const TOLD: &[&str] = &["status", "type", "version", "methods"];

pub(super) static BESIDE: Beside = Beside { draw: beside, covered: TOLD };

fn beside(keys: [String; 2]) -> AnyView {
    let shell = shell();
    let list = terminals(shell).list;
    let of = |key: &String| list.with(|list| list.records.iter().find(|device| ends(key, device)).cloned());
    let (Some(one), Some(other)) = (of(&keys[0]), of(&keys[1])) else { return ().into_any() };
    let names = [one.name(), other.name()];
    let (same, differs): (Vec<ComparedRow>, Vec<ComparedRow>) =
        rows(&one, &other).into_iter().partition(|(_, [one, other])| one == other);
    let same = same.into_iter().map(|(label, [text, _])| (label, text)).collect();
    let differs = if differs.is_empty() {
        view! { <p>"Their EMV parameters, app versions, methods and profiles are the same."</p> }.into_any()
    } else {
        differing("Differences between the terminals", "Terminal", names, differs)
    };
    view! {
        <section aria-label="Terminals side by side">
            {differs}
            {folded("The same in both terminals", same)}
        </section>
    }
    .into_any()
}

/// The key of a row is the path of the terminal's page.
fn ends(key: &str, device: &Device) -> bool {
    key.rsplit('/').next() == Some(device.device_id.as_str())
}

fn rows(one: &Device, other: &Device) -> Vec<ComparedRow> {
    let both = [one, other];
    let text = |label: &str, of: fn(&Device) -> String| {
        let shown = both.map(|device| or_not_told(of(device)));
        (label.to_owned(), shown)
    };
    let mut rows = vec![
        text("Status", |device| known::status(device).words),
        text("Type", |device| device.device_type.clone().unwrap_or_default()),
        text("App version", |device| device.app_version.clone().unwrap_or_default()),
        text("Methods", |device| {
            let codes = known::methods(device).unwrap_or_default();
            codes.iter().map(|code| show::method_name(code)).collect::<Vec<_>>().join(", ")
        }),
        text("Profile", |device| device.profile_id.clone().unwrap_or_default()),
    ];
    let params = both.map(Device::emv_params);
    let readable = params.each_ref().map(|params| params.readable());
    let [Some(first), Some(second)] = readable else {
        rows.push((
            "EMV parameters".to_owned(),
            readable.map(|read| if read.is_some() { "readable" } else { "missing or unreadable" }.to_owned()),
        ));
        return rows;
    };
    let mut keys: Vec<String> = EMV_KEYS.iter().map(|(key, _)| (*key).to_owned()).collect();
    for key in first.keys().into_iter().chain(second.keys()) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    for key in keys {
        let label = EMV_KEYS.iter().find(|(known, _)| *known == key).map_or(key.as_str(), |(_, label)| label);
        let texts = [first, second].map(|params| params.raw(&key).map(show::text).unwrap_or_default());
        if texts.iter().all(String::is_empty) {
            continue;
        }
        let shown = texts.each_ref().map(|text| match known::meaning(&key, text.trim()).as_str() {
            "" => or_not_told(text.clone()),
            words => format!("{text} ({words})"),
        });
        rows.push((label.to_owned(), shown));
        rows.extend(bits(&key, label, &texts));
    }
    rows
}

/// A row for each bit that either has; none if one of the values is unreadable.
fn bits(key: &str, label: &str, texts: &[String; 2]) -> Vec<ComparedRow> {
    let Some(code) = Code::from_key(key, None) else { return Vec::new() };
    let read = texts.each_ref().map(|text| decode::decode(code, None, text).ok());
    let [Some(one), Some(other)] = read else { return Vec::new() };
    if code == Code::TerminalType {
        return Vec::new();
    }
    let set = |decoded: &decode::Decoded| {
        let set = decoded.bits.iter().filter(|bit| bit.set);
        gathered::<_, BTreeSet<_>>(set.map(|bit| (bit.byte, 8 - bit.bit, bit.words)))
    };
    let (one, other) = (set(&one), set(&other));
    let state = |set: &BTreeSet<_>, bit| if set.contains(bit) { "set" } else { "not set" }.to_owned();
    one.union(&other)
        .map(|bit| {
            let (byte, from_left, words) = bit;
            (format!("{label} B{byte} b{}: {words}", 8 - from_left), [state(&one, bit), state(&other, bit)])
        })
        .collect()
}

fn or_not_told(text: String) -> String {
    if text.is_empty() { "not provided".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::record::Record;

    fn device(id: &str, capability: &str) -> Device {
        let params = serde_json::json!({ "terminalCapability": capability, "terminalCountryCode": "276" });
        let raw =
            serde_json::json!({ "deviceId": id, "emvParams": params.to_string(), "deviceAdmin": "SENTINEL" });
        Device::read(&raw.to_string()).unwrap()
    }

    #[test]
    fn bits_of_capabilities_that_differ_are_named() {
        let rows = rows(&device("D1", "E0B8C8"), &device("D2", "E0B0C8"));
        let differs: Vec<_> = rows.iter().filter(|(_, [one, other])| one != other).collect();
        assert_eq!(differs.len(), 2, "{differs:?}");
        assert!(differs[1].0.starts_with("Terminal capabilities B2 b4: "), "{differs:?}");
        assert_eq!(differs[1].1, ["set", "not set"]);
        assert!(!format!("{rows:?}").contains("SENTINEL"));
    }
}
