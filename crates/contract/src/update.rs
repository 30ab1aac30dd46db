//! Newer versions of Tapline, as the window offers them.
//!
//! The shell fetches, verifies and installs; core decides when. Nothing here does either.

use serde::{Deserialize, Serialize};

/// Reason to look for a newer version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Look {
    /// The window, by itself: answered from the last check unless that was a day ago.
    Daily,
    /// A person: checked now.
    Asked,
}

/// Known newer versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Updates {
    /// Source of newer versions, as a sentence.
    pub source: String,
    /// This Tapline checks for updates by itself.
    pub checks: bool,
    /// Downloaded and verified; waits to be installed.
    pub ready: Option<Release>,
    /// The person chose "Later": not mentioned again until the next start.
    pub postponed: bool,
    /// Why the last check failed, as a sentence.
    pub problem: Option<String>,
}

/// A newer version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Release {
    pub version: String,
    /// Release notes, as plain text.
    pub notes: Option<String>,
}
