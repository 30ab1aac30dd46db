//! The parts of a change that differ by endpoint: which record is read, what it is compared with, and what proves the change.

use std::future::Future;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tapline_contract::connection::Connection;
use tapline_contract::field::Hidden;
use tapline_contract::guard::Guard;
use tapline_contract::history::OperationId;
use tapline_contract::record::{self, Record};
use tapline_contract::seal::Seal;
use tapline_contract::{Call, Class, Doubt, Failure, card};
use tapline_http::{Client, Sending};

/// A changing endpoint without a recipe does not compile: dispatch asks for it.
pub trait Recipe: Sending {
    /// The record or list that is read before and after the change.
    type Look: Send + Sync;
    /// Part of the record that is on disk before anything is sent: enough to judge later, without secrets, personal data
    /// sealed.
    type Base: Serialize + DeserializeOwned + Send + Sync + Clone;

    /// One change in flight per target; for people too: "transaction T4711".
    fn target(call: &Call<Self>) -> String;

    /// Merchant or other place to read from, when neither id nor input has it.
    fn place(_call: &Call<Self>) -> Option<String> {
        None
    }

    /// Refuses a call that is wrong in itself, before anything is read.
    fn check(_call: &Call<Self>) -> Result<(), Failure> {
        Ok(())
    }

    /// The record the person saw, as a base: for the history of a change that was not sent.
    fn seen(_call: &Call<Self>, _seal: &Seal) -> Option<Self::Base> {
        None
    }

    /// Reads; `None` when nothing that can be read would show it.
    fn look(
        client: &Client,
        view: &CallView<'_, Self>,
    ) -> impl Future<Output = Result<Option<Self::Look>, Failure>> + Send;

    /// State that the change starts from, from a read just before it is sent.
    fn before(call: &Call<Self>, look: &Self::Look, seal: &Seal) -> Result<Self::Base, Stale<Self::Seen>>;

    /// Refuses an amount that may not be moved, by the read right before it and the unit of the connection.
    fn affords(
        _call: &Call<Self>,
        _look: &Self::Look,
        _connection: &Connection,
    ) -> Result<(), Stale<Self::Seen>> {
        Ok(())
    }

    /// Currency of the money that it moves, as the record names it.
    fn currency(_look: &Self::Look) -> Option<&str> {
        None
    }

    /// The input as it is sent, completed with what only core knows.
    fn complete(
        call: &Call<Self>,
        _look: Option<&Self::Look>,
        _operation: &OperationId,
    ) -> Result<Self::Input, Failure> {
        Ok(call.input.clone())
    }

    /// Description of the call, for the question outside the page. It may read for this; unreadable details are left out.
    fn words(
        _client: &Client,
        _connection: &Connection,
        call: &Call<Self>,
    ) -> impl Future<Output = CallWords> + Send {
        let whole = format!("{}, {}", Self::DOING, Self::target(call));
        async { CallWords { short: Self::DOING.to_owned(), whole } }
    }

    /// The admin password among the input, of a call that needs one.
    fn password(_input: &mut Self::Input) -> Option<&mut Hidden> {
        None
    }

    /// Decides what a later read shows. `answered` is the service's answer, when it was a success.
    fn judge(
        view: &CallView<'_, Self>,
        base: &Self::Base,
        answered: Option<&Self::Output>,
        look: &Self::Look,
    ) -> Verdict<Self::Seen>;

    /// True if a refusal may mean that the admin password was wrong.
    const PASSWORD: bool = false;
}

/// A call in words, for a question.
pub struct CallWords {
    /// "Refund 58 JPY"
    pub short: String,
    /// "Refund 58 JPY of transaction T4711"
    pub whole: String,
}

/// A change, as far as reading needs it. The input may be the journal's: without secrets, personal data sealed.
pub struct CallView<'a, E: Recipe> {
    pub operation: &'a OperationId,
    pub id: &'a E::Id,
    pub input: &'a E::Input,
    pub place: Option<&'a str>,
    pub seal: &'a Seal,
}

/// A new record is named by what was typed.
pub(crate) fn target_on_disk<E: Recipe>(call: &Call<E>) -> String {
    let target = E::target(call);
    if E::CLASS == Class::Create { card::cell(&target, "", |_| false).into_owned() } else { target }
}

/// Verdict on a creation whose answer names no record: `named` are the new records of the requested name, and `is_ours` is
/// true if a record has everything that was sent.
pub(crate) fn created<'a, R: 'a, S>(
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

/// Verdict on an update, from a read of the record.
pub(crate) fn updated<R: Clone>(
    now: &R,
    is_target: bool,
    is_as_before: impl FnOnce() -> bool,
) -> Verdict<Option<R>> {
    if is_target {
        Verdict::Target(Some(now.clone()))
    } else if is_as_before() {
        Verdict::Before
    } else {
        Verdict::Other(Some(now.clone()))
    }
}

/// For a creation: a foreign record, or ours as the service changed it.
pub(crate) const DIFFERS: &str = "The service shows a new record with this name but other values: it may be someone else's. \
                                  Compare it before you create yours again.";

/// A record as it may rest on disk.
pub(crate) fn sealed<R: Record + Clone>(record: &R, seal: &Seal) -> R {
    let mut sealed = record.clone();
    record::Record::guard(&mut sealed, Guard::Disk(seal));
    sealed
}

/// Why a change is not sent.
#[derive(Debug)]
pub enum Stale<R> {
    /// It is not what the person saw; empty when it is gone.
    Changed(R),
    /// It is not in a list of which we do not have all.
    NotListed,
    /// A sentence: the objection, and the fix. The field is of the draft.
    Refused { field: &'static str, why: String },
}

/// Verdict of a read on a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<R> {
    /// The requested record; for a deletion the deleted record.
    Target(R),
    /// The record as it was before.
    Before,
    /// Something else; empty when it is gone.
    Other(R),
    /// Something new that is not this call's doing, with a sentence about it.
    Unrelated(String),
    /// Something that is neither the goal nor a third value, with a sentence about it.
    Doubtful(Doubt, String),
    /// It does not say.
    Unprovable,
}
