//! Open session: no connection, one, or one that is locked while its person is away.
//!
//! A locked one has no client, so no token. A change that was being sent when it was locked goes on to its end; one that was not
//! yet sent is not sent ([`crate::gate`]).

use std::sync::Arc;

use tapline_contract::connection::{ConnectionId, Session};
use tapline_contract::{Endpoint, Failure, FailureKind};
use tapline_http::Client;

#[derive(Default)]
pub enum SessionState {
    #[default]
    Closed,
    Open(Arc<Open>),
    Locked(Box<Locked>),
}

/// The open connection.
pub struct Open {
    pub session: Session,
    /// Identifies its owner, if known.
    pub owner: Option<String>,
    pub client: Arc<Client>,
}

impl Open {
    /// Common key of connections to one service: the address, and for an endpoint under the customer's namespace that too. The
    /// embedded sandbox has its own.
    pub fn service<E: Endpoint>(&self) -> String {
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
pub struct Locked {
    pub session: Session,
    /// [`Open::owner`]
    pub owner: Option<String>,
}

impl SessionState {
    pub fn session(&self) -> Option<&Session> {
        match self {
            SessionState::Closed => None,
            SessionState::Open(open) => Some(&open.session),
            SessionState::Locked(locked) => Some(&locked.session),
        }
    }

    /// True for the session's connection, locked or not.
    pub fn is_of(&self, id: &ConnectionId) -> bool {
        self.session().is_some_and(|session| session.connection.id == *id)
    }

    /// The open connection, when it is this one.
    pub fn open(&self, id: &ConnectionId, call: &str) -> Result<Arc<Open>, Failure> {
        match self {
            SessionState::Open(open) if self.is_of(id) => Ok(Arc::clone(open)),
            SessionState::Locked(_) => Err(locked_failure(call)),
            _ => {
                let sentence = "This connection isn't open, so nothing was sent. Open it from the start page, then try again.";
                Err(Failure::new(FailureKind::NotConnected, call, sentence))
            }
        }
    }
}

/// The failure of a call that needs an unlocked session.
pub fn locked_failure(call: &str) -> Failure {
    let sentence = "Tapline is locked, so nothing was sent. Paste the token of the connection and unlock it, then try again.";
    Failure::new(FailureKind::Locked, call, sentence)
}
