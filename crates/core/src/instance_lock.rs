//! One window at a data folder: a locked file decides, regardless of the desktop's own means. The lock ends with its process,
//! however that ends. A command line next to the window needs no lock: the journal keeps the two apart.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use tapline_platform::files;

/// Held while the window is open.
#[derive(Debug)]
pub struct InstanceLock {
    _lock: File,
}

impl InstanceLock {
    /// `None` when another window has it. Creates the folder when it is not there.
    pub fn take(data_dir: &Path) -> io::Result<Option<InstanceLock>> {
        files::private_folder(data_dir)?;
        let lock = files::private_file(&data_dir.join("window.lock"))?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(InstanceLock { _lock: lock })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(cause)) => Err(cause),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_window_has_the_seat_until_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let first = InstanceLock::take(folder.path()).unwrap();
        assert!(first.is_some());
        assert!(InstanceLock::take(folder.path()).unwrap().is_none());
        drop(first);
        assert!(InstanceLock::take(folder.path()).unwrap().is_some(), "a file left behind holds nobody back");
    }
}
