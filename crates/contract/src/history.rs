//! The changes of this workstation: the journal as the page sees it.

use serde::{Deserialize, Serialize};

use crate::connection::ConnectionId;
use crate::emv_config::{EmvConfig, EmvDraft, EmvId};
use crate::field::Loose;
pub use crate::operation::OperationId;
use crate::outcome::Outcome;
use crate::plan::PlanId;
use crate::wire::Saved;

/// Result of cancelling a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Cancelled {
    /// Nothing was sent, and nothing will be.
    NotSent,
    /// It was sent or has ended: see its outcome.
    TooLate,
}

/// The outcome of a change of an EMV configuration.
pub type EmvOutcome = Outcome<Saved<EmvId>, Option<EmvConfig>>;

/// An outcome as the journal has it, whatever its endpoint.
pub type AnyOutcome = Outcome<Loose, Loose>;

/// One change, of whatever endpoint. Secrets and personal data are not in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    pub operation: OperationId,
    pub connection: ConnectionId,
    /// Endpoint name, e.g. `UpdateEmv`.
    pub endpoint: String,
    /// RFC 3339, UTC.
    pub at: String,
    /// Its record, for people: "transaction 4711".
    pub target: String,
    /// JSON of the path parameter; `null` without one.
    pub id: Loose,
    /// JSON of what was sent; `null` where nothing is.
    pub draft: Loose,
    /// JSON of the record before, as far as it was read.
    pub before: Option<Loose>,
    /// `None` while it is under way.
    pub outcome: Option<AnyOutcome>,
    pub request_id: Option<String>,
    /// Account of the operating system that Tapline ran under.
    pub account: Option<String>,
    /// The note of the person who closed it by hand.
    pub note: Option<String>,
}

/// One change of an EMV configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmvChange {
    pub operation: OperationId,
    pub connection: ConnectionId,
    /// `UpdateEmv`, `CreateEmv`, `DeleteEmv`.
    pub endpoint: String,
    /// RFC 3339, UTC.
    pub at: String,
    pub id: Option<EmvId>,
    /// As it was before; none for a creation.
    pub before: Option<EmvConfig>,
    /// Requested values; `None` for a deletion.
    pub draft: Option<EmvDraft>,
    /// `None` while it is under way.
    pub outcome: Option<EmvOutcome>,
    pub request_id: Option<String>,
}

impl Change {
    /// The change with its own types, when it is one of an EMV configuration.
    pub fn emv(&self) -> Option<EmvChange> {
        if !["UpdateEmv", "CreateEmv", "DeleteEmv"].contains(&self.endpoint.as_str()) {
            return None;
        }
        let outcome = self.outcome.as_ref().and_then(|outcome| serde_json::to_string(outcome).ok());
        Some(EmvChange {
            operation: self.operation.clone(),
            connection: self.connection.clone(),
            endpoint: self.endpoint.clone(),
            at: self.at.clone(),
            id: read(&self.id),
            before: self.before.as_ref().and_then(read),
            draft: read(&self.draft),
            outcome: outcome.and_then(|json| serde_json::from_str(&json).ok()),
            request_id: self.request_id.clone(),
        })
    }
}

impl EmvChange {
    /// The record after an applied update that can be put back: what to compare with, and what to send.
    pub fn undo(&self) -> Option<(EmvId, EmvConfig, EmvDraft)> {
        if self.endpoint != "UpdateEmv" {
            return None;
        }
        let Some(Outcome::Applied { record: Some(after), .. }) = &self.outcome else { return None };
        Some((self.id.clone()?, after.clone(), self.before.as_ref()?.draft()?))
    }
}

fn read<T: serde::de::DeserializeOwned>(json: &Loose) -> Option<T> {
    serde_json::from_str::<Option<T>>(json.raw()).ok().flatten()
}

/// Most changes of one answer.
pub const MOST_CHANGES: u32 = 500;

/// Changes to read, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HistoryQuery {
    pub connection: ConnectionId,
    pub of: HistoryOf,
    /// `next` of the answer before; `None` to begin with the newest.
    pub before: Option<HistoryPlace>,
    /// At most [`MOST_CHANGES`].
    pub limit: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum HistoryOf {
    All,
    /// Changes under way or of unknown outcome.
    Open,
    /// Changes of these EMV configurations, at most [`MOST_CHANGES`] of them.
    Configurations(Vec<EmvId>),
    /// Changes of the items of a plan.
    Plan(PlanId),
}

/// A place in the order of the history: a time, and a number among changes of the same time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HistoryPlace {
    /// RFC 3339, UTC.
    pub at: String,
    pub number: i64,
}

/// Changes, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryPage {
    pub changes: Vec<Change>,
    /// `None` at the end.
    pub next: Option<HistoryPlace>,
}

/// The journal of this computer, over all connections.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalSize {
    /// Changes and looks in it.
    pub changes: u64,
    /// On disk.
    pub bytes: u64,
    /// Time of the oldest change: RFC 3339, UTC.
    pub oldest: Option<String>,
    /// Changes that were moved into archives.
    pub archived: u64,
}

/// Selection of changes to archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archiving {
    /// Only what is older: midnight of a past day, `2026-01-01T00:00:00Z`.
    pub before: String,
}

impl HistoryQuery {
    /// The newest changes, as many as one answer has.
    pub fn newest(connection: ConnectionId, of: HistoryOf) -> HistoryQuery {
        HistoryQuery { connection, of, before: None, limit: MOST_CHANGES }
    }
}

/// A person's resolution of a change whose outcome stays unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Closing {
    pub operation: OperationId,
    pub found: ManualResult,
    /// The person's evidence. Not empty.
    pub note: String,
}

/// Result that a person found out elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ManualResult {
    Done,
    NotDone,
}
