//! One line below the axis: the impact of the typed limits on past sales. The folded counts are below the line, except in a review.
//!
//! Loaded sales behind the axis of the editor. A picture only; the fold has the numbers in words.

use leptos::prelude::*;
use tapline_contract::list::ListState;
use tapline_contract::replay::{BINS, Version};
use tapline_emv::Currency;

use super::fold::Fold;
use super::{Question, ReplayAnswer, Replays, replays, words};
use crate::effect::effect;
use crate::scale::Scale;
use crate::shell::{Shell, shell};
use crate::widgets::amount_bars::{AmountBars, BarChart, Series};
use crate::widgets::failure::{ReadAgain, is_in_banner};
use crate::widgets::moment::Seconds;
use crate::widgets::show::{Show, live};

/// Asks after every change of the question. Returns the answer; until it comes, a question about other configurations has none.
fn answers(shell: Shell, question: Memo<Option<Question>>) -> Memo<Option<ReplayAnswer>> {
    let state = replays(shell);
    state.keep_trying(shell);
    effect(move || {
        // The merchants decide which sales count, so new merchants repeat the question.
        state.users.with(|_| ());
        if let Some(question) = question.get() {
            state.ask(shell, question);
        }
    });
    Memo::new(move |_| {
        let about = question.with(|question| question.as_ref().map(Question::about))?;
        state.answered.get().filter(|it| it.question.about() == about)
    })
}

/// The line alone, for all changes of a change set.
#[component]
pub(crate) fn PastTotal(question: Memo<Option<Question>>) -> impl IntoView {
    let shell = shell();
    let answered = answers(shell, question);
    let line = move || question.get().map(|of| line_view(shell, replays(shell), Some(of), answered));
    view! { <div class="past-total" role="status" aria-label="Impact on past sales">{live(line)}</div> }
}

/// The line with its folded counts.
#[component]
pub(crate) fn PastSales(
    /// `None` while limits or scheme are unreadable.
    question: Memo<Option<Question>>,
) -> impl IntoView {
    let shell = shell();
    let (state, answered) = (replays(shell), answers(shell, question));
    // Amounts of several configurations may have several currencies.
    let is_told = |it: &ReplayAnswer| it.found.is_some() && it.question.currency().is_some();
    let has_fold = move || answered.with(|answered| answered.as_ref().is_some_and(is_told));
    view! {
        <section class="past-sales" aria-label="Past sales">
            <div class="past-line" role="status" aria-label="Impact on past sales">{move || line_view(shell, state, question.get(), answered)}</div>
            <Show when=has_fold><Fold answered=answered/></Show>
        </section>
    }
}

/// Entry of a review for a change that the editor asked about: the line, or a button that loads transactions. Absent for any other change.
#[component]
pub(crate) fn PastOfChange(
    key: Option<String>,
    currency: Currency,
    before: Version,
    after: Version,
) -> impl IntoView {
    let shell = shell();
    let state = replays(shell);
    state.keep_trying(shell);
    let answered = Memo::new(move |_| state.of_change(key.as_deref(), &currency, &before, &after));
    effect(move || {
        // The merchants decide which sales count.
        state.users.with(|_| ());
        if answered.with_untracked(Option::is_some) {
            state.ask_again(shell);
        }
    });
    let answer = move || {
        under_way(shell, state).or_else(|| {
            let answered = answered.get()?;
            let Some(found) = &answered.found else { return Some(none_loaded(shell, state, "this change")) };
            let basis = words::basis(found, &state.scope_words(&answered));
            Some(view! { <p>{words::line(found)} " " {basis}</p> }.into_any())
        })
    };
    view! {
        <Show when=move || answered.with(Option::is_some)>
            <dt>"Impact on past sales"</dt><dd><div role="status" aria-label="Impact on past sales">{live(answer)}</div></dd>
        </Show>
    }
}

/// Text in place of an answer: loading transactions, or the reason for the gap.
fn under_way(shell: Shell, state: Replays) -> Option<AnyView> {
    if let Some(loading) = state.loading.get() {
        return Some(progress(&loading));
    }
    state.failure.get().map(|failure| {
        let again = Callback::new(move |()| state.retry(shell));
        let answer = is_in_banner(&failure);
        let why = failure.sentence.clone();
        view! {
            <p class:bad=move || !answer.get() class:muted=answer>"Impact on past sales not loaded. "{move || (!answer.get()).then(|| why.clone())}</p>
            <ReadAgain failure=failure again=again/>
        }
        .into_any()
    })
}

/// `what`: "these limits".
fn none_loaded(shell: Shell, state: Replays, what: &str) -> AnyView {
    let load = move |_| state.load(shell);
    view! {
        <p class="muted">{format!("Load transactions to see the impact of {what} on past sales. ")}
            <button type="button" class="link" on:click=load>"Load transactions"</button></p>
    }
    .into_any()
}

fn line_view(
    shell: Shell,
    state: Replays,
    question: Option<Question>,
    answered: Memo<Option<ReplayAnswer>>,
) -> AnyView {
    if let Some(instead) = under_way(shell, state) {
        return instead;
    }
    if question.is_none() {
        return ().into_any();
    }
    match answered.get() {
        None => view! { <p class="muted">"Comparing with past sales…"</p> }.into_any(),
        Some(ReplayAnswer { found: None, .. }) => none_loaded(shell, state, "these limits"),
        Some(answered) => {
            let Some(found) = &answered.found else { return ().into_any() };
            // The parts of the answered question: the current question may still be running.
            let parts = &answered.question.parts;
            let changes = parts.iter().any(super::ConfigQuestion::is_changed);
            let is_saved = parts.iter().any(|part| part.before.is_some());
            let sentence = match is_saved {
                _ if found.sales == 0 => words::line(found),
                false => {
                    format!("{} on the axis. Nothing saved yet to compare with.", words::stand(found.sales))
                }
                true if !changes => {
                    format!("{} on the axis. Move a limit to see its impact.", words::stand(found.sales))
                }
                true => words::line(found),
            };
            let basis = words::basis(found, &state.scope_words(&answered));
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

/// Loaded sales behind the axis of the editor.
#[component]
pub(crate) fn SalesBars(#[prop(into)] scale: Signal<Scale>) -> impl IntoView {
    let state = replays(shell());
    let chart = Memo::new(move |_| {
        state.answered.with(|answered| {
            let answered = answered.as_ref()?;
            // Several configurations share no axis.
            answered.question.only()?;
            let found = answered.found.as_ref().filter(|found| found.sales > 0)?;
            let (scale, many) = (scale.get(), BINS as u64);
            // A count for another axis is ignored: the count for this axis is coming.
            (answered.query.top == scale.top).then(|| {
                let series = vec![Series { class: "amounts-all", name: "Sales".to_owned() }];
                let bin = |from: u64| usize::try_from(from * many / scale.top).unwrap_or(BINS);
                BarChart::over(scale, many, series, |from, to| {
                    vec![to.map_or(0, |_| found.bins.get(bin(from)).copied().unwrap_or(0))]
                })
            })
        })
    });
    let name = move || {
        let sales = state.answered.with(|it| it.as_ref().and_then(|it| Some(it.found.as_ref()?.sales)));
        format!("{} by amount", words::stand(sales.unwrap_or(0)))
    };
    view! { <AmountBars chart=chart scale=scale name=Signal::derive(name)/> }
}
