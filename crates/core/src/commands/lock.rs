//! Locking Tapline while its person is away, and opening it again.
//!
//! A keyring that opens silently says nothing of who sits there: only a token that was pasted or chosen since unlocks, and only
//! one of the same owner. Ending Tapline and starting it again changes nothing of that (`presence.rs`).

use std::sync::Arc;

use tapline_changes::SessionState;
use tapline_contract::commands::{LeaveLocked, Lock, SignOfLife, Unlock};
use tapline_contract::connection::{ConnectionId, Session};
use tapline_contract::presence::{Attention, Hands};
use tapline_contract::unit::UnitKnown;
use tapline_contract::{Failure, FailureKind};
use tapline_platform::sync::locked;
use tapline_secrets::Pasted;

use super::connect::{Bound, enter};
use super::connection::address;
use super::token::off_thread;
use super::{failure, sandbox};
use crate::perform::Perform;
use crate::presence::Proof;
use crate::session;
use crate::state::AppState;

impl Perform for Lock {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<(), Failure> {
        session::lock(app);
        off_thread::<Self, _>(app, |app| app.clipboard.forget(&app.ports)).await
    }
}

impl Perform for LeaveLocked {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<(), Failure> {
        session::leave_locked(app);
        Ok(())
    }
}

impl Perform for SignOfLife {
    async fn perform(app: &Arc<AppState>, hands: Hands) -> Result<Attention, Failure> {
        app.presence.sign(hands);
        Ok(app.presence.attention(app.locked().is_some(), app.with_session(contradicted)))
    }
}

fn contradicted(stage: &SessionState) -> bool {
    stage.session().is_some_and(|session| session.connection.unit_known == UnitKnown::Contradicted)
}

impl Perform for Unlock {
    async fn perform(app: &Arc<AppState>, id: ConnectionId) -> Result<Session, Failure> {
        let Some(waiting) = app.locked() else {
            // A second click: it is open already.
            return Ok(app.open(&id, <Self as tapline_contract::Command>::NAME)?.session.clone());
        };
        if waiting.session.connection.id != id {
            let sentence = "Another connection is the locked one. Load the page again.";
            return Err(failure::<Self>(FailureKind::BadInput, sentence));
        }
        if waiting.session.embedded {
            return sandbox::open::<Self>(app).await;
        }
        let saved = {
            let mut connections = locked(&app.connections);
            connections.refresh();
            connections.get(&id)
        };
        let connection = saved.unwrap_or(waiting.session.connection);
        let Pasted::Here(found) = app.secrets.fresh(&id, &address::<Self>(&connection)?) else {
            let sentence = "Unlocking needs the token of this connection once more. Paste it from the clipboard or choose its file, \
                            then unlock.";
            return Err(failure::<Self>(FailureKind::NoToken, sentence));
        };
        let tried = found.token.clone();
        let entered = enter::<Self>(app, connection, found, Bound::To(waiting.owner), Proof::Given).await;
        if entered.is_err() {
            // It stays locked, and the next try is with a token of its own.
            app.secrets.drop_tried(&id, &tried);
            app.presence.take_given(&id);
        }
        entered
    }
}
