//! Time formats of the families of records.

use chrono::{DateTime, Duration, Utc};

/// ISO 8601 in UTC, e.g. `2026-09-14T12:00:00Z`. Service document, "Device record".
pub(crate) fn utc(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// ISO 8601 with an offset, e.g. `2026-09-14T14:00:00+02:00`. Service document, "Profile" and "Acceptance". Choice: the
/// offset is always that of the summer of central Europe.
pub(crate) fn with_offset(at: DateTime<Utc>) -> String {
    (at + Duration::hours(2)).format("%Y-%m-%dT%H:%M:%S+02:00").to_string()
}

/// `YYYY-MM-DDThh:mm:ss+0000`. Service document, "EMV configuration (`EmvInfo` record)".
pub(crate) fn stamp(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%S%z").to_string()
}
