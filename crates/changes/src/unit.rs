//! The unit of an amount: no money moves in a unit that is not known, and minor units have no fraction.

use tapline_contract::allowed::{self, Sends};
use tapline_contract::amounts::Amounts;
use tapline_contract::connection::{AmountUnit, Connection};
use tapline_contract::unit::{UnitKnown, contradicts};
use tapline_contract::{Class, Failure, FailureKind};
use tapline_http::Sending;

use crate::recipe::Recipe;
use crate::session::Open;

/// No money moves in a unit that is not known, or that an amount of the service speaks against. `look` is what was read of the record:
/// its currency decides whether the unit matters.
pub(crate) fn unit_known<E: Recipe>(
    open: &Open,
    input: &E::Input,
    look: Option<&E::Look>,
) -> Result<(), Failure> {
    if E::CLASS != Class::Money {
        return Ok(());
    }
    let connection = &open.session.connection;
    let contradicted = connection.unit == AmountUnit::Minor && open.client.saw_fraction();
    let known = if contradicted { UnitKnown::Contradicted } else { connection.unit_known };
    let connection = Connection { unit_known: known, ..connection.clone() };
    let amounts = look.map(|look| Amounts::new(&connection, E::currency(look)));
    let currency = amounts.as_ref().and_then(Amounts::known_currency);
    let sends = if E::moves(input).is_some() { Sends::Amount } else { Sends::Nothing };
    match allowed::money(&connection, sends, currency).reason() {
        None => Ok(()),
        Some(reason) => {
            Err(Failure::new(FailureKind::UnitNotKnown, E::NAME, format!("Nothing was sent. {reason}")))
        }
    }
}

/// An amount that is sent is in the unit of the connection: minor units have no fraction.
pub(crate) fn in_unit<E: Sending>(open: &Open, input: &E::Input) -> Result<(), Failure> {
    let Some((member, amount)) = E::moves(input) else { return Ok(()) };
    if !contradicts(open.session.connection.unit, &amount) {
        return Ok(());
    }
    let sentence = format!(
        "{member} {amount} has a fraction, but this connection counts in minor units, which have none, so nothing was sent. Give \
         it in minor units."
    );
    Err(Failure::new(FailureKind::BadInput, E::NAME, sentence).field(member))
}
