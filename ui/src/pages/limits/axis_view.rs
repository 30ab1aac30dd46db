//! The lanes: all configurations on one amount axis, with a cursor through all of them.
//!
//! State that the lanes follow: the scale of the axis, and the amount at the cursor. Lanes near the viewport follow at once, the others a
//! little later in groups, so that a zoom step with hundreds of lanes is drawn at once.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_emv::check::Severity;
use tapline_emv::limits::{self, Outcome};
use tapline_emv::tap::{Presented, decide};
use tapline_emv::{LimitKind, Scheme};
use tapline_explain::say::tap as words;

use super::lanes::Lane;
use super::loaded_sales::LOADED_SALES;
use super::state::Overview;
use super::watch::watch;
use crate::effect::effect;
use crate::ipc::hold::Near;
use crate::ipc::{engine, hold};
use crate::paths::Route;
use crate::scale::{Scale, percent};
use crate::shell::{Shell, shell};
use crate::show;
use crate::widgets::drafts::draft_dot;
use crate::widgets::icon::{Icon, SchemeMark};
use crate::widgets::part::show_when_idle;
use crate::widgets::show::live;
use crate::widgets::zones::{Swatch, ZoneBar};

#[component]
pub(super) fn AxisView(lanes: Memo<Arc<Vec<Arc<Lane>>>>, view: Overview) -> impl IntoView {
    let shell = shell();
    let scale: Signal<Scale> = view.scale.into();
    let width = RwSignal::new(546.0);
    let follow = Follow::new(shell, scale);
    // Keyed by lane: late data redraws a single lane, and nothing moves under the mouse.
    let schemes = move || {
        let mut schemes: Vec<_> = lanes.with(|lanes| lanes.iter().map(|lane| lane.scheme).collect());
        schemes.dedup();
        schemes
    };
    let of_scheme = move |scheme| {
        let own = Memo::new(move |_| {
            lanes.with(|lanes| lanes.iter().filter(|lane| lane.scheme == scheme).cloned().collect())
        });
        group(shell, view, scheme, own, follow, width)
    };
    // A single line through all lanes.
    let cursor = move || {
        shell
            .amount_minor()
            .map(|minor| view! { <span class="cursor" style:left=percent(scale.get().at(minor))></span> })
    };
    view! {
        <div class="lanes" on:keydown=move |event| super::chosen::keys(shell, view, &event)>
            <div class="cursors" aria-hidden="true">{live(cursor)}</div>
            <AxisHead lanes=lanes scale=scale width=width view=view/>
            <For each=schemes key=|scheme| *scheme children=of_scheme/>
        </div>
    }
}

/// The axis with its figures; a click moves the cursor, plus and minus zoom, Home resets.
#[component]
fn AxisHead(
    lanes: Memo<Arc<Vec<Arc<Lane>>>>,
    scale: Signal<Scale>,
    width: RwSignal<f64>,
    view: Overview,
) -> impl IntoView {
    let shell = shell();
    let track = NodeRef::<html::Div>::new();
    effect(move || {
        if let Some(element) = track.get() {
            hold::on_width(&element, move |wide| width.set(wide));
        }
    });
    let point = move |event: web_sys::PointerEvent| {
        if event.buttons() != 1 {
            return;
        }
        if let Some(element) = track.get_untracked() {
            let wide = width.get_untracked();
            let place = (f64::from(event.client_x()) - element.get_bounding_client_rect().left()) / wide;
            let currency = shell.currency();
            shell.amount.set(currency.plain(scale.get_untracked().snapped(place, wide, currency.unit())));
        }
    };
    let zoom = move |event: web_sys::KeyboardEvent| {
        let unit = shell.currency().unit();
        let now = scale.get_untracked();
        let step = |up: bool| {
            let at = shell.currency().parse(&shell.amount.get_untracked()).unwrap_or(0);
            if up { at + unit } else { at.saturating_sub(unit) }
        };
        match event.key().as_str() {
            // Alt with Left and Right belongs to the window's history.
            "ArrowLeft" | "ArrowRight" if event.alt_key() => return,
            "+" => view.zoom.set(Some(now.closer(unit))),
            "-" => view.zoom.set(Some(now.wider())),
            "Home" => view.zoom.set(None),
            "ArrowRight" => shell.amount.set(shell.currency().plain(step(true))),
            "ArrowLeft" => shell.amount.set(shell.currency().plain(step(false))),
            _ => return,
        }
        event.prevent_default();
    };
    let end = Memo::new(move |_| {
        let beyond = lanes.with(|lanes| {
            let limits = lanes.iter().filter(|lane| lane.on_axis).filter_map(|lane| lane.limits);
            scale.get().leaves_out(limits.flat_map(|l| [l.floor, l.cvm, l.transaction]))
        });
        if beyond { "above" } else { "no limit" }
    });
    let ticks = move || {
        let currency = shell.currency();
        let scale = scale.get();
        let ticks = scale.ticks(width.get(), end.get(), |minor| show::tick(minor, &currency));
        let tick = |(minor, text): (u64, String)| {
            view! { <span class="tick" style:left=percent(scale.at(minor))>{text}</span> }
        };
        ticks.into_iter().map(tick).collect_view()
    };
    let cursor = move || {
        shell.amount_minor().map(|minor| {
            let text = shell.currency().figure(minor);
            view! { <span class="cursor-flag" style:left=percent(scale.get().at(minor))>{text}</span> }
        })
    };
    view! {
        <div class="lane-head">
            <span>"Scheme"</span><span>"Configuration"</span>
            <div class="axis-cell">
            <AxisZoom scale=scale view=view/>
            <div class="track axis" node_ref=track tabindex="0" role="slider" aria-label="Amount cursor"
                aria-valuemin="0" aria-valuemax=tapline_emv::MAX_AMOUNT.to_string()
                aria-valuenow=move || shell.amount_minor().unwrap_or(0).to_string()
                aria-valuetext=move || shell.amount_minor().map(|minor| shell.currency().money(minor))
                on:pointerdown=point on:pointermove=point on:keydown=zoom>
                {ticks}
                <span class="tick tick-end">{end}</span>
                {live(cursor)}
            </div>
            </div>
            <span>{move || match shell.presented.get() {
                Presented::Card => format!("At {} with a card", shell.amount.get()),
                Presented::Phone => format!("At {} with a phone", shell.amount.get()),
            }}</span>
        </div>
    }
}

/// The range of the axis, and the buttons that change it; the keys + - Home do the same on the axis.
#[component]
fn AxisZoom(scale: Signal<Scale>, view: Overview) -> impl IntoView {
    let shell = shell();
    let unit = move || shell.currency().unit();
    let all = move || {
        let nothing = view.zoom.with(Option::is_none);
        if nothing { "All limits are already shown." } else { "Show all limits (Home on the axis)" }
    };
    let shows = move || {
        let currency = shell.currency();
        format!("0 to {} {}", show::tick(scale.get().top, &currency), currency.code())
    };
    view! {
        <div class="axis-zoom" role="group" aria-label="Zoom">
            <span class="axis-range">{live(shows)}</span>
            {show_when_idle(LOADED_SALES)}
            <span class="grow"></span>
            <span class="muted">"Zoom"</span>
            <button type="button" class="tiny" aria-label="Zoom in" title="Zoom in (+ on the axis)" on:click=move |_| view.zoom.set(Some(scale.get().closer(unit())))><Icon name="plus"/></button>
            <button type="button" class="tiny" aria-label="Zoom out" title="Zoom out (- on the axis)" on:click=move |_| view.zoom.set(Some(scale.get().wider()))><Icon name="minus"/></button>
            <button type="button" class="small" title=all disabled=move || view.zoom.with(Option::is_none) on:click=move |_| view.zoom.set(None)>"All"</button>
        </div>
    }
}

fn group(
    shell: Shell,
    view: Overview,
    scheme: Option<Scheme>,
    lanes: Memo<Vec<Arc<Lane>>>,
    follow: Follow,
    width: RwSignal<f64>,
) -> AnyView {
    let name = scheme.map_or("Other scheme", Scheme::name);
    let operator = scheme.map(|scheme| {
        let rule = limits::rule(scheme, LimitKind::Cvm);
        format!("{} limit ({})", rule.service.word(), rule.service.symbol())
    });
    let key = scheme.map_or("none", Scheme::key);
    let ids = move || lanes.with(|lanes| lanes.iter().map(|lane| lane.id.clone()).collect::<Vec<_>>());
    let of_id = move |id: EmvId| {
        let lane = Memo::new(move |_| lanes.with(|lanes| lanes.iter().find(|lane| lane.id == id).cloned()));
        move || lane.get().map(|lane| row(shell, view, lane, follow, width))
    };
    view! {
        <section class=format!("group s-{key}") aria-label=name>
            <div class="group-head"><h2><SchemeMark scheme=scheme/>{name}</h2><p class="muted">{operator}</p></div>
            <ul><For each=ids key=Clone::clone children=of_id/></ul>
        </section>
    }
    .into_any()
}

fn row(shell: Shell, view: Overview, lane: Arc<Lane>, follow: Follow, width: RwSignal<f64>) -> AnyView {
    let LaneFollow { scale, amount, element } = follow.lane(lane.id.to_string());
    let currency = lane.currency.clone();
    let route = Route::Editor(lane.id.clone());
    let is_chosen = view.is_chosen(&lane.id);
    let below = if let Some(differs) = &lane.differs {
        super::table_view::differs(shell, &lane, *differs, &currency)
    } else {
        // A lane off the axis has its currency in the picture.
        match lane.whose.clone().filter(|_| lane.on_axis) {
            Some(whose) => view! { <span class="muted" title=whose.sentence>{whose.short}</span> }.into_any(),
            None => view! { <span class="muted">"id " {lane.id.to_string()}</span> }.into_any(),
        }
    };
    let picture = match lane.limits {
        Some(limits) if !lane.on_axis => view! {
            <p class="no-bar">{format!("Used in {}, so not on this axis. CVM limit {}.", currency.code(), currency.money(limits.cvm))}</p>
        }
        .into_any(),
        Some(limits) => {
            let pulls = super::pull::pulls(shell, view.proposal, Arc::clone(&lane), limits, is_chosen, scale.into());
            view! { <ZoneBar scheme=lane.scheme limits=limits params=lane.deciding.clone() currency=currency.clone() scale=scale width=width/>{pulls} }.into_any()
        }
        None if lane.unreadable => view! { <p class="no-bar">"Unreadable parameters. Open it to see them."</p> }.into_any(),
        None => view! { <p class="no-bar">"A limit is missing or unreadable. Open it to see which."</p> }.into_any(),
    };
    let (path, draft) = (route.path(), draft_dot(shell, route.clone()));
    let class = if lane.differs.is_some() { "lane lane-differs" } else { "lane" };
    let (name, id) = (lane.name.clone(), lane.id.clone());
    let mark = super::chosen::mark(shell, view, &lane);
    let marks = marks(shell, view, lane.id.clone());
    let lane_text = Memo::new(move |_| says(shell, &lane, amount));
    view! {
        <li class=class class:lane-chosen=is_chosen node_ref=element>
            <div class="lane-name">
                {mark}
                <a href=path data-lane=id.to_string() on:click=move |event| { event.prevent_default(); shell.nav.go(route.clone()); }>{name}</a>{draft}
                <span class="lane-marks">{marks}</span>
                {below}
            </div>
            <div class="track">{picture}</div>
            <div class="lane-says">{move || lane_text.get().map(shown)}</div>
        </li>
    }
    .into_any()
}

/// Marks next to the name of a lane: number of findings, changes from elsewhere, and other countries of its users.
fn marks(shell: Shell, view: Overview, id: EmvId) -> AnyView {
    let watch = watch(shell);
    let marks = Memo::new(move |_| (view.concerns(&id), watch.mark(&id), view.abroad(&id)));
    let drawn = move || {
        let (concerns, changed, others) = marks.get();
        let concerns = concerns.map(|(severity, count)| {
            let (icon, class) = match severity {
                Severity::Error => ("error", "concerns bad"),
                Severity::Warning | Severity::Info => ("warning", "concerns"),
            };
            let words = if count == 1 { " finding" } else { " findings" };
            view! { <span class=class title="findings"><Icon name=icon/>{count}<span class="visually-hidden">{words}</span></span> }
        });
        let changed = changed.map(|words| {
            let title = words.clone();
            view! { <span class="concerns drift" title=title><Icon name="activity"/><span class="visually-hidden">" " {words}</span></span> }
        });
        let others = others.map(|others| {
            let title = format!("A change also affects {others}.");
            view! { <span class="muted" title=title>{format!("also {others}")}</span> }
        });
        view! { {concerns}{changed}{others} }
    };
    drawn.into_any()
}

/// Text of a lane at the cursor: its outcome, a title, and the reason.
type LaneText = (Option<Outcome>, String, String);

fn shown((outcome, title, why): LaneText) -> AnyView {
    let swatch = match outcome {
        Some(outcome) => view! { <Swatch outcome=outcome/> }.into_any(),
        None => view! { <span></span> }.into_any(),
    };
    let whole = title.clone();
    view! { {swatch}<b title=whole>{title}</b><span class="muted">{why}</span> }.into_any()
}

fn says(shell: Shell, lane: &Lane, amount: Memo<Option<u64>>) -> Option<LaneText> {
    let silent = |title: &str, why: &str| Some((None, title.to_owned(), why.to_owned()));
    let (scheme, limits) = match (lane.scheme, lane.limits) {
        _ if lane.unreadable => return silent("Unreadable", "its parameters are not a JSON object"),
        (_, None) => return silent("Unclear", "a limit is missing or unreadable"),
        (Some(_), Some(_)) if !lane.on_axis => {
            return silent("Unclear", &format!("used in {}; open it", lane.currency.code()));
        }
        (None, Some(_)) => return silent("Unclear", "the scheme is unknown"),
        (Some(scheme), Some(limits)) => (scheme, limits),
    };
    let (amount, presented) = (amount.get()?, shell.presented.get());
    let decision = decide(scheme, limits, &lane.deciding, amount, presented);
    let words = words::lane(&decision, &lane.currency);
    Some((Some(decision.outcome), words.title.to_string(), words.why.to_string()))
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct AxisState {
    scale: Scale,
    amount: Option<u64>,
}

/// Pixels beyond the viewport: about six lanes.
const MARGIN: u32 = 260;
/// Milliseconds after the last change until the lanes out of sight follow; `BETWEEN` is the pause from one group to the next.
const LATER: u64 = 200;
const BETWEEN: u64 = 24;
const PARTS: usize = 8;

#[derive(Clone, Copy)]
pub(super) struct Follow {
    now: Memo<AxisState>,
    late: [RwSignal<AxisState>; PARTS],
    near: StoredValue<Near, LocalStorage>,
    /// Number of lanes, used to fill the groups evenly.
    lanes: StoredValue<usize>,
}

/// State that one lane follows.
#[derive(Clone, Copy)]
pub(super) struct LaneFollow {
    pub(super) scale: Memo<Scale>,
    pub(super) amount: Memo<Option<u64>>,
    /// Element of the lane.
    pub(super) element: NodeRef<html::Li>,
}

impl Follow {
    pub(super) fn new(shell: Shell, scale: Signal<Scale>) -> Follow {
        let now = Memo::new(move |_| AxisState { scale: scale.get(), amount: shell.amount_minor() });
        let first = now.get_untracked();
        let late = [(); PARTS].map(|()| RwSignal::new(first));
        let turn = StoredValue::new(0_u32);
        effect(move || {
            let now = now.get();
            turn.update_value(|turn| *turn += 1);
            let mine = turn.get_value();
            for (part, late) in late.into_iter().enumerate() {
                engine::later(LATER + BETWEEN * part as u64, move || {
                    // By now the page may be gone, or the state may have changed again.
                    if turn.try_get_value() == Some(mine) && late.try_get_untracked() != Some(now) {
                        let _ = late.try_set(now);
                    }
                });
            }
        });
        Follow { now, late, near: StoredValue::new_local(Near::new(MARGIN)), lanes: StoredValue::new(0) }
    }

    /// State for the lane with this key.
    pub(super) fn lane(self, key: String) -> LaneFollow {
        let at = self.lanes.get_value();
        self.lanes.set_value(at + 1);
        let (now, late) = (self.now, self.late[at % PARTS]);
        let (is_near, element) = (RwSignal::new(false), NodeRef::<html::Li>::new());
        element.on_load(move |lane| self.near.with_value(|near| near.watch(&lane, &key, is_near)));
        let mine = Memo::new(move |_| if is_near.get() { now.get() } else { late.get() });
        LaneFollow {
            scale: Memo::new(move |_| mine.with(|mine| mine.scale)),
            amount: Memo::new(move |_| mine.with(|mine| mine.amount)),
            element,
        }
    }
}
