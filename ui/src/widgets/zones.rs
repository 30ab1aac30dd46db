//! The zones of one configuration as a bar: five outcomes, distinguished by pattern and word, not by color alone.
//!
//! Drawn from `tapline_emv::tap::zones` for a card or a phone; nothing is decided here. The text next to the picture has the same
//! facts.

use leptos::prelude::*;
use tapline_emv::limits::{self, LimitKind, Limits, Outcome};
use tapline_emv::{Currency, Params, Presented, Scheme, tap};

use super::icon::{LimitMark, limit_key};
use super::show::live;
use crate::scale::{self, Scale, percent};
use crate::shell::shell;
use crate::show;

/// Zones, limit marks and their figures on a track. `width` is the track's width in pixels.
#[component]
pub(crate) fn ZoneBar(
    scheme: Option<Scheme>,
    limits: Limits,
    params: Params,
    currency: Currency,
    #[prop(into)] scale: Signal<Scale>,
    #[prop(into)] width: Signal<f64>,
) -> impl IntoView {
    let presented = shell().presented;
    let zones = Memo::new(move |_| {
        scheme.map(|scheme| Pieces::new(scheme, limits, &params, presented.get())).unwrap_or_default()
    });
    // One effect for the whole bar: an effect per end of each span would be two dozen per lane. The nodes are kept; zooming and
    // resizing only move them.
    let drawn = move || {
        let (scale, width) = (scale.get(), width.get());
        let marks = LimitKind::ALL.map(|limit| {
            let class = format!("mark mark-{}", limit_key(limit));
            view! { <span class=class style:left=percent(scale.at(limits.get(limit)))><LimitMark limit=limit/></span> }
        });
        let figures = placed(limits, &currency, scale, width).into_iter().map(|label| {
            let class = if label.left { "figure figure-left" } else { "figure" };
            view! { <span class=class style:left=percent(scale.at(label.minor))>{label.text}</span> }
        });
        view! {
            {zones.with(|zones| zones.view(scale))}
            <span class="break" style:left=percent(scale::LINEAR)></span>
            {marks}
            {figures.collect_view()}
        }
    };
    view! { <div class="bar" aria-hidden="true">{live(drawn)}</div> }
}

/// Zones as colored pieces, and dashed outlines where a zone is never reached.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Pieces(Vec<Piece>);

#[derive(Clone, Debug, PartialEq)]
struct Piece {
    class: String,
    from: u64,
    to: Option<u64>,
}

impl Pieces {
    pub(crate) fn new(scheme: Scheme, limits: Limits, params: &Params, presented: Presented) -> Pieces {
        let zones = tap::zones(scheme, limits, params, presented).into_iter().map(|zone| Piece {
            class: format!("zone z-{}", zone.outcome.key()),
            from: zone.from,
            to: zone.to,
        });
        let never = limits::unreachable(scheme, limits).into_iter().map(|gap| Piece {
            class: "zone z-never".to_owned(),
            from: gap.from,
            to: gap.to,
        });
        Pieces(zones.chain(never).collect())
    }

    pub(crate) fn view(&self, scale: Scale) -> AnyView {
        let pieces = self.0.iter().map(|piece| {
            let start = if piece.from == 0 { 0.0 } else { scale.at(piece.from) };
            let long = piece.to.map_or(1.0, |to| scale.at(to)) - start;
            view! { <span class=piece.class.clone() style:left=percent(start) style:width=percent(long)></span> }
        });
        pieces.collect_view().into_any()
    }
}

/// A small square of a zone, next to its word.
#[component]
pub(crate) fn Swatch(outcome: Outcome) -> impl IntoView {
    view! { <span class=format!("swatch z-{}", outcome.key()) aria-hidden="true"></span> }
}

#[derive(Clone, PartialEq)]
struct Label {
    minor: u64,
    text: String,
    left: bool,
    /// Pixels from the start of the track.
    span: (f64, f64),
}

/// Figures next to their marks: floor to the left, the others to the right; they change side rather than touch. The arrangement
/// with the most figures wins, then the one with the fewest above the mark of another limit. Equal limits share one figure.
fn placed(limits: Limits, currency: &Currency, scale: Scale, width: f64) -> Vec<Label> {
    let marks = [limits.cvm, limits.transaction].map(|minor| (minor, scale.at(minor) * width));
    let is_clear = |label: &&Label| {
        marks.iter().all(|(minor, at)| *minor == label.minor || *at <= label.span.0 || *at >= label.span.1)
    };
    let (mut best, mut most) = (Vec::new(), (0, 0));
    for [cvm, transaction, floor] in
        [0, 1, 2, 3, 4, 5, 6, 7].map(|way: u8| [way & 1 != 0, way & 2 != 0, way & 4 == 0])
    {
        let sides = [(LimitKind::Cvm, cvm), (LimitKind::Transaction, transaction), (LimitKind::Floor, floor)];
        let labels = placed_so(limits, currency, scale, width, sides);
        let score = (labels.len(), labels.iter().filter(is_clear).count());
        if score > most {
            (best, most) = (labels, score);
        }
    }
    best
}

/// Figures that fit when each is on the given side (true is left), in order of preference.
fn placed_so(
    limits: Limits,
    currency: &Currency,
    scale: Scale,
    width: f64,
    sides: [(LimitKind, bool); 3],
) -> Vec<Label> {
    const LETTER: f64 = 7.2;
    let mut taken: Vec<(f64, f64)> = Vec::new();
    let mut labels: Vec<Label> = Vec::new();
    for (limit, left) in sides {
        let minor = limits.get(limit);
        if labels.iter().any(|label| label.minor == minor) {
            continue;
        }
        let text = show::figure(minor, currency);
        let long = f64::from(u32::try_from(text.chars().count()).unwrap_or(20)) * LETTER + 8.0;
        let at = scale.at(minor) * width;
        let span = if left { (at - long, at) } else { (at, at + long) };
        let inside = span.0 > -46.0 && span.1 < width + 4.0;
        if inside && taken.iter().all(|(from, to)| span.1 <= *from || span.0 >= *to) {
            taken.push(span);
            labels.push(Label { minor, text, left, span });
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_limits_still_show_all_three_figures() {
        let euro = Currency::euro();
        for (floor, cvm, transaction) in
            [(0, 3000, 4500), (1000, 5000, 20000), (4000, 3000, 99_999_999), (0, 10000, 8000)]
        {
            let limits = Limits { floor, cvm, transaction };
            let labels = placed(limits, &euro, Scale { top: 30000 }, 546.0);
            assert_eq!(labels.len(), 3, "{limits:?}");
        }
    }

    #[test]
    fn a_figure_is_left_out_rather_than_read_at_another_mark() {
        let limits = Limits { floor: 0, cvm: 3000, transaction: 4500 };
        let labels = placed(limits, &Currency::euro(), Scale { top: 30000 }, 400.0);
        let shown: Vec<_> = labels.iter().map(|label| (label.text.as_str(), label.left)).collect();
        assert_eq!(shown, [("30.00", true), ("45.00", false)]);
    }
}
