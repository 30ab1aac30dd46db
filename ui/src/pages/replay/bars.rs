//! Real amounts behind the axis: the number of loaded sales in each column. A picture only; the fold has the numbers in words.

use leptos::prelude::*;
use tapline_contract::replay::BINS;

use super::replays;
use crate::scale::{LINEAR, Scale, percent};
use crate::shell::shell;
use crate::widgets::show::live;

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
