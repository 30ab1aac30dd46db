//! What every area of the window keeps while a connection is open, and what the frame asks of all of them: whether something
//! typed would be lost, what is read again, what is forgotten. Limits are the shell's own.

use leptos::prelude::*;

use crate::pages::merchants::{self, state::Merchants};
use crate::pages::terminals::state::Terminals;
use crate::paths::Route;
use crate::shell::{Saving, Shell};

/// One member an area. Signals only.
#[derive(Clone, Copy)]
pub(crate) struct Areas {
    pub(crate) merchants: Merchants,
    pub(crate) terminals: Terminals,
}

impl Areas {
    pub(crate) fn new() -> Areas {
        Areas { merchants: Merchants::new(), terminals: Terminals::new() }
    }

    /// As on another connection.
    pub(crate) fn clear(self) {
        self.merchants.clear();
        self.terminals.clear();
    }

    /// What is typed is given up.
    pub(crate) fn discard(self) {
        self.merchants.discard();
        self.terminals.discard();
    }

    pub(crate) fn is_dirty(self) -> bool {
        self.merchants.is_dirty() || self.terminals.is_dirty()
    }

    /// The name of what is being edited.
    pub(crate) fn edited_name(self) -> Option<String> {
        self.merchants.edited_name().or_else(|| self.terminals.edited_name())
    }

    /// Whether a change of one of them came to its end.
    pub(crate) fn is_settled(self) -> bool {
        self.merchants.saving.with(Saving::is_over) || self.terminals.is_settled()
    }

    /// To the review of what is typed, if something is.
    pub(crate) fn review(self, shell: Shell) -> bool {
        let typed = self.merchants.is_dirty();
        if typed {
            merchants::save::review(shell);
        }
        typed
    }

    /// F5: reads what the window shows again, and keeps it until the answer is there.
    pub(crate) fn reload(self, shell: Shell) {
        match shell.nav.route.with_untracked(Route::place) {
            Route::Merchants => self.merchants.reload(shell),
            Route::Terminals => self.terminals.reload(shell),
            _ => shell.reload(),
        }
    }

    /// After a new token.
    pub(crate) fn read_what_failed(self, shell: Shell) {
        self.merchants.read_what_failed(shell);
        self.terminals.read_what_failed(shell);
    }
}
