//! What is particular to one changing endpoint: what is read before and after it, what it is compared with, what proves it.

use std::future::Future;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tapline_contract::connection::Connection;
use tapline_contract::guard::Guard;
use tapline_contract::history::OperationId;
use tapline_contract::record::{self, Record};
use tapline_contract::seal::Seal;
use tapline_contract::{Call, Doubt, Failure};

use crate::http::{Client, Sending};

/// A changing endpoint without a recipe does not compile: dispatch asks for it.
pub(crate) trait Recipe: Sending {
    /// What is read before and after.
    type Look: Send + Sync;
    /// What of it is on disk before anything is sent: enough to judge later, without secrets, personal data sealed.
    type Base: Serialize + DeserializeOwned + Send + Sync + Clone;

    /// One change in flight per target; for people too: "transaction T4711".
    fn target(call: &Call<Self>) -> String;

    /// Where it is read, when neither id nor input tell.
    fn place(_call: &Call<Self>) -> Option<String> {
        None
    }

    /// What is wrong before anything is read.
    fn check(_call: &Call<Self>) -> Result<(), Failure> {
        Ok(())
    }

    /// What the person saw, as far as it is a base: for the history of a change that was not sent.
    fn seen(_call: &Call<Self>, _seal: &Seal) -> Option<Self::Base> {
        None
    }

    /// Reads; `None` when nothing that can be read would show it.
    fn look(
        client: &Client,
        asked: &Asked<'_, Self>,
    ) -> impl Future<Output = Result<Option<Self::Look>, Failure>> + Send;

    /// What the change starts from, of a look just before it is sent.
    fn before(call: &Call<Self>, look: &Self::Look, seal: &Seal) -> Result<Self::Base, Stale<Self::Seen>>;

    /// Whether an amount may be moved, by what was read right before it and the unit of the connection.
    fn affords(
        _call: &Call<Self>,
        _look: &Self::Look,
        _connection: &Connection,
    ) -> Result<(), Stale<Self::Seen>> {
        Ok(())
    }

    /// What is sent: the input, completed with what only core knows.
    fn complete(
        call: &Call<Self>,
        _look: Option<&Self::Look>,
        _operation: &OperationId,
    ) -> Result<Self::Input, Failure> {
        Ok(call.input.clone())
    }

    /// What a later look shows. `answered` is the service's answer, when it was a success.
    fn judge(
        asked: &Asked<'_, Self>,
        base: &Self::Base,
        answered: Option<&Self::Output>,
        look: &Self::Look,
    ) -> Verdict<Self::Seen>;

    /// Whether a refusal may mean that the admin password was wrong.
    const PASSWORD: bool = false;
}

/// A change, as far as reading needs it. The input may be the journal's: without secrets, personal data sealed.
pub(crate) struct Asked<'a, E: Recipe> {
    pub(crate) operation: &'a OperationId,
    pub(crate) id: &'a E::Id,
    pub(crate) input: &'a E::Input,
    pub(crate) place: Option<&'a str>,
    pub(crate) seal: &'a Seal,
}

/// What a creation shows, of which no answer names the record: `named` are the new records of the name that was asked for, and
/// `is_ours` says whether one has everything that was sent.
pub(super) fn created<'a, R: 'a, S>(
    named: impl Iterator<Item = &'a R>,
    is_ours: impl Fn(&R) -> bool,
    complete: bool,
    seen: impl FnOnce(&R) -> S,
) -> Verdict<S> {
    let (ours, others): (Vec<_>, Vec<_>) = named.partition(|record| is_ours(record));
    match ours[..] {
        [record] => Verdict::Target(seen(record)),
        [] if !others.is_empty() => Verdict::Doubtful(Doubt::Another, DIFFERS.to_owned()),
        [] if complete => Verdict::Before,
        _ => Verdict::Unprovable,
    }
}

/// Of a creation: someone else's record, or ours as the service changed it.
pub(super) const DIFFERS: &str = "A read shows a new record of that name, but it differs from what was sent: it may be someone \
                                  else's. Compare it with what you wanted before you create it again.";

/// A record as it may rest on disk.
pub(super) fn sealed<R: Record + Clone>(record: &R, seal: &Seal) -> R {
    let mut sealed = record.clone();
    record::Record::guard(&mut sealed, Guard::Disk(seal));
    sealed
}

/// Why a change is not sent.
#[derive(Debug)]
pub(crate) enum Stale<R> {
    /// It is not what the person saw; empty when it is gone.
    Changed(R),
    /// It is not in a list of which we do not have all.
    NotListed,
    /// A sentence: what stands against it, and the way out. The field is of the draft.
    Refused { field: &'static str, why: String },
}

/// What reading shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict<R> {
    /// What was asked for; for a deletion what was deleted.
    Target(R),
    /// What was there before.
    Before,
    /// Something else; empty when it is gone.
    Other(R),
    /// Something that is neither the goal nor a third value, and what to say of it.
    Doubtful(Doubt, String),
    /// It does not say.
    Unprovable,
}
