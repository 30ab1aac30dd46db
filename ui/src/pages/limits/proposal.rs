//! A limit proposed for all selected lanes: typed at the foot of the page, or pulled on a lane. The lanes draw the proposal and the foot
//! counts its changes; nothing is sent here.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_emv::{Currency, LimitKind};

use super::lanes::Lane;
use super::store;
use super::together::{self, GroupEdit};
use crate::pages::replay::Question;
use crate::scale::Scale;
use crate::shell::Shell;

/// Configurations in one question about past sales, at most: each lists its merchants, and core refuses longer questions.
const MOST: usize = 200;

#[derive(Clone, Copy)]
pub(crate) struct Proposal {
    pub(super) limit: RwSignal<LimitKind>,
    /// The amount as typed.
    pub(super) text: RwSignal<String>,
    /// Counts completed pulls: after each pull the field takes focus.
    pub(super) pulled: RwSignal<u32>,
    /// The selected lanes as they are now; a deleted configuration drops out.
    pub(super) chosen: Memo<Vec<Arc<Lane>>>,
    /// Currency of the amount.
    pub(super) currency: Memo<Currency>,
    /// The amount; `None` without a readable amount.
    pub(super) minor: Memo<Option<u64>>,
    /// Result of setting the limit on every selected lane; empty without an amount.
    pub(super) set: Memo<GroupEdit>,
    /// Result of matching every selected lane to its siblings.
    pub(super) matched: Memo<GroupEdit>,
}

impl Proposal {
    pub(super) fn new(
        shell: Shell,
        lanes: Memo<Arc<Vec<Arc<Lane>>>>,
        ids: RwSignal<BTreeSet<EmvId>>,
    ) -> Proposal {
        let (limit, text) = (RwSignal::new(LimitKind::Cvm), RwSignal::new(String::new()));
        let list = store(shell).list;
        let chosen = Memo::new(move |_| {
            let ids = ids.get();
            if ids.is_empty() {
                return Vec::new();
            }
            lanes.with(|lanes| lanes.iter().filter(|lane| ids.contains(&lane.id)).cloned().collect())
        });
        let currency = Memo::new(move |_| chosen.with(|lanes| together::currency(lanes, &shell.currency())));
        let typed = Memo::new(move |_| text.with(|text| text.trim().to_owned()));
        let minor = Memo::new(move |_| currency.with(|currency| currency.parse(&typed.get()).ok()));
        let set = Memo::new(move |_| {
            let text = typed.get();
            if text.is_empty() {
                return GroupEdit::default();
            }
            let records = list.with(|list| list.records.clone());
            chosen.with(|lanes| together::set(lanes, &records, limit.get(), &text, &currency.get()))
        });
        let matched = Memo::new(move |_| {
            let records = list.with(|list| list.records.clone());
            chosen.with(|lanes| together::matched(lanes, &records))
        });
        Proposal { limit, text, pulled: RwSignal::new(0), chosen, currency, minor, set, matched }
    }

    /// Question about past sales: for the typed or pulled amount, else for matching the others.
    pub(super) fn past(self) -> Option<Question> {
        let parts = self.proposed().with(|all| all.past.clone());
        if parts.is_empty() || parts.len() > MOST {
            return None;
        }
        let limits = parts.iter().flat_map(|part| part.before.iter().chain([&part.after]));
        let limits = limits.map(|version| version.limits).flat_map(|l| [l.floor, l.cvm, l.transaction]);
        let top = Scale::over(limits, self.currency.with(Currency::unit)).top;
        Some(Question { parts, top })
    }

    /// Reason why past sales aren't evaluated for these changes.
    pub(super) fn not_past(self) -> Option<String> {
        let many = self.proposed().with(|all| all.past.len());
        (many > MOST).then(|| {
            format!(
                "Past sales are compared for at most {MOST} configurations at once, and {many} would change. Choose fewer to compare."
            )
        })
    }

    fn proposed(self) -> Memo<GroupEdit> {
        if self.typed().is_empty() { self.matched } else { self.set }
    }

    /// Proposes an amount in minor units.
    pub(super) fn put(self, limit: LimitKind, minor: u64) {
        let text = self.currency.with_untracked(|currency| currency.plain(minor));
        if self.limit.get_untracked() != limit {
            self.limit.set(limit);
        }
        if self.text.with_untracked(|now| *now != text) {
            self.text.set(text);
        }
    }

    /// Text of the amount, trimmed.
    pub(super) fn typed(self) -> String {
        self.text.with(|text| text.trim().to_owned())
    }

    /// Clears the amount.
    pub(super) fn clear(self) {
        self.text.set(String::new());
        self.limit.set(LimitKind::Cvm);
    }
}
