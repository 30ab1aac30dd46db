//! Whether the answer with a list is a success, and what it says of the list. Service document, "Response conventions".

use tapline_contract::field::Number;
use tapline_contract::record::{Field as _, Misfit};
use tapline_contract::wire::{NotSuccess, is_zero};
use tapline_contract::{Failure, FailureKind};

use super::list_reader::{Answered, Stop};
use crate::http::{Asked, refused};

/// What a successful answer says of its list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) total: Option<i64>,
    pub(super) has_next: bool,
}

/// Judges a body that was read to its end.
pub(super) fn whole(asked: &Asked, answered: &Answered) -> Result<Answer, Failure> {
    let misfit = |field: &str, expected: &str, found: Option<&str>| {
        asked.not_success(NotSuccess::Misfit(Misfit::new(field, expected, found)))
    };
    match answered.code.as_deref() {
        None => return Err(misfit("code", "the number 0", None)),
        Some(code) if is_zero(code) => {}
        Some(code) => {
            let msg =
                answered.msg.as_ref().map(|msg| serde_json::from_str(msg).unwrap_or_else(|_| msg.clone()));
            return Err(asked.not_success(refused(code.to_owned(), msg)));
        }
    }
    list(answered).map_err(|misfit| asked.not_success(NotSuccess::Misfit(misfit.under("data"))))
}

/// The object around the records.
fn list(answered: &Answered) -> Result<Answer, Misfit> {
    if !answered.has_data {
        return Err(Misfit::new("", "an object", answered.data.as_deref()));
    }
    if !answered.has_records {
        return Err(Misfit::new("records", "a list", answered.records.as_deref()));
    }
    let has_next =
        Option::<bool>::read(answered.has_next.as_deref()).map_err(|misfit| misfit.under("hasNext"))?;
    Option::<Number>::read(answered.total.as_deref()).map_err(|misfit| misfit.under("total"))?;
    Ok(Answer { total: count(answered.total.as_deref()), has_next: has_next.unwrap_or_default() })
}

/// The total, if it can be a count of records.
pub(super) fn count(total: Option<&str>) -> Option<i64> {
    total?.parse().ok().filter(|total| *total >= 0)
}

/// The failure of a body that was not read to its end.
pub(super) fn stopped(asked: &Asked, stop: &Stop) -> Failure {
    let operator = "Try again; if it stays, ask the service's operator.";
    match stop {
        Stop::Foreign => asked.foreign("text that is no JSON"),
        Stop::Misfit(misfit) => asked.not_success(NotSuccess::Misfit(misfit.clone())),
        Stop::TooLong => {
            let what = format!(
                "The answer to {} from {} holds a record of more than 16 MiB.",
                asked.call, asked.place
            );
            asked.failure(FailureKind::TooLarge, &what, operator)
        }
        Stop::Damaged | Stop::Full => {
            let what =
                format!("The answer to {} from {} breaks off or is damaged JSON.", asked.call, asked.place);
            asked.failure(FailureKind::Malformed, &what, operator)
        }
    }
}
