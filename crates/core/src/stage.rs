//! What is open: no connection, one, or one that is locked while its person is away.
//!
//! A locked one has no client, so no token. A change that was being sent when it was locked goes on to its end; one that was not
//! yet sent is not sent (`change/gate.rs`).

use std::sync::Arc;

use tapline_contract::connection::{ConnectionId, Session};
use tapline_contract::{Failure, Kind};

use crate::host::Open;

#[derive(Default)]
pub(crate) enum Stage {
    #[default]
    Closed,
    Open(Arc<Open>),
    Locked(Box<Locked>),
}

/// A connection that waits for its person.
#[derive(Clone)]
pub(crate) struct Locked {
    pub(crate) session: Session,
    /// [`Open::owner`]
    pub(crate) owner: Option<String>,
}

/// What is answered while the session is locked: what draws the page, and what unlocks it.
const WHILE_LOCKED: [&str; 13] = [
    "GetDesk",
    "SignOfLife",
    "CancelOperation",
    "Lock",
    "Unlock",
    "LeaveLocked",
    "PasteToken",
    "ChooseTokenFile",
    "ReadPreference",
    "WritePreference",
    "SetTheme",
    "SetUnsaved",
    "CloseWindow",
];

impl Stage {
    pub(crate) fn session(&self) -> Option<&Session> {
        match self {
            Stage::Closed => None,
            Stage::Open(open) => Some(&open.session),
            Stage::Locked(locked) => Some(&locked.session),
        }
    }

    /// Of the connection, whether it is locked or not.
    pub(crate) fn is_of(&self, id: &ConnectionId) -> bool {
        self.session().is_some_and(|session| session.connection.id == *id)
    }

    /// The open connection, when it is this one.
    pub(crate) fn open(&self, id: &ConnectionId, call: &str) -> Result<Arc<Open>, Failure> {
        match self {
            Stage::Open(open) if self.is_of(id) => Ok(Arc::clone(open)),
            Stage::Locked(_) => Err(locked(call)),
            _ => {
                let sentence = "This connection is not open, so nothing was sent. Open it from the start page, then try again.";
                Err(Failure::new(Kind::NotConnected, call, sentence))
            }
        }
    }

    /// Whether this call is answered now.
    pub(crate) fn admits(&self, call: &str) -> Result<(), Failure> {
        match self {
            Stage::Locked(_) if !WHILE_LOCKED.contains(&call) => Err(locked(call)),
            _ => Ok(()),
        }
    }
}

fn locked(call: &str) -> Failure {
    let sentence = "Tapline is locked, so nothing was sent. Paste the token of the connection and unlock it, then try again.";
    Failure::new(Kind::Locked, call, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::COMMANDS;

    #[test]
    fn what_is_answered_while_locked_exists() {
        assert!(WHILE_LOCKED.iter().all(|name| COMMANDS.contains(name)));
    }
}
