//! Checks that the open connection may still change something, by its session and by what is on disk now.
//!
//! Another Tapline at the same data folder may have made it read only, pointed it elsewhere or removed it since it was opened.
//! A looser setting counts only when the connection is opened again. A file that cannot be read allows nothing.

use std::io;
use std::sync::Mutex;

use tapline_changes::Open;
use tapline_contract::connection::{Connection, Environment, Safety};
use tapline_contract::{Class, Failure, FailureKind};
use tapline_platform::sync::locked;

use crate::connections::{Connections, is_id, same_service};

/// Checked before a change begins, and again right before it is sent.
pub(crate) fn may_change(
    connections: &Mutex<Connections>,
    open: &Open,
    call: &str,
    class: Class,
) -> Result<(), Failure> {
    let opened = &open.session.connection;
    if opened.safety == Safety::ReadOnly {
        let saved = locked(connections).get(&opened.id);
        let guarded = saved.is_some_and(|saved| saved.safety != Safety::ReadOnly);
        return Err(Failure::new(FailureKind::ReadOnly, call, if guarded { GUARDED } else { READ_ONLY }));
    }
    // The sandbox and an attached service are not saved anywhere.
    if !is_id(&opened.id) {
        return Ok(());
    }
    let saved = guarded(connections, open).map_err(|cause| {
        let sentence = format!(
            "Tapline's data folder can't be read ({cause}), so nothing was sent. Check the disk, then try again."
        );
        Failure::new(FailureKind::Desk, call, sentence)
    })?;
    match refusal(class, opened, saved.as_ref()) {
        None => Ok(()),
        Some((kind, sentence)) => Err(Failure::new(kind, call, sentence)),
    }
}

/// The connection as it would be opened now: with the guards of its address and owner.
fn guarded(connections: &Mutex<Connections>, open: &Open) -> io::Result<Option<Connection>> {
    let mut connections = locked(connections);
    let saved = connections.fresh(&open.session.connection.id)?;
    Ok(saved.map(|saved| connections.protection(&saved, open.owner.as_deref()).over(saved)))
}

fn refusal(
    class: Class,
    opened: &Connection,
    saved: Option<&Connection>,
) -> Option<(FailureKind, &'static str)> {
    let money = class == Class::Money;
    match saved {
        None => Some((FailureKind::NotConnected, REMOVED)),
        Some(saved) if !same_service(saved, opened) => Some((FailureKind::NotConnected, MOVED)),
        Some(saved) if saved.safety == Safety::ReadOnly => Some((FailureKind::ReadOnly, MADE_READ_ONLY)),
        Some(saved) if saved.safety.strictness() > opened.safety.strictness() => {
            Some((FailureKind::NotConnected, RAISED))
        }
        Some(saved)
            if (opened.environment, saved.environment) == (Environment::Sandbox, Environment::Live) =>
        {
            Some((FailureKind::NotConnected, RAISED))
        }
        Some(saved) if money && saved.known_unit() != opened.known_unit() => {
            Some((FailureKind::NotConnected, ANOTHER_UNIT))
        }
        Some(_) => None,
    }
}

const READ_ONLY: &str = "This connection is read only, so nothing was sent. To change something, choose another safety level for \
                         the connection.";
const GUARDED: &str = "Another connection to this address is read only, or an earlier one was, so nothing was sent. To change something, \
                       lower the level of each connection to this address on the start page.";
const REMOVED: &str =
    "Another Tapline removed this connection, so nothing was sent. Go to the start page and add it again.";
const MOVED: &str = "Another Tapline changed the address of this connection, so nothing was sent. Look at it on the start page, \
                     then open it again.";
const MADE_READ_ONLY: &str = "Another Tapline made this connection read only, so nothing was sent. To change something, choose \
                              another safety level on the start page and open the connection again.";
const RAISED: &str = "Another Tapline raised the safety level of this connection or its address, so nothing was sent. Open it again from the \
                      start page, then repeat the change.";

const ANOTHER_UNIT: &str = "Another Tapline found or confirmed another unit of amounts for this connection, so nothing was sent. Open \
                            it again from the start page, look at the amounts, then repeat it.";

#[cfg(test)]
mod tests {
    use tapline_contract::connection::{AmountUnit, ConnectionId};
    use tapline_contract::unit::UnitKnown;

    use super::*;

    #[test]
    fn what_another_tapline_saved_counts_when_it_is_stricter() {
        let connection = |safety, base_address: &str| Connection {
            id: ConnectionId("connection-0123456789abcdef".to_owned()),
            base_address: base_address.to_owned(),
            safety,
            ..Connection::example()
        };
        let at = |safety| connection(safety, "https://a.example.com");
        for (opened, saved, expected) in [
            (Safety::Confirm, Some(at(Safety::Confirm)), None),
            (Safety::Confirm, Some(at(Safety::ReadOnly)), Some(MADE_READ_ONLY)),
            (Safety::Confirm, Some(at(Safety::ConfirmAndRetype)), Some(RAISED)),
            (Safety::ConfirmAndRetype, Some(at(Safety::Confirm)), None),
            (Safety::Confirm, Some(connection(Safety::Confirm, "https://b.example.com")), Some(MOVED)),
            (Safety::Confirm, None, Some(REMOVED)),
            (
                Safety::Confirm,
                Some(Connection { unit_known: UnitKnown::Contradicted, ..at(Safety::Confirm) }),
                Some(ANOTHER_UNIT),
            ),
            (
                Safety::Confirm,
                Some(Connection { unit: AmountUnit::Major, ..at(Safety::Confirm) }),
                Some(ANOTHER_UNIT),
            ),
        ] {
            let refused = refusal(Class::Money, &at(opened), saved.as_ref());
            assert_eq!(refused.map(|(_, sentence)| sentence), expected, "{opened:?} {saved:?}");
        }
    }
}
