//! The tokens: in the keyring of the operating system, or in memory until Tapline closes. Never in a file.
//!
//! The only crate with a keyring library. A token that a person has just pasted is in memory under the id of its
//! connection until the connection is saved or opened. Nothing here can print a token, and the page gets a [`TokenView`] only.
//! Invariant: a token goes to one address. A pasted one belongs to the first address it is tested, saved or opened with; an
//! entry of the keyring names its address, and is no token for any other.

mod entry;
mod keyring;
mod token;
mod validity;

use std::collections::BTreeMap;
use std::sync::Mutex;

use tapline_address::BaseAddress;
use tapline_contract::connection::{ConnectionId, TokenKept, TokenView};
use tapline_platform::sync::locked;

use self::entry::Entry;
pub use self::keyring::KeyringError;
pub use self::token::{LONGEST, Token};

/// There may be a token, but it cannot be read now.
pub const UNREADABLE: &str = "The keyring with the token is locked or doesn't answer. Unlock it and try again, or \
                              paste the token.";

const NOT_SAVED: &str = "The token is kept in memory until the connection is saved.";

#[derive(Default)]
pub struct Secrets {
    memory: Mutex<BTreeMap<ConnectionId, HeldToken>>,
}

struct HeldToken {
    token: Token,
    /// None until it is used: a person may paste the token before the address is typed.
    address: Option<BaseAddress>,
    /// Why it is not in the keyring, as a sentence; `None` for a token that was just pasted.
    why: Option<String>,
}

/// A token and where it was found.
pub struct StoredToken {
    pub token: Token,
    pub kept: TokenKept,
}

/// The token just pasted for a connection, as seen from an address.
pub enum Pasted {
    Nothing,
    Here(StoredToken),
    /// It belongs to this other address.
    Elsewhere(String),
}

impl StoredToken {
    pub fn view(&self) -> TokenView {
        self.token.view(self.kept.clone())
    }
}

impl HeldToken {
    fn is_fresh(&self) -> bool {
        self.why.is_none()
    }

    fn found(&self) -> StoredToken {
        let why = self.why.clone().unwrap_or_else(|| NOT_SAVED.to_owned());
        StoredToken { token: self.token.clone(), kept: TokenKept::Memory { why } }
    }

    /// The token, if it belongs to this address; one that belongs to none yet belongs to this one from now on.
    fn at(&mut self, address: &BaseAddress) -> Option<StoredToken> {
        let own = self.address.get_or_insert_with(|| address.clone());
        (own == address).then(|| self.found())
    }
}

impl Secrets {
    /// Why tokens cannot be kept in the keyring: a sentence.
    pub async fn problem(&self) -> Option<String> {
        keyring::status().await.err().map(|error| error.to_string())
    }

    /// Holds a token that was just pasted, until its connection is saved or opened.
    pub fn hold(&self, id: &ConnectionId, token: Token) -> TokenView {
        let held = HeldToken { token, address: None, why: None };
        let view = held.found().view();
        locked(&self.memory).insert(id.clone(), held);
        view
    }

    /// The token that was just pasted for this connection. Asking for it binds it to the address.
    pub fn fresh(&self, id: &ConnectionId, address: &BaseAddress) -> Pasted {
        let mut memory = locked(&self.memory);
        let Some(held) = memory.get_mut(id).filter(|held| held.is_fresh()) else { return Pasted::Nothing };
        match (held.at(address), &held.address) {
            (Some(found), _) => Pasted::Here(found),
            (None, own) => {
                Pasted::Elsewhere(own.as_ref().map_or_else(String::new, |own| own.text().to_owned()))
            }
        }
    }

    /// Forgets the token that was just pasted for this connection; one that was kept stays.
    pub fn drop_fresh(&self, id: &ConnectionId) {
        let mut memory = locked(&self.memory);
        if memory.get(id).is_some_and(HeldToken::is_fresh) {
            memory.remove(id);
        }
    }

    /// Drops a token that was tried and refused. A token that was pasted meanwhile stays.
    pub fn drop_tried(&self, id: &ConnectionId, tried: &Token) {
        let mut memory = locked(&self.memory);
        if memory.get(id).is_some_and(|held| held.is_fresh() && held.token.is(tried)) {
            memory.remove(id);
        }
    }

    /// Forgets every token in memory; those in the keyring stay there.
    pub fn drop_all(&self) {
        locked(&self.memory).clear();
    }

    fn held(&self, id: &ConnectionId, address: &BaseAddress) -> Option<StoredToken> {
        locked(&self.memory).get_mut(id)?.at(address)
    }

    /// Token of a saved connection for the address it was saved with; `None` without a token for that address.
    pub async fn find(
        &self,
        id: &ConnectionId,
        address: &BaseAddress,
    ) -> Result<Option<StoredToken>, KeyringError> {
        if let Some(found) = self.held(id, address) {
            return Ok(Some(found));
        }
        let bytes = match keyring::get(&id.0).await {
            Err(KeyringError::Absent) => None,
            other => other?,
        };
        let Some(bytes) = bytes else { return Ok(None) };
        // An entry by another program need not be a token.
        let entry = Entry::read(&bytes).ok_or(KeyringError::Broken)?;
        let token = match entry {
            Entry::Bound { address: own, token } => {
                if own != address.text() {
                    return Ok(None);
                }
                token
            }
            // From a version that did not write the address. Its token is treated as bound to the address that the connection
            // has now, once, and rewritten to say so. Where that fails the next reading tries again; no other address can have
            // come in between, because saving one deletes the entry first.
            Entry::Unbound(token) => {
                let _ = keyring::rewrite(&id.0, entry::write(address, &token)).await;
                token
            }
        };
        Ok(Some(StoredToken { token, kept: TokenKept::Keyring }))
    }

    /// Moves the token held for this connection and address into the keyring, and returns its present place. Where that fails
    /// it stays in memory, with the reason, and the keyring has no older one. A token of another address is forgotten.
    pub async fn keep(&self, id: &ConnectionId, address: &BaseAddress) -> TokenKept {
        let Some(found) = self.held(id, address) else {
            locked(&self.memory).remove(id);
            return TokenKept::Keyring;
        };
        let kept = keyring::set(&id.0, entry::write(address, &found.token)).await;
        let mut memory = locked(&self.memory);
        // Another token may have been pasted meanwhile: it has not been kept.
        let held = memory.get_mut(id).filter(|held| held.token.is(&found.token));
        match kept {
            Ok(()) => {
                if held.is_some() {
                    memory.remove(id);
                }
                TokenKept::Keyring
            }
            Err(error) => {
                let why = error.to_string();
                if let Some(held) = held {
                    held.why = Some(why.clone());
                }
                TokenKept::Memory { why }
            }
        }
    }

    /// Forgets what was kept for this connection; a token that was just pasted stays. A keyring that does not answer keeps what
    /// it has, and then nothing is forgotten.
    pub async fn forget_kept(&self, id: &ConnectionId) -> Result<(), KeyringError> {
        match keyring::delete(&id.0).await {
            Ok(()) | Err(KeyringError::Absent) => {}
            Err(error) => return Err(error),
        }
        let mut memory = locked(&self.memory);
        if memory.get(id).is_some_and(|held| !held.is_fresh()) {
            memory.remove(id);
        }
        Ok(())
    }

    /// Forgets the token everywhere, under the same condition.
    pub async fn forget(&self, id: &ConnectionId) -> Result<(), KeyringError> {
        self.forget_kept(id).await?;
        self.drop_fresh(id);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
