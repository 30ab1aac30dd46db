//! The limits of a lane can be pulled along the axis, by pointer or keys: the limit of all selected lanes moves to the same amount, and a
//! lane that wasn't selected is selected by it. Every lane that accepts the amount draws it, a plate counts the past sales it affects, and
//! the foot of the page leads to the review. Nothing is sent, and Esc takes everything back.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::{EmvId, with_scheme};
use tapline_contract::order::gathered;
use tapline_emv::{LimitKind, Limits, MAX_AMOUNT};
use wasm_bindgen::JsCast;

use super::grip::{apart, stepped};
use super::lanes::Lane;
use super::proposal::Proposal;
use super::state::Overview;
use crate::ipc::engine;
use crate::scale::{Scale, percent};
use crate::shell::Shell;
use crate::show;
use crate::widgets::icon::{LimitMark, limit_key};
use crate::widgets::show::live;

/// Distance in pixels from which a press is a pull.
const SLACK: i32 = 3;

/// State before a pull, which Esc restores.
struct BeforePull {
    limit: LimitKind,
    text: String,
    ids: BTreeSet<EmvId>,
}

/// A limit under the pointer.
#[derive(Clone, Copy, PartialEq)]
struct Pull {
    limit: LimitKind,
    /// Place of the press, in pixels of the window.
    x: i32,
    /// Place of the limit on the track at the press, 0 to 1.
    from: f64,
    has_moved: bool,
}

/// Axis of a lane.
#[derive(Clone, Copy)]
pub(super) struct LaneTrack {
    pub(super) scale: Signal<Scale>,
    /// In pixels.
    pub(super) width: RwSignal<f64>,
}

/// One lane with its grips.
#[derive(Clone, Copy)]
struct PulledLane {
    view: Overview,
    /// Configurations of the row.
    ids: StoredValue<Vec<EmvId>>,
    limits: Limits,
    is_chosen: Memo<bool>,
    /// The lane accepts the proposed amount.
    would: Memo<bool>,
    track: LaneTrack,
    before: StoredValue<Option<BeforePull>>,
    pulling: RwSignal<Option<Pull>>,
    /// A limit of this lane is moving, so the plate is shown here.
    is_moving: RwSignal<bool>,
}

/// Marks the lane under the pointer.
pub(super) fn point(view: Overview, event: &web_sys::PointerEvent) {
    // A pull goes on over other lanes.
    if event.buttons() == 0 {
        mark(view.proposal.pointed, event.target());
    }
}

/// Marks the lane with the focus.
pub(super) fn focus(view: Overview, event: &web_sys::FocusEvent) {
    mark(view.proposal.focused, event.target());
}

fn mark(place: RwSignal<Option<EmvId>>, target: Option<web_sys::EventTarget>) {
    let lane = || {
        let target = target?.dyn_into::<web_sys::Element>().ok()?;
        let control = target.closest(".lane").ok()??.query_selector("[data-lane]").ok()??;
        EmvId::parse(&control.get_attribute("data-lane")?)
    };
    let lane = lane();
    if place.with_untracked(|now| *now != lane) {
        place.set(lane);
    }
}

/// Overlay on the track of a lane, while the lane is selected, under the pointer, or has the focus.
pub(super) fn pulls(
    shell: Shell,
    view: Overview,
    lane: Arc<Lane>,
    ids: Vec<EmvId>,
    limits: Limits,
    is_chosen: Memo<bool>,
    track: LaneTrack,
) -> AnyView {
    let (id, proposal) = (lane.id.clone(), view.proposal);
    let is_here = Memo::new(move |_| {
        let is_it = |place: RwSignal<Option<EmvId>>| place.with(|place| place.as_ref() == Some(&id));
        is_chosen.get() || is_it(proposal.pointed) || is_it(proposal.focused)
    });
    let pulls = move || {
        is_here.get().then(|| untrack(|| of_lane(shell, view, &lane, ids.clone(), limits, is_chosen, track)))
    };
    pulls.into_any()
}

/// A grip for each limit, and the ghost of the proposed limit.
fn of_lane(
    shell: Shell,
    view: Overview,
    lane: &Lane,
    ids: Vec<EmvId>,
    limits: Limits,
    is_chosen: Memo<bool>,
    track: LaneTrack,
) -> AnyView {
    let (id, name) = (lane.id.clone(), with_scheme(lane.scheme, lane.name.clone()));
    let (currency, proposal) = (lane.currency.clone(), view.proposal);
    // The amount has one currency: among selected lanes, one in another currency has no grips.
    let takes = Memo::new(move |_| {
        !shell.is_read_only() && (!is_chosen.get() || proposal.currency.with(|its| *its == currency))
    });
    let lane = PulledLane {
        view,
        ids: StoredValue::new(ids),
        limits,
        is_chosen,
        would: Memo::new(move |_| proposal.set.with(|set| set.ids.contains(&id))),
        track,
        before: StoredValue::new(None),
        pulling: RwSignal::new(None),
        is_moving: RwSignal::new(false),
    };
    let grips = move || {
        takes.get().then(|| {
            // Grips that go while one is dragged hold nothing.
            on_cleanup(move || {
                if lane.pulling.try_get_untracked().flatten().is_some_and(|pull| pull.has_moved) {
                    let _ = lane.pulling.try_set(None);
                    let _ = proposal.is_dragging.try_set(false);
                }
            });
            let places = lane.places();
            let grips = LimitKind::ALL.map(|limit| lane.grip(limit, &name, places));
            view! { <div class="pulls">{grips.collect_view()}</div> }
        })
    };
    let pulled = move || lane.would.get().then(|| lane.ghost());
    view! { {grips}{live(pulled)} }.into_any()
}

impl PulledLane {
    fn hold(self, pull: Option<Pull>) {
        self.pulling.set(pull);
        let is_dragging = pull.is_some_and(|pull| pull.has_moved);
        if self.view.proposal.is_dragging.get_untracked() != is_dragging {
            self.view.proposal.is_dragging.set(is_dragging);
        }
    }

    /// Selects the lane if it isn't, and remembers what Esc restores.
    fn begin(self) {
        let Proposal { limit, text, ids, .. } = self.view.proposal;
        if self.before.with_value(Option::is_none) {
            let (limit, text) = (limit.get_untracked(), text.get_untracked());
            self.before.set_value(Some(BeforePull { limit, text, ids: ids.get_untracked() }));
        }
        if !self.is_chosen.get_untracked() {
            ids.set(self.ids.with_value(|ids| gathered(ids.iter().cloned())));
        }
        self.is_moving.set(true);
    }

    /// Restores what was before the pull; false without one.
    fn take_back(self) -> bool {
        let before = self.before.try_update_value(Option::take).flatten();
        self.is_moving.set(false);
        let Some(BeforePull { limit, text, ids }) = before else { return false };
        let proposal = self.view.proposal;
        proposal.limit.set(limit);
        proposal.text.set(text);
        if proposal.ids.with_untracked(|now| *now != ids) {
            proposal.ids.set(ids);
        }
        true
    }

    /// Keeps the amount.
    fn end(self) {
        self.before.set_value(None);
        self.is_moving.set(false);
    }

    /// Ghost of the limit at the proposed amount, with the plate while it moves.
    fn ghost(self) -> impl IntoView {
        let PulledLane { view, limits, track: LaneTrack { scale, .. }, is_moving, .. } = self;
        let proposal = view.proposal;
        let at = Memo::new(move |_| proposal.minor.get().map_or(0.0, |minor| scale.get().at(minor)));
        let figure = move || {
            let minor = proposal.minor.get()?;
            let before = limits.get(proposal.limit.get());
            proposal.currency.with(|currency| {
                Some(format!("{} → {}", show::figure(before, currency), show::figure(minor, currency)))
            })
        };
        // Shifted near the ends, so that figure and plate stay within the track.
        let class = move || match at.get() {
            at if at < 0.12 => "pulled at-start",
            at if at > 0.72 => "pulled at-end",
            _ => "pulled",
        };
        let shape = move || {
            let limit = proposal.limit.get();
            view! { <span class=format!("mark mark-{}", limit_key(limit))><LimitMark limit=limit/></span> }
        };
        let plate = move || {
            let impact = proposal.impact.get().filter(|_| is_moving.get())?;
            Some(
                view! { <span class="pull-plate"><b>{impact.sentence}</b><span>{impact.scope}</span></span> },
            )
        };
        view! {
            <span class=class aria-hidden="true" style:left=move || percent(at.get())>{live(shape)}<span class="pulled-figure">{live(figure)}</span>{live(plate)}</span>
        }
    }

    fn is_pulled(self, limit: LimitKind) -> bool {
        self.pulling.with(|pull| pull.is_some_and(|pull| pull.has_moved && pull.limit == limit))
    }

    /// The proposed amount of a limit, if this lane accepts it or it is pulled here.
    fn proposed(self, limit: LimitKind) -> Option<u64> {
        let proposal = self.view.proposal;
        let is_here = self.would.get() || self.is_pulled(limit);
        proposal.minor.get().filter(|_| is_here && proposal.limit.get() == limit)
    }

    /// Middles of the grips in pixels, in the order of [`LimitKind::ALL`].
    fn places(self) -> Memo<[f64; 3]> {
        Memo::new(move |_| {
            let (scale, width) = (self.track.scale.get(), self.track.width.get());
            apart(LimitKind::ALL.map(|limit| {
                scale.at(self.proposed(limit).unwrap_or_else(|| self.limits.get(limit))) * width
            }))
        })
    }

    fn grip(self, limit: LimitKind, name: &str, places: Memo<[f64; 3]>) -> AnyView {
        let PulledLane { view, limits, would, track: LaneTrack { scale, .. }, pulling, is_moving, .. } = self;
        let proposal = view.proposal;
        let is_pulled = Memo::new(move |_| self.is_pulled(limit));
        let proposed = Memo::new(move |_| self.proposed(limit));
        let grip_amount = Memo::new(move |_| proposed.get().unwrap_or_else(|| limits.get(limit)));
        let grab = move |event: web_sys::PointerEvent| {
            if event.button() != 0 {
                return;
            }
            event.prevent_default();
            if let Some(element) = element_of(&event) {
                // Without capture the pull ends at the edge of the grip; capture fails only for a pointer that is gone.
                let _ = element.set_pointer_capture(event.pointer_id());
                // Esc comes to the grip; it is on the page.
                let _ = element.focus();
            }
            // The limit may be beside its grip, so it moves with the pointer and never jumps to it.
            let from = scale.get_untracked().at(grip_amount.get_untracked());
            self.hold(Some(Pull { limit, x: event.client_x(), from, has_moved: false }));
        };
        let pull = move |event: web_sys::PointerEvent| {
            let Some(now) = pulling.get_untracked() else { return };
            if !now.has_moved && (event.client_x() - now.x).abs() < SLACK {
                return;
            }
            let Some(wide) = track_width(&event) else { return };
            let place = now.from + f64::from(event.client_x() - now.x) / wide;
            if !now.has_moved {
                self.begin();
                self.hold(Some(Pull { has_moved: true, ..now }));
            }
            let scale = scale.get_untracked();
            let unit = proposal.currency.with_untracked(tapline_emv::Currency::unit);
            let minor = if event.alt_key() { scale.amount(place) } else { scale.snapped(place, wide, unit) };
            proposal.put(now.limit, minor.min(MAX_AMOUNT));
        };
        let release = move |_: web_sys::PointerEvent| {
            if pulling.get_untracked().is_some_and(|pull| pull.has_moved) {
                self.end();
                proposal.pulled.update(|count| *count += 1);
            }
            self.hold(None);
        };
        let give_up = move |_: web_sys::PointerEvent| {
            self.hold(None);
            self.take_back();
        };
        let keys = move |event: web_sys::KeyboardEvent| {
            let unit = proposal.currency.with_untracked(tapline_emv::Currency::unit);
            if event.ctrl_key() || event.meta_key() {
                return;
            }
            let key = event.key();
            let moved = match key.as_str() {
                // Alt with Left and Right belongs to the window's history.
                "ArrowLeft" | "ArrowRight" if event.alt_key() => return,
                "Escape" => {
                    self.hold(None);
                    if !self.take_back() {
                        return;
                    }
                    None
                }
                digit if digit.len() == 1 && digit.as_bytes()[0].is_ascii_digit() => {
                    self.begin();
                    proposal.limit.set(limit);
                    proposal.text.set(digit.to_owned());
                    engine::later(0, into_field);
                    None
                }
                key => {
                    match stepped(key, grip_amount.get_untracked(), unit, event.shift_key(), event.alt_key())
                    {
                        Some(moved) => Some(moved),
                        None => return,
                    }
                }
            };
            event.prevent_default();
            // On a grip the arrows move the limit, and not the focus.
            event.stop_propagation();
            if let Some(moved) = moved {
                self.begin();
                proposal.put(limit, moved);
            }
        };
        let blur = move |_: web_sys::FocusEvent| {
            if pulling.with_untracked(Option::is_none) {
                self.end();
            }
        };
        let spoken = move || {
            let amount = proposal.currency.with(|currency| show::limit(grip_amount.get(), currency));
            let impact = proposal.impact.get().filter(|_| is_moving.get() && proposed.get().is_some());
            impact.map_or_else(|| amount.clone(), |impact| format!("{amount}, {}", impact.sentence))
        };
        // Pulled to an amount that this lane refuses; the foot says why.
        let refused = move || {
            let minor = proposal.minor.get().filter(|_| is_pulled.get() && !would.get())?;
            // A lane never refuses its own amount.
            let is_own = limits.get(proposal.limit.get()) == minor;
            let figure = proposal.currency.with(|currency| show::figure(minor, currency));
            (!is_own)
                .then(|| view! { <span class="pulled-figure refused" aria-hidden="true">{figure}</span> })
        };
        view! {
            <div class="pull" role="slider" tabindex="0" aria-label=format!("{} of {name}", limit.label()) aria-orientation="horizontal"
                aria-valuemin="0" aria-valuemax=MAX_AMOUNT.to_string() aria-valuenow=move || grip_amount.get().to_string() aria-valuetext=spoken
                class:pulling=is_pulled style:left=move || places.with(|places| format!("{:.1}px", places[limit as usize]))
                on:keydown=keys on:blur=blur on:pointerdown=grab on:pointermove=pull on:pointerup=release on:pointercancel=give_up>{live(refused)}</div>
        }
        .into_any()
    }
}

/// Moves the focus to the amount of the selection, where typing goes on.
fn into_field() {
    let field = document().query_selector(".chosen-bar .money input").ok().flatten();
    if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
        // The field is on the page while lanes are selected.
        let _ = field.focus();
    }
}

fn element_of(event: &web_sys::PointerEvent) -> Option<web_sys::HtmlElement> {
    event.current_target()?.dyn_into().ok()
}

/// Width of the grip's track in pixels.
fn track_width(event: &web_sys::PointerEvent) -> Option<f64> {
    Some(element_of(event)?.parent_element()?.get_bounding_client_rect().width()).filter(|width| *width > 0.0)
}
