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
use crate::connections::{NotSaved, is_id, new_id};
use crate::consent::ask;
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
        let (before, after) =
            locked(&desk.connections).preview(typed.clone()).map_err(|error| not_saved(&error))?;
        let question = before.and_then(|before| lowered(&before, &after));
        if let Some(question) = &question {
            ask(desk, Self::NAME, question.clone()).await?;
        }
        let mut moved = false;
        // What is open would go on under the old settings.
        desk.leave(Self::NAME, Some(&id), || {
            let mut saved = locked(&desk.connections);
            // What the person agreed to is what is done, also when another Tapline changed it meanwhile.
            let agreed = |before: Option<&Connection>, after: &Connection| {
                before.and_then(|before| lowered(before, after)) == question
            };
            let before = saved.save(typed, agreed).map_err(|error| not_saved(&error))?;
            moved = before.is_some_and(|before| {
                saved.get(&id).is_some_and(|now| now.base_address != before.base_address)
            });
            Ok(())
        })?;
        if moved && desk.secrets.fresh(&id).is_none() {
            forget::<Self>(desk, &id).await?;
        }
        desk.secrets.keep(&id).await;
        Ok(desk::state(desk).await)
    }
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

fn not_saved(error: &NotSaved) -> Failure {
    match error {
        NotSaved::File(cause) => not_kept::<SaveConnection>(cause),
        refused => {
            let failure = failure::<SaveConnection>(Kind::BadInput, refused.to_string());
            refused.field().into_iter().fold(failure, Failure::field)
        }
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
