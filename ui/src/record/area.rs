//! The [`AreaState`] of the records of one kind.

use leptos::prelude::*;

use super::RecordKind;
use super::store::{One, OpenRecord, RecordStore};
use crate::paths::Route;
use crate::shell::Shell;
use crate::shell::areas::{AreaState, Draft, Names, Object};

impl<R: RecordKind> AreaState for RecordStore<R> {
    fn place(&self) -> Route {
        R::KIND.meta().list.clone()
    }

    fn clear(&self) {
        self.list.clear();
        self.view.clear();
        self.one.set(One::default());
        OpenRecord::clear(**self);
    }

    fn clear_cached(&self) {
        self.list.clear();
        OpenRecord::clear_cached(**self);
    }

    fn reload(&self, shell: Shell) {
        R::KIND.reload(shell);
    }

    fn read_what_failed(&self, shell: Shell) {
        R::KIND.read_what_failed(shell);
    }

    fn drafts(&self) -> Vec<Draft> {
        self.drafts_for(R::KIND)
    }

    fn review(&self, shell: Shell) {
        R::KIND.review_drafts(shell);
    }

    fn discard(&self, shell: Shell) {
        R::KIND.discard(shell);
    }

    fn is_settled(&self) -> bool {
        self.flow.is_over()
    }

    fn objects(&self) -> Vec<Object> {
        let meta = R::KIND.meta();
        let object = |record: &R::Record| {
            let id = R::key(record)?;
            Some(Object { kind: meta.word, name: R::title(record), route: (meta.one)(&id), id })
        };
        self.list.with(|list| list.records.iter().filter_map(object).collect())
    }

    fn add_names(&self, names: &mut Names) {
        self.list.with(|list| R::add_names(&list.records, names));
    }
}
