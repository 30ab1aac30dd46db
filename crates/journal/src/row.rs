//! One operation as the journal has it, and as the page sees it.

use rusqlite::Connection as Sql;
use serde_json::from_str;
use tapline_contract::Outcome;
use tapline_contract::connection::ConnectionId;
use tapline_contract::field::Loose;
use tapline_contract::history::{AnyOutcome, Change, OperationId};

use super::JournalError;

pub(super) const COLUMNS: &str = "id, connection, endpoint, target, place, at, subject, draft, before, answer, request_id, outcome, note, account, service, superseded_by, owner, bearer";

#[derive(Clone, Debug)]
pub struct JournalRow {
    pub operation: OperationId,
    pub connection: ConnectionId,
    pub endpoint: String,
    pub target: String,
    pub place: Option<String>,
    pub at: String,
    /// JSON of the path parameter.
    pub subject: String,
    /// JSON of the body, without secrets.
    pub draft: String,
    /// JSON of the recipe's base.
    pub before: Option<String>,
    /// JSON of the service's answer, when it was a success.
    pub answer: Option<String>,
    pub request_id: Option<String>,
    pub outcome: Option<AnyOutcome>,
    /// As stored in the journal.
    pub outcome_text: Option<String>,
    pub note: Option<String>,
    /// Account of the operating system.
    pub account: Option<String>,
    /// Address and namespace it was sent to.
    pub service: Option<String>,
    /// Another one was sent in its place: what is read shows that one's effect too.
    pub superseded: bool,
    /// Identifies the owner of the token it was sent with, if known.
    pub owner: Option<String>,
    /// Identifies that token: a part of its keyed hash.
    pub bearer: Option<String>,
}

impl JournalRow {
    pub(super) fn read(row: &rusqlite::Row<'_>) -> Result<JournalRow, JournalError> {
        let outcome: Option<String> = row.get("outcome")?;
        Ok(JournalRow {
            operation: OperationId(row.get("id")?),
            connection: ConnectionId(row.get("connection")?),
            endpoint: row.get("endpoint")?,
            target: row.get("target")?,
            place: row.get("place")?,
            at: row.get("at")?,
            subject: row.get("subject")?,
            draft: row.get("draft")?,
            before: row.get("before")?,
            answer: row.get("answer")?,
            request_id: row.get("request_id")?,
            outcome: outcome.as_deref().map(from_str).transpose()?,
            outcome_text: outcome,
            note: row.get("note")?,
            account: row.get("account")?,
            service: row.get("service")?,
            superseded: row.get::<_, Option<String>>("superseded_by")?.is_some(),
            owner: row.get("owner")?,
            bearer: row.get("bearer")?,
        })
    }

    pub fn change(self) -> Change {
        let json = |text: String| Loose::json(&text).unwrap_or_else(|| Loose::text(&text));
        Change {
            operation: self.operation,
            connection: self.connection,
            endpoint: self.endpoint,
            at: self.at,
            target: self.target,
            id: json(self.subject),
            draft: json(self.draft),
            before: self.before.map(json),
            outcome: self.outcome,
            request_id: self.request_id,
            account: self.account,
            note: self.note,
        }
    }
}

/// An operation by its id.
pub(super) fn one(sql: &Sql, id: &str) -> Result<Option<JournalRow>, JournalError> {
    let mut query = sql.prepare_cached(&format!("SELECT {COLUMNS} FROM operation WHERE id = ?1"))?;
    let mut found = query.query([id])?;
    found.next()?.map(JournalRow::read).transpose()
}

/// An unknown outcome for which nothing is read any more; any other one as it is.
pub(super) fn given_up(outcome: &str) -> Result<String, JournalError> {
    let mut outcome: AnyOutcome = from_str(outcome)?;
    if let Outcome::Unknown { given_up, .. } = &mut outcome {
        *given_up = true;
    }
    Ok(serde_json::to_string(&outcome)?)
}
