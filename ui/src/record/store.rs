//! The records of one kind as last read, the open one, and the one being edited. Signals only.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::history::OperationId;
use tapline_contract::{Failure, FailureKind};
use tapline_emv::Currency;

use super::Resource;
use super::edit::Edit;
use super::send::Proposal;
use crate::change::ChangeFlow;
use crate::ipc::engine;
use crate::remote::{Listed, Reading, Remote};
use crate::shell::{Shell, shell};
use crate::widgets::grid::column::Column;
use crate::widgets::grid::column::ListSpec;
use crate::widgets::grid::source::{Source, in_memory};
use crate::widgets::grid::view::GridView;

pub(crate) struct RecordStore<R: Resource> {
    pub(crate) list: Remote<Listed<R::Record>>,
    pub(crate) view: GridView,
    pub(crate) one: RwSignal<One<R>>,
    pub(crate) edit: RwSignal<Option<Edit<R>>>,
    /// The change under review. Another proposal is another operation: see [`RecordStore::propose`].
    pub(crate) proposal: RwSignal<Option<Proposal<R>>>,
    /// The save of the proposal. The answer is the key that the service gave.
    pub(crate) flow: ChangeFlow<Option<String>, Option<R::Record>>,
    /// The running save of the open form, with the form as it was sent: later changes are not saved by it.
    pub(crate) sent: RwSignal<Option<(OperationId, R::Form)>>,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one asks that the record can be copied")]
impl<R: Resource> Clone for RecordStore<R> {
    fn clone(&self) -> RecordStore<R> {
        *self
    }
}

impl<R: Resource> Copy for RecordStore<R> {}

/// The record whose page is open.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct One<R: Resource> {
    pub(crate) key: Option<String>,
    pub(crate) record: Option<R::Record>,
    pub(crate) reading: Reading,
}

impl<R: Resource> One<R> {
    fn none() -> One<R> {
        One { key: None, record: None, reading: Reading::default() }
    }
}

impl<R: Resource> RecordStore<R> {
    pub(crate) fn new() -> RecordStore<R> {
        RecordStore {
            list: Remote::default(),
            view: GridView::default(),
            one: RwSignal::new(One::none()),
            edit: RwSignal::new(None),
            proposal: RwSignal::new(None),
            flow: ChangeFlow::default(),
            sent: RwSignal::new(None),
        }
    }

    /// The list, for the grid.
    pub(crate) fn source(self, list: &'static ListSpec, columns: &'static [Column<R::Record>]) -> Source {
        let shell = shell();
        let records = Signal::derive(move || self.list.with(|list| list.records.clone()));
        let reading = Signal::derive(move || {
            let note = self.list.with(|list| list.incomplete.clone());
            Reading { note, ..self.list.reading() }
        });
        let reload = Callback::new(move |()| self.reload(shell));
        in_memory(
            list,
            records,
            columns,
            |record| R::key(record).unwrap_or_default(),
            self.view,
            reading,
            reload,
        )
    }

    /// Forgets everything of this connection.
    pub(crate) fn clear(self) {
        self.list.clear();
        self.view.clear();
        self.one.set(One::none());
        self.discard();
    }

    /// Forgets every record. Forms stay, without their secrets.
    pub(crate) fn clear_cached(self) {
        self.list.clear();
        self.one.set(One::none());
        self.edit.update(|edit| edit.iter_mut().for_each(Edit::wipe));
        self.sent.update(|sent| sent.iter_mut().for_each(|(_, form)| R::wipe(form)));
        self.proposal.update(|proposal| proposal.iter_mut().for_each(Proposal::wipe));
    }

    /// Discards the form.
    pub(crate) fn discard(self) {
        self.edit.set(None);
        self.propose(None);
        self.sent.set(None);
    }

    /// Puts a change under review, as an operation of its own.
    pub(crate) fn propose(self, proposal: Option<Proposal<R>>) {
        self.flow.renew();
        self.proposal.set(proposal);
    }

    pub(crate) fn read_once(self, shell: Shell) {
        if !self.list.is_requested() {
            self.read_list(shell);
        }
    }

    /// Refreshes list and record. The old values stay until the answer arrives.
    pub(crate) fn reload(self, shell: Shell) {
        if self.list.is_requested() || self.list.has_failed() {
            self.read_list(shell);
        }
        if let Some(key) = self.one.with_untracked(|one| one.key.clone()) {
            self.read_one(shell, key);
        }
    }

    pub(crate) fn read_what_failed(self, shell: Shell) {
        if self.list.has_failed() {
            self.read_list(shell);
        }
        let failed = self.one.with_untracked(|one| one.key.clone().filter(|_| one.reading.failure.is_some()));
        if let Some(key) = failed {
            self.read_one(shell, key);
        }
    }

    fn read_list(self, shell: Shell) {
        self.list.read(shell.same_connection(), R::list(shell.connection()));
    }

    fn listed(self, key: &str) -> Option<R::Record> {
        let is_it = |record: &&R::Record| R::key(record).as_deref() == Some(key);
        self.list.with_untracked(|list| list.records.iter().find(is_it).cloned())
    }

    /// Opens a record: at once as the list has it, then as it is now.
    pub(crate) fn read_one(self, shell: Shell, key: String) {
        if self.one.with_untracked(|one| one.key.as_deref() != Some(key.as_str())) {
            let known = self.listed(&key);
            let read_at = if known.is_some() { untrack(|| self.list.reading()).read_at } else { 0.0 };
            let reading = Reading { read_at, ..Reading::default() };
            self.one.set(One { key: Some(key.clone()), record: known, reading });
        }
        self.one.update(|one| one.reading.loading = true);
        let connection = shell.connection();
        spawn_local(async move {
            let answer = R::one(connection.clone(), key.clone()).await;
            if shell.connection() != connection {
                return;
            }
            let failure = match answer {
                Ok(Some(record)) => return self.upsert(&record),
                Ok(None) => not_listed::<R>(),
                Err(failure) => failure,
            };
            self.one.update(|one| {
                if one.key.as_ref() == Some(&key) {
                    one.reading.loading = false;
                    one.reading.failure = Some(failure);
                }
            });
        });
    }

    /// Opens its form, unless it is open already with changes.
    pub(crate) fn open_form(self, record: &R::Record, currency: &Currency) {
        let key = R::key(record);
        let keep = self.edit.with_untracked(|edit| {
            edit.as_ref().is_some_and(|edit| {
                edit.seen.is_some()
                    && edit.key() == key
                    && (edit.is_dirty() || edit.seen.as_ref() == Some(record))
            })
        });
        if !keep && R::is_editable(record) {
            self.edit.set(Some(Edit::from_record(record, currency)));
        }
    }

    /// Opens the form of a new one.
    pub(crate) fn begin(self, edit: Edit<R>) {
        self.discard();
        self.edit.set(Some(edit));
    }

    /// Puts a record as it is now into everything that shows it.
    pub(crate) fn upsert(self, record: &R::Record) {
        let key = R::key(record);
        self.one.update(|one| {
            if one.key == key {
                one.record = Some(record.clone());
                one.reading = Reading { read_at: engine::now(), ..Reading::default() };
            }
        });
        let is_read = untrack(|| self.list.reading()).read_at > 0.0;
        self.list.update(|list| {
            let mut records = (*list.records).clone();
            match records.iter().position(|one| R::key(one) == key) {
                Some(at) => records[at] = record.clone(),
                None if is_read => records.push(record.clone()),
                None => return,
            }
            list.records = Arc::new(records);
        });
    }

    /// Removes a deleted record from everything that shows it.
    pub(crate) fn remove(self, key: Option<&str>) {
        self.one.update(|one| {
            if one.key.as_deref() == key {
                *one = One::none();
            }
        });
        self.list.update(|list| {
            let kept = list.records.iter().filter(|one| R::key(one).as_deref() != key);
            list.records = Arc::new(kept.cloned().collect());
        });
    }
}

fn not_listed<R: Resource>() -> Failure {
    let sentence = format!(
        "The service does not list this {} any more. What is shown is how it was read last. Go back to the list, and reload it.",
        R::META.word
    );
    Failure::new(FailureKind::Gone, "List", sentence)
}
