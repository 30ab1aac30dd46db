//! Drafts: forms with unsaved changes. A form stays with its record when its page is left, and is there as it was when the page is opened
//! again. The open one is [`OpenRecord::edit`]; the others wait here.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::Outcome;

use super::document::Document;
use super::edit::Edit;
use super::send::Proposal;
use super::store::{OpenRecord, RecordNow};
use super::versions::{Names, differences};
use super::{Change, Resource, ResourceKind};
use crate::actions::keys_of;
use crate::paths::Route;
use crate::plans::plans;
use crate::shell::Shell;
use crate::shell::areas::{Areas, Draft};

/// The record's state at the service, where it differs from the one that the open form began from.
#[derive(Clone, PartialEq)]
pub(crate) enum Meanwhile {
    Changed(Document),
    Gone,
}

impl OpenRecord {
    /// Facts about all drafts, the open one first.
    pub(crate) fn drafts<T>(self, read: impl Fn(&Edit) -> T) -> Vec<T> {
        let open = self.edit.with(|edit| edit.as_ref().filter(|edit| edit.is_dirty()).map(&read));
        self.parked.with(|parked| {
            open.into_iter().chain(parked.iter().filter(|edit| edit.is_dirty()).map(&read)).collect()
        })
    }

    /// Opens a form, or none. The one before waits while it is needed.
    pub(crate) fn show(self, edit: Option<Edit>) {
        let before = self.edit.try_update(|open| std::mem::replace(open, edit)).flatten();
        self.park(before.filter(Edit::is_needed));
    }

    /// Adds a waiting form, in place of an older one of the same record.
    fn park(self, edit: Option<Edit>) {
        let Some(edit) = edit else { return };
        self.parked.update(|parked| {
            parked.retain(|other| !other.is_of(edit.key().as_deref()));
            parked.push(edit);
        });
    }

    /// Opens the waiting form of this record; of a new one without a key. True if its form is open.
    pub(crate) fn resume(self, key: Option<&str>) -> bool {
        let is_open = self.edit.with_untracked(|edit| edit.as_ref().is_some_and(|edit| edit.is_of(key)));
        let waiting = if is_open { None } else { self.take(key) };
        let is_found = waiting.is_some();
        if is_found {
            self.show(waiting);
        }
        is_open || is_found
    }

    /// Takes a waiting form out.
    pub(super) fn take(self, key: Option<&str>) -> Option<Edit> {
        let at = self.parked.with_untracked(|parked| parked.iter().position(|edit| edit.is_of(key)))?;
        self.parked.try_update(|parked| parked.remove(at))
    }

    /// A fact about the first form for which `is_it` holds, open or waiting.
    pub(super) fn peek<T>(self, is_it: impl Fn(&Edit) -> bool, read: impl Fn(&Edit) -> T) -> Option<T> {
        let found = |edit: &Edit| is_it(edit).then(|| read(edit));
        let open = self.edit.with_untracked(|edit| edit.as_ref().and_then(found));
        open.or_else(|| self.parked.with_untracked(|parked| parked.iter().find_map(found)))
    }

    /// Changes or removes the first form for which `is_it` holds, open or waiting.
    pub(super) fn change(self, is_it: impl Fn(&Edit) -> bool, change: impl FnOnce(&mut Option<Edit>)) {
        if self.edit.with_untracked(|edit| edit.as_ref().is_some_and(&is_it)) {
            return self.edit.update(change);
        }
        if let Some(at) = self.parked.with_untracked(|parked| parked.iter().position(is_it)) {
            self.parked.update(|parked| {
                let mut edit = Some(parked.remove(at));
                change(&mut edit);
                if let Some(edit) = edit.filter(Edit::is_needed) {
                    parked.insert(at, edit);
                }
            });
        }
    }

    /// Takes out every draft for which `is_it` holds.
    pub(super) fn take_out(self, is_it: impl Fn(&Edit) -> bool) -> Vec<Edit> {
        let mut out = Vec::new();
        while self.peek(&is_it, |_| ()).is_some() {
            self.change(&is_it, |edit| out.extend(edit.take()));
        }
        out
    }

    /// Puts a draft back, unless another one of its record was begun since.
    pub(crate) fn put_back(self, edit: Edit) {
        let key = edit.key();
        let is_its = |other: &Edit| other.is_of(key.as_deref());
        if self.peek(|other| is_its(other) && other.is_needed(), |_| ()).is_some() {
            return;
        }
        if self.edit.with_untracked(|open| open.as_ref().is_some_and(is_its)) {
            self.edit.set(Some(edit));
        } else {
            self.park(Some(edit));
        }
    }

    /// Sets whether the draft of this record survives a restart.
    pub(crate) fn mark_kept(self, key: Option<&str>, is_kept: bool) {
        let is_it = |edit: &Edit| edit.is_of(key) && edit.is_kept != is_kept;
        self.change(is_it, |edit| edit.iter_mut().for_each(|edit| edit.is_kept = is_kept));
    }

    /// Settles the drafts whose records have their values by now: someone saved them, or a change set did.
    pub(super) fn settle(self, kind: ResourceKind, now: impl Fn(&str) -> Option<Document>) {
        let saved = |edit: &Edit| {
            let now = now(&edit.key()?)?;
            let is_saved = edit.sent.is_none() && edit.is_dirty() && edit.is_saved_meanwhile(kind, &now);
            is_saved.then_some(now)
        };
        while let Some(Some(now)) = self.peek(|edit| saved(edit).is_some(), saved) {
            let key = now.key.clone();
            self.change(
                |edit| edit.is_of(key.as_deref()),
                |edit| edit.iter_mut().for_each(|edit| edit.renew(&now)),
            );
        }
    }

    pub(super) fn drafts_for(self, kind: ResourceKind) -> Vec<Draft> {
        let meta = kind.meta();
        self.drafts(|edit| {
            let key = edit.key();
            Draft {
                name: edit.name(),
                form: edit.home(),
                record: key.as_deref().map_or_else(|| edit.home(), meta.one),
                is_kept: edit.is_kept,
            }
        })
    }
}

impl dyn Resource {
    /// Opens the form of a new record. If one is being typed already, it leads there instead.
    pub(crate) fn begin(&self, shell: Shell, edit: Edit) -> bool {
        let (open, meta) = (self.open(shell.areas()), self.meta());
        let is_typed = open.peek(|edit| edit.is_of(None) && edit.is_needed(), |_| ()).is_some();
        if is_typed {
            shell.toast(&format!("Save or discard this new {} first.", meta.word));
        } else {
            open.show(Some(edit));
        }
        shell.nav.go(meta.new.clone());
        !is_typed
    }

    /// The record of the open draft, if it is another one by now. Nothing while its own save is on its way.
    pub(crate) fn meanwhile(&self, areas: Areas) -> Option<Meanwhile> {
        let records = self.records(areas);
        records.open().edit.with(|edit| {
            let edit = edit.as_ref().filter(|edit| edit.is_dirty() && edit.sent.is_none())?;
            let seen = edit.seen.as_ref()?;
            match records.now(&edit.key()?) {
                RecordNow::Gone => Some(Meanwhile::Gone),
                RecordNow::There(now) if !self.is_same(seen, &now) => Some(Meanwhile::Changed(now)),
                RecordNow::There(_) | RecordNow::Unknown => None,
            }
        })
    }

    /// True if an update of one would send the same as of the other.
    pub(super) fn is_same(&self, one: &Document, other: &Document) -> bool {
        differences(self, &self.draft_of(one), &self.draft_of(other), &Names::default()).is_empty()
    }

    /// Opens the choice between the three versions, as if saving had found the conflict.
    pub(crate) fn compare(&'static self, shell: Shell) {
        let open = self.open(shell.areas());
        let Some(meanwhile) = untrack(|| self.meanwhile(shell.areas())) else { return };
        self.propose(shell);
        if open.proposal.with_untracked(Option::is_none) {
            return self.review(shell);
        }
        let theirs = match meanwhile {
            Meanwhile::Changed(now) => Some(now),
            Meanwhile::Gone => None,
        };
        open.flow.show(Outcome::Conflict { theirs, sent: false });
        shell.nav.go(self.meta().review.clone());
    }

    /// "2 changes in Hotel Adler", "3 changes in 2 merchants"; empty without drafts.
    pub(crate) fn drafts_words(&self, areas: Areas) -> String {
        let counts = self.open(areas).drafts(|edit| (edit.waiting(), edit.changes()));
        match counts.as_slice() {
            [] => String::new(),
            [(words, _)] => words.clone(),
            many => {
                let changes: usize = many.iter().map(|(_, changes)| changes).sum();
                let changes = if changes == 1 { "1 change".to_owned() } else { format!("{changes} changes") };
                format!("{changes} in {} {}", many.len(), self.meta().words)
            }
        }
    }

    /// Reviews the form of the open page; in the area's list, its drafts: several as a change set, where there can be one.
    pub(crate) fn review_drafts(&'static self, shell: Shell) {
        let open = self.open(shell.areas());
        let here = shell.nav.route.get_untracked();
        let is_here = |edit: &Edit| edit.is_dirty() && edit.is_at(&here);
        if open.edit.with_untracked(|edit| edit.as_ref().is_some_and(is_here)) {
            return self.review(shell);
        }
        let drafts = untrack(|| open.drafts(Edit::clone));
        let items = drafts.iter().map(|edit| {
            let change = Proposal::save(self, edit.seen.clone(), edit.form.clone())?.change;
            self.plan_edit(&change)
        });
        if let Some(items) = items.collect::<Option<Vec<_>>>().filter(|items| items.len() > 1) {
            let why = untrack(|| self.drafts_words(shell.areas()));
            return plans(shell).propose(shell, why, items);
        }
        if let Some(first) = drafts.first() {
            open.resume(first.key().as_deref());
            self.review(shell);
        }
    }

    /// Drops the draft of the proposal, which goes on elsewhere: a change set has it.
    pub(crate) fn drop_draft(&self, shell: Shell) {
        let open = self.open(shell.areas());
        if let Some(proposal) = open.proposal.get_untracked() {
            open.take_out(|edit| proposal.is_from(edit));
        }
        open.propose(None);
    }

    /// Discards the form of the open page; in the area's list, all drafts.
    pub(crate) fn discard(&'static self, shell: Shell) {
        let open = self.open(shell.areas());
        let here = shell.nav.route.get_untracked();
        let is_here = |edit: &Edit| edit.is_dirty() && edit.is_at(&here);
        match open
            .edit
            .with_untracked(|edit| edit.as_ref().filter(|edit| is_here(edit)).map(|edit| edit.seen.is_some()))
        {
            Some(true) => {
                open.edit.update(|edit| edit.iter_mut().for_each(Edit::restore));
                let keys = keys_of(shell, "undo");
                let way = if keys.is_empty() { "Undo" } else { &keys };
                shell.toast(&format!("Changes discarded. {way} brings them back."));
                if here == self.meta().review {
                    self.keep_editing(shell);
                }
            }
            Some(false) => {
                self.discard_drafts(shell, |edit| edit.is_of(None));
                shell.nav.go(self.meta().list.clone());
            }
            None => self.discard_drafts(shell, |_| true),
        }
    }

    /// Discards these drafts, and offers them back.
    pub(crate) fn discard_drafts(&'static self, shell: Shell, is_it: impl Fn(&Edit) -> bool) {
        let open = self.open(shell.areas());
        let mut gone = open.take_out(|edit| edit.is_dirty() && is_it(edit));
        open.propose(None);
        let words = match gone.as_slice() {
            [] => return,
            [one] => format!("Changes in {} discarded.", one.name()),
            many => format!("{} drafts discarded.", many.len()),
        };
        gone.iter_mut().for_each(Edit::wipe);
        let back = move || {
            gone.clone().into_iter().for_each(|edit| open.put_back(edit));
            if let [one] = gone.as_slice() {
                open.resume(one.key().as_deref());
                shell.nav.go(one.home());
            }
        };
        shell.offer(&words, "Restore", Arc::new(back));
    }
}

impl Edit {
    /// Number of unsaved values; a new record is one, and a field that can't be read yet too.
    fn changes(&self) -> usize {
        if self.seen.is_none() { 1 } else { self.differences(&Names::default()).len().max(1) }
    }

    /// True if the record changed since it was opened, to exactly what this form would save.
    fn is_saved_meanwhile(&self, kind: ResourceKind, now: &Document) -> bool {
        let (Some(seen), Ok(draft)) = (&self.seen, kind.read(&self.form)) else { return false };
        !kind.is_same(seen, now)
            && differences(kind, &kind.draft_of(now), &draft, &Names::default()).is_empty()
    }
}

impl Proposal {
    /// True for a change that was read from this form.
    pub(super) fn is_from(&self, edit: &Edit) -> bool {
        match &self.change {
            _ if self.undoes => false,
            // A record that is gone is created again from its old form.
            Change::Create(_) => edit.is_of(None) || self.form.as_ref() == Some(&edit.form),
            change => edit.is_of(change.key().as_deref()),
        }
    }
}

/// True if this page is that of a record with a draft.
pub(crate) fn has_draft(shell: Shell, record: &Route) -> bool {
    shell.drafts.with(|drafts| drafts.iter().any(|draft| draft.record == *record))
}

#[cfg(test)]
mod tests;
