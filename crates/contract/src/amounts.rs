//! Bare amounts: how a number of the service is shown as money, and how typed money becomes that number.
//!
//! The document does not say the unit of `amount.value`, `refundAmount` and a capture's `amount`: it is the connection's
//! setting. Exact: what is no whole number of minor units is not rounded, it is shown as it came.

use tapline_emv::{AmountError, Currency};

use crate::connection::{AmountUnit, Connection};
use crate::decimal::Decimal;
use crate::field::Number;

/// A currency and the unit in which the service counts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amounts {
    pub currency: Currency,
    pub unit: AmountUnit,
}

impl Amounts {
    /// In the record's currency when it names one, else in the connection's.
    pub fn of(connection: &Connection, currency: Option<&str>) -> Amounts {
        let named = currency.and_then(Currency::new);
        Amounts { currency: named.unwrap_or_else(|| connection.currency()), unit: connection.unit }
    }

    /// Places between the service's number and major units.
    fn places(&self) -> u32 {
        match self.unit {
            AmountUnit::Minor => self.currency.exponent(),
            AmountUnit::Major => 0,
        }
    }

    /// In major units with the currency's decimals: `50.00`. `None` when the number is beyond exact arithmetic.
    pub fn plain(&self, value: &Number) -> Option<String> {
        self.plain_decimal(Decimal::of(value)?)
    }

    /// As [`Amounts::plain`], of a value that was computed in the service's unit.
    pub fn plain_decimal(&self, value: Decimal) -> Option<String> {
        let major = value.shifted(-i32::try_from(self.places()).ok()?)?;
        Some(major.with_decimals(usize::try_from(self.currency.exponent()).ok()?))
    }

    /// To be shown, with grouped thousands, a true minus and the currency: "−1,250.00 EUR". As it came when it is beyond
    /// exact arithmetic.
    pub fn money(&self, value: &Number) -> String {
        Decimal::of(value).and_then(|value| self.money_decimal(value)).unwrap_or_else(|| value.to_string())
    }

    /// As [`Amounts::money`], of a value that was computed in the service's unit.
    pub fn money_decimal(&self, value: Decimal) -> Option<String> {
        Some(format!("{} {}", grouped(&self.plain_decimal(value)?), self.currency.code()))
    }

    /// Reads money as it is typed, in major units (`50.00`), into the number that the service takes: digits without an
    /// exponent, in the connection's unit.
    pub fn parse(&self, typed: &str) -> Result<Number, AmountError> {
        let minor = self.currency.parse(typed)?;
        let major = || Number::parse(&self.currency.plain(minor)).unwrap_or_else(|| Number::from(minor));
        Ok(match self.unit {
            AmountUnit::Minor => Number::from(minor),
            AmountUnit::Major => major(),
        })
    }
}

/// Thousands apart: "-1250.00" is "−1,250.00".
pub fn grouped(plain: &str) -> String {
    let (sign, digits) = plain.strip_prefix('-').map_or(("", plain), |digits| ("−", digits));
    let whole = digits.find('.').unwrap_or(digits.len());
    let mut text = sign.to_owned();
    for (at, digit) in digits.char_indices() {
        if at > 0 && at < whole && (whole - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn amounts(code: &str, unit: AmountUnit) -> Amounts {
        Amounts { currency: Currency::new(code).expect("a code"), unit }
    }

    #[test]
    fn the_unit_decides_what_is_sent() {
        for (code, unit, typed, sent, shown) in [
            ("EUR", AmountUnit::Minor, "50", "5000", "50.00"),
            ("EUR", AmountUnit::Major, "50", "50.00", "50.00"),
            ("EUR", AmountUnit::Major, ".5", "0.50", "0.50"),
            ("JPY", AmountUnit::Minor, "1250", "1250", "1250"),
            ("JPY", AmountUnit::Major, "1250", "1250", "1250"),
            ("KWD", AmountUnit::Minor, "1.5", "1500", "1.500"),
            ("KWD", AmountUnit::Major, "1.5", "1.500", "1.500"),
        ] {
            let amounts = amounts(code, unit);
            let number = amounts.parse(typed).unwrap();
            assert_eq!(
                (number.text(), amounts.plain(&number).as_deref()),
                (sent, Some(shown)),
                "{code} {typed}"
            );
        }
    }

    #[test]
    fn odd_numbers_are_shown_exactly() {
        for (unit, value, shown) in [
            (AmountUnit::Minor, "12.5", Some("0.125")),
            (AmountUnit::Minor, "5e3", Some("50.00")),
            (AmountUnit::Minor, "-5", Some("-0.05")),
            (AmountUnit::Major, "1.10", Some("1.10")),
            (AmountUnit::Major, "1.105", Some("1.105")),
            (AmountUnit::Major, "1e30", None),
        ] {
            let number = Number::parse(value).unwrap();
            assert_eq!(amounts("EUR", unit).plain(&number).as_deref(), shown, "{value}");
        }
    }

    #[test]
    fn money_is_grouped() {
        for (code, value, shown) in [
            ("EUR", "-125000", "−1,250.00 EUR"),
            ("EUR", "99", "0.99 EUR"),
            ("JPY", "1250", "1,250 JPY"),
            ("EUR", "123456789.5", "1,234,567.895 EUR"),
            ("EUR", "1e40", "1e40"),
        ] {
            let number = Number::parse(value).unwrap();
            assert_eq!(amounts(code, AmountUnit::Minor).money(&number), shown);
        }
    }

    proptest! {
        #[test]
        fn what_is_sent_is_shown_as_it_was_typed(minor in 0u64..=tapline_emv::MAX_AMOUNT, code in prop::sample::select(&["EUR", "JPY", "KWD", "CLF"]), is_major: bool) {
            let amounts = amounts(code, if is_major { AmountUnit::Major } else { AmountUnit::Minor });
            let typed = amounts.currency.plain(minor);
            let sent = amounts.parse(&typed).unwrap();
            prop_assert_eq!(amounts.plain(&sent), Some(typed));
        }
    }
}
