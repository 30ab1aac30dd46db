//! One operation as the journal has it, and as the page sees it.

use serde_json::from_str;
use tapline_contract::connection::ConnectionId;
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::history::{Change, EmvOutcome, OperationId};
use tapline_contract::wire::Saved;

use super::JournalError;
use crate::change::Base;

pub(super) const COLUMNS: &str =
    "id, connection, endpoint, at, subject, draft, before, answer, request_id, outcome";

#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) operation: OperationId,
    pub(crate) connection: ConnectionId,
    pub(crate) endpoint: String,
    pub(crate) at: String,
    /// JSON of the path parameter.
    pub(crate) subject: String,
    /// JSON of the body.
    pub(crate) draft: String,
    pub(crate) before: Option<Base>,
    /// The service's answer, when it was a success.
    pub(crate) answer: Option<Saved<EmvId>>,
    pub(crate) request_id: Option<String>,
    pub(crate) outcome: Option<EmvOutcome>,
}

impl Row {
    pub(super) fn read(row: &rusqlite::Row<'_>) -> Result<Row, JournalError> {
        let json = |column: &str| row.get::<_, Option<String>>(column);
        Ok(Row {
            operation: OperationId(row.get("id")?),
            connection: ConnectionId(row.get("connection")?),
            endpoint: row.get("endpoint")?,
            at: row.get("at")?,
            subject: row.get("subject")?,
            draft: row.get("draft")?,
            before: json("before")?.as_deref().map(from_str).transpose()?,
            answer: json("answer")?.as_deref().map(from_str).transpose()?,
            request_id: row.get("request_id")?,
            outcome: outcome(json("outcome")?)?,
        })
    }

    pub(crate) fn change(self) -> Change {
        let before: Option<EmvConfig> = match self.before {
            Some(Base::Record(record)) => Some(*record),
            Some(Base::Ids(_)) | None => None,
        };
        Change {
            operation: self.operation,
            connection: self.connection,
            endpoint: self.endpoint,
            at: self.at,
            // A creation has no id before it is done, a deletion no draft: both are `null`.
            id: from_str(&self.subject).unwrap_or(None),
            before,
            draft: from_str(&self.draft).unwrap_or(None),
            outcome: self.outcome,
            request_id: self.request_id,
        }
    }
}

pub(super) fn outcome(json: Option<String>) -> Result<Option<EmvOutcome>, JournalError> {
    Ok(json.as_deref().map(from_str).transpose()?)
}
