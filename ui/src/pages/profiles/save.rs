//! To the review.
use crate::paths::Route;
use crate::shell::Shell;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Proposal;

pub(crate) fn review(shell: Shell) {
    shell.nav.force(Route::ReviewProfile);
}
