//! Whether somebody is at the desk: what the page tells core, and how long core stays unlocked.
//!
//! Core decides when the desk locks. The page only reports what it saw of keyboard and pointer.

use serde::{Deserialize, Serialize};

/// What the page saw since its last report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Hands {
    /// A key was pressed or the pointer moved.
    Active,
    Still,
}

/// How long the open connection stays unlocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Attention {
    /// The desk is locked now.
    pub locked: bool,
    /// Seconds until the desk locks because nobody uses it.
    pub idle_seconds: u64,
    /// Seconds until the desk locks however busy it is.
    pub session_seconds: u64,
    /// An amount was read that cannot be in the unit in which the open connection counts.
    pub unit_contradicted: bool,
}
