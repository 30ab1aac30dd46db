//! From what is typed to what is saved: a proposal, its review, sending it once, and what became of it.
//!
//! A proposal has its operation id before any button is pressed. Core sends it at most once per id; a new attempt is a new id.

pub(crate) mod conflict;
pub(crate) mod delete;
pub(super) mod leave_out;
pub(crate) mod result;
pub(crate) mod review;
pub(crate) mod undo;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::CheckOperation;
use tapline_contract::emv_config::{EmvConfig, EmvDraft, with_scheme};
use tapline_contract::emv_form::EmvForm;
use tapline_contract::endpoints::{CreateEmv, DeleteEmv, UpdateEmv};
use tapline_contract::field::Loose;
use tapline_contract::history::{AnyOutcome, EmvOutcome, OperationId};
use tapline_contract::{Call, Failure, Outcome};

use crate::edit::Edit;
use crate::ipc::{self, engine};
use crate::journal::{self, Sent};
use crate::paths::Route;
use crate::record::send::already_sent;
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
    /// The change of the same configuration that a person decided not to wait for.
    pub(crate) supersedes: Option<OperationId>,
}

impl Proposal {
    pub(crate) fn new(seen: Option<EmvConfig>, draft: Option<EmvDraft>) -> Proposal {
        Proposal { operation: engine::mint(), seen, draft, undoes: false, supersedes: None }
    }

    pub(crate) fn name(&self) -> String {
        let seen = self.seen.as_ref().map(EmvConfig::name);
        seen.or_else(|| self.draft.as_ref().map(|draft| draft.emv_name.clone())).unwrap_or_default()
    }

    /// With its scheme: "Visa · Retail DE".
    pub(crate) fn full_name(&self) -> String {
        let drafted = self.draft.as_ref().and_then(review::scheme_of);
        with_scheme(drafted.or_else(|| self.seen.as_ref().and_then(EmvConfig::scheme)), self.name())
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
    let waits = |sent: &(OperationId, EmvForm)| sent.0 != proposal.operation;
    if proposal.seen.is_none() && shell.sent.with_untracked(|sent| sent.as_ref().is_some_and(waits)) {
        return shell.say(&already_sent("configuration"));
    }
    shell.saving.set(Saving::Running);
    let earlier = shell.sent.get_untracked();
    let form = shell.edit.with_untracked(|edit| edit.as_ref().map(|edit| edit.form.clone()));
    shell.sent.set(form.map(|form| (proposal.operation.clone(), form)));
    shell.speak("Saving.");
    let connection = shell.connection();
    let sent = Sent { connection: connection.clone(), operation: proposal.operation.clone() };
    spawn_local(async move {
        let (operation, supersedes) = (Some(proposal.operation.clone()), proposal.supersedes.clone());
        let answer = match (proposal.seen.clone(), proposal.draft.clone()) {
            (Some(seen), Some(draft)) => {
                let call = Call::<UpdateEmv>::new(connection, seen.id.clone(), draft, Some(seen));
                ipc::call(operation, &Call { supersedes, ..call }).await
            }
            (Some(seen), None) => {
                let call = Call::<DeleteEmv>::new(connection, seen.id.clone(), (), Some(seen));
                ipc::call(operation, &Call { supersedes, ..call }).await
            }
            (None, Some(draft)) => {
                let call = Call::<CreateEmv>::new(connection, (), draft, None);
                ipc::call(operation, &Call { supersedes, ..call }).await
            }
            (None, None) => return,
        };
        if let Some(answer) = journal::answer(shell, &sent, answer, of_journal).await {
            // The form still waits for the change that this one waits for.
            let open = answer.as_ref().err().and_then(|failure| failure.waits_for.as_ref());
            if let Some(earlier) = earlier.filter(|(operation, _)| Some(operation) == open) {
                shell.sent.set(Some(earlier));
            }
            arrived(shell, &proposal, answer);
        }
    });
}

/// Sends it once more, and does not wait for `old`. Where the name is typed again, that comes first.
pub(crate) fn send_over(shell: Shell, old: Option<OperationId>) {
    shell.proposal.update(|proposal| {
        if let Some(proposal) = proposal {
            proposal.operation = engine::mint();
            proposal.supersedes = old;
        }
    });
    shell.saving.set(Saving::Idle);
    if !shell.must_retype() {
        send(shell);
    }
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
    let route = shell.edit.with_untracked(|edit| edit.as_ref().map_or(Route::Limits, Edit::home));
    put_away(shell);
    shell.nav.force(route);
}

/// The outcome of a proposal; what was applied is taken in even when the page shows something else by now.
fn arrived(shell: Shell, proposal: &Proposal, answer: Result<EmvOutcome, Failure>) {
    if matches!(&answer, Ok(outcome) if !outcome.is_settled()) {
        watch(shell, proposal.clone());
    }
    let mut ended = !matches!(&answer, Ok(Outcome::Unknown { given_up: false, .. }));
    if let Ok(Outcome::Applied { record, .. }) = &answer {
        ended = mark_edit(shell, proposal, record.as_ref()) == Form::Settled;
        take_in(shell, proposal, record.as_ref());
    }
    if ended && is_sent(shell, &proposal.operation) {
        shell.sent.set(None);
    }
    if matches!(&answer, Ok(Outcome::Applied { .. })) {
        review_anew(shell, proposal);
    }
    if !is_proposed(shell, &proposal.operation) {
        return;
    }
    let outcome = match answer {
        Ok(outcome) => outcome,
        Err(failure) => return shell.saving.set(Saving::Failed(failure)),
    };
    let word = crate::show::outcome_word(&outcome);
    let to_compare = match &outcome {
        Outcome::Conflict { theirs: Some(theirs), .. } => {
            let draft = proposal.draft.as_ref().filter(|_| proposal.seen.is_some());
            draft.is_some_and(|draft| theirs.draft().is_some_and(|theirs| !theirs.same_values(draft)))
        }
        _ => false,
    };
    let done = Saving::Done(Box::new(outcome));
    if shell.saving.with_untracked(|saving| *saving != done) {
        shell.speak(word);
        shell.saving.set(done);
    }
    if to_compare {
        shell.nav.force(Route::Conflict);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Settled,
    /// Its configuration exists and cannot be read: what was typed since must not make another one.
    Stranded,
}

/// What was applied has nothing to lose any more; what was typed since is a change of the record as it was saved.
fn mark_edit(shell: Shell, proposal: &Proposal, record: Option<&EmvConfig>) -> Form {
    let currency = shell.currency();
    let id = proposal.seen.as_ref().map(|seen| &seen.id);
    let sent = shell.sent.get_untracked().filter(|(operation, _)| *operation == proposal.operation);
    // The form of a new one that still stands there becomes that of the record.
    let in_form = id.is_none() && shell.nav.route.with_untracked(|route| *route == Route::New);
    let (mut adopted, mut form) = (false, Form::Settled);
    shell.edit.update(|edit| {
        let Some(open) = edit.as_mut().filter(|edit| edit.id() == id) else { return };
        match (&sent, record) {
            (Some((_, sent)), Some(record)) if in_form || open.form != *sent => {
                open.adopt(record, sent, &currency);
                adopted = true;
            }
            (Some((_, sent)), None) if id.is_none() && (in_form || open.form != *sent) => {
                form = Form::Stranded;
            }
            (Some((_, sent)), None) if open.form != *sent => {}
            // Coming back to the form of a new one makes another one, not this one again.
            (Some(_), _) if open.seen.is_none() => *edit = None,
            // Another new one, begun since.
            (None, _) if open.seen.is_none() => {}
            _ => open.settle(),
        }
    });
    if let Some(record) = record.filter(|_| adopted) {
        go_on_with(shell, proposal, record);
    }
    form
}

/// A person typed on while it was saved: the page is that of the record now, and a review is one of what was typed since.
fn go_on_with(shell: Shell, proposal: &Proposal, record: &EmvConfig) {
    if proposal.seen.is_none() {
        let is_dirty = shell.edit.with_untracked(|edit| edit.as_ref().is_some_and(Edit::is_dirty));
        let rest = if is_dirty { " What you typed since is not saved yet." } else { "" };
        shell.say(&format!("{} was created.{rest}", record.full_name()));
    }
    let reviews =
        shell.proposal.with_untracked(|p| p.as_ref().is_some_and(|p| p.operation != proposal.operation));
    if reviews && shell.saving.with_untracked(|saving| *saving == Saving::Idle) {
        shell.proposal.set(propose(shell));
    }
    if shell.nav.route.with_untracked(|route| *route == Route::New) {
        shell.nav.force(Route::Editor(record.id.clone()));
    }
}

/// A review that waited for this change is one of what is left to save.
fn review_anew(shell: Shell, applied: &Proposal) {
    let waits = shell.saving.with_untracked(|saving| match saving {
        Saving::Failed(failure) => failure.waits_for.as_ref() == Some(&applied.operation),
        _ => false,
    });
    if waits && shell.proposal.with_untracked(|p| p.as_ref().is_some_and(|p| p.draft.is_some())) {
        shell.say(&format!("The earlier change of {} was applied.", applied.name()));
        shell.saving.set(Saving::Idle);
        shell.proposal.set(propose(shell));
    }
}

fn is_proposed(shell: Shell, operation: &OperationId) -> bool {
    shell.proposal.with_untracked(|p| p.as_ref().is_some_and(|p| p.operation == *operation))
}

fn is_sent(shell: Shell, operation: &OperationId) -> bool {
    shell.sent.with_untracked(|sent| sent.as_ref().is_some_and(|(sent, _)| sent == operation))
}

/// The list shows what was read back.
fn take_in(shell: Shell, proposal: &Proposal, record: Option<&EmvConfig>) {
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

/// While the outcome is unknown core reads by itself; this asks core, not the service. Also when only the form waits for it.
fn watch(shell: Shell, proposal: Proposal) {
    let sent = Sent { connection: shell.connection(), operation: proposal.operation.clone() };
    spawn_local(async move {
        // One that is just being sent may turn out to wait for this one.
        let still = || {
            is_proposed(shell, &sent.operation)
                || is_sent(shell, &sent.operation)
                || shell.saving.with_untracked(|saving| *saving == Saving::Running)
        };
        if let Some(outcome) = journal::later(&sent, still).await {
            arrived(shell, &proposal, Ok(of_journal(outcome)));
        }
    });
}

/// Nothing of a configuration is sealed in the journal.
fn of_journal(outcome: AnyOutcome) -> EmvOutcome {
    let record = |json: &Loose| serde_json::from_str::<Option<EmvConfig>>(json.raw()).ok().flatten();
    journal::typed(outcome, |json| serde_json::from_str(json.raw()).ok(), record)
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
