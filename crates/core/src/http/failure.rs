//! Failures of a call in words: what happened, what it means here, what to do. No I/O.
//!
//! Of a change it is always said whether it can have happened; the judgment is [`Failure::nothing_happened`].

use tapline_contract::{Class, Failure, Kind};

use super::sending::Sending;

const NOTHING: &str = "Nothing was changed.";
const PERHAPS: &str =
    "It may have been done all the same: Tapline finds out by reading and does not send it again.";

/// The call that a failure is about.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) call: &'static str,
    /// Begins a sentence: "Saving the EMV configuration".
    pub(crate) words: &'static str,
    pub(crate) class: Class,
    /// Host and port.
    pub(crate) place: String,
}

impl Asked {
    pub(crate) fn of<E: Sending>(place: &str) -> Asked {
        Asked { call: E::NAME, words: E::WORDS, class: E::CLASS, place: place.to_owned() }
    }

    /// `why` completes "… failed: "; `way_out` is a sentence, left out while the outcome of a change is open.
    pub(crate) fn failed(&self, kind: Kind, why: &str, way_out: &str) -> Failure {
        self.failure(kind, &format!("{} failed: {why}.", self.words), way_out)
    }

    /// `what` is a sentence.
    pub(crate) fn failure(&self, kind: Kind, what: &str, way_out: &str) -> Failure {
        let mut failure = Failure::new(kind, self.call, what);
        let rest = match (self.class, failure.nothing_happened()) {
            (Class::Read, _) => way_out.to_owned(),
            (_, true) => format!("{NOTHING} {way_out}"),
            (_, false) => PERHAPS.to_owned(),
        };
        failure.sentence = format!("{what} {rest}");
        failure
    }

    /// A failure whose sentence is complete, except for what it means for a change.
    pub(crate) fn meaning(&self, mut failure: Failure) -> Failure {
        if self.class != Class::Read && !failure.nothing_happened() {
            failure.sentence = format!("{} {PERHAPS}", failure.sentence);
        }
        failure
    }

    pub(crate) fn too_late(&self) -> Failure {
        let why = format!("{} did not answer in time", self.place);
        self.failed(Kind::Timeout, &why, "Check your network, then try again.")
    }

    pub(crate) fn bad_input(&self, why: &str) -> Failure {
        self.failed(Kind::BadInput, why, "Nothing was sent. Check what was typed.")
    }
}
