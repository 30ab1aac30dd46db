//! Findings of reads about a change, and their words: of an outcome right after the answer ([`crate::run`]) and of later ones
//! ([`crate::settle`]).

use tapline_contract::{Class, Failure, FailureKind};
use tapline_http::PERHAPS;

use crate::decide::Read;
use crate::recipe::{Recipe, Verdict};

/// Finding of a read about a change, with the record and the words for it.
pub(crate) struct ReadFinding<S> {
    pub(crate) read: Read,
    pub(crate) record: S,
    pub(crate) words: String,
}

impl<S: Default> ReadFinding<S> {
    pub(crate) fn without_record(read: Read, words: String) -> ReadFinding<S> {
        ReadFinding { read, record: S::default(), words }
    }

    /// `already`: the goal was there before the change was sent.
    pub(crate) fn from_verdict(verdict: Verdict<S>, already: bool) -> ReadFinding<S> {
        let read = match Read::from_verdict(&verdict) {
            Read::Target if already => Read::Already,
            read => read,
        };
        match verdict {
            Verdict::Target(record) | Verdict::Other(record) => {
                ReadFinding { read, record, words: String::new() }
            }
            Verdict::Unrelated(words) | Verdict::Doubtful(_, words) => {
                ReadFinding::without_record(read, words)
            }
            Verdict::Before => ReadFinding::without_record(read, AS_BEFORE.to_owned()),
            Verdict::Unprovable => ReadFinding::without_record(read, UNPROVABLE.to_owned()),
        }
    }
}

/// True if the words for a read belong to the sentence of a change without confirmation.
pub(crate) fn says_something(class: Class, read: Read) -> bool {
    match read {
        Read::Doubtful(_) | Read::Unrelated => true,
        Read::Before => shows_itself(class),
        _ => false,
    }
}

/// True if a read that shows everything as before says something of a change of this class.
fn shows_itself(class: Class) -> bool {
    matches!(class, Class::Absolute | Class::Create | Class::Delete)
}

/// The failure of a change that reads show not to have happened.
pub(crate) fn not_applied(failure: Failure, shows: &str) -> Failure {
    let what = failure.sentence.strip_suffix(shows).unwrap_or(&failure.sentence).trim_end();
    let what = what.strip_suffix(PERHAPS).unwrap_or(what).trim_end();
    let sentence = format!("{what} Nothing was changed. Try again.");
    Failure { sentence, ..failure }
}

/// Said of a read that shows no trace of the change.
pub(crate) const AS_BEFORE: &str = "The service shows everything as before.";

/// Said of a read that cannot show a trace of the change.
const UNPROVABLE: &str = "The service's records can't show if it was done.";

/// Begins the sentence of an outcome that the service confirmed and no read did.
pub(crate) fn confirmation(call: &str, words: &str) -> Failure {
    Failure::new(
        FailureKind::ServiceError,
        call,
        format!("{words}: the service confirmed it. Tapline doesn't send it again."),
    )
}

/// Begins the sentence of a refusal that a read contradicts in part.
pub(crate) fn contradicted<E: Recipe>(refused: Failure) -> Failure {
    let sentence = format!("{}: the service refused the request, but may have started anyway.", E::DOING);
    Failure { sentence, ..refused }
}

/// A refusal that no read contradicts any more.
pub(crate) fn still_refused<E: Recipe>(refused: Failure) -> Failure {
    Failure {
        sentence: format!("{} failed: the service refused the request. Nothing was changed.", E::DOING),
        ..refused
    }
}
