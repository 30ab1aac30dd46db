//! Exports of lists as files: the rows are read one by one from where they are, and the file gets its name only when it is whole.
//!
//! [`cell`] says what a cell holds, [`target`] where the file goes, and one module for each format how it is written. Invariants: no
//! file is overwritten; an export that fails or is cancelled leaves no file; card numbers are shortened.

mod blocks;
mod book;
mod cell;
mod csv;
mod json;
mod target;
#[cfg(test)]
mod tests;
mod xlsx;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use chrono::{DateTime, FixedOffset};
use tapline_contract::connection::{AmountUnit, Connection};
use tapline_contract::export::{ExportFile, ExportId, Exported, Format, MOST_SHEET_ROWS};
use tapline_platform::sync::locked;

pub use self::book::{Book, BookCell};
pub(crate) use self::cell::{Column, Kind};
pub(crate) use self::target::{STAMP, numbered, stem, zone};

/// The exports of this run.
#[derive(Default)]
pub(crate) struct Exports {
    running: Mutex<BTreeMap<ExportId, Arc<AtomicBool>>>,
    written: Mutex<BTreeSet<PathBuf>>,
}

/// The rows of an export, and how to write them.
pub(crate) struct Sheet<'s> {
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: usize,
    /// The text in a row and a column.
    pub(crate) cell: Box<dyn Fn(usize, usize) -> Option<&'s str> + Send + Sync + 's>,
    pub(crate) connection: Connection,
    pub(crate) file: ExportFile,
    /// Why the rows are only a part of the list, as a sentence.
    pub(crate) missing: Option<String>,
    /// Time of the export, in the zone of the file.
    pub(crate) at: DateTime<FixedOffset>,
}

/// Why there is no file, as a sentence.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotExported {
    #[error("The export was cancelled. No file was left behind.")]
    Cancelled,
    #[error(
        "A sheet of a workbook has room for 1,048,575 rows, and these are {0}. Choose CSV or JSON, or narrow the filter."
    )]
    TooManyRows(usize),
    #[error(
        "The file can't be written to {folder}: {cause}. Check that the disk isn't full or read-only, then export again."
    )]
    Write { folder: String, cause: io::Error },
    #[error(
        "None of your folders (downloads, documents, home) can be written, so nothing was exported. Make one of them writable, \
         then export again."
    )]
    NoFolder,
}

/// Called while rows are written; an error ends the export.
type Going<'g> = &'g (dyn Fn() -> io::Result<()> + Sync);

impl Exports {
    /// Registers the export, so that it can be cancelled.
    pub(crate) fn begin(&self, id: ExportId) -> Arc<AtomicBool> {
        Arc::clone(locked(&self.running).entry(id).or_default())
    }

    pub(crate) fn end(&self, id: ExportId) {
        locked(&self.running).remove(&id);
    }

    pub(crate) fn cancel(&self, id: ExportId) {
        if let Some(cancelled) = locked(&self.running).get(&id) {
            cancelled.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn cancel_all(&self) {
        locked(&self.running).values().for_each(|cancelled| cancelled.store(true, Ordering::Relaxed));
    }

    /// Notes a file that this Tapline wrote by other means.
    pub(crate) fn remember(&self, path: &Path) {
        locked(&self.written).insert(path.to_owned());
    }

    /// True if an export since the start of Tapline wrote this file.
    pub(crate) fn wrote(&self, path: &Path) -> bool {
        locked(&self.written).contains(path)
    }

    /// Writes a file into the first folder that takes it. Blocks as long as that takes.
    pub(crate) fn write(
        &self,
        id: ExportId,
        sheet: &Sheet<'_>,
        folders: &[PathBuf],
    ) -> Result<Exported, NotExported> {
        let cancelled = self.begin(id);
        if sheet.file.format == Format::Xlsx && sheet.rows > MOST_SHEET_ROWS {
            return Err(NotExported::TooManyRows(sheet.rows));
        }
        let going =
            || if cancelled.load(Ordering::Relaxed) { Err(io::Error::other("cancelled")) } else { Ok(()) };
        let (folder, mut file) = target::open(folders).ok_or(NotExported::NoFolder)?;
        let written = body(&mut file, sheet, folder, &going).and_then(|()| going()).and_then(|()| {
            target::finish(file, folder, sheet.rows, &sheet.stem(), sheet.file.format.extension())
        });
        match written {
            Ok(exported) => {
                locked(&self.written).insert(PathBuf::from(&exported.path));
                Ok(exported)
            }
            Err(_) if going().is_err() => Err(NotExported::Cancelled),
            Err(cause) => Err(NotExported::Write { folder: target::words(folder), cause }),
        }
    }

    /// Writes a text that is whole already; `rows` is what it is said to hold.
    pub(crate) fn write_text(
        &self,
        text: &str,
        rows: usize,
        folders: &[PathBuf],
        stem: &str,
        ending: &str,
    ) -> Result<Exported, NotExported> {
        let (folder, mut file) = target::open(folders).ok_or(NotExported::NoFolder)?;
        let written =
            file.write_all(text.as_bytes()).and_then(|()| target::finish(file, folder, rows, stem, ending));
        let exported =
            written.map_err(|cause| NotExported::Write { folder: target::words(folder), cause })?;
        locked(&self.written).insert(PathBuf::from(&exported.path));
        Ok(exported)
    }
}

fn body(
    file: &mut tempfile::NamedTempFile,
    sheet: &Sheet<'_>,
    folder: &Path,
    going: Going<'_>,
) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(256 << 10, file);
    match sheet.file.format {
        Format::Csv => csv::write(&mut out, sheet, going)?,
        Format::Json => json::write(&mut out, sheet, going)?,
        Format::Xlsx => xlsx::write(&mut out, sheet, folder, going)?,
    }
    out.flush()
}

impl Sheet<'_> {
    /// Name of the file, without its ending.
    fn stem(&self) -> String {
        let part = if self.missing.is_some() { "-part" } else { "" };
        stem(&format!("{}{part}", self.file.name), &self.connection, self.at)
    }

    fn amounts(&self) -> &'static str {
        match (self.file.format, self.connection.known_unit()) {
            (_, None) => "as the service sent them; minor or major units not confirmed",
            (Format::Csv | Format::Xlsx, Some(_)) => "major units (12.30 is 12.30 of the currency)",
            (Format::Json, Some(AmountUnit::Minor)) => "minor units, as the service sent them",
            (Format::Json, Some(AmountUnit::Major)) => "major units, as the service sent them",
        }
    }

    /// Content of the file: key for programs, label for people, value.
    fn about(&self) -> Vec<(&'static str, &'static str, String)> {
        let connection = &self.connection;
        let none = |text: &str, otherwise: &str| {
            if text.is_empty() { otherwise.to_owned() } else { text.to_owned() }
        };
        vec![
            ("list", "List", self.file.name.clone()),
            ("environment", "Environment", connection.environment.word().to_owned()),
            ("connection", "Connection", connection.name.clone()),
            ("owner", "Owner", connection.owner.clone().unwrap_or_default()),
            ("filter", "Filter", none(&self.file.words, "none: all rows")),
            ("amounts", "Amounts are in", self.amounts().to_owned()),
            ("rows", "Rows", self.rows.to_string()),
            ("missing", "Missing rows", self.missing.clone().unwrap_or_else(|| "none".to_owned())),
            ("zone", "Times are in", format!("{} (UTC{})", self.file.zone.name, self.at.format("%:z"))),
            ("exportedAt", "Exported at", self.at.format("%Y-%m-%dT%H:%M:%S%:z").to_string()),
            ("program", "Written by", format!("Tapline {}", env!("CARGO_PKG_VERSION"))),
        ]
    }
}
