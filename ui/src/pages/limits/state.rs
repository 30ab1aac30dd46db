//! What the overview of limits keeps while it is not shown: its lanes, computed once per reading, and what its toolbar chooses. The
//! matrix shows the same lanes by the same filters.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_emv::Scheme;

use super::country::{self, Wanted};
use super::lanes::{Lane, lanes};
use super::proposal::Proposal;
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
    pub(crate) lanes: Memo<Arc<Vec<Arc<Lane>>>>,
    pub(crate) table: RwSignal<bool>,
    /// Lanes that are changed together.
    pub(super) chosen: RwSignal<BTreeSet<EmvId>>,
    /// The lane that was chosen last: with Shift a click chooses from there.
    pub(super) anchor: StoredValue<Option<EmvId>>,
    /// A limit for the chosen ones.
    pub(super) proposal: Proposal,
    pub(crate) words: RwSignal<String>,
    /// What those words mean.
    pub(super) wanted: Memo<Wanted>,
    /// Those of the country that is wanted, with the other countries that use them; `None` where any is.
    of_country: Memo<Option<BTreeMap<EmvId, String>>>,
    /// Also those that other countries use too.
    pub(super) shared: RwSignal<bool>,
    pub(crate) scheme: RwSignal<Option<Scheme>>,
    pub(crate) only_findings: RwSignal<bool>,
    /// `None` shows everything; set by zooming.
    pub(crate) zoom: RwSignal<Option<Scale>>,
    /// Of the axis.
    pub(super) scale: Memo<Scale>,
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
        let chosen = RwSignal::new(BTreeSet::new());
        let words = RwSignal::new(String::new());
        let wanted = Memo::new(move |_| words.with(|words| country::wanted(words)));
        let shared = RwSignal::new(false);
        let of_country = Memo::new(move |_| {
            let code = wanted.with(|wanted| wanted.country.clone()).filter(|code| !code.is_empty())?;
            // None is shown before it is known whose they are: what is shown can be chosen and changed.
            Some(
                used::countries(shell)
                    .map(|known| country::meant(&known, &code, shared.get()))
                    .unwrap_or_default(),
            )
        });
        let zoom = RwSignal::new(None::<Scale>);
        let whole = Memo::new(move |_| {
            let unit = shell.currency().unit();
            lanes.with(|lanes| {
                let limits = lanes.iter().filter(|lane| lane.on_axis).filter_map(|lane| lane.limits);
                Scale::over(limits.flat_map(|l| [l.floor, l.cvm, l.transaction]), unit)
            })
        });
        Overview {
            lanes,
            table: RwSignal::new(false),
            chosen,
            proposal: Proposal::new(shell, lanes, chosen),
            anchor: StoredValue::new(None),
            words,
            wanted,
            of_country,
            shared,
            scheme: RwSignal::new(None),
            only_findings: RwSignal::new(false),
            zoom,
            scale: Memo::new(move |_| zoom.get().unwrap_or_else(|| whole.get())),
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

    /// Which lanes the words and the scheme leave.
    pub(crate) fn filter(self) -> impl Fn(&Lane) -> bool {
        let (wanted, of_country, scheme) = (self.wanted.get(), self.of_country.get(), self.scheme.get());
        move |lane| {
            lane.matches(&wanted.words)
                && scheme.is_none_or(|scheme| lane.scheme == Some(scheme))
                && of_country.as_ref().is_none_or(|ids| ids.contains_key(&lane.id))
        }
    }

    /// The countries that use this one besides the country that is wanted.
    pub(super) fn abroad(self, id: &EmvId) -> Option<String> {
        let of = |ids: &Option<BTreeMap<EmvId, String>>| ids.as_ref()?.get(id).cloned();
        self.of_country.with(of).filter(|others| !others.is_empty())
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
        self.proposal.clear();
        self.clear_filters();
        self.zoom.set(None);
        self.drawn.set(DRAWN_FIRST);
    }

    fn clear_cached(&self) {}

    fn reload(&self, _: Shell) {}

    fn read_what_failed(&self, _: Shell) {}
}
