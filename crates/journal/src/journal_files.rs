//! Path of the journal, and the check that it still leads to the opened file.
//!
//! A database goes on with its open file after a move, replacement or deletion of the file. The next Tapline would find
//! another journal at the path, or none, and know of no open change. So file and path are compared before anything is sent:
//! by device and inode, or on Windows by volume and index. On Unix nothing is opened for it: closing a second handle would
//! release the locks of the first.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::JournalError;

/// Suffixes of the files that `SQLite` keeps next to a database.
const ENDINGS: [&str; 3] = ["", "-wal", "-shm"];

type Identity = (u64, u64);

/// The files of an open journal.
pub(super) struct JournalFiles(Vec<(PathBuf, Identity)>);

impl JournalFiles {
    /// The files of a database that is open and was written to since: before that its other files may not exist.
    pub(super) fn open(database: &Path) -> io::Result<JournalFiles> {
        let name = database.file_name().unwrap_or_default().to_string_lossy();
        let files = ENDINGS.iter().map(|ending| {
            let path = database.with_file_name(format!("{name}{ending}"));
            identity(&path).map(|identity| (path, identity))
        });
        files.collect::<io::Result<_>>().map(JournalFiles)
    }

    /// Fails unless every path still leads to the file that was opened.
    pub(super) fn check(&self) -> Result<(), JournalError> {
        let same = |(path, known): &(PathBuf, Identity)| identity(path).is_ok_and(|now| now == *known);
        if self.0.iter().all(same) { Ok(()) } else { Err(JournalError::Moved) }
    }
}

#[cfg(unix)]
pub(super) fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

/// By a handle that may neither read nor write, so that it blocks no other program.
#[cfg(windows)]
pub(super) fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::windows::fs::OpenOptionsExt as _;
    let file = fs::OpenOptions::new().access_mode(0).open(path)?;
    let information = winapi_util::file::information(&file)?;
    Ok((information.volume_serial_number(), information.file_index()))
}
