//! The limits of a selected lane can be pulled along the axis: the limit of all selected lanes moves to the same amount. Every lane that
//! accepts the amount draws it; the foot of the page shows the result, and leads to its review.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::with_scheme;
use tapline_emv::{LimitKind, Limits, MAX_AMOUNT};
use wasm_bindgen::JsCast;

use super::lanes::Lane;
use super::proposal::Proposal;
use crate::scale::{Scale, percent};
use crate::shell::Shell;
use crate::show;
use crate::widgets::icon::{LimitMark, limit_key};
use crate::widgets::show::live;

/// Maximum distance at which a pointer takes a limit, in pixels: half the width of a grip.
const REACH: f64 = 14.0;

/// Overlay on the track of a lane while the lane is selected.
pub(super) fn pulls(
    shell: Shell,
    proposal: Proposal,
    lane: Arc<Lane>,
    limits: Limits,
    is_chosen: Memo<bool>,
    scale: Signal<Scale>,
) -> AnyView {
    let pulls = move || is_chosen.get().then(|| untrack(|| of_chosen(shell, proposal, &lane, limits, scale)));
    pulls.into_any()
}

/// A grip for each limit, and the ghost of the proposed limit.
fn of_chosen(shell: Shell, proposal: Proposal, lane: &Lane, limits: Limits, scale: Signal<Scale>) -> AnyView {
    let (id, name) = (lane.id.clone(), with_scheme(lane.scheme, lane.name.clone()));
    let currency = lane.currency.clone();
    // The amount has one currency: a lane in another currency has no grips.
    let takes = Memo::new(move |_| !shell.is_read_only() && proposal.currency.with(|its| *its == currency));
    let would = Memo::new(move |_| proposal.set.with(|set| set.ids.contains(&id)));
    let grips = move || {
        takes.get().then(|| {
            let grips = LimitKind::ALL.map(|limit| grip(proposal, limit, limits, would, &name, scale));
            view! { <div class="pulls">{grips.collect_view()}</div> }
        })
    };
    let pulled = move || would.get().then(|| ghost(proposal, limits, scale));
    view! { {grips}{live(pulled)} }.into_any()
}

/// Ghost of the limit at the proposed amount.
fn ghost(proposal: Proposal, limits: Limits, scale: Signal<Scale>) -> impl IntoView {
    let at = Memo::new(move |_| proposal.minor.get().map_or(0.0, |minor| scale.get().at(minor)));
    let figure = move || {
        let minor = proposal.minor.get()?;
        let before = limits.get(proposal.limit.get());
        proposal.currency.with(|currency| {
            Some(format!("{} → {}", show::figure(before, currency), show::figure(minor, currency)))
        })
    };
    // Shifted near the ends, so that the figure stays within the track.
    let class = move || match at.get() {
        at if at < 0.12 => "pulled at-start",
        at if at > 0.86 => "pulled at-end",
        _ => "pulled",
    };
    let shape = move || {
        let limit = proposal.limit.get();
        view! { <span class=format!("mark mark-{}", limit_key(limit))><LimitMark limit=limit/></span> }
    };
    view! {
        <span class=class aria-hidden="true" style:left=move || percent(at.get())>{live(shape)}<span class="pulled-figure">{live(figure)}</span></span>
    }
}

fn grip(
    proposal: Proposal,
    limit: LimitKind,
    limits: Limits,
    would: Memo<bool>,
    name: &str,
    scale: Signal<Scale>,
) -> AnyView {
    // The pulled limit, and whether it moved.
    let pulling = RwSignal::new(None::<(LimitKind, bool)>);
    let is_pulled = Memo::new(move |_| pulling.with(Option::is_some));
    // Amount of the grip: the proposed amount, if this lane accepts it.
    let proposed = Memo::new(move |_| {
        let is_here = would.get() || is_pulled.get();
        proposal.minor.get().filter(|_| is_here && proposal.limit.get() == limit)
    });
    let grip_amount = Memo::new(move |_| proposed.get().unwrap_or_else(|| limits.get(limit)));
    let before = StoredValue::new((LimitKind::Cvm, String::new()));
    let grab = move |event: web_sys::PointerEvent| {
        let Some((place, wide, high)) = on_track(&event).filter(|_| event.button() == 0) else { return };
        event.prevent_default();
        if let Some(element) = element_of(&event) {
            // Without capture the pull ends at the edge of the grip; capture fails only for a pointer that is gone.
            let _ = element.set_pointer_capture(event.pointer_id());
        }
        // Grips may overlap, so the nearest limit may not be this grip's.
        let now = |kind: LimitKind| match proposal.minor.get_untracked() {
            Some(minor) if would.get_untracked() && proposal.limit.get_untracked() == kind => minor,
            _ => limits.get(kind),
        };
        let scale = scale.get_untracked();
        let places = LimitKind::ALL.map(|kind| (kind, scale.at(now(kind)) * wide));
        pulling.set(Some((nearest_limit(places, place * wide, high, limit), false)));
        before.set_value((proposal.limit.get_untracked(), proposal.text.get_untracked()));
    };
    let pull = move |event: web_sys::PointerEvent| {
        let Some((limit, _)) = pulling.get_untracked() else { return };
        let Some((place, wide, _)) = on_track(&event) else { return };
        let scale = scale.get_untracked();
        let unit = proposal.currency.with_untracked(tapline_emv::Currency::unit);
        let minor = if event.alt_key() { scale.amount(place) } else { scale.snapped(place, wide, unit) };
        pulling.set(Some((limit, true)));
        proposal.put(limit, minor.min(MAX_AMOUNT));
    };
    let release = move |_: web_sys::PointerEvent| {
        if let Some((_, true)) = pulling.get_untracked() {
            proposal.pulled.update(|count| *count += 1);
        }
        pulling.set(None);
    };
    let give_up = move |_: web_sys::PointerEvent| {
        if let Some((_, true)) = pulling.get_untracked() {
            let (limit, text) = before.get_value();
            proposal.limit.set(limit);
            proposal.text.set(text);
        }
        pulling.set(None);
    };
    let keys = move |event: web_sys::KeyboardEvent| {
        let unit = proposal.currency.with_untracked(tapline_emv::Currency::unit);
        let now = grip_amount.get_untracked();
        let moved = match event.key().as_str() {
            // Alt with Left and Right belongs to the window's history.
            "ArrowLeft" | "ArrowRight" if event.alt_key() => return,
            "ArrowRight" => now.saturating_add(unit).min(MAX_AMOUNT),
            "ArrowLeft" => now.saturating_sub(unit),
            _ => return,
        };
        event.prevent_default();
        proposal.put(limit, moved);
    };
    let spoken = move || {
        let minor = grip_amount.get();
        proposal.currency.with(|currency| show::limit(minor, currency))
    };
    // Pulled to an amount that this lane refuses; the foot says why.
    let refused = move || {
        let minor = proposal.minor.get().filter(|_| is_pulled.get() && !would.get())?;
        // A lane never refuses its own amount.
        let is_own = limits.get(proposal.limit.get()) == minor;
        let figure = proposal.currency.with(|currency| show::figure(minor, currency));
        (!is_own).then(|| view! { <span class="pulled-figure refused" aria-hidden="true">{figure}</span> })
    };
    // No Tab stop: the amount for the selection can be typed.
    view! {
        <div class="pull" role="slider" tabindex="-1" aria-label=format!("{} of {name}", limit.label()) aria-orientation="horizontal"
            aria-valuemin="0" aria-valuemax=MAX_AMOUNT.to_string() aria-valuenow=move || grip_amount.get().to_string() aria-valuetext=spoken
            class:pulling=is_pulled style:left=move || percent(scale.get().at(grip_amount.get()))
            on:keydown=keys on:pointerdown=grab on:pointermove=pull on:pointerup=release on:pointercancel=give_up>{live(refused)}</div>
    }
    .into_any()
}

fn element_of(event: &web_sys::PointerEvent) -> Option<web_sys::HtmlElement> {
    event.current_target()?.dyn_into().ok()
}

/// Pointer position: place on the track and width of the track in pixels, and height from the top, 0 to 1.
fn on_track(event: &web_sys::PointerEvent) -> Option<(f64, f64, f64)> {
    let bounds = element_of(event)?.parent_element()?.get_bounding_client_rect();
    let place = (f64::from(event.client_x()) - bounds.left()) / bounds.width();
    let high = (f64::from(event.client_y()) - bounds.top()) / bounds.height();
    Some((place, bounds.width(), high))
}

/// The limit that a pointer takes at `x`: the only one near `x`; of several, the one whose shape is at this height (the flag of the
/// transaction limit at the head, the circle of the CVM limit, the bar of the floor limit at the foot).
fn nearest_limit(places: [(LimitKind, f64); 3], x: f64, high: f64, else_this: LimitKind) -> LimitKind {
    let near: Vec<LimitKind> =
        places.iter().filter(|(_, at)| (at - x).abs() <= REACH).map(|(limit, _)| *limit).collect();
    let at_height = match high {
        high if high < 0.36 => LimitKind::Transaction,
        high if high > 0.72 => LimitKind::Floor,
        _ => LimitKind::Cvm,
    };
    match near.as_slice() {
        [] => else_this,
        [one] => *one,
        several if several.contains(&at_height) => at_height,
        several if several.contains(&LimitKind::Cvm) => LimitKind::Cvm,
        [first, ..] => *first,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_limits_that_lie_together_the_height_decides() {
        use LimitKind::{Cvm, Floor, Transaction};
        let apart = [(Floor, 0.0), (Cvm, 100.0), (Transaction, 300.0)];
        let together = [(Floor, 100.0), (Cvm, 100.0), (Transaction, 108.0)];
        let two = [(Floor, 0.0), (Cvm, 100.0), (Transaction, 108.0)];
        for (places, x, high, expected) in [
            (apart, 102.0, 0.1, Cvm),
            (apart, 298.0, 0.9, Transaction),
            (apart, 5.0, 0.5, Floor),
            (together, 104.0, 0.2, Transaction),
            (together, 104.0, 0.6, Cvm),
            (together, 104.0, 0.9, Floor),
            (two, 104.0, 0.9, Cvm),
        ] {
            assert_eq!(nearest_limit(places, x, high, Cvm), expected, "{places:?} {x} {high}");
        }
    }
}
