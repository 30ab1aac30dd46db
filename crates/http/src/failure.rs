//! Failures of a call in words: what happened, what it means here, what to do. No I/O.
//!
//! A failed change always states if it can have happened; the judgment is [`Failure::nothing_happened`].

use std::sync::Arc;

use tapline_contract::record::Misfit;
use tapline_contract::wire::NotSuccess;
use tapline_contract::{Class, Failure, FailureKind};
use tapline_platform::words::visible;

use super::scrub::Scrub;
use super::sending::Sending;

/// Next step after a refusal.
pub(super) const REFUSED: &str = "Fix what the service reports, then try again.";
const NOTHING: &str = "Nothing was changed.";
/// Next step after a fault of the service.
pub const OPERATOR: &str = "Try again. If it happens again, give the details to the service's operator.";
/// Cause for an answer that is not whole.
pub const DAMAGED: &str = "the answer is incomplete or damaged";
pub const PERHAPS: &str = "It may have gone through. Tapline keeps checking and doesn't send it again.";

/// The call that a failure is about.
#[derive(Clone, Debug)]
pub struct CallContext {
    pub call: &'static str,
    /// Begins a sentence: "Saving the EMV configuration".
    pub words: &'static str,
    pub class: Class,
    /// Host and port.
    pub place: String,
    /// Strikes secrets out of the answer.
    pub scrub: Arc<Scrub>,
}

impl CallContext {
    pub fn new<E: Sending>(place: &str, scrub: Scrub) -> CallContext {
        let (place, scrub) = (place.to_owned(), Arc::new(scrub));
        CallContext { call: E::NAME, words: E::DOING, class: E::CLASS, place, scrub }
    }

    /// Words of the service, fit to be shown.
    pub fn heard(&self, text: &str) -> String {
        self.scrub.heard(text)
    }

    /// `why` completes "… failed: "; `way_out` is a sentence, left out while the outcome of a change is open. Such a change
    /// is not said to have failed: it may have been done.
    pub fn failed(&self, kind: FailureKind, why: &str, way_out: &str) -> Failure {
        let open = self.class != Class::Read && !Failure::new(kind, self.call, "").nothing_happened();
        let what = if open {
            format!("{} got no clear answer: {why}.", self.words)
        } else {
            format!("{} failed: {why}.", self.words)
        };
        self.failure(kind, &what, way_out)
    }

    /// `what` is a sentence.
    pub fn failure(&self, kind: FailureKind, what: &str, way_out: &str) -> Failure {
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
    pub fn meaning(&self, mut failure: Failure) -> Failure {
        if self.class != Class::Read && !failure.nothing_happened() {
            failure.sentence = format!("{} {PERHAPS}", failure.sentence);
        }
        failure
    }

    pub fn too_late(&self) -> Failure {
        let why = format!("{} didn't answer in time", self.place);
        self.failed(FailureKind::Timeout, &why, "Check your network, then try again.")
    }

    /// `what` is what came instead of an answer of the service.
    pub fn foreign(&self, what: &str) -> Failure {
        let why = format!("{} sent {what} instead of the service's answer", self.place);
        let way_out = "Check the address, and look for a sign-in page or a proxy in between.";
        self.failed(FailureKind::NotTheService, &why, way_out)
    }

    /// The answer's `member` names something else than the `id` of the call.
    pub(super) fn of_another(&self, member: &str, id: &str, found: &str) -> Failure {
        let why =
            format!("the service sent another record, {} instead of {}", self.heard(found), visible(id));
        self.failed(FailureKind::Malformed, &why, OPERATOR).field(member)
    }

    /// Failure of a 2xx answer.
    pub fn not_success(&self, reason: NotSuccess) -> Failure {
        match reason {
            NotSuccess::Misfit(misfit) => {
                // A duplicate member is named as the service named it.
                let misfit = Misfit { field: self.heard(&misfit.field), ..misfit };
                self.meaning(Failure::misfit(self.call, &misfit))
            }
            NotSuccess::Refused { code, msg } => Failure {
                code: Some(self.heard(&code)),
                message: msg.map(|msg| self.heard(&msg)),
                ..self.failed(FailureKind::Refused, "the service refused the request", REFUSED)
            },
        }
    }

    /// Failure of a call that needs a namespace on a connection without one.
    pub fn no_namespace(&self) -> Failure {
        let why = "this connection has no namespace";
        let way_out = "Nothing was sent. Ask the service's operator for the namespace, then enter it in the connection.";
        self.failed(FailureKind::BadInput, why, way_out).field("Namespace")
    }

    pub fn bad_input(&self, why: &str) -> Failure {
        self.failed(FailureKind::BadInput, why, "Nothing was sent. Check what you typed.")
    }
}
