//! Profiles as last read, the one that is open, the one being edited, and what was done with it. Signals only.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Outcome;
use tapline_contract::commands::AllProfiles;
use tapline_contract::endpoints::GetProfile;
use tapline_contract::list::AllProfilesQuery;
use tapline_contract::profile::{Acceptance, Profile, ProfileId, SignOn};
use tapline_contract::wire::Page;

use super::attempt::Attempt;
use super::form::ProfileEdit;
use super::namespace::has_namespace;
use super::save::Proposal;
use crate::ipc::{self, engine};
use crate::shell::{List, Saving, Shell};
use crate::widgets::grid::source::Reading;
use crate::widgets::grid::view::GridView;

pub(crate) type ProfileOutcome = Outcome<Profile, Option<Profile>>;
pub(super) type SignOnOutcome = Outcome<SignOn, ()>;

#[derive(Clone, Copy)]
pub(crate) struct Profiles {
    pub(crate) list: RwSignal<List<Profile>>,
    /// Why the list is only a part of the profiles.
    pub(super) part: RwSignal<Option<String>>,
    pub(crate) view: GridView,
    pub(super) one: RwSignal<One>,
    /// Acceptances that were read with a profile, each once.
    pub(super) met: RwSignal<Vec<Met>>,
    pub(super) edit: RwSignal<Option<ProfileEdit>>,
    /// What the review is about to save.
    pub(super) proposal: RwSignal<Option<Proposal>>,
    pub(crate) saving: RwSignal<Saving<ProfileOutcome>>,
    pub(super) sign_on: RwSignal<Option<Attempt<SignOnOutcome>>>,
    pub(super) status: RwSignal<Option<Attempt<ProfileOutcome>>>,
}

/// The profile whose page is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct One {
    pub(super) id: Option<ProfileId>,
    /// With its acceptances.
    pub(super) record: Option<Profile>,
    pub(super) reading: Reading,
}

/// An acceptance, and the profile that it was bound to when it was read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Met {
    pub(super) acceptance: Acceptance,
    pub(super) profile: ProfileId,
    pub(super) profile_name: String,
}

impl Profiles {
    pub(crate) fn new() -> Profiles {
        Profiles {
            list: RwSignal::new(List::default()),
            part: RwSignal::new(None),
            view: GridView::new(),
            one: RwSignal::new(One::default()),
            met: RwSignal::new(Vec::new()),
            edit: RwSignal::new(None),
            proposal: RwSignal::new(None),
            saving: RwSignal::new(Saving::Idle),
            sign_on: RwSignal::new(None),
            status: RwSignal::new(None),
        }
    }

    /// As on another connection.
    pub(crate) fn clear(self) {
        self.list.set(List::default());
        self.part.set(None);
        self.view.clear();
        self.one.set(One::default());
        self.met.set(Vec::new());
        self.sign_on.set(None);
        self.status.set(None);
        self.discard();
    }

    /// What is typed is given up.
    pub(crate) fn discard(self) {
        self.edit.set(None);
        self.proposal.set(None);
        self.saving.set(Saving::Idle);
    }

    pub(crate) fn is_dirty(self) -> bool {
        self.edit.with(|edit| edit.as_ref().is_some_and(ProfileEdit::is_dirty))
    }

    pub(crate) fn edited_name(self) -> Option<String> {
        self.edit.with(|edit| edit.as_ref().filter(|edit| edit.is_dirty()).map(ProfileEdit::name))
    }

    pub(super) fn read_once(self, shell: Shell) {
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
        if !has_namespace(shell) {
            return;
        }
        self.list.update(|list| list.loading = true);
        let connection = shell.connection();
        spawn_local(async move {
            let query = AllProfilesQuery { connection: connection.clone() };
            let answer = ipc::command::<AllProfiles>(query).await;
            if shell.connection() != connection {
                return;
            }
            if let Ok(all) = &answer {
                self.part.set(all.why.clone());
            }
            let page = answer.map(|all| Page {
                total: all.total,
                current: None,
                pages: None,
                size: None,
                has_next: !all.complete,
                records: all.profiles,
                unreadable: all.unreadable,
            });
            self.list.update(|list| list.take(page));
        });
    }

    /// Opens a profile. The list does not tell its acceptances, so nothing but its name is known before it is read.
    pub(super) fn read_one(self, shell: Shell, id: ProfileId) {
        if self.one.with_untracked(|one| one.id.as_ref() != Some(&id)) {
            self.one.set(One { id: Some(id.clone()), ..One::default() });
        }
        self.one.update(|one| one.reading.loading = true);
        let connection = shell.connection();
        spawn_local(async move {
            let answer = ipc::api::<GetProfile>(connection.clone(), None, id.clone(), (), ()).await;
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

    /// A profile as it is now, into everything that shows it.
    pub(super) fn take_in(self, record: &Profile) {
        self.meet(record);
        self.one.update(|one| {
            if one.id.as_ref() == Some(&record.profile_id) {
                // An answer without acceptances says nothing of them.
                let kept = one.record.take().filter(|_| record.acceptances.is_none());
                let (acceptances, selection) =
                    kept.map(|kept| (kept.acceptances, kept.acpt_selection)).unwrap_or_default();
                one.record = Some(Profile {
                    acceptances: record.acceptances.clone().or(acceptances),
                    acpt_selection: record.acpt_selection.clone().or(selection),
                    ..record.clone()
                });
                one.reading = Reading { read_at: engine::now(), ..Reading::default() };
            }
        });
        self.list.update(|list| {
            let mut records = (*list.records).clone();
            match records.iter().position(|one| one.profile_id == record.profile_id) {
                Some(at) => records[at] = record.clone(),
                None if list.read_at > 0.0 => records.push(record.clone()),
                None => return,
            }
            list.records = Arc::new(records);
        });
    }

    /// Keeps the acceptances of a profile, so that they can be bound to another one.
    pub(super) fn meet(self, record: &Profile) {
        let Some(acceptances) = &record.acceptances else { return };
        self.met.update(|met| {
            met.retain(|one| {
                one.profile != record.profile_id
                    && acceptances.iter().all(|acceptance| acceptance.acpt_id != one.acceptance.acpt_id)
            });
            met.extend(acceptances.iter().map(|acceptance| Met {
                acceptance: acceptance.clone(),
                profile: record.profile_id.clone(),
                profile_name: record.name(),
            }));
        });
    }
}
