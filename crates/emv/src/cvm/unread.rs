//! Values that decide together with the limits, are present, and cannot be read. Their meaning is unknown, which is not the same
//! as an absent value: a terminal has it.
//!
//! Not the fault in them, which L02 and C21 report. Values that a scheme does not use are left out.

use crate::decode;
use crate::param::{
    AMEX_ENHANCED, CVM_REQUIRED, KERNEL_CONFIGURATION, NEW_CVM_RULE, NO_CVM, Params, TERMINAL_TYPE, TTQ,
    Value,
};
use crate::scheme::Scheme;

/// A value that decides together with the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deciding {
    Ttq,
    /// 9F6E of a terminal.
    Amex,
    /// DF811B.
    Kernel,
    /// DF8118.
    Above,
    /// DF8119.
    Below,
    /// 9F35 of a terminal.
    Type,
}

const MASTERCARD: &[Deciding] = &[Deciding::Kernel, Deciding::Above, Deciding::Below, Deciding::Type];

/// Deciding values of a scheme that are present and cannot be read.
pub fn unread(scheme: Scheme, params: &Params) -> impl Iterator<Item = Deciding> {
    let deciding: &[Deciding] = match scheme {
        Scheme::Visa | Scheme::UnionPay | Scheme::Discover | Scheme::Jcb => &[Deciding::Ttq, Deciding::Type],
        Scheme::Mastercard => MASTERCARD,
        Scheme::Amex => &[Deciding::Amex, Deciding::Type],
    };
    deciding.iter().copied().filter(|one| one.is_unread(params))
}

/// True if the flag of the new CVM rule is there and is neither true nor false.
pub fn is_rule_unread(params: &Params) -> bool {
    params.get(NEW_CVM_RULE).is_some_and(|value| is_given(value) && value.flag().is_none())
}

/// Null and an empty text mean no value.
fn is_given(value: &Value) -> bool {
    match value {
        Value::Text(text) => !text.trim().is_empty(),
        Value::Unreadable(raw) => raw.trim() != "null",
        Value::Number(_) | Value::Flag(_) => true,
    }
}

impl Deciding {
    /// The key in `params`.
    pub fn key(self) -> &'static str {
        match self {
            Deciding::Ttq => TTQ,
            Deciding::Amex => AMEX_ENHANCED,
            Deciding::Kernel => KERNEL_CONFIGURATION,
            Deciding::Above => CVM_REQUIRED,
            Deciding::Below => NO_CVM,
            Deciding::Type => TERMINAL_TYPE,
        }
    }

    pub fn is_unread(self, params: &Params) -> bool {
        let size = if matches!(self, Deciding::Ttq | Deciding::Amex) { 4 } else { 1 };
        let Some(value) = params.get(self.key()).filter(|value| is_given(value)) else { return false };
        if self == Deciding::Type {
            let known = |digits: String| decode::terminal_types().any(|(known, _)| known == digits);
            return !value.two_digits().is_some_and(known);
        }
        value.bytes().is_none_or(|bytes| bytes.len() != size)
    }

    /// As people name it.
    pub fn name(self) -> &'static str {
        match self {
            Deciding::Ttq => "the TTQ (9F66)",
            Deciding::Amex => "9F6E of the terminal",
            Deciding::Kernel => "DF811B",
            Deciding::Above => "DF8118",
            Deciding::Below => "DF8119",
            Deciding::Type => "the terminal type (9F35)",
        }
    }

    /// True if it decides that a tap works, or where a sale can be approved.
    pub fn is_of_place(self) -> bool {
        !matches!(self, Deciding::Above | Deciding::Below)
    }

    /// True if it decides what the reader offers above the CVM limit.
    pub fn has_methods(self) -> bool {
        matches!(self, Deciding::Ttq | Deciding::Amex | Deciding::Above)
    }
}

#[cfg(test)]
mod tests {
    use super::{Deciding, is_rule_unread, unread};
    use crate::param::{AMEX_ENHANCED, NEW_CVM_RULE, NO_CVM, TERMINAL_TYPE, TTQ, Value};
    use crate::scheme::Scheme;

    #[test]
    fn what_is_there_and_cannot_be_read_is_no_absent_value() {
        let text = |text: &str| Value::Text(text.to_owned());
        let raw = |raw: &str| Value::Unreadable(raw.to_owned());
        for (scheme, key, value, expected) in [
            (Scheme::Mastercard, NO_CVM, Value::Number(40), Some(Deciding::Below)),
            (Scheme::Mastercard, NO_CVM, text("4000"), Some(Deciding::Below)),
            (Scheme::Mastercard, NO_CVM, text("40"), None),
            (Scheme::Mastercard, NO_CVM, text(" "), None),
            (Scheme::Mastercard, NO_CVM, raw("null"), None),
            (Scheme::Visa, NO_CVM, Value::Number(40), None),
            (Scheme::Visa, TTQ, text("hello"), Some(Deciding::Ttq)),
            (Scheme::Jcb, TTQ, Value::Flag(true), Some(Deciding::Ttq)),
            (Scheme::Mastercard, TTQ, text("hello"), None),
            (Scheme::Amex, AMEX_ENHANCED, Value::Number(18_000), Some(Deciding::Amex)),
            (Scheme::Amex, AMEX_ENHANCED, text("18E00003"), None),
            (Scheme::Visa, TERMINAL_TYPE, text("hello"), Some(Deciding::Type)),
            (Scheme::Visa, TERMINAL_TYPE, text("41"), Some(Deciding::Type)),
            // A number of two digits has lost nothing.
            (Scheme::Visa, TERMINAL_TYPE, Value::Number(21), None),
            (Scheme::Visa, TERMINAL_TYPE, Value::Number(210), Some(Deciding::Type)),
        ] {
            let params = [(key.to_owned(), value.clone())].into();
            assert_eq!(unread(scheme, &params).next(), expected, "{scheme:?} {key} {value:?}");
        }
        for (value, expected) in [(text("yes"), true), (text("true"), false), (text(""), false)] {
            assert_eq!(is_rule_unread(&[(NEW_CVM_RULE.to_owned(), value)].into()), expected);
        }
    }
}
