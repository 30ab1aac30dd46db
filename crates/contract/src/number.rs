//! A JSON number as it was written.

use serde_json::value::RawValue;

use crate::json;

/// A JSON number as it was written: `1.10`, `9007199254740993` and `1e3` keep their digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(String);

impl Number {
    /// `None` when the text is no JSON number.
    pub fn parse(text: &str) -> Option<Number> {
        let text = text.trim();
        let number = matches!(text.as_bytes().first(), Some(b'-' | b'0'..=b'9'))
            && serde_json::from_str::<&RawValue>(text).is_ok();
        number.then(|| Number(text.to_owned()))
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The whole number that the digits say exactly, e.g. of a state code.
    pub fn whole(&self) -> Option<u64> {
        json::whole_number(&self.0)
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Number {
        Number(number.to_string())
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
