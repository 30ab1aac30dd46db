//! The questions of views to a kind of record whose types they do not know.
//!
//! A view takes a `&'static dyn RecordView` and is compiled once. Only texts, rows and routes cross here.
//! [`super::answers`] carries it out.

use std::sync::Arc;

use leptos::prelude::AnyView;
use tapline_contract::Failure;
use tapline_contract::history::OperationId;
use tapline_contract::three_way::Side;
use tapline_contract::wire::Unreadable;

use super::ResourceMeta;
use super::request::Request;
use super::versions::{Difference, FieldName, Versions};
use crate::change::ChangeState;
use crate::plans::GatheredChange;
use crate::remote::Reading;
use crate::shell::Shell;
use crate::shell::areas::Areas;

/// Any kind of record.
pub(crate) type ResourceKind = &'static dyn RecordView;

pub(crate) trait RecordView: Sync {
    fn meta(&self) -> &'static ResourceMeta;
    /// A field's name for people.
    fn label(&self, wire: &str) -> &'static str;

    fn discard(&self, areas: Areas);
    fn edited_name(&self, areas: Areas) -> Option<String>;
    fn is_dirty(&self, areas: Areas) -> bool;
    fn read_once(&self, shell: Shell);
    fn reload(&self, shell: Shell);

    fn unreadable(&self, areas: Areas) -> Arc<Vec<Unreadable>>;

    fn open_one(&self, shell: Shell, key: &str);
    fn shown(&self, areas: Areas) -> Option<Shown>;
    fn reading(&self, areas: Areas) -> Reading;

    /// Takes the open record into the form; a blank form without a key.
    fn open_form(&self, shell: Shell, key: Option<&str>);
    /// Opens the form of a new record with the values of the open one.
    fn duplicate(&self, shell: Shell);
    fn is_open(&self, areas: Areas, key: Option<&str>) -> bool;
    fn typed(&self, areas: Areas, wire: &str) -> String;
    fn put(&self, areas: Areas, wire: &str, text: String);
    fn wrong_at(&self, areas: Areas, wire: &str) -> Option<String>;
    /// Errors show before the field is left once the review was requested or the service refused.
    fn shows_at_once(&self, areas: Areas, wire: &str) -> bool;
    /// Field and sentence of every error, once the review was requested.
    fn errors(&self, areas: Areas) -> Vec<(String, String)>;
    fn waiting(&self, areas: Areas) -> String;
    fn restore(&self, areas: Areas);
    fn step(&self, areas: Areas, step: Step);

    fn review(&self, shell: Shell);
    fn propose(&self, shell: Shell);
    fn propose_deletion(&self, shell: Shell, key: &str);
    fn drop_proposal(&self, shell: Shell);
    /// The proposal as an item of a plan, if it can be one.
    fn planned(&self, areas: Areas) -> Option<GatheredChange>;
    fn keep_editing(&self, shell: Shell);
    fn proposed(&self, shell: Shell) -> Option<Proposed>;
    fn agree(&self, areas: Areas, agreed: bool);
    fn send(&self, shell: Shell);
    /// Sends the proposal again without waiting for that change.
    fn send_over(&self, shell: Shell, old: Option<OperationId>);
    /// Operation id of the proposal.
    fn operation(&self, areas: Areas) -> OperationId;
    fn check_now(&self, shell: Shell);
    /// "Undo: CVM limit back to 25.00 EUR", after a change that can be undone.
    fn undo_words(&self, shell: Shell) -> Option<String>;
    fn undo(&self, shell: Shell);
    /// The undocumented member that a refusal names.
    fn can_leave_out(&self, areas: Areas, failure: &Failure) -> Option<String>;
    /// Proposes the change without that member.
    fn review_without(&self, shell: Shell, member: &str);
    /// Pictures and effects of the proposal.
    fn proposed_meaning(&self, shell: Shell) -> Option<AnyView>;
    /// Pictures and effects of a merge that takes these fields of mine.
    fn merged_meaning(&self, shell: Shell, mine: &[FieldName], is_open: bool) -> Option<AnyView>;
    fn saved(&self, areas: Areas) -> Saved;
    /// The field where a refusal can be corrected.
    fn refused_at(&self, failure: &Failure) -> Option<&'static str>;
    fn refusal_at(&self, areas: Areas, wire: &str) -> Option<String>;

    fn conflict(&self, shell: Shell) -> Option<Conflicting>;
    /// Proposes their version with the fields that I chose; sends it, unless the name is to be typed first.
    fn merge(&self, shell: Shell, mine: &[FieldName]);
    fn take_theirs(&self, shell: Shell);
    /// Proposes the form as a new record, if the old one is gone.
    fn create_again(&self, shell: Shell);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Back,
    Forward,
}

/// The record whose page is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) key: String,
    pub(crate) name: String,
    /// JSON as received, a member a line.
    pub(crate) raw: String,
    pub(crate) request: Request,
}

/// The change that is reviewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proposed {
    /// To be typed again.
    pub(crate) name: String,
    /// For headings.
    pub(crate) title: String,
    /// Key of the record that is changed; none for a new one.
    pub(crate) key: Option<String>,
    pub(crate) differences: Vec<Difference>,
    /// Bodies, a member a line; nothing before a new one.
    pub(crate) before: String,
    pub(crate) after: String,
    pub(crate) request: Option<Request>,
    /// A sentence about everything else.
    pub(crate) rest: String,
    pub(crate) consequence: Option<String>,
    pub(crate) agreed: bool,
    pub(crate) is_deletion: bool,
}

/// The save of a record. The answer is the key that the service gave.
pub(crate) type Saved = ChangeState<Option<String>, SavedRecord>;

/// The record that the service has after a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SavedRecord {
    /// "Created"
    pub(crate) done: &'static str,
    pub(crate) key: Option<String>,
    pub(crate) compared: Compared,
}

/// The service's record beside the proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compared {
    Gone,
    Same,
    /// Another version, to be merged with mine.
    Mergeable,
    /// Another version, and there is nothing to merge.
    Other,
}

/// Three versions of one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Conflicting {
    pub(crate) name: String,
    pub(crate) key: String,
    pub(crate) rows: Vec<Versions>,
    /// Mine is an earlier version that was to be put back.
    pub(crate) undoes: bool,
    /// Mine was sent before the third version was found.
    pub(crate) sent: bool,
}

/// The chosen side of each field that both changed.
pub(crate) type Choices = std::collections::BTreeMap<FieldName, Side>;
