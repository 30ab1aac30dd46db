//! Presence of a person at the computer: signs of life from the page, and the time until core
//! locks.
//!
//! Core decides when Tapline locks. The page only reports use of keyboard and pointer.

use serde::{Deserialize, Serialize};

/// Use of keyboard and pointer since the last report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Hands {
    /// A key was pressed or the pointer moved.
    Active,
    Still,
}

/// Time until the open connection locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Attention {
    /// Tapline is locked now.
    pub locked: bool,
    /// Seconds until Tapline locks for lack of use.
    pub idle_seconds: u64,
    /// Seconds until Tapline locks, however busy it is.
    pub session_seconds: u64,
    /// An amount was read that cannot be in the unit in which the open connection counts.
    pub unit_contradicted: bool,
}
