//! One sync of the disk for all who wait for one: the items of a plan write at the same time.
//!
//! A commit follows all earlier ones in the write-ahead log; it is on disk when the log was synced since. (A checkpoint syncs
//! the log before it takes anything out of it.) Invariant: a wait ends well only after a sync that began after the commit.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Mutex;

use super::{Journal, JournalError};

/// The log of an open database. Its locks are on other files, so a second handle releases none.
pub(super) struct Disk {
    log: Arc<File>,
    begun: AtomicU64,
    /// Number of the last sync that ended well; `None` after one that failed. The system may then have dropped what it could not
    /// write, and no later sync would tell.
    ended: Mutex<Option<u64>>,
}

const FAILED: &str = "the disk couldn't save earlier changes; restart Tapline";

/// Commits not yet flushed to disk; dependent steps wait for [`Journal::on_disk`].
#[derive(Debug)]
#[must_use = "it is not on disk"]
pub struct Committed {
    /// Syncs that had begun by then.
    begun: u64,
}

impl Disk {
    /// Disk of a database in WAL mode that is open and was written to.
    pub(super) fn open(database: &Path) -> io::Result<Disk> {
        let name = database.file_name().unwrap_or_default().to_string_lossy();
        // For writing: Windows syncs no other handle.
        let log = OpenOptions::new().write(true).open(database.with_file_name(format!("{name}-wal")))?;
        Ok(Disk { log: Arc::new(log), begun: AtomicU64::new(0), ended: Mutex::new(Some(0)) })
    }

    /// Right after a commit.
    pub(super) fn committed(&self) -> Committed {
        Committed { begun: self.begun.load(Ordering::SeqCst) }
    }

    async fn has(&self, committed: Committed) -> io::Result<()> {
        // Whoever waits gets the lock in turn: the first syncs for all behind it.
        let mut ended = self.ended.lock().await;
        let last = ended.ok_or_else(|| io::Error::other(FAILED))?;
        if last > committed.begun {
            return Ok(());
        }
        let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
        let log = Arc::clone(&self.log);
        *ended = None;
        tokio::task::spawn_blocking(move || log.sync_data()).await.map_err(io::Error::other)??;
        *ended = Some(number);
        Ok(())
    }
}

impl Journal {
    /// Waits until what was committed is on disk, at the journal's path.
    pub async fn on_disk(&self, committed: Committed) -> Result<(), JournalError> {
        self.disk.has(committed).await?;
        self.place.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn those_who_wait_share_a_sync_that_began_after_their_commit() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("journal.db-wal"), "log").unwrap();
        let disk = Arc::new(Disk::open(&folder.path().join("journal.db")).unwrap());
        let early = disk.committed();
        disk.has(disk.committed()).await.unwrap();
        // It began after this commit too.
        disk.has(early).await.unwrap();
        assert_eq!(disk.begun.load(Ordering::SeqCst), 1);
        disk.has(disk.committed()).await.unwrap();
        assert_eq!(
            disk.begun.load(Ordering::SeqCst),
            2,
            "one that began before the commit says nothing of it"
        );
        let held = disk.ended.lock().await;
        let waiting: Vec<_> = (0..20)
            .map(|_| {
                let (disk, committed) = (Arc::clone(&disk), disk.committed());
                tokio::spawn(async move { disk.has(committed).await })
            })
            .collect();
        drop(held);
        for one in waiting {
            one.await.unwrap().unwrap();
        }
        assert_eq!(disk.begun.load(Ordering::SeqCst), 3, "one sync for twenty");
    }
}
