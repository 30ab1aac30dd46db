//! Saving and forgetting connections.
//!
//! A token belongs to one address (see [`crate::secrets`]): with another address it is forgotten before the address is saved, so
//! that an edited connection cannot carry it to another host.

use std::sync::Arc;

use tapline_contract::commands::{Desk, NewConnection, RemoveConnection, SaveConnection};
use tapline_contract::connection::{Connection, ConnectionId};
use tapline_contract::{Command, Failure, Kind};

use super::{desk, failure, not_kept};
use crate::connections::{Connections, check, is_id, new_id};
use crate::dispatch::Perform;
use crate::host::{Inner, locked};
use crate::http::BaseAddress;
use crate::secrets::KeyringError;

impl Perform for NewConnection {
    async fn perform(_desk: &Arc<Inner>, (): ()) -> Result<ConnectionId, Failure> {
        let sentence =
            "The operating system gives no random numbers, so no connection can be added. Start it again.";
        getrandom::u64().map(new_id).map_err(|_| failure::<Self>(Kind::Desk, sentence))
    }
}

impl Perform for SaveConnection {
    async fn perform(desk: &Arc<Inner>, typed: Connection) -> Result<Desk, Failure> {
        known_id::<Self>(&typed.id)?;
        let id = typed.id.clone();
        let (wanted, before) = checked::<Self>(&locked(&desk.connections), typed.clone())?;
        let address = address::<Self>(&wanted)?;
        // Deleted before anything is saved: were it the other way round, a deletion that fails would leave a connection whose
        // new address finds the token of the old one.
        if before.is_some_and(|known| known.base_address != wanted.base_address) {
            let kept = desk.secrets.forget_kept(&id).await;
            kept.map_err(|error| may_be_there::<Self>(error, "the new address was not saved"))?;
        }
        {
            let mut saved = locked(&desk.connections);
            // Another connection may have taken its name meanwhile.
            let (connection, _) = checked::<Self>(&saved, typed)?;
            saved.put(connection).map_err(|cause| not_kept::<Self>(&cause))?;
        }
        // What is open would go on under the old settings.
        desk.leave(Some(&id));
        desk.secrets.keep(&id, &address).await;
        Ok(desk::state(desk).await)
    }
}

/// The connection as it can be saved, and as it is saved now.
fn checked<C: Command>(
    saved: &Connections,
    typed: Connection,
) -> Result<(Connection, Option<Connection>), Failure> {
    let mut connection = check(typed, &saved.all())
        .map_err(|error| failure::<C>(Kind::BadInput, error.to_string()).field(error.field()))?;
    let before = saved.get(&connection.id);
    // What core found out is not the page's to say.
    let core = before.as_ref().map(|known| (known.owner.clone(), known.last_used.clone()));
    (connection.owner, connection.last_used) = core.unwrap_or_default();
    Ok((connection, before))
}

/// Where a connection sends its token.
pub(super) fn address<C: Command>(connection: &Connection) -> Result<BaseAddress, Failure> {
    BaseAddress::parse(&connection.base_address)
        .map_err(|error| failure::<C>(Kind::BadInput, error.to_string()).field("Base address"))
}

impl Perform for RemoveConnection {
    async fn perform(desk: &Arc<Inner>, id: ConnectionId) -> Result<Desk, Failure> {
        known_id::<Self>(&id)?;
        desk.secrets
            .forget(&id)
            .await
            .map_err(|error| may_be_there::<Self>(error, "the connection stays"))?;
        desk.leave(Some(&id));
        locked(&desk.connections).remove(&id).map_err(|cause| not_kept::<Self>(&cause))?;
        Ok(desk::state(desk).await)
    }
}

/// The token of a connection is still in the keyring, or may be. `rest` completes "so …".
fn may_be_there<C: Command>(error: KeyringError, rest: &str) -> Failure {
    let why = if error == KeyringError::Locked { "is locked or does not answer" } else { "reports an error" };
    let sentence = format!(
        "The keyring of this computer {why}. The token of this connection may still be in it, so {rest}. Unlock the keyring, then \
         try again."
    );
    failure::<C>(Kind::Desk, sentence)
}

/// Only what `NewConnection` gave out.
pub(super) fn known_id<C: Command>(id: &ConnectionId) -> Result<(), Failure> {
    let sentence = "Tapline knows no connection of this id. Go back to the start page and add one.";
    if is_id(id) { Ok(()) } else { Err(failure::<C>(Kind::BadInput, sentence)) }
}
