//! The answer around the records of a list: success or failure, and the service's counts. Service document, "Response
//! conventions".

use tapline_contract::field::Number;
use tapline_contract::record::{self, Misfit};
use tapline_contract::wire::{NotSuccess, Payload};
use tapline_contract::{Failure, FailureKind};
use tapline_http::{CallContext, refused};

/// Members of a successful answer without its records, which were removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Answer {
    /// `None` also for a number that is no count.
    pub(super) total: Option<i64>,
    pub(super) has_next: bool,
}

/// Reason why reading a list ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The JSON breaks off or is damaged.
    Damaged,
    /// The body is not JSON at all.
    Foreign,
    /// A record, or the envelope, is longer than 16 MiB.
    TooLong,
    NotSuccess(NotSuccess),
    /// The memory for lists is used up.
    Full,
}

impl Payload for Answer {
    fn read(data: Option<&str>) -> Result<Answer, Misfit> {
        let mut members = record::members(data.ok_or_else(|| Misfit::new("", "an object", None))?)?;
        let records = members.iter().find(|(name, _)| name == "records").map(|(_, raw)| raw.as_str());
        if !records.is_some_and(|raw| raw.starts_with('[')) {
            return Err(Misfit::new("records", "a list", records));
        }
        let total: Option<Number> = record::take(&mut members, "total")?;
        let has_next: Option<bool> = record::take(&mut members, "hasNext")?;
        let count = |total: Number| total.text().parse().ok().filter(|total| *total >= 0);
        Ok(Answer { total: total.and_then(count), has_next: has_next.unwrap_or_default() })
    }
}

impl Stop {
    pub(super) fn failure(&self, asked: &CallContext) -> Failure {
        let operator = "Try again; if it stays, ask the service's operator.";
        let CallContext { call, place, .. } = asked;
        match self {
            Stop::Foreign => asked.foreign("text that is no JSON"),
            Stop::NotSuccess(NotSuccess::Refused { code, msg }) => {
                asked.not_success(refused(code.clone(), msg.clone()))
            }
            Stop::NotSuccess(reason) => asked.not_success(reason.clone()),
            Stop::TooLong => {
                let sentence =
                    format!("The answer to {call} from {place} holds a record of more than 16 MiB.");
                asked.failure(FailureKind::TooLarge, &sentence, operator)
            }
            Stop::Damaged | Stop::Full => {
                let sentence = format!("The answer to {call} from {place} breaks off or is damaged JSON.");
                asked.failure(FailureKind::Malformed, &sentence, operator)
            }
        }
    }
}
