//! From what is typed to what is saved: a proposal, sending it once, and what became of it.
//!
//! As for limits: the operation id is there before any button is pressed, core sends at most once per id, and a new attempt is
//! a new id. The history holds contact data sealed, so what it says of the outcome is completed by reading the merchant.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{CheckOperation, ListHistory};
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::{CreateMerchant, GetMerchant, UpdateMerchant};
use tapline_contract::history::{AnyOutcome, OperationId};
use tapline_contract::merchant::{Merchant, MerchantDraft};
use tapline_contract::{Failure, Outcome};

use super::form::{MerchantEdit, Refusal, element};
use super::state::MerchantOutcome;
use crate::ipc::{self, engine};
use crate::pages::save::result::outcome_word;
use crate::paths::Route;
use crate::shell::{Saving, Shell};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Proposal {
    pub(super) operation: OperationId,
    /// What the person saw; none for a creation.
    pub(super) seen: Option<Merchant>,
    pub(super) draft: MerchantDraft,
}

impl Proposal {
    pub(super) fn new(seen: Option<Merchant>, draft: MerchantDraft) -> Proposal {
        Proposal { operation: engine::mint(), seen, draft }
    }

    pub(super) fn name(&self) -> String {
        let seen = self.seen.as_ref().map(Merchant::name);
        seen.or_else(|| self.draft.mch_name.clone()).unwrap_or_default()
    }
}

/// To the review of what is typed; with errors, to the first of them instead.
pub(crate) fn review(shell: Shell) {
    let merchants = shell.merchants();
    let first =
        merchants.edit.with_untracked(|edit| edit.as_ref().and_then(|edit| edit.errors().into_iter().next()));
    let Some(error) = first else { return shell.nav.force(Route::ReviewMerchant) };
    merchants.edit.update(|edit| {
        if let Some(edit) = edit {
            edit.asked = true;
        }
    });
    to_form(shell);
    engine::later(30, move || engine::focus(&format!("#{}", element(&error.field)), "main h1"));
}

/// The proposal of what is typed; `None` while a field cannot be read or nothing differs.
pub(super) fn propose(shell: Shell) -> Option<Proposal> {
    shell.merchants().edit.with_untracked(|edit| {
        let edit = edit.as_ref().filter(|edit| edit.is_dirty() && !edit.changes().is_empty())?;
        Some(Proposal::new(edit.seen.clone(), edit.form.draft().ok()?))
    })
}

/// Back to the form, with everything that was typed.
pub(super) fn keep_editing(shell: Shell) {
    put_away(shell);
    to_form(shell);
}

fn to_form(shell: Shell) {
    let route = shell.merchants().edit.with_untracked(|edit| match edit {
        Some(MerchantEdit { seen: Some(record), .. }) => Route::EditMerchant(record.mch_id.clone()),
        Some(MerchantEdit { seen: None, .. }) => Route::NewMerchant,
        None => Route::Merchants,
    });
    shell.nav.force(route);
}

/// Forgets the proposal; what is typed stays in the form.
pub(super) fn put_away(shell: Shell) {
    shell.merchants().proposal.set(None);
    shell.merchants().saving.set(Saving::Idle);
}

/// Sends the proposal; after an attempt that is over, as a new operation.
pub(super) fn send(shell: Shell) {
    let merchants = shell.merchants();
    if merchants.saving.with_untracked(|saving| *saving == Saving::Running) {
        return;
    }
    if merchants.saving.with_untracked(Saving::is_over) {
        merchants.proposal.update(|proposal| {
            if let Some(proposal) = proposal {
                proposal.operation = engine::mint();
            }
        });
    }
    let Some(proposal) = merchants.proposal.get_untracked() else { return };
    merchants.saving.set(Saving::Running);
    shell.say("Saving.");
    let connection = shell.connection();
    spawn_local(async move {
        let (operation, draft) = (Some(proposal.operation.clone()), proposal.draft.clone());
        let answer = match proposal.seen.clone() {
            Some(seen) => {
                let id = seen.mch_id.clone();
                ipc::api::<UpdateMerchant>(connection, operation, id, draft, Some(seen)).await
            }
            None => ipc::api::<CreateMerchant>(connection, operation, (), draft, None).await,
        };
        arrived(shell, &proposal, answer);
    });
}

/// The outcome of a proposal; what was applied is taken in even when the page shows something else by now.
fn arrived(shell: Shell, proposal: &Proposal, answer: Result<MerchantOutcome, Failure>) {
    let merchants = shell.merchants();
    let failure = match &answer {
        Ok(Outcome::NotApplied { failure }) | Err(failure) => Some(failure),
        _ => None,
    };
    merchants.edit.update(|edit| {
        let Some(edit) = edit else { return };
        let same =
            |record: &Merchant| proposal.seen.as_ref().is_some_and(|seen| seen.mch_id == record.mch_id);
        if edit.seen.as_ref().map_or(proposal.seen.is_none(), same) {
            edit.refuse(failure.and_then(Refusal::of));
            if matches!(answer, Ok(Outcome::Applied { .. })) {
                edit.settle();
            }
        }
    });
    let is_applied = matches!(answer, Ok(Outcome::Applied { .. }));
    let is_new = merchants.edit.with_untracked(|edit| edit.as_ref().is_some_and(|edit| edit.seen.is_none()));
    if is_applied && proposal.seen.is_none() && is_new {
        // Coming back to the form makes another one, not this one again.
        merchants.edit.set(None);
    }
    if let Ok(Outcome::Applied { record, answer, .. }) = &answer {
        match record.as_ref().or(answer.as_ref()) {
            Some(record) => merchants.take_in(record),
            None => merchants.reload(shell),
        }
    }
    if merchants.proposal.with_untracked(|p| p.as_ref().is_none_or(|p| p.operation != proposal.operation)) {
        return;
    }
    match answer {
        Ok(outcome) => {
            shell.say(outcome_word(&outcome));
            let is_unknown = matches!(outcome, Outcome::Unknown { .. });
            merchants.saving.set(Saving::Done(Box::new(outcome)));
            if is_unknown {
                watch(shell, proposal.clone());
            }
        }
        Err(failure) => merchants.saving.set(Saving::Failed(failure)),
    }
}

/// While the outcome is unknown core reads by itself; this asks core, not the service.
fn watch(shell: Shell, proposal: Proposal) {
    engine::later(1500, move || {
        let still = shell
            .merchants()
            .proposal
            .with_untracked(|p| p.as_ref().is_some_and(|p| p.operation == proposal.operation));
        if !still {
            return;
        }
        let connection = shell.connection();
        spawn_local(async move {
            let history = ipc::command::<ListHistory>(connection.clone()).await.unwrap_or_default();
            let known = history.into_iter().find(|change| change.operation == proposal.operation);
            match known.and_then(|change| change.outcome) {
                Some(outcome) => {
                    let outcome = completed(connection, &proposal, outcome).await;
                    arrived(shell, &proposal, Ok(outcome));
                }
                None => watch(shell, proposal),
            }
        });
    });
}

/// Asks core to read the service once more, now.
pub(super) fn check_now(shell: Shell) {
    let Some(proposal) = shell.merchants().proposal.get_untracked() else { return };
    let connection = shell.connection();
    spawn_local(async move {
        match ipc::command::<CheckOperation>(proposal.operation.clone()).await {
            Ok(change) => {
                if let Some(outcome) = change.outcome {
                    let outcome = completed(connection, &proposal, outcome).await;
                    arrived(shell, &proposal, Ok(outcome));
                }
            }
            Err(failure) => shell.fail(&failure),
        }
    });
}

/// The outcome in the journal, with the merchant as it can be read now instead of the sealed one.
async fn completed(connection: ConnectionId, proposal: &Proposal, outcome: AnyOutcome) -> MerchantOutcome {
    let now = match proposal.seen.as_ref() {
        Some(seen) if outcome.is_settled() => {
            ipc::api::<GetMerchant>(connection, None, seen.mch_id.clone(), (), ()).await.ok()
        }
        _ => None,
    };
    match outcome {
        Outcome::Applied { evidence, .. } => Outcome::Applied { evidence, answer: None, record: now },
        Outcome::NotApplied { failure } => Outcome::NotApplied { failure },
        Outcome::Unknown { since, checks, given_up, failure } => {
            Outcome::Unknown { since, checks, given_up, failure }
        }
        Outcome::Conflict { sent, .. } => Outcome::Conflict { theirs: now, sent },
    }
}
