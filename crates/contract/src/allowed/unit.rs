//! Permission to move money over a connection, by what is known of the unit of its amounts.
//!
//! A wrong unit would move a hundred times too much in a currency with two decimals, so a guess is not enough. In a currency without
//! decimals both units are the same, and nothing needs to be known.

use tapline_emv::Currency;

use super::{Allowed, Verdict};
use crate::connection::Connection;
use crate::field::Number;
use crate::unit::{UnitKnown, contradicts};

const CONTRADICTED: &str = "The service sent an amount with a fraction, but this connection counts in minor units. Confirm \
                            the unit of amounts again.";

/// Part of an amount that a call sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sends {
    /// A number in the unit of the connection.
    Amount,
    /// No number: the service moves what its record has.
    Nothing,
}

/// Why no money moves while the unit is not known. `currency` is that of the record; `None` if it or its decimals are not known.
pub fn unit_not_known(sends: Sends, currency: Option<&Currency>) -> String {
    let consequence = match (sends, currency.map(Currency::exponent)) {
        (Sends::Nothing, _) => "so Tapline can't say how much this moves",
        (Sends::Amount, Some(2)) => "and the wrong unit would move a hundred times too much",
        (Sends::Amount, Some(3)) => "and the wrong unit would move a thousand times too much",
        (Sends::Amount, Some(4)) => "and the wrong unit would move ten thousand times too much",
        (Sends::Amount, _) => "and the wrong unit would move another amount",
    };
    format!("The unit of amounts (minor or major) isn't confirmed, {consequence}. Confirm the unit first.")
}

/// Void, refund, capture and settle.
pub fn money(connection: &Connection, sends: Sends, currency: Option<&Currency>) -> Allowed {
    match connection.unit_known {
        _ if has_one_unit(currency) => Verdict::Yes.into(),
        UnitKnown::Proven | UnitKnown::Confirmed => Verdict::Yes.into(),
        UnitKnown::No => Allowed::No(unit_not_known(sends, currency)),
        UnitKnown::Contradicted => Verdict::No(CONTRADICTED).into(),
    }
}

/// [`money`] with amounts that may contradict the unit.
pub fn money_after<'n>(
    connection: &Connection,
    sends: Sends,
    currency: Option<&Currency>,
    mut read: impl Iterator<Item = &'n Number>,
) -> Allowed {
    let against = !has_one_unit(currency) && read.any(|amount| contradicts(connection.unit, amount));
    let unit = if against { Verdict::No(CONTRADICTED).into() } else { Allowed::Yes };
    money(connection, sends, currency).and(unit)
}

fn has_one_unit(currency: Option<&Currency>) -> bool {
    currency.is_some_and(|currency| currency.exponent() == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::AmountUnit;

    #[test]
    fn money_waits_for_a_unit_that_nothing_speaks_against() {
        let dollar = Currency::new("USD").unwrap();
        let unknown = unit_not_known(Sends::Amount, Some(&dollar));
        for (unit, unit_known, read, expected) in [
            (AmountUnit::Minor, UnitKnown::Confirmed, "1334", None),
            (AmountUnit::Minor, UnitKnown::Confirmed, "13.34", Some(CONTRADICTED)),
            (AmountUnit::Major, UnitKnown::Confirmed, "13.34", None),
            (AmountUnit::Major, UnitKnown::Proven, "13.34", None),
            (AmountUnit::Minor, UnitKnown::Contradicted, "1334", Some(CONTRADICTED)),
            (AmountUnit::Minor, UnitKnown::No, "1334", Some(unknown.as_str())),
            (AmountUnit::Major, UnitKnown::No, "13.34", Some(unknown.as_str())),
        ] {
            let connection = Connection { unit, unit_known, ..Connection::example() };
            let read = Number::parse(read).unwrap();
            let allowed = money_after(&connection, Sends::Amount, Some(&dollar), [&read].into_iter());
            assert_eq!(allowed.reason(), expected, "{unit:?} {unit_known:?} {read}");
        }
    }

    #[test]
    fn the_sentence_has_the_factor_of_the_currency_and_none_without_an_amount() {
        for (code, sends, says) in [
            (Some("EUR"), Sends::Amount, Some("would move a hundred times too much")),
            (Some("KWD"), Sends::Amount, Some("would move a thousand times too much")),
            (Some("CLF"), Sends::Amount, Some("would move ten thousand times too much")),
            (None, Sends::Amount, Some("would move another amount")),
            (Some("EUR"), Sends::Nothing, Some("can't say how much this moves")),
            (Some("KWD"), Sends::Nothing, Some("can't say how much this moves")),
            (None, Sends::Nothing, Some("can't say how much this moves")),
            (Some("JPY"), Sends::Amount, None),
            (Some("JPY"), Sends::Nothing, None),
        ] {
            let currency = code.and_then(Currency::new);
            let connection = Connection { unit_known: UnitKnown::No, ..Connection::example() };
            let allowed = money(&connection, sends, currency.as_ref());
            assert_eq!(allowed.reason().is_some(), says.is_some(), "{code:?} {sends:?}");
            let reason = allowed.reason().unwrap_or_default();
            assert!(reason.contains(says.unwrap_or_default()), "{code:?} {sends:?}: {reason}");
            assert_eq!(
                reason.contains(" times "),
                says.is_some_and(|says| says.contains(" times ")),
                "{reason}"
            );
        }
    }
}
