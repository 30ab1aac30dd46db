//! Messages in one place. A message about a finished action disappears by itself; a failure stays until dismissed. Both are
//! announced.
//!
//! Messages are below the page, so none covers a figure. There is one message at a time, and any number of failures.

use leptos::prelude::*;

use crate::shell::shell;
use crate::widgets::failure::FailureDetails;
use crate::widgets::icon::Icon;
use crate::window_state::Toast;

#[component]
pub(crate) fn Toasts() -> impl IntoView {
    let window = shell().window();
    let of = move |failed: bool| {
        move || {
            let all = window.toasts.get();
            let wanted = all.into_iter().filter(move |toast| toast.failure.is_some() == failed);
            wanted.collect::<Vec<_>>()
        }
    };
    view! {
        <div class="toasts">
            <div role="alert" aria-label="Failures">
                <For each=of(true) key=|toast| toast.serial children=|toast| view! { <OneToast toast=toast/> }/>
            </div>
            <div role="status" aria-live="polite" aria-label="Messages">
                <p class="visually-hidden">{move || window.spoken.get()}</p>
                <For each=of(false) key=|toast| toast.serial children=|toast| view! { <OneToast toast=toast/> }/>
            </div>
        </div>
    }
}

#[component]
fn OneToast(toast: Toast) -> impl IntoView {
    let window = shell().window();
    let serial = toast.serial;
    let (class, icon) =
        if toast.failure.is_some() { ("toast note note-danger", "error") } else { ("toast note", "info") };
    let message = toast.failure.as_ref().and_then(|failure| failure.message.clone());
    let action = toast.action.map(|(words, act)| {
        let act = move |_| {
            window.dismiss(serial);
            act();
        };
        view! { <button type="button" on:click=act>{words}</button> }
    });
    view! {
        <div class=class>
            <Icon name=icon/>
            <div>
                <p>{toast.words}</p>
                {message.map(|message| view! { <p>"The service says: " <q>{message}</q></p> })}
                {toast.failure.map(|failure| view! { <FailureDetails failure=failure/> })}
            </div>
            <span class="grow"></span>
            {action}
            <button type="button" class="plain square" aria-label="Dismiss message" title="Dismiss message" on:click=move |_| window.dismiss(serial)>
                <Icon name="close"/>
            </button>
        </div>
    }
}
