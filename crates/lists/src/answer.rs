//! The answer around the records of a list: success or failure, and the service's counts. Service document, "Response
//! conventions".

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tapline_contract::field::Number;
use tapline_contract::record::{self, Misfit};
use tapline_contract::wire::{NotSuccess, Payload};
use tapline_contract::{Failure, FailureKind};
use tapline_http::{CallContext, DAMAGED, OPERATOR, refused};

/// Members of a successful answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Answer {
    /// `None` also for a number that is no count.
    pub(super) total: Option<i64>,
    pub(super) has_next: bool,
    /// As sent: the table judges them. Empty for an answer whose records were taken out on the way.
    pub(super) records: Vec<String>,
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
        let raw: Vec<&RawValue> = records
            .and_then(|raw| serde_json::from_str(raw).ok())
            .ok_or_else(|| Misfit::new("records", "a list", records))?;
        let records = raw.into_iter().map(|record| record.get().to_owned()).collect();
        let total: Option<Number> = record::take(&mut members, "total")?;
        let has_next: Option<bool> = record::take(&mut members, "hasNext")?;
        let count = |total: Number| total.text().parse().ok().filter(|total| *total >= 0);
        Ok(Answer { total: total.and_then(count), has_next: has_next.unwrap_or_default(), records })
    }
}

impl Stop {
    pub(super) fn failure(&self, asked: &CallContext) -> Failure {
        match self {
            Stop::Foreign => asked.foreign("text that isn't JSON"),
            Stop::NotSuccess(NotSuccess::Refused { code, msg }) => {
                asked.not_success(refused(code.clone(), msg.clone()))
            }
            Stop::NotSuccess(reason) => asked.not_success(reason.clone()),
            Stop::TooLong => asked.failed(FailureKind::TooLarge, "a record is larger than 16 MiB", OPERATOR),
            Stop::Damaged | Stop::Full => asked.failed(FailureKind::Malformed, DAMAGED, OPERATOR),
        }
    }
}
