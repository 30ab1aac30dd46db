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
    /// It may have happened. Core keeps reading; nothing is sent again.
    Unknown {
        /// When it was sent: RFC 3339, UTC.
        since: String,
        /// How often the service was read since.
        checks: u32,
        /// There are no further checks by themselves.
        given_up: bool,
        /// Why it is unknown. Absent in journals of older versions.
        #[serde(default)]
        doubt: Doubt,
        /// What the last read showed, as a sentence; it also ends `failure.sentence`. Empty when nothing was seen.
        #[serde(default)]
        shows: String,
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

/// What an `Applied` outcome rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Evidence {
    /// The service confirmed it and a read shows it.
    Answer,
    /// The service confirmed it. Nothing that can be read shows it, or it was not read.
    AnswerAlone,
    /// The answer was lost or odd, but a read shows it. Who did it is known only where the service shows our mark.
    ReadBack,
    /// A person found it out elsewhere and closed it by hand; their note is in the history.
    Person,
}

/// Why it is not known what became of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Doubt {
    /// The answer was lost or cannot be trusted, and no read shows it.
    #[default]
    Lost,
    /// The service confirmed it; no read came through since.
    Unread,
    /// The service confirmed it; a read does not show it.
    NotShown,
    /// A read shows it under way.
    Pending,
    /// A read shows it declined or undone, or the answer itself says so.
    Declined,
    /// A read shows that something was done, and nothing ties it to this call.
    Another,
}

impl Doubt {
    /// What is known, as a sentence about the call.
    pub fn words(self) -> &'static str {
        match self {
            Doubt::Lost => "The answer got lost or cannot be trusted. It may have happened.",
            Doubt::Unread => "The service confirmed it, but it could not be read back yet.",
            Doubt::NotShown => "The service confirmed it, but reading does not show it.",
            Doubt::Pending => "It is not finished at the service.",
            Doubt::Declined => "The service shows it as declined.",
            Doubt::Another => "Something was done since then, but nothing shows that it was this call.",
        }
    }

    /// One or two words, for a heading.
    pub fn word(self) -> &'static str {
        match self {
            Doubt::Lost | Doubt::Unread | Doubt::NotShown | Doubt::Another => "Unknown",
            Doubt::Pending => "Pending",
            Doubt::Declined => "Shown as declined",
        }
    }
}

impl<V, R> Outcome<V, R> {
    /// True unless the outcome may still change by itself.
    pub fn is_settled(&self) -> bool {
        !matches!(self, Outcome::Unknown { .. })
    }

    /// The same outcome with other types inside.
    pub fn map<W, S>(self, answer: impl FnOnce(V) -> W, record: impl FnOnce(R) -> S) -> Outcome<W, S> {
        match self {
            Outcome::Applied { evidence, answer: told, record: now } => {
                Outcome::Applied { evidence, answer: told.map(answer), record: record(now) }
            }
            Outcome::NotApplied { failure } => Outcome::NotApplied { failure },
            Outcome::Unknown { since, checks, given_up, doubt, shows, failure } => {
                Outcome::Unknown { since, checks, given_up, doubt, shows, failure }
            }
            Outcome::Conflict { theirs, sent } => Outcome::Conflict { theirs: record(theirs), sent },
        }
    }
}
