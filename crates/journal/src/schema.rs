//! The journal's tables, how older ones become them, and its write-ahead log.

use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction};
use tapline_platform::files;

use super::{JournalError, archive, audit, listed, watch};

/// Between two tries.
const PAUSE: Duration = Duration::from_millis(20);

pub(super) const VERSION: i64 = 6;

pub(super) const OPERATION: &str = "
    CREATE TABLE operation (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        hash TEXT NOT NULL,
        connection TEXT NOT NULL,
        endpoint TEXT NOT NULL,
        target TEXT NOT NULL,
        at TEXT NOT NULL,
        subject TEXT NOT NULL,    -- JSON of the path parameter
        draft TEXT NOT NULL,      -- JSON of the body, without secrets, personal data sealed
        before TEXT,              -- JSON of what was there
        state TEXT NOT NULL CHECK (state IN ('intent', 'sent', 'done')),
        answer TEXT,              -- JSON of the service's answer, when it was a success
        request_id TEXT,
        outcome TEXT              -- JSON
    ) STRICT;
    CREATE INDEX open_operation ON operation (connection, target) WHERE state <> 'done';
";

/// From version 1: any endpoint, more than one Tapline, outcomes closed by a person.
const SECOND: &str = "
    ALTER TABLE operation ADD COLUMN place TEXT;  -- where it is read, when neither subject nor draft tell
    ALTER TABLE operation ADD COLUMN run TEXT;    -- the Tapline that carries it out
    ALTER TABLE operation ADD COLUMN note TEXT;   -- of the person who closed it
    ALTER TABLE operation ADD COLUMN service TEXT;        -- address and namespace it was sent to
    ALTER TABLE operation ADD COLUMN supersedes TEXT;     -- the operation that this one does not wait for
    ALTER TABLE operation ADD COLUMN superseded_by TEXT;  -- the operation that did not wait for this one
    CREATE TABLE seal (key BLOB NOT NULL) STRICT;
    UPDATE operation SET before = json_extract(before, '$.record') WHERE before IS NOT NULL;
";

/// From version 2: who did it. Looks at secrets too: [`audit::TABLE`].
const ACCOUNT: &str = "ALTER TABLE operation ADD COLUMN account TEXT;  -- of the operating system";

/// From version 3: whose token a change was sent with.
const FOURTH: &str = "
    ALTER TABLE operation ADD COLUMN owner TEXT;   -- distinguishes the owner, if known
    ALTER TABLE operation ADD COLUMN bearer TEXT;  -- a part of the keyed hash of the token
";

/// From version 4: what was last seen of configurations, and what was approved.
const FIFTH: &str = watch::TABLE;

pub(super) fn prepare(opening: &Transaction<'_>) -> Result<(), JournalError> {
    let version = opening.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))?;
    let third = format!("{}{ACCOUNT}", audit::TABLE);
    // From version 5: a line of the history for each change, an index for everything that is looked for, and archives.
    let sixth = format!("{}{}", listed::table(), archive::TABLE);
    let steps = [OPERATION, SECOND, &third, FOURTH, FIFTH, &sixth];
    let done = usize::try_from(version).map_err(|_| JournalError::Newer)?;
    for step in steps.get(done..).ok_or(JournalError::Newer)? {
        opening.execute_batch(step)?;
    }
    Ok(opening.pragma_update(None, "user_version", VERSION)?)
}

/// Turns the write-ahead log on. While another Tapline does so with a new journal, SQLite refuses at once instead of waiting.
pub(super) fn write_ahead(sql: &Connection) -> Result<(), JournalError> {
    let since = Instant::now();
    loop {
        match sql.pragma_update(None, "journal_mode", "wal").map_err(JournalError::from) {
            Err(JournalError::Busy) if since.elapsed() < files::longest_wait() => thread::sleep(PAUSE),
            turned_on => return turned_on,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use crate::Journal;
    use crate::cut::not_begun;

    #[test]
    fn journals_that_are_begun_at_the_same_moment_are_one() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("journal.db");
            let start = Barrier::new(8);
            let open = || {
                start.wait();
                Journal::open(&path, |endpoint, _, _| not_begun(endpoint)).map(drop)
            };
            let opened = std::thread::scope(|scope| {
                let all = [(); 8].map(|()| scope.spawn(open));
                all.map(|one| one.join().unwrap())
            });
            for one in opened {
                one.unwrap();
            }
        }
    }
}
