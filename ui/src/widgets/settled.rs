//! Notes about outcomes, shared by everything that is saved.

use leptos::prelude::*;
use tapline_contract::{Doubt, Evidence, Failure};

use super::icon::Icon;
use crate::ipc::engine;

/// Evidence behind the outcome, right after a word such as "Applied": " and verified".
pub(crate) fn proof(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Answer => " and verified",
        Evidence::AnswerAlone => ", confirmed by the service",
        Evidence::ReadBack => ". No clear answer, but the service shows it",
        Evidence::Person => ", resolved manually",
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
    // The heading says that there is no clear answer.
    let said = if doubt == Doubt::Lost { "It may have gone through." } else { doubt.words() };
    let since = engine::local_time(&since);
    view! {
        <div class="note note-warning" aria-live="polite"><Icon name="wait"/><div>
            <p><b>{doubt.word()} ". "</b>{said} " Tapline won't send it again."</p>
            <p>"Sent " {since} ". " {checked}</p>
            <details><summary>"Details"</summary><p class="muted">{failure.sentence}</p></details>
            <p class="actions">
                <button type="button" on:click=move |_| on_check.run(())>"Check now"</button>
                {children()}
            </p>
        </div></div>
    }
}

/// Number of reads since the change. "No trace" is said only if no read showed anything of it.
fn checked(checks: u32, given_up: bool, doubt: Doubt) -> String {
    let trace = if doubt == Doubt::Lost { ", not found yet" } else { "" };
    let often = if checks == 1 { "Checked once".to_owned() } else { format!("Checked {checks} times") };
    match (checks, given_up) {
        (0, _) => "Checking with the service…".to_owned(),
        (_, false) => format!("{often}{trace}. Tapline keeps checking."),
        (_, true) => format!("{often}{trace}. Tapline stopped checking."),
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
            <p><b>"Unconfirmed. "</b>"It may have gone through. Tapline can't check this and won't send it again."</p>
            <p>"Sent " {since} ". Ask the host's operator, or repeat it if a duplicate does no harm."</p>
            <details><summary>"Details"</summary><p class="muted">{failure.sentence}</p></details>
        </div></div>
    }
}
