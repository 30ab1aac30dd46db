//! Last sight of each configuration of a connection, and a person's approval. Only the latest row of each, so the table is as
//! large as the lists of configurations are. Apart from the operations: nothing here is ever sent.

use rusqlite::{OptionalExtension as _, params};
use tapline_contract::connection::ConnectionId;
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_platform::sync::locked;

use super::{Journal, JournalError, account};

pub(super) const TABLE: &str = "
    CREATE TABLE seen (
        connection TEXT NOT NULL,
        id TEXT NOT NULL,
        record TEXT NOT NULL,     -- JSON
        at TEXT NOT NULL,         -- when it was last seen so
        found_at TEXT,            -- when something else was first seen, which nobody has looked at yet
        PRIMARY KEY (connection, id)
    ) STRICT;
    CREATE TABLE approved (
        connection TEXT NOT NULL,
        id TEXT NOT NULL,
        record TEXT NOT NULL,     -- JSON
        at TEXT NOT NULL,
        account TEXT,             -- of the operating system
        note TEXT NOT NULL,
        PRIMARY KEY (connection, id)
    ) STRICT;
";

/// A record that is remembered, and since when.
#[derive(Clone, Debug)]
pub struct Kept {
    pub record: EmvConfig,
    /// RFC 3339, UTC.
    pub at: String,
    /// Moment of a later difference from the seen record. RFC 3339, UTC.
    pub found_at: Option<String>,
    /// Account of the approval.
    pub account: Option<String>,
    pub note: String,
}

impl Journal {
    pub fn seen(&self, connection: &ConnectionId, id: &EmvId) -> Result<Option<Kept>, JournalError> {
        let sql = "SELECT record, at, found_at, NULL, '' FROM seen WHERE connection = ?1 AND id = ?2";
        self.kept(sql, connection, id)
    }

    pub fn approved(&self, connection: &ConnectionId, id: &EmvId) -> Result<Option<Kept>, JournalError> {
        let sql = "SELECT record, at, NULL, account, note FROM approved WHERE connection = ?1 AND id = ?2";
        self.kept(sql, connection, id)
    }

    /// `None` also for a record of an older Tapline that cannot be read any more.
    fn kept(&self, sql: &str, connection: &ConnectionId, id: &EmvId) -> Result<Option<Kept>, JournalError> {
        let row = locked(&self.sql)
            .prepare_cached(sql)?
            .query_row(params![connection.0, id.to_string()], |row| {
                let record: String = row.get(0)?;
                Ok((record, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
            })
            .optional()?;
        Ok(row.and_then(|(record, at, found_at, account, note)| {
            let record = serde_json::from_str(&record).ok()?;
            Some(Kept { record, at, found_at, account, note })
        }))
    }

    /// Remembers records as seen, those of one connection in one step. The sandbox inside Tapline has a connection of its own
    /// each time; of earlier ones nothing is kept.
    pub fn saw(
        &self,
        connection: &ConnectionId,
        records: &[(&EmvConfig, &str, Option<&str>)],
    ) -> Result<(), JournalError> {
        let mut sql = self.lazily()?;
        let writing = sql.transaction()?;
        if connection.0.starts_with("sandbox-") {
            for table in ["seen", "approved"] {
                let old =
                    format!("DELETE FROM {table} WHERE connection LIKE 'sandbox-%' AND connection <> ?1");
                writing.execute(&old, [&connection.0])?;
            }
        }
        for (record, at, found_at) in records {
            writing.prepare_cached("INSERT OR REPLACE INTO seen (connection, id, record, at, found_at) VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(
                params![connection.0, record.id.to_string(), serde_json::to_string(record)?, at, found_at],
            )?;
        }
        Ok(writing.commit()?)
    }

    /// Remembers a record as approved; it is on disk when this returns.
    pub fn approve(
        &self,
        connection: &ConnectionId,
        record: &EmvConfig,
        at: &str,
        note: &str,
    ) -> Result<(), JournalError> {
        locked(&self.sql).execute(
            "INSERT OR REPLACE INTO approved (connection, id, record, at, account, note) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![connection.0, record.id.to_string(), serde_json::to_string(record)?, at, account(), note],
        )?;
        Ok(())
    }

    /// Forgets what was seen and approved over a connection that is removed: its id never comes back.
    pub fn forget_sights(&self, connection: &ConnectionId) -> Result<(), JournalError> {
        let sql = locked(&self.sql);
        sql.execute("DELETE FROM seen WHERE connection = ?1", [&connection.0])?;
        sql.execute("DELETE FROM approved WHERE connection = ?1", [&connection.0])?;
        Ok(())
    }

    pub fn forget_approval(&self, connection: &ConnectionId, id: &EmvId) -> Result<(), JournalError> {
        let sql = "DELETE FROM approved WHERE connection = ?1 AND id = ?2";
        locked(&self.sql).execute(sql, params![connection.0, id.to_string()])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection as Sql;

    use super::*;
    use crate::cut::not_begun;

    #[test]
    fn the_fourth_version_is_taken_over_and_keeps_what_is_seen_and_approved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.db");
        let open = || Journal::open(&path, |endpoint, _, _| not_begun(endpoint)).unwrap();
        drop(open());
        let old = Sql::open(&path).unwrap();
        old.execute_batch(crate::tests::UNLISTED).unwrap();
        old.execute_batch("DROP TABLE seen; DROP TABLE approved; PRAGMA user_version = 4;").unwrap();
        drop(old);
        let (connection, id) = (ConnectionId("c".to_owned()), EmvId::parse("7").unwrap());
        let record = serde_json::from_str(r#"{"id":7,"params":"{}"}"#).unwrap();
        {
            let journal = open();
            assert!(journal.seen(&connection, &id).unwrap().is_none());
            journal.saw(&connection, &[(&record, "t1", Some("t2"))]).unwrap();
            journal.approve(&connection, &record, "t3", "as agreed").unwrap();
        }
        let journal = open();
        let seen = journal.seen(&connection, &id).unwrap().unwrap();
        assert_eq!(
            (seen.record, seen.at.as_str(), seen.found_at.as_deref()),
            (record.clone(), "t1", Some("t2"))
        );
        let approved = journal.approved(&connection, &id).unwrap().unwrap();
        assert_eq!((approved.record, approved.note.as_str()), (record.clone(), "as agreed"));
        journal.forget_approval(&connection, &id).unwrap();
        assert!(journal.approved(&connection, &id).unwrap().is_none());
        // Nothing is kept of a sandbox that is gone.
        let [old, new] = ["sandbox-1", "sandbox-2"].map(|id| ConnectionId(id.to_owned()));
        journal.saw(&old, &[(&record, "t1", None)]).unwrap();
        journal.saw(&new, &[(&record, "t1", None)]).unwrap();
        journal.forget_sights(&connection).unwrap();
        assert!(journal.seen(&connection, &id).unwrap().is_none(), "the connection was removed");
        assert!(journal.seen(&old, &id).unwrap().is_none() && journal.seen(&new, &id).unwrap().is_some());
    }
}
