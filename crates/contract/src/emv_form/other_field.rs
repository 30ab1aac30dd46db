//! A parameter beside the limits, as a person types it.

use crate::emv_field::FieldKey;
use crate::params::Params;

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
    pub(super) fn of(params: &Params, key: &str) -> OtherField {
        let raw = params.raw(key).unwrap_or("null").to_owned();
        let (text, is_json) = match serde_json::from_str::<String>(&raw) {
            Ok(text) => (text, false),
            Err(_) => (raw.clone(), true),
        };
        OtherField { key: key.to_owned(), shown: text.clone(), text, is_json, raw: Some(raw) }
    }

    pub(super) fn absent(key: &str, is_json: bool) -> OtherField {
        OtherField { key: key.to_owned(), text: String::new(), is_json, raw: None, shown: String::new() }
    }

    /// Whether the record has this parameter.
    pub fn is_present(&self) -> bool {
        self.raw.is_some()
    }

    pub fn is_changed(&self) -> bool {
        self.text != self.shown
    }

    pub(super) fn write(&self, params: &mut Params) -> Result<(), String> {
        if !self.is_changed() {
            return Ok(());
        }
        let label = FieldKey::Param(self.key.clone()).label();
        let raw = if self.is_json {
            self.text.trim().to_owned()
        } else {
            serde_json::Value::from(self.text.as_str()).to_string()
        };
        if params.set(&self.key, &raw) {
            return Ok(());
        }
        Err(format!(
            "{label} must be JSON such as true, false, 12 or [\"a\"]; it was {}.",
            self.raw.as_deref().unwrap_or("not set")
        ))
    }
}
