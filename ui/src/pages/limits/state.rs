//! What the overview of limits keeps while it is not shown: its lanes, computed once per reading, and what its toolbar chooses. The
//! matrix shows the same lanes by the same filters.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_emv::Scheme;

use super::lanes::{Lane, lanes};
use super::store;
use crate::paths::Route;
use crate::scale::Scale;
use crate::shell::area::AreaState;
use crate::shell::{Shell, shell};
use crate::used;

/// More than a window of the usual height shows.
pub(super) const DRAWN_FIRST: usize = 14;

#[derive(Clone, Copy)]
pub(crate) struct Overview {
    pub(crate) lanes: Memo<Arc<Vec<Lane>>>,
    pub(crate) table: RwSignal<bool>,
    /// Lanes that are changed together.
    pub(super) chosen: RwSignal<BTreeSet<EmvId>>,
    /// The lane that was chosen last: with Shift a click chooses from there.
    pub(super) anchor: StoredValue<Option<EmvId>>,
    pub(crate) words: RwSignal<String>,
    pub(crate) scheme: RwSignal<Option<Scheme>>,
    pub(crate) only_findings: RwSignal<bool>,
    /// `None` shows everything; set by zooming.
    pub(crate) zoom: RwSignal<Option<Scale>>,
    /// How many lanes are drawn: when a connection was opened, those in sight first.
    pub(super) drawn: RwSignal<usize>,
}

pub(crate) fn overview(shell: Shell) -> Overview {
    shell.state()
}

impl Default for Overview {
    fn default() -> Overview {
        let shell = shell();
        let list = store(shell).list;
        let lanes = Memo::new(move |_| {
            let records = list.with(|list| list.records.clone());
            Arc::new(lanes(&records, &shell.currency(), &used::known(shell)))
        });
        Overview {
            lanes,
            table: RwSignal::new(false),
            chosen: RwSignal::new(BTreeSet::new()),
            anchor: StoredValue::new(None),
            words: RwSignal::new(String::new()),
            scheme: RwSignal::new(None),
            only_findings: RwSignal::new(false),
            zoom: RwSignal::new(None),
            drawn: RwSignal::new(DRAWN_FIRST),
        }
    }
}

impl Overview {
    pub(crate) fn is_filtered(self) -> bool {
        self.words.with(|words| !words.trim().is_empty())
            || self.scheme.with(Option::is_some)
            || self.only_findings.get()
    }

    /// Shows every configuration again.
    pub(crate) fn clear_filters(self) {
        self.words.set(String::new());
        self.scheme.set(None);
        self.only_findings.set(false);
    }
}

impl AreaState for Overview {
    fn place(&self) -> Route {
        Route::Limits
    }

    /// Everything again, as on another connection. The kind of view stays.
    fn clear(&self) {
        self.chosen.set(BTreeSet::new());
        self.clear_filters();
        self.zoom.set(None);
        self.drawn.set(DRAWN_FIRST);
    }

    fn clear_cached(&self) {}

    fn reload(&self, _: Shell) {}

    fn read_what_failed(&self, _: Shell) {}
}
