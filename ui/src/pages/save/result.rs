//! What became of it: exactly one of Applied, Not applied, Unknown, Conflict, in words, with what to do next.

use leptos::prelude::*;
use tapline_contract::emv_config::EmvConfig;
use tapline_contract::history::EmvOutcome;
use tapline_contract::{Doubt, Evidence, Failure, Outcome};

use super::leave_out::{refused_param, review_without};
use super::undo::{Reverse, UndoNow};
use super::{check_now, keep_editing, put_away, send, send_over};
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::{Saving, Shell, shell};
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::settled::{RunningNote, UnknownNote, proof};
use crate::widgets::waits_for::{Agree, SendOver, WaitsFor, Ways, reads_agree};

#[component]
pub(crate) fn ResultPanel() -> impl IntoView {
    let shell = shell();
    view! {
        <div role="status" aria-label="Result" class="result">
            {move || match shell.saving.get() {
                Saving::Idle => ().into_any(),
                Saving::Running => {
                    let operation = shell.proposal.with_untracked(|p| p.as_ref().map(|p| p.operation.clone()));
                    view! { <RunningNote thing="configuration" operation=operation/> }.into_any()
                }
                Saving::Failed(failure) => failed(shell, failure),
                Saving::Done(outcome) => settled(shell, *outcome),
            }}
        </div>
    }
}

/// Not begun. A change that waits for an earlier one says how that one stands.
fn failed(shell: Shell, failure: Failure) -> AnyView {
    let is_new = shell.proposal.with_untracked(|p| p.as_ref().is_some_and(|p| p.seen.is_none()));
    let ways = Ways {
        again: Callback::new(move |()| send_over(shell, None)),
        over: (!is_new).then(|| Callback::new(move |old| send_over(shell, Some(old)))),
    };
    let waits = failure.waits_for.clone().map(|open| view! { <WaitsFor operation=open ways=ways/> });
    view! { <FailureNote failure=failure>{waits}</FailureNote> }.into_any()
}

fn settled(shell: Shell, outcome: EmvOutcome) -> AnyView {
    match outcome {
        Outcome::Applied { evidence, .. } => applied(shell, evidence),
        Outcome::NotApplied { failure } => not_applied(shell, failure),
        Outcome::Unknown { since, checks, given_up, doubt, shows, failure } => {
            let agree = reads_agree(checks, doubt, &shows);
            unknown(shell, since, checks, given_up, doubt, failure, agree)
        }
        Outcome::Conflict { theirs: None, .. } => gone(shell),
        Outcome::Conflict { theirs: Some(theirs), .. } if already(shell, &theirs) => view! {
            <div class="note note-good"><Icon name="check"/><div>
                <p><b>"Already so. "</b>"The service has these values by now: an earlier save or someone else wrote them."</p>
                <p class="actions"><button type="button" on:click=move |_| to_limits(shell)>"Back to Limits"</button></p>
            </div></div>
        }
        .into_any(),
        Outcome::Conflict { theirs: Some(_), sent } => {
            let words = if sent {
                "It was sent, but what stands now is neither what you saw nor what you sent: someone changed it in between."
            } else {
                "Someone else changed it meanwhile. Nothing of yours was sent."
            };
            let deleting = shell.proposal.with_untracked(|p| p.as_ref().is_some_and(|p| p.draft.is_none()));
            let compare = (!deleting).then(|| view! {
                <button type="button" class="primary" on:click=move |_| shell.nav.force(Route::Conflict)>"Compare the versions"</button>
            });
            view! { <div class="note note-warning"><Icon name="warning"/><div><p><b>"Conflict. "</b>{words}</p>{compare}
                {deleting.then(|| view! { <button type="button" on:click=move |_| to_limits(shell)>"Back to Limits and look again"</button> })}</div></div> }
            .into_any()
        }
    }
}

fn applied(shell: Shell, evidence: Evidence) -> AnyView {
    let proposal = shell.proposal.get_untracked();
    let (deleted, created, undoes) =
        proposal.as_ref().map_or((false, false, false), |p| (p.draft.is_none(), p.seen.is_none(), p.undoes));
    let words = match (deleted, created, undoes) {
        (true, _, _) => "Deleted",
        (_, true, _) => "Created",
        (_, _, true) => "Undone",
        _ => "Saved",
    };
    let reverse = proposal.as_ref().filter(|p| !p.undoes).and_then(|p| Reverse::of(p, shell));
    let open = (!deleted).then(|| {
        let record = applied_record(shell);
        record.map(|record| {
            view! { <button type="button" on:click=move |_| { put_away(shell); shell.nav.go(Route::Editor(record.clone())); }>"Open configuration"</button> }
        })
    });
    view! {
        <div class="note note-good"><Icon name="check"/><div>
            <p><b>{words} ". "</b> "Applied: " {proof(evidence)} " at " {engine::clock(engine::now())} "."</p>
            <p class="actions">
                {reverse.map(|reverse| view! { <UndoNow reverse=reverse/> })}
                {open}
                <button type="button" on:click=move |_| to_limits(shell)>"Back to Limits"</button>
            </p>
        </div></div>
    }
    .into_any()
}

fn applied_record(shell: Shell) -> Option<tapline_contract::emv_config::EmvId> {
    shell.saving.with_untracked(|saving| match saving {
        Saving::Done(outcome) => match outcome.as_ref() {
            Outcome::Applied { record: Some(record), .. } => Some(record.id.clone()),
            _ => None,
        },
        _ => None,
    })
}

fn not_applied(shell: Shell, failure: Failure) -> AnyView {
    let draft = shell.proposal.with_untracked(|p| p.as_ref().and_then(|p| p.draft.clone()));
    let unknown = draft.as_ref().and_then(|draft| refused_param(&failure, draft));
    let leave_out = unknown.map(|key| {
        let words = format!("Review without \u{201c}{key}\u{201d}");
        let go = move |_| review_without(shell, &key);
        view! {
            <p>"This parameter is not in the service's document. It can be left out; the service then loses it."</p>
            <p class="actions"><button type="button" on:click=go>{words}</button></p>
        }
    });
    view! { <FailureNote failure=failure><p><b>"Not applied. "</b>"What you typed is kept."</p>{leave_out}</FailureNote> }
        .into_any()
}

fn unknown(
    shell: Shell,
    since: String,
    checks: u32,
    given_up: bool,
    doubt: Doubt,
    failure: Failure,
    agree: Agree,
) -> AnyView {
    // A new one that was sent once more could be there twice.
    let is_new = shell.proposal.with_untracked(|p| p.as_ref().is_some_and(|p| p.seen.is_none()));
    let over = (agree == Agree::Yes && !is_new).then(|| {
        let operation = shell.proposal.with_untracked(|p| p.as_ref().map(|p| p.operation.clone()));
        view! { <SendOver on_send=Callback::new(move |()| send_over(shell, operation.clone()))/> }
    });
    let editing = shell.edit.with_untracked(Option::is_some);
    let form = editing.then(|| {
        view! { <button type="button" on:click=move |_| keep_editing(shell)>"Keep editing"</button> }
    });
    view! {
        <UnknownNote since=since checks=checks given_up=given_up doubt=doubt failure=failure on_check=Callback::new(move |()| check_now(shell))>
            {over}
            {form}
            {open_change(shell)}
            <button type="button" on:click=move |_| keep_for_later(shell)>"Back to Limits, go on checking"</button>
        </UnknownNote>
    }
    .into_any()
}

/// To the open change in Activity.
fn open_change(shell: Shell) -> Option<AnyView> {
    let operation = shell.proposal.with_untracked(|p| p.as_ref().map(|p| p.operation.clone()))?;
    let open = move |_| shell.nav.force(Route::Change(operation.clone()));
    Some(view! { <button type="button" on:click=open>"Open the change in Activity"</button> }.into_any())
}

/// The form stays as typed: it is settled when a read shows that it was saved, and can be saved again when it was not.
fn keep_for_later(shell: Shell) {
    shell.reload();
    shell.nav.force(Route::Limits);
}

/// Theirs is what was proposed.
fn already(shell: Shell, theirs: &EmvConfig) -> bool {
    let wanted = shell.proposal.with_untracked(|p| p.as_ref().and_then(|p| p.draft.clone()));
    wanted.zip(theirs.draft()).is_some_and(|(wanted, theirs)| wanted.same_values(&theirs))
}

fn gone(shell: Shell) -> AnyView {
    let can_create = shell.proposal.with_untracked(|p| p.as_ref().is_some_and(|p| p.draft.is_some()));
    let retype = shell.must_retype();
    let create = move |_| {
        shell.saving.set(Saving::Idle);
        shell.proposal.update(|proposal| {
            if let Some(proposal) = proposal {
                *proposal = super::Proposal::new(None, proposal.draft.clone());
            }
        });
        if !retype {
            send(shell);
        }
    };
    view! {
        <div class="note note-warning"><Icon name="warning"/><div>
            <p><b>"Conflict. "</b>"The service does not list this configuration any more: someone deleted it meanwhile. Nothing was sent; what you typed is kept."</p>
            <p class="actions">
                {can_create.then(|| view! { <button type="button" on:click=create>"Save as a new configuration"</button> })}
                <button type="button" on:click=move |_| keep_for_later(shell)>"Back to Limits"</button>
            </p>
        </div></div>
    }
    .into_any()
}

/// Everything that was to be kept is kept: by the service, or in the journal.
fn to_limits(shell: Shell) {
    shell.edit.set(None);
    shell.reload();
    shell.nav.force(Route::Limits);
}
