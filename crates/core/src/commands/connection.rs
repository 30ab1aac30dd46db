//! Saving and forgetting connections.
//!
//! A kept token belongs to the address it was kept for: with another address it is forgotten, so that an edited connection
//! cannot carry it to another host.

use std::sync::Arc;

use tapline_contract::commands::{Desk, NewConnection, RemoveConnection, SaveConnection};
use tapline_contract::connection::{Connection, ConnectionId};
use tapline_contract::{Command, Failure, Kind};

use super::protection::lowered;
use super::{desk, failure, not_kept};
use crate::connections::{Connections, check, is_id, new_id};
use crate::consent::{Question, ask};
use crate::dispatch::Perform;
use crate::host::{Inner, locked};
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
        let agreed = {
            let saved = locked(&desk.connections);
            lowers(&saved, &checked::<Self>(&saved, &typed)?)
        };
        if let Some(question) = &agreed {
            ask(desk, Self::NAME, question.clone()).await?;
        }
        let mut moved = false;
        // What is open would go on under the old settings.
        desk.leave(Self::NAME, Some(&id), || {
            let mut saved = locked(&desk.connections);
            let mut connection = checked::<Self>(&saved, &typed)?;
            if lowers(&saved, &connection) != agreed {
                let sentence = "The connection was changed meanwhile, so nothing was saved. Open it again and repeat the change.";
                return Err(failure::<Self>(Kind::Busy, sentence));
            }
            let before = saved.get(&id);
            // What core found out is not the page's to say.
            let core = before.as_ref().map(|known| (known.owner.clone(), known.last_used.clone()));
            (connection.owner, connection.last_used) = core.unwrap_or_default();
            moved = before.is_some_and(|known| known.base_address != connection.base_address);
            saved.put(connection).map_err(|cause| not_kept::<Self>(&cause))
        })?;
        if moved && desk.secrets.fresh(&id).is_none() {
            forget::<Self>(desk, &id).await?;
        }
        desk.secrets.keep(&id).await;
        Ok(desk::state(desk).await)
    }
}

fn checked<C: Command>(saved: &Connections, typed: &Connection) -> Result<Connection, Failure> {
    check(typed.clone(), &saved.all())
        .map_err(|error| failure::<C>(Kind::BadInput, error.to_string()).field(error.field()))
}

fn lowers(saved: &Connections, typed: &Connection) -> Option<Question> {
    saved.get(&typed.id).and_then(|before| lowered(&before, typed))
}

impl Perform for RemoveConnection {
    async fn perform(desk: &Arc<Inner>, id: ConnectionId) -> Result<Desk, Failure> {
        known_id::<Self>(&id)?;
        forget::<Self>(desk, &id).await?;
        desk.leave(Self::NAME, Some(&id), || {
            locked(&desk.connections).remove(&id).map_err(|cause| not_kept::<Self>(&cause))
        })?;
        desk.presence.removed(&id);
        Ok(desk::state(desk).await)
    }
}

async fn forget<C: Command>(desk: &Inner, id: &ConnectionId) -> Result<(), Failure> {
    desk.secrets.forget(id).await.map_err(|error| {
        let why = if error == KeyringError::Locked { "is locked or does not answer" } else { "reports an error" };
        let sentence = format!(
            "The keyring of this computer {why}, so the token of this connection may still be in it. Unlock the keyring, then \
             try again."
        );
        failure::<C>(Kind::Desk, sentence)
    })
}

/// Only what `NewConnection` gave out.
pub(super) fn known_id<C: Command>(id: &ConnectionId) -> Result<(), Failure> {
    let sentence = "Tapline knows no connection of this id. Go back to the start page and add one.";
    if is_id(id) { Ok(()) } else { Err(failure::<C>(Kind::BadInput, sentence)) }
}
