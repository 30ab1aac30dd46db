//! Decisions of this computer's administrator for everyone who uses Tapline on it, as shown by window and command line.
//!
//! Core reads the policy file and enforces it; nothing here does.

use serde::{Deserialize, Serialize};

use crate::connection::Safety;

/// The policy in force. Each restriction is absent where the administrator left the choice to the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Managed {
    /// Path of the policy file.
    pub file: String,
    /// Fault of the file, its consequence and the fix, as a sentence.
    pub problem: Option<String>,
    pub updates_off: bool,
    /// Addresses to which connections may lead, with everything below their paths.
    pub allowed_addresses: Option<Vec<String>>,
    /// The longest time until Tapline locks.
    pub idle_minutes: Option<u32>,
    /// No connection protects less.
    pub safety_floor: Option<Safety>,
    /// No connection goes through a proxy that a variable of the environment names.
    pub environment_proxy_off: bool,
    /// Past sales load only on a person's request.
    pub background_loading_off: bool,
}

impl Managed {
    /// Says that a connection of this level is opened with a stricter one, if it is.
    pub fn raises(&self, asked: Safety) -> Option<String> {
        let floor = self.safety_floor.filter(|floor| floor.strictness() > asked.strictness())?;
        Some(format!(
            "The safety level is “{}” and not “{}”: set by your administrator.",
            floor.words(),
            asked.words()
        ))
    }
}
