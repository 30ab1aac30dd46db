//! Notes about outcomes, shared by everything that is saved.

use leptos::prelude::*;
use tapline_contract::{Doubt, Evidence, Failure};

use super::icon::Icon;
use crate::ipc::engine;

/// Evidence behind the outcome, in words.
pub(crate) fn proof(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Answer => "Confirmed and verified",
        Evidence::AnswerAlone => "Confirmed by the service",
        Evidence::ReadBack => "No clear answer, but the service shows it",
        Evidence::Person => "Resolved manually",
    }
}

/// It may have happened; nothing is sent again.
#[component]
pub(crate) fn UnknownNote(
    /// RFC 3339, UTC.
    since: String,
    checks: u32,
    given_up: bool,
    doubt: Doubt,
    failure: Failure,
    on_check: Callback<()>,
    /// Further actions.
    children: Children,
) -> impl IntoView {
    let checked = checked(checks, given_up, doubt);
    let since = engine::local_time(&since);
    view! {
        <div class="note note-warning" aria-live="polite"><Icon name="wait"/><div>
            <p><b>{doubt.word()} ". "</b>"Sent " {since} ". " {doubt.words()} " Tapline won't send it again."</p>
            <p>{checked}</p>
            <p class="muted">{failure.sentence}</p>
            <p class="actions">
                <button type="button" on:click=move |_| on_check.run(())>"Check now"</button>
                {children()}
            </p>
        </div></div>
    }
}

/// Number of reads since the change. "No trace" is said only if no read showed anything of it.
fn checked(checks: u32, given_up: bool, doubt: Doubt) -> String {
    let trace = if doubt == Doubt::Lost { ", no trace yet" } else { "" };
    match (checks, given_up) {
        (0, _) => "Checking with the service…".to_owned(),
        (_, false) => format!("Checking with the service, {checks} times so far{trace}."),
        (_, true) if doubt == Doubt::Lost => {
            format!("No trace after {checks} checks. Check now tries once more.")
        }
        (_, true) => format!("Still unconfirmed after {checks} checks. Check now tries once more."),
    }
}

/// Note on an effect that no read shows, such as a sign-on: nothing can be checked.
#[component]
pub(crate) fn UnknownEffectNote(
    /// RFC 3339, UTC.
    since: String,
    failure: Failure,
) -> impl IntoView {
    let since = engine::local_time(&since);
    view! {
        <div class="note note-warning" aria-live="polite"><Icon name="wait"/><div>
            <p><b>"Unconfirmed. "</b>"Sent " {since} ". No clear answer: it may have gone through. Tapline won't send it again."</p>
            <p>"Tapline can't check this. Ask the host's operator, or repeat it if a duplicate does no harm."</p>
            <p class="muted">{failure.sentence}</p>
        </div></div>
    }
}
