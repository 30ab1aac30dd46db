//! From what is typed to what is saved: a proposal, sending it once, and what became of it.
//!
//! As for limits: the operation id is there before any button is pressed, core sends at most once per id, and a new attempt is
//! a new id. The history holds private data sealed, so what it says of the outcome is completed by reading the record.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{CheckOperation, ListHistory};
use tapline_contract::connection::ConnectionId;
use tapline_contract::history::{AnyOutcome, OperationId};
use tapline_contract::{Failure, Outcome};

use super::answers::wires;
use super::edit::{Edit, Refusal, first_wrong};
use super::parts;
use super::versions::{Difference, Names};
use super::{Change, Resource, Told};
use crate::ipc::{self, engine};
use crate::pages::save::result::outcome_word;
use crate::shell::{Saving, Shell};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Proposal<R: Resource> {
    pub(crate) operation: OperationId,
    /// What the person saw; none for a creation.
    pub(crate) seen: Option<R::Record>,
    /// What is sent, and the form it was read from. None deletes.
    pub(crate) draft: Option<(R::Draft, R::Form)>,
    /// To [`Resource::consequence`].
    pub(crate) agreed: bool,
}

impl<R: Resource> Proposal<R> {
    pub(crate) fn new(seen: Option<R::Record>, draft: Option<(R::Draft, R::Form)>) -> Proposal<R> {
        Proposal { operation: engine::mint(), seen, draft, agreed: false }
    }

    pub(crate) fn name(&self) -> String {
        let typed = || {
            let (_, form) = self.draft.as_ref()?;
            R::text(form, R::THING.name).map(|name| name.trim().to_owned())
        };
        self.seen.as_ref().map(R::name).or_else(typed).unwrap_or_default()
    }

    /// What was seen, as a draft.
    pub(crate) fn before(&self) -> R::Draft {
        self.seen.as_ref().map_or_else(R::nothing, R::draft_of)
    }

    pub(crate) fn differences(&self, names: &Names) -> Vec<Difference> {
        let Some((draft, _)) = &self.draft else { return Vec::new() };
        parts::differences::<R>(&self.before(), draft, names)
    }

    /// Takes it out of reach of the page when the window locks: core has it, if it was sent.
    pub(crate) fn wipe(&mut self) {
        if let Some((_, form)) = &mut self.draft {
            R::wipe(form);
            if let Ok(draft) = R::read(form) {
                self.draft = Some((draft, form.clone()));
            }
        }
    }

    /// Theirs is what was proposed.
    pub(crate) fn is(&self, theirs: &R::Record) -> bool {
        let Some((draft, _)) = &self.draft else { return false };
        parts::differences::<R>(&R::draft_of(theirs), draft, &Names::default()).is_empty()
    }
}

/// To the review of what is typed; with errors, to the first of them instead.
pub(crate) fn review<R: Resource>(shell: Shell) {
    let desk = R::desk(shell.areas());
    let first = desk.edit.with_untracked(|edit| edit.as_ref().and_then(first_wrong));
    let Some(first) = first else { return shell.nav.force(R::THING.review.clone()) };
    desk.edit.update(|edit| {
        if let Some(edit) = edit {
            edit.asked = true;
        }
    });
    to_form::<R>(shell);
    engine::later(30, move || engine::focus(&first, "main h1"));
}

/// Proposes what is typed; nothing while a field cannot be read or nothing differs.
pub(crate) fn propose<R: Resource>(shell: Shell) {
    let desk = R::desk(shell.areas());
    let proposal = desk.edit.with_untracked(|edit| {
        let edit = edit.as_ref().filter(|edit| edit.is_dirty())?;
        let differs = edit.seen.is_none() || !edit.differences(&Names::default()).is_empty();
        let draft = R::read(&edit.form).ok().filter(|_| differs)?;
        Some(Proposal::new(edit.seen.clone(), Some((draft, edit.form.clone()))))
    });
    desk.saving.set(Saving::Idle);
    desk.proposal.set(proposal);
}

/// Back to the form, with everything that was typed.
pub(crate) fn keep_editing<R: Resource>(shell: Shell) {
    put_away::<R>(shell);
    to_form::<R>(shell);
}

fn to_form<R: Resource>(shell: Shell) {
    let thing = R::THING;
    let route = R::desk(shell.areas()).edit.with_untracked(|edit| match edit {
        Some(edit @ Edit { seen: Some(_), .. }) => {
            edit.key().map_or_else(|| thing.list.clone(), |key| (thing.edit)(&key))
        }
        Some(Edit { seen: None, .. }) => thing.new.clone(),
        None => thing.list.clone(),
    });
    shell.nav.force(route);
}

/// Forgets the proposal; what is typed stays in the form.
pub(crate) fn put_away<R: Resource>(shell: Shell) {
    let desk = R::desk(shell.areas());
    desk.proposal.set(None);
    desk.saving.set(Saving::Idle);
}

/// Sends the proposal; after an attempt that is over, as a new operation.
pub(crate) fn send<R: Resource>(shell: Shell) {
    let desk = R::desk(shell.areas());
    if desk.saving.with_untracked(|saving| *saving == Saving::Running) {
        return;
    }
    if desk.saving.with_untracked(Saving::is_over) {
        desk.proposal.update(|proposal| {
            if let Some(proposal) = proposal {
                proposal.operation = engine::mint();
            }
        });
    }
    let Some(proposal) = desk.proposal.get_untracked() else { return };
    desk.saving.set(Saving::Running);
    desk.sent.set(desk.edit.with_untracked(|edit| edit.as_ref().map(|edit| edit.form.clone())));
    shell.speak("Saving.");
    let change = Change {
        connection: shell.connection(),
        operation: Some(proposal.operation.clone()),
        seen: proposal.seen.clone(),
        draft: proposal.draft.as_ref().map(|(draft, _)| draft.clone()),
        agreed: proposal.agreed,
    };
    spawn_local(async move {
        let answer = R::save(change).await;
        arrived(shell, &proposal, answer);
    });
}

/// The outcome of a proposal; what was applied is taken in even when the page shows something else by now.
fn arrived<R: Resource>(shell: Shell, proposal: &Proposal<R>, answer: Result<Told<R>, Failure>) {
    let desk = R::desk(shell.areas());
    mark_edit(shell, proposal, &answer);
    if let Ok(Outcome::Applied { record, .. }) = &answer {
        let key = proposal.seen.as_ref().and_then(R::key);
        match record {
            _ if proposal.draft.is_none() => desk.take_out(key.as_deref()),
            Some(record) => desk.take_in(record),
            None => desk.reload(shell),
        }
    }
    if desk.proposal.with_untracked(|p| p.as_ref().is_none_or(|p| p.operation != proposal.operation)) {
        return;
    }
    match answer {
        Ok(outcome) => {
            shell.speak(outcome_word(&outcome));
            let is_unknown = matches!(outcome, Outcome::Unknown { .. });
            desk.saving.set(Saving::Done(Box::new(outcome)));
            if is_unknown {
                watch(shell, proposal.clone());
            }
        }
        Err(failure) => desk.saving.set(Saving::Failed(failure)),
    }
}

/// What the outcome means for the form: a refusal stands at its field, and what was applied has nothing to lose any more.
fn mark_edit<R: Resource>(shell: Shell, proposal: &Proposal<R>, answer: &Result<Told<R>, Failure>) {
    let desk = R::desk(shell.areas());
    let failure = match answer {
        Ok(Outcome::NotApplied { failure }) | Err(failure) => Some(failure),
        _ => None,
    };
    let is_applied = matches!(answer, Ok(Outcome::Applied { .. }));
    let key = proposal.seen.as_ref().and_then(R::key);
    let is_its = |edit: &Edit<R>| edit.seen.is_some() == proposal.seen.is_some() && edit.key() == key;
    desk.edit.update(|edit| {
        let Some(open) = edit.as_mut().filter(|edit| is_its(edit)) else { return };
        open.refuse(failure.and_then(|failure| Refusal::of(failure, wires::<R>())));
        let is_as_sent = desk.sent.with_untracked(|sent| sent.as_ref().is_none_or(|sent| *sent == open.form));
        if is_applied && is_as_sent {
            open.settle();
            // Coming back to the form of a new one makes another one, not this one again.
            if open.seen.is_none() {
                *edit = None;
            }
        }
    });
}

/// While the outcome is unknown core reads by itself; this asks core, not the service.
fn watch<R: Resource>(shell: Shell, proposal: Proposal<R>) {
    engine::later(1500, move || {
        let desk = R::desk(shell.areas());
        let still =
            desk.proposal.with_untracked(|p| p.as_ref().is_some_and(|p| p.operation == proposal.operation));
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
pub(crate) fn check_now<R: Resource>(shell: Shell) {
    let Some(proposal) = R::desk(shell.areas()).proposal.get_untracked() else { return };
    let connection = shell.connection();
    spawn_local(async move {
        match ipc::command::<CheckOperation>(proposal.operation.clone()).await {
            Ok(change) => {
                if let Some(outcome) = change.outcome {
                    let outcome = completed(connection, &proposal, outcome).await;
                    arrived(shell, &proposal, Ok(outcome));
                }
            }
            Err(failure) => shell.say(&failure.sentence),
        }
    });
}

/// The outcome in the journal, with the record as it can be read now instead of the sealed one.
async fn completed<R: Resource>(
    connection: ConnectionId,
    proposal: &Proposal<R>,
    outcome: AnyOutcome,
) -> Told<R> {
    let key = proposal.seen.as_ref().and_then(R::key).filter(|_| outcome.is_settled());
    let now = match key {
        Some(key) => R::one(connection, key).await.ok().flatten(),
        None => None,
    };
    match outcome {
        Outcome::Applied { evidence, .. } => Outcome::Applied { evidence, answer: None, record: now },
        Outcome::NotApplied { failure } => Outcome::NotApplied { failure },
        Outcome::Unknown { since, checks, given_up, doubt, shows, failure } => {
            Outcome::Unknown { since, checks, given_up, doubt, shows, failure }
        }
        Outcome::Conflict { sent, .. } => Outcome::Conflict { theirs: now, sent },
    }
}
