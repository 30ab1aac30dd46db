//! Who looked at a secret, when and at which: never what it was. Beside the operations, which change something and can be open.

use rusqlite::params;
use tapline_contract::Evidence;
use tapline_contract::connection::ConnectionId;
use tapline_contract::field::Loose;
use tapline_contract::history::{AnyOutcome, Change, OperationId};

use super::{Journal, JournalError, account};
use crate::sync::locked;
use crate::words::hex;

pub(super) const TABLE: &str = "
    CREATE TABLE audit (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        connection TEXT NOT NULL,
        at TEXT NOT NULL,
        call TEXT NOT NULL,
        target TEXT NOT NULL,
        subject TEXT NOT NULL,    -- JSON of the terminal's id
        detail TEXT NOT NULL,     -- JSON: which member, of whom, with whose token
        account TEXT,             -- of the operating system
        note TEXT NOT NULL        -- a sentence
    ) STRICT;
    CREATE INDEX audit_of ON audit (connection);
";

/// One look.
#[derive(Debug)]
pub(crate) struct Audit<'a> {
    pub(crate) connection: &'a ConnectionId,
    pub(crate) at: String,
    pub(crate) call: &'static str,
    /// "terminal 4711"
    pub(crate) target: String,
    /// JSON.
    pub(crate) id: String,
    /// JSON.
    pub(crate) detail: String,
    pub(crate) note: String,
}

impl Journal {
    /// Writes down that somebody looks; it is on disk when this returns.
    pub(crate) fn audit(&self, audit: &Audit<'_>) -> Result<(), JournalError> {
        let mut id = [0; 16];
        getrandom::fill(&mut id).map_err(|_| JournalError::Random)?;
        locked(&self.sql).execute(
            "INSERT INTO audit (id, connection, at, call, target, subject, detail, note, account)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            params![
                hex(&id),
                audit.connection.0,
                audit.at,
                audit.call,
                audit.target,
                audit.id,
                audit.detail,
                audit.note,
                account()
            ],
        )?;
        Ok(())
    }

    /// Newest first, in the form of changes that were done: nothing of them is open.
    pub(crate) fn audits(&self, connection: &ConnectionId) -> Result<Vec<Change>, JournalError> {
        let sql = locked(&self.sql);
        let mut query = sql.prepare(
            "SELECT id, at, call, target, subject, detail, note, account FROM audit WHERE connection = ?1 ORDER BY number DESC",
        )?;
        let mut found = query.query([&connection.0])?;
        let json = |text: String| Loose::json(&text).unwrap_or_else(|| Loose::text(&text));
        let null = || Loose::json("null").expect("null is JSON");
        let mut changes = Vec::new();
        while let Some(row) = found.next()? {
            changes.push(Change {
                operation: OperationId(row.get("id")?),
                connection: connection.clone(),
                endpoint: row.get("call")?,
                at: row.get("at")?,
                target: row.get("target")?,
                id: json(row.get("subject")?),
                draft: json(row.get("detail")?),
                before: None,
                outcome: Some(AnyOutcome::Applied {
                    evidence: Evidence::Answer,
                    answer: None,
                    record: null(),
                }),
                request_id: None,
                account: row.get("account")?,
                note: Some(row.get("note")?),
            });
        }
        Ok(changes)
    }
}
