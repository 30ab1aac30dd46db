//! Two terminals side by side: their device EMV parameters decoded bit by bit, the version of their app, their methods and profile.
//! They are of one list, so nothing is read for it. No secret and no key of a terminal is compared.

use std::collections::BTreeSet;

use leptos::prelude::*;
use tapline_contract::device::Device;
use tapline_contract::form::device::EMV_KEYS;
use tapline_contract::order::gathered;
use tapline_emv::decode::{self, Code};

use super::known;
use super::state::terminals;
use crate::shell::shell;
use crate::show;
use crate::widgets::side_by_side::{differing, folded};

/// A row's name, and the text of both terminals.
type ComparedRow = (String, [String; 2]);

/// Columns of the list that this comparison shows.
pub(super) const TOLD: &[&str] = &["status", "type", "version", "methods"];

pub(super) fn beside(keys: [String; 2]) -> AnyView {
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
        differing("What differs in the terminals", "Terminal", names, differs)
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
        let shown = both.map(|device| told(of(device)));
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
            readable.map(|read| {
                if read.is_some() { "readable" } else { "not there, or no JSON object" }.to_owned()
            }),
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
            "" => told(text.clone()),
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

fn told(text: String) -> String {
    if text.is_empty() { "not told".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use tapline_contract::record::Record;

    use super::*;

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
