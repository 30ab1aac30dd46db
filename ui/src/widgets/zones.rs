//! The zones of one configuration as a bar: five outcomes, told apart by pattern and word, not by color alone.
//!
//! Drawn from `tapline_emv::words::effective_zones` for what is presented, a card or a phone; nothing is decided here. The same facts stand in words beside the picture.

use leptos::prelude::*;
use tapline_emv::limits::{self, LimitKind, Limits, Outcome};
use tapline_emv::words::{Presented, effective_zones};
use tapline_emv::{Currency, Params, Scheme};

use super::marks::{LimitMark, limit_key};
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
    // The nodes are made once; zooming and resizing only move them. Another presentation has other zones.
    let figures = {
        let labels = Memo::new(move |_| placed(limits, &currency, scale.get(), width.get()));
        (0..3).map(move |at| {
            let label = move || labels.with(|labels| labels.get(at).cloned());
            view! {
                <span class="figure" class:figure-left=move || label().is_some_and(|l| l.left)
                    style:left=move || label().map(|l| percent(scale.get().at(l.minor)))>{move || label().map(|l| l.text)}</span>
            }
        })
    };
    let marks = LimitKind::ALL.map(|limit| {
        let class = format!("mark mark-{}", limit_key(limit));
        view! {
            <span class=class style:left=move || percent(scale.get().at(limits.get(limit)))><LimitMark limit=limit/></span>
        }
    });
    view! {
        <div class="bar" aria-hidden="true">
            {scheme.map(|scheme| move || zone_pieces(scheme, limits, &params, presented.get(), scale))}
            <span class="break" style:left=percent(scale::LINEAR)></span>
            {marks}
            {figures.collect_view()}
        </div>
    }
}

/// The zones as colored pieces, and dashed outlines where a zone is never reached.
pub(crate) fn zone_pieces(
    scheme: Scheme,
    limits: Limits,
    params: &Params,
    presented: Presented,
    scale: Signal<Scale>,
) -> AnyView {
    let piece = move |class: String, from: u64, to: Option<u64>| {
        let start = move || if from == 0 { 0.0 } else { scale.get().at(from) };
        let long = move || to.map_or(1.0, |to| scale.get().at(to)) - start();
        view! { <span class=class style:left=move || percent(start()) style:width=move || percent(long())></span> }
    };
    let zones = effective_zones(scheme, limits, params, presented);
    let zones =
        zones.into_iter().map(|zone| piece(format!("zone z-{}", zone.outcome.key()), zone.from, zone.to));
    let never = limits::unreachable(scheme, limits);
    let never = never.into_iter().map(|gap| piece("zone z-never".to_owned(), gap.from, gap.to));
    (zones.collect_view(), never.collect_view()).into_any()
}

/// A small square of a zone, beside its word.
#[component]
pub(crate) fn Swatch(outcome: Outcome) -> impl IntoView {
    view! { <span class=format!("swatch z-{}", outcome.key()) aria-hidden="true"></span> }
}

#[derive(Clone, PartialEq)]
struct Label {
    minor: u64,
    text: String,
    left: bool,
}

/// Figures beside their marks: floor to the left, the others to the right; they change side rather than touch. Of all ways to
/// place them the first that shows the most is taken; equal limits share one figure.
fn placed(limits: Limits, currency: &Currency, scale: Scale, width: f64) -> Vec<Label> {
    let mut best = Vec::new();
    for [cvm, transaction, floor] in
        [0, 1, 2, 3, 4, 5, 6, 7].map(|way: u8| [way & 1 != 0, way & 2 != 0, way & 4 == 0])
    {
        let sides = [(LimitKind::Cvm, cvm), (LimitKind::Transaction, transaction), (LimitKind::Floor, floor)];
        let labels = placed_so(limits, currency, scale, width, sides);
        if labels.len() > best.len() {
            best = labels;
        }
    }
    best
}

/// The figures that fit when each stands on the given side (true is left), the earlier ones first.
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
            labels.push(Label { minor, text, left });
        }
    }
    labels
}

/// The meaning of the patterns.
#[component]
pub(crate) fn Legend() -> impl IntoView {
    let outcomes = Outcome::ALL
        .into_iter()
        .map(|outcome| view! { <span><Swatch outcome=outcome/>{outcome.words()}</span> });
    let marks = LimitKind::ALL.into_iter().map(|limit| {
        view! { <span><super::icon::Icon name=limit_key(limit)/>{limit.label().trim_end_matches(" limit")}</span> }
    });
    view! {
        <footer class="legend" aria-label="Legend">
            {outcomes.collect_view()}
            <span><span class="swatch z-never" aria-hidden="true"></span>"never reached"</span>
            {marks.collect_view()}
        </footer>
    }
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
}
