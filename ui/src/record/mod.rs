//! A record of the service: listed, shown, edited, reviewed, saved once, and compared three ways when both changed it.
//!
//! Everything that resources share is here once; each resource's own part is a [`Resource`] (`pages/merchants/resource.rs`). The
//! state is typed ([`store`], [`edit`], [`send`]); views are not: they use a [`view::RecordView`], so that a view is compiled
//! once and not once per resource. Nothing here knows a resource.

mod answers;
mod area;
pub(crate) mod conflict;
pub(crate) mod delete;
pub(crate) mod edit;
pub(crate) mod field;
pub(crate) mod form;
pub(crate) mod layout;
mod leave_out;
pub(crate) mod list;
mod merge;
pub(crate) mod one;
pub(crate) mod parts;
pub(crate) mod raw;
pub(crate) mod request;
pub(crate) mod result;
pub(crate) mod review;
pub(crate) mod send;
pub(crate) mod store;
pub(crate) mod tabs;
pub(crate) mod undo;
pub(crate) mod versions;
pub(crate) mod view;

use std::fmt::Debug;

use leptos::prelude::AnyView;
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoint::Consequence;
use tapline_contract::form::{FieldError, TextField};
use tapline_contract::history::OperationId;
use tapline_contract::plan::PlanKind;
use tapline_contract::{Call, Endpoint, Failure, Outcome, record};
use tapline_emv::decode::Code;
use tapline_emv::{Currency, Scheme};

use crate::ipc::{self, Answer};
use crate::paths::Route;
use crate::remote::Listed;
use crate::shell::Shell;
use crate::shell::areas::Areas;
use crate::shell::areas::Names;
use parts::Part;
use request::Request;
use store::RecordStore;
use versions::Field;
use view::RecordView;

/// Words and places of a kind of record.
#[derive(Debug)]
pub(crate) struct ResourceMeta {
    /// In a sentence: "merchant". Ids of elements begin with it.
    pub(crate) word: &'static str,
    /// "merchants"
    pub(crate) words: &'static str,
    /// The first page's heading: "Merchants".
    pub(crate) title: &'static str,
    /// Wire name of the field with the record's name for people.
    pub(crate) name: &'static str,
    pub(crate) list: Route,
    pub(crate) new: Route,
    pub(crate) review: Route,
    /// The page of the record with this key.
    pub(crate) one: fn(&str) -> Route,
    pub(crate) edit: fn(&str) -> Route,
    pub(crate) delete: Option<fn(&str) -> Route>,
    /// The button that sends a new one: "Create merchant".
    pub(crate) create: &'static str,
    /// Message when a copy was opened; `None` if records are not duplicated.
    pub(crate) duplicated: Option<&'static str>,
}

/// A kind of record: everything that differs between kinds.
pub(crate) trait Resource: RecordView + Copy + PartialEq + Debug + Send + Sync + 'static {
    type Record: record::Record + serde::Serialize + Clone + PartialEq + Debug + Send + Sync;
    /// The body of a change.
    type Draft: record::Record + serde::Serialize + Clone + PartialEq + Debug + Send + Sync;
    /// The typed form.
    type Form: Clone + PartialEq + Debug + Send + Sync;

    const META: &'static ResourceMeta;
    /// Name in a plan, if plans may change it.
    const PLANNED: Option<PlanKind> = None;
    /// The fields typed as text, in the order of a review: the contract's table.
    const TEXTS: &'static [TextField<Self::Draft>] = &[];
    /// Other fields that a person can change, after the texts.
    const FIELDS: &'static [Field<Self::Form, Self::Draft>];
    /// Parts of the form that the service may name and that are not fields.
    const PARTS: &'static [&'static str] = &[];
    /// A sentence about everything that is not in a review.
    const REST: &'static str =
        "The other fields of the form are sent as they were read. Nothing else of the record is sent.";

    fn store(areas: Areas) -> RecordStore<Self> {
        areas.state()
    }

    /// Identifies a record in paths; `None` if it has no id.
    fn key(record: &Self::Record) -> Option<String>;
    fn name(record: &Self::Record) -> String;
    /// The name in headings, if that is more.
    fn title(record: &Self::Record) -> String {
        Self::name(record)
    }
    /// Heading of a new record, from the typed name.
    fn new_title(_form: &Self::Form, typed: String) -> String {
        typed
    }
    /// True for a member whose digits are no card's, by its path: pages and reviews show it as it is.
    fn is_exact(path: &str) -> bool {
        <Self::Record as record::Record>::is_exact(path)
    }
    /// True if all of the record is readable, so that editing loses nothing.
    fn is_editable(_record: &Self::Record) -> bool {
        true
    }
    /// The draft that an update of the unchanged record would send.
    fn draft_of(record: &Self::Record) -> Self::Draft;
    /// The form of a record that can be edited; money is typed in `currency`.
    fn form_of(record: &Self::Record, currency: &Currency) -> Self::Form;
    fn blank(currency: &Currency) -> Self::Form;
    /// The form of a new record like this one, without values that must be unique.
    fn copy(_record: &Self::Record) -> Option<Self::Form> {
        None
    }
    /// The draft of an unknown record.
    fn nothing() -> Self::Draft;
    /// Every error at once.
    fn read(form: &Self::Form) -> Result<Self::Draft, Vec<FieldError>>;

    /// Removes typed secrets, as the window locks.
    fn wipe(_form: &mut Self::Form) {}

    /// A text of the form by its path on the wire: `mcc`, `supportedPaymentMethods[1].profileId`.
    fn text<'a>(form: &'a Self::Form, wire: &str) -> Option<&'a String>;
    fn text_mut<'a>(form: &'a mut Self::Form, wire: &str) -> Option<&'a mut String>;

    /// Fields that only some records have and that are to be compared between these versions.
    fn parts(_versions: &[&Self::Draft]) -> Vec<Part> {
        Vec::new()
    }
    /// The value of such a field, as a person reads it.
    fn part(_draft: &Self::Draft, _wire: &str) -> Option<String> {
        None
    }
    /// True if both versions have equal values there.
    fn same_part(one: &Self::Draft, other: &Self::Draft, wire: &str) -> bool {
        Self::part(one, wire) == Self::part(other, wire)
    }
    /// The code that decodes a field whose value is bits, by the draft that is saved.
    fn code(_draft: &Self::Draft, _wire: &str) -> Option<(Code, Option<Scheme>)> {
        None
    }
    /// Names of such fields that are typed as text in a form.
    fn typed_parts(_form: &Self::Form) -> Vec<String> {
        Vec::new()
    }
    /// Takes the field of the second form into the first.
    fn take_part(_to: &mut Self::Form, _from: &Self::Form, _wire: &str) {}

    /// A consequence of saving that a person has to agree to explicitly.
    fn consequence(_seen: Option<&Self::Record>, _draft: &Self::Draft) -> Option<String> {
        None
    }

    /// Adds the names of these records, for records that have only their ids.
    fn add_names(_records: &[Self::Record], _names: &mut Names) {}

    /// True if putting the earlier values into the record as it is `after` the save undoes all that this draft saved.
    fn can_undo(_after: &Self::Record, _draft: &Self::Draft) -> bool {
        true
    }

    /// Members that no document names: when the service refuses one, the rest can be sent without it.
    fn free_members(_draft: &Self::Draft) -> Vec<String> {
        Vec::new()
    }
    fn leave_out(_form: &mut Self::Form, _member: &str) {}

    /// A sentence about everything that is not among the changes of a review.
    fn rest(_draft: &Self::Draft, _changes: usize) -> String {
        Self::REST.to_owned()
    }
    /// Shown in a review or a conflict beside its rows: pictures, effects.
    fn meaning(_shell: Shell, _of: Meaning<'_, Self>) -> Option<AnyView> {
        None
    }

    /// The request that reads a record or sends a change; to be shown and copied.
    fn request(of: RequestFor<'_, Self>) -> Request;

    fn list(connection: ConnectionId) -> impl Future<Output = Result<Listed<Self::Record>, Failure>>;
    /// As it is now. `Ok(None)`: the service does not list it any more.
    fn one(
        connection: ConnectionId,
        key: String,
    ) -> impl Future<Output = Result<Option<Self::Record>, Failure>>;
    fn save(change: Change<Self>, order: Order) -> impl Future<Output = Result<SaveOutcome<Self>, Failure>>;
}

/// Subject of a request that is shown.
#[derive(Debug)]
pub(crate) enum RequestFor<'a, R: Resource> {
    Record(&'a R::Record),
    Change(&'a Change<R>),
}

/// Two versions whose difference is shown in pictures and words.
#[derive(Debug)]
pub(crate) enum Meaning<'a, R: Resource> {
    Review {
        change: &'a Change<R>,
        before: &'a R::Draft,
        after: &'a R::Draft,
    },
    /// Theirs, and the result of saving. While choices are open, the result is mine.
    Conflict {
        theirs: &'a R::Draft,
        result: &'a R::Draft,
        is_open: bool,
    },
}

/// A change to be made at the service.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change<R: Resource> {
    Create(R::Draft),
    /// The record as the person saw it, and as it is to be.
    Update(R::Record, R::Draft),
    Delete(R::Record),
}

impl<R: Resource> Change<R> {
    /// The record as the person saw it; none for a creation.
    pub(crate) fn seen(&self) -> Option<&R::Record> {
        match self {
            Change::Create(_) => None,
            Change::Update(seen, _) | Change::Delete(seen) => Some(seen),
        }
    }

    /// The body that is sent; none for a deletion.
    pub(crate) fn draft(&self) -> Option<&R::Draft> {
        match self {
            Change::Create(draft) | Change::Update(_, draft) => Some(draft),
            Change::Delete(_) => None,
        }
    }

    /// The key of the record that is changed.
    pub(crate) fn key(&self) -> Option<String> {
        self.seen().and_then(R::key)
    }
}

/// Order to send a change, with the person's decisions.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) connection: ConnectionId,
    pub(crate) operation: OperationId,
    /// The person agreed to [`Resource::consequence`].
    pub(crate) agreed: bool,
    /// An earlier change of the same record that this one does not wait for.
    pub(crate) supersedes: Option<OperationId>,
}

impl Order {
    pub(crate) fn send<E: Endpoint>(self, id: E::Id, input: E::Input, seen: E::Seen) -> Answer<E::Answer> {
        self.send_accepting::<E>(id, input, seen, None)
    }

    /// Sends a change with a consequence that the person agreed to.
    pub(crate) fn send_accepting<E: Endpoint>(
        self,
        id: E::Id,
        input: E::Input,
        seen: E::Seen,
        accepts: Option<Consequence>,
    ) -> Answer<E::Answer> {
        let call = Call::<E>::new(self.connection, id, input, seen);
        ipc::call(Some(self.operation), &Call { accepts, supersedes: self.supersedes, ..call })
    }
}

/// Outcome of a change, with the key that the service gave and the record.
pub(crate) type SaveOutcome<R> = Outcome<Option<String>, Option<<R as Resource>::Record>>;

/// The outcome of an endpoint whose answer is a record of this kind or has its key.
pub(crate) fn map_outcome<R: Resource, V>(
    outcome: Outcome<V, Option<R::Record>>,
    answered: impl Fn(V) -> (Option<String>, Option<R::Record>),
) -> SaveOutcome<R> {
    match outcome {
        Outcome::Applied { evidence, answer, record } => {
            let (key, told) = answer.map(answered).unwrap_or_default();
            let record = record.or(told);
            let key = record.as_ref().and_then(R::key).or(key);
            Outcome::Applied { evidence, answer: Some(key), record }
        }
        other => other.map(|answer| answered(answer).0, |record| record),
    }
}

/// The id of the element where a field is typed.
pub(crate) fn element(meta: &ResourceMeta, wire: &str) -> String {
    format!("{}-{}", meta.word.replace(' ', "-"), wire.replace(|c: char| !c.is_ascii_alphanumeric(), "-"))
}

/// Index and member in `supportedPaymentMethods[1].profileId` for the list `supportedPaymentMethods`.
pub(crate) fn place_in<'a>(list: &str, wire: &'a str) -> Option<(usize, &'a str)> {
    let (at, member) = wire.strip_prefix(list)?.strip_prefix('[')?.split_once("].")?;
    Some((at.parse().ok()?, member))
}
