//! The configuration that is being edited: what was seen, what is typed, and the steps between.
//!
//! It sends nothing: the review page makes a proposal of it.

use leptos::prelude::*;
use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId, with_scheme};
use tapline_contract::emv_field::{FieldError, FieldKey};
use tapline_contract::emv_form::EmvForm;
use tapline_contract::history::OperationId;
use tapline_contract::three_way::{self, FieldChange};
use tapline_emv::{Currency, LimitKind, Limits};

use crate::areas::Areas;
use crate::nav::Forms;
use crate::paths::Route;
use crate::shell::Saving;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    /// As the service had it when the person opened it; none for a new configuration.
    pub(crate) seen: Option<EmvConfig>,
    pub(crate) form: EmvForm,
    /// The form as it was opened.
    opened: EmvForm,
    past: Vec<EmvForm>,
    future: Vec<EmvForm>,
    is_new: bool,
}

impl Edit {
    /// `None` when the record's parameters cannot be read.
    pub(crate) fn of(record: &EmvConfig, currency: &Currency) -> Option<Edit> {
        Some(Edit::with(Some(record.clone()), EmvForm::of(record, currency)?))
    }

    pub(crate) fn with(seen: Option<EmvConfig>, form: EmvForm) -> Edit {
        Edit { seen, opened: form.clone(), form, past: Vec::new(), future: Vec::new(), is_new: false }
    }

    pub(crate) fn id(&self) -> Option<&EmvId> {
        self.seen.as_ref().map(|record| &record.id)
    }

    /// The page of its form.
    pub(crate) fn home(&self) -> Route {
        self.id().cloned().map_or(Route::New, Route::Editor)
    }

    /// The pages that going back to loses nothing.
    pub(crate) fn homes(&self) -> Vec<Route> {
        if self.is_dirty() { vec![self.home(), Route::Review, Route::Conflict] } else { Vec::new() }
    }

    pub(crate) fn name(&self) -> String {
        match &self.seen {
            Some(record) => record.name(),
            None if self.form.name.trim().is_empty() => "New configuration".to_owned(),
            None => self.form.name.clone(),
        }
    }

    /// "Visa · Retail DE": six schemes may have one of the same name.
    pub(crate) fn full_name(&self) -> String {
        with_scheme(self.form.scheme(), self.name())
    }

    pub(crate) fn is_dirty(&self) -> bool {
        self.is_new || self.form != self.opened
    }

    /// Worth asking about before it is left, even untouched: nobody has saved it yet.
    #[must_use]
    pub(crate) fn made_new(self) -> Edit {
        Edit { is_new: true, ..self }
    }

    /// Back to what was opened; one step of undo.
    pub(crate) fn discard(&mut self) {
        let opened = self.opened.clone();
        self.change(|form| *form = opened);
    }

    /// What is typed now is a step to come back to, e.g. before a drag.
    pub(crate) fn remember(&mut self) {
        if self.past.last() != Some(&self.form) {
            self.past.push(self.form.clone());
            self.future.clear();
        }
    }

    /// It is saved: leaving loses nothing any more.
    pub(crate) fn settle(&mut self) {
        self.opened = self.form.clone();
        self.is_new = false;
    }

    /// It was saved as `record` while a person typed on: this is now an edit of that record, with what was typed since. Steps
    /// back from here would lead before the save, so there are none.
    pub(crate) fn adopt(&mut self, record: &EmvConfig, sent: &EmvForm, currency: &Currency) {
        let forms = self.form.since(sent, record, currency).zip(EmvForm::of(record, currency));
        if let Some((form, opened)) = forms {
            *self = Edit { opened, ..Edit::with(Some(record.clone()), form) };
        }
    }

    /// Changes the form, remembering it for undo. `changed` gets the form.
    pub(crate) fn change(&mut self, changed: impl FnOnce(&mut EmvForm)) {
        let before = self.form.clone();
        changed(&mut self.form);
        if self.form != before {
            self.past.push(before);
            self.future.clear();
        }
    }

    pub(crate) fn step_back(&mut self) {
        if let Some(before) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.form, before));
        }
    }

    pub(crate) fn step_forward(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.form, after));
        }
    }

    pub(crate) fn draft(&self, currency: &Currency) -> Result<EmvDraft, Vec<FieldError>> {
        self.form.draft(currency)
    }

    /// What is different, field by field; fields that cannot be read count by their text.
    pub(crate) fn changes(&self, currency: &Currency) -> Vec<FieldChange> {
        self.draft(currency).map(|draft| three_way::changes(self.form.base(), &draft)).unwrap_or_default()
    }

    /// The limits as typed; `None` while one of them cannot be read.
    pub(crate) fn limits(&self, currency: &Currency) -> Option<Limits> {
        let value = |limit| self.form.limit_value(limit, currency);
        Some(Limits {
            floor: value(LimitKind::Floor)?,
            cvm: value(LimitKind::Cvm)?,
            transaction: value(LimitKind::Transaction)?,
        })
    }

    /// The limits as saved.
    pub(crate) fn saved_limits(&self) -> Option<Limits> {
        tapline_emv::check::limits_of(&self.form.base().params.values())
    }

    /// The error at a field, if the text there cannot be read.
    pub(crate) fn error_at(&self, field: &FieldKey, currency: &Currency) -> Option<String> {
        let errors = self.draft(currency).err()?;
        errors.into_iter().find(|error| error.field == *field).map(|error| error.sentence)
    }

    /// The parameters as typed, for the checks: what cannot be read yet stays as saved.
    pub(crate) fn values(&self, currency: &Currency) -> tapline_emv::Params {
        if let Ok(draft) = self.draft(currency) {
            return draft.params.values();
        }
        let mut values = self.form.base().params.values();
        for limit in LimitKind::ALL {
            if let Some(minor) = self.form.limit_value(limit, currency) {
                values.insert(limit.param().to_owned(), tapline_emv::Value::Number(minor));
            }
        }
        values
    }
}

/// This form and those of the other areas.
pub(crate) fn forms(
    areas: Areas,
    edit: RwSignal<Option<Edit>>,
    sent: RwSignal<Option<(OperationId, EmvForm)>>,
    saving: RwSignal<Saving>,
) -> Forms {
    let mut forms = areas.forms();
    forms.dirty |= edit.with(|edit| edit.as_ref().is_some_and(Edit::is_dirty));
    forms.waits |= sent.with(Option::is_some) && saving.with(|saving| *saving != Saving::Running);
    forms.homes.extend(edit.with(|edit| edit.as_ref().map(Edit::homes)).into_iter().flatten());
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit() -> Edit {
        Edit::with(None, EmvForm::blank(tapline_emv::Scheme::Visa, &Currency::euro()))
    }

    fn types(edit: &mut Edit, cvm: &str) {
        edit.change(|form| cvm.clone_into(&mut form.cvm));
    }

    #[test]
    fn steps_lead_back_to_what_was_opened_and_forward_again() {
        let mut edit = edit();
        let opened = edit.form.clone();
        for cvm in ["25.00", "50.00", "75.00"] {
            types(&mut edit, cvm);
        }
        let back = [0; 4].map(|_| {
            edit.step_back();
            edit.form.cvm.clone()
        });
        assert_eq!(back, ["50.00", "25.00", opened.cvm.as_str(), opened.cvm.as_str()]);
        assert!(!edit.is_dirty());
        let forward = [0; 4].map(|_| {
            edit.step_forward();
            edit.form.cvm.clone()
        });
        assert_eq!(forward, ["25.00", "50.00", "75.00", "75.00"]);
        assert!(edit.is_dirty());
    }

    #[test]
    fn a_change_after_a_step_back_forgets_the_future() {
        let mut edit = edit();
        types(&mut edit, "25.00");
        types(&mut edit, "50.00");
        edit.step_back();
        types(&mut edit, "30.00");
        edit.step_forward();
        assert_eq!(edit.form.cvm, "30.00");
        edit.step_back();
        assert_eq!(edit.form.cvm, "25.00");
    }

    #[test]
    fn what_changes_nothing_is_no_step() {
        let mut edit = edit();
        types(&mut edit, "25.00");
        types(&mut edit, "25.00");
        edit.step_back();
        assert!(!edit.is_dirty());
    }

    #[test]
    fn a_drag_is_one_step() {
        let mut edit = edit();
        types(&mut edit, "25.00");
        edit.remember();
        for cvm in ["26.00", "27.00", "28.00"] {
            cvm.clone_into(&mut edit.form.cvm);
        }
        edit.step_back();
        assert_eq!(edit.form.cvm, "25.00");
        edit.step_forward();
        assert_eq!(edit.form.cvm, "28.00");
    }

    #[test]
    fn discarding_is_one_step() {
        let mut edit = edit();
        types(&mut edit, "25.00");
        types(&mut edit, "50.00");
        edit.discard();
        assert!(!edit.is_dirty());
        edit.step_back();
        assert_eq!(edit.form.cvm, "50.00");
        edit.step_forward();
        assert!(!edit.is_dirty());
    }
}
