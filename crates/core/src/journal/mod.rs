//! The journal of changes: what was intended, sent, answered and found, in one database file.
//!
//! It is what makes a change happen at most once: an intent is on disk (synced) before the first byte is sent, its operation
//! id is unique, and one target has one open change. It holds no token. Its calls block for a disk sync at most; it is the
//! only place that names the database.

mod row;

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use rusqlite::{Connection as Sql, OptionalExtension as _, TransactionBehavior, params};
use tapline_contract::Outcome;
use tapline_contract::connection::ConnectionId;
use tapline_contract::history::{EmvOutcome, OperationId};

pub(crate) use self::row::Row;
use crate::files;
use crate::host::locked;

const VERSION: i64 = 1;
const BUSY: Duration = Duration::from_secs(5);

const SCHEMA: &str = "
    CREATE TABLE operation (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        hash TEXT NOT NULL,
        connection TEXT NOT NULL,
        endpoint TEXT NOT NULL,
        target TEXT NOT NULL,
        at TEXT NOT NULL,
        subject TEXT NOT NULL,    -- JSON of the path parameter
        draft TEXT NOT NULL,      -- JSON of the body
        before TEXT,              -- JSON of what was there
        state TEXT NOT NULL CHECK (state IN ('intent', 'sent', 'done')),
        answer TEXT,              -- JSON of the service's answer, when it was a success
        request_id TEXT,
        outcome TEXT              -- JSON
    ) STRICT;
    CREATE INDEX open_operation ON operation (connection, target) WHERE state <> 'done';
";

#[derive(Debug, thiserror::Error)]
pub(crate) enum JournalError {
    #[error(transparent)]
    File(#[from] std::io::Error),
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    #[error(transparent)]
    Text(#[from] serde_json::Error),
    #[error("it was written by a newer Tapline")]
    Newer,
}

/// A change about to be made.
#[derive(Debug)]
pub(crate) struct Intent<'a> {
    pub(crate) id: &'a OperationId,
    /// Of name, target and payload.
    pub(crate) hash: String,
    pub(crate) connection: &'a ConnectionId,
    pub(crate) endpoint: &'static str,
    /// One open change each, within the connection.
    pub(crate) target: String,
    pub(crate) at: String,
    pub(crate) subject: String,
    pub(crate) draft: String,
    pub(crate) before: Option<String>,
}

/// What the journal says to an intent.
#[derive(Debug)]
pub(crate) enum Claim {
    /// It is on disk: go on.
    New,
    /// The same was intended before. The outcome is missing while it runs.
    Same(Option<Box<EmvOutcome>>),
    /// The operation id stands for something else.
    Reused,
    /// Another change of the target is open, since then; `lost` when its outcome is unknown.
    Busy { at: String, lost: bool },
}

pub(crate) struct Journal(Mutex<Sql>);

impl Journal {
    /// An operation without outcome was cut off by the end of Tapline: `cut_off` makes its outcome of its
    /// endpoint and the time of its intent.
    pub(crate) fn open(
        path: &Path,
        cut_off: impl Fn(&str, &str) -> EmvOutcome,
    ) -> Result<Journal, JournalError> {
        // The files beside it (-wal, -shm) get its mode.
        drop(files::private_file(path)?);
        let mut sql = Sql::open(path)?;
        sql.busy_timeout(BUSY)?;
        sql.pragma_update(None, "journal_mode", "wal")?;
        sql.pragma_update(None, "synchronous", "full")?;
        let opening = sql.transaction_with_behavior(TransactionBehavior::Immediate)?;
        match opening.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))? {
            0 => {
                opening.execute_batch(SCHEMA)?;
                opening.pragma_update(None, "user_version", VERSION)?;
            }
            VERSION => {}
            _ => return Err(JournalError::Newer),
        }
        let cut: Vec<(i64, String, String)> = opening
            .prepare("SELECT number, endpoint, at FROM operation WHERE outcome IS NULL")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
            .collect::<Result<_, _>>()?;
        for (number, endpoint, at) in cut {
            let outcome = serde_json::to_string(&cut_off(&endpoint, &at))?;
            opening
                .execute("UPDATE operation SET outcome = ?2 WHERE number = ?1", params![number, outcome])?;
        }
        opening.commit()?;
        Ok(Journal(Mutex::new(sql)))
    }

    /// Puts the intent on disk, unless the journal knows better.
    pub(crate) fn claim(&self, intent: &Intent<'_>) -> Result<Claim, JournalError> {
        let mut sql = locked(&self.0);
        let claiming = sql.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let known: Option<(String, Option<String>)> = claiming
            .query_row("SELECT hash, outcome FROM operation WHERE id = ?1", [&intent.id.0], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()?;
        if let Some((hash, outcome)) = known {
            return Ok(if hash == intent.hash {
                Claim::Same(row::outcome(outcome)?.map(Box::new))
            } else {
                Claim::Reused
            });
        }
        let open: Option<(String, bool)> = claiming
            .query_row(
                "SELECT at, outcome IS NOT NULL FROM operation WHERE connection = ?1 AND target = ?2 AND state <> 'done'",
                params![intent.connection.0, intent.target],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()?;
        if let Some((at, lost)) = open {
            return Ok(Claim::Busy { at, lost });
        }
        claiming.execute(
            "INSERT INTO operation (id, hash, connection, endpoint, target, at, subject, draft, before, state)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 'intent')",
            params![
                intent.id.0,
                intent.hash,
                intent.connection.0,
                intent.endpoint,
                intent.target,
                intent.at,
                intent.subject,
                intent.draft,
                intent.before
            ],
        )?;
        claiming.commit()?;
        Ok(Claim::New)
    }

    /// About to send: what is there now is on disk, as what the change started from.
    pub(crate) fn sending(&self, id: &OperationId, before: &str) -> Result<(), JournalError> {
        self.update("UPDATE operation SET state = 'sent', before = ?2 WHERE id = ?1", params![id.0, before])
    }

    /// The service answered; `answer` when it was a success.
    pub(crate) fn answered(
        &self,
        id: &OperationId,
        answer: Option<&str>,
        request_id: Option<&str>,
    ) -> Result<(), JournalError> {
        let sql = "UPDATE operation SET answer = ?2, request_id = ?3 WHERE id = ?1";
        self.update(sql, params![id.0, answer, request_id])
    }

    /// An outcome that waits for nothing closes the operation, also an unknown one that was given up.
    pub(crate) fn conclude(&self, id: &OperationId, outcome: &EmvOutcome) -> Result<(), JournalError> {
        let open = matches!(outcome, Outcome::Unknown { given_up: false, .. });
        let state = if open { "sent" } else { "done" };
        let outcome = serde_json::to_string(outcome)?;
        self.update(
            "UPDATE operation SET state = ?2, outcome = ?3 WHERE id = ?1",
            params![id.0, state, outcome],
        )
    }

    pub(crate) fn get(&self, id: &OperationId) -> Result<Option<Row>, JournalError> {
        Ok(self.rows("WHERE id = ?1", &id.0)?.pop())
    }

    /// Newest first.
    pub(crate) fn of_connection(&self, connection: &ConnectionId) -> Result<Vec<Row>, JournalError> {
        self.rows("WHERE connection = ?1 ORDER BY number DESC", &connection.0)
    }

    /// Operations of unknown outcome that are still being settled.
    pub(crate) fn unsettled(&self, connection: &ConnectionId) -> Result<Vec<OperationId>, JournalError> {
        let rows =
            self.rows("WHERE connection = ?1 AND state <> 'done' AND outcome IS NOT NULL", &connection.0)?;
        Ok(rows.into_iter().map(|row| row.operation).collect())
    }

    fn rows(&self, which: &str, value: &str) -> Result<Vec<Row>, JournalError> {
        let sql = locked(&self.0);
        let mut query = sql.prepare(&format!("SELECT {} FROM operation {which}", row::COLUMNS))?;
        let mut found = query.query([value])?;
        let mut rows = Vec::new();
        while let Some(row) = found.next()? {
            rows.push(Row::read(row)?);
        }
        Ok(rows)
    }

    fn update(&self, sql: &str, values: &[&dyn rusqlite::ToSql]) -> Result<(), JournalError> {
        let changed = locked(&self.0).execute(sql, values)?;
        if changed == 1 { Ok(()) } else { Err(rusqlite::Error::StatementChangedRows(changed).into()) }
    }
}

#[cfg(test)]
mod tests;
