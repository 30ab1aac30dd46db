//! The journal of changes: what was intended, sent, answered and found, in one database file.
//!
//! It is what makes a change happen at most once: an intent is on disk (synced) before the first byte is sent, its operation
//! id is unique, and one target has one open change, also between two Taplines at the same file. It holds no token, no
//! secret and no personal data that can be read ([`Seal`]). Its calls block for a disk sync at most, and those of a change do
//! not: they commit, and [`Journal::on_disk`] waits. It sends nothing and judges nothing; the sandbox is the only other crate
//! with a database.

mod archive;
mod audit;
mod claim;
mod cut;
mod disk;
mod journal_files;
mod lazy;
mod listed;
mod row;
mod run;
mod schema;
mod seal;
mod watch;
mod window;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rusqlite::{Connection as Sql, ErrorCode, OptionalExtension as _, TransactionBehavior, params};
use serde::Serialize;
use tapline_contract::connection::ConnectionId;
use tapline_contract::history::{AnyOutcome, OperationId};
use tapline_contract::seal::Seal;
use tapline_contract::{Class, Outcome};
use tapline_platform::files;
use tapline_platform::sync::locked;

pub use self::archive::{Archive, ArchiveError};
pub use self::audit::Audit;
pub use self::claim::{Claim, Intent, OperationState};
pub use self::cut::{cut_off, cut_off_failure, not_begun};
pub use self::disk::Committed;
use self::disk::Disk;
use self::journal_files::JournalFiles;
pub use self::row::JournalRow;
use self::run::Run;
pub use self::watch::Kept;
pub use self::window::{Listed, WindowError};

#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error(transparent)]
    File(#[from] std::io::Error),
    #[error(transparent)]
    Database(rusqlite::Error),
    #[error("another Tapline has kept it locked for {} seconds", files::longest_wait().as_secs())]
    Busy,
    #[error(transparent)]
    Text(#[from] serde_json::Error),
    #[error("it was written by a newer Tapline")]
    Newer,
    #[error("the operating system gives no random numbers")]
    Random,
    #[error("it was moved, replaced or deleted while Tapline was running")]
    Moved,
}

impl From<rusqlite::Error> for JournalError {
    fn from(error: rusqlite::Error) -> JournalError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => JournalError::Busy,
            _ => JournalError::Database(error),
        }
    }
}

pub struct Journal {
    path: PathBuf,
    sql: Mutex<Sql>,
    /// For long reads of the history, which make no change wait.
    reader: Mutex<Sql>,
    disk: Disk,
    run: Run,
    place: JournalFiles,
    seal: Arc<Seal>,
    cut_off: CutOff,
}

/// Progress of an operation when its Tapline ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// [`Journal::sending`] was not passed: no byte of the call left this computer.
    Intent,
    Sending,
}

/// The outcome of an operation whose Tapline is gone, from its endpoint and the time of its intent.
type CutOff = Box<dyn Fn(&str, &str, Reached) -> AnyOutcome + Send + Sync>;

impl Journal {
    /// Operations whose Tapline is gone get their outcome from `cut_off`.
    pub fn open(
        path: &Path,
        cut_off: impl Fn(&str, &str, Reached) -> AnyOutcome + Send + Sync + 'static,
    ) -> Result<Journal, JournalError> {
        // The -wal and -shm files get its mode.
        files::make_private(path)?;
        let found = journal_files::identity(path)?;
        let mut sql = Sql::open(path)?;
        sql.busy_timeout(files::longest_wait())?;
        schema::write_ahead(&sql)?;
        sql.pragma_update(None, "synchronous", "full")?;
        // Kept statements are not planned anew for each value.
        sql.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        let opening = sql.transaction_with_behavior(TransactionBehavior::Immediate)?;
        schema::prepare(&opening)?;
        let seal = Arc::new(seal::read_or_create(&opening)?);
        // Within the transaction: another Tapline that starts now does not sweep what this one has not locked yet.
        let run = Run::begin(&path.with_file_name("runs"))?;
        run.sweep();
        let cut_off: CutOff = Box::new(cut_off);
        cut_dead(&opening, &run, &cut_off)?;
        opening.commit()?;
        let place = JournalFiles::open(path)?;
        if journal_files::identity(path)? != found {
            return Err(JournalError::Moved);
        }
        let disk = Disk::open(path)?;
        let reader = window::reader(path)?;
        Ok(Journal {
            path: path.to_owned(),
            sql: Mutex::new(sql),
            reader: Mutex::new(reader),
            disk,
            run,
            place,
            seal,
            cut_off,
        })
    }

    /// Seals personal data and hashes; its key is in the journal.
    pub fn seal(&self) -> Arc<Seal> {
        Arc::clone(&self.seal)
    }

    /// Writes the intent down, unless the journal knows better. It is on disk with what [`Journal::sending`] commits, before a byte
    /// is sent.
    pub fn claim(&self, intent: &Intent<'_>) -> Result<Claim, JournalError> {
        self.place.check()?;
        let mut sql = self.lazily()?;
        let claiming = sql.transaction_with_behavior(TransactionBehavior::Immediate)?;
        cut_dead(&claiming, &self.run, &self.cut_off)?;
        let known: Option<(String, Option<String>)> = claiming
            .query_row("SELECT hash, outcome FROM operation WHERE id = ?1", [&intent.id.0], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()?;
        let known = match known {
            None => archive::archived(&claiming, &intent.id.0)?.map(|(hash, outcome)| (hash, Some(outcome))),
            known => known,
        };
        if let Some((hash, outcome)) = known {
            return Ok(if hash == intent.hash { Claim::Same(outcome) } else { Claim::Reused });
        }
        let open: Vec<(String, String, Option<String>)> = claiming
            .prepare(
                "SELECT id, at, outcome FROM operation
                 WHERE (connection = ?1 OR service = ?2) AND target = ?3 AND state <> 'done'",
            )?
            .query_map(params![intent.connection.0, intent.service, intent.target], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?
            .collect::<Result<_, _>>()?;
        for (id, at, outcome) in open {
            let named = outcome.is_some() && intent.supersedes.is_some_and(|old| old.0 == id);
            if !named {
                // The record of a cut-off change is kept, also when this change doesn't go on.
                claiming.commit()?;
                return Ok(Claim::Busy { open: OperationId(id), at, lost: outcome.is_some() });
            }
        }
        claiming.execute(
            "INSERT INTO operation
             (id, hash, connection, service, endpoint, target, place, at, subject, draft, before, supersedes, run, account, owner, bearer, state)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, 'intent')",
            params![
                intent.id.0,
                intent.hash,
                intent.connection.0,
                intent.service,
                intent.endpoint,
                intent.target,
                intent.place,
                intent.at,
                intent.subject,
                intent.draft,
                intent.before,
                intent.supersedes.map(|old| &old.0),
                self.run.id(),
                account(),
                intent.owner,
                intent.bearer
            ],
        )?;
        claiming.commit()?;
        Ok(Claim::New)
    }

    /// Marks an operation as about to be sent: the record as it is now is committed, as the start of the change. An operation that this one
    /// does not wait for is given up: further reads for it would attribute this change's effect to it.
    ///
    /// Nothing may be sent before it is on disk, or when it fails. It also fails when another Tapline took this one for gone and gave the operation its
    /// outcome, and when what was written is not at the journal's path.
    pub fn sending(&self, id: &OperationId, before: Option<&str>) -> Result<Committed, JournalError> {
        let mut sql = self.lazily()?;
        let sending = sql.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let changed = sending.execute(
            "UPDATE operation SET state = 'sent', before = ?2 WHERE id = ?1 AND outcome IS NULL",
            params![id.0, before],
        )?;
        if changed != 1 {
            return Err(rusqlite::Error::StatementChangedRows(changed).into());
        }
        let old: Option<(String, String)> = sending
            .query_row(
                "SELECT old.id, old.outcome FROM operation AS new JOIN operation AS old ON old.id = new.supersedes
                 WHERE new.id = ?1 AND old.state <> 'done' AND old.outcome IS NOT NULL",
                [&id.0],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()?;
        if let Some((old, outcome)) = old {
            sending.execute(
                "UPDATE operation SET state = 'done', outcome = ?2, superseded_by = ?3 WHERE id = ?1",
                params![old, row::given_up(&outcome)?, id.0],
            )?;
        }
        sending.commit()?;
        self.place.check()?;
        Ok(self.disk.committed())
    }

    /// Stores the owner of the token that an operation was sent with, once known.
    pub fn owned(&self, id: &OperationId, owner: &str) -> Result<(), JournalError> {
        let sql = "UPDATE operation SET owner = ?2 WHERE id = ?1 AND owner IS NULL";
        locked(&self.sql).execute(sql, params![id.0, owner])?;
        Ok(())
    }

    /// An outcome that waits for nothing closes the operation, also an unknown one that was given up, except for what could happen
    /// twice: that waits until a person goes on over it or closes it.
    pub fn conclude<V: Serialize, R: Serialize>(
        &self,
        id: &OperationId,
        class: Class,
        outcome: &Outcome<V, R>,
    ) -> Result<Committed, JournalError> {
        let json = serde_json::to_string(outcome)?;
        let sql = "UPDATE operation SET state = ?2, outcome = ?3 WHERE id = ?1 AND outcome IS NULL";
        self.commit(sql, params![id.0, state(class, outcome), json])
    }

    /// Stores the finding of one more read of an operation whose outcome was `known`. A result that someone else found meanwhile isn't
    /// overwritten.
    pub fn settle<V: Serialize, R: Serialize>(
        &self,
        row: &JournalRow,
        class: Class,
        outcome: &Outcome<V, R>,
    ) -> Result<(), JournalError> {
        let json = serde_json::to_string(outcome)?;
        let sql = "UPDATE operation SET state = ?2, outcome = ?3 WHERE id = ?1 AND outcome IS ?4 AND superseded_by IS NULL";
        let values = params![row.operation.0, state(class, outcome), json, row.outcome_text];
        locked(&self.sql).execute(sql, values)?;
        Ok(())
    }

    /// Writes down what a person found out elsewhere about an operation of unknown outcome.
    pub fn close(&self, row: &JournalRow, outcome: &AnyOutcome, note: &str) -> Result<(), JournalError> {
        let json = serde_json::to_string(outcome)?;
        let sql =
            "UPDATE operation SET state = 'done', outcome = ?2, note = ?3 WHERE id = ?1 AND outcome IS ?4";
        self.update(sql, params![row.operation.0, json, note, row.outcome_text])
    }

    /// Progress of an operation that is known and not carried out here.
    pub fn operation_state(&self, id: &OperationId) -> Result<OperationState, JournalError> {
        cut_dead(&locked(&self.sql), &self.run, &self.cut_off)?;
        let sql = "SELECT outcome, run FROM operation WHERE id = ?1";
        let (outcome, run): (Option<String>, Option<String>) =
            locked(&self.sql).query_row(sql, [&id.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(match (outcome, run) {
            (Some(outcome), _) => OperationState::Outcome(outcome),
            (None, Some(run)) if run != self.run.id() && self.run.lives(&run) => OperationState::Elsewhere,
            _ => OperationState::CutOff,
        })
    }

    pub fn get(&self, id: &OperationId) -> Result<Option<JournalRow>, JournalError> {
        row::one(&locked(&self.sql), &id.0)
    }

    /// Settled operations of a target since then, newest first; what became of them is for the caller to read.
    pub fn refused(&self, service: &str, target: &str, since: &str) -> Result<Vec<JournalRow>, JournalError> {
        let sql = locked(&self.sql);
        let text = format!(
            "SELECT {} FROM operation WHERE service = ?1 AND target = ?2 AND at >= ?3 AND state = 'done' \
             AND json_type(outcome, '$.notApplied') IS NOT NULL ORDER BY number DESC",
            row::COLUMNS
        );
        let mut query = sql.prepare_cached(&text)?;
        let mut found = query.query([service, target, since])?;
        let mut rows = Vec::new();
        while let Some(row) = found.next()? {
            rows.push(JournalRow::read(row)?);
        }
        Ok(rows)
    }

    /// Operations of unknown outcome that are still being settled.
    pub fn unsettled(&self, connection: &ConnectionId) -> Result<Vec<OperationId>, JournalError> {
        let sql = locked(&self.sql);
        let mut open = sql.prepare_cached(
            "SELECT id FROM operation WHERE connection = ?1 AND state <> 'done' AND outcome IS NOT NULL",
        )?;
        let found = open.query_map([&connection.0], |row| row.get(0).map(OperationId))?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    fn update(&self, sql: &str, values: &[&dyn rusqlite::ToSql]) -> Result<(), JournalError> {
        let changed = locked(&self.sql).execute(sql, values)?;
        if changed != 1 {
            return Err(rusqlite::Error::StatementChangedRows(changed).into());
        }
        // A row in a file that is no longer at its path counts as not written.
        self.place.check()
    }
}

/// Operating system account of this Tapline, as the system reports it to its programs.
fn account() -> Option<String> {
    let names = ["USER", "LOGNAME", "USERNAME"];
    names.into_iter().find_map(|name| std::env::var(name).ok().filter(|account| !account.is_empty()))
}

/// Writes an outcome for each operation whose Tapline is gone.
fn cut_dead(sql: &Sql, run: &Run, cut_off: &CutOff) -> Result<(), JournalError> {
    let running: Vec<(i64, String, String, Option<String>, Reached)> = sql
        .prepare_cached(
            "SELECT number, endpoint, at, run, state = 'intent' FROM operation WHERE outcome IS NULL",
        )?
        .query_map([], |row| {
            let reached = if row.get(4)? { Reached::Intent } else { Reached::Sending };
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, reached))
        })?
        .collect::<Result<_, _>>()?;
    for (number, endpoint, at, owner, reached) in running {
        if owner.is_some_and(|owner| run.lives(&owner)) {
            continue;
        }
        let outcome = cut_off(&endpoint, &at, reached);
        // For money and everything else alike: a change that may have been sent waits for a read.
        sql.execute(
            "UPDATE operation SET outcome = ?2, state = ?3 WHERE number = ?1 AND outcome IS NULL",
            params![number, serde_json::to_string(&outcome)?, state(Class::Effect, &outcome)],
        )?;
    }
    Ok(())
}

/// State of an operation with this outcome, by which it still holds its target or not.
fn state<V, R>(class: Class, outcome: &Outcome<V, R>) -> &'static str {
    match outcome {
        Outcome::Unknown { given_up: false, .. } => "sent",
        // These could happen twice: a person closes them by hand.
        Outcome::Unknown { given_up: true, .. }
            if matches!(class, Class::Money | Class::Create | Class::Effect) =>
        {
            "sent"
        }
        _ => "done",
    }
}

#[cfg(test)]
mod archiving;
#[cfg(test)]
mod filled;
#[cfg(test)]
mod many;
#[cfg(test)]
mod tests;
