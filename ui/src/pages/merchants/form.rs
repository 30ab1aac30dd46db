//! The merchant that is being edited: what was seen, what is typed, and what the service refused of it.

use leptos::prelude::*;
use tapline_contract::Failure;
use tapline_contract::form::FieldError;
use tapline_contract::form::merchant::MerchantForm;
use tapline_contract::merchant::Merchant;

use super::versions::{self, Change};
use crate::shell::Shell;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct MerchantEdit {
    /// As the service had it when the person opened it; none for a new merchant.
    pub(super) seen: Option<Merchant>,
    pub(super) form: MerchantForm,
    /// The form as it was opened.
    opened: MerchantForm,
    /// The review was asked for: every error is shown, also at fields that were not left yet.
    pub(super) asked: bool,
    /// The service's last refusal, until its field is changed.
    refusal: Option<Refusal>,
}

/// What the service refused, at the field that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// Name on the wire.
    pub(super) field: &'static str,
    pub(super) sentence: String,
}

impl Refusal {
    /// `None` when it names no field of the form. The service names one by beginning its message with it.
    pub(super) fn of(failure: &Failure) -> Option<Refusal> {
        let named = |text: &String| versions::wires().find(|wire| text.starts_with(wire));
        let by_core = failure.field.as_ref().and_then(named);
        let by_service = || failure.message.as_ref().and_then(named);
        let sentence = match &failure.message {
            Some(message) => format!("Refused by the service: {message}"),
            None => failure.sentence.clone(),
        };
        Some(Refusal { field: by_core.or_else(by_service)?, sentence })
    }
}

impl MerchantEdit {
    pub(super) fn of(record: &Merchant) -> MerchantEdit {
        MerchantEdit::with(Some(record.clone()), MerchantForm::of(record))
    }

    pub(super) fn blank() -> MerchantEdit {
        MerchantEdit::with(None, MerchantForm::blank())
    }

    fn with(seen: Option<Merchant>, form: MerchantForm) -> MerchantEdit {
        MerchantEdit { seen, opened: form.clone(), form, asked: false, refusal: None }
    }

    /// What is typed, now over another version of the record.
    pub(super) fn over(theirs: &Merchant, form: MerchantForm) -> MerchantEdit {
        MerchantEdit { form, ..MerchantEdit::of(theirs) }
    }

    pub(super) fn name(&self) -> String {
        match &self.seen {
            Some(record) => record.name(),
            None if self.form.mch_name.trim().is_empty() => "New merchant".to_owned(),
            None => self.form.mch_name.trim().to_owned(),
        }
    }

    pub(super) fn is_dirty(&self) -> bool {
        self.form != self.opened
    }

    /// It is saved: leaving loses nothing any more.
    pub(super) fn settle(&mut self) {
        self.opened = self.form.clone();
    }

    /// Nothing of a new merchant is there to come back to.
    pub(super) fn restore(&mut self) {
        *self = MerchantEdit::with(self.seen.take(), self.opened.clone());
    }

    pub(super) fn refuse(&mut self, refusal: Option<Refusal>) {
        self.refusal = refusal;
    }

    /// What a person typed at a field of this name on the wire.
    pub(super) fn change(&mut self, wire: &str, change: impl FnOnce(&mut MerchantForm)) {
        change(&mut self.form);
        if self.refusal.as_ref().is_some_and(|refusal| wire.starts_with(refusal.field)) {
            self.refusal = None;
        }
    }

    pub(super) fn errors(&self) -> Vec<FieldError> {
        self.form.draft().err().unwrap_or_default()
    }

    pub(super) fn error_at(&self, wire: &str) -> Option<String> {
        self.errors().into_iter().find(|error| error.field == wire).map(|error| error.sentence)
    }

    pub(super) fn refusal_at(&self, wire: &str) -> Option<String> {
        self.refusal.as_ref().filter(|refusal| refusal.field == wire).map(|refusal| refusal.sentence.clone())
    }

    /// What differs from what was seen; nothing while a field cannot be read.
    pub(super) fn changes(&self) -> Vec<Change> {
        let Ok(draft) = self.form.draft() else { return Vec::new() };
        let before = self.seen.as_ref().map_or_else(versions::nothing, Merchant::draft);
        versions::changes(&before, &draft)
    }
}

/// Changes the form, if one is open.
pub(super) fn put(shell: Shell, wire: &str, change: impl FnOnce(&mut MerchantForm)) {
    shell.merchants().edit.update(|edit| {
        if let Some(edit) = edit {
            edit.change(wire, change);
        }
    });
}

/// The id of the element where a field is typed.
pub(super) fn element(wire: &str) -> String {
    format!("merchant-{}", wire.replace(|c: char| !c.is_ascii_alphanumeric(), "-"))
}
