//! Text that must not be shown: `adminPwd`, a new `deviceAdmin`, a `jwtSecret`.
//!
//! It crosses the door from the page to core once, and goes to the service in a body; nothing else may write it. It prints
//! as dots and is wiped when it is dropped (what a browser engine did with the typed text cannot be wiped).

use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::record::{Field, Misfit};

/// A secret typed by a person or told by the service.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    pub fn new(text: String) -> Secret {
        Secret(Zeroizing::new(text))
    }

    pub fn expose(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("••••")
    }
}

/// Required text.
impl Field for Secret {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        String::read(raw).map(Secret::new)
    }
    fn write(&self) -> Option<String> {
        Some(serde_json::Value::from(self.expose()).to_string())
    }
}
