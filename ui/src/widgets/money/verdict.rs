//! The result of a call that moves money, in one of four words: done, refused, not sent, unconfirmed.

use tapline_contract::{Failure, FailureKind, Outcome};

/// The outcome without the service's answer. A conflict is a call that was not applied.
pub(super) type MoneyOutcome = Outcome<(), ()>;

pub(super) fn shown<V, R>(call: &str, outcome: Outcome<V, R>) -> MoneyOutcome {
    match outcome.map(drop, drop) {
        Outcome::Conflict { sent, .. } => Outcome::NotApplied { failure: conflict(call, sent) },
        outcome => outcome,
    }
}

/// True if the service said no. Otherwise nothing reached the service that it could have carried out.
pub(super) fn is_refusal(failure: &Failure) -> bool {
    matches!(failure.kind, FailureKind::Refused | FailureKind::Unauthorized)
}

/// For headings and screen readers.
pub(super) fn word(outcome: &MoneyOutcome) -> &'static str {
    match outcome {
        Outcome::Applied { .. } => "Done",
        Outcome::NotApplied { failure } if is_refusal(failure) => "Refused",
        Outcome::NotApplied { .. } | Outcome::Conflict { .. } => "Not sent",
        Outcome::Unknown { doubt, .. } => doubt.word(),
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
    use tapline_contract::{Doubt, Evidence};

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
            assert_eq!(super::word(&shown("VoidTransaction", outcome)), word);
        }
    }
}
