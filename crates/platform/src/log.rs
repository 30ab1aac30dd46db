//! The log: one JSON line per event in `logs/tapline.log`, for the user alone.
//!
//! By allow-list: an event is written only when it is Tapline's and every field of it is named in [`FIELDS`]. There is no
//! field for a body, a query, a header or a token. The file is size-capped and rotated at a start.

use std::fmt::Debug;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tapline_contract::FailureKind;
use tracing::{Metadata, Subscriber};
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::files;
use crate::words::visible;

/// An event with any other field is dropped whole, so `tests/tests/layering/log.rs` looks for one in the sources.
const FIELDS: &[&str] = &["message", "call", "status", "ms", "kind", "request", "reason"];

/// Longest name of a reason, in characters.
const REASON: usize = 60;

/// A file that has grown to this many bytes is rotated at the next start.
const ROTATE_AT: u64 = 4 << 20;
/// One run writes at most this many bytes.
const LONGEST_RUN: usize = 16 << 20;

/// Keeps the log open; what is buffered is written when it is dropped.
pub struct Guard {
    _worker: WorkerGuard,
}

/// Log folder of a data folder.
pub fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join("logs")
}

/// Starts the log of this process. `None` when it has one already or the file cannot be written: Tapline runs without.
pub fn start(data_dir: &Path) -> Option<Guard> {
    let (writer, worker) = tracing_appender::non_blocking(Capped::open(data_dir).ok()?);
    lines(writer).try_init().ok()?;
    Some(Guard { _worker: worker })
}

fn lines<W: for<'w> MakeWriter<'w> + Send + Sync + 'static>(writer: W) -> impl Subscriber + Send + Sync {
    let lines = tracing_subscriber::fmt::layer().json().with_writer(writer).with_filter(filter_fn(allowed));
    tracing_subscriber::registry().with(lines)
}

/// One call of an endpoint, as it ended.
pub fn call(call: &str, status: Option<u16>, ms: u64, kind: Option<FailureKind>, request: Option<&str>) {
    let request = request.map(visible);
    match kind {
        None => tracing::info!(call, status, ms, request, "answered"),
        Some(kind) => tracing::warn!(call, status, ms, ?kind, request, "failed"),
    }
}

/// A problem of Tapline's own that no answer reports. `message` holds no foreign text.
pub fn trouble(call: &str, message: &'static str) {
    tracing::error!(call, "{message}");
}

/// Logs something that the shell could not do, or that happened to it, with the reason by its name.
pub fn shell_trouble(what: &'static str, reason: &dyn Debug) {
    tracing::warn!(call = "window", reason = name(reason), "{what}");
}

/// Logs what the shell decided. `text` is Tapline's own.
pub fn shell_fact(call: &'static str, text: &str) {
    tracing::info!(call, "{text}");
}

/// Name of the variant or type of a reason: what a derived `Debug` begins with. Texts inside of it are foreign and left out.
fn name(reason: &dyn Debug) -> String {
    let text = format!("{reason:?}");
    text.chars().take_while(|sign| sign.is_ascii_alphanumeric() || *sign == '_').take(REASON).collect()
}

/// Logs that a file was set aside, and returns the sentence for the person.
pub fn set_aside(name: &str) -> String {
    trouble("open", "a file of the data folder could not be understood and was set aside");
    format!(
        "{name} in Tapline's data folder could not be understood. It was renamed and kept; Tapline began a new one."
    )
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
        let folder = folder(data_dir);
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

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn only_what_is_allowed_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("logs").join("tapline.log");
        let writer = std::sync::Mutex::new(Capped::open(folder.path()).unwrap());
        tracing::subscriber::with_default(lines(writer), || {
            call("UpdateEmv", Some(500), 12, Some(FailureKind::ServiceError), Some("req_1\nforged"));
            tracing::info!(token = "marker", "a field that is not on the list");
            tracing::info!(target: "hyper", "another crate");
            tracing::info!(call = "x", "{}", "two\nlines");
        });
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2, "{text}");
        let fields = &lines[0]["fields"];
        assert_eq!((fields["call"].as_str(), fields["status"].as_u64()), (Some("UpdateEmv"), Some(500)));
        assert_eq!(fields["request"].as_str(), Some(r"req_1\nforged"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn every_trouble_of_the_shell_writes_a_line_with_its_reason_by_name() {
        #[derive(Debug)]
        #[expect(dead_code, reason = "read by `Debug` alone")]
        enum Reason {
            Crashed,
            Clipboard(String),
            Io { path: String },
        }
        let foreign = || "secret-token".to_owned();
        let folder = tempfile::tempdir().unwrap();
        let writer = std::sync::Mutex::new(Capped::open(folder.path()).unwrap());
        tracing::subscriber::with_default(lines(writer), || {
            shell_trouble("the process that draws the page ended", &Reason::Crashed);
            shell_trouble("the clipboard could not be cleared", &Reason::Clipboard(foreign()));
            shell_trouble("the place could not be kept", &Reason::Io { path: foreign() });
            shell_trouble("the place could not be kept", &io::ErrorKind::PermissionDenied);
            shell_trouble("a reason that is a text", &foreign());
            shell_fact("rendering", "Hardware.");
        });
        let text = fs::read_to_string(folder.path().join("logs/tapline.log")).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let reasons: Vec<_> = lines.iter().map(|line| line["fields"]["reason"].as_str()).collect();
        let expected =
            [Some("Crashed"), Some("Clipboard"), Some("Io"), Some("PermissionDenied"), Some(""), None];
        assert_eq!(reasons, expected, "{text}");
        assert_eq!(lines[0]["fields"]["message"], "the process that draws the page ended");
        assert!(!text.contains("secret"), "{text}");
    }

    #[test]
    fn a_run_writes_so_much_and_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let mut capped = Capped { left: 10, ..Capped::open(folder.path()).unwrap() };
        for line in [&b"12345\n"[..], b"678\n", b"9\n", b""] {
            capped.write_all(line).unwrap();
        }
        assert_eq!(fs::read_to_string(folder.path().join("logs/tapline.log")).unwrap(), "12345\n678\n");
    }

    #[test]
    fn a_large_file_makes_room_at_a_start() {
        let folder = tempfile::tempdir().unwrap();
        drop(Capped::open(folder.path()).unwrap());
        let path = folder.path().join("logs/tapline.log");
        File::options().write(true).open(&path).unwrap().set_len(ROTATE_AT + 1).unwrap();
        drop(Capped::open(folder.path()).unwrap());
        assert_eq!(fs::metadata(&path).unwrap().len(), 0);
        assert_eq!(fs::metadata(folder.path().join("logs/tapline.log.1")).unwrap().len(), ROTATE_AT + 1);
    }
}
