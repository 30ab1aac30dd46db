//! The record that is being edited: the seen version, the form, the steps to undo, its running save, and the service's refusal.

use tapline_contract::Failure;
use tapline_contract::form::FieldError;
use tapline_contract::history::OperationId;
use tapline_emv::Currency;

use super::document::{Document, Form};
use super::versions::{self, Difference, FieldName, Names};
use super::{RecordKind, ResourceKind};
use crate::paths::Route;
use crate::shell::areas::Areas;

#[derive(Clone)]
pub(crate) struct Edit {
    kind: ResourceKind,
    /// As the service had it when the person opened it; none for a new one.
    pub(crate) seen: Option<Document>,
    pub(crate) form: Form,
    /// The form as it was opened.
    opened: Form,
    /// Money is typed in this currency.
    currency: Currency,
    past: Vec<Form>,
    future: Vec<Form>,
    /// The field of the last step: typing on in it is the same step.
    typing: Option<String>,
    /// The review was requested: all errors are shown, also at fields that were not left yet.
    pub(crate) asked: bool,
    /// The service's last refusal, until its field is changed.
    refusal: Option<Refusal>,
    /// Its save without a settled outcome, with the form as it was sent: later changes are not saved by it.
    pub(super) sent: Option<(OperationId, Form)>,
    /// True if it survives a restart.
    pub(crate) is_kept: bool,
}

/// A refusal of the service that names a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// Name on the wire.
    pub(crate) field: FieldName,
    pub(crate) sentence: String,
}

impl Refusal {
    /// `None` if it names no field of the form. The service names a field by beginning its message with it; the wording of
    /// refusals is not documented, so this is a hint only.
    pub(crate) fn from_failure(failure: &Failure, kind: ResourceKind) -> Option<Refusal> {
        let wires = kind.wires();
        let named = |text: &String| {
            let ends = |wire: &&FieldName| {
                let rest = text.strip_prefix(wire.as_ref());
                rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
            };
            wires.iter().filter(ends).max_by_key(|wire| wire.len())
        };
        let by_core = failure.field.as_ref().and_then(named);
        let by_service = || failure.message.as_ref().and_then(named);
        let sentence = match &failure.message {
            Some(message) => format!("Refused by the service: {message}"),
            None => failure.sentence.clone(),
        };
        Some(Refusal { field: by_core.or_else(by_service)?.clone(), sentence })
    }
}

impl Edit {
    pub(crate) fn from_record(kind: ResourceKind, record: &Document, currency: &Currency) -> Edit {
        Edit::with(kind, Some(record.clone()), kind.form_of(record, currency), currency)
    }

    pub(crate) fn blank(kind: ResourceKind, currency: &Currency) -> Edit {
        Edit::with(kind, None, kind.blank(currency), currency)
    }

    /// A new record that begins with these values. It counts as changed.
    pub(crate) fn new(kind: ResourceKind, form: Form, currency: &Currency) -> Edit {
        Edit { opened: kind.blank(currency), ..Edit::with(kind, None, form, currency) }
    }

    /// A new record that begins with these values and counts as unchanged.
    pub(crate) fn begun(kind: ResourceKind, form: Form, currency: &Currency) -> Edit {
        Edit::with(kind, None, form, currency)
    }

    fn with(kind: ResourceKind, seen: Option<Document>, form: Form, currency: &Currency) -> Edit {
        Edit {
            kind,
            seen,
            opened: form.clone(),
            form,
            currency: currency.clone(),
            past: Vec::new(),
            future: Vec::new(),
            typing: None,
            asked: false,
            refusal: None,
            sent: None,
            is_kept: false,
        }
    }

    /// The typed form, over another version of the record.
    pub(crate) fn over(kind: ResourceKind, theirs: &Document, form: Form, currency: &Currency) -> Edit {
        Edit { form, ..Edit::from_record(kind, theirs, currency) }
    }

    /// Begins anew from the record as it is now.
    pub(super) fn renew(&mut self, record: &Document) {
        *self = Edit::from_record(self.kind, record, &self.currency);
    }

    /// The form `sent` was saved as `record` while the person typed on: now it edits that record, with the later typing. Steps
    /// back would lead before the save, so there are none.
    pub(crate) fn adopt(&mut self, record: &Document, sent: &Form) {
        let saved = Edit::from_record(self.kind, record, &self.currency);
        let form = versions::merged(self.kind, saved.opened.clone(), &self.form, &self.since(sent));
        *self = Edit { form, sent: self.sent.take(), ..saved };
    }

    /// Fields in which the form differs from this one; by their text if one is invalid.
    fn since(&self, sent: &Form) -> Vec<FieldName> {
        let (kind, now) = (self.kind, &self.form);
        if let (Ok(sent), Ok(now)) = (kind.read(sent), kind.read(now)) {
            let differences = versions::differences(kind, &sent, &now, &Names::default());
            return differences.into_iter().map(|difference| difference.wire).collect();
        }
        let fields = kind.fields().into_iter().map(|row| row.wire);
        let all = fields.chain(kind.own_texts(now).into_iter().map(FieldName::from));
        all.filter(|wire| kind.text(sent, wire) != kind.text(now, wire)).collect()
    }

    /// The record as it was opened, with its type.
    pub(crate) fn seen<T: 'static>(&self) -> Option<&T> {
        self.seen.as_ref().map(Document::get)
    }

    /// Names the record in paths; none for a new one.
    pub(crate) fn key(&self) -> Option<String> {
        self.seen.as_ref().and_then(|seen| seen.key.clone())
    }

    /// True for the form of the record with this key; of a new one without.
    pub(super) fn is_of(&self, key: Option<&str>) -> bool {
        self.seen.is_some() == key.is_some() && self.key().as_deref() == key
    }

    /// True for the form that this operation saves.
    pub(super) fn is_sent_as(&self, operation: &OperationId) -> bool {
        self.sent.as_ref().is_some_and(|(sent, _)| sent == operation)
    }

    /// True while something of it is unsaved or its outcome is awaited.
    pub(super) fn is_needed(&self) -> bool {
        self.is_dirty() || self.sent.is_some()
    }

    /// True on the pages of its form: a profile has several.
    pub(super) fn is_at(&self, route: &Route) -> bool {
        let home = self.home();
        home == *route
            || *route == self.kind.meta().review
            || (home.profile().is_some() && home.profile() == route.profile())
    }

    /// The page of its form.
    pub(crate) fn home(&self) -> Route {
        let meta = self.kind.meta();
        match (&self.seen, self.key()) {
            (None, _) => meta.new.clone(),
            (Some(_), Some(key)) => (meta.edit)(&key),
            (Some(_), None) => meta.list.clone(),
        }
    }

    pub(crate) fn name(&self) -> String {
        if let Some(record) = &self.seen {
            return record.title.clone();
        }
        let meta = self.kind.meta();
        let typed = self.kind.text(&self.form, meta.name).map(|name| name.trim()).unwrap_or_default();
        let name = if typed.is_empty() { format!("New {}", meta.word) } else { typed.to_owned() };
        self.kind.new_title(&self.form, name)
    }

    pub(crate) fn is_dirty(&self) -> bool {
        self.form != self.opened
    }

    /// A new record in which nothing was entered yet.
    pub(crate) fn is_begun(&self) -> bool {
        self.seen.is_none() && !self.is_dirty()
    }

    /// It is saved, so leaving loses nothing.
    pub(crate) fn settle(&mut self) {
        self.opened = self.form.clone();
    }

    /// Goes back to the form as opened; one step of undo.
    pub(crate) fn restore(&mut self) {
        let opened = self.opened.clone();
        self.change("", |form| *form = opened);
        (self.asked, self.refusal) = (false, None);
    }

    /// Removes typed secrets from it and from every step.
    pub(crate) fn wipe(&mut self) {
        let sent = self.sent.iter_mut().map(|(_, form)| form);
        let steps = self.past.iter_mut().chain(&mut self.future).chain(sent);
        steps.chain([&mut self.form, &mut self.opened]).for_each(|form| self.kind.wipe(form));
    }

    pub(crate) fn refuse(&mut self, refusal: Option<Refusal>) {
        self.refusal = refusal;
    }

    /// Applies a person's change at the field with this wire name. Typing on in one field is one step; without a name it is a step
    /// of its own.
    pub(crate) fn change(&mut self, wire: &str, change: impl FnOnce(&mut Form)) {
        let before = self.form.clone();
        change(&mut self.form);
        if self.form == before {
            return;
        }
        if self.typing.as_deref() != Some(wire) {
            self.past.push(before);
        }
        self.future.clear();
        self.typing = Some(wire.to_owned()).filter(|wire| !wire.is_empty());
        if self.refusal.as_ref().is_some_and(|refusal| wire.starts_with(&*refusal.field)) {
            self.refusal = None;
        }
    }

    /// The next change begins a new step, as after a drag.
    pub(crate) fn end_step(&mut self) {
        self.typing = None;
    }

    pub(crate) fn has_past(&self) -> bool {
        !self.past.is_empty()
    }

    pub(crate) fn has_future(&self) -> bool {
        !self.future.is_empty()
    }

    pub(crate) fn step_back(&mut self) {
        if let Some(before) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.form, before));
            self.typing = None;
        }
    }

    pub(crate) fn step_forward(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.form, after));
            self.typing = None;
        }
    }

    pub(crate) fn errors(&self) -> Vec<FieldError> {
        self.kind.read(&self.form).err().unwrap_or_default()
    }

    /// The reason why the text is invalid: the service's refusal, or the rule.
    pub(crate) fn wrong_at(&self, wire: &str) -> Option<String> {
        let by_rule =
            || self.errors().into_iter().find(|error| error.field == wire).map(|error| error.sentence);
        self.refusal_at(wire).or_else(by_rule)
    }

    pub(crate) fn refusal_at(&self, wire: &str) -> Option<String> {
        self.refusal.as_ref().filter(|refusal| refusal.field == wire).map(|refusal| refusal.sentence.clone())
    }

    /// True for a field of a new record that nothing was typed into, until the review is requested.
    pub(crate) fn is_untouched(&self, wire: &str) -> bool {
        self.seen.is_none() && !self.asked && !self.is_typed(wire)
    }

    /// True if the text differs from the one at opening.
    pub(crate) fn is_typed(&self, wire: &str) -> bool {
        let text = |form| self.kind.text(form, wire);
        text(&self.form) != text(&self.opened)
    }

    /// The differences to the record as seen; empty while a field is not valid.
    pub(crate) fn differences(&self, names: &Names) -> Vec<Difference> {
        let Ok(draft) = self.kind.read(&self.form) else { return Vec::new() };
        let before = self.seen.as_ref().map_or_else(|| self.kind.nothing(), |seen| self.kind.draft_of(seen));
        versions::differences(self.kind, &before, &draft, names)
    }

    /// "2 changes in Hotel Adler"
    pub(crate) fn waiting(&self) -> String {
        let wrong = self.errors().into_iter().filter(|error| !self.is_untouched(&error.field)).count();
        match (wrong, self.differences(&Names::default()).len()) {
            (0, _) if self.seen.is_none() => format!("{}, not saved yet", self.name()),
            (0, 0) => format!("Nothing to save in {} yet", self.name()),
            (0, 1) => format!("1 change in {}", self.name()),
            (0, many) => format!("{many} changes in {}", self.name()),
            (1, _) => format!("Fix 1 field in {}", self.name()),
            (many, _) => format!("Fix {many} fields in {}", self.name()),
        }
    }
}

/// Changes the form, if one is open: at a field of this name, or as a step of its own.
pub(crate) fn put<R: RecordKind>(areas: Areas, wire: &str, change: impl FnOnce(&mut R::Form)) {
    R::KIND.change(areas, wire, |form| change(form.get_mut()));
}

#[cfg(test)]
mod tests;
