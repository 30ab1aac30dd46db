//! A service that is attached to core, as a command line with an address and a token does.

use tapline_contract::connection::{AmountUnit, Environment, Safety};
use tapline_contract::unit::UnitKnown;
use tapline_core::Attachment;

/// A LIVE service in euro cents.
pub fn attachment(address: &str, namespace: &str, token: &str, safety: Safety) -> Attachment {
    Attachment {
        base_address: address.to_owned(),
        namespace: namespace.to_owned(),
        token: token.to_owned().into(),
        environment: Environment::Live,
        safety,
        currency: "EUR".to_owned(),
        unit: AmountUnit::Minor,
        unit_known: UnitKnown::Confirmed,
    }
}
