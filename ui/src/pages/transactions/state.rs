//! The list of transactions as this window has it: which query is loaded, and what a person chose for it.

use leptos::prelude::*;
use tapline_contract::list::ListOf;
use tapline_contract::transaction::TransactionQuery;

use crate::shell::Shell;
use crate::widgets::grid::in_core::{Again, CoreList};
use crate::widgets::grid::view::GridView;

#[derive(Clone, Copy)]
pub(crate) struct Transactions {
    pub(crate) list: CoreList,
    pub(crate) view: GridView,
    /// What was asked for last.
    query: RwSignal<Option<TransactionQuery>>,
}

impl Transactions {
    pub(crate) fn new() -> Transactions {
        Transactions { list: CoreList::new(), view: GridView::new(), query: RwSignal::new(None) }
    }

    /// As on another connection.
    pub(crate) fn clear(self) {
        self.list.clear();
        self.view.clear();
        self.query.set(None);
    }

    /// Loads what a query asks for, unless that is what is there.
    pub(super) fn read(self, shell: Shell, query: TransactionQuery) {
        if self.query.with_untracked(|known| known.as_ref() != Some(&query)) {
            self.query.set(Some(query.clone()));
            self.list.load(shell, ListOf::Transactions(query), Again::Other);
        }
    }

    /// Reads the same again.
    pub(crate) fn reload(self, shell: Shell) {
        if let Some(query) = self.query.get_untracked() {
            self.list.load(shell, ListOf::Transactions(query), Again::Same);
        }
    }

    pub(crate) fn read_what_failed(self, shell: Shell) {
        if self.list.has_failed() {
            self.reload(shell);
        }
    }
}
