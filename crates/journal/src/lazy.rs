//! Writes that need not wait for the disk.
//!
//! A sync takes every earlier commit to the disk with it. So an intent, of which nothing is sent before what [`Journal::sending`]
//! commits is on disk, and the answer to a change that the read back proves anyway cost no sync of their own; and changes that are
//! made at the same time wait for one sync together ([`Journal::on_disk`]). Other programs at the journal see a commit at once, and
//! a Tapline that is killed loses none: only a computer without power does.

use std::ops::{Deref, DerefMut};
use std::sync::MutexGuard;

use rusqlite::{Connection as Sql, ToSql, params};
use tapline_contract::Class;
use tapline_contract::history::OperationId;
use tapline_platform::sync::locked;

use super::{Committed, Journal, JournalError};

/// The journal while its commits are not synced.
pub(super) struct Lazy<'a>(MutexGuard<'a, Sql>);

impl Deref for Lazy<'_> {
    type Target = Sql;

    fn deref(&self) -> &Sql {
        &self.0
    }
}

impl DerefMut for Lazy<'_> {
    fn deref_mut(&mut self) -> &mut Sql {
        &mut self.0
    }
}

impl Drop for Lazy<'_> {
    fn drop(&mut self) {
        // A commit whose loss would matter is flushed once more and has to succeed.
        let _ = wait_for_disk(&self.0);
    }
}

/// From here on a commit is on disk when it returns.
fn wait_for_disk(sql: &Sql) -> Result<(), JournalError> {
    Ok(sql.pragma_update(None, "synchronous", "full")?)
}

impl Journal {
    pub(super) fn lazily(&self) -> Result<Lazy<'_>, JournalError> {
        let sql = locked(&self.sql);
        sql.pragma_update(None, "synchronous", "normal")?;
        Ok(Lazy(sql))
    }

    /// The service answered; `answer` when it was a success. Of a change whose proof may be the answer alone it is on disk when
    /// this returns.
    pub fn answered(
        &self,
        id: &OperationId,
        class: Class,
        answer: Option<&str>,
        request_id: Option<&str>,
    ) -> Result<(), JournalError> {
        let sql = "UPDATE operation SET answer = ?2, request_id = ?3 WHERE id = ?1";
        let values = params![id.0, answer, request_id];
        if !matches!(class, Class::Absolute | Class::Delete) {
            return self.update(sql, values);
        }
        // On disk with the outcome.
        self.commit(sql, values).map(|_| ())
    }

    /// Changes one row and does not wait for the disk.
    pub(super) fn commit(&self, sql: &str, values: &[&dyn ToSql]) -> Result<Committed, JournalError> {
        let changed = self.lazily()?.execute(sql, values)?;
        if changed != 1 {
            return Err(rusqlite::Error::StatementChangedRows(changed).into());
        }
        // A row in a file that is no longer at its path counts as not written.
        self.place.check()?;
        Ok(self.disk.committed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cut::not_begun;

    const FULL: i64 = 2;

    fn synchronous(sql: &Sql) -> i64 {
        sql.pragma_query_value(None, "synchronous", |row| row.get(0)).unwrap()
    }

    #[test]
    fn only_what_is_asked_for_is_written_lazily() {
        let folder = tempfile::tempdir().unwrap();
        let journal =
            Journal::open(&folder.path().join("journal.db"), |endpoint, _, _| not_begun(endpoint)).unwrap();
        assert_eq!(synchronous(&locked(&journal.sql)), FULL);
        let mut lazy = journal.lazily().unwrap();
        assert!(synchronous(&lazy) < FULL);
        // Also after a transaction that was not committed.
        drop(lazy.transaction().unwrap());
        drop(lazy);
        assert_eq!(synchronous(&locked(&journal.sql)), FULL);
    }
}
