//! The gateways' answers to a sign-on, an acceptance a line.

use leptos::prelude::*;
use tapline_contract::profile::{AcceptanceSignOn, ProfileId, SignOn};
use tapline_contract::{Evidence, Failure, Outcome};

use super::words::method_name;
use crate::change::ChangeState;
use crate::change::result::running;
use crate::ipc::{engine, hold};
use crate::shell::shell;
use crate::widgets::copy;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::settled::UnknownEffectNote;
use crate::widgets::show::live;

#[component]
pub(super) fn SignOnResults(id: ProfileId) -> impl IntoView {
    let flow = super::acts(shell()).sign_on;
    // The heading has the keyboard while the gateways answer, so the section stays afterwards.
    let begun = Memo::new(move |_| flow.begun(id.as_str()));
    let body = move || {
        let sentence = "Signing on. Waiting for the gateways…";
        match flow.state() {
            ChangeState::Idle => ().into_any(),
            ChangeState::Running => running(sentence.into_any(), untrack(|| flow.operation())),
            ChangeState::Over(outcome) => match *outcome {
                Outcome::Applied { answer: Some(answer), .. } => answered(&answer),
                Outcome::Applied { evidence, answer: None, .. } => without_answer(evidence),
                Outcome::NotApplied { failure } => refused(failure),
                Outcome::Unknown { since, failure, .. } => {
                    view! { <UnknownEffectNote since=since failure=failure/> }.into_any()
                }
                Outcome::Conflict { .. } => ().into_any(),
            },
        }
    };
    Effect::new(move |before: Option<bool>| {
        let is_over = begun.get().is_some() && flow.is_over();
        if before == Some(false) && is_over {
            hold::reveal(".sign-on");
        }
        is_over
    });
    live(move || {
        begun.get().map(|begun| {
            view! {
                <section class="sign-on" aria-label="Sign-on">
                    <h2 tabindex="-1">"Sign-on" <span class="muted">" started at " {engine::clock(begun)}</span></h2>
                    <div role="status" aria-label="Sign-on result">{live(body)}</div>
                </section>
            }
        })
    })
}

fn refused(failure: Failure) -> AnyView {
    view! { <FailureNote failure=failure><p><b>"No acceptance signed on."</b></p></FailureNote> }.into_any()
}

fn without_answer(evidence: Evidence) -> AnyView {
    let words = match evidence {
        Evidence::Person => "Resolved manually as done.",
        Evidence::Answer | Evidence::AnswerAlone | Evidence::ReadBack => {
            "The service confirmed it. The gateways' answers aren't available here."
        }
    };
    view! { <div class="note note-good"><Icon name="check"/><p><b>"Done. "</b>{words}</p></div> }.into_any()
}

fn answered(answer: &SignOn) -> AnyView {
    let all = &answer.acpt_sign_ons;
    let done = all.iter().filter(|one| verdict(one) == Verdict::Done).count();
    let heading = match (all.len(), done) {
        (0, _) => "Sent. The service listed no acceptances.".to_owned(),
        (1, 1) => "1 acceptance signed on.".to_owned(),
        (1, _) => "No acceptance signed on.".to_owned(),
        (all, done) if all == done => format!("All {all} acceptances signed on."),
        (all, done) => format!("{done} of {all} acceptances signed on."),
    };
    let rows = all.iter().map(row);
    view! {
        <p class="row"><b>{heading}</b></p>
        {(!all.is_empty()).then(|| view! {
            <div class="table-box" tabindex="0" role="region" aria-label="Sign-on of each acceptance">
                <table>
                    <thead><tr><th scope="col">"Acceptance"</th><th scope="col">"Sign-on"</th><th scope="col">"Host code"</th><th scope="col">"Message"</th><th scope="col">"Payment methods"</th></tr></thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
            <p class="muted">"Host codes and messages come from each acceptance's gateway."</p>
        })}
    }
    .into_any()
}

fn row(one: &AcceptanceSignOn) -> impl IntoView + use<> {
    let id = one.acpt_id.as_ref().map(ToString::to_string);
    let name = one.acpt_name.clone().unwrap_or_else(|| "Acceptance without a name".to_owned());
    let reason = one.result_reason.clone().unwrap_or_else(|| "no reason provided".to_owned());
    let (icon, class, word) = match verdict(one) {
        Verdict::Done => ("check", "with-icon good", "Signed on"),
        Verdict::Refused => ("error", "with-icon bad", "Failed"),
        Verdict::Unclear => ("warning", "with-icon warn", "Unclear"),
    };
    let methods = one.supported_payment.iter().flat_map(|texts| &texts.0).map(|method| method_name(method));
    view! {
        <tr>
            <th scope="row">{name}{id.map(|id| view! { <span class="under">{copy::id(id)}</span> })}</th>
            <td><span class=class><Icon name=icon/>{word}</span><span class="muted under">{reason}</span></td>
            <td class="mono">{text(one.host_resp_code.as_ref())}</td>
            <td>{text(one.host_resp_message.as_ref())}</td>
            <td>{methods.collect::<Vec<_>>().join(", ")}</td>
        </tr>
    }
}

fn text(member: Option<&String>) -> String {
    member.cloned().filter(|text| !text.is_empty()).unwrap_or_else(|| "none".to_owned())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Done,
    Refused,
    Unclear,
}

/// Words of `resultReason` are not documented. Host code 00 is the approval of ISO 8583; another code is none.
fn verdict(one: &AcceptanceSignOn) -> Verdict {
    let reason = one.result_reason.as_deref().map(str::to_uppercase).unwrap_or_default();
    match (one.host_resp_code.as_deref().unwrap_or_default(), reason.as_str()) {
        ("00", _) | ("", "SUCCESS") => Verdict::Done,
        ("", "") => Verdict::Unclear,
        _ => Verdict::Refused,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::record::Record;

    #[test]
    fn what_a_gateway_said_is_never_guessed_as_done() {
        for (raw, expected) in [
            (r#"{"resultReason":"SUCCESS","hostRespCode":"00"}"#, Verdict::Done),
            (r#"{"resultReason":"SUCCESS","hostRespCode":""}"#, Verdict::Done),
            (r#"{"resultReason":"DECLINED","hostRespCode":"58"}"#, Verdict::Refused),
            (r#"{"resultReason":"TIMEOUT","hostRespCode":""}"#, Verdict::Refused),
            (r"{}", Verdict::Unclear),
        ] {
            assert_eq!(verdict(&AcceptanceSignOn::read(raw).unwrap()), expected, "{raw}");
        }
    }
}
