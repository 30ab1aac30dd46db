//! A parameter other than the limits, as a person types it.
//!
//! A value that the service documents as text is written as text, also where it was read as a JSON number: `2E804080` and `0096` are
//! hex, and as numbers they would lose an E or a zero. Untouched, a value goes back as it was read.

use serde_json::value::RawValue;
use tapline_emv::{Value, param};

use crate::emv_field::FieldKey;

/// A parameter that is edited as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherField {
    pub key: String,
    pub text: String,
    /// Text goes without quotes; anything else is edited as JSON.
    pub is_json: bool,
    /// The JSON text that stood there; `None` when the record lacks the key.
    pub(super) raw: Option<String>,
    /// `text` as it was shown first.
    pub(super) shown: String,
}

impl OtherField {
    /// `raw` is JSON text.
    pub(super) fn from_raw(key: String, raw: &str) -> OtherField {
        let raw = raw.to_owned();
        let (text, is_json) = match serde_json::from_str::<String>(&raw) {
            Ok(text) => (text, false),
            Err(_) => (raw.clone(), true),
        };
        OtherField { key, shown: text.clone(), text, is_json, raw: Some(raw) }
    }

    pub(super) fn absent(key: &str, is_json: bool) -> OtherField {
        OtherField { key: key.to_owned(), text: String::new(), is_json, raw: None, shown: String::new() }
    }

    /// True if the record has this parameter.
    pub fn is_present(&self) -> bool {
        self.raw.is_some()
    }

    /// True if the field differs from the record: in its text, or as text instead of JSON.
    pub fn is_changed(&self) -> bool {
        let was_json = self.raw.as_ref().is_some_and(|raw| !raw.starts_with('"'));
        self.text != self.shown || (was_json && !self.is_json)
    }

    /// Puts a value here. Text stays text, even if it reads like the number that stood here.
    pub(super) fn put(&mut self, value: &Value) {
        self.text = match value {
            Value::Number(n) => n.to_string(),
            Value::Flag(flag) => flag.to_string(),
            Value::Text(text) | Value::Unreadable(text) => text.clone(),
        };
        if matches!(value, Value::Text(_)) && self.is_text() {
            self.is_json = false;
        }
    }

    /// True if the service documents the parameter as text.
    fn is_text(&self) -> bool {
        param::param(&self.key).is_some_and(|known| {
            matches!(known.kind, param::Kind::Hex { .. } | param::Kind::Dol | param::Kind::Aids)
        })
    }

    /// True if the text must not be sent as JSON: documented text, or a number only with an exponent or a leading zero.
    fn goes_as_text(&self) -> bool {
        let was_number =
            self.raw.as_ref().is_some_and(|raw| serde_json::from_str::<serde_json::Number>(raw).is_ok());
        let text = self.text.trim();
        let is_hex = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_plain =
            text == "0" || (!text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit()));
        !self.is_json || self.is_text() || (was_number && is_hex && !is_plain)
    }

    /// The new value as JSON text; `None` where it goes back as it was read.
    pub(super) fn written(&self) -> Result<Option<String>, String> {
        if !self.is_changed() {
            return Ok(None);
        }
        let label = FieldKey::Param(self.key.clone()).label();
        let raw = if self.goes_as_text() {
            serde_json::Value::from(self.text.as_str()).to_string()
        } else {
            self.text.trim().to_owned()
        };
        if serde_json::from_str::<&RawValue>(&raw).is_ok() {
            return Ok(Some(raw));
        }
        Err(format!(
            "{label} must be JSON such as true, false, 12 or [\"a\"]; it was {}.",
            self.raw.as_deref().unwrap_or("not set")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(key: &str, raw: &str, change: impl Fn(&mut OtherField)) -> String {
        let mut field = OtherField::from_raw(key.to_owned(), raw);
        change(&mut field);
        field.written().unwrap().unwrap_or_else(|| raw.to_owned())
    }

    #[test]
    fn what_was_read_as_a_number_never_goes_out_as_a_damaged_number() {
        for (key, raw, typed, expected) in [
            ("terminalTransactionQualifiers", "26804080", "2E804080", "\"2E804080\""),
            ("terminalTransactionQualifiers", "26804080", "26004080", "\"26004080\""),
            ("kernelConfiguration", "20", "08", "\"08\""),
            ("terminalTransactionQualifiers", "26804080", "26804080", "26804080"),
            ("terminalTransactionQualifiers", "2E804080", "2E804080", "2E804080"),
            ("aid", "12", "A0000000031010", "\"A0000000031010\""),
            ("x-vendor", "12", "13", "13"),
            ("x-vendor", "12", "18E00003", "\"18E00003\""),
            ("x-vendor", "12", "0100", "\"0100\""),
            ("x-vendor", "1.00", "1.10", "1.10"),
        ] {
            assert_eq!(
                written(key, raw, |field| typed.clone_into(&mut field.text)),
                expected,
                "{key} {raw} {typed}"
            );
        }
    }

    #[test]
    fn a_fix_that_writes_the_same_digits_as_text_is_a_change() {
        let ttq = "terminalTransactionQualifiers";
        let fix = |text: &str| Value::Text(text.to_owned());
        assert_eq!(written(ttq, "26804080", |field| field.put(&fix("26804080"))), "\"26804080\"");
        assert_eq!(written(ttq, "\"26804080\"", |field| field.put(&fix("26804080"))), "\"26804080\"");
        assert_eq!(written("isNewCVMRuleForMC", "true", |field| field.put(&Value::Flag(false))), "false");
    }
}
