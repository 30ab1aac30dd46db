//! A JSON number as it was written.
//!
//! `arbitrary_precision` of `serde_json` does not keep that: it writes `1E3` and `1e3` as `1e+3`, and the feature would change numbers
//! in every crate of the program.

use std::cmp::Ordering;

use serde_json::value::RawValue;

/// A JSON number as it was written: `1.10`, `9007199254740993` and `1e3` keep their digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(String);

impl Number {
    /// `None` when the text is no JSON number.
    pub fn parse(text: &str) -> Option<Number> {
        let text = text.trim();
        let number = is_whole(text)
            || matches!(text.as_bytes().first(), Some(b'-' | b'0'..=b'9'))
                && serde_json::from_str::<&RawValue>(text).is_ok();
        number.then(|| Number(text.to_owned()))
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The whole number that the digits say exactly: `5000`, `5000.0` and `5e3` alike. `None` with a minus, a fraction, or beyond `u64`.
    pub fn whole(&self) -> Option<u64> {
        if is_whole(&self.0) {
            return self.0.parse().ok();
        }
        let parts = Parts::parse(&self.0);
        let zeros = usize::try_from(parts.exponent).ok().filter(|zeros| *zeros <= 20 && parts.sign >= 0)?;
        if parts.sign == 0 { Some(0) } else { format!("{}{}", parts.digits, "0".repeat(zeros)).parse().ok() }
    }

    /// One spelling for all numbers of one value, of any size: `1.10` and `1.1`, `1e3` and `1000`.
    pub(crate) fn one_spelling(&self) -> String {
        let parts = Parts::parse(&self.0);
        match parts.sign {
            0 => "0".to_owned(),
            _ if parts.exponent.abs() > FAR / 2 => self.0.clone(),
            sign => format!("{}{}e{}", if sign < 0 { "-" } else { "" }, parts.digits, parts.exponent),
        }
    }
}

/// Nothing but digits, as nearly every number is spelled.
pub(crate) fn is_whole(text: &str) -> bool {
    let is_number = matches!(text.as_bytes(), [b'0'] | [b'1'..=b'9', ..]);
    is_number && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A JSON number taken apart: `digits` times ten to the power of `exponent`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// -1, 0 or 1.
    pub(crate) sign: i8,
    /// Without zeros at either end; empty for zero.
    pub(crate) digits: String,
    /// Exponent of the last digit. Beyond [`FAR`], which is far from anything a service sends, all are alike.
    pub(crate) exponent: i128,
}

const FAR: i128 = i128::MAX / 4;

impl Parts {
    /// `number` is a JSON number.
    pub(crate) fn parse(number: &str) -> Parts {
        let (sign, text) = number.strip_prefix('-').map_or((1, number), |text| (-1, text));
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let (digits, short) = (all.trim_matches('0'), all.trim_end_matches('0').len());
        if digits.is_empty() {
            return Parts { sign: 0, digits: String::new(), exponent: 0 };
        }
        let far = if exponent.starts_with('-') { -FAR } else { FAR };
        // No text has as many digits as `i128` counts.
        let places =
            i128::try_from(all.len() - short).unwrap_or(far) - i128::try_from(fraction.len()).unwrap_or(far);
        let exponent = exponent.parse().unwrap_or(far).clamp(-FAR, FAR) + places;
        Parts { sign, digits: digits.to_owned(), exponent }
    }
}

impl Ord for Parts {
    fn cmp(&self, other: &Parts) -> Ordering {
        // Number of places before the point, then the digits.
        let key = |parts: &Parts| parts.exponent + i128::try_from(parts.digits.len()).unwrap_or(FAR);
        let absolute = || key(self).cmp(&key(other)).then_with(|| self.digits.cmp(&other.digits));
        self.sign.cmp(&other.sign).then_with(|| if self.sign < 0 { absolute().reverse() } else { absolute() })
    }
}

impl PartialOrd for Parts {
    fn partial_cmp(&self, other: &Parts) -> Option<Ordering> {
        Some(self.cmp(other))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_have_one_spelling() {
        let one_spelling = |text: &str| Number::parse(text).unwrap().one_spelling();
        let same = [("1.10", "1.1"), ("1e3", "1000.0"), ("-0.0", "0"), ("1e400", "10E399"), ("0.05", "5e-2")];
        for (one, other) in same {
            assert_eq!(one_spelling(one), one_spelling(other));
        }
        for (one, other) in
            [("1", "-1"), ("1e400", "1e401"), ("9007199254740993", "9007199254740992"), ("10", "1")]
        {
            assert_ne!(one_spelling(one), one_spelling(other));
        }
        for far in [format!("1e{}", "9".repeat(20)), format!("1e{}", "9".repeat(50))] {
            assert_eq!(one_spelling(&far), far, "kept as it is");
        }
    }

    #[test]
    fn whole_numbers_are_exact() {
        let pairs = [
            ("0", Some(0)),
            ("5000", Some(5000)),
            ("5000.0", Some(5000)),
            ("5e3", Some(5000)),
            ("50.5E2", Some(5050)),
            ("5000.5", None),
            ("1e-1", None),
            ("100e-2", Some(1)),
            ("-1", None),
            ("9007199254740993", Some(9_007_199_254_740_993)),
            ("99999999999999999999999", None),
            ("1e999999999999", None),
        ];
        for (raw, expected) in pairs {
            assert_eq!(Number::parse(raw).unwrap().whole(), expected, "{raw}");
        }
        assert_eq!(Number::parse(""), None);
    }
}
