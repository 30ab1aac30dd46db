//! One key of an object with free keys, edited as text.
//!
//! Text is shown without its quotes, a number as its digits, anything else as JSON. Untouched, the JSON text goes back byte
//! for byte; a changed value keeps its kind, but for codes of EMV: what is typed there is always text, since a number loses leading
//! zeros and takes an E for an exponent.

use std::collections::BTreeSet;

use super::FieldError;
use crate::field::{FreeMap, Number};
use crate::params::Params;
use crate::record::Other;
use tapline_emv::Value;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonRow {
    pub key: String,
    pub text: String,
    pub kind: JsonKind,
    /// The JSON text that stood there, and `text` as it was shown first; `None` for a new key.
    was: Option<(String, String)>,
}

/// Way from the text to JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonKind {
    Text,
    /// A plain number; other text becomes JSON text.
    Number,
    Json,
    /// A code that was read as a number: text, once it is typed.
    Code,
}

impl JsonRow {
    pub fn from_raw(key: &str, raw: &str) -> JsonRow {
        let (text, kind) = match serde_json::from_str::<String>(raw) {
            Ok(text) => (text, JsonKind::Text),
            Err(_) if Number::parse(raw).is_some() => (raw.to_owned(), JsonKind::Number),
            Err(_) => (raw.to_owned(), JsonKind::Json),
        };
        JsonRow { key: key.to_owned(), was: Some((raw.to_owned(), text.clone())), text, kind }
    }

    /// A new key, not there until something is typed.
    pub fn blank(key: &str) -> JsonRow {
        JsonRow { key: key.to_owned(), text: String::new(), kind: JsonKind::Text, was: None }
    }

    /// A row whose value is a code of EMV: a number there goes back as it was, and anything else as text.
    pub(super) fn of_code(self) -> JsonRow {
        let kind = if self.kind == JsonKind::Number { JsonKind::Code } else { self.kind };
        JsonRow { kind, ..self }
    }

    /// Writes text, also where the same digits were read as a number.
    pub fn put_text(&mut self, text: &str) {
        text.clone_into(&mut self.text);
        self.kind = JsonKind::Text;
    }

    /// The value as typed, for the checks.
    pub fn value(&self) -> Option<Value> {
        let raw = self.raw().ok()??;
        Params::parse(&format!("{{\"value\":{raw}}}"))?.values().remove("value")
    }

    /// True if the key is sent: the record has it, or something is typed.
    pub fn is_set(&self) -> bool {
        self.was.is_some() || !self.text.is_empty()
    }

    pub fn is_changed(&self) -> bool {
        match &self.was {
            Some((raw, shown)) => {
                *shown != self.text || (self.kind == JsonKind::Text && !raw.starts_with('"'))
            }
            None => !self.text.is_empty(),
        }
    }

    /// JSON text; `None` for a new key without a value. An error is a sentence.
    pub(super) fn raw(&self) -> Result<Option<String>, String> {
        if !self.is_changed() {
            return Ok(self.was.as_ref().map(|(raw, _)| raw.clone()));
        }
        let quoted = || serde_json::Value::from(self.text.as_str()).to_string();
        let typed = self.text.trim();
        // Hex such as 12E3 looks like a number but isn't.
        let is_number = Number::parse(typed).is_some() && !typed.contains(['e', 'E']);
        match self.kind {
            JsonKind::Number if is_number => Ok(Some(typed.to_owned())),
            JsonKind::Text | JsonKind::Number | JsonKind::Code => Ok(Some(quoted())),
            JsonKind::Json => match serde_json::from_str::<&serde_json::value::RawValue>(typed) {
                Ok(_) => Ok(Some(typed.to_owned())),
                Err(_) => Err(format!("{} must be JSON such as true, 12 or [\"a\"].", self.key)),
            },
        }
    }

    pub(super) fn of_map(map: Option<&FreeMap>) -> Vec<JsonRow> {
        map.into_iter().flat_map(|map| &map.0).map(|(key, raw)| JsonRow::from_raw(key, raw)).collect()
    }

    pub(super) fn of_params(params: &Params) -> Vec<JsonRow> {
        params.members().iter().map(|(key, raw)| JsonRow::from_raw(key, raw)).collect()
    }
}

/// Keys and JSON texts of the rows; `None` after an error. A key without a name or twice is an error too.
pub(super) fn members(path: &str, rows: &[JsonRow], errors: &mut Vec<FieldError>) -> Option<Other> {
    let mut members: Other = Vec::new();
    let (before, mut taken) = (errors.len(), BTreeSet::new());
    for row in rows {
        let key = row.key.trim();
        let sentence = match row.raw() {
            Ok(None) => continue,
            Ok(Some(_)) if key.is_empty() => "A value has no key. Name it, or remove the row.".to_owned(),
            Ok(Some(_)) if !taken.insert(key) => {
                format!("{key} appears twice. Rename or remove one.")
            }
            Ok(Some(raw)) => {
                members.push((key.to_owned(), raw));
                continue;
            }
            Err(sentence) => sentence,
        };
        errors.push(FieldError::new(format!("{path}.{key}"), sentence));
    }
    (errors.len() == before).then_some(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_value_keeps_its_kind() {
        for (raw, typed, sent) in [
            (r#""08""#, "09", Ok(r#""09""#)),
            ("22", "25", Ok("25")),
            ("22", "12E3", Ok(r#""12E3""#)),
            ("22", "025", Ok(r#""025""#)),
            ("1.10", "1.10", Ok("1.10")),
            ("[ ]", "[ ]", Ok("[ ]")),
            ("[ ]", " [1] ", Ok("[1]")),
            ("true", "maybe", Err(r#"k must be JSON such as true, 12 or ["a"]."#)),
            (r#""\u0041""#, "A", Ok(r#""\u0041""#)),
        ] {
            let row = JsonRow { text: typed.to_owned(), ..JsonRow::from_raw("k", raw) };
            let found = row.raw();
            let found = found.as_ref().map(|raw| raw.as_deref().unwrap_or("")).map_err(String::as_str);
            assert_eq!(found, sent, "{raw} {typed}");
        }
        assert_eq!(JsonRow::blank("k").raw(), Ok(None));
        assert!(JsonRow::from_raw("k", "\"\"").is_set() && !JsonRow::blank("k").is_set());
    }

    #[test]
    fn a_code_goes_out_as_text_once_it_is_typed() {
        for (raw, typed, sent) in [
            ("22", "22", "22"),
            ("22", "25", r#""25""#),
            ("18000", "18E00003", r#""18E00003""#),
            ("18000", "18000", "18000"),
            (r#""08""#, "21", r#""21""#),
            ("1.80e4", "18E00003", r#""18E00003""#),
        ] {
            let row = JsonRow { text: typed.to_owned(), ..JsonRow::from_raw("terminalType", raw).of_code() };
            assert_eq!(row.raw(), Ok(Some(sent.to_owned())), "{raw} {typed}");
        }
        // A fix that writes the same digits as text is a change.
        let mut row = JsonRow::from_raw("terminalType", "22").of_code();
        assert_eq!((row.is_changed(), row.value()), (false, Some(Value::Number(22))));
        row.put_text("22");
        assert_eq!((row.is_changed(), row.value()), (true, Some(Value::Text("22".to_owned()))));
        assert_eq!(row.raw(), Ok(Some(r#""22""#.to_owned())));
    }

    #[test]
    fn keys_are_there_once_and_named() {
        let typed = |key: &str| JsonRow { text: "x".to_owned(), ..JsonRow::blank(key) };
        let mut errors = Vec::new();
        let found = members("x", &[typed("a"), JsonRow::blank("a"), typed("b")], &mut errors);
        assert_eq!((found.unwrap().len(), errors.len()), (2, 0));
        assert_eq!(members("x", &[typed("a"), typed(" a "), typed(" ")], &mut errors), None);
        assert_eq!(errors.iter().map(|error| error.field.as_str()).collect::<Vec<_>>(), ["x.a", "x."]);
    }
}
