//! Looks at secrets: the person, the moment and the secret's name, never its value. Kept apart from the operations, which
//! change something and can be open.

use rusqlite::{Connection as Sql, params};
use tapline_contract::Evidence;
use tapline_contract::connection::ConnectionId;
use tapline_contract::field::Loose;
use tapline_contract::history::{AnyOutcome, Change, OperationId};
use tapline_platform::sync::locked;
use tapline_platform::words::hex;

use super::{Journal, JournalError, account};

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
pub struct Audit<'a> {
    pub connection: &'a ConnectionId,
    pub at: String,
    pub call: &'static str,
    /// "terminal 4711"
    pub target: String,
    /// JSON.
    pub id: String,
    /// JSON.
    pub detail: String,
    pub note: String,
}

impl Journal {
    /// Writes down a look at a secret; the row is on disk when this returns.
    pub fn audit(&self, audit: &Audit<'_>) -> Result<(), JournalError> {
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
}

/// A look by its id, in the form of a finished change: a look is never open.
pub(super) fn one(sql: &Sql, id: &str) -> Result<Option<Change>, JournalError> {
    let mut query = sql.prepare_cached(
        "SELECT id, connection, at, call, target, subject, detail, note, account FROM audit WHERE id = ?1",
    )?;
    let mut found = query.query([id])?;
    let Some(row) = found.next()? else { return Ok(None) };
    let json = |text: String| Loose::json(&text).unwrap_or_else(|| Loose::text(&text));
    let null = || Loose::json("null").expect("null is JSON");
    Ok(Some(Change {
        operation: OperationId(row.get("id")?),
        connection: ConnectionId(row.get("connection")?),
        endpoint: row.get("call")?,
        at: row.get("at")?,
        target: row.get("target")?,
        id: json(row.get("subject")?),
        draft: json(row.get("detail")?),
        before: None,
        outcome: Some(AnyOutcome::Applied { evidence: Evidence::Answer, answer: None, record: null() }),
        request_id: None,
        account: row.get("account")?,
        note: Some(row.get("note")?),
    }))
}
