//! Failures of a change that was not begun.

use chrono::{DateTime, Utc};
use serde::Serialize;
use tapline_contract::secret::to_json_text;
use tapline_contract::{Failure, FailureKind};
use tapline_journal::JournalError;
use tapline_platform::clock::local_minute;

const MOVED: &str = "The journal of changes was moved, replaced or deleted while Tapline was running, so nothing was sent. \
                     Close Tapline, put journal.db, journal.db-wal and journal.db-shm back into its data folder together, \
                     and start it again. Without them, look up your open changes with the service first.";

pub fn not_written(call: &str, error: &JournalError) -> Failure {
    let sentence = match error {
        JournalError::Moved => MOVED.to_owned(),
        JournalError::Busy => format!(
            "The journal of changes is in use: {error}. Nothing was sent. Wait until the other Tapline is done, then try again."
        ),
        error => format!(
            "The journal in Tapline's data folder can't be used ({error}), so nothing was sent. Check that the disk isn't full \
             or read-only, then try again."
        ),
    };
    Failure::new(FailureKind::Journal, call, sentence)
}

pub(crate) fn text<T: Serialize>(call: &str, value: &T) -> Result<String, Failure> {
    // The value may hold a secret; no copy is left behind.
    to_json_text(value).map_err(|_| {
        let sentence =
            "The change can't be written as JSON, so nothing was sent. Refresh the list and repeat the change.";
        Failure::new(FailureKind::BadInput, call, sentence)
    })
}

pub(crate) fn busy(call: &str, at: &str, lost: bool, now: DateTime<Utc>) -> Failure {
    let at = local_minute(at, now);
    let sentence = if lost {
        format!(
            "The earlier change, sent at {at}, is still unconfirmed, so nothing was sent. Check it or resolve it manually \
             in Activity, then save again."
        )
    } else {
        format!(
            "Another change of this record, started at {at}, is still in progress, so nothing was sent. Wait for it, then save again."
        )
    };
    Failure::new(FailureKind::Busy, call, sentence)
}
