//! State of the limits overview that survives leaving the page: its lanes, computed once per read, and the settings of its toolbar. The
//! matrix shows the same lanes through the same filters.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_emv::Scheme;
use tapline_emv::check::{Finding, Severity};

use super::country::{self, CountryFilter};
use super::lanes::{self, Findings, Lane};
use super::proposal::Proposal;
use super::store;
use crate::paths::Route;
use crate::scale::Scale;
use crate::shell::areas::AreaState;
use crate::shell::{Shell, shell};
use crate::used;

/// Number of lanes in the first frame: more than a window of the usual height shows.
pub(super) const DRAWN_FIRST: usize = 14;

#[derive(Clone, Copy)]
pub(crate) struct Overview {
    pub(crate) lanes: Memo<Arc<Vec<Arc<Lane>>>>,
    pub(crate) table: RwSignal<bool>,
    /// Selected lanes, which are changed together.
    pub(super) chosen: RwSignal<BTreeSet<EmvId>>,
    /// The limit proposed for the selection.
    pub(super) proposal: Proposal,
    pub(crate) words: RwSignal<String>,
    /// Parsed `words`.
    pub(super) parsed: Memo<CountryFilter>,
    /// Configurations of the requested country, with the other countries that use them; `None` without a filter by country.
    of_country: Memo<Option<BTreeMap<EmvId, String>>>,
    /// True to include configurations that other countries use too.
    pub(super) shared: RwSignal<bool>,
    pub(crate) scheme: RwSignal<Option<Scheme>>,
    pub(crate) only_findings: RwSignal<bool>,
    /// `None` shows the whole axis; set by zooming.
    pub(crate) zoom: RwSignal<Option<Scale>>,
    /// Scale of the axis.
    pub(super) scale: Memo<Scale>,
    /// Number of lanes drawn: after a connection opens, those in sight come first.
    pub(super) drawn: RwSignal<usize>,
    /// Findings of all lanes.
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
        let parsed = Memo::new(move |_| words.with(|words| country::parse_filter(words)));
        let shared = RwSignal::new(false);
        let of_country = Memo::new(move |_| {
            let code = parsed.with(|parsed| parsed.country.clone()).filter(|code| !code.is_empty())?;
            // Filtered by country, no lane is shown before its countries are known: a shown lane can be selected and changed.
            Some(
                used::countries(shell)
                    .map(|known| country::in_country(&known, &code, shared.get()))
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
            parsed,
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

    /// Lanes that match the words, the scheme and the country.
    pub(crate) fn filter(self) -> impl Fn(&Lane) -> bool {
        let (parsed, of_country, scheme) = (self.parsed.get(), self.of_country.get(), self.scheme.get());
        move |lane| {
            lane.matches(&parsed.words)
                && scheme.is_none_or(|scheme| lane.scheme == Some(scheme))
                && of_country.as_ref().is_none_or(|ids| ids.contains_key(&lane.id))
        }
    }

    /// Findings, once the lanes in sight and the next ones are drawn. Returned at once if findings decide which lanes are shown or how high
    /// the rows of the table are, or if there are no lanes.
    fn checked(self) -> Option<Arc<Findings>> {
        let decides =
            self.table.get() || self.only_findings.get() || self.lanes.with(|lanes| lanes.is_empty());
        (decides || self.drawn.get() > 2 * DRAWN_FIRST).then(|| self.findings.get())
    }

    /// Findings of one configuration; empty until findings are due.
    pub(super) fn findings_of(self, id: &EmvId) -> Vec<Finding> {
        self.checked().and_then(|all| all.get(id).cloned()).unwrap_or_default()
    }

    /// The worst severity, and the number of findings that need attention; notes are not counted.
    pub(super) fn concerns(self, id: &EmvId) -> Option<(Severity, usize)> {
        concerns(self.checked()?.get(id)?)
    }

    /// Number of lanes that need attention; `None` until they are checked.
    pub(super) fn concerned(self) -> Option<usize> {
        let is_concerned = self.is_concerned()?;
        Some(self.lanes.with(|lanes| lanes.iter().filter(|lane| is_concerned(lane)).count()))
    }

    /// Predicate for lanes that need attention; `None` until they are checked.
    pub(super) fn is_concerned(self) -> Option<impl Fn(&Lane) -> bool> {
        let all = self.checked()?;
        Some(move |lane: &Lane| {
            lane.unreadable || all.get(&lane.id).is_some_and(|all| concerns(all).is_some())
        })
    }

    /// True while this configuration is selected.
    pub(super) fn is_chosen(self, id: &EmvId) -> Memo<bool> {
        let id = id.clone();
        Memo::new(move |_| self.chosen.with(|chosen| chosen.contains(&id)))
    }

    /// Countries that use this configuration besides the requested one.
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

    /// Resets everything for another connection. The kind of view stays.
    fn clear(&self) {
        self.chosen.set(BTreeSet::new());
        self.proposal.clear();
        self.clear_filters();
        self.zoom.set(None);
        self.drawn.set(DRAWN_FIRST);
    }

    fn clear_cached(&self) {}
}

fn concerns(findings: &[Finding]) -> Option<(Severity, usize)> {
    let count = findings.iter().filter(|finding| finding.severity != Severity::Info).count();
    let worst = findings.iter().map(|finding| finding.severity).min()?;
    (count > 0).then_some((worst, count))
}
