//! Users of the open record: requested from core, and polled while core still loads terminals.
//!
//! One record at a time, that of the page. Core keeps them for the session, so coming back is quick.

mod all;
mod panel;

use std::collections::BTreeMap;

use leptos::prelude::*;
use tapline_contract::commands::FindUsers;
use tapline_contract::emv_config::EmvId;
use tapline_contract::usual::UsualAmounts;
use tapline_contract::where_used::{UsedRecord, UsersCountry, UsersCurrency, WhereUsed, WhereUsedQuery};
use tapline_emv::{Currency, Params, Terminal, at_terminals};

use self::all::AllUsersState;
pub(crate) use self::all::{
    KnownUsers, all_users, is_reading_all, keep_trying_all, known, overview_words, read_all, read_all_again,
    read_usual, usual_trouble,
};
pub(crate) use self::panel::{CurrencyLine, UNTOLD_OF_PROFILE, UsedBy, UsedLine, touched};
use crate::ipc;
use crate::paths::Route;
use crate::remote::{Reading, Remote};
use crate::shell::Shell;
use crate::shell::areas::AreaState;
use crate::used::all::{AllCountries, Sales};
pub(crate) use crate::used::all::{countries, countries_reading, read_countries, read_countries_of_all};
pub(crate) use crate::used::all::{read_sale_terminals, sale_terminals};

/// Milliseconds between two polls while terminals are loading.
pub(crate) const PAUSE: u64 = 400;

#[derive(Clone, Copy, Default)]
pub(crate) struct Users {
    open: RwSignal<Option<UsedRecord>>,
    found: Remote<Option<WhereUsed>>,
    /// True if terminals of very many merchants were requested.
    all: RwSignal<bool>,
    /// Users of all configurations at once.
    emv: AllUsersState,
    countries: AllCountries,
    /// Terminals that may have made a sale.
    sales: Sales,
    /// Usual amounts set by the person.
    usual: Remote<UsualAmounts>,
}

pub(crate) fn users(shell: Shell) -> Users {
    shell.state()
}

/// Freshness that a page needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// Data that core holds is enough.
    Held,
    /// Loaded anew, as before a deletion.
    Anew,
}

impl Users {
    /// Requests the users of a record and clears those of another one.
    pub(crate) fn open(self, shell: Shell, of: UsedRecord, how: How) {
        if self.open.with_untracked(|open| open.as_ref() != Some(&of)) {
            self.found.clear();
            self.all.set(false);
            self.open.set(Some(of));
        }
        self.ask(shell, how);
    }

    /// Requests the terminals too, of however many merchants.
    pub(crate) fn open_all(self, shell: Shell) {
        self.all.set(true);
        self.ask(shell, How::Held);
    }

    /// Users of this record, as far as loaded.
    pub(crate) fn where_used(self, of: &UsedRecord) -> Option<WhereUsed> {
        let is_open = self.open.with(|open| open.as_ref() == Some(of));
        self.found.get().filter(|_| is_open)
    }

    pub(crate) fn reading(self) -> Reading {
        self.found.reading()
    }

    /// The open configuration, and the country of its users as far as loaded.
    fn open_country(self) -> Option<(EmvId, UsersCountry)> {
        let Some(UsedRecord::Emv(id)) = self.open.get() else { return None };
        let country = self.found.with(|found| Some(found.as_ref()?.users_country()))?;
        Some((id, country))
    }

    fn ask(self, shell: Shell, how: How) {
        let Some(of) = self.open.get_untracked() else { return };
        let mut query = WhereUsedQuery {
            connection: shell.connection(),
            of: of.clone(),
            again: how == How::Anew,
            all_terminals: false,
        };
        let ask = move || {
            query.all_terminals = self.all.get_untracked();
            let now = query.clone();
            query.again = false;
            async move { ipc::command::<FindUsers>(now).await.map(Some) }
        };
        self.found.poll(PAUSE, shell.same_connection(), ask, move |found| {
            let Some(found) = found else { return false };
            // Kept for the overview and for the next time.
            if let UsedRecord::Emv(id) = &of {
                self.emv.note(id, found.currency());
            }
            found.reading
        });
    }
}

impl AreaState for Users {
    /// The place of the open record.
    fn place(&self) -> Route {
        match self.open.get_untracked() {
            Some(UsedRecord::Acquirer(_)) => Route::Acquirers,
            Some(UsedRecord::Profile(_)) => Route::Profiles,
            Some(UsedRecord::Emv(_)) | None => Route::Limits,
        }
    }

    fn clear(&self) {
        self.open.set(None);
        self.found.clear();
        self.emv.clear();
        self.countries.clear();
        self.sales.update(BTreeMap::clear);
    }

    /// The record stays open: its users are requested again after unlocking.
    fn clear_cached(&self) {
        self.found.clear();
        self.emv.found.clear();
        self.countries.clear();
        self.sales.update(BTreeMap::clear);
    }

    fn reload(&self, shell: Shell) {
        if self.open.with_untracked(Option::is_some) {
            self.ask(shell, How::Anew);
        }
        // Comes last, so that core loads everything anew only once.
        if self.emv.found.is_requested() {
            self.emv
                .ask(shell, if self.open.with_untracked(Option::is_some) { How::Held } else { How::Anew });
        }
    }

    fn read_what_failed(&self, shell: Shell) {
        let in_part =
            self.found.with_untracked(|found| found.as_ref().is_some_and(|found| !found.missing.is_empty()));
        if self.found.has_failed() || in_part || !self.found.is_requested() {
            self.ask(shell, How::Held);
        }
        if self.emv.found.has_failed() || !self.emv.found.is_requested() {
            self.emv.ask(shell, How::Held);
        }
        if self.countries.has_failed() {
            self.countries.ask(shell);
        }
    }
}

/// Currency of a configuration's users, as far as known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KnownCurrency {
    NotRead,
    /// They disagree or have none: the connection's currency applies.
    Connections,
    Users(Currency),
}

pub(crate) fn currency_of(shell: Shell, id: &EmvId) -> KnownCurrency {
    let users = users(shell);
    let users_currency = match users.where_used(&UsedRecord::Emv(id.clone())) {
        Some(found) => found.currency(),
        None => match users.emv.currency(id) {
            Some(users_currency) => users_currency,
            None => return KnownCurrency::NotRead,
        },
    };
    match users_currency {
        UsersCurrency::Agreed(currency) => KnownCurrency::Users(currency),
        UsersCurrency::Differ(_) | UsersCurrency::Untold | UsersCurrency::Unused => {
            KnownCurrency::Connections
        }
    }
}

/// Page of a terminal that uses the open record.
pub(crate) fn terminal_route(shell: Shell, id: &str) -> Option<Route> {
    users(shell).found.with_untracked(|found| {
        let user = found.as_ref()?.terminals.iter().find(|user| user.id.as_str() == id)?;
        Some(Route::Terminal(user.merchant.clone(), user.id.clone()))
    })
}

/// Terminals that use a configuration, for its checks; `None` until all of them were loaded.
pub(crate) fn terminals_of(shell: Shell, id: Option<&EmvId>) -> Option<Vec<Terminal>> {
    users(shell).where_used(&UsedRecord::Emv(id?.clone()))?.checked_terminals()
}

/// Parameters on which all terminals of a configuration agree and that decide in addition to its own; empty until all were
/// loaded.
pub(crate) fn agreed_terminals(shell: Shell, id: Option<&EmvId>) -> Params {
    terminals_of(shell, id).map(|terminals| at_terminals::agreed(&terminals)).unwrap_or_default()
}
