//! In which countries the users of the configurations are: asked of core when a filter wants to know, and asked again while core
//! still reads terminals.

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
    /// Terminals of very many merchants are asked for.
    all: RwSignal<bool>,
    /// Counts the readings: an older one stops asking.
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

    /// Again, where it was asked for before.
    pub(super) fn ask_again(self, shell: Shell) {
        if self.found.is_asked() || self.found.has_failed() {
            self.ask(shell);
        }
    }

    pub(super) fn clear(self) {
        self.turn.update_value(|turn| *turn += 1);
        self.all.set(false);
        self.found.clear();
    }

    pub(super) fn told(self) -> Option<Countries> {
        self.found.get()
    }

    pub(super) fn has_failed(self) -> bool {
        self.found.has_failed()
    }
}

/// Has the countries read; what core holds is told at once.
pub(crate) fn read_countries(shell: Shell) {
    users(shell).countries.ask(shell);
}

/// The terminals too, of however many merchants they are.
pub(crate) fn read_countries_of_all(shell: Shell) {
    users(shell).countries.all.set(true);
    users(shell).countries.ask(shell);
}

/// What is known by now; `None` before the first answer.
pub(crate) fn countries(shell: Shell) -> Option<Countries> {
    users(shell).countries.told()
}

/// How far they are read, and why they could not be.
pub(crate) fn countries_reading(shell: Shell) -> Reading {
    users(shell).countries.found.reading()
}
