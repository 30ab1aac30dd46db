//! From what is typed to what is saved: a proposal, its review, sending it once, and what became of it.
//!
//! A proposal has its operation id before any button is pressed. Core sends it at most once per id; a new attempt is a new id.

pub(crate) mod conflict;
pub(crate) mod delete;
pub(crate) mod result;
pub(crate) mod review;
pub(crate) mod undo;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{CheckOperation, ListHistory};
use tapline_contract::emv_config::{EmvConfig, EmvDraft};
use tapline_contract::endpoints::{CreateEmv, DeleteEmv, UpdateEmv};
use tapline_contract::history::{EmvOutcome, OperationId};
use tapline_contract::{Failure, Outcome};

use crate::edit::Edit;
use crate::ipc::{self, engine};
use crate::paths::Route;
use crate::shell::{Saving, Shell};

/// What is about to be done to the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proposal {
    pub(crate) operation: OperationId,
    /// What the person saw; none for a creation.
    pub(crate) seen: Option<EmvConfig>,
    /// None deletes.
    pub(crate) draft: Option<EmvDraft>,
    pub(crate) undoes: bool,
}

impl Proposal {
    pub(crate) fn new(seen: Option<EmvConfig>, draft: Option<EmvDraft>) -> Proposal {
        Proposal { operation: engine::mint(), seen, draft, undoes: false }
    }

    pub(crate) fn name(&self) -> String {
        let seen = self.seen.as_ref().map(EmvConfig::name);
        seen.or_else(|| self.draft.as_ref().map(|draft| draft.emv_name.clone())).unwrap_or_default()
    }

    /// The draft of what was seen.
    pub(crate) fn before(&self) -> Option<EmvDraft> {
        self.seen.as_ref().and_then(EmvConfig::draft)
    }
}

/// Sends the proposal; the outcome arrives in `shell.saving`.
pub(crate) fn send(shell: Shell) {
    let Some(proposal) = shell.proposal.get_untracked() else { return };
    if shell.saving.with_untracked(|saving| *saving == Saving::Running) {
        return;
    }
    shell.saving.set(Saving::Running);
    shell.speak("Saving.");
    let connection = shell.connection();
    spawn_local(async move {
        let operation = Some(proposal.operation.clone());
        let answer = match (proposal.seen.clone(), proposal.draft.clone()) {
            (Some(seen), Some(draft)) => {
                ipc::api::<UpdateEmv>(connection, operation, seen.id.clone(), draft, Some(seen)).await
            }
            (Some(seen), None) => {
                ipc::api::<DeleteEmv>(connection, operation, seen.id.clone(), (), Some(seen)).await
            }
            (None, Some(draft)) => ipc::api::<CreateEmv>(connection, operation, (), draft, None).await,
            (None, None) => return,
        };
        arrived(shell, &proposal, answer);
    });
}

/// Sends it; after an attempt that is over, as a new operation.
pub(crate) fn send_anew(shell: Shell) {
    if shell.saving.with_untracked(|saving| matches!(saving, Saving::Done(_) | Saving::Failed(_))) {
        shell.proposal.update(|proposal| {
            if let Some(proposal) = proposal {
                proposal.operation = engine::mint();
            }
        });
    }
    send(shell);
}

/// A proposal lives on the review and conflict pages only: whoever leaves them and comes back reviews what is typed then.
pub(super) fn keep_only_within_saving(shell: Shell) {
    on_cleanup(move || {
        if !shell.nav.route.with_untracked(|route| matches!(route, Route::Conflict | Route::Review)) {
            put_away(shell);
        }
    });
}

/// Forgets the proposal; what is typed stays in the edit.
pub(crate) fn put_away(shell: Shell) {
    shell.proposal.set(None);
    shell.saving.set(Saving::Idle);
}

/// Back to the form, with everything that was typed.
pub(crate) fn keep_editing(shell: Shell) {
    let route = shell.edit.with_untracked(|edit| match edit {
        Some(Edit { seen: Some(record), .. }) => Route::Editor(record.id.clone()),
        Some(Edit { seen: None, .. }) => Route::New,
        None => Route::Limits,
    });
    put_away(shell);
    shell.nav.force(route);
}

/// The outcome of a proposal; what was applied is taken in even when the page shows something else by now.
fn arrived(shell: Shell, proposal: &Proposal, answer: Result<EmvOutcome, Failure>) {
    if let Ok(Outcome::Applied { record, .. }) = &answer {
        take_in(shell, proposal, record.as_ref());
    }
    if shell.proposal.with_untracked(|p| p.as_ref().is_none_or(|p| p.operation != proposal.operation)) {
        return;
    }
    let outcome = match answer {
        Ok(outcome) => outcome,
        Err(failure) => return shell.saving.set(Saving::Failed(failure)),
    };
    shell.speak(result::outcome_word(&outcome));
    let to_compare = match &outcome {
        Outcome::Conflict { theirs: Some(theirs), .. } => {
            let draft = proposal.draft.as_ref().filter(|_| proposal.seen.is_some());
            draft.is_some_and(|draft| theirs.draft().is_some_and(|theirs| !theirs.same_values(draft)))
        }
        _ => false,
    };
    let is_unknown = matches!(outcome, Outcome::Unknown { .. });
    shell.saving.set(Saving::Done(Box::new(outcome)));
    if to_compare {
        shell.nav.force(Route::Conflict);
    }
    if is_unknown {
        watch(shell, proposal.clone());
    }
}

/// The list shows what was read back; an edit of it has nothing to lose any more.
fn take_in(shell: Shell, proposal: &Proposal, record: Option<&EmvConfig>) {
    shell.edit.update(|edit| {
        if let Some(edit) = edit
            && edit.id() == proposal.seen.as_ref().map(|seen| &seen.id)
        {
            edit.settle();
        }
    });
    let Some(record) = record else { return shell.reload() };
    let deleted = proposal.draft.is_none();
    shell.list.update(|list| {
        let mut records = (*list.records).clone();
        match records.iter().position(|r| r.id == record.id) {
            Some(at) if deleted => drop(records.remove(at)),
            Some(at) => records[at] = record.clone(),
            None if deleted => {}
            None => records.push(record.clone()),
        }
        list.records = Arc::new(records);
        list.read_at = engine::now();
    });
}

/// While the outcome is unknown core reads by itself; this asks core, not the service.
fn watch(shell: Shell, proposal: Proposal) {
    engine::later(1500, move || {
        let still =
            shell.proposal.with_untracked(|p| p.as_ref().is_some_and(|p| p.operation == proposal.operation));
        if !still {
            return;
        }
        let connection = shell.connection();
        spawn_local(async move {
            let history = ipc::command::<ListHistory>(connection).await.unwrap_or_default();
            let known = history.into_iter().find(|change| change.operation == proposal.operation);
            match known.and_then(|change| change.emv()?.outcome) {
                Some(outcome) => arrived(shell, &proposal, Ok(outcome)),
                None => watch(shell, proposal),
            }
        });
    });
}

/// Asks core to read the service once more, now.
pub(crate) fn check_now(shell: Shell) {
    let Some(proposal) = shell.proposal.get_untracked() else { return };
    spawn_local(async move {
        match ipc::command::<CheckOperation>(proposal.operation.clone()).await {
            Ok(change) => {
                if let Some(outcome) = change.emv().and_then(|change| change.outcome) {
                    arrived(shell, &proposal, Ok(outcome));
                }
            }
            Err(failure) => shell.fail(&failure),
        }
    });
}

/// The proposal of what is typed; `None` while a field cannot be read or nothing differs.
pub(crate) fn propose(shell: Shell) -> Option<Proposal> {
    let currency = shell.currency();
    shell.edit.with_untracked(|edit: &Option<Edit>| {
        let edit = edit.as_ref().filter(|edit| edit.is_dirty())?;
        let draft = edit.draft(&currency).ok()?;
        let changed = edit.seen.is_none() || !edit.changes(&currency).is_empty();
        changed.then(|| Proposal::new(edit.seen.clone(), Some(draft)))
    })
}
