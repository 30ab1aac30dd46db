//! Comparing JSON: by every digit, or by the kinds of its members.

use std::collections::BTreeSet;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::files::members;

pub(crate) fn json(raw: &str) -> Value {
    serde_json::from_str(raw).unwrap_or_else(|cause| panic!("{cause}: {raw}"))
}

/// Members sorted, white space dropped, every number with its own digits.
pub(crate) fn plain(raw: &str) -> String {
    let raw = raw.trim();
    match raw.as_bytes().first() {
        Some(b'{') => {
            let members = members(raw);
            let members: Vec<_> = members
                .iter()
                .map(|(key, raw)| format!("{}:{}", Value::from(key.as_str()), plain(raw)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(raw).expect("a JSON list");
            let items: Vec<_> = items.into_iter().map(|item| plain(item.get())).collect();
            format!("[{}]", items.join(","))
        }
        Some(b'"') => json(raw).to_string(),
        _ => raw.to_owned(),
    }
}

/// Objects whose keys are not the document's but data.
const FREE_KEYS: [&str; 4] = ["acptSelection", "extraParams", "emvList", "methodList"];

/// Every place with the kinds of its values; all elements of a list are one place. Members that begin with `x-` do not
/// count.
pub(crate) fn kinds(value: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect("body", value, &mut found);
    found
}

fn collect(place: &str, value: &Value, found: &mut BTreeSet<String>) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    found.insert(format!("{place}: {kind}"));
    match value {
        Value::Object(_) if FREE_KEYS.iter().any(|key| place.ends_with(&format!(".{key}"))) => {}
        Value::Object(members) => {
            for (key, value) in members.iter().filter(|(key, _)| !key.starts_with("x-")) {
                collect(&format!("{place}.{key}"), value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(&format!("{place}[]"), item, found)),
        _ => {}
    }
}

#[test]
fn digits_count_and_order_does_not() {
    assert_eq!(plain(r#"{ "b":1.10, "a":[1e3 ,"\u0041"] }"#), r#"{"a":[1e3,"A"],"b":1.10}"#);
    assert_ne!(plain("1.1"), plain("1.10"));
}
