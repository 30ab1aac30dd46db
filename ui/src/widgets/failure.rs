//! A failure at the place where it happened: the sentence first, then details. If the token was refused, a person signs in again
//! here, and keeps unsaved input. An outage of the service is explained once, by the window's banner ([`is_in_banner`]); notes
//! about failed reads stay short while the banner is shown.
//!
//! The reason for a failed read, the age of the data still shown, and a button to try again. After an outage the read is also
//! retried automatically, and the note says so. While the window's banner is shown, the note is one line: the banner has reason
//! and button.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::{Failure, FailureKind};

use super::copy::CopyButton;
use super::icon::Icon;
use super::show::live;
use crate::ipc::engine;
use crate::remote::Reading;
use crate::shell::shell;
use crate::window_state::Link;

#[component]
pub(crate) fn FailureNote(failure: Failure, #[prop(optional)] children: Option<Children>) -> impl IntoView {
    let own_service = shell().session.with_untracked(|s| s.as_ref().is_some_and(|s| !s.embedded));
    let signed_out = failure.is_dead_token() && own_service;
    if signed_out {
        shell().sign_out();
    }
    // The token is valid, so a new one with the same rights would not help.
    let whom = (failure.is_not_allowed() && is_read(&failure))
        .then_some("This token has no access. Ask its issuer for a token with access.");
    let in_banner = is_in_banner(&failure);
    view! {
        <div class="note note-danger" class:repeated=in_banner role=move || (!in_banner.get()).then_some("alert")>
            <Icon name="error"/>
            <div>
                <p class:absent=move || !in_banner.get()>"Not loaded."</p>
                <p class:absent=in_banner>{failure.sentence.clone()}</p>
                {failure.message.clone().map(|message| view! { <p class:absent=in_banner>"The service says: " <q>{message}</q></p> })}
                <div class:absent=in_banner><FailureDetails failure=failure.clone()/></div>
                {whom.map(|whom| view! { <p>{whom}</p> })}
                {children.map(|children| children())}
                {signed_out.then(|| view! { <SignInAgain/> })}
            </div>
        </div>
    }
}

/// True while the window's banner explains the outage that stopped this read, and has the button to try again.
pub(crate) fn is_in_banner(failure: &Failure) -> Signal<bool> {
    let silent = matches!(failure.kind, FailureKind::Unreachable | FailureKind::Timeout) && is_read(failure);
    let link = shell().window().link;
    Signal::derive(move || silent && link.with(|link| *link != Link::Up))
}

fn is_read(failure: &Failure) -> bool {
    ["List", "Get", "All"].iter().any(|verb| failure.call.starts_with(verb))
}

/// Details that someone else needs to investigate: status, code and request id in sight, the call behind *Details*, all of it to
/// copy.
#[component]
pub(crate) fn FailureDetails(failure: Failure) -> impl IntoView {
    let shell = shell();
    let status =
        failure.status.map(|status| view! { <span>"Status " <code>{status.to_string()}</code></span> });
    let code = failure.code.clone().map(|code| view! { <span>"Code " <code>{code}</code></span> });
    let request = failure.request_id.clone().map(|id| {
        view! { <span class="row">"Request " <code>{id.clone()}</code><CopyButton text=id/></span> }
    });
    let behind = [("Call", Some(failure.call.clone())), ("Field", failure.field.clone())];
    let behind = behind
        .into_iter()
        .filter_map(|(name, value)| Some(view! { <span>{name} " " <code>{value?}</code></span> }))
        .collect_view();
    let whole = in_full(&failure);
    let copy = move |_| shell.copy(whole.clone());
    view! {
        <div class="details">
            {status}{code}{request}
            <button type="button" class="plain small" on:click=copy><Icon name="copy"/>"Copy details"</button>
            <details><summary>"Details"</summary><p class="details">{behind}</p></details>
        </div>
    }
}

/// Everything known about a failure, one line each, to pass on.
fn in_full(failure: &Failure) -> String {
    let lines = [
        ("", Some(failure.sentence.clone())),
        ("The service says: ", failure.message.clone()),
        ("Status: ", failure.status.map(|status| status.to_string())),
        ("Code: ", failure.code.clone()),
        ("Request: ", failure.request_id.clone()),
        ("Field: ", failure.field.clone()),
        ("Call: ", Some(failure.call.clone())),
    ];
    let line = |(name, value): (&str, Option<String>)| Some(format!("{name}{}", value?));
    lines.into_iter().filter_map(line).collect::<Vec<_>>().join("\n")
}

#[component]
fn SignInAgain() -> impl IntoView {
    let shell = shell();
    let status = RwSignal::new(String::new());
    let paste = move |_| {
        spawn_local(async move {
            status.set(match shell.sign_in_again().await {
                Ok(()) => "Signed in again. Nothing was lost.".to_owned(),
                Err(failure) => failure.sentence,
            });
        });
    };
    view! {
        <p class="actions">
            <button type="button" on:click=paste>"Paste new token from clipboard"</button>
            <span role="status" aria-label="Sign in again">{move || status.get()}</span>
        </p>
    }
}

#[component]
pub(crate) fn ReadFailed(
    #[prop(into)] reading: Signal<Reading>,
    again: Callback<()>,
    /// Consequence of the failure, shown between the reason and the button.
    #[prop(optional, into)]
    so: Option<ViewFn>,
) -> impl IntoView {
    shell().outage().keep_trying(reading, again);
    // Progress alone does not redraw it.
    let failed = Memo::new(move |_| {
        let Reading { read_at, failure, .. } = reading.get();
        failure.map(|failure| (failure, read_at))
    });
    let in_banner = Memo::new(move |_| failed.get().is_some_and(|(failure, _)| is_in_banner(&failure).get()));
    live(move || {
        let ((failure, read_at), so) = (failed.get()?, so.clone().map(|so| so.run()));
        let age = (read_at > 0.0).then(|| engine::clock(read_at));
        if in_banner.get() {
            let line =
                age.map_or_else(|| "Not loaded.".to_owned(), |at| format!("Not refreshed since {at}."));
            return Some(view! { <div class="note repeated"><div><p>{line}</p>{so}</div></div> }.into_any());
        }
        let stale =
            age.map(|at| view! { <p>{format!("This data is from {at} and may be out of date.")}</p> });
        Some(
            view! {
                <FailureNote failure=failure.clone()>{so}{stale}<ReadAgain failure=failure again=again/></FailureNote>
            }
            .into_any(),
        )
    })
}

/// The button that tries again, and the time of the automatic retry. Hidden while the window's banner has both.
#[component]
pub(crate) fn ReadAgain(
    failure: Failure,
    again: Callback<()>,
    /// Label of the button if there is no automatic retry.
    #[prop(default = "Try again")]
    otherwise: &'static str,
) -> impl IntoView {
    let shell = shell();
    let by_itself = failure.may_pass();
    let in_banner = is_in_banner(&failure);
    // A new number each second would be noise for screen readers.
    let wait = by_itself.then(|| {
        view! { <span class="muted" aria-hidden="true" data-retry="">{live(move || shell.outage().words(shell.time()))}</span>" " }
    });
    let words = if by_itself { "Try now" } else { otherwise };
    view! { <div class="row" class:absent=in_banner>{wait}<button type="button" on:click=move |_| again.run(())>{words}</button></div> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_copied_whole_and_leave_out_what_is_not_known() {
        let mut failure = Failure::new(FailureKind::Refused, "UpdateEmv", "The service refused it.");
        failure.status = Some(400);
        failure.request_id = Some("req-1".to_owned());
        assert_eq!(
            in_full(&failure),
            "The service refused it.\nStatus: 400\nRequest: req-1\nCall: UpdateEmv"
        );
    }
}
