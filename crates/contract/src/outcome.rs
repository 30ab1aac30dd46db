//! What became of a state-changing call.
//!
//! Four answers and no success flag: a lost answer is `Unknown`, settled by reading and never by sending again.

use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// `V` is the service's answer, `R` what was compared and read back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// Externally tagged: records hold raw JSON, which serde cannot read from inside an internally tagged enum.
#[serde(rename_all = "camelCase")]
pub enum Outcome<V, R> {
    /// Done.
    Applied {
        evidence: Evidence,
        answer: Option<V>,
        /// As the service has it now; for a deletion what was deleted.
        record: R,
    },
    /// Nothing happened.
    NotApplied { failure: Failure },
    /// It may have happened. Core goes on reading; nothing is sent again.
    Unknown {
        /// When it was sent: RFC 3339, UTC.
        since: String,
        /// How often the service was asked since.
        checks: u32,
        /// No further check comes by itself.
        given_up: bool,
        failure: Failure,
    },
    /// Someone else changed it.
    Conflict {
        /// As the service has it now; empty when it is gone.
        theirs: R,
        /// Whether ours was sent before the third value was found.
        sent: bool,
    },
}

/// Why we say that it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Evidence {
    /// The service confirmed it and a read shows it.
    Answer,
    /// The answer was lost or odd, but a read shows it. Who did it cannot be known.
    ReadBack,
    /// A person found it out elsewhere and closed it by hand; their note is in the history.
    Person,
}

impl<V, R> Outcome<V, R> {
    /// Nothing more will come by itself.
    pub fn is_settled(&self) -> bool {
        !matches!(self, Outcome::Unknown { .. })
    }
}
