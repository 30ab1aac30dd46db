//! The four ends of a call that moves money, each with what it means and what to do next.

use leptos::prelude::*;
use tapline_contract::{Doubt, Evidence, Failure, FailureKind, Outcome};

use super::attempt::{Attempt, Checking};
use super::dialog::{Author, Words};
use super::verdict::{MoneyOutcome, is_refusal, word};
use crate::ipc::engine;
use crate::widgets::copy::CopyButton;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::settled::proof;
use crate::widgets::show::live;

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
                Outcome::Applied { evidence, .. } => view! { <p><b>{words.done} {sum.get()} ". "</b>{proven(words, evidence)} " at " {engine::clock(engine::now())} "."</p> }.into_any(),
                Outcome::NotApplied { failure } => refused(failure),
                Outcome::Unknown { since, checks, given_up, doubt, failure, .. } => view! {
                    <Unknown attempt=attempt words=words since=since checks=checks given_up=given_up doubt=doubt failure=failure/>
                }
                .into_any(),
                Outcome::Conflict { .. } => ().into_any(),
            };
            view! { <div class="money-outcome" role="status" aria-label="Result">{heading}{body}</div>{buttons} }
        })
    })
}

/// A call that no read shows was not read back.
fn proven(words: &Words, evidence: Evidence) -> &'static str {
    match (evidence, words.reads) {
        (Evidence::Answer, None) => "The service confirmed it",
        // Only for a refund can a read show who made it.
        (Evidence::ReadBack, Some(_)) if words.author == Author::NotShown => {
            "The answer didn't confirm it, but reading the service shows it. Who did it cannot be read"
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
        _ if is_refusal(&failure) => "What you typed is kept; a password is not.",
        FailureKind::Busy => "",
        _ => "It is safe to try again. What you typed is kept; a password is not.",
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
    let rule = match words.reads {
        Some(thing) if doubt == Doubt::Lost => format!(
            "The answer got lost. {} Tapline does not send it again; it reads {thing} until it knows.",
            words.maybe
        ),
        Some(thing) => {
            format!("{} Tapline does not send it again; it reads {thing} until it knows.", doubt.words())
        }
        None => format!(
            "The answer got lost. {} Tapline does not send it again, and nothing that can be read shows it.",
            words.maybe
        ),
    };
    let read = words.reads.map(|thing| match (checks, given_up) {
        (0, false) if doubt == Doubt::Lost => {
            format!("Not read since. Tapline reads {thing} by itself; Check now reads it at once.")
        }
        // It was read right after the answer; the result stands above.
        (0, false) => format!("Tapline reads {thing} again by itself; Check now reads it at once."),
        (many, false) => format!("{}. Tapline reads {thing} again by itself.", reads(many, doubt, " yet")),
        (many, true) => format!(
            "{}. Tapline does not read by itself any more; Check now reads once more, and who finds out elsewhere closes it by hand.",
            reads(many, doubt, "")
        ),
    });
    let checked = move || match attempt.checking.get() {
        Checking::No => String::new(),
        Checking::Running => "Reading now…".to_owned(),
        Checking::Failed(failure) => format!("The check did not get through. {}", failure.sentence),
    };
    let operation = attempt.operation().0;
    let request = match &failure.request_id {
        Some(id) => format!("request {id}"),
        None => "no request id was received".to_owned(),
    };
    view! {
        <p><b>{rule}</b></p>
        <ol class="money-steps">
            <li><Icon name="check"/><span>"Sent on " {engine::local_time(&since)}</span></li>
            <li><Icon name="warning"/><span>{failure.sentence}</span></li>
            {read.map(|read| view! { <li><Icon name="wait"/><span>{read}</span></li> })}
        </ol>
        <p class="warn">{live(checked)}</p>
        <div class="say"><p class="muted">"To say to the merchant"</p><blockquote>{words.say}</blockquote></div>
        <p class="details">"Operation " <code>{operation.clone()}</code><CopyButton text=operation/><span>{request}</span></p>
    }
}

/// "Read 3 times: no trace of it yet". The failure's sentence says what was seen.
fn reads(times: u32, doubt: Doubt, yet: &str) -> String {
    let often = if times == 1 { "Read once".to_owned() } else { format!("Read {times} times") };
    if doubt == Doubt::Lost { format!("{often}: no trace of it{yet}") } else { format!("{often} since") }
}

#[component]
fn Buttons(
    attempt: Attempt,
    words: &'static Words,
    on_close: Callback<()>,
    outcome: MoneyOutcome,
) -> impl IntoView {
    let close = move |_| on_close.run(());
    let checking = move || attempt.checking.get() == Checking::Running;
    match outcome {
        Outcome::Applied { .. } => view! {
            <div class="money-foot"><p></p><button type="button" class="primary" on:click=close>"Close"</button></div>
        }
        .into_any(),
        Outcome::NotApplied { .. } | Outcome::Conflict { .. } => view! {
            <div class="money-foot"><p></p>
                <button type="button" on:click=close>{words.keep}</button>
                <button type="button" class="primary" on:click=move |_| attempt.again()>"Back to the form"</button>
            </div>
        }
        .into_any(),
        Outcome::Unknown { .. } => view! {
            <div class="money-foot"><p class="muted">"Stays in Activity until it is known."</p>
                <button type="button" on:click=close>"Close, keep watching"</button>
                {words.reads.map(|_| view! {
                    <button type="button" class="primary" disabled=checking title=move || checking().then_some("It is being read.") on:click=move |_| attempt.check_now()>"Check now"</button>
                })}
            </div>
        }
        .into_any(),
    }
}
