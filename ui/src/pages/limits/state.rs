//! What the overview of limits keeps while it is not shown: its lanes, computed once per reading, and what its toolbar chooses. The
//! matrix shows the same lanes by the same filters.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_emv::Scheme;
use tapline_emv::check::{Finding, Severity};

use super::country::{self, Wanted};
use super::lanes::{self, Findings, Lane};
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
    /// What the checks say.
    pub(crate) findings: Memo<Arc<Findings>>,
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
            Arc::new(lanes::lanes(&records, &shell.currency(), &used::known(shell)))
        });
        let drawn = RwSignal::new(DRAWN_FIRST);
        let findings = Memo::new(move |_| {
            let records = list.with(|list| list.records.clone());
            Arc::new(lanes::findings(&records, |_| true, &shell.currency(), &used::known(shell)))
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
            words,
            wanted,
            of_country,
            shared,
            scheme: RwSignal::new(None),
            only_findings: RwSignal::new(false),
            zoom,
            scale: Memo::new(move |_| zoom.get().unwrap_or_else(|| whole.get())),
            drawn,
            findings,
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

    /// What the checks say, once the lanes in sight are on the screen and the next ones are drawn. At once where it decides which of
    /// them are shown, or how high the rows of the table are, and where there are none.
    fn checked(self) -> Option<Arc<Findings>> {
        let decides =
            self.table.get() || self.only_findings.get() || self.lanes.with(|lanes| lanes.is_empty());
        (decides || self.drawn.get() > 2 * DRAWN_FIRST).then(|| self.findings.get())
    }

    /// What the checks say of this one; nothing while they are not due.
    pub(super) fn findings_of(self, id: &EmvId) -> Vec<Finding> {
        self.checked().and_then(|all| all.get(id).cloned()).unwrap_or_default()
    }

    /// The worst of its findings, and how many a person should look at; notes are not counted.
    pub(super) fn concerns(self, id: &EmvId) -> Option<(Severity, usize)> {
        concerns(self.checked()?.get(id)?)
    }

    /// How many lanes have something that a person should look at; `None` while they were not checked.
    pub(super) fn concerned(self) -> Option<usize> {
        let is_concerned = self.is_concerned()?;
        Some(self.lanes.with(|lanes| lanes.iter().filter(|lane| is_concerned(lane)).count()))
    }

    /// Whether a lane has something that a person should look at; `None` while they were not checked.
    pub(super) fn is_concerned(self) -> Option<impl Fn(&Lane) -> bool> {
        let all = self.checked()?;
        Some(move |lane: &Lane| {
            lane.unreadable || all.get(&lane.id).is_some_and(|all| concerns(all).is_some())
        })
    }

    /// Whether this one is chosen.
    pub(super) fn is_chosen(self, id: &EmvId) -> Memo<bool> {
        let id = id.clone();
        Memo::new(move |_| self.chosen.with(|chosen| chosen.contains(&id)))
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

fn concerns(findings: &[Finding]) -> Option<(Severity, usize)> {
    let count = findings.iter().filter(|finding| finding.severity != Severity::Info).count();
    let worst = findings.iter().map(|finding| finding.severity).min()?;
    (count > 0).then_some((worst, count))
}
