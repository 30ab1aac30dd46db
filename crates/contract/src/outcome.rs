//! Outcome of a state-changing call.
//!
//! Four answers and no success flag: a lost answer is `Unknown`, settled by reading and never by sending again.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use crate::failure::Failure;

/// `V` is the service's answer, `R` what was compared and read back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
        /// Number of reads of the service since.
        checks: u32,
        /// There are no further checks by themselves.
        given_up: bool,
        /// Why it is unknown. Absent in journals of older versions.
        #[serde(default)]
        doubt: Doubt,
        /// Finding of the last read, as a sentence; it also ends `failure.sentence`. Empty without a finding.
        #[serde(default)]
        shows: String,
        failure: Failure,
    },
    /// Someone else changed it.
    Conflict {
        /// As the service has it now; empty when it is gone.
        theirs: R,
        /// True if our value was sent before the third value was found.
        sent: bool,
    },
}

/// Basis of an `Applied` outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Evidence {
    /// The service confirmed it and a read shows it.
    Answer,
    /// The service confirmed it. Nothing that can be read shows it, or it was not read.
    AnswerAlone,
    /// The answer was lost, odd or a refusal, but a read shows it. Who did it is known only where the service shows our mark.
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
    /// Sentence about the call, from the evidence.
    pub fn words(self) -> &'static str {
        match self {
            Doubt::Lost => "No clear answer. It may have gone through.",
            Doubt::Unread => "The service confirmed it, but Tapline couldn't verify it yet.",
            Doubt::NotShown => "The service confirmed it, but doesn't show it.",
            Doubt::Pending => "The service hasn't finished it yet.",
            Doubt::Declined => "The service shows it as declined.",
            Doubt::Another => "Something changed since then, but it may not be this change.",
        }
    }

    /// One or two words, for a heading.
    pub fn word(self) -> &'static str {
        match self {
            Doubt::Lost | Doubt::Unread | Doubt::NotShown | Doubt::Another => "Unconfirmed",
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

    /// Maps the types inside, keeping the outcome.
    pub fn map<W, S>(self, answer: impl FnOnce(V) -> W, record: impl FnOnce(R) -> S) -> Outcome<W, S> {
        self.and_then(|value| Some(answer(value)), record)
    }

    /// Like [`Outcome::map`], for an answer that may not be readable.
    pub fn and_then<W, S>(
        self,
        answer: impl FnOnce(V) -> Option<W>,
        record: impl FnOnce(R) -> S,
    ) -> Outcome<W, S> {
        match self {
            Outcome::Applied { evidence, answer: value, record: now } => {
                Outcome::Applied { evidence, answer: value.and_then(answer), record: record(now) }
            }
            Outcome::NotApplied { failure } => Outcome::NotApplied { failure },
            Outcome::Unknown { since, checks, given_up, doubt, shows, failure } => {
                Outcome::Unknown { since, checks, given_up, doubt, shows, failure }
            }
            Outcome::Conflict { theirs, sent } => Outcome::Conflict { theirs: record(theirs), sent },
        }
    }
}

/// An outcome with its records as JSON text. All outcomes are read as this first: the reading of four variants is compiled once, and
/// not for each endpoint.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Text {
    Applied {
        evidence: Evidence,
        answer: Option<Box<RawValue>>,
        record: Option<Box<RawValue>>,
    },
    NotApplied {
        failure: Failure,
    },
    Unknown {
        since: String,
        checks: u32,
        given_up: bool,
        #[serde(default)]
        doubt: Doubt,
        #[serde(default)]
        shows: String,
        failure: Failure,
    },
    Conflict {
        theirs: Option<Box<RawValue>>,
        sent: bool,
    },
}

impl Text {
    fn read<V: DeserializeOwned, R: DeserializeOwned>(self) -> serde_json::Result<Outcome<V, R>> {
        // `null` and a member that is absent are the same to an optional record, and neither is any other.
        let record =
            |raw: Option<Box<RawValue>>| serde_json::from_str(raw.as_deref().map_or("null", RawValue::get));
        Ok(match self {
            Text::Applied { evidence, answer, record: now } => {
                let answer = answer.map(|raw| serde_json::from_str(raw.get())).transpose()?;
                Outcome::Applied { evidence, answer, record: record(now)? }
            }
            Text::NotApplied { failure } => Outcome::NotApplied { failure },
            Text::Unknown { since, checks, given_up, doubt, shows, failure } => {
                Outcome::Unknown { since, checks, given_up, doubt, shows, failure }
            }
            Text::Conflict { theirs, sent } => Outcome::Conflict { theirs: record(theirs)?, sent },
        })
    }
}

impl<'de, V: DeserializeOwned, R: DeserializeOwned> Deserialize<'de> for Outcome<V, R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Outcome<V, R>, D::Error> {
        Text::deserialize(deserializer)?.read().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::FailureKind;
    use crate::field::Loose;

    fn all<V: Clone, R: Clone>(answer: &V, record: &R) -> Vec<Outcome<V, R>> {
        let failure = Failure::new(FailureKind::Desk, "UpdateEmv", "It failed.");
        vec![
            Outcome::Applied {
                evidence: Evidence::Answer,
                answer: Some(answer.clone()),
                record: record.clone(),
            },
            Outcome::Applied { evidence: Evidence::ReadBack, answer: None, record: record.clone() },
            Outcome::NotApplied { failure: failure.clone() },
            Outcome::Unknown {
                since: "2026-11-23T10:00:00Z".to_owned(),
                checks: 3,
                given_up: true,
                doubt: Doubt::Pending,
                shows: "Nothing.".to_owned(),
                failure,
            },
            Outcome::Conflict { theirs: record.clone(), sent: true },
        ]
    }

    fn comes_back<V, R>(answer: &V, record: &R)
    where
        V: Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned,
        R: Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned,
    {
        for outcome in all(answer, record) {
            let text = serde_json::to_string(&outcome).expect("it is JSON");
            assert_eq!(serde_json::from_str::<Outcome<V, R>>(&text).expect(&text), outcome, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        comes_back(&"an id".to_owned(), &Some(7_u32));
        comes_back(&Some("an id".to_owned()), &None::<u32>);
        comes_back(&7_u32, &());
        let number = Loose::json("1.00").expect("it is JSON");
        comes_back(&number, &number);
        comes_back(&number, &Loose::json("null").expect("it is JSON"));
    }

    #[test]
    fn only_an_optional_record_may_be_missing() {
        let text = r#"{"conflict":{"sent":false}}"#;
        let optional: Result<Outcome<(), Option<u32>>, _> = serde_json::from_str(text);
        assert_eq!(optional.expect(text), Outcome::Conflict { theirs: None, sent: false });
        assert!(serde_json::from_str::<Outcome<(), u32>>(text).is_err());
    }
}
