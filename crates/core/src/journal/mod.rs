//! The journal of changes: what was intended, sent, answered and found, in one database file.
//!
//! It is what makes a change happen at most once: an intent is on disk (synced) before the first byte is sent, its operation
//! id is unique, and one target has one open change, also between two Taplines at the same file. It holds no token, no
//! secret and no personal data that can be read ([`Seal`]). Its calls block for a disk sync at most; it is the only place
//! that names the database.

mod row;
mod run;
mod schema;
mod seal;

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rusqlite::{Connection as Sql, OptionalExtension as _, TransactionBehavior, params};
use tapline_contract::Outcome;
use tapline_contract::connection::ConnectionId;
use tapline_contract::history::{AnyOutcome, OperationId};
use tapline_contract::seal::Seal;

pub(crate) use self::row::Row;
use self::run::Run;
use crate::files;
use crate::host::locked;

const BUSY: Duration = Duration::from_secs(5);

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
    #[error("the operating system gives no random numbers")]
    Random,
}

/// A change about to be made.
#[derive(Debug)]
pub(crate) struct Intent<'a> {
    pub(crate) id: &'a OperationId,
    /// Sealed: name, target and payload.
    pub(crate) hash: String,
    pub(crate) connection: &'a ConnectionId,
    pub(crate) endpoint: &'static str,
    /// One open change each, within the connection.
    pub(crate) target: String,
    /// Where it is read, when neither id nor draft tell.
    pub(crate) place: Option<String>,
    pub(crate) at: String,
    pub(crate) subject: String,
    pub(crate) draft: String,
    pub(crate) before: Option<String>,
    /// The open change of the target that a person decided not to wait for.
    pub(crate) supersedes: Option<&'a OperationId>,
}

/// What the journal says to an intent.
#[derive(Debug)]
pub(crate) enum Claim {
    /// It is on disk: go on.
    New,
    /// The same was intended before. The outcome (JSON) is missing while it runs.
    Same(Option<String>),
    /// The operation id stands for something else.
    Reused,
    /// Another change of the target is open, since then; `lost` when its outcome is unknown.
    Busy { at: String, lost: bool },
}

/// How far an operation is that this Tapline does not carry out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// JSON.
    Outcome(String),
    /// Another Tapline is at it.
    Elsewhere,
    /// Nobody is.
    CutOff,
}

pub(crate) struct Journal {
    sql: Mutex<Sql>,
    run: Run,
    seal: Arc<Seal>,
}

impl Journal {
    /// An operation without outcome whose Tapline is gone was cut off: `cut_off` makes its outcome of its endpoint and the
    /// time of its intent.
    pub(crate) fn open(
        path: &Path,
        cut_off: impl Fn(&str, &str) -> AnyOutcome,
    ) -> Result<Journal, JournalError> {
        // The files beside it (-wal, -shm) get its mode.
        drop(files::private_file(path)?);
        let run = Run::begin(&path.with_file_name("runs"))?;
        let mut sql = Sql::open(path)?;
        sql.busy_timeout(BUSY)?;
        sql.pragma_update(None, "journal_mode", "wal")?;
        sql.pragma_update(None, "synchronous", "full")?;
        let opening = sql.transaction_with_behavior(TransactionBehavior::Immediate)?;
        schema::prepare(&opening)?;
        let seal = Arc::new(seal::of(&opening)?);
        let running: Vec<(i64, String, String, Option<String>)> = opening
            .prepare("SELECT number, endpoint, at, run FROM operation WHERE outcome IS NULL")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
            .collect::<Result<_, _>>()?;
        for (number, endpoint, at, owner) in running {
            if owner.is_some_and(|owner| run.lives(&owner)) {
                continue;
            }
            let outcome = cut_off(&endpoint, &at);
            opening.execute(
                "UPDATE operation SET outcome = ?2, state = ?3 WHERE number = ?1",
                params![number, serde_json::to_string(&outcome)?, state(&outcome)],
            )?;
        }
        opening.commit()?;
        run.sweep();
        Ok(Journal { sql: Mutex::new(sql), run, seal })
    }

    /// What personal data and hashes are sealed with; its key is in the journal.
    pub(crate) fn seal(&self) -> Arc<Seal> {
        Arc::clone(&self.seal)
    }

    /// Puts the intent on disk, unless the journal knows better.
    pub(crate) fn claim(&self, intent: &Intent<'_>) -> Result<Claim, JournalError> {
        let mut sql = locked(&self.sql);
        let claiming = sql.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let known: Option<(String, Option<String>)> = claiming
            .query_row("SELECT hash, outcome FROM operation WHERE id = ?1", [&intent.id.0], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()?;
        if let Some((hash, outcome)) = known {
            return Ok(if hash == intent.hash { Claim::Same(outcome) } else { Claim::Reused });
        }
        let open: Option<(String, String, Option<String>)> = claiming
            .query_row(
                "SELECT id, at, outcome FROM operation WHERE connection = ?1 AND target = ?2 AND state <> 'done'",
                params![intent.connection.0, intent.target],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )
            .optional()?;
        if let Some((id, at, outcome)) = open {
            match (outcome, intent.supersedes) {
                (Some(outcome), Some(old)) if old.0 == id => {
                    // Reading on for the old one would take the new one's effect for its own.
                    let given_up = row::given_up(&outcome)?;
                    claiming.execute(
                        "UPDATE operation SET state = 'done', outcome = ?2 WHERE id = ?1",
                        params![id, given_up],
                    )?;
                }
                (outcome, _) => return Ok(Claim::Busy { at, lost: outcome.is_some() }),
            }
        }
        claiming.execute(
            "INSERT INTO operation (id, hash, connection, endpoint, target, place, at, subject, draft, before, run, state)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'intent')",
            params![
                intent.id.0,
                intent.hash,
                intent.connection.0,
                intent.endpoint,
                intent.target,
                intent.place,
                intent.at,
                intent.subject,
                intent.draft,
                intent.before,
                self.run.id()
            ],
        )?;
        claiming.commit()?;
        Ok(Claim::New)
    }

    /// About to send: what is there now is on disk, as what the change started from.
    pub(crate) fn sending(&self, id: &OperationId, before: Option<&str>) -> Result<(), JournalError> {
        let sql = "UPDATE operation SET state = 'sent', before = ?2 WHERE id = ?1";
        self.update(sql, params![id.0, before])
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
    pub(crate) fn conclude(&self, id: &OperationId, outcome: &AnyOutcome) -> Result<(), JournalError> {
        let json = serde_json::to_string(outcome)?;
        let sql = "UPDATE operation SET state = ?2, outcome = ?3 WHERE id = ?1";
        self.update(sql, params![id.0, state(outcome), json])
    }

    /// What a person found out elsewhere.
    pub(crate) fn close(
        &self,
        id: &OperationId,
        outcome: &AnyOutcome,
        note: &str,
    ) -> Result<(), JournalError> {
        let json = serde_json::to_string(outcome)?;
        let sql = "UPDATE operation SET state = 'done', outcome = ?2, note = ?3 WHERE id = ?1";
        self.update(sql, params![id.0, json, note])
    }

    /// How far an operation is that is known and not carried out here.
    pub(crate) fn told(&self, id: &OperationId) -> Result<Told, JournalError> {
        let sql = "SELECT outcome, run FROM operation WHERE id = ?1";
        let (outcome, run): (Option<String>, Option<String>) =
            locked(&self.sql).query_row(sql, [&id.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(match (outcome, run) {
            (Some(outcome), _) => Told::Outcome(outcome),
            (None, Some(run)) if run != self.run.id() && self.run.lives(&run) => Told::Elsewhere,
            _ => Told::CutOff,
        })
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
        let sql = locked(&self.sql);
        let mut query = sql.prepare(&format!("SELECT {} FROM operation {which}", row::COLUMNS))?;
        let mut found = query.query([value])?;
        let mut rows = Vec::new();
        while let Some(row) = found.next()? {
            rows.push(Row::read(row)?);
        }
        Ok(rows)
    }

    fn update(&self, sql: &str, values: &[&dyn rusqlite::ToSql]) -> Result<(), JournalError> {
        let changed = locked(&self.sql).execute(sql, values)?;
        if changed == 1 { Ok(()) } else { Err(rusqlite::Error::StatementChangedRows(changed).into()) }
    }
}

/// Whether an operation with this outcome waits for anything.
fn state(outcome: &AnyOutcome) -> &'static str {
    if matches!(outcome, Outcome::Unknown { given_up: false, .. }) { "sent" } else { "done" }
}

#[cfg(test)]
mod tests;
