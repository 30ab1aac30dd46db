//! The [`AreaState`] of the records of one kind.

use std::sync::Arc;

use leptos::prelude::*;

use super::Resource;
use super::edit::Edit;
use super::send;
use super::store::RecordStore;
use crate::nav::Forms;
use crate::paths::Route;
use crate::shell::Shell;
use crate::shell::areas::{AreaState, Names, Object, WayBack};

impl<R: Resource> Default for RecordStore<R> {
    fn default() -> RecordStore<R> {
        RecordStore::new()
    }
}

impl<R: Resource> AreaState for RecordStore<R> {
    fn place(&self) -> Route {
        R::META.list.clone()
    }

    fn clear(&self) {
        RecordStore::clear(*self);
    }

    fn clear_cached(&self) {
        RecordStore::clear_cached(*self);
    }

    fn reload(&self, shell: Shell) {
        RecordStore::reload(*self, shell);
    }

    fn read_what_failed(&self, shell: Shell) {
        RecordStore::read_what_failed(*self, shell);
    }

    fn forms(&self) -> Forms {
        let home = self.edit.with(|edit| edit.as_ref().filter(|edit| edit.is_dirty()).map(Edit::home));
        let waits = self.sent.with(Option::is_some) & !self.flow.is_running();
        let dirty = home.is_some();
        let homes = home.into_iter().flat_map(|home| [home, R::META.review.clone()]).collect();
        Forms { dirty, homes, waits }
    }

    fn edited_name(&self) -> Option<String> {
        self.edit.with(|edit| edit.as_ref().map(Edit::name))
    }

    fn review(&self, shell: Shell) {
        send::review::<R>(shell);
    }

    fn discard(&self) {
        RecordStore::discard(*self);
    }

    fn way_back(&self) -> Option<WayBack> {
        let mut edit = self.edit.get_untracked().filter(|edit| edit.is_dirty() && edit.seen.is_some())?;
        edit.wipe();
        let (name, store) = (edit.name(), *self);
        let back = move |shell: Shell| {
            store.edit.set(Some(edit.clone()));
            // Without asking: only now is there something to lose, and this is its form.
            shell.nav.force(edit.home());
        };
        Some((name, Arc::new(back)))
    }

    fn is_settled(&self) -> bool {
        self.flow.is_over()
    }

    fn objects(&self) -> Vec<Object> {
        let object = |record: &R::Record| {
            let id = R::key(record)?;
            let meta = R::META;
            Some(Object { kind: meta.word, name: R::title(record), route: (meta.one)(&id), id })
        };
        self.list.with(|list| list.records.iter().filter_map(object).collect())
    }

    fn add_names(&self, names: &mut Names) {
        self.list.with(|list| R::add_names(&list.records, names));
    }
}
