//! Sales by amount as columns of outcomes, with limits drawn through them and the same facts as a table.
//!
//! Plain elements with the fills of the zones: a color, a pattern and a word each. Heights are linear with figures, or square roots, so
//! that rare large sales stay visible.

use leptos::prelude::*;
use tapline_contract::figures::{CurrencyFigures, Outcomes};
use tapline_emv::limits::LimitKind;
use tapline_emv::{Currency, Scheme};

use super::grid::column::counted;
use crate::scale::percent;
use crate::show;

/// A limit drawn through the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LimitLine {
    pub(crate) minor: u64,
    pub(crate) kind: LimitKind,
    /// The only scheme that has it, if others are drawn too.
    pub(crate) scheme: Option<Scheme>,
    /// Only one of several configurations has it: its name.
    pub(crate) only: Option<String>,
}

impl LimitLine {
    /// Next to the figure: "CVM limit", "Amex transaction limit".
    pub(crate) fn words(&self) -> String {
        let (capital, lower) = match self.kind {
            LimitKind::Floor => ("Floor limit", "floor limit"),
            LimitKind::Cvm => ("CVM limit", "CVM limit"),
            LimitKind::Transaction => ("Transaction limit", "transaction limit"),
        };
        self.scheme.map_or_else(|| capital.to_owned(), |scheme| format!("{} {lower}", scheme.name()))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heights {
    Linear,
    Root,
}

/// Sales of one currency, ready to draw.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SalesColumns {
    pub(crate) figures: CurrencyFigures,
    pub(crate) currency: Currency,
    pub(crate) lines: Vec<LimitLine>,
    /// Columns outside are dimmed: minor units, both ends included.
    pub(crate) range: Option<(u64, u64)>,
}

/// Fill of outcomes that are neither approved nor declined, or unclear. In the key and the table only if there are some.
const OTHER: &str = "z-open";
/// Pixels of a label of a limit, and of the columns.
const LABEL: usize = 18;
const LINEAR: usize = 160;
const ROOT: usize = 56;

/// Fill and word of each outcome, from the bottom.
fn parts(outcomes: Outcomes, pin: &'static str) -> [(&'static str, &'static str, u32); 4] {
    [
        ("z-on", "No PIN", outcomes.no_pin),
        ("z-cvm", pin, outcomes.pin),
        ("z-dec", "Declined", outcomes.declined),
        (OTHER, "Other", outcomes.other),
    ]
}

/// "PIN", or "PIN or signature" where signatures are among them.
pub(crate) fn pin_word(figures: &CurrencyFigures) -> &'static str {
    if figures.signature > 0 { "PIN or signature" } else { "PIN" }
}

/// The meaning of the fills that occur.
pub(crate) fn key(columns: &SalesColumns) -> AnyView {
    let parts = parts(columns.figures.outcomes, pin_word(&columns.figures)).into_iter();
    let parts = parts.filter(|(fill, _, count)| *count > 0 || *fill != OTHER);
    let parts = parts.map(|(fill, word, _)| {
        view! { <span class="bars-key"><span class=format!("swatch {fill}") aria-hidden="true"></span>{word}</span> }
    });
    let mut only: Vec<&String> = columns.lines.iter().filter_map(|line| line.only.as_ref()).collect();
    only.sort_unstable();
    only.dedup();
    let only = match only[..] {
        [] => None,
        [name] => Some(format!("{name} only")),
        _ => Some("One configuration only".to_owned()),
    };
    let only = only.map(|words| view! { <span class="bars-key"><span class="dashed-key" aria-hidden="true"></span>{words}</span> });
    view! { <span class="bars-keys">{parts.collect_view()}{only}</span> }.into_any()
}

#[expect(clippy::cast_precision_loss, reason = "geometry: counts and places on the screen")]
fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// Columns with limits and the amounts below. A picture; [`table`] has the same facts.
pub(crate) fn columns(data: &SalesColumns, heights: Heights) -> AnyView {
    let SalesColumns { figures, currency, lines, range } = data;
    let (step, top) = (figures.step, figures.top());
    let most = figures.columns.iter().map(|column| column.all()).max().unwrap_or(0);
    let ceiling = match heights {
        Heights::Linear => u64::from(most.max(4)).next_multiple_of(u64::from(rung(most))),
        Heights::Root => u64::from(most.max(1)),
    };
    let height = |count: u32| match heights {
        Heights::Linear => share(count.into(), ceiling),
        Heights::Root => share(count.into(), ceiling).sqrt(),
    };
    let wide = percent(share(step, top));
    let column = |(at, outcomes): (u64, &Outcomes)| {
        let first = at * step;
        let is_out = range.is_some_and(|(least, most)| first + step <= least || first > most);
        let parts = parts(*outcomes, "").into_iter().filter(|(.., count)| *count > 0);
        let part = |count: u32| percent(share(count.into(), outcomes.all().into()));
        let parts = parts.map(|(fill, _, count)| view! { <i class=fill style:height=part(count)></i> });
        view! {
            <span class="bars-column" class:out=is_out style:left=percent(share(first, top)) style:width=wide.clone()
                style:height=percent(height(outcomes.all()))>{parts.collect_view()}</span>
        }
    };
    let filled = (0..).zip(&figures.columns).filter(|(_, outcomes)| outcomes.all() > 0);
    let rungs = (heights == Heights::Linear).then(|| {
        let each = u64::from(rung(most));
        let rung = |count: u64| view! { <span class="bars-rung" style:bottom=percent(share(count, ceiling))><span>{count.to_string()}</span></span> };
        (1..=ceiling / each).map(|at| rung(at * each)).collect_view()
    });
    let mut rows = Vec::new();
    let line = |line: &LimitLine| {
        let place = share(line.minor, top);
        let figure = show::figure(line.minor, currency);
        let words = line.words();
        let row = free_row(&mut rows, place, figure.len() + words.len() + 2);
        let class = if line.only.is_some() { "bars-limit dashed" } else { "bars-limit" };
        let class = if place > 0.75 { format!("{class} to-left") } else { class.to_owned() };
        let high = format!("{}px", row * LABEL);
        view! { <span class=class style:left=percent(place)><span style:top=high><b>{figure}</b>" "{words}</span></span> }
    };
    let lines = lines.iter().filter(|line| line.minor < top).map(line).collect_view();
    let (is_linear, high) =
        (heights == Heights::Linear, if heights == Heights::Linear { LINEAR } else { ROOT });
    let whole = format!("{}px", high + rows.len() * LABEL);
    let high = format!("{high}px");
    view! {
        <div class="bars" class:linear=is_linear aria-hidden="true">
            <div class="bars-plot" style:height=whole><div class="bars-area" style:height=high>{rungs}{filled.map(column).collect_view()}</div>{lines}</div>
            {ticks(top, step, currency)}
        </div>
    }
    .into_any()
}

/// Counts between two figures at the left edge.
fn rung(most: u32) -> u32 {
    let mut steps = (0..9).flat_map(|power| [1, 2, 5].map(|step| step * 10_u32.pow(power)));
    steps.find(|step| most / step < 4).unwrap_or(most.max(1))
}

/// Row for a label so that labels do not touch: rows hold the end of their last label, as shares of an axis some 90 letters wide.
fn free_row(rows: &mut Vec<f64>, place: f64, letters: usize) -> usize {
    let wide = share(letters as u64, 90);
    let (from, to) = if place > 0.75 { (place - wide, place) } else { (place, place + wide) };
    let row = rows.iter().position(|end| *end <= from).unwrap_or_else(|| {
        rows.push(0.0);
        rows.len() - 1
    });
    rows[row] = to;
    row
}

fn ticks(top: u64, step: u64, currency: &Currency) -> AnyView {
    let each = [1, 2, 5, 10].into_iter().map(|many| many * step).find(|each| top / each <= 8);
    let each = each.unwrap_or(top).max(1);
    let last = format!("{} {}", show::tick(top, currency), currency.code());
    let tick = |minor: u64| view! { <span class="tick" style:left=percent(share(minor, top))>{show::tick(minor, currency)}</span> };
    // No figure touches the last one.
    let ticks = (0..=top / each).map(|at| at * each).take_while(|minor| minor + minor / 10 < top).map(tick);
    view! { <div class="bars-ticks">{ticks.collect_view()}<span class="tick tick-end">{last}</span></div> }
        .into_any()
}

/// The columns in words, in one line.
pub(crate) fn summary(data: &SalesColumns) -> String {
    let SalesColumns { figures, currency, .. } = data;
    let parts = parts(figures.outcomes, pin_word(figures)).into_iter().filter(|(.., count)| *count > 0);
    let parts: Vec<_> = parts.map(|(_, word, count)| format!("{} {word}", counted(count as usize))).collect();
    format!("Outcome by amount in {}: {}", currency.code(), parts.join(", "))
}

/// The columns as a table, folded.
pub(crate) fn table(data: &SalesColumns) -> AnyView {
    let SalesColumns { figures, currency, lines, .. } = data;
    let step = figures.step;
    let pin = pin_word(figures);
    let has_other = figures.outcomes.other > 0;
    let cells = move |outcomes: Outcomes| {
        let parts = parts(outcomes, pin).into_iter().filter(|(fill, ..)| has_other || *fill != OTHER);
        parts.map(|(_, _, count)| view! { <td class="number">{counted(count as usize)}</td> }).collect_view()
    };
    let rows = (0..).zip(&figures.columns).filter(|(_, outcomes)| outcomes.all() > 0);
    let rows = rows.map(|(at, outcomes): (u64, _)| {
        let range = format!("{}–{}", currency.figure(at * step), currency.figure((at + 1) * step - 1));
        view! { <tr><th scope="row" class="number">{range}</th>{cells(*outcomes)}</tr> }
    });
    let above = (figures.above.all() > 0).then(|| {
        view! { <tr><th scope="row" class="number">{format!("{} and above", currency.figure(figures.top()))}</th>{cells(figures.above)}</tr> }
    });
    let heads = parts(figures.outcomes, pin).into_iter().filter(|(fill, ..)| has_other || *fill != OTHER);
    let heads = heads.map(|(_, word, _)| view! { <th scope="col" class="number">{word}</th> });
    let limits = lines.iter().map(|line| {
        let only = line.only.as_ref().map(|name| format!(", {name} only")).unwrap_or_default();
        view! { <li>{format!("{} {}{only}", currency.money(line.minor), line.words())}</li> }
    });
    view! {
        <details class="bars-table"><summary>"Show as table"</summary>
            <table class="small-table">
                <thead><tr><th scope="col" class="number">{format!("Amount, {}", currency.code())}</th>{heads.collect_view()}</tr></thead>
                <tbody>{rows.collect_view()}{above}</tbody>
            </table>
            <ul class="caption">{limits.collect_view()}</ul>
        </details>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_at_the_edge_are_round_and_few() {
        for (most, expected) in [(0, 1), (3, 1), (4, 2), (67, 20), (200, 100), (70_000, 20_000)] {
            assert_eq!(rung(most), expected, "{most}");
        }
    }

    #[test]
    fn labels_that_would_touch_are_in_rows_of_their_own() {
        let mut rows = Vec::new();
        let places = [(0.1, 20), (0.2, 20), (0.5, 10), (0.8, 30), (0.82, 5)];
        let placed: Vec<_> = places.map(|(place, letters)| free_row(&mut rows, place, letters)).into();
        assert_eq!(placed, [0, 1, 0, 1, 0]);
    }
}
