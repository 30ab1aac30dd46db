//! Locking the desk while its person is away, and opening it again.
//!
//! A keyring that opens silently says nothing of who sits there: only a token that was pasted or chosen since unlocks, and only
//! one of the same owner. Ending Tapline and starting it again changes nothing of that (`presence.rs`).

use std::sync::Arc;

use tapline_contract::commands::{LeaveLocked, Lock, SignOfLife, Unlock};
use tapline_contract::connection::{ConnectionId, Session};
use tapline_contract::presence::{Attention, Hands};
use tapline_contract::unit::UnitKnown;
use tapline_contract::{Failure, Kind};

use super::connection::address;
use super::session::{Bound, enter};
use super::token::off_thread;
use super::{failure, sandbox};
use crate::dispatch::Perform;
use crate::host::{Inner, locked};
use crate::presence::Proof;
use crate::secrets::Pasted;
use crate::stage::Stage;

impl Perform for Lock {
    async fn perform(desk: &Arc<Inner>, (): ()) -> Result<(), Failure> {
        desk.lock();
        off_thread::<Self, _>(desk, Inner::forget_copied).await
    }
}

impl Perform for LeaveLocked {
    async fn perform(desk: &Arc<Inner>, (): ()) -> Result<(), Failure> {
        desk.leave_locked();
        Ok(())
    }
}

impl Perform for SignOfLife {
    async fn perform(desk: &Arc<Inner>, hands: Hands) -> Result<Attention, Failure> {
        desk.presence.sign(hands);
        Ok(desk.presence.attention(desk.locked().is_some(), desk.with_stage(contradicted)))
    }
}

fn contradicted(stage: &Stage) -> bool {
    stage.session().is_some_and(|session| session.connection.unit_known == UnitKnown::Contradicted)
}

impl Perform for Unlock {
    async fn perform(desk: &Arc<Inner>, id: ConnectionId) -> Result<Session, Failure> {
        let Some(waiting) = desk.locked() else {
            // A second click: it is open already.
            return Ok(desk.open(&id, <Self as tapline_contract::Command>::NAME)?.session.clone());
        };
        if waiting.session.connection.id != id {
            let sentence = "Another connection is the locked one. Load the page again.";
            return Err(failure::<Self>(Kind::BadInput, sentence));
        }
        if waiting.session.embedded {
            return sandbox::open::<Self>(desk).await;
        }
        let saved = {
            let mut connections = locked(&desk.connections);
            connections.refresh();
            connections.get(&id)
        };
        let connection = saved.unwrap_or(waiting.session.connection);
        let Pasted::Here(found) = desk.secrets.fresh(&id, &address::<Self>(&connection)?) else {
            let sentence = "Unlocking needs the token of this connection once more. Paste it from the clipboard or choose its file, \
                            then unlock.";
            return Err(failure::<Self>(Kind::NoToken, sentence));
        };
        let entered = enter::<Self>(desk, connection, found, Bound::To(waiting.owner), Proof::Given).await;
        if entered.is_err() {
            // It stays locked, and the next try is with a token of its own.
            desk.secrets.drop_fresh(&id);
            desk.presence.take_given(&id);
        }
        entered
    }
}
