//! A JSON number as a whole number that orders like it: most comparisons need no decimals.
//!
//! Counted in ten-thousandths, rounded down. Numbers with one key are equal if it [`is_exact`](NumberKey::is_exact); otherwise
//! [`decimal::compare`](tapline_contract::decimal::compare) decides, as it would without keys.

use std::cmp::Ordering;

use tapline_contract::decimal;
use tapline_contract::field::Number;

/// Twice the ten-thousandths, and one more if something was rounded away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NumberKey(i64);

/// Decimals that are counted.
const PLACES: i64 = 4;
/// No digit more is read into a key.
const MOST_DIGITS: u64 = 10_u64.pow(17);
/// Ten-thousandths from here on share one key, and so do those below zero.
const BEYOND: u64 = 10_u64.pow(18);

impl NumberKey {
    /// `None` when the text is no JSON number.
    pub(super) fn of(text: &str) -> Option<NumberKey> {
        // White space around it is rare, and a copy.
        read(text.as_bytes()).or_else(|| read(Number::parse(text)?.text().as_bytes()))
    }

    /// Whether its number is the only one that has this key.
    pub(super) fn is_exact(self) -> bool {
        self.0 & 1 == 0
    }

    /// In the order of the numbers, from zero.
    pub(super) fn place(self) -> u64 {
        self.0.cast_unsigned() ^ (1 << 63)
    }
}

/// A number that many are compared with.
pub(super) struct Bound {
    key: NumberKey,
    number: Number,
}

impl Bound {
    pub(super) fn of(number: &Number) -> Bound {
        let key = NumberKey::of(number.text()).expect("a number is read as every JSON number is");
        Bound { key, number: number.clone() }
    }

    /// How the number that `text` says stands to this one; `None` when it says none.
    pub(super) fn compare(&self, text: &str) -> Option<Ordering> {
        let key = NumberKey::of(text)?;
        match key.cmp(&self.key) {
            Ordering::Equal if !key.is_exact() => Some(decimal::compare(&Number::parse(text)?, &self.number)),
            order => Some(order),
        }
    }
}

/// The digits of a number without its point.
#[derive(Default)]
struct Digits {
    value: u64,
    /// How many were left out behind those of `value`.
    dropped: i64,
    /// Whether one of them is not zero.
    rest: bool,
}

impl Digits {
    /// Takes the digits that `bytes` begin with; how many they are.
    fn take(&mut self, bytes: &[u8]) -> usize {
        for (at, byte) in bytes.iter().enumerate() {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return at;
            }
            if self.value < MOST_DIGITS {
                self.value = self.value * 10 + u64::from(digit);
            } else {
                self.dropped += 1;
                self.rest |= digit != 0;
            }
        }
        bytes.len()
    }
}

fn read(bytes: &[u8]) -> Option<NumberKey> {
    let (negative, bytes) = bytes.strip_prefix(b"-").map_or((false, bytes), |bytes| (true, bytes));
    let mut digits = Digits::default();
    let whole = digits.take(bytes);
    if whole == 0 || (whole > 1 && bytes[0] == b'0') {
        return None;
    }
    let (mut rest, mut exponent) = (&bytes[whole..], 0);
    if let Some(fraction) = rest.strip_prefix(b".") {
        let places = digits.take(fraction);
        if places == 0 {
            return None;
        }
        rest = &fraction[places..];
        exponent = -i64::try_from(places).ok()?;
    }
    if let [b'e' | b'E', power @ ..] = rest {
        exponent += read_power(power)?;
    } else if !rest.is_empty() {
        return None;
    }
    Some(key(negative, &digits, exponent + digits.dropped + PLACES))
}

/// Of ten, at most a billion either way: what is left of the number then is beyond all keys, or nothing.
fn read_power(bytes: &[u8]) -> Option<i64> {
    let (sign, digits) = match bytes {
        [b'-', digits @ ..] => (-1, digits),
        [b'+', digits @ ..] | digits => (1, digits),
    };
    let all = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let most = |power: i64, digit: &u8| (power * 10 + i64::from(digit - b'0')).min(1_000_000_000);
    all.then(|| sign * digits.iter().fold(0, most))
}

/// Of the digits times ten to the power of `scale`.
fn key(negative: bool, digits: &Digits, scale: i64) -> NumberKey {
    let Digits { value, rest, .. } = *digits;
    let power = u32::try_from(scale.unsigned_abs()).ok().and_then(|scale| 10_u64.checked_pow(scale));
    let (counted, rounded) = match power {
        _ if value == 0 => (0, false),
        Some(power) if scale >= 0 => (value.saturating_mul(power), rest),
        None if scale >= 0 => (BEYOND, true),
        Some(power) => (value / power, rest || !value.is_multiple_of(power)),
        None => (0, true),
    };
    let (counted, rounded) = if counted >= BEYOND { (BEYOND, true) } else { (counted, rounded) };
    let counted = counted.cast_signed();
    // Down, which is away from zero below it.
    let counted = if negative { -counted - i64::from(rounded) } else { counted };
    NumberKey(2 * counted + i64::from(rounded))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn numbers() -> impl Strategy<Value = String> {
        prop_oneof![
            "-?[0-3](\\.[0-9]{1,2})?",
            "-?(0|[1-9][0-9]{0,21})(\\.[0-9]{1,22})?([eE][-+]?[0-9]{1,2})?",
            "-?(0|[1-9][0-9]{0,3})(\\.0{0,6}[0-9])?([eE][-+]?[0-9]{1,30})?",
            "-?[1-9][0-9]{12,20}(\\.[0-9]{0,3}0{0,3}1)?",
        ]
    }

    fn check(one: &str, other: &str) {
        let (one_number, other_number) = (Number::parse(one).unwrap(), Number::parse(other).unwrap());
        let expected = decimal::compare(&one_number, &other_number);
        let (a, b) = (NumberKey::of(one).unwrap(), NumberKey::of(other).unwrap());
        let fits = match a.cmp(&b) {
            Ordering::Equal => !a.is_exact() || expected == Ordering::Equal,
            order => order == expected,
        };
        assert!(fits, "{one} {a:?}, {other} {b:?}: {expected:?}");
        assert_eq!(a.place().cmp(&b.place()), a.cmp(&b));
        assert_eq!(Bound::of(&other_number).compare(one), Some(expected), "{one} {other}");
    }

    #[test]
    fn keys_order_like_numbers() {
        let all = [
            "0",
            "-0",
            "0.0000",
            "-0.00001",
            "0.00001",
            "1e-400",
            "-1e-400",
            "0e99999999999999999999",
            "1",
            "1.0",
            "10e-1",
            "1.00001",
            "1.000010",
            "1.0001",
            "-1",
            "-1.00001",
            "-1.0001",
            "99999999999999",
            "1e14",
            "99999999999999.99999",
            "-99999999999999.99999",
            "123456789012345678",
            "1234567890123456789",
            "1e18",
            "12345678901234.567890",
            "12345678901234.5678901",
            "-12345678901234.5678901",
            "1e400",
            "1e401",
            "-1e99999999999999999999",
            "1e99999999999999999999",
            "9007199254740992",
            "9007199254740993",
            "1234567890123.00000000000000000000001",
            "1234567890123",
            "0.00000000000000000000000000001e29",
        ];
        for one in all {
            for other in all {
                check(one, other);
            }
        }
    }

    #[test]
    fn amounts_are_exact() {
        for (text, place) in
            [("0", 0), ("12.34", 246_800), ("1e3", 20_000_000), ("-0.0001", -2), ("5E-3", 100)]
        {
            assert_eq!(NumberKey::of(text), Some(NumberKey(place)), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_two_numbers_compare_as_before(one in numbers(), other in numbers()) {
            check(&one, &other);
            check(&one, &one);
        }

        #[test]
        fn what_is_a_number_is_told_alike(text in "[-+0-9eE. ]{0,7}|-?[0-9.eE+-]{0,8}") {
            prop_assert_eq!(NumberKey::of(&text).is_some(), Number::parse(&text).is_some());
        }
    }
}
