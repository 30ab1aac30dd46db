//! The records of one kind as last read, the open one, and the one being edited. Signals only.

use std::ops::Deref;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::wire::Unreadable;
use tapline_contract::{Failure, FailureKind};
use tapline_emv::Currency;

use super::document::{Body as _, Document};
use super::edit::Edit;
use super::send::Proposal;
use super::{RecordKind, Resource, ResourceKind};
use crate::change::ChangeFlow;
use crate::effect::effect;
use crate::ipc::engine;
use crate::remote::{Listed, Reading, Remote};
use crate::shell::areas::Areas;
use crate::shell::{Shell, shell};
use crate::widgets::grid::column::Column;
use crate::widgets::grid::column::ListSpec;
use crate::widgets::grid::source::{Source, in_memory};
use crate::widgets::grid::view::GridView;

/// The list with its type, and what is open of it.
pub(crate) struct RecordStore<R: RecordKind> {
    pub(crate) list: Remote<Listed<R::Record>>,
    pub(crate) view: GridView,
    open: OpenRecord,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one asks that the record can be copied")]
impl<R: RecordKind> Clone for RecordStore<R> {
    fn clone(&self) -> RecordStore<R> {
        *self
    }
}

impl<R: RecordKind> Copy for RecordStore<R> {}

impl<R: RecordKind> Deref for RecordStore<R> {
    type Target = OpenRecord;

    fn deref(&self) -> &OpenRecord {
        &self.open
    }
}

/// The open record, its form, and its change.
#[derive(Clone, Copy)]
pub(crate) struct OpenRecord {
    pub(crate) one: RwSignal<One>,
    pub(crate) edit: RwSignal<Option<Edit>>,
    /// Forms of other records that have unsaved changes.
    pub(super) parked: RwSignal<Vec<Edit>>,
    /// The change under review. Another proposal is another operation: see [`OpenRecord::propose`].
    pub(crate) proposal: RwSignal<Option<Proposal>>,
    /// The save of the proposal. The answer is the key that the service gave.
    pub(crate) flow: ChangeFlow<Option<String>, Option<Document>>,
}

/// The record whose page is open.
#[derive(Clone, Default)]
pub(crate) struct One {
    pub(crate) key: Option<String>,
    pub(crate) record: Option<Document>,
    pub(crate) reading: Reading,
}

impl OpenRecord {
    pub(super) fn new() -> OpenRecord {
        OpenRecord {
            one: RwSignal::new(One::default()),
            edit: RwSignal::new(None),
            parked: RwSignal::new(Vec::new()),
            proposal: RwSignal::new(None),
            flow: ChangeFlow::default(),
        }
    }

    /// Forgets the record. Forms stay, without their secrets.
    pub(super) fn clear_cached(self) {
        self.one.set(One::default());
        self.edit.update(|edit| edit.iter_mut().for_each(Edit::wipe));
        self.parked.update(|parked| parked.iter_mut().for_each(Edit::wipe));
        self.proposal.update(|proposal| proposal.iter_mut().for_each(Proposal::wipe));
    }

    /// Discards all forms: the connection is left.
    pub(super) fn clear(self) {
        self.edit.set(None);
        self.parked.set(Vec::new());
        self.propose(None);
    }

    /// Closes the form and its change. Unsaved changes wait as a draft.
    pub(crate) fn close(self) {
        self.show(None);
        self.propose(None);
    }

    /// Puts a change under review, as an operation of its own.
    pub(crate) fn propose(self, proposal: Option<Proposal>) {
        self.flow.renew();
        self.proposal.set(proposal);
    }

    /// Opens the form of a record: its draft, if there is one.
    pub(super) fn open_form(self, kind: ResourceKind, record: &Document, currency: &Currency) {
        let is_its = self.resume(record.key.as_deref());
        let keep = is_its
            && self.edit.with_untracked(|edit| {
                edit.as_ref().is_some_and(|edit| edit.is_needed() || edit.seen.as_ref() == Some(record))
            });
        if !keep && record.is_editable {
            self.show(Some(Edit::from_record(kind, record, currency)));
        }
    }
}

/// A record as the service has it.
pub(crate) enum RecordNow {
    Unknown,
    Gone,
    There(Document),
}

impl RecordNow {
    fn there(self) -> Option<Document> {
        match self {
            RecordNow::There(record) => Some(record),
            RecordNow::Unknown | RecordNow::Gone => None,
        }
    }
}

/// The list of a kind of record, for code that does not know its type.
pub(crate) trait Records {
    fn open(&self) -> OpenRecord;
    fn parse(&self, raw: &str) -> Option<Document>;
    fn find(&self, key: &str) -> Option<Document>;
    fn now(&self, key: &str) -> RecordNow;
    fn upsert(&self, record: &Document);
    fn remove(&self, key: Option<&str>);
    /// State of the list's last read.
    fn reading(&self) -> Reading;
    fn unreadable(&self) -> Arc<Vec<Unreadable>>;
    fn read_list(&self, shell: Shell);
}

impl<R: RecordKind> Records for RecordStore<R> {
    fn open(&self) -> OpenRecord {
        self.open
    }

    fn parse(&self, raw: &str) -> Option<Document> {
        R::Record::parse(raw).map(R::document)
    }

    fn find(&self, key: &str) -> Option<Document> {
        let is_it = |record: &&R::Record| R::key(record).as_deref() == Some(key);
        self.list.with_untracked(|list| list.records.iter().find(is_it).cloned().map(R::document))
    }

    fn now(&self, key: &str) -> RecordNow {
        let alone = self.one.with(|one| (one.key.as_deref() == Some(key)).then(|| one.clone()));
        let list = self.list.reading();
        let newest = |one: &One| one.reading.read_at >= list.read_at || one.reading.failure.is_some();
        if let Some(One { record, reading, .. }) = alone.filter(newest) {
            return match (record, reading.failure) {
                (_, Some(failure)) if failure.kind == FailureKind::Gone => RecordNow::Gone,
                (Some(record), None) if !reading.loading => RecordNow::There(record),
                _ => RecordNow::Unknown,
            };
        }
        self.list.with(|all| {
            let found = all.records.iter().find(|record| R::key(record).as_deref() == Some(key));
            // A record that isn't there may be among the unreadable ones.
            let is_whole = list.read_at > 0.0 && all.unreadable.is_empty() && all.incomplete.is_none();
            match found {
                Some(record) => RecordNow::There(R::document(record.clone())),
                None if is_whole => RecordNow::Gone,
                None => RecordNow::Unknown,
            }
        })
    }

    fn upsert(&self, record: &Document) {
        let is_read = untrack(|| self.list.reading()).read_at > 0.0;
        self.list.update(|list| {
            let mut records = (*list.records).clone();
            match records.iter().position(|one| R::key(one) == record.key) {
                Some(at) => records[at] = record.to(),
                None if is_read => records.push(record.to()),
                None => return,
            }
            list.records = Arc::new(records);
        });
    }

    fn remove(&self, key: Option<&str>) {
        self.list.update(|list| {
            let kept = list.records.iter().filter(|one| R::key(one).as_deref() != key);
            list.records = Arc::new(kept.cloned().collect());
        });
    }

    fn reading(&self) -> Reading {
        self.list.reading()
    }

    fn unreadable(&self) -> Arc<Vec<Unreadable>> {
        self.list.with(|list| list.unreadable.clone())
    }

    fn read_list(&self, shell: Shell) {
        self.list.read(shell.same_connection(), R::list(shell.connection()));
    }
}

impl<R: RecordKind> Default for RecordStore<R> {
    fn default() -> RecordStore<R> {
        let store =
            RecordStore { list: Remote::default(), view: GridView::default(), open: OpenRecord::new() };
        effect(move || {
            store.list.with(|_| ());
            store.one.track();
            let now = |key: &str| store.now(key).there();
            untrack(|| store.open.settle(R::KIND, now));
        });
        store
    }
}

impl<R: RecordKind> RecordStore<R> {
    /// The list, for the grid.
    pub(crate) fn source(self, list: &'static ListSpec, columns: &'static [Column<R::Record>]) -> Source {
        let shell = shell();
        let records = Signal::derive(move || self.list.with(|list| list.records.clone()));
        let reading = Signal::derive(move || {
            let note = self.list.with(|list| list.incomplete.clone());
            Reading { note, ..self.list.reading() }
        });
        let reload = Callback::new(move |()| R::KIND.reload(shell));
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

    /// A value of the form, if one is open.
    pub(crate) fn form<T>(self, read: impl FnOnce(&R::Form) -> T) -> Option<T> {
        self.edit.with(|edit| edit.as_ref().map(|edit| read(edit.form.get())))
    }

    /// The open record, with its type.
    pub(crate) fn record(self) -> Option<R::Record> {
        self.one.with(|one| one.record.as_ref().map(Document::to))
    }

    /// Opens its form, unless it is open already with changes.
    pub(crate) fn open_form(self, record: &R::Record, currency: &Currency) {
        self.open.open_form(R::KIND, &R::document(record.clone()), currency);
    }

    /// Puts a record as it is now into everything that shows it.
    pub(crate) fn upsert(self, record: &R::Record) {
        upsert(&self, &R::document(record.clone()));
    }
}

impl dyn Resource {
    pub(crate) fn open(&self, areas: Areas) -> OpenRecord {
        self.records(areas).open()
    }

    pub(crate) fn read_once(&self, shell: Shell) {
        let records = self.records(shell.areas());
        let reading = untrack(|| records.reading());
        if reading.read_at == 0.0 && !reading.loading {
            records.read_list(shell);
        }
    }

    /// Refreshes list and record. The old values stay until the answer arrives.
    pub(crate) fn reload(&'static self, shell: Shell) {
        let records = self.records(shell.areas());
        let reading = untrack(|| records.reading());
        if reading.read_at > 0.0 || reading.loading || reading.failure.is_some() {
            records.read_list(shell);
        }
        if let Some(key) = records.open().one.with_untracked(|one| one.key.clone()) {
            self.open_one(shell, &key);
        }
    }

    pub(crate) fn read_what_failed(&'static self, shell: Shell) {
        let records = self.records(shell.areas());
        let reading = untrack(|| records.reading());
        if reading.failure.is_some() && !reading.loading {
            records.read_list(shell);
        }
        let failed = |one: &One| one.key.clone().filter(|_| one.reading.failure.is_some());
        if let Some(key) = records.open().one.with_untracked(failed) {
            self.open_one(shell, &key);
        }
    }

    /// Opens a record: at once as the list has it, then as it is now.
    pub(crate) fn open_one(&'static self, shell: Shell, key: &str) {
        let records = self.records(shell.areas());
        let one = records.open().one;
        if one.with_untracked(|one| one.key.as_deref() != Some(key)) {
            let record = records.find(key);
            let read_at = if record.is_some() { untrack(|| records.reading()).read_at } else { 0.0 };
            let reading = Reading { read_at, ..Reading::default() };
            one.set(One { key: Some(key.to_owned()), record, reading });
        }
        one.update(|one| one.reading.loading = true);
        let (connection, key) = (shell.connection(), key.to_owned());
        spawn_local(async move {
            let answer = self.one(connection.clone(), key.clone()).await;
            if shell.connection() != connection {
                return;
            }
            let failure = match answer {
                Ok(Some(record)) => return self.upsert(shell.areas(), &record),
                Ok(None) => not_listed(self.meta().word),
                Err(failure) => failure,
            };
            one.update(|one| {
                if one.key.as_ref() == Some(&key) {
                    one.reading.loading = false;
                    one.reading.failure = Some(failure);
                }
            });
        });
    }

    /// Puts a record as it is now into everything that shows it.
    pub(super) fn upsert(&self, areas: Areas, record: &Document) {
        upsert(&*self.records(areas), record);
    }

    /// Removes a deleted record from everything that shows it.
    pub(super) fn remove(&self, areas: Areas, key: Option<&str>) {
        let records = self.records(areas);
        records.open().one.update(|one| {
            if one.key.as_deref() == key {
                *one = One::default();
            }
        });
        records.remove(key);
        records.open().take_out(|edit| key.is_some() && edit.is_of(key));
    }
}

fn upsert(records: &dyn Records, record: &Document) {
    records.open().one.update(|one| {
        if one.key == record.key {
            one.record = Some(record.clone());
            one.reading = Reading { read_at: engine::now(), ..Reading::default() };
        }
    });
    records.upsert(record);
}

fn not_listed(word: &str) -> Failure {
    let sentence = format!(
        "The service no longer lists this {word}, so you see its last version. Go back to the list and refresh it."
    );
    Failure::new(FailureKind::Gone, "List", sentence)
}
