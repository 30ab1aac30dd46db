//! Writes that need not wait for the disk.
//!
//! A commit that is synced takes every earlier one to the disk with it. So an intent, of which nothing is sent before
//! [`Journal::sending`] is synced, and the answer to a change that its read back tells anyway cost no sync of their own. Other
//! programs at the journal see them at once, and a Tapline that is killed loses none: only a computer without power does.

use std::ops::{Deref, DerefMut};
use std::sync::MutexGuard;

use rusqlite::{Connection as Sql, params};
use tapline_contract::Class;
use tapline_contract::history::OperationId;

use super::{Journal, JournalError};
use crate::sync::locked;

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
        // Where a lost commit would matter, it is asked for once more and has to succeed.
        let _ = wait_for_disk(&self.0);
    }
}

/// From here on a commit is on disk when it returns.
pub(super) fn wait_for_disk(sql: &Sql) -> Result<(), JournalError> {
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
    pub(crate) fn answered(
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
        let changed = self.lazily()?.execute(sql, values)?;
        if changed != 1 {
            return Err(rusqlite::Error::StatementChangedRows(changed).into());
        }
        self.place.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::not_begun;

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
