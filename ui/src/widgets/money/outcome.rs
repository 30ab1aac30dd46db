//! The four results of a money call: done, refused, not sent, unconfirmed. Each says what it means and what to do next.

use leptos::prelude::*;
use tapline_contract::{Doubt, Evidence, Failure, FailureKind, Outcome};

use super::dialog::{Attempt, Author, Checking, Words};
use crate::ipc::engine;
use crate::widgets::copy;
use crate::widgets::dialog::DialogFoot;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::settled::proof;
use crate::widgets::show::live;

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
        (Evidence::Answer | Evidence::AnswerAlone, None) => " and accepted by the service",
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
        _ if is_refusal(&failure) => "Your input is kept, except the password.",
        FailureKind::Busy => "",
        _ => "It's safe to try again. Your input is kept, except the password.",
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

/// "Checked 3 times, not found yet". The failure's sentence says what was seen.
fn reads(times: u32, doubt: Doubt) -> String {
    let often = if times == 1 { "Checked once".to_owned() } else { format!("Checked {times} times") };
    if doubt == Doubt::Lost { format!("{often}, not found yet") } else { often }
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
            <DialogFoot keep="Close, keep checking" on_keep=on_close focus=false reason=Signal::stored(Some("Stays in Activity until resolved.".to_owned()))>
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
