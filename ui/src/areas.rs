//! What every area of the window keeps while a connection is open, and what the frame asks of all of them: whether something
//! typed would be lost, what is read again, what is forgotten. Limits are the shell's own.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::acquirer::Acquirer;

use crate::pages::acquirers::{ACQUIRERS, resource::Acquirers};
use crate::pages::merchants::{MERCHANTS, resource::Merchants};
use crate::pages::terminals::{TERMINALS, state::Terminals};
use crate::paths::Route;
use crate::record::bench::Kind;
use crate::record::desk::Desk;
use crate::record::versions::{Names, told_apart};
use crate::shell::Shell;

/// A handle: it is copied everywhere, and what it leads to grows with the areas.
#[derive(Clone, Copy)]
pub(crate) struct Areas(StoredValue<Held>);

/// One member an area. Signals only.
#[derive(Clone, Copy)]
struct Held {
    merchants: Desk<Merchants>,
    acquirers: Desk<Acquirers>,
    terminals: Terminals,
}

/// Every kind of record that is edited here; the frame asks each.
const KINDS: &[Kind] = &[MERCHANTS, ACQUIRERS, TERMINALS];

impl Areas {
    pub(crate) fn new() -> Areas {
        Areas(StoredValue::new(Held {
            merchants: Desk::new(),
            acquirers: Desk::new(),
            terminals: Terminals::new(),
        }))
    }

    pub(crate) fn merchants(self) -> Desk<Merchants> {
        self.0.with_value(|held| held.merchants)
    }

    pub(crate) fn terminals(self) -> Terminals {
        self.0.with_value(|held| held.terminals)
    }

    pub(crate) fn acquirers(self) -> Desk<Acquirers> {
        self.0.with_value(|held| held.acquirers)
    }

    /// As on another connection.
    pub(crate) fn clear(self) {
        for kind in KINDS {
            kind.clear(self);
        }
        self.terminals().clear();
    }

    /// What is typed is given up.
    pub(crate) fn discard(self) {
        for kind in KINDS {
            kind.discard(self);
        }
        self.terminals().discard();
    }

    pub(crate) fn is_dirty(self) -> bool {
        // Each is asked, so that a change of any of them is heard of.
        self.terminals().is_dirty() | (KINDS.iter().filter(|kind| kind.is_dirty(self)).count() > 0)
    }

    /// The name of what is being edited.
    pub(crate) fn edited_name(self) -> Option<String> {
        let edited = KINDS.iter().find(|kind| kind.is_dirty(self)).and_then(|kind| kind.edited_name(self));
        edited.or_else(|| self.terminals().edited_name())
    }

    /// Whether a change of one of them came to its end.
    pub(crate) fn is_settled(self) -> bool {
        self.terminals().is_settled() | (KINDS.iter().filter(|kind| kind.is_settled(self)).count() > 0)
    }

    /// To the review of what is typed, if something is.
    pub(crate) fn review(self, shell: Shell) -> bool {
        // An activation is reviewed where it is typed.
        if untrack(|| self.terminals().is_dirty()) {
            return true;
        }
        let typed = KINDS.iter().find(|kind| untrack(|| kind.is_dirty(self)));
        if let Some(kind) = typed {
            kind.review(shell);
        }
        typed.is_some()
    }

    /// F5: reads what the window shows again, and keeps it until the answer is there.
    pub(crate) fn reload(shell: Shell) {
        let place = shell.nav.route.with_untracked(Route::place);
        if place == Route::Terminals {
            return shell.terminals().reload(shell);
        }
        match KINDS.iter().find(|kind| kind.thing().list == place) {
            Some(kind) => kind.reload(shell),
            None => shell.reload(),
        }
    }

    /// After a new token.
    pub(crate) fn read_what_failed(shell: Shell) {
        for kind in KINDS {
            kind.read_what_failed(shell);
        }
        shell.terminals().read_what_failed(shell);
    }

    /// Where the focus goes in the list of a place, coming back from one of its records.
    pub(crate) fn grid_of(place: &Route) -> Option<String> {
        let kind = KINDS.iter().find(|kind| kind.thing().list == *place)?;
        Some(format!("#{}", kind.thing().grid))
    }

    pub(crate) fn acquirer_name(self, id: &str) -> Option<String> {
        self.acquirers().list.with(|list| {
            let is_it = |record: &&Acquirer| record.path_id().is_some_and(|known| known.as_str() == id);
            list.records.iter().find(is_it).map(Acquirer::name)
        })
    }

    /// Names of what records point to, as far as they were read.
    pub(crate) fn names(self, shell: Shell) -> Names {
        let emv = shell.lanes.with(|lanes| {
            let of_scheme = lanes.iter().map(|lane| (lane.scheme, lane.id.to_string(), lane.name.clone()));
            told_apart(&of_scheme.collect::<Vec<_>>())
        });
        let acquirers = self.acquirers().list.with(|list| {
            let named = |record: &Acquirer| Some(((), record.path_id()?.to_string(), record.name()));
            told_apart(&list.records.iter().filter_map(named).collect::<Vec<_>>())
        });
        Names { acquirers: Arc::new(acquirers), emv: Arc::new(emv) }
    }
}
