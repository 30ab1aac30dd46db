//! The clock, read in one place. Everything below takes the time as a value.

use chrono::{SecondsFormat, Utc};

/// RFC 3339, UTC, whole seconds.
pub(crate) fn now() -> String {
    Utc::now().to_rfc3339_opts(SecondsFormat::Secs, true)
}
