//! Card numbers that a service let through: first six and last four digits are shown in lists and exported, never the rest.
//!
//! Every value is searched, unless its record marks it as exact ([`Record::EXACT`](crate::record::Record::EXACT)): an id or a
//! hexadecimal field, because one in ten numbers passes the check digit. Invariant: a value that is new or in no record is
//! searched.

use std::borrow::Cow;

use serde_json::value::RawValue;

use crate::card_number::without_cards;
use crate::{json, record};

/// True if the value at a path of a record, such as `amount.value`, is shown unchanged.
pub type Exact = fn(&str) -> bool;

/// A record's JSON text with card numbers shortened; the same text when it has none.
pub fn shortened(raw: &str, exact: Exact) -> Cow<'_, str> {
    value(raw, "", exact).map_or(Cow::Borrowed(raw), Cow::Owned)
}

/// Text of a list cell for the value at `path`. A list or an object comes as its JSON text.
pub fn cell<'t>(text: &'t str, path: &str, exact: Exact) -> Cow<'t, str> {
    if exact(path) {
        return Cow::Borrowed(text);
    }
    inside(text, path, exact).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// A text, which may be JSON itself; `None` when nothing in it is shortened.
fn inside(text: &str, path: &str, exact: Exact) -> Option<String> {
    let is_json = text.starts_with(['{', '[']) && serde_json::from_str::<&RawValue>(text).is_ok();
    if is_json { value(text, path, exact) } else { without_cards(text) }
}

/// Any JSON text; `None` when nothing in it is shortened.
fn value(raw: &str, path: &str, exact: Exact) -> Option<String> {
    if !path.is_empty() && exact(path) {
        return None;
    }
    match raw.as_bytes().first()? {
        b'{' => members(raw, path, exact),
        b'[' => items(raw, path, exact),
        b'"' => {
            let text: String = serde_json::from_str(raw).ok()?;
            inside(&text, path, exact).map(|short| serde_json::Value::from(short).to_string())
        }
        // A number becomes a text: no number has asterisks.
        _ => without_cards(raw).map(|short| serde_json::Value::from(short).to_string()),
    }
}

fn members(raw: &str, path: &str, exact: Exact) -> Option<String> {
    // A record with a duplicate member is treated as text.
    let Ok(mut members) = record::members(raw) else { return without_cards(raw) };
    let mut found = false;
    for (key, raw) in &mut members {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        if let Some(short) = value(raw, &path, exact) {
            *raw = short;
            found = true;
        }
    }
    let object = found.then(|| record::object(Vec::new(), &members)).flatten()?;
    Some(object.get().to_owned())
}

fn items(raw: &str, path: &str, exact: Exact) -> Option<String> {
    let items = json::items(raw).ok()?;
    let short: Vec<_> = items.iter().map(|item| value(item.get(), path, exact)).collect();
    short.iter().any(Option::is_some).then(|| {
        let items = short.iter().zip(&items).map(|(short, item)| short.as_deref().unwrap_or(item.get()));
        format!("[{}]", items.collect::<Vec<_>>().join(","))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tran_id(path: &str) -> bool {
        path == "tranId" || path == "actions.actionId" || path == "params"
    }

    #[test]
    fn everything_is_looked_at_but_what_is_exact() {
        const PAN: &str = "4111111111111111";
        const SHORT: &str = "411111******1111";
        for (record, expected) in [
            ("{'tranId':'PAN','accountMasked':'PAN'}", "{'tranId':'PAN','accountMasked':'SHORT'}"),
            ("{'brandNew':'see PAN','n':PAN}", "{'brandNew':'see SHORT','n':'SHORT'}"),
            (
                "{'params':{'a':'PAN'},'other':{'a':['PAN',1.0]}}",
                "{'params':{'a':'PAN'},'other':{'a':['SHORT',1.0]}}",
            ),
            (
                "{'actions':[{'actionId':'PAN','reason':'PAN'},{'reason':null}]}",
                "{'actions':[{'actionId':'PAN','reason':'SHORT'},{'reason':null}]}",
            ),
            ("{'text':'[\\'PAN\\',\\'x\\']'}", "{'text':'[\\'SHORT\\',\\'x\\']'}"),
            ("{ 'n' : 1.0,  'tranId' : 'PAN' }", "{ 'n' : 1.0,  'tranId' : 'PAN' }"),
        ] {
            let text = |text: &str| text.replace('\'', "\"").replace("PAN", PAN).replace("SHORT", SHORT);
            assert_eq!(shortened(&text(record), tran_id), text(expected), "{record}");
        }
        assert_eq!(cell(PAN, "tranId", tran_id), PAN);
        assert_eq!(cell(PAN, "brandNew", tran_id), SHORT);
        assert_eq!(
            cell(r#"[{"actionId":"4111111111111111"}]"#, "actions", tran_id),
            r#"[{"actionId":"4111111111111111"}]"#
        );
    }
}
