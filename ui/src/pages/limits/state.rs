//! State of the limits overview that survives leaving the page: its lanes, computed once per read, and the settings of its toolbar. The
//! matrix shows the same lanes through the same filters.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_emv::Scheme;
use tapline_emv::check::{Finding, Severity};

use super::country_filter::{self, CountryFilter};
use super::fold::{self, OverviewRow};
use super::lanes::{self, Findings, Lane};
use super::proposal::Proposal;
use super::store;
use crate::paths::Route;
use crate::scale::Scale;
use crate::shell::areas::AreaState;
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::grid::view::GridView;

/// Number of lanes in the first frame: more than a window of the usual height shows.
pub(super) const DRAWN_FIRST: usize = 14;

/// A handle, copied everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Overview(&'static OverviewState);

impl Deref for Overview {
    type Target = OverviewState;

    fn deref(&self) -> &OverviewState {
        self.0
    }
}

pub(crate) struct OverviewState {
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
    /// Shows only configurations that differ from their scheme.
    pub(super) only_outliers: RwSignal<bool>,
    /// Shows only rows of the matrix that have a difference.
    pub(crate) only_odd: RwSignal<bool>,
    /// Saved views; of a list it has nothing else.
    pub(super) views: GridView,
    /// Members of the open folds.
    pub(super) unfolded: RwSignal<BTreeSet<EmvId>>,
    /// Configurations whose findings are open in front of the page.
    pub(super) findings_open: RwSignal<Vec<EmvId>>,
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
        let parsed = Memo::new(move |_| words.with(|words| country_filter::parse_filter(words)));
        let shared = RwSignal::new(false);
        let of_country = Memo::new(move |_| {
            let code = parsed.with(|parsed| parsed.country.clone()).filter(|code| !code.is_empty())?;
            // Filtered by country, no lane is shown before its countries are known: a shown lane can be selected and changed.
            Some(
                used::countries(shell)
                    .map(|known| country_filter::in_country(&known, &code, shared.get()))
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
        let state = OverviewState {
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
            only_outliers: RwSignal::new(false),
            only_odd: RwSignal::new(false),
            views: GridView::default(),
            unfolded: RwSignal::new(BTreeSet::new()),
            findings_open: RwSignal::new(Vec::new()),
            zoom,
            scale: Memo::new(move |_| zoom.get().unwrap_or_else(|| whole.get())),
            drawn,
            findings,
        };
        #[expect(clippy::disallowed_methods, reason = "one, for as long as the window")]
        Overview(Box::leak(Box::new(state)))
    }
}

impl Overview {
    pub(crate) fn is_filtered(self) -> bool {
        self.words.with(|words| !words.trim().is_empty())
            || self.scheme.with(Option::is_some)
            || self.only_findings.get()
            || self.only_outliers.get()
    }

    /// Lanes that all filters of the page show.
    pub(super) fn shown(self) -> Vec<Arc<Lane>> {
        let (is_meant, only_outliers) = (self.filter(), self.only_outliers.get());
        let concerned = if self.only_findings.get() { self.is_concerned() } else { None };
        let is_shown = |lane: &&Arc<Lane>| {
            is_meant(lane)
                && (!only_outliers || lane.is_outlier())
                && concerned.as_ref().is_none_or(|is_it| is_it(lane))
        };
        self.lanes.with(|lanes| lanes.iter().filter(is_shown).cloned().collect())
    }

    /// Rows for these lanes. Found words are not hidden in a fold.
    pub(super) fn rows(self, lanes: &[Arc<Lane>]) -> Vec<OverviewRow> {
        let searches = self.parsed.with(|parsed| !parsed.words.trim().is_empty());
        self.unfolded.with(|open| fold::rows(lanes, Some(open).filter(|_| !searches)))
    }

    /// Shown configurations in the fold that begins with this one.
    pub(super) fn members(self, first: &EmvId) -> Vec<EmvId> {
        let shown = untrack(|| self.shown());
        let Some(alike) = shown.iter().find(|lane| lane.id == *first).and_then(|lane| lane.alike.clone())
        else {
            return Vec::new();
        };
        shown.iter().filter(|lane| lane.alike.as_ref() == Some(&alike)).map(|lane| lane.id.clone()).collect()
    }

    /// Opens or closes the fold of these configurations.
    pub(super) fn unfold(self, members: &[EmvId], open: bool) {
        self.unfolded.update(|all| {
            if open {
                all.extend(members.iter().cloned());
            } else {
                all.retain(|id| !members.contains(id));
            }
        });
    }

    /// True while the fold of these configurations is open.
    pub(super) fn is_unfolded(self, members: &[EmvId]) -> bool {
        self.unfolded.with(|open| members.iter().any(|id| open.contains(id)))
    }

    /// Number of configurations that differ from their scheme.
    pub(super) fn outliers(self) -> usize {
        self.lanes.with(|lanes| lanes.iter().filter(|lane| lane.is_outlier()).count())
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

    /// Findings, once the lanes in sight and the next ones are drawn. Returned at once if findings decide which lanes are shown, or if there
    /// are no lanes.
    fn checked(self) -> Option<Arc<Findings>> {
        let decides = self.only_findings.get() || self.lanes.with(|lanes| lanes.is_empty());
        (decides || self.drawn.get() > 2 * DRAWN_FIRST).then(|| self.findings.get())
    }

    /// Findings of one configuration; empty until findings are due.
    pub(super) fn findings_of(self, id: &EmvId) -> Vec<Finding> {
        self.checked().and_then(|all| all.get(id).cloned()).unwrap_or_default()
    }

    /// The worst severity of these configurations, and the number of findings that need attention; notes are not counted.
    pub(super) fn concerns(self, ids: &[EmvId]) -> Option<(Severity, usize)> {
        let all = self.checked()?;
        let each = ids.iter().filter_map(|id| concerns(all.get(id)?));
        each.reduce(|(worst, count), (severity, more)| (worst.min(severity), count + more))
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

    /// True while these configurations are selected.
    pub(super) fn is_chosen(self, ids: &[EmvId]) -> Memo<bool> {
        let ids = ids.to_vec();
        Memo::new(move |_| self.chosen.with(|chosen| ids.iter().all(|id| chosen.contains(id))))
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
        self.only_outliers.set(false);
        self.only_odd.set(false);
    }
}

impl AreaState for Overview {
    fn place(&self) -> Route {
        Route::Limits
    }

    /// Resets everything for another connection. The kind of view stays.
    fn clear(&self) {
        self.chosen.set(BTreeSet::new());
        self.unfolded.set(BTreeSet::new());
        self.findings_open.set(Vec::new());
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
