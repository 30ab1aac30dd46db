//! Archives: settled changes older than a date, moved into a file of their own that can be verified and read like the history.
//!
//! An archive is a database with the journal's own tables. Its hash is over every change in it and over the hash of the archive before,
//! so archives of one journal are a chain; the journal remembers hash, date and number of each. Invariant: nothing is deleted before the
//! archive is on disk, under its name, and verified. A kill in between leaves changes in both, and the next archive takes them again.
//!
//! A journal keeps what may still be needed: every unsettled change, what an open change supersedes, and of each configuration the last
//! applied change that has the record, by which it can be undone. Of every archived operation it keeps id, hash and outcome, so that a
//! repeated id is answered and sends nothing.

use std::io;
use std::path::Path;

use ring::digest::{Context, SHA256};
use rusqlite::types::ValueRef;
use rusqlite::{Connection as Sql, OpenFlags, OptionalExtension as _, TransactionBehavior, params};
use tapline_contract::connection::ConnectionId;
use tapline_contract::history::{HistoryPage, HistoryPlace, JournalSize, MOST_CHANGES};
use tapline_platform::files;
use tapline_platform::sync::locked;
use tapline_platform::words::hex;
use tempfile::NamedTempFile;

use super::{Journal, JournalError, listed, schema};

/// Changes that are deleted in one transaction, so that no change of another waits long.
const AT_ONCE: u32 = 500;

/// The journal's side: archives that were made, and the operations in them.
pub(super) const TABLE: &str = "
    CREATE TABLE archive (
        number INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        before TEXT NOT NULL,     -- changes in it are older
        changes INTEGER NOT NULL,
        earlier TEXT NOT NULL,    -- hash of the archive before
        hash TEXT NOT NULL
    ) STRICT;
    CREATE TABLE archived (
        id TEXT PRIMARY KEY,
        hash TEXT NOT NULL,
        outcome TEXT NOT NULL     -- JSON, without the record
    ) STRICT, WITHOUT ROWID;
";

/// Tables of an archive whose rows its hash is over.
const HASHED: [&str; 2] = ["operation", "audit"];

/// Settled changes and looks older than `?1`, and nothing that may still be needed.
const CHOSEN: &str = "
    CREATE TEMP TABLE chosen AS SELECT id FROM live.listed WHERE at < ?1 AND outcome NOT IN ('Unknown', 'On its way')
        AND id NOT IN (
            SELECT id FROM (
                SELECT listed.id,
                    row_number() OVER (PARTITION BY listed.connection, config ORDER BY listed.at DESC, listed.number DESC) AS place
                FROM live.listed JOIN live.operation ON operation.id = listed.id
                WHERE config IS NOT NULL AND listed.outcome = 'Applied'
                    AND json_type(operation.outcome, '$.applied.record') = 'object'
            ) WHERE place = 1
        )
        AND id NOT IN (SELECT id FROM live.operation WHERE state <> 'done')
        AND id NOT IN (SELECT supersedes FROM live.operation WHERE state <> 'done' AND supersedes IS NOT NULL)
";

#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("a file with this name exists")]
    Exists,
    #[error("it isn't an archive of a journal")]
    NoArchive,
    #[error("it was changed after it was written")]
    Changed,
}

impl From<rusqlite::Error> for ArchiveError {
    fn from(error: rusqlite::Error) -> ArchiveError {
        ArchiveError::Journal(error.into())
    }
}

impl From<io::Error> for ArchiveError {
    fn from(error: io::Error) -> ArchiveError {
        ArchiveError::Journal(error.into())
    }
}

/// An archive whose hash was verified.
pub struct Archive {
    sql: Sql,
    hash: String,
}

impl Journal {
    /// Number of changes, bytes on disk, and archives so far.
    pub fn size(&self) -> Result<JournalSize, JournalError> {
        let reader = locked(&self.reader);
        let number = |sql: &str| reader.query_row(sql, [], |row| row.get::<_, i64>(0));
        let pages = number("SELECT page_count FROM pragma_page_count")?;
        let each = number("SELECT page_size FROM pragma_page_size")?;
        let oldest = reader.query_row("SELECT min(at) FROM listed", [], |row| row.get(0))?;
        let positive = |number: i64| u64::try_from(number).unwrap_or_default();
        Ok(JournalSize {
            changes: positive(number("SELECT count(*) FROM listed")?),
            bytes: positive(pages.saturating_mul(each)),
            oldest,
            archived: positive(number("SELECT count(*) FROM archived")?),
        })
    }

    /// Moves what is settled and older than `before` into a new file. Returns how many changes went; with none there is no file.
    pub fn archive(&self, before: &str, file: &Path, now: &str) -> Result<u64, ArchiveError> {
        self.place.check()?;
        if file.exists() {
            return Err(ArchiveError::Exists);
        }
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let writing = NamedTempFile::new_in(folder)?;
        let Some((changes, earlier, hash)) = write(&self.path, writing.path(), before, now)? else {
            return Ok(0);
        };
        // On disk, under its name, and read back before anything is deleted.
        writing.as_file().sync_all()?;
        writing.persist_noclobber(file).map_err(|refused| match refused.error.kind() {
            io::ErrorKind::AlreadyExists => ArchiveError::Exists,
            _ => refused.error.into(),
        })?;
        #[cfg(unix)]
        std::fs::File::open(folder)?.sync_all()?;
        let archive = Archive::open(file)?;
        if archive.hash != hash {
            return Err(ArchiveError::Changed);
        }
        let mut sql = Sql::open(&self.path)?;
        sql.busy_timeout(files::longest_wait())?;
        sql.pragma_update(None, "synchronous", "full")?;
        sql.execute(
            "INSERT INTO archive (at, before, changes, earlier, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![now, before, changes, earlier, hash],
        )?;
        archive.delete_from(&mut sql)?;
        // Moved changes stay moved, also where the disk has no room to pack the rest.
        let _ = give_back(&sql);
        self.place.check()?;
        Ok(u64::try_from(changes).unwrap_or_default())
    }

    /// Hash and outcome of an operation that was archived.
    pub fn archived(&self, id: &str) -> Result<Option<(String, String)>, JournalError> {
        archived(&locked(&self.sql), id)
    }

    /// True if this journal made an archive with this hash.
    pub fn made(&self, archive: &Archive) -> Result<bool, JournalError> {
        let sql = "SELECT count(*) FROM archive WHERE hash = ?1";
        let many: i64 = locked(&self.reader).query_row(sql, [&archive.hash], |row| row.get(0))?;
        Ok(many > 0)
    }
}

pub(super) fn archived(sql: &Sql, id: &str) -> Result<Option<(String, String)>, JournalError> {
    let mut known = sql.prepare_cached("SELECT hash, outcome FROM archived WHERE id = ?1")?;
    Ok(known.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
}

/// Copies the chosen changes into an empty file. Number of changes, hash of the archive before, and its own; `None` for none.
pub(super) fn write(
    journal: &Path,
    file: &Path,
    before: &str,
    now: &str,
) -> Result<Option<(i64, String, String)>, ArchiveError> {
    let mut sql = Sql::open(file)?;
    // One sync follows when it is whole.
    sql.pragma_update(None, "synchronous", "off")?;
    let making = sql.transaction()?;
    schema::prepare(&making)?;
    making.commit()?;
    sql.execute("ATTACH DATABASE ?1 AS live", [journal.to_string_lossy()])?;
    let copying = sql.transaction()?;
    copying.execute(CHOSEN, [before])?;
    let changes: i64 = copying.query_row("SELECT count(*) FROM temp.chosen", [], |row| row.get(0))?;
    if changes == 0 {
        return Ok(None);
    }
    copying.execute_batch(
        "DROP TRIGGER list_operation; DROP TRIGGER list_outcome; DROP TRIGGER list_answer; DROP TRIGGER list_before;
         DROP TRIGGER unlist_operation; DROP TRIGGER list_look; DROP TRIGGER unlist_look;
         CREATE INDEX archive_by_time ON listed (at);",
    )?;
    for table in ["operation", "audit", "listed"] {
        let columns = columns(&copying, table)?;
        copying.execute(
            &format!(
                "INSERT INTO main.{table} ({columns}) SELECT {columns} FROM live.{table}
                 WHERE id IN (SELECT id FROM temp.chosen) ORDER BY number"
            ),
            [],
        )?;
    }
    let earlier: String = copying
        .query_row("SELECT hash FROM live.archive ORDER BY number DESC LIMIT 1", [], |row| row.get(0))
        .optional()?
        .unwrap_or_default();
    // Hash of the journal's own rows, so that a fault in copying would show.
    let hash = hash(&copying, "live", &earlier, "WHERE id IN (SELECT id FROM temp.chosen)")?;
    copying.execute(
        "INSERT INTO main.archive (at, before, changes, earlier, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![now, before, changes, earlier, hash],
    )?;
    copying.commit()?;
    sql.execute("DETACH DATABASE live", [])?;
    Ok(Some((changes, earlier, hash)))
}

fn columns(sql: &Sql, table: &str) -> Result<String, JournalError> {
    let mut names = sql.prepare("SELECT name FROM pragma_table_info(?1, 'main')")?;
    let names = names.query_map([table], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    Ok(names.join(", "))
}

/// SHA-256 in hex over the hash before and every value of every row, each with its kind and length.
fn hash(sql: &Sql, database: &str, earlier: &str, which: &str) -> Result<String, JournalError> {
    let mut digest = Context::new(&SHA256);
    digest.update(earlier.as_bytes());
    for table in HASHED {
        let columns = columns(sql, table)?;
        let mut rows =
            sql.prepare(&format!("SELECT {columns} FROM {database}.{table} {which} ORDER BY number"))?;
        let many = rows.column_count();
        let mut rows = rows.query([])?;
        let mut value = |kind: u8, bytes: &[u8]| {
            digest.update(&[kind]);
            digest.update(&(bytes.len() as u64).to_le_bytes());
            digest.update(bytes);
        };
        while let Some(row) = rows.next()? {
            for at in 0..many {
                match row.get_ref(at)? {
                    ValueRef::Null => value(0, &[]),
                    ValueRef::Integer(number) => value(1, &number.to_le_bytes()),
                    ValueRef::Real(number) => value(2, &number.to_le_bytes()),
                    ValueRef::Text(text) => value(3, text),
                    ValueRef::Blob(bytes) => value(4, bytes),
                }
            }
        }
        digest.update(table.as_bytes());
    }
    Ok(hex(digest.finish().as_ref()))
}

/// Packs the journal where a quarter of it is free; fewer free pages are used by the next changes. Other writers wait while the rest is
/// copied: measured, 0.65 s for 84 MB, where giving pages back one by one took two minutes.
fn give_back(sql: &Sql) -> Result<(), JournalError> {
    let number = |name: &str| sql.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if number("freelist_count")?.saturating_mul(4) >= number("page_count")? {
        sql.execute_batch("VACUUM")?;
    }
    // Others may be reading: then the log is cut by a later checkpoint.
    let _ = sql.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    Ok(())
}

impl Archive {
    /// Opens an archive for reading, if every change in it is as it was written.
    pub fn open(file: &Path) -> Result<Archive, ArchiveError> {
        let sql =
            Sql::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        let none = |_| ArchiveError::NoArchive;
        let version: i64 = sql.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(none)?;
        if version > schema::VERSION {
            return Err(JournalError::Newer.into());
        }
        let (changes, earlier, hash): (i64, String, String) = sql
            .query_row("SELECT changes, earlier, hash FROM archive", [], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .map_err(none)?;
        let sound: String = sql.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        let listed: i64 = sql.query_row(
            "SELECT count(*) FROM listed WHERE id IN (SELECT id FROM operation UNION ALL SELECT id FROM audit)",
            [],
            |row| row.get(0),
        )?;
        if sound != "ok" || listed != changes || self::hash(&sql, "main", &earlier, "")? != hash {
            return Err(ArchiveError::Changed);
        }
        Ok(Archive { sql, hash })
    }

    /// One page of its history, of one connection or of all.
    pub fn history(
        &self,
        connection: Option<&ConnectionId>,
        before: Option<&HistoryPlace>,
        limit: u32,
    ) -> Result<HistoryPage, JournalError> {
        let limit = limit.min(MOST_CHANGES);
        let mut query = self.sql.prepare_cached(
            "SELECT number, at, id FROM listed
             WHERE (?1 IS NULL OR connection = ?1) AND (?2 IS NULL OR (at, number) < (?2, ?3))
             ORDER BY at DESC, number DESC LIMIT ?4",
        )?;
        let values = params![
            connection.map(|connection| &connection.0),
            before.map(|before| &before.at),
            before.map(|before| before.number),
            limit + 1
        ];
        let found = query.query_map(values, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        listed::page(&self.sql, found.collect::<Result<_, _>>()?, limit)
    }

    /// Deletes its changes from the journal, each only if the journal still has it as the archive does, and remembers their ids.
    fn delete_from(&self, journal: &mut Sql) -> Result<(), JournalError> {
        let mut last = 0;
        loop {
            let mut some = self.sql.prepare_cached(
                "SELECT listed.number, listed.id, operation.outcome FROM listed LEFT JOIN operation ON operation.id = listed.id
                 WHERE listed.number > ?1 ORDER BY listed.number LIMIT ?2",
            )?;
            let some: Vec<(i64, String, Option<String>)> = some
                .query_map(params![last, AT_ONCE], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect::<Result<_, _>>()?;
            let Some((number, _, _)) = some.last() else { return Ok(()) };
            last = *number;
            let deleting = journal.transaction_with_behavior(TransactionBehavior::Immediate)?;
            {
                let mut keep = deleting.prepare_cached(
                    "INSERT OR IGNORE INTO archived (id, hash, outcome)
                     SELECT id, hash, CASE WHEN outcome LIKE '{\"applied\"%' THEN json_set(outcome, '$.applied.record', NULL)
                                           WHEN outcome LIKE '{\"conflict\"%' THEN json_set(outcome, '$.conflict.theirs', NULL)
                                           ELSE outcome END
                     FROM operation WHERE id = ?1 AND outcome = ?2 AND state = 'done'",
                )?;
                let mut change = deleting.prepare_cached(
                    "DELETE FROM operation WHERE id = ?1 AND outcome = ?2 AND state = 'done'",
                )?;
                let mut look = deleting.prepare_cached("DELETE FROM audit WHERE id = ?1")?;
                for (_, id, outcome) in &some {
                    if let Some(outcome) = outcome {
                        keep.execute(params![id, outcome])?;
                        change.execute(params![id, outcome])?;
                    } else {
                        look.execute([id])?;
                    }
                }
            }
            deleting.commit()?;
        }
    }
}
