//! Sales of the open merchant among the loaded transactions: figures from core, the newest rows, and reasons of declines.
//!
//! The list is that of Transactions, else the sales of the last days ([`crate::pages::replay`]): its period is the period of these
//! figures. Reasons are read from the service, a bounded number.

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{ListRows, ReadDeclines, SalesFigures};
use tapline_contract::figures::{DeclineQuery, DeclineReason, Figures, FiguresQuery, MOST_REASONS};
use tapline_contract::list::{Filter, ListState, RowsQuery};
use tapline_contract::order::sort_by_key;
use tapline_contract::rows::Rows;
use tapline_contract::transaction::{TransactionId, TransactionQuery};

use crate::effect::effect;
use crate::ipc;
use crate::pages::replay::replays;
use crate::pages::transactions;
use crate::paths::Route;
use crate::remote::{Reading, Remote};
use crate::shell::Shell;
use crate::shell::areas::AreaState;

/// Rows of the newest transactions.
const NEWEST: u32 = 6;
pub(super) const COLUMNS: [&str; 7] = [
    "tranId",
    "amount.value",
    "amount.currency",
    "tranStatus",
    "cvmPerformed",
    "accountMasked",
    "paymentMethod",
];

/// Figures of one merchant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SalesAnswer {
    pub(super) merchant: String,
    pub(super) list: ListState,
    /// The query that the list was loaded with.
    pub(super) query: TransactionQuery,
    pub(super) figures: Figures,
    pub(super) newest: Rows,
}

#[derive(Clone, Copy, Default)]
pub(super) struct MerchantSales {
    /// Name of the open merchant.
    open: RwSignal<Option<String>>,
    found: Remote<Option<SalesAnswer>>,
    /// Reasons read so far, for all merchants.
    reasons: RwSignal<BTreeMap<TransactionId, DeclineReason>>,
    is_reading: RwSignal<bool>,
    failure: RwSignal<Option<Failure>>,
}

impl AreaState for MerchantSales {
    fn place(&self) -> Route {
        Route::Merchants
    }

    fn clear(&self) {
        self.open.set(None);
        self.clear_cached();
    }

    fn clear_cached(&self) {
        self.found.clear();
        self.reasons.set(BTreeMap::new());
        self.is_reading.set(false);
        self.failure.set(None);
    }

    /// The merchant's page refreshes its sales too.
    fn reload(&self, shell: Shell) {
        if shell.nav.route.with_untracked(|route| matches!(route, Route::Merchant(_))) {
            self.failure.set(None);
            if untrack(|| transactions::query(shell).is_some()) {
                transactions::refresh(shell);
            } else {
                replays(shell).load(shell);
            }
        }
    }

    fn read_what_failed(&self, _: Shell) {
        // The page reads the missing reasons.
        self.failure.set(None);
    }
}

pub(super) fn merchant_sales(shell: Shell) -> MerchantSales {
    shell.state()
}

impl MerchantSales {
    /// Counts the sales of a merchant, and again whenever other rows are loaded. `reach`: end of the amount axis at least.
    pub(super) fn open(self, shell: Shell, name: String, reach: Memo<u64>) {
        if untrack(|| transactions::query(shell).is_none()) {
            replays(shell).load_in_background(shell);
        }
        if self.open.with_untracked(|open| open.as_ref() != Some(&name)) {
            self.found.clear();
            self.failure.set(None);
            self.open.set(Some(name.clone()));
        }
        let listed = listed(shell);
        let coming = transactions::coming(shell);
        effect(move || {
            let is_part = coming.get() == transactions::Coming::Reading;
            let Some((list, query)) = listed.get() else { return };
            let reach = reach.get();
            // While a list loads, the first figures stay until it is complete.
            let is_known = self.found.with_untracked(Option::is_some);
            if !(is_part && is_known) {
                self.ask(shell, list, query, name.clone(), reach);
            }
        });
    }

    fn ask(self, shell: Shell, list: ListState, query: TransactionQuery, merchant: String, reach: u64) {
        let filter = Some(Filter::Equals { column: "mchName".to_owned(), value: Some(merchant.clone()) });
        let figures = FiguresQuery {
            connection: shell.connection(),
            list: list.list,
            version: list.version,
            filter: filter.clone(),
            reach,
        };
        let rows = RowsQuery {
            list: list.list,
            version: list.version,
            first: 0,
            count: NEWEST,
            columns: COLUMNS.map(str::to_owned).to_vec(),
            sort: None,
            filter,
        };
        let answer = async move {
            let figures = ipc::command::<SalesFigures>(figures).await?;
            let newest = ipc::command::<ListRows>(rows).await?;
            Ok(Some(SalesAnswer { merchant, list, query, figures, newest }))
        };
        self.found.read(shell.same_connection(), answer);
    }

    pub(super) fn answer(self) -> Option<SalesAnswer> {
        let open = self.open.get();
        self.found.get().filter(|found| open.as_ref() == Some(&found.merchant))
    }

    pub(super) fn reading(self) -> Reading {
        self.found.reading()
    }

    /// True while reasons are read, of whichever merchant.
    pub(super) fn is_reading_reasons(self) -> bool {
        self.is_reading.get()
    }

    pub(super) fn failure(self) -> Option<Failure> {
        self.failure.get()
    }

    /// The reasons known of these declines.
    pub(super) fn reasons_of(self, ids: &[TransactionId]) -> Vec<DeclineReason> {
        self.reasons.with(|known| ids.iter().filter_map(|id| known.get(id).cloned()).collect())
    }

    /// Reads the reasons that are missing, a few at a time.
    pub(super) fn read_reasons(self, shell: Shell, ids: &[TransactionId]) {
        let missing = self.reasons.with_untracked(|known| {
            ids.iter().filter(|id| !known.contains_key(*id)).cloned().collect::<Vec<_>>()
        });
        if missing.is_empty() || self.is_reading.get_untracked() {
            return;
        }
        self.is_reading.set(true);
        self.failure.set(None);
        let (connection, is_current) = (shell.connection(), shell.same_connection());
        spawn_local(async move {
            for some in missing.chunks(MOST_REASONS) {
                let query = DeclineQuery { connection: connection.clone(), ids: some.to_vec() };
                let answer = ipc::command::<ReadDeclines>(query).await;
                if !is_current() || !self.is_reading.get_untracked() {
                    return;
                }
                match answer {
                    Ok(reasons) => self.reasons.update(|known| {
                        known.extend(reasons.into_iter().map(|reason| (reason.id.clone(), reason)));
                    }),
                    Err(failure) => {
                        self.failure.set(Some(failure));
                        break;
                    }
                }
            }
            self.is_reading.set(false);
        });
    }
}

/// The list of Transactions, else that of the last days, and its query.
pub(super) fn listed(shell: Shell) -> Signal<Option<(ListState, TransactionQuery)>> {
    let loaded = transactions::loaded(shell);
    Signal::derive(move || {
        if let Some(list) = loaded.get() {
            return Some((list, transactions::query(shell).unwrap_or_default()));
        }
        let recent = replays(shell).recent()?;
        let first_day = Some(recent.first_day);
        Some((recent.list, TransactionQuery { created_start: first_day, ..TransactionQuery::default() }))
    })
}

/// Declines by reason, most frequent first: words, host code, count.
pub(super) fn by_reason(reasons: &[DeclineReason]) -> Vec<(String, String, u32)> {
    let mut counts: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for reason in reasons {
        *counts.entry((reason.words.as_str(), reason.code.as_str())).or_default() += 1;
    }
    let mut all: Vec<_> =
        counts.into_iter().map(|((words, code), count)| (words.to_owned(), code.to_owned(), count)).collect();
    // Stable: equal counts stay in the order of the words.
    sort_by_key(&mut all, |(.., count)| std::cmp::Reverse(*count));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_reason_comes_first_and_codes_stay_apart() {
        let reason = |id: &str, code: &str, words: &str| DeclineReason {
            id: TransactionId::parse(id).unwrap(),
            code: code.to_owned(),
            words: words.to_owned(),
        };
        let reasons = [
            reason("T1", "51", "Insufficient funds"),
            reason("T2", "05", "Bank gave no reason"),
            reason("T3", "51", "Insufficient funds"),
            reason("T4", "116", "Insufficient funds"),
        ];
        let counted = by_reason(&reasons);
        let counted: Vec<_> = counted.iter().map(|(_, code, count)| (code.as_str(), *count)).collect();
        assert_eq!(counted, [("51", 2), ("05", 1), ("116", 1)]);
    }
}
