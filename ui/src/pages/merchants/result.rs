//! What became of saving a merchant, in the same words as for limits.

use leptos::prelude::*;
use tapline_contract::{Evidence, Failure, Outcome};

use super::form::{Refusal, element};
use super::save::{Proposal, check_now, keep_editing, send};
use super::state::MerchantOutcome;
use super::versions;
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::{Saving, Shell, shell};
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::settled::{RunningNote, UnknownNote, proof};

#[component]
pub(super) fn ResultPanel() -> impl IntoView {
    let shell = shell();
    view! {
        <div role="status" aria-label="Result" class="result">
            {move || match shell.merchants().saving.get() {
                Saving::Idle => ().into_any(),
                Saving::Running => view! { <RunningNote thing="merchant"/> }.into_any(),
                Saving::Failed(failure) => not_applied(shell, failure),
                Saving::Done(outcome) => settled(shell, *outcome),
            }}
        </div>
    }
}

fn settled(shell: Shell, outcome: MerchantOutcome) -> AnyView {
    match outcome {
        Outcome::Applied { evidence, answer, record } => {
            applied(shell, evidence, record.or(answer).map(|record| Route::Merchant(record.mch_id)))
        }
        Outcome::NotApplied { failure } => not_applied(shell, failure),
        Outcome::Unknown { since, checks, given_up, failure } => view! {
            <UnknownNote since=since checks=checks given_up=given_up failure=failure on_check=Callback::new(move |()| check_now(shell))>
                <button type="button" on:click=move |_| to_merchants(shell)>"Back to Merchants, go on checking"</button>
            </UnknownNote>
        }
        .into_any(),
        Outcome::Conflict { theirs: None, .. } => gone(shell),
        // Another one is compared on a page of its own.
        Outcome::Conflict { theirs: Some(_), .. } => view! {
            <div class="note note-good"><Icon name="check"/><div>
                <p><b>"Already so. "</b>"The service has these values by now: an earlier save or someone else wrote them."</p>
                <p class="actions"><button type="button" on:click=move |_| to_merchants(shell)>"Back to Merchants"</button></p>
            </div></div>
        }
        .into_any(),
    }
}

fn applied(shell: Shell, evidence: Evidence, open: Option<Route>) -> AnyView {
    let created = shell.merchants().proposal.with_untracked(|p| p.as_ref().is_some_and(|p| p.seen.is_none()));
    let word = if created { "Created" } else { "Saved" };
    let open = open.map(|route| {
        let go = move |_| {
            shell.merchants().discard();
            shell.nav.force(route.clone());
        };
        view! { <button type="button" class="primary" on:click=go>"Open merchant"</button> }
    });
    view! {
        <div class="note note-good"><Icon name="check"/><div>
            <p><b>{word} ". "</b> "Applied: " {proof(evidence)} " at " {engine::clock(engine::now())} "."</p>
            <p class="actions">{open}<button type="button" on:click=move |_| to_merchants(shell)>"Back to Merchants"</button></p>
        </div></div>
    }
    .into_any()
}

/// Refused or not sent. When it names a field, one click leads there.
fn not_applied(shell: Shell, failure: Failure) -> AnyView {
    let correct = Refusal::of(&failure).map(|refusal| {
        let label = versions::label(refusal.field);
        let go = move |_| {
            keep_editing(shell);
            engine::later(60, move || engine::focus(&format!("#{}", element(refusal.field)), "main h1"));
        };
        view! { <p class="actions"><button type="button" on:click=go>"Correct " {label}</button></p> }
    });
    view! { <FailureNote failure=failure><p><b>"Not applied. "</b>"What you typed is kept."</p>{correct}</FailureNote> }.into_any()
}

fn gone(shell: Shell) -> AnyView {
    let create = move |_| {
        shell.merchants().saving.set(Saving::Idle);
        shell.merchants().proposal.update(|proposal| {
            if let Some(proposal) = proposal {
                *proposal = Proposal::new(None, proposal.draft.clone());
            }
        });
        if !shell.must_retype() {
            send(shell);
        }
    };
    view! {
        <div class="note note-warning"><Icon name="warning"/><div>
            <p><b>"Conflict. "</b>"The service does not know this merchant any more. Nothing was sent; what you typed is kept."</p>
            <p class="actions">
                <button type="button" on:click=create>"Save as a new merchant"</button>
                <button type="button" on:click=move |_| to_merchants(shell)>"Back to Merchants"</button>
            </p>
        </div></div>
    }
    .into_any()
}

/// Everything that was to be kept is kept: by the service, or in the journal.
fn to_merchants(shell: Shell) {
    shell.merchants().discard();
    shell.merchants().reload(shell);
    shell.nav.force(Route::Merchants);
}
