//! Whether money may be moved over a connection, by what is known of the unit of its amounts.
//!
//! A wrong unit would move a hundred times too much, so a guess is not enough.

use super::{Allowed, Verdict};
use crate::connection::Connection;
use crate::field::Number;
use crate::unit::{UnitKnown, contradicts};

pub const UNIT_NOT_KNOWN: &str = "It is not confirmed whether this service counts amounts in minor or major units, and the wrong one \
                                  would move a hundred times too much. Confirm the unit first.";
const CONTRADICTED: &str = "The service sent an amount with a fraction, but this connection counts in minor units, which have none. \
                            Confirm the unit of amounts again first.";

/// Void, refund, capture and settle alike.
pub fn money(connection: &Connection) -> Allowed {
    match connection.unit_known {
        UnitKnown::Proven | UnitKnown::Confirmed => Verdict::Yes.into(),
        UnitKnown::No => Verdict::No(UNIT_NOT_KNOWN).into(),
        UnitKnown::Contradicted => Verdict::No(CONTRADICTED).into(),
    }
}

/// The same, where amounts were read that may speak against the unit.
pub fn money_after<'n>(connection: &Connection, mut read: impl Iterator<Item = &'n Number>) -> Allowed {
    let against = read.any(|amount| contradicts(connection.unit, amount));
    money(connection).and(if against { Verdict::No(CONTRADICTED).into() } else { Allowed::Yes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::{AmountUnit, ConnectionId, Environment, Safety};

    #[test]
    fn money_waits_for_a_unit_that_nothing_speaks_against() {
        for (unit, unit_known, read, expected) in [
            (AmountUnit::Minor, UnitKnown::Confirmed, "1334", None),
            (AmountUnit::Minor, UnitKnown::Confirmed, "13.34", Some(CONTRADICTED)),
            (AmountUnit::Major, UnitKnown::Confirmed, "13.34", None),
            (AmountUnit::Major, UnitKnown::Proven, "13.34", None),
            (AmountUnit::Minor, UnitKnown::Contradicted, "1334", Some(CONTRADICTED)),
            (AmountUnit::Minor, UnitKnown::No, "1334", Some(UNIT_NOT_KNOWN)),
            (AmountUnit::Major, UnitKnown::No, "13.34", Some(UNIT_NOT_KNOWN)),
        ] {
            let connection = Connection {
                id: ConnectionId("c".to_owned()),
                name: String::new(),
                environment: Environment::Live,
                base_address: String::new(),
                namespace: String::new(),
                safety: Safety::Confirm,
                currency: "USD".to_owned(),
                unit,
                unit_known,
                owner: None,
                last_used: None,
            };
            let read = Number::parse(read).unwrap();
            let allowed = money_after(&connection, [&read].into_iter());
            assert_eq!(allowed.reason(), expected, "{unit:?} {unit_known:?} {read}");
        }
    }
}
