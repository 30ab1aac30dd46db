//! Text that must not be shown: `adminPwd`, a new `deviceAdmin`, a `jwtSecret`.
//!
//! It crosses the door from the page to core once, and goes to the service in a body; nothing else may write it. It prints
//! as dots and is wiped when it is dropped (what a browser engine did with the typed text cannot be wiped).

use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::json;
use crate::record::{self, Field, Misfit, Other};

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

/// Members whose values are secret, wherever they stand in a body.
const NAMES: [&str; 3] = ["adminPwd", "deviceAdmin", "jwtSecret"];

/// Adds what stands under the name of a secret among members that no type names, however deep; JSON inside a text counts too.
pub(crate) fn named(members: &Other, found: &mut Vec<Secret>) {
    for (key, raw) in members {
        let text = serde_json::from_str::<String>(raw).ok().map(Secret::new);
        match text {
            Some(text) if NAMES.contains(&key.as_str()) => found.push(text),
            Some(text) => within(text.expose(), found),
            None => within(raw, found),
        }
    }
}

fn within(raw: &str, found: &mut Vec<Secret>) {
    if let Ok(members) = record::members(raw) {
        named(&members, found);
    } else if let Ok(items) = json::items(raw) {
        items.iter().for_each(|item| within(item.get(), found));
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
