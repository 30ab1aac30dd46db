//! Card numbers that a service let through: first six and last four digits are shown in lists and exported, never the rest.
//!
//! Looked at is every value, unless its record marks it as exact ([`Record::EXACT`](crate::record::Record::EXACT)): an id or a
//! hexadecimal field, because one in ten numbers passes the check digit. Invariant: what is new, or stands in no record, is
//! looked at.

use std::borrow::Cow;

use serde_json::value::RawValue;

use crate::{json, record};

/// Digits of a card number.
const SHORTEST: usize = 13;
const LONGEST: usize = 19;

/// Whether the value at a path of a record, `amount.value`, stands as it came.
pub type Exact = fn(&str) -> bool;

/// A record's JSON text with card numbers shortened; the same text when it has none.
pub fn shortened(raw: &str, exact: Exact) -> Cow<'_, str> {
    value(raw, "", exact).map_or(Cow::Borrowed(raw), Cow::Owned)
}

/// What a cell of a list shows of a value that stands at `path`. A list or an object comes as its JSON text.
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
    // One that has a member twice is taken as a text.
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

/// A text with its card numbers shortened; `None` when there is no card number in it.
fn without_cards(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    if !has_long_run(bytes) {
        return None;
    }
    let (mut short, mut from, mut found) = (String::new(), 0, false);
    while from < bytes.len() {
        let digits = bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let run = &text[from..from + digits];
        if is_card(run) {
            short.push_str(&run[..6]);
            short.extend(std::iter::repeat_n('*', digits - 10));
            short.push_str(&run[digits - 4..]);
            found = true;
        } else {
            short.push_str(run);
        }
        from += digits;
        let rest = text[from..].find(|c: char| c.is_ascii_digit()).unwrap_or(text.len() - from);
        short.push_str(&text[from..from + rest]);
        from += rest;
    }
    found.then_some(short)
}

/// True if there is a run of digits as long as the shortest card number. A space or a dash ends a run.
fn has_long_run(bytes: &[u8]) -> bool {
    // Every such run covers one of these places, so most bytes are skipped.
    let mut at = SHORTEST - 1;
    while at < bytes.len() {
        let after = digits(bytes[at..].iter());
        if after > 0 && digits(bytes[..at].iter().rev()) + after >= SHORTEST {
            return true;
        }
        at += after + SHORTEST;
    }
    false
}

fn digits<'b>(bytes: impl Iterator<Item = &'b u8>) -> usize {
    bytes.take_while(|byte| byte.is_ascii_digit()).count()
}

/// 13 to 19 digits, the first of a card scheme, not all alike, with a right check digit.
fn is_card(digits: &str) -> bool {
    let bytes = digits.as_bytes();
    (SHORTEST..=LONGEST).contains(&bytes.len())
        && (b'2'..=b'6').contains(&bytes[0])
        && bytes.iter().any(|byte| *byte != bytes[0])
        && luhn(bytes)
}

fn luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, byte)| {
            let digit = u32::from(byte - b'0');
            if at % 2 == 1 { digit * 2 / 10 + digit * 2 % 10 } else { digit }
        })
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_numbers_are_shortened_and_nothing_else() {
        for (text, expected) in [
            ("4111111111111111", Some("411111******1111")),
            ("card 5555555555554444, é 4111111111111111", Some("card 555555******4444, é 411111******1111")),
            ("4111111111111112", None),
            ("411111******1111", None),
            ("0000000000000000", None),
            ("4444444444444444", None),
            ("1234567890128", None),
            ("411111111111", None),
            ("41111111111111111111111", None),
            ("", None),
        ] {
            assert_eq!(without_cards(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_run_is_found_wherever_it_begins() {
        for length in [SHORTEST - 1, SHORTEST, LONGEST] {
            for before in 0..2 * SHORTEST {
                for between in ["", " ", "1 ", "é", "123456789012-"] {
                    let text = format!("{}{between}{}x", "x".repeat(before), "7".repeat(length));
                    let runs = text.split(|c: char| !c.is_ascii_digit());
                    let expected = runs.map(str::len).max() >= Some(SHORTEST);
                    assert_eq!(has_long_run(text.as_bytes()), expected, "{text}");
                }
            }
        }
        for (text, expected) in [
            ("4111 1111 1111 1111", None),
            ("4111-1111-1111-1111", None),
            ("4111111111111111 4111", Some("411111******1111 4111")),
            ("1 4111111111111111", Some("1 411111******1111")),
        ] {
            assert_eq!(without_cards(text).as_deref(), expected, "{text}");
        }
    }

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
