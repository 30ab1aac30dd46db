//! How the families of records write a time. The EMV and acquirer records' way is [`crate::world::stamp`].

use chrono::{DateTime, Utc};

/// ISO 8601 in UTC, e.g. `2026-09-14T12:00:00Z`. Service document, "Device record".
pub(crate) fn utc(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}
