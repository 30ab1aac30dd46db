//! A connection for tests.

use tapline_contract::connection::{AmountUnit, Connection, ConnectionId, Environment, Safety};
use tapline_contract::unit::UnitKnown;

/// A live one that may change things after a confirmation, in euro cents.
pub(crate) fn connection() -> Connection {
    Connection {
        id: ConnectionId("c".to_owned()),
        name: "Acme".to_owned(),
        environment: Environment::Live,
        base_address: "https://pos.example.com".to_owned(),
        namespace: String::new(),
        safety: Safety::Confirm,
        currency: "EUR".to_owned(),
        unit: AmountUnit::Minor,
        unit_known: UnitKnown::Confirmed,
        owner: None,
        last_used: None,
    }
}
