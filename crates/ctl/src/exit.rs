//! Exit codes: what a script may conclude without reading a word.
//!
//! Not a second judgment: a code follows from the [`FailureKind`] of a failure or the outcome of a change, by the tables below. A new
//! kind that has no code does not compile.

use std::process::ExitCode;

use tapline_contract::history::AnyOutcome;
use tapline_contract::{Failure, FailureKind, Outcome};

/// Exit of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Done,
    Wrong,
    Conflict,
    Unknown,
    NotAuthorized,
    Paused,
    Refused,
    Unreachable,
}

/// Each with its code and its meaning, for `--help` and for docs/command-line.md.
const CODES: [(Exit, u8, &str); 8] = [
    (Exit::Done, 0, "done"),
    (Exit::Wrong, 1, "wrong use, or a problem on this computer: nothing was sent"),
    (Exit::Conflict, 2, "conflict: someone else changed the record; see the outcome"),
    (
        Exit::Unknown,
        3,
        "unconfirmed: the change may have gone through; run `taplinectl check` before sending it again",
    ),
    (Exit::NotAuthorized, 4, "not authorized: no token, or the service doesn't accept it (401, 403)"),
    (Exit::Paused, 5, "stopped by a signal; changes that hadn't begun weren't sent"),
    (Exit::Refused, 6, "the service refused, failed, or sent an unreadable answer"),
    (Exit::Unreachable, 7, "the service wasn't reached, or didn't answer; nothing was changed"),
];

impl Exit {
    pub(crate) fn code(self) -> u8 {
        CODES[self as usize].1
    }

    pub(crate) fn of_failure(failure: &Failure) -> Exit {
        Exit::of_kind(failure.kind)
    }

    /// For a change, a lost answer is no failure but the outcome `unknown`: here a lost answer is always that of a read.
    fn of_kind(kind: FailureKind) -> Exit {
        match kind {
            FailureKind::BadInput
            | FailureKind::NotConnected
            | FailureKind::ReadOnly
            | FailureKind::UnitNotKnown
            | FailureKind::OperationReused
            | FailureKind::Busy
            | FailureKind::Locked
            | FailureKind::Cancelled
            | FailureKind::Gone
            | FailureKind::Journal
            | FailureKind::Desk => Exit::Wrong,
            FailureKind::NoToken | FailureKind::Unauthorized => Exit::NotAuthorized,
            // A redirect and a page are answers, whoever gave them.
            FailureKind::Refused
            | FailureKind::ServiceError
            | FailureKind::TooManyRequests
            | FailureKind::Malformed
            | FailureKind::TooLarge
            | FailureKind::Redirected
            | FailureKind::NotTheService => Exit::Refused,
            FailureKind::Unreachable
            | FailureKind::Certificate
            | FailureKind::Timeout
            | FailureKind::Interrupted => Exit::Unreachable,
        }
    }

    pub(crate) fn of_outcome(outcome: &AnyOutcome) -> Exit {
        match outcome {
            Outcome::Applied { .. } => Exit::Done,
            Outcome::NotApplied { failure } => Exit::of_failure(failure),
            Outcome::Unknown { .. } => Exit::Unknown,
            Outcome::Conflict { .. } => Exit::Conflict,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// The table, for the end of `--help`.
pub(crate) fn help() -> String {
    let rows: Vec<_> = CODES.iter().map(|(_, code, words)| format!("  {code}  {words}")).collect();
    format!("Exit codes:\n{}", rows.join("\n"))
}

#[cfg(test)]
mod tests {
    use tapline_contract::field::Loose;
    use tapline_contract::{Doubt, Evidence};

    use super::*;

    #[test]
    fn the_table_is_in_order() {
        for (at, (exit, code, words)) in CODES.iter().enumerate() {
            assert_eq!((*exit as usize, usize::from(*code)), (at, at));
            assert!(!words.is_empty());
        }
    }

    #[test]
    fn the_document_has_the_same_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/command-line.md");
        let document = std::fs::read_to_string(path).unwrap();
        for (_, code, words) in CODES {
            assert!(document.contains(&format!("| {code} | {words} |")), "{code} {words}");
        }
    }

    #[test]
    fn every_kind_has_its_code() {
        for (kind, code) in [
            (FailureKind::Unreachable, 7),
            (FailureKind::Certificate, 7),
            (FailureKind::Timeout, 7),
            (FailureKind::Interrupted, 7),
            (FailureKind::Redirected, 6),
            (FailureKind::NotTheService, 6),
            (FailureKind::Malformed, 6),
            (FailureKind::TooLarge, 6),
            (FailureKind::Unauthorized, 4),
            (FailureKind::Refused, 6),
            (FailureKind::TooManyRequests, 6),
            (FailureKind::ServiceError, 6),
            (FailureKind::BadInput, 1),
            (FailureKind::NoToken, 4),
            (FailureKind::NotConnected, 1),
            (FailureKind::ReadOnly, 1),
            (FailureKind::UnitNotKnown, 1),
            (FailureKind::OperationReused, 1),
            (FailureKind::Busy, 1),
            (FailureKind::Journal, 1),
            (FailureKind::Desk, 1),
        ] {
            assert_eq!(Exit::of_kind(kind).code(), code, "{kind:?}");
        }
    }

    #[test]
    fn every_outcome_has_its_code() {
        let failure = || Failure::new(FailureKind::Refused, "UpdateEmv", "no");
        let nothing = || Loose::json("null").unwrap();
        for (outcome, code) in [
            (AnyOutcome::Applied { evidence: Evidence::Answer, answer: None, record: nothing() }, 0),
            (AnyOutcome::NotApplied { failure: failure() }, 6),
            (
                AnyOutcome::Unknown {
                    since: String::new(),
                    checks: 0,
                    given_up: false,
                    doubt: Doubt::Lost,
                    shows: String::new(),
                    failure: failure(),
                },
                3,
            ),
            (AnyOutcome::Conflict { theirs: nothing(), sent: true }, 2),
        ] {
            assert_eq!(Exit::of_outcome(&outcome).code(), code);
        }
    }
}
