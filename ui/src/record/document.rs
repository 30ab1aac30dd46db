//! Records, drafts and forms of any kind. Shared code keeps, compares and clones them without their types, so it is compiled once;
//! only their own kind looks inside.

use std::any::Any;
use std::sync::Arc;

use tapline_contract::card::{self, Exact};
use tapline_contract::record::Record;

use super::request::{json, masked, spread};

trait Value: Any + Send + Sync {
    fn is(&self, other: &dyn Any) -> bool;
}

impl<T: Any + PartialEq + Send + Sync> Value for T {
    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

const OF_ITS_KIND: &str = "a kind of record reads its own values only";

#[derive(Clone)]
struct Erased(Arc<dyn Value>);

impl Erased {
    fn get<T: Any>(&self) -> &T {
        (&*self.0 as &dyn Any).downcast_ref().expect(OF_ITS_KIND)
    }
}

impl PartialEq for Erased {
    fn eq(&self, other: &Erased) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.is(&*other.0)
    }
}

/// The type of a record or a draft.
pub(crate) trait Body: Clone + PartialEq + Send + Sync + 'static {
    /// JSON text without secrets.
    fn json(&self) -> String;
    /// From the JSON text of a journal.
    fn parse(_raw: &str) -> Option<Self> {
        None
    }
}

impl<T: Record + serde::Serialize + Clone + PartialEq + Send + Sync + 'static> Body for T {
    fn json(&self) -> String {
        json(self)
    }

    fn parse(raw: &str) -> Option<T> {
        T::read(raw).ok()
    }
}

/// A record of the service, or the draft that a change sends.
#[derive(Clone)]
pub(crate) struct Document {
    value: Erased,
    json: fn(&Erased) -> String,
    /// Identifies a record in paths; `None` if it has no id.
    pub(crate) key: Option<String>,
    /// Name for people; empty for a draft.
    pub(crate) name: String,
    /// The name in headings, if that is more.
    pub(crate) title: String,
    /// True if all of the record is readable, so that editing loses nothing.
    pub(crate) is_editable: bool,
}

impl PartialEq for Document {
    fn eq(&self, other: &Document) -> bool {
        self.value == other.value
    }
}

impl Document {
    pub(crate) fn draft<T: Body>(draft: T) -> Document {
        Document {
            value: Erased(Arc::new(draft)),
            json: |value| value.get::<T>().json(),
            key: None,
            name: String::new(),
            title: String::new(),
            is_editable: false,
        }
    }

    pub(crate) fn get<T: Any>(&self) -> &T {
        self.value.get()
    }

    /// A copy for a call.
    pub(crate) fn to<T: Any + Clone>(&self) -> T {
        self.get::<T>().clone()
    }

    /// JSON text without secrets.
    pub(crate) fn json(&self) -> String {
        (self.json)(&self.value)
    }

    /// One line of JSON as it is sent, with secrets masked.
    pub(crate) fn body(&self) -> String {
        masked(&self.json())
    }

    /// JSON with a member per line, to be shown; see [`super::request::pretty`].
    pub(crate) fn pretty(&self, exact: Exact) -> String {
        spread(&card::shortened(&self.body(), exact))
    }
}

/// A form with what a person typed.
#[derive(Clone, PartialEq)]
pub(crate) struct Form(Erased);

impl Form {
    pub(crate) fn new<T: Any + PartialEq + Send + Sync>(form: T) -> Form {
        Form(Erased(Arc::new(form)))
    }

    pub(crate) fn get<T: Any>(&self) -> &T {
        self.0.get()
    }

    /// Its own copy if a step of undo has this form too.
    pub(crate) fn get_mut<T: Any + Clone + PartialEq + Send + Sync>(&mut self) -> &mut T {
        if Arc::get_mut(&mut self.0.0).is_none() {
            *self = Form::new(self.get::<T>().clone());
        }
        let only = Arc::get_mut(&mut self.0.0).map(|value| value as &mut dyn Any);
        only.and_then(<dyn Any>::downcast_mut).expect(OF_ITS_KIND)
    }
}
