//! Closing a call of unknown outcome by hand: someone found out elsewhere what became of it. Nothing is sent.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::CloseOperation;
use tapline_contract::history::{Closing, Found, OperationId};

use crate::ipc::{self, engine};
use crate::shell::shell;
use crate::widgets::dialog::Dialog;
use crate::widgets::failure::FailureNote;
use crate::widgets::text_field::TextField;

/// What is typed, and what it says.
const WORDS: [(&str, Found); 2] = [("applied", Found::Done), ("not applied", Found::NotDone)];

fn found(typed: &str) -> Option<Found> {
    let typed = typed.trim().to_lowercase();
    WORDS.iter().find(|(word, _)| *word == typed).map(|(_, found)| *found)
}

#[component]
pub(crate) fn CloseByHand(
    operation: OperationId,
    /// "Refund 5.00 EUR"
    name: String,
    /// Closed, or not.
    on_close: Callback<()>,
) -> impl IntoView {
    let shell = shell();
    let (typed, note) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let (asked, running) = (RwSignal::new(false), RwSignal::new(false));
    let failure = RwSignal::new(None::<Failure>);
    let bad_word = Signal::derive(move || {
        found(&typed.get()).is_none().then(|| "What became of it: type applied or not applied.".to_owned())
    });
    let bad_note = Signal::derive(move || {
        let sentence = "How you know is empty. Write for example Seen on the merchant's statement of 3 May.";
        note.with(|note| note.trim().is_empty()).then(|| sentence.to_owned())
    });
    engine::later(30, || engine::focus("#close-found", "dialog[open] h2"));
    let close = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        asked.set(true);
        let Some(found) = found(&typed.get_untracked()) else {
            return engine::focus("#close-found", "dialog[open] h2");
        };
        if bad_note.get_untracked().is_some() {
            return engine::focus("#close-note", "dialog[open] h2");
        }
        if running.get_untracked() {
            return;
        }
        running.set(true);
        let closing = Closing { operation: operation.clone(), found, note: note.get_untracked() };
        spawn_local(async move {
            match ipc::command::<CloseOperation>(closing).await {
                Ok(_) => {
                    shell.say("Closed by hand.");
                    on_close.try_run(());
                }
                Err(refused) => {
                    let _ = (running.try_set(false), failure.try_set(Some(refused)));
                }
            }
        });
    };
    let close = StoredValue::new(close);
    view! {
        <Dialog open=true on_close=on_close title=format!("Close by hand: {name}")>
            <p>"Only for who found out elsewhere what became of it. Tapline sends nothing and stops reading; what you write here stays in the history."</p>
            <form class="money-form" novalidate on:submit=move |event| close.with_value(|close| close(event))>
                <fieldset disabled=move || running.get()>
                    <TextField id="close-found" label="What became of it" value=typed on_text=Callback::new(move |text| typed.set(text))
                        error=bad_word at_once=asked hint="Type applied or not applied.".to_owned()/>
                    <TextField id="close-note" label="How you know" value=note on_text=Callback::new(move |text| note.set(text)) error=bad_note at_once=asked/>
                </fieldset>
                {move || failure.get().map(|failure| view! { <FailureNote failure=failure/> })}
                <div class="money-foot"><p class="muted">"Cannot be undone."</p>
                    <button type="button" on:click=move |_| on_close.run(())>"Keep it open"</button>
                    <button type="submit" class="danger" disabled=move || running.get() title=move || running.get().then_some("It is being written.")>
                        {move || match found(&typed.get()) {
                            Some(Found::Done) => "Close as applied",
                            Some(Found::NotDone) => "Close as not applied",
                            None => "Close by hand",
                        }}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_two_words_count() {
        assert_eq!((found(" Applied "), found("not applied")), (Some(Found::Done), Some(Found::NotDone)));
        assert_eq!((found(""), found("done"), found("not")), (None, None, None));
    }
}
