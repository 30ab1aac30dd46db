//! Merchants as last read, the one that is open, and the one being edited. Signals only.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Outcome;
use tapline_contract::acquirer::AcquirerQuery;
use tapline_contract::endpoints::{GetMerchant, ListAcquirers, ListMerchants};
use tapline_contract::merchant::{Merchant, MerchantId, MerchantQuery};

use super::form::MerchantEdit;
use super::save::Proposal;
use crate::ipc::{self, engine};
use crate::shell::{List, Saving, Shell};
use crate::widgets::grid::source::Reading;
use crate::widgets::grid::view::GridView;

pub(crate) type MerchantOutcome = Outcome<Merchant, Option<Merchant>>;

#[derive(Clone, Copy)]
pub(crate) struct Merchants {
    pub(crate) list: RwSignal<List<Merchant>>,
    pub(crate) view: GridView,
    pub(super) one: RwSignal<One>,
    /// Id and name of acquirer profiles, for the names beside the ids.
    pub(super) profiles: RwSignal<Arc<Vec<(String, String)>>>,
    pub(super) edit: RwSignal<Option<MerchantEdit>>,
    /// What the review is about to save.
    pub(super) proposal: RwSignal<Option<Proposal>>,
    pub(crate) saving: RwSignal<Saving<MerchantOutcome>>,
}

/// The merchant whose page is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct One {
    pub(super) id: Option<MerchantId>,
    pub(super) record: Option<Merchant>,
    pub(super) reading: Reading,
}

impl Merchants {
    pub(crate) fn new() -> Merchants {
        Merchants {
            list: RwSignal::new(List::default()),
            view: GridView::new(),
            one: RwSignal::new(One::default()),
            profiles: RwSignal::new(Arc::default()),
            edit: RwSignal::new(None),
            proposal: RwSignal::new(None),
            saving: RwSignal::new(Saving::Idle),
        }
    }

    /// As on another connection.
    pub(crate) fn clear(self) {
        self.list.set(List::default());
        self.view.clear();
        self.one.set(One::default());
        self.profiles.set(Arc::default());
        self.discard();
    }

    /// What is typed is given up.
    pub(crate) fn discard(self) {
        self.edit.set(None);
        self.proposal.set(None);
        self.saving.set(Saving::Idle);
    }

    pub(crate) fn is_dirty(self) -> bool {
        self.edit.with(|edit| edit.as_ref().is_some_and(MerchantEdit::is_dirty))
    }

    pub(crate) fn edited_name(self) -> Option<String> {
        self.edit.with(|edit| edit.as_ref().map(MerchantEdit::name))
    }

    pub(crate) fn read_once(self, shell: Shell) {
        if self.list.with_untracked(|list| list.read_at == 0.0 && !list.loading) {
            self.read_list(shell);
        }
    }

    /// Reads again what is shown. What was read stays until the answer is there.
    pub(crate) fn reload(self, shell: Shell) {
        self.read_list(shell);
        if let Some(id) = self.one.with_untracked(|one| one.id.clone()) {
            self.read_one(shell, id);
        }
    }

    pub(crate) fn read_what_failed(self, shell: Shell) {
        if self.list.with_untracked(|list| list.failure.is_some()) {
            self.read_list(shell);
        }
        let failed = self.one.with_untracked(|one| one.id.clone().filter(|_| one.reading.failure.is_some()));
        if let Some(id) = failed {
            self.read_one(shell, id);
        }
    }

    fn read_list(self, shell: Shell) {
        self.list.update(|list| list.loading = true);
        let connection = shell.connection();
        spawn_local(async move {
            let query = MerchantQuery::default();
            let answer = ipc::api::<ListMerchants>(connection.clone(), None, (), query, ()).await;
            if shell.connection() == connection {
                self.list.update(|list| list.take(answer));
            }
        });
    }

    /// Opens a merchant: from the list at once, then as it is now.
    pub(super) fn read_one(self, shell: Shell, id: MerchantId) {
        let other = self.one.with_untracked(|one| one.id.as_ref() != Some(&id));
        if other {
            let (known, read_at) = self.list.with_untracked(|list| {
                (list.records.iter().find(|record| record.mch_id == id).cloned(), list.read_at)
            });
            let reading =
                Reading { read_at: if known.is_some() { read_at } else { 0.0 }, ..Reading::default() };
            self.one.set(One { id: Some(id.clone()), record: known, reading });
        }
        self.one.update(|one| one.reading.loading = true);
        let connection = shell.connection();
        spawn_local(async move {
            let answer = ipc::api::<GetMerchant>(connection.clone(), None, id.clone(), (), ()).await;
            if shell.connection() != connection {
                return;
            }
            match answer {
                Ok(record) => self.take_in(&record),
                Err(failure) => self.one.update(|one| {
                    if one.id.as_ref() == Some(&id) {
                        one.reading.loading = false;
                        one.reading.failure = Some(failure);
                    }
                }),
            }
        });
    }

    /// A merchant as it is now, into everything that shows it.
    pub(super) fn take_in(self, record: &Merchant) {
        self.one.update(|one| {
            if one.id.as_ref() == Some(&record.mch_id) {
                one.record = Some(record.clone());
                one.reading = Reading { read_at: engine::now(), ..Reading::default() };
            }
        });
        self.list.update(|list| {
            let mut records = (*list.records).clone();
            match records.iter().position(|one| one.mch_id == record.mch_id) {
                Some(at) => records[at] = record.clone(),
                None if list.read_at > 0.0 => records.push(record.clone()),
                None => return,
            }
            list.records = Arc::new(records);
        });
    }

    /// The names of acquirer profiles; without them their ids are shown alone.
    pub(super) fn read_profiles(self, shell: Shell) {
        if self.profiles.with_untracked(|profiles| !profiles.is_empty()) {
            return;
        }
        let connection = shell.connection();
        spawn_local(async move {
            let query = AcquirerQuery::default();
            let answer = ipc::api::<ListAcquirers>(connection.clone(), None, (), query, ()).await;
            if let Ok(page) = answer
                && shell.connection() == connection
            {
                let named =
                    page.records.iter().filter_map(|one| Some((one.path_id()?.to_string(), one.name())));
                self.profiles.set(Arc::new(named.collect()));
            }
        });
    }

    pub(super) fn profile_name(self, id: &str) -> Option<String> {
        self.profiles
            .with(|profiles| profiles.iter().find(|(known, _)| known == id).map(|(_, name)| name.clone()))
    }
}
