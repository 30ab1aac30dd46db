//! Taplines at the journal: one locked file each. The lock ends with its process, however that ends.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use tapline_platform::files;

use super::JournalError;

pub(super) struct Run {
    folder: PathBuf,
    id: String,
    /// Locked while this Tapline lives.
    _lock: File,
}

impl Run {
    pub(super) fn begin(folder: &Path) -> Result<Run, JournalError> {
        files::private_folder(folder)?;
        let id = format!("{:016x}", getrandom::u64().map_err(|_| JournalError::Random)?);
        let lock = files::private_file(&folder.join(&id))?;
        lock.lock()?;
        Ok(Run { folder: folder.to_owned(), id, _lock: lock })
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// True if the Tapline of this run is still there.
    pub(super) fn lives(&self, run: &str) -> bool {
        run == self.id || held(&self.folder.join(run))
    }

    /// Removes the lock files of ended runs. One that cannot be removed does no harm.
    pub(super) fn sweep(&self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| entry.file_name() != self.id.as_str()) {
            if !held(&entry.path()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn held(lock: &Path) -> bool {
    let Ok(file) = File::open(lock) else { return false };
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

impl Drop for Run {
    fn drop(&mut self) {
        // Swept by the next one where it fails.
        let _ = fs::remove_file(self.folder.join(&self.id));
    }
}
