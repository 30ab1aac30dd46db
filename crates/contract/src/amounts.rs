//! Bare amounts: how a number of the service is shown as money, and how typed money becomes that number.
//!
//! The document does not state the unit of `amount.value`, `refundAmount` and a capture's `amount`: the connection does, once it
//! is known (`unit.rs`). Until then an amount is shown as it came. Exact: a number that is no whole number of minor units is
//! never rounded.

use tapline_emv::{AmountError, Currency};

use crate::connection::{AmountUnit, Connection};
use crate::decimal::Decimal;
use crate::field::Number;
use crate::number::is_whole;

/// No amount of a terminal has more (format n12 of the EMV books); a longer number is left to exact arithmetic.
const MOST_DIGITS: usize = 12;

/// A currency and the unit in which the service counts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amounts {
    pub currency: Currency,
    /// `None` while it is not known for the connection.
    pub unit: Option<AmountUnit>,
    /// The record's own code when Tapline does not know it: its number of decimals is unknown too.
    pub strange: Option<String>,
}

impl Amounts {
    /// In the record's currency when it names one, else in the connection's.
    pub fn new(connection: &Connection, currency: Option<&str>) -> Amounts {
        let named = currency.filter(|code| !code.is_empty());
        let known = named.and_then(Currency::new);
        Amounts {
            strange: named.filter(|_| known.is_none()).map(str::to_owned),
            currency: known.unwrap_or_else(|| connection.currency()),
            unit: connection.known_unit(),
        }
    }

    /// As the record names it.
    pub fn code(&self) -> &str {
        self.strange.as_deref().unwrap_or(self.currency.code())
    }

    /// Currency, unless only its code is known.
    pub fn known_currency(&self) -> Option<&Currency> {
        self.strange.is_none().then_some(&self.currency)
    }

    /// Places between the service's number and major units. A currency without decimals needs no unit.
    fn places(&self) -> Option<u32> {
        if self.strange.is_some() {
            return None;
        }
        match (self.currency.exponent(), self.unit) {
            (0, _) | (_, Some(AmountUnit::Major)) => Some(0),
            (places, Some(AmountUnit::Minor)) => Some(places),
            (_, None) => None,
        }
    }

    /// In major units with the currency's decimals: `50.00`. `None` when the unit is not known, or the number is
    /// beyond exact arithmetic.
    pub fn plain(&self, value: &Number) -> Option<String> {
        self.pointed(value.text()).or_else(|| self.plain_decimal(Decimal::from_number(value)?))
    }

    /// The digits of a whole number of minor units, as nearly every amount comes, with the point in its place. `None` of any
    /// other number.
    fn pointed(&self, digits: &str) -> Option<String> {
        let places = self.currency.exponent();
        if self.places()? != places || digits.len() > MOST_DIGITS || !is_whole(digits) {
            return None;
        }
        let places = usize::try_from(places).ok()?;
        Some(match digits.len().checked_sub(places) {
            _ if places == 0 => digits.to_owned(),
            None | Some(0) => format!("0.{digits:0>places$}"),
            Some(whole) => [&digits[..whole], ".", &digits[whole..]].concat(),
        })
    }

    /// As [`Amounts::plain`], of a value that was computed in the service's unit.
    pub fn plain_decimal(&self, value: Decimal) -> Option<String> {
        let major = value.shifted(-i32::try_from(self.places()?).ok()?)?;
        Some(major.with_decimals(usize::try_from(self.currency.exponent()).ok()?))
    }

    /// True unless this number of the service has more decimals than its currency.
    pub fn fits(&self, value: &Number) -> bool {
        let places = usize::try_from(self.currency.exponent()).unwrap_or_default();
        let decimals = |plain: String| plain.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        self.plain(value).is_none_or(|plain| decimals(plain) <= places)
    }

    /// To be shown, with grouped thousands, a true minus and the currency: "−1,250.00 EUR". As it came, with the reason, when
    /// the unit is not known or it is beyond exact arithmetic.
    pub fn money(&self, value: &Number) -> String {
        let exact = Decimal::from_number(value).and_then(|value| self.money_decimal(value));
        exact.unwrap_or_else(|| format!("{value} {}, {}", self.code(), self.raw()))
    }

    /// Formats a value that was computed in the service's unit.
    pub fn money_of(&self, value: Decimal) -> String {
        self.money_decimal(value).unwrap_or_else(|| format!("{value} {}, {}", self.code(), self.raw()))
    }

    /// Why an amount is shown as it came.
    pub fn raw(&self) -> &'static str {
        match (&self.strange, self.places()) {
            (Some(_), _) => "decimals unknown",
            (None, None) => "unit not confirmed",
            (None, Some(_)) => "as sent",
        }
    }

    /// As [`Amounts::money`], of a value that was computed in the service's unit.
    pub fn money_decimal(&self, value: Decimal) -> Option<String> {
        Some(format!("{} {}", grouped(&self.plain_decimal(value)?), self.currency.code()))
    }

    /// Reads money as it is typed, in major units (`50.00`), into the number that the service takes: digits without an
    /// exponent, in the connection's unit. `None` while that is not known.
    pub fn parse(&self, typed: &str) -> Result<Option<Number>, AmountError> {
        let minor = self.currency.parse(typed)?;
        let major = || Number::parse(&self.currency.plain(minor)).unwrap_or_else(|| Number::from(minor));
        Ok(self.places().map(|places| if places == 0 { major() } else { Number::from(minor) }))
    }
}

/// With thousands separators and a true minus: "-1250.00" becomes "−1,250.00".
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
        Amounts { currency: Currency::new(code).expect("a code"), unit: Some(unit), strange: None }
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
            let number = amounts.parse(typed).unwrap().unwrap();
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
    fn an_amount_has_the_decimals_of_its_currency() {
        for (code, unit, value, fits) in [
            ("USD", AmountUnit::Major, "0.10", true),
            ("USD", AmountUnit::Major, "0.100", true),
            ("USD", AmountUnit::Major, "0.101", false),
            ("USD", AmountUnit::Minor, "101", true),
            ("USD", AmountUnit::Minor, "10.1", false),
            ("JPY", AmountUnit::Major, "1.5", false),
            ("KWD", AmountUnit::Major, "1.005", true),
            ("KWD", AmountUnit::Major, "1e40", true),
        ] {
            let number = Number::parse(value).unwrap();
            assert_eq!(amounts(code, unit).fits(&number), fits, "{code} {value}");
        }
    }

    #[test]
    fn money_is_grouped() {
        for (code, value, shown) in [
            ("EUR", "-125000", "−1,250.00 EUR"),
            ("EUR", "99", "0.99 EUR"),
            ("JPY", "1250", "1,250 JPY"),
            ("EUR", "123456789.5", "1,234,567.895 EUR"),
            ("EUR", "1e40", "1e40 EUR, as sent"),
        ] {
            let number = Number::parse(value).unwrap();
            assert_eq!(amounts(code, AmountUnit::Minor).money(&number), shown);
        }
    }

    /// A number without its unit is neither shown as money nor made from it.
    #[test]
    fn without_a_unit_an_amount_stays_as_it_came() {
        for (code, value, shown, typed, sent) in [
            ("USD", "1334", "1334 USD, unit not confirmed", "0.10", None),
            ("USD", "13.34", "13.34 USD, unit not confirmed", "0.10", None),
            // Without decimals both units are one.
            ("JPY", "1334", "1,334 JPY", "1334", Some("1334")),
        ] {
            let amounts = Amounts { unit: None, ..amounts(code, AmountUnit::Minor) };
            let number = Number::parse(value).unwrap();
            assert_eq!(amounts.money(&number), shown);
            assert_eq!(amounts.parse(typed).unwrap().as_ref().map(Number::text), sent, "{code}");
        }
    }

    proptest! {
        #[test]
        fn an_amount_is_written_as_arithmetic_says(digits in "0|[1-9][0-9]{0,20}", code in prop::sample::select(&["EUR", "JPY", "KWD", "CLF"]), is_major: bool) {
            let amounts = amounts(code, if is_major { AmountUnit::Major } else { AmountUnit::Minor });
            let number = Number::parse(&digits).unwrap();
            let computed = Decimal::from_number(&number).and_then(|value| amounts.plain_decimal(value));
            prop_assert_eq!(amounts.plain(&number), computed);
        }

        #[test]
        fn what_is_sent_is_shown_as_it_was_typed(minor in 0u64..=tapline_emv::MAX_AMOUNT, code in prop::sample::select(&["EUR", "JPY", "KWD", "CLF"]), is_major: bool) {
            let amounts = amounts(code, if is_major { AmountUnit::Major } else { AmountUnit::Minor });
            let typed = amounts.currency.plain(minor);
            let sent = amounts.parse(&typed).unwrap().unwrap();
            prop_assert_eq!(amounts.plain(&sent), Some(typed));
        }
    }
}
