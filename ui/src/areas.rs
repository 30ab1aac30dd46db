//! What every area of the window keeps while a connection is open, and what the frame asks of all of them: whether something
//! typed would be lost, what is read again, what is forgotten, what can be found by name or id. Limits are the shell's own.

use leptos::prelude::*;
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::merchant::MerchantId;

use crate::pages::merchants::{self, state::Merchants};
use crate::pages::owner::state::OwnerState;
use crate::paths::Route;
use crate::shell::{Saving, Shell};

/// Something that the palette finds by name or by id: what it is, its name, its id, its page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Object {
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) route: Route,
}

/// The page of an id, if it can be one.
type ById = fn(&str) -> Option<Route>;

/// What is opened by an id that nobody has read yet, in a word, and its page.
pub(crate) const BY_ID: &[(&str, ById)] = &[
    ("configuration", |id| EmvId::parse(id).map(Route::Editor)),
    ("merchant", |id| MerchantId::parse(id).map(Route::Merchant)),
];

/// One member an area. Signals only.
#[derive(Clone, Copy)]
pub(crate) struct Areas {
    pub(crate) merchants: Merchants,
    pub(crate) owner: OwnerState,
}

impl Areas {
    pub(crate) fn new() -> Areas {
        Areas { merchants: Merchants::new(), owner: OwnerState::new() }
    }

    /// As on another connection.
    pub(crate) fn clear(self) {
        self.merchants.clear();
        self.owner.clear();
    }

    /// What was read is forgotten; what is typed stays, for the same person.
    pub(crate) fn conceal(self) {
        self.merchants.conceal();
        self.owner.clear();
    }

    /// Everything that was read and has a page of its own.
    pub(crate) fn objects(self, shell: Shell) -> Vec<Object> {
        let configuration = |one: &EmvConfig| Object {
            kind: "configuration",
            name: one.name(),
            id: one.id.to_string(),
            route: Route::Editor(one.id.clone()),
        };
        let mut found: Vec<Object> = shell.list.with(|list| list.records.iter().map(configuration).collect());
        found.extend(self.merchants.objects());
        found
    }

    /// What is typed is given up.
    pub(crate) fn discard(self) {
        self.merchants.discard();
    }

    pub(crate) fn is_dirty(self) -> bool {
        self.merchants.is_dirty()
    }

    /// The name of what is being edited.
    pub(crate) fn edited_name(self) -> Option<String> {
        self.merchants.edited_name()
    }

    /// Whether a change of one of them came to its end.
    pub(crate) fn is_settled(self) -> bool {
        self.merchants.saving.with(Saving::is_over)
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
            Route::Owner => self.owner.reload(shell),
            _ => shell.reload(),
        }
    }

    /// After a new token.
    pub(crate) fn read_what_failed(self, shell: Shell) {
        self.merchants.read_what_failed(shell);
        self.owner.read_what_failed(shell);
    }
}
