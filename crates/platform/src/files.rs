//! Files of the data folder: private to the user, old or new, never half.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tempfile::NamedTempFile;

use crate::clock;

/// Longest wait of one Tapline for another at the same data folder. Each holds a file or the journal for a few syncs of the
/// disk, which take a second each when the disk is busy, and several may wait in line. A window does not freeze for that long.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
const LONGEST_WAIT_OF_A_WINDOW: Duration = Duration::from_secs(5);

/// True if this process has a window.
static WINDOW: AtomicBool = AtomicBool::new(false);

/// Set once, before the data folder is opened.
pub fn has_window(has: bool) {
    WINDOW.store(has, Ordering::Relaxed);
}

pub fn longest_wait() -> Duration {
    if WINDOW.load(Ordering::Relaxed) { LONGEST_WAIT_OF_A_WINDOW } else { LONGEST_WAIT }
}

/// Creates the folder, for the user alone.
pub fn private_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)?;
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    Ok(())
}

/// Opens a file for appending, for the user alone; creates it when it is not there.
pub fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(file)
}

/// Makes a file for the user alone, creating it if missing. An existing file is not opened: closing it again would release the
/// locks that this process has on it.
pub fn make_private(path: &Path) -> io::Result<()> {
    if !path.exists() {
        return private_file(path).map(drop);
    }
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(())
}

/// The content of a file.
pub enum Stored<T> {
    Read(T),
    Missing,
    /// It could not be understood and was renamed, so that nothing is lost.
    SetAside,
}

/// Reads a JSON file. `now` becomes part of the name of a file that is set aside.
pub fn read<T: DeserializeOwned>(path: &Path, now: &str) -> io::Result<Stored<T>> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(Stored::Missing),
        Err(other) => return Err(other),
    };
    if let Ok(value) = serde_json::from_slice(&text) {
        return Ok(Stored::Read(value));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let aside = format!("{name}.broken-{}", now.replace(':', ""));
    fs::rename(path, path.with_file_name(aside))?;
    Ok(Stored::SetAside)
}

/// Reads a JSON file again that another Tapline may have changed; `None` when it is not there. One that cannot be understood is
/// an error and stays where it is: the next start sets it aside.
pub fn again<T: DeserializeOwned>(path: &Path) -> io::Result<Option<T>> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(other) => return Err(other),
    };
    serde_json::from_slice(&text).map(Some).map_err(|_| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let why =
            format!("{name} was changed by another program and can't be understood; start Tapline again");
        io::Error::new(io::ErrorKind::InvalidData, why)
    })
}

/// Held while files of the data folder are read, changed and written, so that two Taplines at one folder do not undo each
/// other's changes. It ends with its process, however that ends.
pub fn hold(folder: &Path) -> io::Result<File> {
    let lock = private_file(&folder.join("settings.lock"))?;
    let taken = clock::patiently(longest_wait(), || match lock.try_lock() {
        Ok(()) => Some(Ok(())),
        Err(TryLockError::WouldBlock) => None,
        Err(TryLockError::Error(cause)) => Some(Err(cause)),
    });
    let held = || {
        let seconds = longest_wait().as_secs();
        let sentence = format!(
            "another Tapline has kept the data folder locked for {seconds} seconds; the disk may be slow"
        );
        io::Error::new(io::ErrorKind::TimedOut, sentence)
    };
    taken.unwrap_or_else(|| Err(held()))?;
    Ok(lock)
}

/// Puts the file in the place of an older one. Windows refuses that while another process reads the older one, which takes a
/// moment.
fn replace(file: NamedTempFile, path: &Path) -> io::Result<()> {
    let mut waiting = Some(file);
    let replaced = clock::patiently(longest_wait(), || {
        let Err(refused) = waiting.take()?.persist(path) else { return Some(Ok(())) };
        if cfg!(windows) && refused.error.kind() == io::ErrorKind::PermissionDenied {
            waiting = Some(refused.file);
            return None;
        }
        Some(Err(refused.error))
    });
    replaced.unwrap_or_else(|| {
        Err(io::Error::new(io::ErrorKind::PermissionDenied, "another program has the file open"))
    })
}

/// Writes a JSON file: temporary file, sync, rename.
pub fn write<T: Serialize>(path: &Path, value: &T) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    // A temporary file is made with mode 0600.
    let mut file = NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(&mut file, value)?;
    file.write_all(b"\n")?;
    file.as_file().sync_all()?;
    replace(file, path)?;
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "2026-11-20T10:00:00Z";

    #[test]
    fn a_broken_file_is_set_aside_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.json");
        fs::write(&path, "[1, 2").unwrap();
        assert!(matches!(read::<Vec<u8>>(&path, NOW).unwrap(), Stored::SetAside));
        let aside = folder.path().join("x.json.broken-2026-11-20T100000Z");
        assert_eq!(fs::read_to_string(aside).unwrap(), "[1, 2");
        assert!(matches!(read::<Vec<u8>>(&path, NOW).unwrap(), Stored::Missing));
    }

    #[test]
    fn what_is_written_is_read_again_and_private() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.json");
        write(&path, &vec![1_u8, 2]).unwrap();
        write(&path, &vec![3_u8]).unwrap();
        assert!(matches!(read::<Vec<u8>>(&path, NOW).unwrap(), Stored::Read(list) if list == [3]));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }
}
