//! Folder and name of an exported file: `tapline-transactions-sandbox-20261121-1402.csv`.

use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, FixedOffset};
use tapline_contract::connection::Connection;
use tapline_contract::export::{Exported, Zone};
use tempfile::{Builder, NamedTempFile};

/// Names that are tried before giving up.
const MOST_ALIKE: u32 = 1000;

/// The first folder that takes a file, with a temporary file in it. Only its user can read the file, and it is removed unless it is
/// finished.
pub(super) fn open(folders: &[PathBuf]) -> Option<(&Path, NamedTempFile)> {
    folders.iter().find_map(|folder| {
        let file = Builder::new().prefix(".tapline-").suffix(".part").tempfile_in(folder).ok()?;
        Some((folder.as_path(), file))
    })
}

/// Gives the file its name, which is new in its folder: the first number that nothing has.
pub(super) fn finish(
    mut file: NamedTempFile,
    folder: &Path,
    rows: usize,
    stem: &str,
    ending: &str,
) -> io::Result<Exported> {
    file.as_file().sync_all()?;
    let bytes = file.as_file().metadata()?.len();
    for number in 1..MOST_ALIKE {
        let name = numbered(stem, ending, number);
        let path = folder.join(&name);
        match file.persist_noclobber(&path) {
            Ok(_) => {
                #[cfg(unix)]
                std::fs::File::open(folder)?.sync_all()?;
                let rows = u64::try_from(rows).unwrap_or(u64::MAX);
                return Ok(Exported {
                    path: path.display().to_string(),
                    name,
                    folder: words(folder),
                    rows,
                    bytes,
                });
            }
            Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => file = taken.file,
            Err(other) => return Err(other.error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// `stem.ending`, and from the second file on `stem-2.ending`.
pub(crate) fn numbered(stem: &str, ending: &str, number: u32) -> String {
    if number == 1 { format!("{stem}.{ending}") } else { format!("{stem}-{number}.{ending}") }
}

/// "tapline-transactions-sandbox-20261121-1402"
pub(crate) fn stem(what: &str, connection: &Connection, at: DateTime<FixedOffset>) -> String {
    let environment = connection.environment.word().to_lowercase();
    format!("tapline-{what}-{environment}-{}", at.format(STAMP))
}

/// The time in a name.
pub(crate) const STAMP: &str = "%Y%m%d-%H%M";

/// A folder for people.
pub(super) fn words(folder: &Path) -> String {
    folder
        .file_name()
        .map_or_else(|| folder.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// `None` when the offset is out of range.
pub(crate) fn zone(zone: &Zone) -> Option<FixedOffset> {
    FixedOffset::east_opt(zone.offset_minutes.checked_mul(60)?)
        .filter(|_| zone.offset_minutes.abs() <= 18 * 60)
}
