//! The dialog itself: connection, action and facts; then the fields, and after the single send its result ([`super::outcome`]).
//!
//! Enter is ignored at first, so that the key that opened the dialog does not send; the button is disabled after one press. Closing the
//! dialog drops its [`Attempt`], never the call: core carries it out, and [`super::open`] shows it on the page.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::history::OperationId;
use tapline_contract::{Endpoint, Failure, Outcome};

use super::fields::{Restated, restated};
use super::open::open_changes;
use super::outcome::{MoneyOutcome, OutcomePage, shown, word};
use crate::change::{ChangeFlow, ChangeState};
use crate::ipc::{self, engine};
use crate::shell::{Shell, shell};
use crate::widgets::dialog::{Dialog, DialogFoot, DialogPlace};
use crate::widgets::icon::Icon;
use crate::widgets::save_bar::CancelButton;
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
    /// Record that shows the outcome: "the transaction". `None`: no read shows it, so the call moves no money but a message.
    pub(crate) reads: Option<&'static str>,
    pub(crate) author: Author,
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
    facts: Vec<Restated>,
    /// A note shown before it is sent.
    #[prop(optional_no_strip)]
    hint: Option<String>,
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
    on_cleanup(move || open_changes(shell).read(shell));
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
    let hint = StoredValue::new(hint);
    let children = StoredValue::new(children);
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
    // Money has a red button, a message an ordinary one.
    let class = if words.reads.is_some() { "danger" } else { "primary" };
    let form = move || {
        let running = move || attempt.flow.is_running();
        view! {
            <form class="money-form" novalidate on:keydown=inert on:submit=submit>
                <fieldset disabled=running title=move || running().then_some("Already sending.")>
                    {hint.get_value().map(|hint| view! { <p class="with-icon muted"><Icon name="info"/>{hint}</p> })}{children.with_value(|children| children())}
                </fieldset>
                <DialogFoot keep=Signal::derive(move || if running() { "Close, keep checking" } else { words.keep }.to_owned()) on_keep=on_close focus=false
                    reason=Signal::derive(move || Some(if running() { "Tapline checks for other changes, sends once, then verifies." } else { words.consequence }.to_owned()))>
                    {move || running().then(|| view! { <CancelButton operation=attempt.operation()/> })}
                    <button type="submit" class=class disabled=running title=move || running().then_some("Already sending.")>
                        {move || if running() { view! { <Icon name="wait"/>"Sending…" }.into_any() } else { view! { {label.get()} {shell.on_live()} }.into_any() }}
                    </button>
                </DialogFoot>
            </form>
        }
    };
    view! {
        <Dialog open=true on_close=on_close title=title>
            <DialogPlace/>
            {live(move || restated(facts.get_value()))}
            <Show when=move || is_over.get() fallback=form>
                <OutcomePage attempt=attempt words=words sum=sum on_close=on_close/>
            </Show>
        </Dialog>
    }
}

/// A check that the person requested.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Checking {
    No,
    Running,
    Failed(Failure),
}

#[derive(Clone, Copy)]
pub(crate) struct Attempt {
    pub(super) flow: ChangeFlow<(), ()>,
    pub(super) checking: RwSignal<Checking>,
    on_change: Callback<()>,
}

impl Attempt {
    /// `on_change` runs when the page should read again: after the answer, and when the result changes.
    pub(crate) fn new(on_change: Callback<()>) -> Attempt {
        Attempt { flow: ChangeFlow::new(word), checking: RwSignal::new(Checking::No), on_change }
    }

    pub(crate) fn operation(self) -> OperationId {
        self.flow.operation()
    }

    pub(crate) fn is_typing(self) -> bool {
        self.flow.with(|state| *state == ChangeState::Idle)
    }

    /// Sends the call, once.
    pub(crate) fn send<E>(self, shell: Shell, id: E::Id, input: E::Input, seen: E::Seen)
    where
        E: Endpoint<Answer = Outcome<<E as Endpoint>::Output, <E as Endpoint>::Seen>>,
    {
        if !untrack(|| self.is_typing()) {
            return;
        }
        shell.announce("Sending.");
        let connection = shell.connection();
        let call = |operation| {
            let answer = ipc::api::<E>(connection, Some(operation), id, input, seen);
            async { Ok(shown(E::NAME, answer.await?)) }
        };
        let typed = async |outcome| shown(E::NAME, outcome);
        let arrived = move |outcome: &mut MoneyOutcome, before: &ChangeState<(), ()>| {
            let is_news = before.outcome().map(word) != Some(word(outcome));
            // Idle: the dialog is closed by now.
            if is_news && *before != ChangeState::Idle {
                self.on_change.try_run(());
                open_changes(shell).read(shell);
            }
        };
        self.flow.send(shell, call, typed, arrived, || false);
    }

    /// Goes back to the form, as a new operation.
    pub(super) fn again(self) {
        self.checking.set(Checking::No);
        self.flow.renew();
    }

    /// Asks core to read the service again now.
    pub(super) fn check_now(self) {
        self.checking.set(Checking::Running);
        spawn_local(async move {
            let checked = self.flow.check().await;
            // The dialog may be closed by now.
            let _ = self.checking.try_set(checked.err().map_or(Checking::No, Checking::Failed));
        });
    }
}
