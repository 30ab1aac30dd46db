//! Outcomes of operations whose Tapline ended, or whose answer had no reader.

use tapline_contract::history::AnyOutcome;
use tapline_contract::{Class, Doubt, Failure, FailureKind, Outcome};

/// The outcome of an operation whose Tapline ended before the mark that is written ahead of the first byte.
pub fn not_begun(endpoint: &str) -> AnyOutcome {
    let sentence = "Tapline closed before it sent anything, so nothing was changed. Repeat the change if you still want it.";
    Outcome::NotApplied { failure: Failure::new(FailureKind::Cancelled, endpoint, sentence) }
}

/// The outcome of an operation whose answer had no reader.
pub fn cut_off(endpoint: &str, class: Class, at: &str) -> AnyOutcome {
    let failure = cut_off_failure(endpoint);
    // Nothing can be found out about an effect without trace.
    let given_up = class == Class::Effect;
    Outcome::Unknown {
        since: at.to_owned(),
        checks: 0,
        given_up,
        doubt: Doubt::Lost,
        shows: String::new(),
        failure,
    }
}

/// The failure of an operation that may have been done.
pub fn cut_off_failure(endpoint: &str) -> Failure {
    let sentence = "Tapline closed before the answer came. It may have gone through. Tapline checks it and doesn't send it again.";
    Failure::new(FailureKind::Interrupted, endpoint, sentence)
}
