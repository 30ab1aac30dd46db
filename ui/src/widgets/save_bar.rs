//! The bar under a review: environment, effect of saving, the way back, and the button. On the strictest safety level the name
//! has to be retyped.
//!
//! The bar of unsaved changes: a summary, and buttons to discard and review.
//!
//! A button that cancels a change that is not sent yet, and says if that was in time.
//!
//! It decides nothing: core knows if the first byte was sent. The outcome appears in its usual place.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::CancelOperation;
use tapline_contract::connection::Safety;
use tapline_contract::history::{Cancelled, OperationId};

use super::icon::EnvBadge;
use super::moment::Seconds;
use super::show::{Show, why};
use crate::actions::{Keys, offer_unless, on_escape};
use crate::ipc::{self, engine};
use crate::shell::{Shell, shell};

/// Sends a person who confirms by key to the field for the name, which has to be retyped first.
pub(crate) fn ask_to_type(shell: Shell, sentence: &str, field: NodeRef<html::Input>) {
    shell.toast(sentence);
    // The dialog or sheet in front of the page returns the focus first.
    engine::later(0, move || {
        if let Some(field) = field.try_get_untracked().flatten() {
            let _ = field.focus();
        }
    });
}

#[component]
pub(crate) fn SaveBar(
    /// Kind of the saved record: "configuration".
    thing: &'static str,
    /// Name of the record, to be retyped.
    #[prop(into)]
    name: Signal<String>,
    /// Label, "Save 2 changes"; LIVE is added.
    #[prop(into)]
    label: Signal<String>,
    #[prop(into)] running: Signal<bool>,
    /// True if nothing is left to save.
    #[prop(into)]
    settled: Signal<bool>,
    /// Step to do before saving, as a sentence.
    #[prop(optional, into)]
    blocked: Signal<Option<String>>,
    on_save: Callback<()>,
    on_back: Callback<()>,
    /// Effect of the button and a further note, if it is not a save that compares first.
    #[prop(optional)]
    says: Option<(&'static str, &'static str)>,
    /// Text of the button that leads back.
    #[prop(default = "Keep editing")]
    back: &'static str,
) -> impl IntoView {
    let shell = shell();
    let typed = RwSignal::new(String::new());
    let session = move || shell.session.get();
    let must_retype = move || session().is_some_and(|s| s.connection.safety == Safety::ConfirmAndRetype);
    let rests = move || {
        if shell.is_read_only() {
            Some("This connection is read only. Change its safety level to save.".to_owned())
        } else {
            running.get().then(|| "Saving…".to_owned())
        }
    };
    let untyped = move || {
        let is_untyped = must_retype() && typed.get().trim() != name.get().trim();
        is_untyped.then(|| format!("Type {} to save.", name.get()))
    };
    let reason = move || rests().or_else(untyped).or_else(|| blocked.get());
    let field = NodeRef::<html::Input>::new();
    let save = move || {
        if reason().is_none() {
            on_save.run(());
            // Each attempt is confirmed again.
            typed.set(String::new());
        } else if let Some(sentence) = untyped() {
            ask_to_type(shell, &sentence, field);
        }
    };
    let over = move || settled.get().then(|| "This attempt has finished. See the result above.".to_owned());
    offer_unless("confirm", Signal::derive(move || rests().or_else(|| blocked.get()).or_else(over)), save);
    on_escape(move || {
        if !running.get_untracked() && !settled.get_untracked() {
            on_back.run(());
        }
    });
    let compared = "If so, you see both versions. Nothing is overwritten.";
    let (does, then) = match says {
        Some((does, then)) => (does.to_owned(), then),
        None => (format!("Tapline first checks if someone else changed the {thing}."), compared),
    };
    view! {
        <Show when=move || !settled.get()>
            <div class="pending save-bar" role="region" aria-label="Save">
                {move || session().map(|s| view! { <EnvBadge environment=s.connection.environment/> })}
                <p><b>{does.clone()}</b><br/><span class="muted">{then}</span></p>
                <span class="grow"></span>
                <Show when=must_retype>
                    <label class="retype-label">{move || format!("Type {} to save", name.get())}
                        <input type="text" class="retype" node_ref=field autocomplete="off" spellcheck="false"
                            prop:value=move || typed.get() on:input=move |event| typed.set(event_target_value(&event))/></label>
                </Show>
                <button type="button" disabled=move || running.get() title=move || running.get().then_some("Saving…") on:click=move |_| on_back.run(())>{back}</button>
                <button type="button" class="primary" disabled=move || reason().is_some() title=move || reason().filter(|_| blocked.with(Option::is_none)) aria-describedby="save-why" on:click=move |_| save()>
                    {move || label.get()} {move || shell.on_live()} <Keys id="confirm"/>
                </button>
                // The field says what to type, and the result above says what is running.
                {why("save-why", move || blocked.get().filter(|_| !running.get()))}
            </div>
        </Show>
    }
}

#[component]
pub(crate) fn PendingBar(
    /// True if there are unsaved changes.
    open: Signal<bool>,
    /// Summary, "2 changes in Retail north".
    words: Signal<String>,
    on_discard: Callback<()>,
    on_review: Callback<()>,
) -> impl IntoView {
    view! {
        <Show when=move || open.get()>
            <div class="pending" role="region" aria-label="Unsaved changes">
                <span class="dot" aria-hidden="true"></span><b>{move || words.get()}</b>
                <span class="grow"></span>
                <button type="button" on:click=move |_| on_discard.run(())>"Discard"</button>
                <button type="button" class="primary" on:click=move |_| on_review.run(())>"Review" <Keys id="review"/></button>
            </div>
        </Show>
    }
}

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
                    "Too late to cancel: already sent. The result appears here.".to_owned()
                }
                Err(failure) => failure.sentence,
            };
            shell.announce(&words);
            // The outcome may have replaced this button.
            let _ = status.try_set(words);
        });
    };
    view! {
        <button type="button" disabled=move || requested.get() title=move || requested.get().then_some("Already requested.") on:click=cancel>"Cancel"</button>
        <Seconds/>
        <span class="muted" role="status" aria-label="Cancelling">{move || status.get()}</span>
    }
}
