//! One line below the axis: the impact of the typed limits on past sales. The folded counts are below the line, except in a review.
//!
//! Real amounts behind the axis: the number of loaded sales in each column. A picture only; the fold has the numbers in words.

use leptos::prelude::*;
use tapline_contract::list::ListState;
use tapline_contract::replay::{BINS, Version};
use tapline_emv::Currency;

use super::fold::Fold;
use super::{Question, ReplayAnswer, Replays, replays, words};
use crate::effect::effect;
use crate::scale::{LINEAR, Scale, percent};
use crate::shell::{Shell, shell};
use crate::widgets::failure::{ReadAgain, is_in_banner};
use crate::widgets::moment::Seconds;
use crate::widgets::show::{Show, live};

/// Asks after every change of the question, and draws the answer.
#[component]
pub(crate) fn PastSales(
    /// `None` while limits or scheme are unreadable.
    question: Memo<Option<Question>>,
) -> impl IntoView {
    let shell = shell();
    let state = replays(shell);
    state.keep_trying(shell);
    effect(move || {
        // The merchants decide which sales count, so new merchants repeat the question.
        state.users.with(|_| ());
        if let Some(question) = question.get() {
            state.ask(shell, question);
        }
    });
    // Until its answer comes, a question about other configurations shows nothing.
    let answered = Memo::new(move |_| {
        let about = question.with(|question| question.as_ref().map(Question::about))?;
        state.answered.get().filter(|it| it.question.about() == about)
    });
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
            let basis = words::basis(found, state.scope_words(&answered));
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

/// Height of the drawing, in drawing units.
const HIGH: u32 = 100;

#[component]
pub(crate) fn Bars(#[prop(into)] scale: Signal<Scale>) -> impl IntoView {
    let state = replays(shell());
    let drawn = Memo::new(move |_| {
        state.answered.with(|answered| {
            let answered = answered.as_ref()?;
            // Several configurations share no axis.
            answered.question.only()?;
            let found = answered.found.as_ref().filter(|found| found.sales > 0)?;
            // A count for another axis is ignored: the count for this axis is coming.
            (answered.query.top == scale.get().top).then(|| path(&found.bins))
        })
    });
    live(move || drawn.get().map(|path| drawing(path, percent(LINEAR))))
}

/// A single path, for any number of sales. `width`: CSS width of the linear part of the axis.
pub(crate) fn drawing(path: String, width: String) -> AnyView {
    let places = format!("0 0 {BINS} {HIGH}");
    view! {
        <svg class="replay-bars" aria-hidden="true" style:width=width viewBox=places preserveAspectRatio="none"><path d=path></path></svg>
    }
    .into_any()
}

/// Columns from the bottom; the highest column fills the drawing.
pub(crate) fn path(bins: &[u32]) -> String {
    let most = u64::from(bins.iter().copied().max().unwrap_or(0).max(1));
    let column = |(at, count): (usize, &u32)| {
        // A single sale among many stays visible.
        let high = (u64::from(*count) * u64::from(HIGH)).div_ceil(most).max(2);
        format!("M{at}.1 {HIGH}v-{high}h.8v{high}z")
    };
    bins.iter().enumerate().filter(|(_, count)| **count > 0).map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn the_highest_column_is_as_high_as_the_drawing() {
        assert_eq!(path(&[0, 200, 1, 0]), "M1.1 100v-100h.8v100zM2.1 100v-2h.8v2z");
        assert_eq!(path(&[0, 0]), "");
    }
}
