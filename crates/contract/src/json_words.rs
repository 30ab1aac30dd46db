//! JSON text of a field as a person reads it.

use tapline_emv::Currency;
use tapline_emv::limits::is_no_limit;

use crate::emv_field::FieldKey;

/// A limit as money, text without its quotes, anything else as JSON; "not set" when it is absent.
pub fn value(field: &FieldKey, raw: Option<&str>, currency: &Currency) -> String {
    let Some(raw) = raw else { return "not set".to_owned() };
    if let Some(minor) = field.as_limit().and_then(|_| minor(raw)) {
        return limit(minor, currency);
    }
    text(raw)
}

/// Text without its quotes, anything else as JSON.
pub fn text(raw: &str) -> String {
    match serde_json::from_str::<String>(raw) {
        Ok(text) if text.is_empty() => "empty".to_owned(),
        Ok(text) => text,
        Err(_) => raw.to_owned(),
    }
}

/// Money, or "no limit" for the values that stand for it.
pub fn limit(minor: u64, currency: &Currency) -> String {
    if is_no_limit(minor) { format!("no limit ({})", currency.figure(minor)) } else { currency.money(minor) }
}

/// Minor units written as a number or as decimal text.
pub fn minor(raw: &str) -> Option<u64> {
    serde_json::from_str::<u64>(raw)
        .ok()
        .or_else(|| serde_json::from_str::<String>(raw).ok()?.trim().parse().ok())
}
