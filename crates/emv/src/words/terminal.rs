//! What the type of a terminal (9F35) decides beside the limits: one that is online only approves nothing offline, one that is
//! offline only cannot send a sale online. EMV 4.4 Book 4, A1, Table 24.
//!
//! A type stands among the parameters only where a person gave it: configurations have none. A type that is not in the table
//! decides nothing.

use crate::decode;
use crate::param::{Params, TERMINAL_TYPE, Value};

/// Where a terminal has its sales approved, if only in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Only {
    /// Its type, two digits.
    Online(String),
    Offline(String),
}

pub(super) const DECIDED_BY: &str = "terminalType (9F35)";

/// Nothing where the type is not given, or allows both.
pub(super) fn only(params: &Params) -> Option<Only> {
    let text = params.get(TERMINAL_TYPE).and_then(Value::text)?;
    let known = decode::terminal_types().any(|(value, _)| value == text);
    match text.as_bytes().last()? {
        b'1' | b'4' if known => Some(Only::Online(text.to_owned())),
        b'3' | b'6' if known => Some(Only::Offline(text.to_owned())),
        _ => None,
    }
}

/// The type of a terminal that is online only.
pub(super) fn online_only(params: &Params) -> Option<String> {
    match only(params)? {
        Only::Online(digits) => Some(digits),
        Only::Offline(_) => None,
    }
}

/// What follows where the limits would keep a sale offline.
pub(super) fn all_the_same(digits: &str) -> String {
    format!(" The terminal type {digits} (9F35) is online only, so the sale likely goes online all the same.")
}

/// The type of a terminal that is offline only.
pub(super) fn offline_only(params: &Params) -> Option<String> {
    match only(params)? {
        Only::Offline(digits) => Some(digits),
        Only::Online(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{TERMINAL_TYPE, Value, offline_only, online_only};

    #[test]
    fn the_second_digit_says_where_sales_are_approved() {
        for (text, online, offline) in [
            ("21", true, false),
            ("24", true, false),
            ("22", false, false),
            ("25", false, false),
            ("23", false, true),
            ("36", false, true),
            ("31", false, false),
            ("41", false, false),
            ("1", false, false),
            ("", false, false),
        ] {
            let params = [(TERMINAL_TYPE.to_owned(), Value::Text(text.to_owned()))].into();
            assert_eq!(
                (online_only(&params).is_some(), offline_only(&params).is_some()),
                (online, offline),
                "{text}"
            );
        }
    }
}
