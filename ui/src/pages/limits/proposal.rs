//! A limit proposed for all selected lanes: typed at the foot of the page, or pulled on a lane. The lanes draw the proposal and the foot
//! counts its changes; nothing is sent here.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_emv::{Currency, LimitKind};

use super::group_edit::{GroupEdit, currency, matched, set};
use super::lanes::Lane;
use super::store;
use crate::pages::replay::{MOST_PARTS, Question};
use crate::shell::Shell;

#[derive(Clone, Copy)]
pub(crate) struct Proposal {
    pub(super) limit: RwSignal<LimitKind>,
    /// The amount as typed.
    pub(super) text: RwSignal<String>,
    /// Ids of the selected lanes.
    pub(super) ids: RwSignal<BTreeSet<EmvId>>,
    /// Lanes under the pointer and with the focus: they have grips, as the selected ones.
    pub(super) pointed: RwSignal<Option<EmvId>>,
    pub(super) focused: RwSignal<Option<EmvId>>,
    /// Past sales that the proposal affects; `None` until sales are loaded.
    pub(super) impact: RwSignal<Option<Impact>>,
    /// Counts completed pulls: after each pull the field takes focus.
    pub(super) pulled: RwSignal<u32>,
    /// A limit follows the pointer: what core answers about it waits.
    pub(super) is_dragging: RwSignal<bool>,
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
        let currency = Memo::new(move |_| chosen.with(|lanes| currency(lanes, &shell.currency())));
        let typed = Memo::new(move |_| text.with(|text| text.trim().to_owned()));
        let minor = Memo::new(move |_| currency.with(|currency| currency.parse(&typed.get()).ok()));
        let set = Memo::new(move |_| {
            let text = typed.get();
            if text.is_empty() {
                return GroupEdit::default();
            }
            let records = list.with(|list| list.records.clone());
            chosen.with(|lanes| set(lanes, &records, limit.get(), &text, &currency.get()))
        });
        let matched = Memo::new(move |_| {
            let records = list.with(|list| list.records.clone());
            chosen.with(|lanes| matched(lanes, &records))
        });
        Proposal {
            limit,
            text,
            ids,
            pointed: RwSignal::new(None),
            focused: RwSignal::new(None),
            impact: RwSignal::new(None),
            pulled: RwSignal::new(0),
            is_dragging: RwSignal::new(false),
            chosen,
            currency,
            minor,
            set,
            matched,
        }
    }

    /// Question about past sales: for the typed or pulled amount, else for matching the others.
    pub(super) fn past(self) -> Option<Question> {
        let parts = self.proposed().with(|all| all.past.clone());
        Question::over(parts, self.currency.with(Currency::unit))
    }

    /// Reason why past sales aren't evaluated for these changes.
    pub(super) fn not_past(self) -> Option<String> {
        let many = self.proposed().with(|all| all.past.len());
        (many > MOST_PARTS).then(|| {
            format!(
                "{many} configurations would change. Select at most {MOST_PARTS} to compare with past sales."
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

/// Count of past sales at a dragged limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Impact {
    /// "57 of 843 sales would no longer need a PIN"
    pub(super) sentence: String,
    /// "Visa, last 30 days · 3 merchants"
    pub(super) scope: String,
}
