//! Saving and forgetting connections.
//!
//! A token belongs to one address (see [`tapline_secrets`]): with another address it is forgotten before the address is saved, so
//! that an edited connection cannot carry it to another host.

use std::sync::Arc;

use tapline_address::BaseAddress;
use tapline_changes::ask;
use tapline_contract::commands::{Desk, NewConnection, RemoveConnection, SaveConnection};
use tapline_contract::connection::{Connection, ConnectionId, TokenKept};
use tapline_contract::{Command, Failure, FailureKind};
use tapline_platform::log;
use tapline_platform::sync::locked;
use tapline_secrets::KeyringError;

use super::protection::question;
use super::{failure, not_kept, overview};
use crate::connections::{NotSaved, Saving, is_id, new_id};
use crate::perform::Perform;
use crate::session;
use crate::state::AppState;

impl Perform for NewConnection {
    async fn perform(_desk: &Arc<AppState>, (): ()) -> Result<ConnectionId, Failure> {
        let sentence = "The operating system gives no random numbers, so no connection can be added. Restart the computer.";
        getrandom::u64().map(new_id).map_err(|_| failure::<Self>(FailureKind::Desk, sentence))
    }
}

impl Perform for SaveConnection {
    async fn perform(app: &Arc<AppState>, typed: Connection) -> Result<Desk, Failure> {
        known_id::<Self>(&typed.id)?;
        let policy = app.policy();
        let typed = Connection { safety: policy.at_least(typed.safety), ..typed };
        let id = typed.id.clone();
        let mut left = MOST_QUESTIONS;
        let address = loop {
            left -= 1;
            if let Some(address) = save(app, typed.clone(), left > 0).await? {
                break address;
            }
        };
        let kept = app.secrets.keep(&id, &address).await;
        let mut state = overview::state(app).await;
        // There may be a keyring that refuses this one token.
        if let TokenKept::Memory { why } = kept {
            state.keyring_problem = Some(why);
        }
        Ok(state)
    }
}

/// Questions about one save at most: other programs may save at the same time.
const MOST_QUESTIONS: usize = 8;

/// Asks about a save as it would be now, and saves what was agreed to. `None`, if `may_repeat`: another Tapline saved meanwhile what
/// changes the question.
async fn save(
    app: &Arc<AppState>,
    typed: Connection,
    may_repeat: bool,
) -> Result<Option<BaseAddress>, Failure> {
    let policy = app.policy();
    let id = typed.id.clone();
    let saving = locked(&app.connections).preview(typed.clone()).map_err(|error| not_saved(&error))?;
    let address = address::<SaveConnection>(&saving.after)?;
    policy.admits(&address, SaveConnection::NAME)?;
    let agreed = app.agreed.has(&address);
    let asked = question(&saving, &address, agreed);
    if let Some(question) = &asked {
        ask(&app.changes, SaveConnection::NAME, question.clone()).await?;
    }
    // Deleted before anything is saved: were it the other way round, a deletion that fails would leave a connection whose
    // new address finds the token of the old one.
    let was_at = saving.before.map(|before| before.base_address);
    if was_at.as_ref().is_some_and(|was_at| *was_at != saving.after.base_address) {
        let kept = app.secrets.forget_kept(&id).await;
        kept.map_err(|error| may_be_there::<SaveConnection>(error, "the new address wasn't saved"))?;
    }
    // An open connection would go on under the old settings.
    let mut is_changed = false;
    let saved = session::leave(app, SaveConnection::NAME, Some(&id), || {
        // Nothing is done that the person didn't agree to, also when another Tapline changed it meanwhile. What needs no
        // agreement any more is fine.
        let as_agreed = |now: &Saving| {
            now.before.as_ref().map(|before| &before.base_address) == was_at.as_ref()
                && question(now, &address, agreed).is_none_or(|now| asked.as_ref() == Some(&now))
        };
        locked(&app.connections).save(typed, as_agreed).map_err(|error| {
            is_changed = matches!(error, NotSaved::Meanwhile);
            not_saved(&error)
        })
    });
    match saved {
        Ok(()) => Ok(Some(address)),
        Err(_) if is_changed && may_repeat => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// Address to which a connection sends its token.
pub(super) fn address<C: Command>(connection: &Connection) -> Result<BaseAddress, Failure> {
    BaseAddress::parse(&connection.base_address)
        .map_err(|error| failure::<C>(FailureKind::BadInput, error.to_string()).field("Address"))
}

impl Perform for RemoveConnection {
    async fn perform(app: &Arc<AppState>, id: ConnectionId) -> Result<Desk, Failure> {
        known_id::<Self>(&id)?;
        app.secrets.forget(&id).await.map_err(|error| may_be_there::<Self>(error, "the connection stays"))?;
        session::leave(app, Self::NAME, Some(&id), || {
            let mut connections = locked(&app.connections);
            let gone = connections.get(&id);
            connections.remove(&id).map_err(|cause| not_kept::<Self>(&cause))?;
            if let Some(gone) = gone {
                app.agreed.remove(&gone);
            }
            Ok(())
        })?;
        app.presence.removed(&id);
        if app.drafts.forget(&id).is_err() {
            log::trouble("drafts", "unsaved limits of a removed connection are still kept");
        }
        if app.journal.forget_sights(&id).is_err() {
            log::trouble("journal", "what was seen over a removed connection is still kept");
        }
        Ok(overview::state(app).await)
    }
}

fn not_saved(error: &NotSaved) -> Failure {
    match error {
        NotSaved::File(cause) => not_kept::<SaveConnection>(cause),
        refused => {
            let failure = failure::<SaveConnection>(FailureKind::BadInput, refused.to_string());
            refused.field().into_iter().fold(failure, Failure::field)
        }
    }
}

/// The token of a connection is still in the keyring, or may be. `rest` completes "so …".
fn may_be_there<C: Command>(error: KeyringError, rest: &str) -> Failure {
    let why = if error == KeyringError::Locked { "is locked or doesn't answer" } else { "reports an error" };
    let sentence = format!(
        "The keyring of this computer {why}. The token of this connection may still be in it, so {rest}. Unlock the keyring, then \
         try again."
    );
    failure::<C>(FailureKind::Desk, sentence)
}

/// Only what `NewConnection` gave out.
pub(super) fn known_id<C: Command>(id: &ConnectionId) -> Result<(), Failure> {
    let sentence = "Connection not found. Go back to the start page and add one.";
    if is_id(id) { Ok(()) } else { Err(failure::<C>(FailureKind::BadInput, sentence)) }
}
