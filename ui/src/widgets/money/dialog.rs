//! The dialog itself: connection, action and facts; then the fields, and after the single send one of four results, each with its meaning
//! and what to do next: done, refused, not sent, unconfirmed.
//!
//! Enter is ignored at first, so that the key that opened the dialog does not send; the button is disabled after one press. Closing the
//! dialog drops its [`Attempt`], never the call: core carries it out, and [`super::open`] shows it on the page.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::history::OperationId;
use tapline_contract::{Doubt, Endpoint, Evidence, Failure, FailureKind, Outcome};

use super::fields::{Restated, restated};
use super::open::open_changes;
use crate::change::{ChangeFlow, ChangeState};
use crate::ipc::{self, engine};
use crate::shell::{Shell, shell};
use crate::widgets::copy;
use crate::widgets::dialog::{Dialog, DialogFoot, DialogPlace};
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::save_bar::CancelButton;
use crate::widgets::settled::proof;
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
                <DialogFoot keep=Signal::derive(move || if running() { "Close, keep watching" } else { words.keep }.to_owned()) on_keep=on_close focus=false
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

/// The outcome without the service's answer. A conflict before sending is a call that was not applied.
pub(super) type MoneyOutcome = Outcome<(), ()>;

pub(super) fn shown<V, R>(call: &str, outcome: Outcome<V, R>) -> MoneyOutcome {
    match outcome.map(drop, drop) {
        Outcome::Conflict { sent: false, .. } => Outcome::NotApplied { failure: conflict(call) },
        outcome => outcome,
    }
}

/// True if the service said no. Otherwise nothing reached the service that it could have carried out.
pub(super) fn is_refusal(failure: &Failure) -> bool {
    matches!(failure.kind, FailureKind::Refused | FailureKind::Unauthorized)
}

/// For headings and screen readers.
pub(super) fn word(outcome: &MoneyOutcome) -> &'static str {
    match outcome {
        Outcome::Applied { .. } => "Done",
        Outcome::NotApplied { failure } if is_refusal(failure) => "Refused",
        Outcome::NotApplied { .. } => "Not sent",
        Outcome::Conflict { .. } => "Conflict",
        Outcome::Unknown { doubt, .. } => doubt.word(),
    }
}

/// The record is no longer as the person saw it.
fn conflict(call: &str) -> Failure {
    let sentence = "Someone else changed it meanwhile. Check its current state, then decide again.";
    Failure::new(FailureKind::Busy, call, sentence)
}

#[component]
pub(super) fn OutcomePage(
    attempt: Attempt,
    words: &'static Words,
    sum: Signal<String>,
    on_close: Callback<()>,
) -> impl IntoView {
    live(move || {
        attempt.flow.state().outcome().cloned().map(|outcome| {
            let heading = heading(&outcome);
            let buttons = view! { <Buttons attempt=attempt words=words on_close=on_close outcome=outcome.clone()/> };
            let body = match outcome {
                Outcome::Applied { evidence, .. } => view! { <p><b>{words.done} {sum.get()}</b>{proven(words, evidence)} ", " {engine::clock(engine::now())} "."</p> }.into_any(),
                Outcome::NotApplied { failure } => refused(failure),
                Outcome::Unknown { since, checks, given_up, doubt, failure, .. } => view! {
                    <Unknown attempt=attempt words=words since=since checks=checks given_up=given_up doubt=doubt failure=failure/>
                }
                .into_any(),
                Outcome::Conflict { .. } => view! { <p><b>"Sent, but the service shows another state. Check it before you do anything else."</b></p> }.into_any(),
            };
            view! { <div class="money-outcome" role="status" aria-label="Result">{heading}{body}</div>{buttons} }
        })
    })
}

/// A call that no read shows was not read back.
fn proven(words: &Words, evidence: Evidence) -> &'static str {
    match (evidence, words.reads) {
        (Evidence::Answer | Evidence::AnswerAlone, None) => " by the service",
        // Only for a refund can a read show who made it.
        (Evidence::ReadBack, Some(_)) if words.author == Author::NotShown => {
            ". No clear answer, but the service shows it, perhaps by someone else"
        }
        _ => proof(evidence),
    }
}

fn heading(outcome: &MoneyOutcome) -> impl IntoView + use<> {
    let (icon, class) = match outcome {
        Outcome::Applied { .. } => ("check", "verdict good"),
        Outcome::NotApplied { failure } if is_refusal(failure) => ("error", "verdict bad"),
        Outcome::NotApplied { .. } | Outcome::Conflict { .. } => ("warning", "verdict warn"),
        Outcome::Unknown { .. } => ("wait", "verdict warn"),
    };
    view! { <h3 class=class><Icon name=icon/>{word(outcome)}</h3> }
}

fn refused(failure: Failure) -> AnyView {
    let words = match failure.kind {
        _ if is_refusal(&failure) => "What you typed is kept, except the password.",
        FailureKind::Busy => "",
        _ => "It's safe to try again. What you typed is kept, except the password.",
    };
    view! { <FailureNote failure=failure><p>{words}</p></FailureNote> }.into_any()
}

#[component]
fn Unknown(
    attempt: Attempt,
    words: &'static Words,
    since: String,
    checks: u32,
    given_up: bool,
    doubt: Doubt,
    failure: Failure,
) -> impl IntoView {
    let rule = if words.reads.is_none() || doubt == Doubt::Lost {
        format!("No clear answer. {}", words.maybe)
    } else {
        doubt.words().to_owned()
    };
    let read = match (words.reads, checks, given_up) {
        (None, ..) => "Tapline can't check this.".to_owned(),
        (Some(thing), 0, false) => format!("Tapline keeps checking {thing}."),
        (Some(thing), many, false) => format!("{}. Tapline keeps checking {thing}.", reads(many, doubt)),
        (Some(_), many, true) => {
            format!("{}. Check once more, or resolve it manually in Activity.", reads(many, doubt))
        }
    };
    let checked = move || match attempt.checking.get() {
        Checking::No => String::new(),
        Checking::Running => "Checking…".to_owned(),
        Checking::Failed(failure) => format!("The check failed. {}", failure.sentence),
    };
    let operation = attempt.operation().0;
    let request = match failure.request_id.clone() {
        Some(id) => view! { "request " {copy::id(id)} }.into_any(),
        None => "no request id".into_any(),
    };
    view! {
        <p><b>{rule}</b></p>
        <ol class="money-steps">
            <li><Icon name="check"/><span>"Sent " {engine::local_time(&since)} ". Tapline won't send it again."</span></li>
            <li><Icon name="wait"/><span>{read}</span></li>
        </ol>
        <p class="warn">{live(checked)}</p>
        <div class="say"><p class="muted">"Say to the merchant"</p><blockquote>{words.say}</blockquote></div>
        <details><summary>"Details"</summary><p>{failure.sentence}</p>
            <p class="details">"Operation " {copy::id(operation)}<span>{request}</span></p></details>
    }
}

/// "Checked 3 times, no trace yet". The failure's sentence says what was seen.
fn reads(times: u32, doubt: Doubt) -> String {
    let often = if times == 1 { "Checked once".to_owned() } else { format!("Checked {times} times") };
    if doubt == Doubt::Lost { format!("{often}, no trace yet") } else { often }
}

#[component]
fn Buttons(
    attempt: Attempt,
    words: &'static Words,
    on_close: Callback<()>,
    outcome: MoneyOutcome,
) -> impl IntoView {
    let checking = move || attempt.checking.get() == Checking::Running;
    match outcome {
        Outcome::Applied { .. } => view! {
            <DialogFoot keep="Close" on_keep=on_close focus=false/>
        }
        .into_any(),
        Outcome::NotApplied { .. } | Outcome::Conflict { .. } => view! {
            <DialogFoot keep=Signal::stored(words.keep.to_owned()) on_keep=on_close focus=false>
                <button type="button" class="primary" on:click=move |_| attempt.again()>"Back to the form"</button>
            </DialogFoot>
        }
        .into_any(),
        Outcome::Unknown { .. } => view! {
            <DialogFoot keep="Close, keep watching" on_keep=on_close focus=false reason=Signal::stored(Some("Stays in Activity until resolved.".to_owned()))>
                {words.reads.map(|_| view! {
                    <button type="button" class="primary" disabled=checking title=move || checking().then_some("Checking…") on:click=move |_| attempt.check_now()>"Check now"</button>
                })}
            </DialogFoot>
        }
        .into_any(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_has_its_page() {
        type Any = Outcome<(), ()>;
        let failure = |kind| Failure::new(kind, "VoidTransaction", "s");
        let unknown = |doubt| Any::Unknown {
            since: "2026-11-03T13:58:00Z".to_owned(),
            checks: 2,
            given_up: false,
            doubt,
            shows: String::new(),
            failure: failure(FailureKind::Interrupted),
        };
        for (outcome, word) in [
            (Any::Applied { evidence: Evidence::ReadBack, answer: None, record: () }, "Done"),
            (Any::NotApplied { failure: failure(FailureKind::Refused) }, "Refused"),
            (Any::NotApplied { failure: failure(FailureKind::Unauthorized) }, "Refused"),
            (Any::NotApplied { failure: failure(FailureKind::Unreachable) }, "Not sent"),
            (Any::NotApplied { failure: failure(FailureKind::Busy) }, "Not sent"),
            (Any::Conflict { theirs: (), sent: false }, "Not sent"),
            (Any::Conflict { theirs: (), sent: true }, "Conflict"),
            (unknown(Doubt::Lost), "Unconfirmed"),
            (unknown(Doubt::NotShown), "Unconfirmed"),
            (unknown(Doubt::Pending), "Pending"),
            (unknown(Doubt::Declined), "Shown as declined"),
        ] {
            assert_eq!(super::word(&shown("VoidTransaction", outcome)), word);
        }
    }
}
