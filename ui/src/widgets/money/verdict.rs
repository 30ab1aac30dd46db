//! The result of a call that moves money: exactly one of four, derived from the outcome.

use tapline_contract::{Doubt, Evidence, Failure, FailureKind, Outcome};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    Done(Evidence),
    /// The service said no.
    Refused(Failure),
    /// Nothing reached the service that it could have carried out.
    NotSent(Failure),
    /// It may have happened; core goes on reading unless it is given up.
    Unknown {
        /// RFC 3339, UTC.
        since: String,
        checks: u32,
        given_up: bool,
        doubt: Doubt,
        failure: Failure,
    },
}

impl Verdict {
    pub(crate) fn of<V, R>(call: &str, outcome: &Outcome<V, R>) -> Verdict {
        match outcome {
            Outcome::Applied { evidence, .. } => Verdict::Done(*evidence),
            Outcome::NotApplied { failure } => Verdict::of_failure(failure.clone()),
            Outcome::Unknown { since, checks, given_up, doubt, failure, .. } => Verdict::Unknown {
                since: since.clone(),
                checks: *checks,
                given_up: *given_up,
                doubt: *doubt,
                failure: failure.clone(),
            },
            Outcome::Conflict { sent, .. } => Verdict::NotSent(conflict(call, *sent)),
        }
    }

    pub(crate) fn of_failure(failure: Failure) -> Verdict {
        match failure.kind {
            FailureKind::Refused | FailureKind::Unauthorized => Verdict::Refused(failure),
            _ => Verdict::NotSent(failure),
        }
    }

    /// For lists, chips and screen readers.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Verdict::Done(_) => "Done",
            Verdict::Refused(_) => "Refused",
            Verdict::NotSent(_) => "Not sent",
            Verdict::Unknown { doubt, .. } => doubt.word(),
        }
    }
}

/// The record is no longer as the person saw it.
fn conflict(call: &str, sent: bool) -> Failure {
    let sentence = if sent {
        "It was sent, but what stands there now is neither what you saw nor what was asked for: someone else changed it in \
         between. Look at it as it is now before you do anything else."
    } else {
        "It has changed since it was read here: someone else acted on it meanwhile. Nothing of yours was sent. It is read again \
         behind this dialog; look at it and decide anew."
    };
    Failure::new(FailureKind::Busy, call, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_has_its_page() {
        type Any = Outcome<(), ()>;
        let failure = |kind| Failure::new(kind, "VoidTransaction", "s");
        let unknown = |doubt| Any::Unknown {
            since: "2026-11-03T13:58:00Z".to_owned(),
            checks: 2,
            given_up: false,
            doubt,
            shows: String::new(),
            failure: failure(FailureKind::Interrupted),
        };
        for (outcome, word) in [
            (Any::Applied { evidence: Evidence::ReadBack, answer: None, record: () }, "Done"),
            (Any::NotApplied { failure: failure(FailureKind::Refused) }, "Refused"),
            (Any::NotApplied { failure: failure(FailureKind::Unauthorized) }, "Refused"),
            (Any::NotApplied { failure: failure(FailureKind::Unreachable) }, "Not sent"),
            (Any::NotApplied { failure: failure(FailureKind::Busy) }, "Not sent"),
            (Any::Conflict { theirs: (), sent: false }, "Not sent"),
            (unknown(Doubt::Lost), "Unknown"),
            (unknown(Doubt::NotShown), "Unknown"),
            (unknown(Doubt::Pending), "Pending"),
            (unknown(Doubt::Declined), "Shown as declined"),
        ] {
            assert_eq!(Verdict::of("VoidTransaction", &outcome).word(), word);
        }
    }
}
