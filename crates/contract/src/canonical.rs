//! Compares JSON by value: key order, white space and the spelling of numbers do not count.
//!
//! Values of `serde_json` can't be compared instead: their numbers are floats beyond 64 bits, or with `arbitrary_precision` texts, so
//! that `1.0` and `1.00` differ.

use serde_json::value::RawValue;

use crate::json;
use crate::number::Number;
use crate::order::sort_by;

/// True if two JSON texts have the same value, whatever their key order, white space and spelling of numbers.
pub fn same_json(one: &str, other: &str) -> bool {
    normalized(one) == normalized(other)
}

/// One text for JSON that a service may spell in several ways: members sorted, numbers and escapes in one spelling. Text
/// has no quotes here; JSON sent as text equals the object itself.
pub fn canonical(raw: &str) -> String {
    match serde_json::from_str::<String>(raw) {
        Ok(text) if text.trim_start().starts_with(['{', '[']) => normalized(&text),
        Ok(text) => text,
        Err(_) => normalized(raw),
    }
}

/// JSON text with one spelling for equal values. Text that is no JSON, or nested deeper than is read, keeps its own.
pub(crate) fn normalized(raw: &str) -> String {
    if json::is_nested_at_most(DEEPEST, raw) { one_spelling(raw) } else { raw.to_owned() }
}

/// As deep as answers are read.
const DEEPEST: usize = 100;

fn one_spelling(raw: &str) -> String {
    let Ok(value) = serde_json::from_str::<&RawValue>(raw) else { return raw.to_owned() };
    let raw = value.get();
    match raw.as_bytes().first() {
        Some(b'-' | b'0'..=b'9') => {
            Number::parse(raw).map_or_else(|| raw.to_owned(), |number| number.one_spelling())
        }
        Some(b'{') => {
            let mut members: Vec<_> = json::spans(raw)
                .unwrap_or_default()
                .into_iter()
                .map(|s| format!("{:?}:{}", s.key, one_spelling(&raw[s.value_start..s.value_end])))
                .collect();
            sort_by(&mut members, Ord::cmp);
            format!("{{{}}}", members.join(","))
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(raw).unwrap_or_default();
            let items: Vec<_> = items.into_iter().map(|item| one_spelling(item.get())).collect();
            format!("[{}]", items.join(","))
        }
        _ => serde_json::from_str::<serde_json::Value>(raw)
            .map_or_else(|_| raw.to_owned(), |plain| plain.to_string()),
    }
}
