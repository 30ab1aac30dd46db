//! Where the tokens are: in the keyring of the operating system, else in memory until Tapline closes. Never in a file.
//!
//! The only place that names the keyring library. A token that a person has just pasted is in memory under the id of its
//! connection until the connection is saved or opened. Nothing here can print a token, and the page gets a [`TokenView`] only.

mod keyring;
mod token;

use std::collections::BTreeMap;
use std::sync::Mutex;

use tapline_contract::connection::{ConnectionId, TokenKept, TokenView};

pub(crate) use self::keyring::KeyringError;
pub(crate) use self::token::{LONGEST, Token};
use crate::host::locked;

/// There may be a token, and it cannot be had now.
pub(crate) const UNREADABLE: &str = "The keyring that holds the token is locked or does not answer. Unlock it and try again, or \
                                     paste the token.";

const NOT_SAVED: &str = "The token is kept in memory until the connection is saved.";

#[derive(Default)]
pub(crate) struct Secrets {
    memory: Mutex<BTreeMap<ConnectionId, Held>>,
}

struct Held {
    token: Token,
    /// Why it is not in the keyring: a sentence. None yet of a token that was just pasted.
    why: Option<String>,
}

/// A token and where it was found.
pub(crate) struct Found {
    pub(crate) token: Token,
    pub(crate) kept: TokenKept,
}

impl Found {
    pub(crate) fn view(&self) -> TokenView {
        self.token.view(self.kept.clone())
    }
}

impl Held {
    fn found(&self) -> Found {
        let why = self.why.clone().unwrap_or_else(|| NOT_SAVED.to_owned());
        Found { token: self.token.clone(), kept: TokenKept::Memory { why } }
    }
}

impl Secrets {
    /// Why tokens cannot be kept in the keyring: a sentence.
    pub(crate) async fn problem(&self) -> Option<String> {
        keyring::status().await.err().map(|error| error.to_string())
    }

    /// Holds a token that was just pasted, until its connection is saved or opened.
    pub(crate) fn hold(&self, id: &ConnectionId, token: Token) {
        locked(&self.memory).insert(id.clone(), Held { token, why: None });
    }

    /// The token that was just pasted for this connection, and belongs to no address yet.
    pub(crate) fn fresh(&self, id: &ConnectionId) -> Option<Found> {
        let memory = locked(&self.memory);
        memory.get(id).filter(|held| held.why.is_none()).map(Held::found)
    }

    /// Forgets the token that was just pasted for this connection; one that was kept stays.
    pub(crate) fn drop_fresh(&self, id: &ConnectionId) {
        let mut memory = locked(&self.memory);
        if memory.get(id).is_some_and(|held| held.why.is_none()) {
            memory.remove(id);
        }
    }

    /// Forgets every token in memory; those in the keyring stay there.
    pub(crate) fn drop_all(&self) {
        locked(&self.memory).clear();
    }

    fn held(&self, id: &ConnectionId) -> Option<Found> {
        locked(&self.memory).get(id).map(Held::found)
    }

    /// The token of a connection; `None` when there is none.
    pub(crate) async fn find(&self, id: &ConnectionId) -> Result<Option<Found>, KeyringError> {
        if let Some(found) = self.held(id) {
            return Ok(Some(found));
        }
        let bytes = match keyring::get(&id.0).await {
            Err(KeyringError::Absent) => None,
            other => other?,
        };
        let Some(bytes) = bytes else { return Ok(None) };
        // What someone else put there need not be a token.
        let text = str::from_utf8(&bytes).map_err(|_| KeyringError::Broken)?;
        let token = Token::parse(text).map_err(|_| KeyringError::Broken)?;
        Ok(Some(Found { token, kept: TokenKept::Keyring }))
    }

    /// Moves the token held for this connection into the keyring, and tells where the token is now. Where that fails it stays
    /// in memory, with the reason.
    pub(crate) async fn keep(&self, id: &ConnectionId) -> TokenKept {
        let Some(found) = self.held(id) else { return TokenKept::Keyring };
        let kept = keyring::set(&id.0, found.token.bytes()).await;
        let mut memory = locked(&self.memory);
        match kept {
            Ok(()) => {
                memory.remove(id);
                TokenKept::Keyring
            }
            Err(error) => {
                let why = error.to_string();
                if let Some(held) = memory.get_mut(id) {
                    held.why = Some(why.clone());
                }
                TokenKept::Memory { why }
            }
        }
    }

    /// Forgets the token everywhere; a keyring that does not answer keeps what it has.
    pub(crate) async fn forget(&self, id: &ConnectionId) -> Result<(), KeyringError> {
        locked(&self.memory).remove(id);
        match keyring::delete(&id.0).await {
            Err(KeyringError::Absent) => Ok(()),
            other => other,
        }
    }
}
