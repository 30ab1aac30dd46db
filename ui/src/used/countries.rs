//! Countries of the configurations' users: requested from core when a filter needs them, and polled while core still loads
//! terminals.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::FindCountries;
use tapline_contract::where_used::{Countries, CountriesQuery};

use super::{PAUSE, users};
use crate::ipc::{self, engine};
use crate::remote::{Reading, Remote};
use crate::shell::Shell;

#[derive(Clone, Copy)]
pub(super) struct AllCountries {
    found: Remote<Option<Countries>>,
    /// True if terminals of very many merchants were requested.
    all: RwSignal<bool>,
    /// Counts the readings, so that older ones stop polling.
    turn: StoredValue<u32>,
}

impl Default for AllCountries {
    fn default() -> AllCountries {
        AllCountries { found: Remote::default(), all: RwSignal::new(false), turn: StoredValue::new(0) }
    }
}

impl AllCountries {
    pub(super) fn ask(self, shell: Shell) {
        self.turn.update_value(|turn| *turn += 1);
        let turn = self.turn.get_value();
        let connection = shell.connection();
        spawn_local(async move {
            loop {
                let query = CountriesQuery {
                    connection: connection.clone(),
                    all_terminals: self.all.get_untracked(),
                };
                let answer = async move { ipc::command::<FindCountries>(query).await.map(Some) };
                self.found.wait(shell.same_connection(), answer).await;
                let reads = self.found.with_untracked(|found| found.as_ref().is_some_and(|it| it.reading));
                let goes_on = reads && !self.found.has_failed() && shell.connection() == connection;
                if !goes_on || self.turn.get_value() != turn {
                    return;
                }
                engine::rest(PAUSE).await;
            }
        });
    }

    /// Requests the countries again if they were requested before.
    pub(super) fn ask_again(self, shell: Shell) {
        if self.found.is_requested() || self.found.has_failed() {
            self.ask(shell);
        }
    }

    pub(super) fn clear(self) {
        self.turn.update_value(|turn| *turn += 1);
        self.all.set(false);
        self.found.clear();
    }

    pub(super) fn loaded(self) -> Option<Countries> {
        self.found.get()
    }

    pub(super) fn has_failed(self) -> bool {
        self.found.has_failed()
    }
}

/// Requests the countries; what core holds is available at once.
pub(crate) fn read_countries(shell: Shell) {
    users(shell).countries.ask(shell);
}

/// Requests the terminals too, of however many merchants.
pub(crate) fn read_countries_of_all(shell: Shell) {
    users(shell).countries.all.set(true);
    users(shell).countries.ask(shell);
}

/// Countries loaded by now; `None` before the first answer.
pub(crate) fn countries(shell: Shell) -> Option<Countries> {
    users(shell).countries.loaded()
}

/// Progress of loading the countries, and why it failed.
pub(crate) fn countries_reading(shell: Shell) -> Reading {
    users(shell).countries.found.reading()
}
