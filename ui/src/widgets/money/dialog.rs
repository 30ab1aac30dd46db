//! The dialog itself: connection, action and facts; then the fields, and after the single send one of four results.
//!
//! Enter is ignored at first, so that the key that opened the dialog does not send; the button is disabled after one press.

use leptos::prelude::*;
use tapline_contract::shown::visible;

use super::attempt::Attempt;
use super::outcome::OutcomePage;
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::cancel::CancelButton;
use crate::widgets::dialog::Dialog;
use crate::widgets::icon::Icon;
use crate::widgets::show::{Show, live};

/// Milliseconds for which Enter does nothing.
const INERT: f64 = 600.0;

/// The words for one kind of call.
#[derive(Debug)]
pub(crate) struct Words {
    /// "Refunded"
    pub(crate) done: &'static str,
    /// "The refund may have happened."
    pub(crate) maybe: &'static str,
    /// "Close without refunding"
    pub(crate) keep: &'static str,
    /// Beside the buttons: "Cannot be undone."
    pub(crate) consequence: &'static str,
    /// Sentence for the merchant while the outcome is unconfirmed.
    pub(crate) say: &'static str,
    /// Record that shows the outcome: "the transaction". `None`: no read shows it.
    pub(crate) reads: Option<&'static str>,
    pub(crate) author: Author,
    pub(crate) moves: Moves,
}

/// Object of the call: money has a red button, a message an ordinary one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moves {
    Money,
    Message,
}

impl Moves {
    fn class(self) -> &'static str {
        match self {
            Moves::Money => "danger",
            Moves::Message => "primary",
        }
    }
}

/// Proof that this call did it, and not another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Author {
    /// The mark in a refund's reason is the proof.
    Marked,
    NotShown,
}

#[component]
pub(crate) fn MoneyDialog(
    on_close: Callback<()>,
    /// Verb, amount, currency: "Refund 23.10 EUR".
    #[prop(into)]
    title: Signal<String>,
    /// Text of the button; " on LIVE" is added.
    #[prop(into)]
    label: Signal<String>,
    /// Facts about the record, restated.
    facts: Vec<(&'static str, String)>,
    words: &'static Words,
    /// The amount in the confirmation: " 58 JPY". Empty where none is known.
    #[prop(into, optional)]
    sum: Signal<String>,
    attempt: Attempt,
    /// Checks what is typed, and sends.
    on_send: Callback<()>,
    /// Selector of the element that gets the focus first.
    #[prop(into)]
    first: String,
    /// The fields.
    children: ChildrenFn,
) -> impl IntoView {
    let shell = shell();
    let opened = engine::now();
    let first = StoredValue::new(format!("dialog[open] {first}"));
    engine::focus_soon(30, &first.try_get_value().unwrap_or_default(), "dialog[open] h2");
    // After a refusal the form gets the focus again.
    let is_over = Memo::new(move |_| attempt.flow.is_over());
    Effect::new(move |before: Option<bool>| {
        let now = is_over.get();
        match (before, now) {
            (Some(false), true) => {
                engine::focus_soon(0, "dialog[open] .verdict", "dialog[open] h2");
            }
            (Some(true), false) => {
                let first = first.get_value();
                engine::focus_soon(0, &first, "dialog[open] h2");
            }
            _ => {}
        }
        now
    });
    let facts = StoredValue::new(facts);
    let children = StoredValue::new(children);
    let place = move || {
        let live = shell.session.with(|s| s.as_ref().map(|s| s.connection.environment.word()));
        live.filter(|word| *word == "LIVE").map(|word| format!(" on {word}")).unwrap_or_default()
    };
    let where_it_is = move || {
        shell.session.get().map(|session| {
            view! {
                <p class="dialog-where">{visible(&session.connection.name).into_owned()} ", owner " {visible(&session.owner).into_owned()}</p>
            }
        })
    };
    let restated = move || {
        let row = |(name, value): (&'static str, String)| view! { <div><dt>{name}</dt><dd>{visible(&value).into_owned()}</dd></div> };
        view! { <dl class="restated">{facts.get_value().into_iter().map(row).collect_view()}</dl> }
    };
    let inert = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Enter" && (event.repeat() || engine::now() - opened < INERT) {
            event.prevent_default();
        }
    };
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if attempt.is_typing() {
            on_send.run(());
        }
    };
    let form = move || {
        let running = move || attempt.flow.is_running();
        view! {
            <form class="money-form" novalidate on:keydown=inert on:submit=submit>
                <fieldset disabled=running title=move || running().then_some("It is on its way.")>{children.with_value(|children| children())}</fieldset>
                <div class="money-foot">
                    <p class="muted">{move || if running() { "Read and compared, then sent once, then read again." } else { words.consequence }}</p>
                    {move || running().then(|| view! { <CancelButton operation=attempt.operation()/> })}
                    <button type="button" on:click=move |_| on_close.run(())>{move || if running() { "Close, keep watching" } else { words.keep }}</button>
                    <button type="submit" class=words.moves.class() disabled=running title=move || running().then_some("It is on its way.")>
                        {move || if running() { view! { <Icon name="wait"/>"Sending…" }.into_any() } else { view! { {label.get()} {place()} }.into_any() }}
                    </button>
                </div>
            </form>
        }
    };
    view! {
        <Dialog open=true on_close=on_close title=title>
            {live(where_it_is)}
            {live(restated)}
            <Show when=move || is_over.get() fallback=form>
                <OutcomePage attempt=attempt words=words sum=sum on_close=on_close/>
            </Show>
        </Dialog>
    }
}
