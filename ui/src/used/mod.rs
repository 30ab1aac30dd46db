//! Who uses the record that is open: asked of core, and asked again while core still reads terminals.
//!
//! One record at a time, that of the page. Core holds what was read for the session, so coming back asks quickly.

mod all;
mod countries;
mod page;
mod panel;
mod sale;
mod words;

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::FindUsers;
use tapline_contract::emv_config::EmvId;
use tapline_contract::usual::UsualAmounts;
use tapline_contract::where_used::{UsedRecord, UsersCountry, UsersCurrency, WhereUsed, WhereUsedQuery};
use tapline_emv::{Currency, Params, Terminal, at_terminals};

use self::all::All;
pub(crate) use self::all::{
    Known, all_users, is_reading_all, keep_trying_all, known, overview_words, read_all, read_all_again,
    read_usual, usual_trouble,
};
use self::countries::AllCountries;
pub(crate) use self::countries::{countries, countries_reading, read_countries, read_countries_of_all};
pub(crate) use self::page::UsersPage;
pub(crate) use self::panel::{CurrencyLine, UsedBy, UsedLine, touched};
use self::sale::Sales;
pub(crate) use self::sale::{read_sale_terminals, sale_terminals};
use crate::ipc::{self, engine};
use crate::paths::Route;
use crate::remote::{Reading, Remote};
use crate::shell::Shell;
use crate::shell::area::AreaState;

/// Milliseconds between two questions while terminals are read.
const PAUSE: u64 = 400;

#[derive(Clone, Copy)]
pub(crate) struct Users {
    open: RwSignal<Option<UsedRecord>>,
    found: Remote<Option<WhereUsed>>,
    /// Counts the readings: an older one stops asking.
    turn: StoredValue<u32>,
    /// Terminals of very many merchants are asked for.
    all: RwSignal<bool>,
    /// Of all configurations at once.
    emv: All,
    countries: AllCountries,
    /// Terminals that may have taken a sale.
    sales: Sales,
    /// The person's own usual amounts.
    usual: Remote<UsualAmounts>,
}

pub(crate) fn users(shell: Shell) -> Users {
    shell.state()
}

/// How a page wants it read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// What core holds will do.
    Held,
    /// As it is now, as before a deletion.
    Anew,
}

impl Default for Users {
    fn default() -> Users {
        Users {
            open: RwSignal::new(None),
            found: Remote::default(),
            turn: StoredValue::new(0),
            all: RwSignal::new(false),
            emv: All::default(),
            countries: AllCountries::default(),
            sales: Sales::default(),
            usual: Remote::default(),
        }
    }
}

impl Users {
    /// Asks for the users of a record; those of another one are forgotten.
    pub(crate) fn open(self, shell: Shell, of: UsedRecord, how: How) {
        if self.open.with_untracked(|open| open.as_ref() != Some(&of)) {
            self.found.clear();
            self.all.set(false);
            self.open.set(Some(of));
        }
        self.ask(shell, how);
    }

    /// The terminals too, however many merchants it concerns.
    pub(crate) fn open_all(self, shell: Shell) {
        self.all.set(true);
        self.ask(shell, How::Held);
    }

    /// Of this record, as far as it is known.
    pub(crate) fn of(self, of: &UsedRecord) -> Option<WhereUsed> {
        let is_open = self.open.with(|open| open.as_ref() == Some(of));
        self.found.get().filter(|_| is_open)
    }

    pub(crate) fn reading(self) -> Reading {
        self.found.reading()
    }

    /// The configuration that is open, and the country of its users as far as they were read.
    fn open_country(self) -> Option<(EmvId, UsersCountry)> {
        let Some(UsedRecord::Emv(id)) = self.open.get() else { return None };
        let country = self.found.with(|found| Some(found.as_ref()?.users_country()))?;
        Some((id, country))
    }

    /// Keeps the currency of a configuration, for the overview and for the next time.
    fn note(self, of: &UsedRecord) {
        let UsedRecord::Emv(id) = of else { return };
        if let Some(found) = untrack(|| self.of(of)) {
            self.emv.note(id, found.currency());
        }
    }

    fn ask(self, shell: Shell, how: How) {
        let Some(of) = self.open.get_untracked() else { return };
        self.turn.update_value(|turn| *turn += 1);
        let turn = self.turn.get_value();
        let connection = shell.connection();
        spawn_local(async move {
            let mut again = how == How::Anew;
            loop {
                let all_terminals = self.all.get_untracked();
                let query =
                    WhereUsedQuery { connection: connection.clone(), of: of.clone(), again, all_terminals };
                let answer = async move { ipc::command::<FindUsers>(query).await.map(Some) };
                self.found.wait(shell.same_connection(), answer).await;
                again = false;
                self.note(&of);
                let reads =
                    self.found.with_untracked(|found| found.as_ref().is_some_and(|found| found.reading));
                let goes_on = reads && !self.found.has_failed() && shell.connection() == connection;
                if !goes_on || self.turn.get_value() != turn {
                    return;
                }
                engine::rest(PAUSE).await;
            }
        });
    }
}

impl AreaState for Users {
    /// That of the record that is open.
    fn place(&self) -> Route {
        match self.open.get_untracked() {
            Some(UsedRecord::Acquirer(_)) => Route::Acquirers,
            Some(UsedRecord::Profile(_)) => Route::Profiles,
            Some(UsedRecord::Emv(_)) | None => Route::Limits,
        }
    }

    fn clear(&self) {
        self.turn.update_value(|turn| *turn += 1);
        self.open.set(None);
        self.found.clear();
        self.emv.clear();
        self.countries.clear();
        self.sales.update(BTreeMap::clear);
    }

    /// The record stays open: it is asked for again after unlocking.
    fn clear_cached(&self) {
        self.turn.update_value(|turn| *turn += 1);
        self.found.clear();
        self.emv.found.clear();
        self.countries.clear();
        self.sales.update(BTreeMap::clear);
    }

    fn reload(&self, shell: Shell) {
        if self.open.with_untracked(Option::is_some) {
            self.ask(shell, How::Anew);
        }
        // After it, so that core reads everything anew once only.
        if self.emv.found.is_asked() {
            self.emv
                .ask(shell, if self.open.with_untracked(Option::is_some) { How::Held } else { How::Anew });
        }
    }

    fn read_what_failed(&self, shell: Shell) {
        let in_part =
            self.found.with_untracked(|found| found.as_ref().is_some_and(|found| !found.missing.is_empty()));
        if self.found.has_failed() || in_part || !self.found.is_asked() {
            self.ask(shell, How::Held);
        }
        if self.emv.found.has_failed() || !self.emv.found.is_asked() {
            self.emv.ask(shell, How::Held);
        }
        if self.countries.has_failed() {
            self.countries.ask(shell);
        }
    }
}

/// What is known of the currency of those who use a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KnownCurrency {
    NotRead,
    /// They do not agree, or tell none: it is the connection's.
    Connections,
    Users(Currency),
}

pub(crate) fn currency_of(shell: Shell, id: &EmvId) -> KnownCurrency {
    let users = users(shell);
    let told = match users.of(&UsedRecord::Emv(id.clone())) {
        Some(found) => found.currency(),
        None => match users.emv.currency(id) {
            Some(told) => told,
            None => return KnownCurrency::NotRead,
        },
    };
    match told {
        UsersCurrency::Agreed { currency, .. } => KnownCurrency::Users(currency),
        UsersCurrency::Differ(_) | UsersCurrency::Untold | UsersCurrency::Unused => {
            KnownCurrency::Connections
        }
    }
}

/// The page of a terminal that uses the record that is open.
pub(crate) fn terminal_route(shell: Shell, id: &str) -> Option<Route> {
    users(shell).found.with_untracked(|found| {
        let user = found.as_ref()?.terminals.iter().find(|user| user.id.as_str() == id)?;
        Some(Route::Terminal(user.merchant.clone(), user.id.clone()))
    })
}

/// The terminals that use a configuration, for its checks; only once all of them were read.
pub(crate) fn terminals_of(shell: Shell, id: Option<&EmvId>) -> Option<Vec<Terminal>> {
    users(shell).of(&UsedRecord::Emv(id?.clone()))?.checked_terminals()
}

/// What all terminals that use a configuration tell alike and that decides beside its own parameters; nothing until all were read.
pub(crate) fn agreed_terminals(shell: Shell, id: Option<&EmvId>) -> Params {
    terminals_of(shell, id).map(|terminals| at_terminals::agreed(&terminals)).unwrap_or_default()
}
