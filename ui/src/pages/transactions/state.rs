//! The list of transactions as this window has it: which query is loaded, and what a person chose for it.

use leptos::prelude::*;
use tapline_contract::list::ListOf;
use tapline_contract::transaction::TransactionQuery;

use crate::paths::Route;
use crate::shell::Shell;
use crate::shell::area::AreaState;
use crate::widgets::grid::in_core::{Again, CoreList};
use crate::widgets::grid::view::GridView;

#[derive(Clone, Copy, Default)]
pub(crate) struct Transactions {
    pub(crate) list: CoreList,
    pub(crate) view: GridView,
    /// What was asked for last.
    query: RwSignal<Option<TransactionQuery>>,
}

pub(super) fn transactions(shell: Shell) -> Transactions {
    shell.state()
}

impl Transactions {
    /// Loads what a query asks for, unless that is what is there.
    pub(super) fn read(self, shell: Shell, query: TransactionQuery) {
        if self.query.with_untracked(|known| known.as_ref() != Some(&query)) {
            self.query.set(Some(query.clone()));
            self.list.load(shell, ListOf::Transactions(query), Again::Other);
        }
    }

    /// Reads the same again.
    pub(super) fn reload(self, shell: Shell) {
        if let Some(query) = self.query.get_untracked() {
            self.list.load(shell, ListOf::Transactions(query), Again::Same);
        }
    }
}

impl AreaState for Transactions {
    fn place(&self) -> Route {
        Route::Transactions
    }

    fn clear(&self) {
        self.list.clear();
        self.view.clear();
        self.query.set(None);
    }

    fn reload(&self, shell: Shell) {
        Transactions::reload(*self, shell);
    }

    fn read_what_failed(&self, shell: Shell) {
        if self.list.has_failed() {
            self.reload(shell);
        }
    }
}
