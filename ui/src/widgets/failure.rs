//! A failure at the place where it happened: sentence first, details small, nothing lost. Whose token was refused signs in
//! again here, without leaving what is typed. A reading that failed because the service does not answer is told once, by the banner of
//! the window, and only noted here.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::{Failure, Kind};

use super::icon::Icon;
use crate::frame::Link;
use crate::shell::shell;

#[component]
pub(crate) fn FailureNote(failure: Failure, #[prop(optional)] children: Option<Children>) -> impl IntoView {
    let own_service = shell().session.with_untracked(|s| s.as_ref().is_some_and(|s| !s.embedded));
    let signed_out = failure.kind == Kind::Unauthorized && own_service;
    if signed_out {
        crate::watch::signed_out(shell());
    }
    let reads = ["List", "Get", "All"].iter().any(|verb| failure.call.starts_with(verb));
    let silent = matches!(failure.kind, Kind::Unreachable | Kind::Timeout) && reads;
    let link = shell().frame().link;
    let told = move || silent && link.with(|link| *link != Link::Up);
    let details = [
        ("Call", Some(failure.call.clone())),
        ("Status", failure.status.map(|status| status.to_string())),
        ("Code", failure.code.clone()),
        ("Field", failure.field.clone()),
        ("Request", failure.request_id.clone()),
    ];
    let details = details
        .into_iter()
        .filter_map(|(name, value)| Some(view! { <span>{name} " " <code>{value?}</code></span> }));
    view! {
        <div class="note note-danger" class:repeated=told role=move || (!told()).then_some("alert")>
            <Icon name="error"/>
            <div>
                <p class:absent=move || !told()>"Not read again, as told above. What is shown was read before."</p>
                <p class:absent=told>{failure.sentence.clone()}</p>
                {failure.message.clone().map(|message| view! { <p class:absent=told>"The service says: " <q>{message}</q></p> })}
                <p class="details" class:absent=told>{details.collect_view()}</p>
                {children.map(|children| children())}
                {signed_out.then(|| view! { <SignInAgain/> })}
            </div>
        </div>
    }
}

#[component]
fn SignInAgain() -> impl IntoView {
    let shell = shell();
    let said = RwSignal::new(String::new());
    let paste = move |_| {
        spawn_local(async move {
            said.set(match shell.sign_in_again().await {
                Ok(()) => "Signed in again. Nothing was lost; go on where you were.".to_owned(),
                Err(failure) => failure.sentence,
            });
        });
    };
    view! {
        <p class="actions">
            <button type="button" on:click=paste>"Paste from clipboard: a new token"</button>
            <span role="status" aria-label="Sign in again">{move || said.get()}</span>
        </p>
    }
}
