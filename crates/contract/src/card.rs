//! Card numbers that a service let through: first six and last four digits are exported, never the rest.
//!
//! Looked at are the members where a person or a faulty service may have put one. Ids and hex fields are exempt: one in ten
//! numbers passes the check digit.

use std::borrow::Cow;

use crate::record;

/// Free text, and the card number that should come masked.
const MEMBERS: [&str; 16] = [
    "accountMasked",
    "appName",
    "mchName",
    "emvName",
    "profileName",
    "profileMessage",
    "merchantName",
    "merchantAddr",
    "contactName",
    "contactEmail",
    "contactAddress",
    "contactPhone",
    "activateCodeAlias",
    "target",
    "note",
    "name",
];

/// A record's JSON text with card numbers shortened; the same text when it has none.
pub fn shortened(raw: &str) -> Cow<'_, str> {
    let Ok(mut members) = record::members(raw) else { return Cow::Borrowed(raw) };
    let mut found = false;
    for (key, value) in &mut members {
        if MEMBERS.contains(&key.as_str())
            && let Ok(text) = serde_json::from_str::<String>(value)
            && let Some(short) = without_cards(&text)
        {
            *value = serde_json::Value::from(short).to_string();
            found = true;
        }
    }
    match found.then(|| record::object(Vec::new(), &members)).flatten() {
        Some(object) => Cow::Owned(object.get().to_owned()),
        None => Cow::Borrowed(raw),
    }
}

/// A text with its card numbers shortened; `None` when there is no card number in it.
pub fn without_cards(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
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

/// 13 to 19 digits, the first of a card scheme, not all alike, with a right check digit.
fn is_card(digits: &str) -> bool {
    let bytes = digits.as_bytes();
    (13..=19).contains(&bytes.len())
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
    fn ids_are_exempt() {
        let raw = r#"{"tranId":"4111111111111111","accountMasked":"4111111111111111"}"#;
        let expected = r#"{"tranId":"4111111111111111","accountMasked":"411111******1111"}"#;
        assert_eq!(shortened(raw), expected);
        let same = r#"{ "tranId" : "4111111111111111", "n": 1.0 }"#;
        assert_eq!(shortened(same), same);
    }
}
