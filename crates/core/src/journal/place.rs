//! Where the journal is, and whether it still is the file that was opened.
//!
//! A database goes on with its open file after somebody moved, replaced or deleted it. The next Tapline would find another
//! journal at the path, or none, and know of no open change. So file and path are compared before anything is sent. Nothing
//! is opened for it: closing a second handle would release the locks of the first on some systems.
//!
//! Unix compares device and inode. Windows neither moves nor deletes a database that is open; there the time of creation is
//! compared, because std gives no file index without an unstable feature.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::JournalError;

/// Suffixes of the files that `SQLite` keeps beside a database.
const ENDINGS: [&str; 3] = ["", "-wal", "-shm"];

#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = Option<std::time::SystemTime>;

/// The files of an open journal.
pub(super) struct Place(Vec<(PathBuf, Identity)>);

impl Place {
    /// Of a database that is open and was written to since: before that its other files may not exist.
    pub(super) fn of(database: &Path) -> io::Result<Place> {
        let name = database.file_name().unwrap_or_default().to_string_lossy();
        let files = ENDINGS.iter().map(|ending| {
            let path = database.with_file_name(format!("{name}{ending}"));
            identity(&path).map(|identity| (path, identity))
        });
        files.collect::<io::Result<_>>().map(Place)
    }

    /// Fails unless every path still leads to the file that was opened.
    pub(super) fn check(&self) -> Result<(), JournalError> {
        let same = |(path, known): &(PathBuf, Identity)| identity(path).is_ok_and(|now| now == *known);
        if self.0.iter().all(same) { Ok(()) } else { Err(JournalError::Moved) }
    }
}

pub(super) fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(|file| of(&file))
}

#[cfg(unix)]
fn of(file: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    (file.dev(), file.ino())
}

#[cfg(not(unix))]
fn of(file: &Metadata) -> Identity {
    file.created().ok()
}
