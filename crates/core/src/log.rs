//! The log: one JSON line per event in `logs/tapline.log`, for the user alone.
//!
//! By allow-list: an event is written only when it is Tapline's and every field of it is named in [`FIELDS`]. There is no
//! field for a body, a query, a header or a token. The file is size-capped and rotated at a start.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tapline_contract::Kind;
use tracing::Metadata;
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::files;
use crate::words::visible;

const FIELDS: &[&str] = &["message", "call", "status", "ms", "kind", "request"];

/// A file that has grown to this many bytes is rotated at the next start.
const ROTATE_AT: u64 = 4 << 20;
/// One run writes at most this many bytes.
const LONGEST_RUN: usize = 16 << 20;

/// Keeps the log open; what is buffered is written when it is dropped.
pub struct Guard {
    _worker: WorkerGuard,
}

/// Starts the log of this process. `None` when it has one already or the file cannot be written: Tapline runs without.
pub fn start(data_dir: &Path) -> Option<Guard> {
    let (writer, worker) = tracing_appender::non_blocking(Capped::open(data_dir).ok()?);
    let lines = tracing_subscriber::fmt::layer().json().with_writer(writer).with_filter(filter_fn(allowed));
    tracing_subscriber::registry().with(lines).try_init().ok()?;
    Some(Guard { _worker: worker })
}

/// One call of an endpoint, as it ended.
pub(crate) fn call(call: &str, status: Option<u16>, ms: u64, kind: Option<Kind>, request: Option<&str>) {
    let request = request.map(visible);
    match kind {
        None => tracing::info!(call, status, ms, request, "answered"),
        Some(kind) => tracing::warn!(call, status, ms, ?kind, request, "failed"),
    }
}

/// Something of the desk's own that went wrong and is not told otherwise. `message` holds no foreign text.
pub(crate) fn trouble(call: &str, message: &'static str) {
    tracing::error!(call, "{message}");
}

fn allowed(event: &Metadata<'_>) -> bool {
    event.target().starts_with("tapline") && event.fields().iter().all(|field| FIELDS.contains(&field.name()))
}

struct Capped {
    file: File,
    left: usize,
}

impl Capped {
    fn open(data_dir: &Path) -> io::Result<Capped> {
        let folder = data_dir.join("logs");
        files::private_folder(&folder)?;
        let path = folder.join("tapline.log");
        if fs::metadata(&path).is_ok_and(|file| file.len() > ROTATE_AT) {
            fs::rename(&path, folder.join("tapline.log.1"))?;
        }
        Ok(Capped { file: files::private_file(&path)?, left: LONGEST_RUN })
    }
}

impl Write for Capped {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if let Some(left) = self.left.checked_sub(line.len()) {
            self.left = left;
            self.file.write_all(line)?;
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
