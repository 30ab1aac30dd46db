//! Codes of a terminal in words, as far as the service document or EMV name them. Anything else is shown as received, marked as such.

use tapline_contract::device::Device;
use tapline_contract::device_mode::STATUS_WORDS;
use tapline_contract::field::Number;
use tapline_emv::decode::{self, Code};
use tapline_emv::param::TERMINAL_TYPE;
use tapline_emv::{iso, terminal_words};

use crate::widgets::grid::column::Mark;

/// Marks of [`STATUS_WORDS`].
pub(super) const MARKS: &[Mark] = &[
    Mark { value: STATUS_WORDS[0].0, words: STATUS_WORDS[0].1, icon: "ring", tone: "muted" },
    Mark { value: STATUS_WORDS[1].0, words: STATUS_WORDS[1].1, icon: "tick", tone: "good" },
    Mark { value: STATUS_WORDS[2].0, words: STATUS_WORDS[2].1, icon: "half", tone: "warn" },
    Mark { value: STATUS_WORDS[3].0, words: STATUS_WORDS[3].1, icon: "stop", tone: "bad" },
];

/// A status for people.
pub(super) struct Status {
    pub(super) icon: &'static str,
    pub(super) words: String,
    /// Class of its color.
    pub(super) tone: &'static str,
}

pub(super) fn status(device: &Device) -> Status {
    match mark(device.device_status.as_ref()) {
        Some(mark) => Status { icon: mark.icon, words: mark.words.to_owned(), tone: mark.tone },
        None => Status { icon: "ring", words: status_value(device.device_status.as_ref()), tone: "muted" },
    }
}

/// Value of a status for [`MARKS`].
pub(super) fn status_value(status: Option<&Number>) -> String {
    match mark(status) {
        Some(mark) => mark.value.to_owned(),
        None => status.map_or_else(|| "Not provided".to_owned(), |number| format!("{number} (unclear)")),
    }
}

fn mark(status: Option<&Number>) -> Option<&'static Mark> {
    let code = status?.whole()?.to_string();
    MARKS.iter().find(|mark| mark.value == code)
}

/// The methods of `methodList`; `None` when it is no JSON list of texts.
pub(super) fn methods(device: &Device) -> Option<Vec<String>> {
    serde_json::from_str(device.method_list.as_deref().filter(|text| !text.is_empty()).unwrap_or("[]")).ok()
}

/// Meaning of a value for its field or row, which has the decoded value as well.
pub(super) fn hint(key: &str, value: &str) -> String {
    if key == TERMINAL_TYPE { String::new() } else { meaning(key, value) }
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
        TERMINAL_TYPE => {
            let read = decode::decode(Code::TerminalType, None, value);
            return read.ok().and_then(|read| read.meaning).unwrap_or_default();
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::record::Record as _;

    fn device(members: &str) -> Device {
        Device::read(&format!(r#"{{"deviceId":"SDK-1"{members}}}"#)).unwrap()
    }

    #[test]
    fn a_status_is_a_word_with_its_doubt() {
        for (members, expected) in [
            (r#","deviceStatus":0"#, "Likely not activated"),
            (r#","deviceStatus":1"#, "Likely active"),
            (r#","deviceStatus":2"#, "Logged out"),
            (r#","deviceStatus":3.0"#, "Decommissioned"),
            (r#","deviceStatus":7"#, "7 (unclear)"),
            ("", "Not provided"),
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
        assert_eq!(meaning("terminalType", "22"), "merchant, attended, offline with online capability");
        assert_eq!(meaning("x", "01"), "");
        assert!(meaning("emvFlags", "VM").contains("likely Visa"));
    }
}
