//! Open session: no connection, one, or one that is locked while its person is away.
//!
//! A locked one has no client, so no token. A change that was being sent when it was locked goes on to its end; one that was not
//! yet sent is not sent (`change/gate.rs`).

use std::sync::Arc;

use tapline_contract::connection::{ConnectionId, Session};
use tapline_contract::{Endpoint, Failure, FailureKind};
use tapline_http::Client;

#[derive(Default)]
pub(crate) enum SessionState {
    #[default]
    Closed,
    Open(Arc<Open>),
    Locked(Box<Locked>),
}

/// The open connection.
pub(crate) struct Open {
    pub(crate) session: Session,
    /// Identifies its owner, if known.
    pub(crate) owner: Option<String>,
    pub(crate) client: Arc<Client>,
}

impl Open {
    /// Common key of connections to one service: the address, and for an endpoint under the customer's namespace that too. The
    /// embedded sandbox has its own.
    pub(crate) fn service<E: Endpoint>(&self) -> String {
        let connection = &self.session.connection;
        match (connection.base_address.trim_end_matches('/'), E::WRAPPED) {
            ("", _) => connection.id.0.clone(),
            (base, true) => base.to_owned(),
            (base, false) => format!("{base}\n{}", connection.namespace.trim_matches('/')),
        }
    }
}

/// A connection that waits for its person.
#[derive(Clone)]
pub(crate) struct Locked {
    pub(crate) session: Session,
    /// [`Open::owner`]
    pub(crate) owner: Option<String>,
}

/// Calls that are answered while the session is locked: those that draw the page, and those that unlock it.
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

impl SessionState {
    pub(crate) fn session(&self) -> Option<&Session> {
        match self {
            SessionState::Closed => None,
            SessionState::Open(open) => Some(&open.session),
            SessionState::Locked(locked) => Some(&locked.session),
        }
    }

    /// True for the session's connection, locked or not.
    pub(crate) fn is_of(&self, id: &ConnectionId) -> bool {
        self.session().is_some_and(|session| session.connection.id == *id)
    }

    /// The open connection, when it is this one.
    pub(crate) fn open(&self, id: &ConnectionId, call: &str) -> Result<Arc<Open>, Failure> {
        match self {
            SessionState::Open(open) if self.is_of(id) => Ok(Arc::clone(open)),
            SessionState::Locked(_) => Err(locked(call)),
            _ => {
                let sentence = "This connection is not open, so nothing was sent. Open it from the start page, then try again.";
                Err(Failure::new(FailureKind::NotConnected, call, sentence))
            }
        }
    }

    /// Admits this call, or refuses it.
    pub(crate) fn admits(&self, call: &str) -> Result<(), Failure> {
        match self {
            SessionState::Locked(_) if !WHILE_LOCKED.contains(&call) => Err(locked(call)),
            _ => Ok(()),
        }
    }
}

fn locked(call: &str) -> Failure {
    let sentence = "Tapline is locked, so nothing was sent. Paste the token of the connection and unlock it, then try again.";
    Failure::new(FailureKind::Locked, call, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::commands::COMMANDS;

    #[test]
    fn what_is_answered_while_locked_exists() {
        assert!(WHILE_LOCKED.iter().all(|name| COMMANDS.contains(name)));
    }
}
