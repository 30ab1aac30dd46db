//! Shortcuts to the form of the open profile.

use tapline_contract::form::profile::ProfileForm;
use tapline_contract::profile::Profile;

use super::PROFILES;
use super::resource::Profiles;
use crate::record;
use crate::record::edit::Edit;
use crate::shell::Shell;

/// The typed form.
pub(super) fn form(edit: &Edit) -> &ProfileForm {
    edit.form.get()
}

/// The profile as it was opened.
pub(super) fn seen(edit: &Edit) -> Option<&Profile> {
    edit.seen()
}

/// Changes the form, if one is open: a field at this wire path, or a separate undo step for an empty path.
pub(super) fn put(shell: Shell, wire: &str, change: impl FnOnce(&mut ProfileForm)) {
    record::edit::put::<Profiles>(shell.areas(), wire, change);
}

/// Id of the input element of a field.
pub(super) fn element(wire: &str) -> String {
    record::element(PROFILES.meta(), wire)
}
