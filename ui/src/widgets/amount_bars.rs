//! Bars over an amount axis: counts of records by amount, stacked by outcome, and a table with the same figures.
//!
//! A picture and its twin: [`AmountBars`] is for the eye, [`AmountTable`] has every number in words. Nothing is counted or fetched here. One SVG
//! path per series, so the cost of drawing doesn't grow with the number of records.

use std::fmt::Write as _;

use leptos::prelude::*;
use tapline_emv::Currency;

use super::grid::column::counted;
use super::show::live;
use crate::scale::{BEYOND, Scale};

/// Width and height of the drawing, in drawing units.
const WIDE: f64 = 10_000.0;
const HIGH: u64 = 1_000;
/// Part of a bar's width that stays empty at its right side.
const GAP: f64 = 0.14;

/// Counts of the amounts from `from` on, below `to`; without `to` all above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bar {
    /// Minor units.
    pub(crate) from: u64,
    pub(crate) to: Option<u64>,
    /// One count per series, in their order.
    pub(crate) counts: Vec<u32>,
}

/// One kind of records: a fill of the drawing and a column of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Series {
    /// CSS class of the fill: `amounts-all` or `amounts-changed`.
    pub(crate) class: &'static str,
    pub(crate) name: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BarChart {
    /// Ascending, without overlap.
    pub(crate) bars: Vec<Bar>,
    /// From the bottom up.
    pub(crate) series: Vec<Series>,
}

impl BarChart {
    /// `many` bars of equal width over the linear part of the axis, and one for everything above. `count` returns one count per series.
    pub(crate) fn over(
        scale: Scale,
        many: u64,
        series: Vec<Series>,
        count: impl Fn(u64, Option<u64>) -> Vec<u32>,
    ) -> BarChart {
        let edge = |at: u64| (u128::from(scale.top) * u128::from(at)).div_ceil(u128::from(many));
        let edge = |at: u64| u64::try_from(edge(at)).unwrap_or(scale.top);
        let mut bars: Vec<Bar> = (0..many)
            .map(|at| (edge(at), Some(edge(at + 1))))
            .filter(|(from, to)| Some(*from) < *to)
            .chain([(scale.top, None)])
            .map(|(from, to)| Bar { from, to, counts: count(from, to) })
            .collect();
        bars.retain(|bar| bar.counts.iter().any(|count| *count > 0));
        BarChart { bars, series }
    }

    /// Path of each series. The highest bar is as high as the drawing.
    fn paths(&self, scale: Scale) -> Vec<String> {
        let most = self.bars.iter().map(Bar::total).max().unwrap_or(0).max(1);
        let mut paths = vec![String::new(); self.series.len()];
        for bar in &self.bars {
            let (left, wide) = bar.place(scale);
            let (mut below, mut base) = (0, 0);
            for (path, count) in paths.iter_mut().zip(&bar.counts) {
                below += u64::from(*count);
                let top = height(below, most);
                if *count > 0 {
                    // A single record among many stays visible.
                    let high = (top - base).max(HIGH / 50);
                    let foot = HIGH - base;
                    // Writing into a text never fails.
                    let _ = write!(path, "M{left:.0} {foot}v-{high}h{wide:.0}v{high}z");
                }
                base = top;
            }
        }
        paths
    }
}

impl Bar {
    fn total(&self) -> u64 {
        self.counts.iter().map(|count| u64::from(*count)).sum()
    }

    /// Left side and width, in drawing units.
    fn place(&self, scale: Scale) -> (f64, f64) {
        let (from, to) = match self.to {
            Some(to) => (scale.at(self.from), scale.at(to)),
            None => (BEYOND, 1.0),
        };
        (from * WIDE, ((to - from) * WIDE * (1.0 - GAP)).max(1.0))
    }

    /// "25.00 to 29.99 EUR"; "above 300.00 EUR".
    fn words(&self, currency: &Currency) -> String {
        match self.to {
            Some(to) if to - self.from == 1 => currency.money(self.from),
            Some(to) => format!("{} to {}", currency.figure(self.from), currency.money(to - 1)),
            None => format!("from {}", currency.money(self.from)),
        }
    }
}

/// High bars are drawn shorter, so that rare amounts stay visible.
fn height(count: u64, most: u64) -> u64 {
    (count * HIGH * HIGH / most).isqrt()
}

/// The drawing, as wide as the track it lies on. `name` says the most important figures in a sentence.
#[component]
pub(crate) fn AmountBars(
    #[prop(into)] chart: Signal<Option<BarChart>>,
    #[prop(into)] scale: Signal<Scale>,
    #[prop(into)] name: Signal<String>,
) -> impl IntoView {
    live(move || {
        let scale = scale.get();
        chart.with(|chart| {
            let chart = chart.as_ref()?;
            let paths = chart.series.iter().zip(chart.paths(scale));
            let paths: Vec<_> =
                paths.map(|(series, path)| view! { <path class=series.class d=path></path> }).collect();
            let places = format!("0 0 {WIDE} {HIGH}");
            let name = move || name.get();
            Some(view! { <svg class="amount-bars" role="img" aria-label=name viewBox=places preserveAspectRatio="none">{paths}</svg> })
        })
    })
}

/// The same counts as a table; bars without records are left out.
#[component]
pub(crate) fn AmountTable(
    #[prop(into)] chart: Signal<Option<BarChart>>,
    #[prop(into)] currency: Signal<Currency>,
    #[prop(into)] caption: Signal<String>,
) -> impl IntoView {
    let rows = move || {
        let currency = currency.get();
        chart.with(|chart| {
            let chart = chart.as_ref()?;
            let head = chart.series.iter().map(|series| view! { <th scope="col" class="number">{series.name.clone()}</th> });
            let rows = chart.bars.iter().map(|bar| {
                let cells = bar.counts.iter().map(|count| view! { <td class="number">{counted(*count as usize)}</td> });
                view! { <tr><th scope="row">{bar.words(&currency)}</th>{cells.collect_view()}</tr> }
            });
            Some(view! { <thead><tr><th scope="col">"Amount"</th>{head.collect_view()}</tr></thead><tbody>{rows.collect_view()}</tbody> })
        })
    };
    view! { <table class="around amount-table"><caption>{move || caption.get()}</caption>{live(rows)}</table> }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(names: &[&str]) -> Vec<Series> {
        names.iter().map(|name| Series { class: "amounts-all", name: (*name).to_owned() }).collect()
    }

    #[test]
    fn bars_cover_the_axis_without_gap_or_overlap() {
        for (top, many) in [(30_000, 60), (150, 60), (100, 7), (25_000, 1), (7, 60)] {
            let chart = BarChart::over(Scale { top }, many, series(&["Sales"]), |_, _| vec![1]);
            let mut from = 0;
            for bar in &chart.bars {
                assert_eq!(bar.from, from, "{top} {many}");
                from = bar.to.unwrap_or(u64::MAX);
            }
            assert_eq!(from, u64::MAX, "{top} {many}");
        }
    }

    #[test]
    fn heights_are_square_roots_and_never_vanish() {
        let most = u64::from(u32::MAX);
        for (count, most, expected) in
            [(100, 100, 1_000), (25, 100, 500), (1, 100, 100), (0, 100, 0), (most, most, 1_000)]
        {
            assert_eq!(height(count, most), expected, "{count} of {most}");
        }
        let bar = |from, count| Bar { from, to: Some(from + 100), counts: vec![count] };
        let chart = BarChart { bars: vec![bar(0, 1_000_000), bar(100, 1)], series: series(&["Sales"]) };
        assert_eq!(chart.paths(Scale { top: 200 }), ["M0 1000v-1000h3698v1000zM4300 1000v-20h3698v20z"]);
    }

    #[test]
    fn series_are_stacked_from_the_bottom() {
        let bar = Bar { from: 0, to: Some(100), counts: vec![25, 75] };
        let chart = BarChart { bars: vec![bar], series: series(&["a", "b"]) };
        assert_eq!(chart.paths(Scale { top: 100 }), ["M0 1000v-500h7396v500z", "M0 500v-500h7396v500z"]);
    }

    #[test]
    fn the_table_names_amounts_that_the_bar_counts() {
        let bar = |from, to| Bar { from, to, counts: vec![1] };
        let euro = Currency::euro();
        for (bar, expected) in [
            (bar(2_500, Some(3_000)), "25.00 to 29.99 EUR"),
            (bar(3, Some(4)), "0.03 EUR"),
            (bar(30_000, None), "from 300.00 EUR"),
        ] {
            assert_eq!(bar.words(&euro), expected);
        }
    }
}
