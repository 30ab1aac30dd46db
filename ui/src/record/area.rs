//! The [`AreaState`] of the records of one kind.

use std::sync::Arc;

use leptos::prelude::*;

use super::edit::Edit;
use super::store::{One, OpenRecord, RecordStore};
use super::{RecordKind, ResourceKind};
use crate::nav::Forms;
use crate::paths::Route;
use crate::shell::Shell;
use crate::shell::areas::{AreaState, Names, Object, WayBack};

impl<R: RecordKind> AreaState for RecordStore<R> {
    fn place(&self) -> Route {
        R::KIND.meta().list.clone()
    }

    fn clear(&self) {
        self.list.clear();
        self.view.clear();
        self.one.set(One::default());
        OpenRecord::discard(**self);
    }

    fn clear_cached(&self) {
        self.list.clear();
        OpenRecord::clear_cached(**self, R::KIND);
    }

    fn reload(&self, shell: Shell) {
        R::KIND.reload(shell);
    }

    fn read_what_failed(&self, shell: Shell) {
        R::KIND.read_what_failed(shell);
    }

    fn forms(&self) -> Forms {
        OpenRecord::forms(**self, R::KIND)
    }

    fn edited_name(&self) -> Option<String> {
        self.edit.with(|edit| edit.as_ref().map(Edit::name))
    }

    fn review(&self, shell: Shell) {
        R::KIND.review(shell);
    }

    fn discard(&self) {
        OpenRecord::discard(**self);
    }

    fn way_back(&self) -> Option<WayBack> {
        OpenRecord::way_back(**self)
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

impl OpenRecord {
    fn forms(self, kind: ResourceKind) -> Forms {
        let home = self.edit.with(|edit| edit.as_ref().filter(|edit| edit.is_dirty()).map(Edit::home));
        let waits = self.sent.with(Option::is_some) & !self.flow.is_running();
        let dirty = home.is_some();
        let homes = home.into_iter().flat_map(|home| [home, kind.meta().review.clone()]).collect();
        Forms { dirty, homes, waits }
    }

    fn way_back(self) -> Option<WayBack> {
        let mut edit = self.edit.get_untracked().filter(|edit| edit.is_dirty() && edit.seen.is_some())?;
        edit.wipe();
        let back = {
            let edit = edit.clone();
            move |shell: Shell| {
                self.edit.set(Some(edit.clone()));
                // Without asking: only now is there something to lose, and this is its form.
                shell.nav.force(edit.home());
            }
        };
        Some((edit.name(), Arc::new(back)))
    }
}
