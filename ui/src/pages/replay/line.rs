//! One line below the axis: what the limits as typed would have done to past sales. Below it the counts, folded.

use leptos::prelude::*;
use tapline_contract::list::ListState;

use super::fold::Fold;
use super::{Question, Replays, replays, words};
use crate::effect::effect;
use crate::shell::{Shell, shell};
use crate::widgets::seconds::Seconds;
use crate::widgets::show::Show;

/// Asks whenever the question changes, and draws the answer.
#[component]
pub(crate) fn PastSales(
    /// `None` while limits or scheme cannot be read.
    question: Memo<Option<Question>>,
) -> impl IntoView {
    let shell = shell();
    let state = replays(shell);
    effect(move || {
        // Whose sales count is known only after merchants were read.
        state.users.with(|_| ());
        if let Some(question) = question.get() {
            state.ask(shell, question);
        }
    });
    // Of other configurations until the answer comes.
    let answered = Memo::new(move |_| {
        let about = question.with(|question| question.as_ref().map(Question::about))?;
        state.answered.get().filter(|it| it.question.about() == about)
    });
    // Amounts of several configurations may be in several currencies.
    let is_told = |it: &super::Answered| it.found.is_some() && it.question.only().is_some();
    let has_fold = move || answered.with(|answered| answered.as_ref().is_some_and(is_told));
    view! {
        <section class="past-sales" aria-label="Past sales">
            <div class="past-line" role="status" aria-label="Over past sales">{move || said(shell, state, question.get(), answered)}</div>
            <Show when=has_fold><Fold answered=answered/></Show>
        </section>
    }
}

fn said(
    shell: Shell,
    state: Replays,
    question: Option<Question>,
    answered: Memo<Option<super::Answered>>,
) -> AnyView {
    if let Some(loading) = state.loading.get() {
        return progress(&loading);
    }
    if let Some(failure) = state.failure.get() {
        let again = move |_| state.retry(shell);
        return view! {
            <p class="bad">"Past sales could not be compared. " {failure.sentence}
                " " <button type="button" class="link" on:click=again>"Try again"</button></p>
        }
        .into_any();
    }
    if question.is_none() {
        return ().into_any();
    }
    match answered.get() {
        None => view! { <p class="muted">"Comparing with past sales…"</p> }.into_any(),
        Some(super::Answered { found: None, .. }) => {
            let load = move |_| state.load(shell);
            view! {
                <p class="muted">"No transactions are loaded, so these limits cannot be compared with past sales. "
                    <button type="button" class="link" on:click=load>"Load transactions"</button></p>
            }
            .into_any()
        }
        Some(answered) => {
            let Some(found) = &answered.found else { return ().into_any() };
            // Of the question that was answered: the one of now may still be on its way.
            let parts = &answered.question.parts;
            let changes = parts.iter().any(super::Part::is_changed);
            let is_saved = parts.iter().any(|part| part.before.is_some());
            let sentence = match is_saved {
                _ if found.sales == 0 => words::line(found),
                false => format!(
                    "{} behind the axis. Nothing is saved yet to compare them with.",
                    words::stand(found.sales)
                ),
                true if !changes => format!(
                    "{} behind the axis. Move a limit to see what it would have done.",
                    words::stand(found.sales)
                ),
                true => words::line(found),
            };
            let basis = words::basis(found, state.scope_words(&answered));
            view! { <p><b class:muted=!changes>{sentence}</b> " " <span class="muted">{basis}</span></p> }
                .into_any()
        }
    }
}

fn progress(loading: &ListState) -> AnyView {
    let of = loading.total.map(|total| format!(" of {total}")).unwrap_or_default();
    let list = loading.list;
    view! {
        <p class="muted">{format!("Loading transactions: {}{of}… ", loading.loaded)}<Seconds/>
            " " <button type="button" class="link" on:click=move |_| Replays::stop(list)>"Stop"</button></p>
    }
    .into_any()
}
