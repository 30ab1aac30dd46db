//! Exact decimals, for sums and for the amount left to refund. No floats.
//!
//! A value is a whole number of 10⁻¹⁸. Every spelling of a JSON number below 10¹⁸ with at most 18 decimals is read, far beyond any
//! amount; any other number is `None` and shown as it came, never rounded. `rust_decimal` has 28 digits, too few for that range, and
//! has no order for numbers beyond them.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

use crate::number::{Number, Parts};

/// Decimals that are kept.
const SCALE: usize = 18;
/// In units of 10⁻¹⁸; the absolute value of a [`Decimal`] is below it.
const LIMIT: i128 = 10_i128.pow(36);

/// Compared, added and subtracted exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(i128);

impl Decimal {
    pub const ZERO: Decimal = Decimal(0);

    /// From a JSON number's text, in any spelling: `50`, `50.00`, `5e1`. `None` for other text and beyond the limits.
    pub fn parse(text: &str) -> Option<Decimal> {
        if let Some(plain) = Decimal::plain(text) {
            return Some(plain);
        }
        let Parts { sign, digits, exponent } = Parts::parse(Number::parse(text)?.text());
        if sign == 0 {
            return Some(Decimal::ZERO);
        }
        // The value is `digits` followed by this many zeros, in units of 10⁻¹⁸.
        let zeros = usize::try_from(exponent + 18).ok().filter(|zeros| *zeros <= 2 * SCALE)?;
        if digits.len() + zeros > 2 * SCALE {
            return None;
        }
        let value: i128 = format!("{digits}{}", "0".repeat(zeros)).parse().ok()?;
        Some(Decimal(i128::from(sign) * value))
    }

    /// Digits with at most one point, as nearly every amount is spelled; fast, because lists of a million rows are sorted by them.
    fn plain(text: &str) -> Option<Decimal> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let fits =
            |part: &str| (1..=SCALE).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        if !fits(whole) || !fits(fraction) || (whole.len() > 1 && whole.starts_with('0')) {
            return None;
        }
        let value = |part: &str| part.bytes().fold(0_u64, |value, byte| value * 10 + u64::from(byte - b'0'));
        let places = u32::try_from(SCALE - fraction.len()).ok()?;
        let fraction = value(fraction) * 10_u64.pow(places);
        Some(Decimal(sign * (i128::from(value(whole)) * 10_i128.pow(18) + i128::from(fraction))))
    }

    pub fn from_number(number: &Number) -> Option<Decimal> {
        Decimal::parse(number.text())
    }

    /// `None` beyond the limits.
    #[must_use]
    pub fn plus(self, other: Decimal) -> Option<Decimal> {
        self.0.checked_add(other.0).filter(|sum| sum.abs() < LIMIT).map(Decimal)
    }

    /// `None` beyond the limits.
    #[must_use]
    pub fn minus(self, other: Decimal) -> Option<Decimal> {
        self.plus(-other)
    }

    /// `None` beyond the limits.
    pub fn sum(values: impl IntoIterator<Item = Decimal>) -> Option<Decimal> {
        values.into_iter().try_fold(Decimal::ZERO, Decimal::plus)
    }

    /// The decimal point moved to the right, to the left by a negative number: minor units of major ones and back. `None`
    /// beyond the limits.
    #[must_use]
    pub fn shifted(self, places: i32) -> Option<Decimal> {
        let factor = 10_i128.checked_pow(places.unsigned_abs())?;
        let value = if places >= 0 {
            self.0.checked_mul(factor)?
        } else {
            (self.0 % factor == 0).then(|| self.0 / factor)?
        };
        Some(Decimal(value)).filter(|value| value.0.abs() < LIMIT)
    }

    /// With at least this many decimals, without grouping or exponent: `50.00`.
    pub fn with_decimals(self, decimals: usize) -> String {
        let unit = 10_u128.pow(18);
        let (whole, fraction) = (self.0.unsigned_abs() / unit, self.0.unsigned_abs() % unit);
        let fraction = format!("{fraction:0SCALE$}");
        let kept = fraction.trim_end_matches('0').len().max(decimals.min(SCALE));
        let sign = if self.0 < 0 { "-" } else { "" };
        let point = if kept == 0 { "" } else { "." };
        format!("{sign}{whole}{point}{}", &fraction[..kept])
    }
}

impl Neg for Decimal {
    type Output = Decimal;
    fn neg(self) -> Decimal {
        Decimal(-self.0)
    }
}

/// The shortest spelling without an exponent.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_decimals(0))
    }
}

/// Orders JSON numbers of any size by their value, also those that no [`Decimal`] holds.
pub fn compare(one: &Number, other: &Number) -> Ordering {
    match (Decimal::from_number(one), Decimal::from_number(other)) {
        (Some(one), Some(other)) => one.cmp(&other),
        _ => Parts::parse(one.text()).cmp(&Parts::parse(other.text())),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).expect("a decimal")
    }

    #[test]
    fn every_spelling_is_read_exactly() {
        for (text, shown) in [
            ("0", "0"),
            ("-0", "0"),
            ("0.000", "0"),
            ("0e999999999999", "0"),
            ("50", "50"),
            ("50.00", "50"),
            ("1.10", "1.1"),
            ("-12.5", "-12.5"),
            ("1e3", "1000"),
            ("1E+3", "1000"),
            ("50.5e2", "5050"),
            ("500e-1", "50"),
            ("1000000000000000000000e-4", "100000000000000000"),
            ("9007199254740993", "9007199254740993"),
            ("999999999999999999.999999999999999999", "999999999999999999.999999999999999999"),
            ("1e-18", "0.000000000000000001"),
        ] {
            assert_eq!(Decimal::parse(text).map(|value| value.to_string()).as_deref(), Some(shown), "{text}");
        }
    }

    #[test]
    fn what_does_not_fit_is_not_rounded() {
        let rows = [
            "1e18",
            "1e-19",
            "0.1234567890123456789",
            "1e99999999999999999999",
            "",
            "x",
            "1,5",
            "+1",
            ".5",
            "01",
            "\"1\"",
            "1 2",
        ];
        for text in rows {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
        let most = decimal("999999999999999999.999999999999999999");
        assert_eq!(most.plus(most), None);
        assert_eq!(most.minus(-decimal("1e-18")), None);
    }

    #[test]
    fn a_tenth_and_two_tenths_are_three() {
        assert_eq!(decimal("0.1").plus(decimal("0.2")), Some(decimal("0.3")));
        assert_eq!(Decimal::sum(["62.40", "-15.00", "-23.1"].map(decimal)), Some(decimal("24.3")));
        assert!(decimal("-1") < decimal("-0.5") && decimal("9.99") < decimal("10"));
    }

    #[test]
    fn numbers_of_any_size_have_an_order() {
        let rising = [
            "-1e99999999999",
            "-1e400",
            "-12e17",
            "-11e17",
            "-5",
            "-0.5",
            "-1e-30",
            "0",
            "1e-400",
            "1.0000000000000000001e-30",
            "0.3",
            "1.10",
            "9007199254740992",
            "9007199254740993",
            "1e3000",
            "1.5e3000",
            "1e99999999999999999999",
        ];
        let numbers = rising.map(|text| Number::parse(text).unwrap());
        for (at, one) in numbers.iter().enumerate() {
            for (place, other) in numbers.iter().enumerate() {
                assert_eq!(compare(one, other), at.cmp(&place), "{one} {other}");
                assert_eq!(
                    Parts::parse(one.text()).cmp(&Parts::parse(other.text())),
                    at.cmp(&place),
                    "{one} {other}"
                );
            }
        }
        let same = |one: &str, other: &str| {
            compare(&Number::parse(one).unwrap(), &Number::parse(other).unwrap()) == Ordering::Equal
        };
        assert!(
            same("1e3", "1000.0")
                && same("0", "-0e5")
                && same("1e30", "10.00E29")
                && same("-1e-30", "-0.1e-29")
        );
    }

    #[test]
    fn the_point_moves() {
        for (text, places, shown) in [
            ("50.00", 2, "5000.00"),
            ("5000", -2, "50.00"),
            ("5", -2, "0.05"),
            ("12.5", -2, "0.125"),
            ("7", 0, "7.00"),
        ] {
            let moved = decimal(text).shifted(places).map(|value| value.with_decimals(2));
            assert_eq!(moved.as_deref(), Some(shown), "{text} by {places}");
        }
        assert_eq!(decimal("1e-18").shifted(-1), None);
        assert_eq!(decimal("1e17").shifted(1), None);
        assert_eq!(decimal("1").shifted(99), None);
    }

    proptest! {
        #[test]
        fn sums_are_those_of_whole_numbers(a in -10i64.pow(15)..10i64.pow(15), b in -10i64.pow(15)..10i64.pow(15), scale in 0u32..6) {
            let spelled = |value: i64| format!("{value}e-{scale}");
            let (x, y) = (decimal(&spelled(a)), decimal(&spelled(b)));
            prop_assert_eq!(x.plus(y), Decimal::parse(&spelled(a + b)));
            prop_assert_eq!(x.minus(y), Decimal::parse(&spelled(a - b)));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        }

        #[test]
        fn spelling_does_not_count(whole in 0u64..10u64.pow(12), fraction in "[0-9]{1,6}", shift in 0i32..6) {
            let plain = format!("{whole}.{fraction}");
            let scientific = format!("{plain}e{shift}");
            prop_assert_eq!(decimal(&plain).shifted(shift), Decimal::parse(&scientific));
            prop_assert_eq!(Decimal::parse(&decimal(&plain).to_string()), Some(decimal(&plain)));
        }

        #[test]
        fn no_text_breaks_it(text in "[-+0-9eE.]{0,40}") {
            let _ = Decimal::parse(&text);
        }
    }
}
