//! Codes of a terminal in words, as far as the service document or EMV name them. Anything else is shown as received, marked as such.

use tapline_contract::device::Device;
use tapline_contract::device_mode::DeviceStatus;
use tapline_emv::{iso, terminal_words};

use crate::widgets::grid::column::Mark;

/// Statuses that have a meaning; the others are not shown. Service document, "Device status".
pub(super) const MARKS: &[Mark] = &[
    Mark { value: "2", words: "logged out", icon: "half", tone: "warn" },
    Mark { value: "3", words: "decommissioned", icon: "stop", tone: "bad" },
];

/// A status for people.
pub(super) struct Status {
    pub(super) icon: &'static str,
    pub(super) words: String,
}

pub(super) fn status(device: &Device) -> Status {
    let value = status_value(device);
    match MARKS.iter().find(|mark| mark.value == value) {
        Some(mark) => Status { icon: mark.icon, words: mark.words.to_owned() },
        None => Status { icon: "ring", words: value },
    }
}

/// "2", or "1 (unclear)".
pub(super) fn status_value(device: &Device) -> String {
    let Some(number) = &device.device_status else { return "not provided".to_owned() };
    match number.whole().and_then(DeviceStatus::of_code) {
        Some(known) => known.code().to_string(),
        None => format!("{number} (unclear)"),
    }
}

/// The methods of `methodList`; `None` when it is no JSON list of texts.
pub(super) fn methods(device: &Device) -> Option<Vec<String>> {
    serde_json::from_str(device.method_list.as_deref().filter(|text| !text.is_empty()).unwrap_or("[]")).ok()
}

/// Meaning of a value of `emvParams`, where EMV defines one: ISO 3166-1 and 4217 numbers, EMV book 4 table 24.
pub(super) fn meaning(key: &str, value: &str) -> String {
    if let Some(words) = terminal_words::meaning(key, value) {
        return words;
    }
    let rows: &[(&str, &str)] = match key {
        "terminalCountryCode" => COUNTRIES,
        "txnCurrencyCode" if value.bytes().all(|byte| byte.is_ascii_digit()) => {
            return iso::currency(value).unwrap_or_default().to_owned();
        }
        "terminalType" => TYPES,
        _ => return String::new(),
    };
    let digits = value.trim_start_matches('0');
    rows.iter().find(|(code, _)| *code == digits).map_or("", |(_, words)| words).to_owned()
}

const COUNTRIES: &[(&str, &str)] = &[
    ("36", "Australia"),
    ("40", "Austria"),
    ("56", "Belgium"),
    ("124", "Canada"),
    ("156", "China"),
    ("203", "Czechia"),
    ("208", "Denmark"),
    ("246", "Finland"),
    ("250", "France"),
    ("276", "Germany"),
    ("344", "Hong Kong"),
    ("372", "Ireland"),
    ("380", "Italy"),
    ("392", "Japan"),
    ("528", "Netherlands"),
    ("578", "Norway"),
    ("616", "Poland"),
    ("620", "Portugal"),
    ("702", "Singapore"),
    ("724", "Spain"),
    ("752", "Sweden"),
    ("756", "Switzerland"),
    ("826", "United Kingdom"),
    ("840", "United States"),
];

const TYPES: &[(&str, &str)] = &[
    ("11", "attended, online only, of an institution"),
    ("12", "attended, offline with online, of an institution"),
    ("13", "attended, offline only, of an institution"),
    ("14", "unattended, online only, of an institution"),
    ("15", "unattended, offline with online, of an institution"),
    ("16", "unattended, offline only, of an institution"),
    ("21", "attended, online only, of a merchant"),
    ("22", "attended, offline with online, of a merchant"),
    ("23", "attended, offline only, of a merchant"),
    ("24", "unattended, online only, of a merchant"),
    ("25", "unattended, offline with online, of a merchant"),
    ("26", "unattended, offline only, of a merchant"),
    ("34", "unattended, online only, of a cardholder"),
    ("35", "unattended, offline with online, of a cardholder"),
    ("36", "unattended, offline only, of a cardholder"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::record::Record as _;

    fn device(members: &str) -> Device {
        Device::read(&format!(r#"{{"deviceId":"SDK-1"{members}}}"#)).unwrap()
    }

    #[test]
    fn a_status_is_a_word_where_the_document_has_one() {
        for (members, expected) in [
            (r#","deviceStatus":2"#, "logged out"),
            (r#","deviceStatus":3"#, "decommissioned"),
            (r#","deviceStatus":1"#, "1 (unclear)"),
            ("", "not provided"),
        ] {
            assert_eq!(status(&device(members)).words, expected, "{members}");
        }
    }

    #[test]
    fn a_method_list_is_read_or_left_alone() {
        for (members, expected) in [
            (r#","methodList":"[\"01\"]""#, Some(vec!["01".to_owned()])),
            (r#","methodList":"VISA""#, None),
            ("", Some(Vec::new())),
        ] {
            assert_eq!(methods(&device(members)), expected, "{members}");
        }
    }

    #[test]
    fn numbers_of_the_standards_are_named() {
        assert_eq!(meaning("terminalCountryCode", "0276"), "Germany");
        assert_eq!(meaning("txnCurrencyCode", "978"), "EUR");
        assert_eq!(meaning("terminalType", "22"), "attended, offline with online, of a merchant");
        assert_eq!(meaning("x", "01"), "");
        assert!(meaning("emvFlags", "VM").contains("likely Visa"));
    }
}
