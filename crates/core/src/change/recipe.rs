//! What is particular to one changing endpoint: what it is compared with, and what proves it. Pure.

use serde::{Deserialize, Serialize};
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::history::EmvOutcome;
use tapline_contract::wire::Saved;
use tapline_contract::{Call, Endpoint, Failure, Kind};

use super::list::EmvList;
use crate::http::Sending;

/// A changing endpoint without a recipe does not compile: dispatch asks for it.
pub(crate) trait Recipe:
    Sending + Endpoint<Output = Saved<EmvId>, Seen = Option<EmvConfig>, Answer = EmvOutcome>
{
    /// One change in flight per target.
    fn target(call: &Call<Self>) -> String;

    /// What the person saw, when the endpoint is compared with it.
    fn seen(call: &Call<Self>) -> Result<Option<Base>, Failure>;

    /// What the change starts from, of a list read just before it is sent.
    fn before(call: &Call<Self>, list: &EmvList) -> Result<Base, Stale>;

    /// What a list read afterwards shows. `answered` is the id that the service answered with.
    fn judge(
        id: &Self::Id,
        input: &Self::Input,
        before: &Base,
        answered: Option<&EmvId>,
        list: &EmvList,
    ) -> Verdict;
}

/// What was there before, as far as it decides later what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Base {
    Record(Box<EmvConfig>),
    /// Of a creation: the ids there were; `None` when the list was incomplete.
    Ids(Option<Vec<EmvId>>),
}

/// Why a change is not sent.
#[derive(Debug)]
pub(crate) enum Stale {
    /// It is not what the person saw; empty when it is gone.
    Changed(Option<Box<EmvConfig>>),
    /// It is not in a list of which we do not have all.
    NotListed,
}

/// What reading shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// What was asked for; for a deletion what was deleted.
    Target(EmvConfig),
    /// What was there before.
    Before,
    /// Something else; empty when it is gone.
    Other(Option<EmvConfig>),
    /// The list does not say.
    Unprovable,
}

/// The record that the person saw, of a call that changes one.
pub(super) fn seen_record<E>(call: &Call<E>, id: &EmvId) -> Result<Option<Base>, Failure>
where
    E: Endpoint<Seen = Option<EmvConfig>>,
{
    match &call.seen {
        Some(record) if record.id == *id => Ok(Some(Base::Record(Box::new(record.clone())))),
        _ => {
            let sentence = "The change does not say what it is based on, so nothing was sent. Open the configuration from \
                            the list and repeat the change.";
            Err(Failure::new(Kind::BadInput, E::NAME, sentence))
        }
    }
}

/// The record as it is now, when it is still what the person saw.
pub(super) fn unchanged(seen: Option<&EmvConfig>, id: &EmvId, list: &EmvList) -> Result<Base, Stale> {
    match list.find(id) {
        Some(now) if seen.is_some_and(|seen| seen.same_values(now)) => {
            Ok(Base::Record(Box::new(now.clone())))
        }
        Some(now) => Err(Stale::Changed(Some(Box::new(now.clone())))),
        None if list.proves_absence(id) => Err(Stale::Changed(None)),
        None => Err(Stale::NotListed),
    }
}
