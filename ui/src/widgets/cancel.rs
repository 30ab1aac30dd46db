//! A button that cancels a change that is not sent yet, and says if that was in time.
//!
//! It decides nothing: core knows if the first byte was sent. The outcome appears in its usual place.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::CancelOperation;
use tapline_contract::history::{Cancelled, OperationId};

use super::seconds::Seconds;
use crate::ipc;
use crate::shell::shell;

#[component]
pub(crate) fn CancelButton(operation: OperationId) -> impl IntoView {
    let shell = shell();
    let (requested, status) = (RwSignal::new(false), RwSignal::new(String::new()));
    let cancel = move |_| {
        requested.set(true);
        let operation = operation.clone();
        spawn_local(async move {
            let words = match ipc::command::<CancelOperation>(operation).await {
                Ok(Cancelled::NotSent) => "Cancelled in time: nothing was sent.".to_owned(),
                Ok(Cancelled::TooLate) => {
                    "Too late to cancel: it was sent. Its outcome is shown here.".to_owned()
                }
                Err(failure) => failure.sentence,
            };
            shell.announce(&words);
            // The outcome may have replaced this button.
            let _ = status.try_set(words);
        });
    };
    view! {
        <button type="button" disabled=move || requested.get() title=move || requested.get().then_some("It was asked for.") on:click=cancel>"Cancel"</button>
        <Seconds/>
        <span class="muted" role="status" aria-label="Cancelling">{move || status.get()}</span>
    }
}
