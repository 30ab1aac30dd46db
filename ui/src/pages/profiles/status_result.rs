//! What became of enabling or disabling, with the way back while there is one.

use leptos::prelude::*;
use tapline_contract::entity_status::EntityStatus;
use tapline_contract::profile::{Profile, ProfileId};
use tapline_contract::{Evidence, Failure, Outcome};

use super::state::ProfileOutcome;
use super::status::{Wanted, check_now, send, verb};
use crate::ipc::engine;
use crate::shell::{Saving, Shell, shell};
use crate::widgets::cancel::CancelButton;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::settled::{UnknownNote, proof};
use crate::widgets::show::live;

#[component]
pub(super) fn StatusResult(
    id: ProfileId,
    record: Signal<Option<Profile>>,
    /// Asks again, where the name is to be typed.
    ask: Callback<Wanted>,
) -> impl IntoView {
    let shell = shell();
    let attempts = super::acts(shell).status;
    let attempt = Memo::new(move |_| attempts.get().filter(|attempt| attempt.profile == id));
    let shown = move || {
        let operation = attempt.with(|attempt| attempt.as_ref().map(|attempt| attempt.operation.clone()));
        match attempt.get().map(|attempt| attempt.saving) {
        None | Some(Saving::Idle) => ().into_any(),
        Some(Saving::Running) => view! {
            <div class="note"><Icon name="wait"/><div>
                <p>"The profile is read again and compared, then its status is sent once, then read back."</p>
                {operation.map(|operation| view! { <p class="actions"><CancelButton operation=operation/></p> })}
            </div></div>
        }
        .into_any(),
        Some(Saving::Failed(failure)) => refused(failure),
        Some(Saving::Done(outcome)) => settled(shell, *outcome, record, ask),
    }
    };
    view! { <div role="status" aria-label="Status change" class="result status-result">{live(shown)}</div> }
}

fn settled(
    shell: Shell,
    outcome: ProfileOutcome,
    record: Signal<Option<Profile>>,
    ask: Callback<Wanted>,
) -> AnyView {
    match outcome {
        Outcome::Applied { evidence, record: now, .. } => applied(shell, evidence, now.as_ref(), record, ask),
        Outcome::NotApplied { failure } => refused(failure),
        Outcome::Unknown { since, checks, given_up, doubt, failure, .. } => view! {
            <UnknownNote since=since checks=checks given_up=given_up doubt=doubt failure=failure on_check=Callback::new(move |()| check_now(shell))>
                <button type="button" on:click=move |_| super::store(shell).reload(shell)>"Read the profile again"</button>
            </UnknownNote>
        }
        .into_any(),
        Outcome::Conflict { theirs, sent } => {
            let words = match (theirs.is_some(), sent) {
                (false, _) => "The service does not know this profile any more. Go back to the list and read it again.",
                (true, false) => "Someone else changed its status since it was read, so nothing was sent. What is shown is how it is now.",
                (true, true) => "It was sent, but the status that is read is neither the one before nor the one sent.",
            };
            view! { <div class="note note-warning"><Icon name="warning"/><p><b>"Conflict. "</b>{words}</p></div> }.into_any()
        }
    }
}

fn refused(failure: Failure) -> AnyView {
    view! { <FailureNote failure=failure><p><b>"Not applied. "</b>"The status is as it was."</p></FailureNote> }.into_any()
}

fn applied(
    shell: Shell,
    evidence: Evidence,
    // As it was read back.
    now: Option<&Profile>,
    record: Signal<Option<Profile>>,
    ask: Callback<Wanted>,
) -> AnyView {
    let status = now.and_then(|now| EntityStatus::of_name(now.entity_status.as_deref()?));
    let (word, back) = match status {
        Some(EntityStatus::Active) => ("Enabled. ", Some(EntityStatus::Disabled)),
        Some(EntityStatus::Disabled) => ("Disabled. ", Some(EntityStatus::Active)),
        None => ("Done. ", None),
    };
    let undo = back.map(|back| {
        // Its own operation, minted now.
        let wanted = Wanted::new(back);
        let undo = move |_| match record.get_untracked() {
            Some(_) if shell.must_retype() => ask.run(Wanted::new(wanted.status)),
            Some(profile) => send(shell, profile, wanted.clone()),
            None => {}
        };
        view! { <button type="button" on:click=undo><Icon name="undo"/>{format!("Undo: {} it again", verb(back).to_lowercase())}</button> }
    });
    let close = move |_| super::acts(shell).status.set(None);
    view! {
        <div class="note note-good"><Icon name="check"/><div>
            <p><b>{word}</b>{proof(evidence)} " at " {engine::clock(engine::now())} "."</p>
            <p class="actions">{undo}<button type="button" class="plain" on:click=close>"Close this message"</button></p>
        </div></div>
    }
    .into_any()
}
