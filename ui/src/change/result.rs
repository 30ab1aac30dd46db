//! The result of a change, the same on every page: on its way, not applied, unconfirmed; and what the page says of the other two.

use leptos::prelude::*;
use tapline_contract::history::OperationId;
use tapline_contract::{Doubt, Evidence, Failure, Outcome};

use super::{ChangeFlow, ChangeState, Inside};
use crate::ipc::engine;
use crate::shell::Shell;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::save_bar::CancelButton;
use crate::widgets::settled::{UnknownNote, proof};

/// A change as a result shows it.
pub(crate) struct ChangeShown<V, R> {
    pub(crate) state: ChangeState<V, R>,
    pub(crate) operation: OperationId,
    pub(crate) on_check: Callback<()>,
}

impl<V: Inside, R: Inside> ChangeShown<V, R> {
    pub(crate) fn new(shell: Shell, flow: ChangeFlow<V, R>) -> ChangeShown<V, R> {
        let on_check = Callback::new(move |()| flow.check_now(shell));
        ChangeShown { state: flow.state(), operation: untrack(|| flow.operation()), on_check }
    }
}

/// Sentences of one kind of change.
pub(crate) struct ResultWords {
    pub(crate) running: String,
    /// After the reason for a failure: "The status is unchanged."
    pub(crate) unchanged: &'static str,
}

/// `ways` are the buttons beside "Check now".
pub(crate) fn change_result<V, R>(
    shown: ChangeShown<V, R>,
    words: ResultWords,
    applied: impl FnOnce(Evidence, Option<V>, R) -> AnyView,
    conflict: impl FnOnce(R, bool) -> AnyView,
    ways: impl FnOnce(Doubt) -> AnyView,
) -> AnyView {
    let ChangeShown { state, operation, on_check } = shown;
    match state {
        ChangeState::Idle => ().into_any(),
        ChangeState::Running => running(words.running.into_any(), operation),
        ChangeState::Over(outcome) => match *outcome {
            Outcome::Applied { evidence, answer, record } => applied(evidence, answer, record),
            Outcome::NotApplied { failure } => not_applied(failure, words.unchanged),
            Outcome::Unknown { since, checks, given_up, doubt, failure, .. } => {
                let ways = ways(doubt);
                view! {
                    <UnknownNote since=since checks=checks given_up=given_up doubt=doubt failure=failure on_check=on_check>{ways}</UnknownNote>
                }
                .into_any()
            }
            Outcome::Conflict { theirs, sent } => conflict(theirs, sent),
        },
    }
}

/// "Saving the merchant. Tapline checks it for other changes, sends it once, then verifies."
pub(crate) fn saving(thing: &str) -> String {
    format!("Saving the {thing}. Tapline checks it for other changes, sends it once, then verifies.")
}

pub(crate) fn running(sentence: AnyView, operation: OperationId) -> AnyView {
    view! {
        <div class="note"><Icon name="wait"/><div><p>{sentence}</p><p class="actions"><CancelButton operation=operation/></p></div></div>
    }
    .into_any()
}

pub(crate) fn not_applied(failure: Failure, unchanged: &'static str) -> AnyView {
    view! { <FailureNote failure=failure><p>{unchanged}</p></FailureNote> }.into_any()
}

/// "Saved and verified, 13:15:05."
pub(crate) fn done(words: &'static str, evidence: Evidence, actions: AnyView) -> AnyView {
    let sentence = view! { <b>{words}</b>{at_now(evidence)} };
    note("note note-good", "check", sentence.into_any(), Some(actions))
}

/// After a word such as "Saved": " and verified, 13:15:05." or ", confirmed by the service, 13:15:05."
pub(crate) fn at_now(evidence: Evidence) -> String {
    let now = engine::clock(engine::now());
    format!("{}, {now}.", proof(evidence))
}

pub(crate) fn conflict(sentence: String, actions: Option<AnyView>) -> AnyView {
    let sentence = view! { <b>"Conflict. "</b>{sentence} };
    note("note note-warning", "warning", sentence.into_any(), actions)
}

/// A sentence beside an icon, with buttons below.
pub(crate) fn note(
    class: &'static str,
    icon: &'static str,
    sentence: AnyView,
    actions: Option<AnyView>,
) -> AnyView {
    let actions = actions.map(|actions| view! { <p class="actions">{actions}</p> });
    view! { <div class=class><Icon name=icon/><div><p>{sentence}</p>{actions}</div></div> }.into_any()
}
