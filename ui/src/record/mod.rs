//! A record of the service: listed, shown, edited, reviewed, saved once, and compared three ways when both changed it.
//!
//! Everything that resources share is here once; each resource's own part is a [`Resource`] (`pages/merchants/resource.rs`). Its
//! records, drafts and forms are [`document`]s here, without their types, so that forms, reviews and saves are compiled once and not
//! once per resource. Only lists are typed ([`RecordKind`]). Nothing here knows a resource.

mod answers;
mod area;
mod coded;
pub(crate) mod conflict;
pub(crate) mod delete;
pub(crate) mod document;
pub(crate) mod drafts;
pub(crate) mod edit;
pub(crate) mod field;
pub(crate) mod form;
pub(crate) mod layout;
mod leave_out;
pub(crate) mod list;
mod merge;
pub(crate) mod one;
pub(crate) mod raw;
pub(crate) mod request;
pub(crate) mod result;
pub(crate) mod review;
pub(crate) mod send;
pub(crate) mod store;
pub(crate) mod tabs;
pub(crate) mod undo;
pub(crate) mod versions;

use std::pin::Pin;

use leptos::prelude::AnyView;
use tapline_contract::card::Exact;
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoint::Consequence;
use tapline_contract::form::FieldError;
use tapline_contract::history::OperationId;
use tapline_contract::plan::PlanKind;
use tapline_contract::{Call, Endpoint, Failure, Outcome};
use tapline_emv::decode::Code;
use tapline_emv::{Currency, Scheme};

use crate::ipc::{self, Answer};
use crate::paths::Route;
use crate::remote::Listed;
use crate::shell::Shell;
use crate::shell::areas::Areas;
use crate::shell::areas::Names;
use document::{Body, Document, Form};
use request::{CallShape, Request, call};
use store::Records;
use versions::FieldVersions;

/// Words and places of a kind of record.
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
    pub(crate) calls: Calls,
    /// Name in a plan, if plans may change it.
    pub(crate) planned: Option<PlanKind>,
    /// Parts of the form that the service may name and that are not fields.
    pub(crate) parts: &'static [&'static str],
    /// A sentence about everything that is not in a review.
    pub(crate) rest: &'static str,
    /// True for a member whose digits are no card's, by its path: pages and reviews show it as it is.
    pub(crate) is_exact: Exact,
}

/// The calls that read and change a record, to be shown.
pub(crate) struct Calls {
    read: CallShape,
    create: CallShape,
    update: CallShape,
    delete: CallShape,
}

/// The endpoints that read, create, update and delete a record; where one is missing, any.
pub(crate) const fn calls<R: Endpoint, C: Endpoint, U: Endpoint, D: Endpoint>() -> Calls {
    Calls { read: call::<R>(), create: call::<C>(), update: call::<U>(), delete: call::<D>() }
}

/// A kind of record: everything that differs between kinds, but for its list ([`RecordKind`]). It gets the documents and forms of its
/// own kind only.
pub(crate) trait Resource: Sync {
    fn meta(&self) -> &'static ResourceMeta;
    /// State of its records in this window.
    fn records(&self, areas: Areas) -> Box<dyn Records>;

    /// The draft that an update of the unchanged record would send.
    fn draft_of(&self, record: &Document) -> Document;
    /// The draft of an unknown record.
    fn nothing(&self) -> Document;
    /// The form of a record that can be edited; money is typed in `currency`.
    fn form_of(&self, record: &Document, currency: &Currency) -> Form;
    fn blank(&self, currency: &Currency) -> Form;
    /// The form of a new record like this one, without values that must be unique.
    fn copy(&self, _record: &Document) -> Option<Form> {
        None
    }
    /// The draft of a form, or every error at once.
    fn read(&self, form: &Form) -> Result<Document, Vec<FieldError>>;
    /// The fields that a person can change, as these drafts have them, in the order of a review.
    fn rows(&self, drafts: &[&Document], names: &Names) -> Vec<FieldVersions>;

    /// A text of the form by its path on the wire: `mcc`, `supportedPaymentMethods[1].profileId`.
    fn text<'a>(&self, form: &'a Form, wire: &str) -> Option<&'a String>;
    fn text_mut<'a>(&self, form: &'a mut Form, wire: &str) -> Option<&'a mut String>;
    /// Takes a field of the second form into the first. False if the field is one text, which is then taken by its path.
    fn take(&self, _to: &mut Form, _from: &Form, _wire: &str) -> bool {
        false
    }
    /// Names of texts that only this form has.
    fn own_texts(&self, _form: &Form) -> Vec<String> {
        Vec::new()
    }
    /// Removes typed secrets, as the window locks.
    fn wipe(&self, _form: &mut Form) {}
    /// Members that no document names: when the service refuses one, the rest can be sent without it.
    fn free_members(&self, _draft: &Document) -> Vec<String> {
        Vec::new()
    }
    fn leave_out(&self, _form: &mut Form, _member: &str) {}

    /// Heading of a new record, from the typed name.
    fn new_title(&self, _form: &Form, typed: String) -> String {
        typed
    }
    /// The code that decodes a field whose value is bits, by the draft that is saved.
    fn code(&self, _draft: &Document, _wire: &str) -> Option<(Code, Option<Scheme>)> {
        None
    }
    /// A consequence of saving that a person has to agree to explicitly.
    fn consequence(&self, _seen: &Document, _draft: &Document) -> Option<String> {
        None
    }
    /// True if putting the earlier values into the record as it is `after` the save undoes all that this draft saved.
    fn can_undo(&self, _after: &Document, _draft: &Document) -> bool {
        true
    }
    /// A sentence about everything that is not among the changes of a review.
    fn rest(&self, _draft: &Document, _changes: usize) -> String {
        self.meta().rest.to_owned()
    }
    /// A sentence about values of an applied change that the service did not take over.
    fn remainder(&self, _change: &Change, _now: &Document) -> Option<String> {
        None
    }
    /// Shown in a review or a conflict beside its rows: pictures, effects.
    fn meaning(&self, _shell: Shell, _of: Meaning<'_>) -> Option<AnyView> {
        None
    }
    /// The request that reads a record or sends a change; to be shown and copied.
    fn request(&self, of: RequestFor<'_>) -> Request {
        let calls = &self.meta().calls;
        match of {
            RequestFor::Record(record) => calls.read.request(record.key.as_deref(), None),
            RequestFor::Change(change) => {
                let call = match change {
                    Change::Create(_) => calls.create,
                    Change::Update(..) => calls.update,
                    Change::Delete(_) => calls.delete,
                };
                call.request(Some(&change.key().unwrap_or_default()), change.draft().map(Document::body))
            }
        }
    }

    /// As it is now. `Ok(None)`: the service does not list it any more.
    fn one(&self, connection: ConnectionId, key: String) -> Later<Result<Option<Document>, Failure>>;
    fn save(&self, change: Change, order: Order) -> Later<Result<SaveOutcome, Failure>>;
}

/// Any kind of record.
pub(crate) type ResourceKind = &'static dyn Resource;

impl PartialEq for dyn Resource {
    fn eq(&self, other: &dyn Resource) -> bool {
        std::ptr::eq(self.meta(), other.meta())
    }
}

pub(crate) type Later<T> = Pin<Box<dyn Future<Output = T>>>;

/// The types of a kind, for its list and its own pages.
pub(crate) trait RecordKind: Copy + Send + Sync + 'static {
    type Record: Body;
    type Form: Clone + PartialEq + Send + Sync + 'static;

    const KIND: ResourceKind;

    fn key(record: &Self::Record) -> Option<String>;
    fn name(record: &Self::Record) -> String;
    /// The name in headings, if that is more.
    fn title(record: &Self::Record) -> String {
        Self::name(record)
    }
    /// True if all of the record is readable, so that editing loses nothing.
    fn is_editable(_record: &Self::Record) -> bool {
        true
    }
    /// Adds the names of these records, for records that have only their ids.
    fn add_names(_records: &[Self::Record], _names: &mut Names) {}
    fn list(connection: ConnectionId) -> impl Future<Output = Result<Listed<Self::Record>, Failure>>;

    /// A record of a service that has no call for one.
    async fn in_list(connection: ConnectionId, key: String) -> Result<Option<Document>, Failure> {
        let listed = Self::list(connection).await?;
        let record = listed.records.iter().find(|record| Self::key(record).as_ref() == Some(&key));
        Ok(record.cloned().map(Self::document))
    }

    fn document(record: Self::Record) -> Document {
        let (key, is_editable) = (Self::key(&record), Self::is_editable(&record));
        let (name, title) = (Self::name(&record), Self::title(&record));
        let mut document = Document::draft(record);
        (document.key, document.is_editable) = (key, is_editable);
        (document.name, document.title) = (name, title);
        document
    }
}

/// Subject of a request that is shown.
pub(crate) enum RequestFor<'a> {
    Record(&'a Document),
    Change(&'a Change),
}

/// Two versions whose difference is shown in pictures and words.
pub(crate) enum Meaning<'a> {
    Review {
        change: &'a Change,
        before: &'a Document,
        after: &'a Document,
    },
    /// Theirs, and the result of saving. While choices are open, the result is mine.
    Conflict {
        theirs: &'a Document,
        result: &'a Document,
        is_open: bool,
    },
}

/// A change to be made at the service.
#[derive(Clone, PartialEq)]
pub(crate) enum Change {
    Create(Document),
    /// The record as the person saw it, and the draft of what it is to be.
    Update(Document, Document),
    Delete(Document),
}

impl Change {
    /// The record as the person saw it; none for a creation.
    pub(crate) fn seen(&self) -> Option<&Document> {
        match self {
            Change::Create(_) => None,
            Change::Update(seen, _) | Change::Delete(seen) => Some(seen),
        }
    }

    /// The body that is sent; none for a deletion.
    pub(crate) fn draft(&self) -> Option<&Document> {
        match self {
            Change::Create(draft) | Change::Update(_, draft) => Some(draft),
            Change::Delete(_) => None,
        }
    }

    /// The key of the record that is changed.
    pub(crate) fn key(&self) -> Option<String> {
        self.seen().and_then(|seen| seen.key.clone())
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
pub(crate) type SaveOutcome = Outcome<Option<String>, Option<Document>>;

/// The outcome of an endpoint whose answer is a record of this kind or has its key.
pub(crate) fn map_outcome<R: RecordKind, V>(
    outcome: Outcome<V, Option<R::Record>>,
    answered: impl Fn(V) -> (Option<String>, Option<R::Record>),
) -> SaveOutcome {
    match outcome.map(answered, |record| record.map(R::document)) {
        Outcome::Applied { evidence, answer, record } => {
            let (key, answered) = answer.unwrap_or_default();
            let record = record.or(answered.map(R::document));
            let key = record.as_ref().and_then(|record| record.key.clone()).or(key);
            Outcome::Applied { evidence, answer: Some(key), record }
        }
        other => other.map(|(key, _)| key, |record| record),
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
