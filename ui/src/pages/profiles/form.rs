//! Shortcuts to the form of the open profile.

use tapline_contract::form::profile::ProfileForm;

use super::PROFILES;
use super::resource::Profiles;
use crate::record;
use crate::shell::Shell;

/// Changes the form, if one is open: at a field of this path on the wire, or, without one, as a step of its own.
pub(super) fn put(shell: Shell, wire: &str, change: impl FnOnce(&mut ProfileForm)) {
    record::edit::put::<Profiles>(shell.areas(), wire, change);
}

/// The id of the element where a field is typed.
pub(super) fn element(wire: &str) -> String {
    record::element(PROFILES.meta(), wire)
}
