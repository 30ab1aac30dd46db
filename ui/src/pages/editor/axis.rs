//! The amount axis of one configuration, large: zones in words, three handles, the saved state as hollow marks.
//!
//! Handles do not push each other. Crossed limits are drawn as never reached and explained by the checks.
//!
//! One handle of the axis: a slider for mouse, keyboard and screen reader.
//!
//! Arrows move one unit of the currency, with Shift ten, Page keys fifty; Alt with up and down one minor unit; Home and End
//! go to the ends; a digit jumps into the field; Esc returns to the saved value. Dragging snaps to round values, Alt makes it exact.

use leptos::html;
use leptos::prelude::*;
use tapline_contract::order::sort_by;
use tapline_emv::limits::Limits;
use tapline_emv::tap::{Presented, limit_meaning, stretches};
use tapline_emv::{LimitKind, Params, Scheme};
use tapline_explain::say::tap as words;

use super::{element, form, saved_limits, store, typed_limits, whole};
use crate::effect::effect;
use crate::ipc::hold;
use crate::pages::limits::LIMITS;
use crate::pages::replay::line::{PastSales, SalesBars};
use crate::scale::{self, NO_LIMIT, Scale, percent};
use crate::shell::shell;
use crate::show;
use crate::widgets::icon::{LimitMark, limit_key};
use crate::widgets::show::live;
use crate::widgets::zones::Pieces;

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
    let missing = move || whole.get().is_none().then_some("Enter all three limits to see the zones.");
    view! {
        <section class="axis-box" aria-label="Limits on the amount axis">
            <Labels track=track typed=typed/>
            <div class="big-track" node_ref=track.element>
                <div class="big-zones" aria-hidden="true">{live(pieces)}{live(words)}<span class="break" style:left=percent(scale::LINEAR)></span></div>
                <SalesBars scale=track.scale/>
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

#[component]
pub(super) fn Handle(limit: LimitKind, track: Track, scheme: Memo<Option<Scheme>>) -> impl IntoView {
    let shell = shell();
    let store = store(shell);
    let value = Memo::new(move |_| store.edit.with(|edit| form(edit.as_ref()?).limit_value(limit)));
    let params = Memo::new(move |_| super::typed_params(shell));
    let put = move |minor: u64| {
        let text = shell.form_currency().plain(minor.min(tapline_emv::MAX_AMOUNT));
        LIMITS.put(shell.areas(), limit.param(), text);
    };
    // A drag is an undo step of its own; later edits start another.
    let end_step = move || {
        store.edit.update(|edit| {
            if let Some(edit) = edit {
                edit.end_step();
            }
        });
    };
    let saved = move || store.edit.with_untracked(|edit| Some(saved_limits(edit.as_ref())?.get(limit)));
    let key = move |event: web_sys::KeyboardEvent| {
        let now = value.get_untracked().unwrap_or(0);
        let unit = shell.form_currency().unit();
        let step = match (event.shift_key(), event.alt_key()) {
            (_, true) => 1,
            (true, false) => 10 * unit,
            (false, false) => unit,
        };
        let moved = match event.key().as_str() {
            // Alt with Left and Right belongs to the window's history.
            "ArrowLeft" | "ArrowRight" if event.alt_key() => return,
            "ArrowRight" | "ArrowUp" => now.saturating_add(step),
            "ArrowLeft" | "ArrowDown" => now.saturating_sub(step),
            "PageUp" => now.saturating_add(50 * unit),
            "PageDown" => now.saturating_sub(50 * unit),
            "Home" => 0,
            "End" => NO_LIMIT,
            "Escape" => saved().unwrap_or(now),
            digit if digit.len() == 1 && digit.as_bytes()[0].is_ascii_digit() => {
                into_field(limit);
                return;
            }
            _ => return,
        };
        event.prevent_default();
        put(moved);
    };
    let grab = move |event: web_sys::PointerEvent| {
        use wasm_bindgen::JsCast;
        event.prevent_default();
        if let Some(element) = event.current_target().and_then(|t| t.dyn_into::<web_sys::HtmlElement>().ok())
        {
            // Without capture the drag ends at the edge of the handle; capture fails only for a pointer that is gone.
            let _ = element.set_pointer_capture(event.pointer_id());
            let _ = element.focus();
        }
        track.dragging.set(Some(limit));
        end_step();
    };
    let drag = move |event: web_sys::PointerEvent| {
        if track.dragging.get_untracked() != Some(limit) {
            return;
        }
        let Some(element) = track.element.get_untracked() else { return };
        let bounds = element.get_bounding_client_rect();
        let place = (f64::from(event.client_x()) - bounds.left()) / bounds.width();
        let scale = track.scale.get_untracked();
        let minor = if event.alt_key() {
            scale.amount(place)
        } else {
            scale.snapped(place, bounds.width(), shell.form_currency().unit())
        };
        put(minor);
    };
    let release = move |_: web_sys::PointerEvent| {
        track.dragging.set(None);
        end_step();
    };
    let spoken = move || {
        let currency = shell.form_currency();
        let minor = value.get()?;
        let meaning = scheme.get().map(|scheme| {
            words::limit_meaning(&limit_meaning(scheme, limit, minor, &params.get()), &currency).to_string()
        });
        Some(format!(
            "{}{}",
            show::limit(minor, &currency),
            meaning.map(|m| format!(", {m}")).unwrap_or_default()
        ))
    };
    let class = format!("handle handle-{}", limit_key(limit));
    view! {
        <div class=class role="slider" tabindex=move || if shell.is_read_only() { "-1" } else { "0" }
            class:dragged=move || track.dragging.get() == Some(limit)
            class:absent=move || value.get().is_none()
            aria-label=format!("{} handle", limit.label()) aria-orientation="horizontal"
            aria-valuemin="0" aria-valuemax=tapline_emv::MAX_AMOUNT.to_string()
            aria-valuenow=move || value.get().unwrap_or(0).to_string()
            aria-valuetext=spoken aria-disabled=move || shell.is_read_only().then_some("true")
            title=move || shell.read_only()
            style:left=move || percent(value.get().map_or(0.0, |minor| track.scale.get().at(minor)))
            on:keydown=key on:pointerdown=grab on:pointermove=drag on:pointerup=release on:pointercancel=release>
            <LimitMark limit=limit/>
        </div>
    }
}

/// Moves focus to the text field of a limit and selects its text.
pub(super) fn into_field(limit: LimitKind) {
    use wasm_bindgen::JsCast;
    let id = element(limit.param());
    let field =
        document().get_element_by_id(&id).and_then(|e| e.dyn_into::<web_sys::HtmlInputElement>().ok());
    if let Some(field) = field {
        // The field is on the same page, so focus can't fail.
        let _ = field.focus();
        field.select();
    }
}
