//! The amount axis of one configuration, large: zones in words, three handles, the saved state as hollow marks.
//!
//! Handles do not push each other. Crossed limits are drawn as never reached and explained by the checks.

use leptos::html;
use leptos::prelude::*;
use tapline_emv::limits::{LimitKind, Limits};
use tapline_emv::tap::{Presented, stretches};
use tapline_emv::{Params, Scheme};
use tapline_explain::say::tap as words;

use super::handle::Handle;
use super::{saved_limits, store, typed_limits, whole};
use crate::effect::effect;
use crate::ipc::hold;
use crate::pages::replay::bars::Bars;
use crate::pages::replay::line::PastSales;
use crate::scale::{self, Scale, percent};
use crate::shell::shell;
use crate::show;
use crate::widgets::marks::limit_key;
use crate::widgets::show::live;
use crate::widgets::zones::Pieces;
use tapline_contract::order::sort_by;

/// State shared by the handles.
#[derive(Clone, Copy)]
pub(super) struct Track {
    pub(super) element: NodeRef<html::Div>,
    pub(super) width: RwSignal<f64>,
    pub(super) scale: RwSignal<Scale>,
    /// The dragged handle; the scale stays fixed during a drag.
    pub(super) dragging: RwSignal<Option<LimitKind>>,
}

#[component]
pub(super) fn Axis(scheme: Memo<Option<Scheme>>) -> impl IntoView {
    let shell = shell();
    let track = Track {
        element: NodeRef::new(),
        width: RwSignal::new(640.0),
        scale: RwSignal::new(Scale { top: 25000 }),
        dragging: RwSignal::new(None),
    };
    effect(move || {
        if let Some(element) = track.element.get() {
            hold::on_width(&element, move |wide| track.width.set(wide));
        }
    });
    let edit = store(shell).edit;
    let typed = Memo::new(move |_| edit.with(|edit| typed_limits(edit.as_ref())));
    let saved = Memo::new(move |_| edit.with(|edit| saved_limits(edit.as_ref())));
    effect(move || {
        if track.dragging.get().is_none() {
            let now = typed.get().into_iter().flatten();
            let before = saved.get().into_iter().flat_map(|l| [l.floor, l.cvm, l.transaction]);
            track.scale.set(Scale::over(now.chain(before), shell.form_currency().unit()));
        }
    });
    let whole = Memo::new(move |_| whole(typed.get()));
    let question = Memo::new(move |_| {
        let (scheme, after, top) = (scheme.get()?, whole.get()?, track.scale.get().top);
        super::question(shell, scheme, after, top)
    });
    let params = Memo::new(move |_| super::typed_params(shell));
    let pieces = move || {
        let presented = shell.presented.get();
        let pieces =
            params.with(|params| Some(Pieces::new(scheme.get()?, whole.get()?, params, presented)))?;
        Some(pieces.view(track.scale.get()))
    };
    let words = move || {
        let presented = shell.presented.get();
        Some(zone_words(
            scheme.get()?,
            whole.get()?,
            &params.get(),
            presented,
            track.scale.get(),
            track.width.get(),
        ))
    };
    let hollow = move || {
        let (saved, now) = (saved.get()?, typed.get());
        let currency = shell.form_currency();
        let marks = LimitKind::ALL
            .into_iter()
            .zip(now)
            .filter(|(limit, now)| now.is_some_and(|now| now != saved.get(*limit)));
        let marks = marks.map(|(limit, _)| {
            let minor = saved.get(limit);
            let place = track.scale.get().at(minor);
            let side = if place < 0.06 {
                "at-start"
            } else if place > 0.92 {
                "at-end"
            } else {
                ""
            };
            let class = format!("saved-mark saved-{} {side}", limit_key(limit));
            view! {
                <span class=class style:left=percent(place)>
                    <span class="plate">"saved " {show::figure(minor, &currency)}</span>
                </span>
            }
        });
        Some(marks.collect_view())
    };
    let end = move || {
        let now = typed.get().into_iter().flatten();
        let before = saved.get().into_iter().flat_map(|l| [l.floor, l.cvm, l.transaction]);
        if track.scale.get().leaves_out(now.chain(before)) { "above" } else { "no limit" }
    };
    let ticks = move || {
        let currency = shell.form_currency();
        let scale = track.scale.get();
        let ticks = scale.ticks(track.width.get(), end(), |minor| show::tick(minor, &currency));
        let tick = |(minor, text): (u64, String)| view! { <span class="tick" style:left=percent(scale.at(minor))>{text}</span> };
        ticks.into_iter().map(tick).collect_view()
    };
    let missing =
        move || whole.get().is_none().then_some("Zones are drawn as soon as all three limits can be read.");
    view! {
        <section class="axis-box" aria-label="Limits on the amount axis">
            <Labels track=track typed=typed/>
            <div class="big-track" node_ref=track.element>
                <div class="big-zones" aria-hidden="true">{live(pieces)}{live(words)}<span class="break" style:left=percent(scale::LINEAR)></span></div>
                <Bars scale=track.scale/>
                {live(hollow)}
                <p class="no-bar">{live(missing)}</p>
                {LimitKind::ALL.map(|limit| view! { <Handle limit=limit track=track scheme=scheme/> }).collect_view()}
            </div>
            <div class="ticks" aria-hidden="true">{ticks}<span class="tick tick-end">{live(end)}</span></div>
            <PastSales question=question/>
        </section>
    }
}

struct Label {
    limit: LimitKind,
    figure: String,
    /// Width in pixels, estimated from the letters.
    wide: f64,
    left: f64,
}

/// Names and figures above their handles on the axis, spread where they would overlap.
#[component]
fn Labels(track: Track, typed: Memo<[Option<u64>; 3]>) -> impl IntoView {
    let shell = shell();
    live(move || {
        let (scale, width, currency) = (track.scale.get(), track.width.get(), shell.form_currency());
        let letters = |text: &str, wide: f64| f64::from(u32::try_from(text.len()).unwrap_or(20)) * wide;
        let label = |(limit, minor): (LimitKind, Option<u64>)| {
            let figure = show::figure(minor?, &currency);
            let wide = letters(limit.label(), 6.4).max(letters(&figure, 9.0)) + 10.0;
            Some(Label { limit, figure, wide, left: scale.at(minor?) * width - 8.0 })
        };
        let mut labels: Vec<Label> = LimitKind::ALL.into_iter().zip(typed.get()).filter_map(label).collect();
        sort_by(&mut labels, |a, b| a.left.total_cmp(&b.left));
        let mut free = -8.0;
        for label in &mut labels {
            label.left = label.left.max(free);
            free = label.left + label.wide;
        }
        let mut end = width + 8.0;
        for label in labels.iter_mut().rev() {
            label.left = label.left.min(end - label.wide);
            end = label.left;
        }
        let labels = labels.into_iter().map(|label| {
            view! { <span class="axis-label" style:left=format!("{:.0}px", label.left)>{label.limit.label()}<b>{label.figure}</b></span> }
        });
        view! { <div class="axis-labels" aria-hidden="true">{labels.collect_view()}</div> }
    })
}

/// The word of each zone on a plate, if it fits.
fn zone_words(
    scheme: Scheme,
    limits: Limits,
    params: &Params,
    presented: Presented,
    scale: Scale,
    width: f64,
) -> AnyView {
    let zones = stretches(scheme, limits, params, presented);
    let zones = zones.into_iter().filter_map(|zone| {
        let words = words::result(zone.result).to_string();
        let from = scale.at(zone.from);
        let to = zone.to.map_or(scale::LINEAR, |to| scale.at(to)).min(scale::LINEAR);
        let letters = u32::try_from(words.len()).ok()?;
        ((to - from) * width > f64::from(letters) * 6.6 + 16.0).then(|| {
            let middle = percent(f64::midpoint(from, to));
            view! { <span class="plate zone-word" style:left=middle>{words}</span> }
        })
    });
    zones.collect_view().into_any()
}
