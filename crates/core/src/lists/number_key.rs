//! Integer keys for JSON numbers: comparing two keys is much cheaper than comparing two decimals.
//!
//! A key counts ten-thousandths, rounded down. Two numbers with the same key are equal if the key [`is_exact`](NumberKey::is_exact);
//! otherwise [`decimal::compare`](tapline_contract::decimal::compare) decides. Invariant: the order of numbers is that of `decimal`.

use std::cmp::Ordering;

use tapline_contract::decimal;
use tapline_contract::field::Number;

/// Twice the ten-thousandths, plus one if the number was rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NumberKey(i64);

/// Decimals that are counted.
const PLACES: i64 = 4;
/// A value this large takes no further digit.
const MOST_DIGITS: u64 = 10_u64.pow(17);
/// In ten-thousandths: all numbers from here on share one key, and so do their negatives.
const BEYOND: u64 = 10_u64.pow(18);

impl NumberKey {
    /// `None` when the text is no JSON number.
    pub(super) fn of(text: &str) -> Option<NumberKey> {
        // White space around a number is rare, so the copy is made only then.
        read(text.as_bytes()).or_else(|| read(Number::parse(text)?.text().as_bytes()))
    }

    /// True if all numbers with this key are equal.
    pub(super) fn is_exact(self) -> bool {
        self.0 & 1 == 0
    }

    /// The key as an unsigned integer with the same order.
    pub(super) fn place(self) -> u64 {
        self.0.cast_unsigned() ^ (1 << 63)
    }
}

/// One side of many comparisons.
pub(super) struct Bound {
    key: NumberKey,
    number: Number,
}

impl Bound {
    pub(super) fn of(number: &Number) -> Bound {
        let key = NumberKey::of(number.text()).expect("a number is read as every JSON number is");
        Bound { key, number: number.clone() }
    }

    /// Compares the number in `text` with this one; `None` when `text` is no JSON number.
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
    /// Digits after those of `value` that did not fit.
    dropped: i64,
    /// True if one of them is not zero.
    rest: bool,
}

impl Digits {
    /// Reads the digits at the beginning of `bytes`, and returns how many there are.
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

/// An exponent, limited to a billion either way: far beyond what a key can tell apart.
fn read_power(bytes: &[u8]) -> Option<i64> {
    let (sign, digits) = match bytes {
        [b'-', digits @ ..] => (-1, digits),
        [b'+', digits @ ..] | digits => (1, digits),
    };
    let all = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let most = |power: i64, digit: &u8| (power * 10 + i64::from(digit - b'0')).min(1_000_000_000);
    all.then(|| sign * digits.iter().fold(0, most))
}

/// The key of `digits` times ten to the power of `scale`.
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
    // Rounding down moves a negative number away from zero.
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
