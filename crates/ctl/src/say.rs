//! The two ways out: documents on standard output, words for people on standard error.
//!
//! The only place that writes to either; clippy refuses `stdout` and `stderr` elsewhere. Invariant: what is written is
//! [`Shown`], JSON whose text has escapes, or a sheet that sees to its cells itself, so no text from outside can move the
//! cursor or imitate a line. A reader of standard output that went away is no error: the program ends quietly.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use tapline_contract::shown::{Shown, visible_json};
use tapline_contract::{Failure, FailureKind};

/// Stands for this program in failures of its own.
pub(crate) const CALL: &str = "taplinectl";

/// Why a command ends before its end.
#[derive(Debug)]
pub(crate) enum Stop {
    Failure(Box<Failure>),
    /// The reader of standard output has gone.
    Closed,
    /// A signal came while something was read; it was said already.
    Paused,
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop::Failure(Box::new(failure))
    }
}

/// Format of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Errors {
    /// Sentences for people.
    Text,
    /// One JSON object per line: kind, call, sentence, field, status, code, message, requestId; or a note, or the operation.
    Json,
}

/// Used wrongly; nothing was sent. `sentence` says what to do.
pub(crate) fn wrong(sentence: impl Into<String>) -> Stop {
    Failure::new(FailureKind::BadInput, CALL, sentence).into()
}

/// Something on this computer does not work; nothing was sent.
pub(crate) fn trouble(sentence: impl Into<String>) -> Stop {
    Failure::new(FailureKind::Desk, CALL, sentence).into()
}

/// A document of JSON on standard output, as one line.
pub(crate) fn json(document: &str) -> Result<(), Stop> {
    written(&visible_json(document))
}

/// Text for people on standard output.
pub(crate) fn text(text: &Shown) -> Result<(), Stop> {
    written(text)
}

/// Standard output for a [`Sheet`](crate::list::sheet::Sheet).
#[expect(clippy::disallowed_methods, reason = "the way out")]
pub(crate) fn sheet() -> io::Stdout {
    io::stdout()
}

fn written(text: &str) -> Result<(), Stop> {
    let mut out = sheet().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(unwritten)
}

/// True if a person at a terminal reads the notes.
#[expect(clippy::disallowed_methods, reason = "nothing is written")]
pub(crate) fn is_read_by_person() -> bool {
    io::stderr().is_terminal()
}

/// True if documents go to a terminal.
pub(crate) fn is_shown_to_person() -> bool {
    sheet().is_terminal()
}

/// Replaces the line of the terminal that is written over and over.
pub(crate) fn status(words: Option<&Shown>) {
    // A failure here can't be reported.
    let _ = write!(notes(), "\r\x1b[2K{}", words.map_or("", |words| words));
}

#[expect(clippy::disallowed_methods, reason = "the way out")]
fn notes() -> io::StderrLock<'static> {
    io::stderr().lock()
}

/// A write to a named pipe whose reader has left, which std does not count as a broken pipe. Windows' own shells have other
/// pipes, Cygwin and wine have these.
const ERROR_PIPE_NOT_CONNECTED: i32 = 233;

/// Converts a failed write to standard output.
pub(crate) fn unwritten(cause: io::Error) -> Stop {
    let left = cfg!(windows) && cause.raw_os_error() == Some(ERROR_PIPE_NOT_CONNECTED);
    if left || cause.kind() == io::ErrorKind::BrokenPipe {
        return Stop::Closed;
    }
    trouble(format!("Standard output can't be written: {cause}. The missing part was loaded anyway."))
}

/// Sets the format of everything on standard error from now on.
pub(crate) fn set_format(errors: Errors) {
    AS_JSON.store(errors == Errors::Json, Ordering::Relaxed);
}

/// For the whole program: it is one command.
static AS_JSON: AtomicBool = AtomicBool::new(false);

fn is_json() -> bool {
    AS_JSON.load(Ordering::Relaxed)
}

/// True if a person at a terminal reads the notes as text: progress may be drawn.
pub(crate) fn shows_progress() -> bool {
    !is_json() && is_read_by_person()
}

/// One line for people on standard error.
pub(crate) fn note(line: &str) {
    notes_of(&Shown::line(line));
}

/// Lines for people on standard error.
pub(crate) fn notes_of(lines: &Shown) {
    print_member("note", lines, lines);
}

/// The id of a change that begins, on standard error.
pub(crate) fn operation(id: &str) {
    print_member("operation", id, &Shown::line(format_args!("operation {id}")));
}

fn print_member(member: &str, value: &str, words: &Shown) {
    if is_json() {
        line(&visible_json(&serde_json::json!({ member: value }).to_string()));
    } else {
        line(words);
    }
}

/// A failure here can't be reported.
fn line(text: &str) {
    let _ = writeln!(notes(), "{text}");
}

/// A failure on standard error.
pub(crate) fn failure(failure: &Failure) {
    if is_json() {
        line(&visible_json(&serde_json::to_string(failure).unwrap_or_default()));
    } else {
        line(&words(failure));
    }
}

/// Advice of core to the person at a window, and its counterpart here.
const OF_THE_WINDOW: [(&str, &str); 2] = [
    ("Paste a new token.", "Give a new one with --token-file."),
    ("in Activity, then save again", "with taplinectl check or close, then send again"),
];

/// The sentence, and the details a person can pass on.
fn words(failure: &Failure) -> Shown {
    let code = failure.code.as_ref().map(|code| format!("code {code}"));
    let details = [
        ("field", failure.field.clone()),
        ("the service says", failure.message.clone()),
        ("with", code),
        ("request", failure.request_id.clone()),
    ];
    let sentence = OF_THE_WINDOW
        .iter()
        .fold(failure.sentence.clone(), |text, (window, here)| text.replace(window, here));
    let mut words = Shown::line(sentence);
    for (name, detail) in details {
        if let Some(detail) = detail {
            words.add(format_args!("  {name}: {detail}"));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_with_its_details() {
        let failure = Failure {
            message: Some("EMV parameter error".to_owned()),
            request_id: Some("req_1".to_owned()),
            ..Failure::new(FailureKind::Refused, "UpdateEmv", "Refused.").field("params")
        };
        let expected = "Refused.\n  field: params\n  the service says: EMV parameter error\n  request: req_1";
        assert_eq!(&*words(&failure), expected);
    }
}
