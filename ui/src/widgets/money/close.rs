//! Closes a call of unknown outcome by hand, after someone found out elsewhere how it ended. Nothing is sent.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::CloseOperation;
use tapline_contract::history::{Closing, ManualResult, OperationId};

use crate::ipc::{self, engine};
use crate::shell::shell;
use crate::widgets::choice::{ChoiceRow, plain};
use crate::widgets::dialog::Dialog;
use crate::widgets::failure::FailureNote;
use crate::widgets::show::live;
use crate::widgets::text_field::TextField;

/// The two outcomes that a person can find out.
const ENDS: [(Option<ManualResult>, &str); 2] =
    [(Some(ManualResult::Done), "Applied"), (Some(ManualResult::NotDone), "Not applied")];

#[component]
pub(crate) fn CloseByHand(
    operation: OperationId,
    /// "Refund 5.00 EUR"
    name: String,
    /// Runs when the dialog closes, whether or not the call was closed.
    on_close: Callback<()>,
) -> impl IntoView {
    let shell = shell();
    let (found, note) = (RwSignal::new(None::<ManualResult>), RwSignal::new(String::new()));
    let (asked, running) = (RwSignal::new(false), RwSignal::new(false));
    let failure = RwSignal::new(None::<Failure>);
    let not_chosen =
        move || (asked.get() && found.with(Option::is_none)).then_some("Choose what became of it.");
    let bad_note = Signal::derive(move || {
        let sentence =
            "How you know is empty. Write, for example, Seen on the merchant's statement of 3 May.";
        note.with(|note| note.trim().is_empty()).then(|| sentence.to_owned())
    });
    let choice = "input[name=close-found]";
    let to_choice = move || engine::focus(choice, "dialog[open] h2");
    engine::focus_soon(30, choice, "dialog[open] h2");
    let close = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        asked.set(true);
        let Some(found) = found.get_untracked() else { return to_choice() };
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
                    shell.toast("Closed by hand.");
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
            <p>"Use this if you found out elsewhere what became of it. Tapline sends nothing and stops checking; what you write here stays in the history."</p>
            <form class="money-form" novalidate on:submit=move |event| close.with_value(|close| close(event))>
                <fieldset disabled=move || running.get() title=move || running.get().then_some("It is being written.")>
                    <div class="field"><span class="label">"What became of it"</span><div class="field-body">
                        <ChoiceRow label="What became of it" name="close-found" choices=plain(ENDS)
                            chosen=found.into() choose=Callback::new(move |chosen| found.set(chosen))/>
                        <p class="says bad" role="alert">{live(not_chosen)}</p>
                    </div></div>
                    <TextField id="close-note" label="How you know" value=note on_text=Callback::new(move |text| note.set(text)) error=bad_note at_once=asked/>
                </fieldset>
                {move || failure.get().map(|failure| view! { <FailureNote failure=failure/> })}
                <div class="money-foot"><p class="muted">"Cannot be undone."</p>
                    <button type="button" on:click=move |_| on_close.run(())>"Keep it open"</button>
                    <button type="submit" class="danger" disabled=move || running.get() title=move || running.get().then_some("It is being written.")>
                        {move || match found.get() {
                            Some(ManualResult::Done) => "Close as applied",
                            Some(ManualResult::NotDone) => "Close as not applied",
                            None => "Close by hand",
                        }}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
