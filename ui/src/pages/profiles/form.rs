//! The profile that is being edited.

use leptos::prelude::*;
use tapline_contract::form::FieldError;
use tapline_contract::form::profile::ProfileForm;
use tapline_contract::profile::Profile;

use crate::shell::Shell;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProfileEdit {
    pub(super) seen: Option<Profile>,
    pub(super) form: ProfileForm,
    opened: ProfileForm,
    pub(super) asked: bool,
}

impl ProfileEdit {
    pub(super) fn of(record: &Profile) -> ProfileEdit {
        let form = ProfileForm::of(record).unwrap_or_else(ProfileForm::blank);
        ProfileEdit { seen: Some(record.clone()), opened: form.clone(), form, asked: false }
    }

    pub(super) fn blank() -> ProfileEdit {
        ProfileEdit { seen: None, form: ProfileForm::blank(), opened: ProfileForm::blank(), asked: false }
    }

    pub(super) fn name(&self) -> String {
        self.seen.as_ref().map_or_else(|| self.form.profile_name.clone(), Profile::name)
    }

    pub(super) fn is_dirty(&self) -> bool {
        self.form != self.opened
    }

    pub(super) fn restore(&mut self) {
        self.form = self.opened.clone();
    }

    pub(super) fn change(&mut self, _wire: &str, change: impl FnOnce(&mut ProfileForm)) {
        change(&mut self.form);
    }

    pub(super) fn errors(&self) -> Vec<FieldError> {
        self.form.draft().err().unwrap_or_default()
    }

    pub(super) fn wrong_at(&self, wire: &str) -> Option<String> {
        self.errors().into_iter().find(|error| error.field == wire).map(|error| error.sentence)
    }

    pub(super) fn waiting(&self) -> String {
        format!("Changes in {}", self.name())
    }
}

pub(super) fn put(shell: Shell, wire: &str, change: impl FnOnce(&mut ProfileForm)) {
    shell.profiles().edit.update(|edit| {
        if let Some(edit) = edit {
            edit.change(wire, change);
        }
    });
}

pub(super) fn element(wire: &str) -> String {
    format!("profile-{}", wire.replace(|c: char| !c.is_ascii_alphanumeric(), "-"))
}
