//! The result of ending a terminal.

use leptos::prelude::*;
use tapline_contract::device::DeviceAt;
use tapline_contract::{Doubt, Outcome, wire::Done};

use super::ending::Asked;
use super::ends::{asks_sdk_id, end};
use super::known;
use super::sending::TerminalOutcome;
use crate::ipc::engine;
use crate::shell::{Saving, shell};
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::settled::{RunningNote, UnknownNote, proof};

#[component]
pub(super) fn Ended(asked: Asked, on_close: Callback<()>) -> impl IntoView {
    let ending = super::state::terminals(shell()).ending;
    let asked = StoredValue::new(asked);
    view! {
        <div role="status" aria-label="Result" class="result">
            {move || match ending.sending.saving.get() {
                Saving::Idle => ().into_any(),
                Saving::Running => view! { <RunningNote thing="terminal" operation=Some(ending.sending.operation())/> }.into_any(),
                Saving::Failed(failure) => view! { <FailureNote failure=failure><p><b>"Not applied."</b></p></FailureNote> }.into_any(),
                Saving::Done(outcome) => settled(&asked.get_value(), *outcome, on_close),
            }}
        </div>
    }
}

fn settled(asked: &Asked, outcome: TerminalOutcome<Done>, on_close: Callback<()>) -> AnyView {
    let shell = shell();
    let row = end(asked.mode);
    let back = move |words: &'static str| {
        view! { <p class="actions"><button type="button" on:click=move |_| on_close.run(())>{words}</button></p> }
    };
    match outcome {
        Outcome::Applied { evidence, .. } => view! {
            <div class="note note-good"><Icon name="check"/><div>
                <p><b>{row.done} ". "</b>"Applied: " {proof(evidence)} " at " {engine::clock(engine::now())} "."</p>
                {back("Close")}
            </div></div>
        }
        .into_any(),
        Outcome::NotApplied { failure } => {
            view! { <FailureNote failure=failure><p><b>"Not applied. "</b>"The terminal is as it was."</p></FailureNote> }.into_any()
        }
        Outcome::Unknown { since, checks, given_up, doubt, failure, .. } => {
            let other = other_terminal(asked, doubt);
            view! {
            <UnknownNote since=since checks=checks given_up=given_up doubt=doubt failure=failure
                on_check=Callback::new(move |()| super::state::terminals(shell).ending.sending.check_now(shell))>
                {other}
                <button type="button" on:click=move |_| on_close.run(())>"Close, go on checking"</button>
            </UnknownNote>
            }
            .into_any()
        }
        Outcome::Conflict { theirs, sent } => view! {
            <div class="note note-warning"><Icon name="warning"/><div>
                <p><b>"Conflict. "</b>{conflict(asked, &theirs, sent)}</p>
                {back("Look at it again")}
            </div></div>
        }
        .into_any(),
    }
}

/// The sdkId was a person's choice: a record that does not change may mean that it is another terminal's.
fn other_terminal(asked: &Asked, doubt: Doubt) -> Option<&'static str> {
    (doubt == Doubt::NotShown && asks_sdk_id(&asked.device.device_id, asked.mode))
        .then_some("The sdkId may be of another terminal: look at the terminal itself. ")
}

fn conflict(asked: &Asked, theirs: &DeviceAt, sent: bool) -> String {
    let nothing = if sent {
        "It was sent, but what stands now is neither what you saw nor what you asked for."
    } else {
        "Nothing was sent."
    };
    match &theirs.device {
        None => format!("The service does not list this terminal any more. {nothing}"),
        Some(now) => {
            let (was, is) = (known::status(&asked.device).words, known::status(now).words);
            format!(
                "Someone else changed this terminal: you saw {} ({was}), now it is {} ({is}). {nothing}",
                asked.device.name(),
                now.name()
            )
        }
    }
}
