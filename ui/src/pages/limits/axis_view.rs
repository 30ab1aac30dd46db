//! The lanes: all configurations on one amount axis, with a cursor through all of them.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use tapline_contract::emv_config::{EmvId, with_scheme};
use tapline_emv::Scheme;
use tapline_emv::limits::Outcome;
use tapline_emv::tap::{Presented, decide};
use tapline_explain::say::tap as words;

use super::fold::{self, OverviewRow, RowKey};
use super::follow::{Follow, LaneFollow};
use super::lanes::Lane;
use super::loaded_sales::LOADED_SALES;
use super::state::Overview;
use super::watch::watch;
use crate::effect::effect;
use crate::ipc::hold;
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
pub(super) fn AxisView(
    /// Configurations that the filters show.
    lanes: Memo<Arc<Vec<Arc<Lane>>>>,
    /// Rows to draw.
    rows: Memo<Arc<Vec<OverviewRow>>>,
    view: Overview,
) -> impl IntoView {
    let shell = shell();
    let scale: Signal<Scale> = view.scale.into();
    let width = RwSignal::new(546.0);
    let follow = Follow::new(shell, scale);
    // Keyed by row: late data redraws a single row, and nothing moves under the mouse.
    let schemes = move || {
        let mut schemes: Vec<_> = rows.with(|rows| rows.iter().map(|row| row.lane().scheme).collect());
        schemes.dedup();
        schemes
    };
    let of_scheme = move |scheme| {
        let own = Memo::new(move |_| {
            rows.with(|rows| rows.iter().filter(|row| row.lane().scheme == scheme).cloned().collect())
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
        <div class="lanes" on:keydown=move |event| super::chosen::keys(shell, view, &event)
            on:pointerover=move |event| super::pull::point(view, &event) on:focusin=move |event| super::pull::focus(view, &event)>
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
            <div class="lane-head-name">
                <super::chosen::ChooseShown view=view lanes=lanes/>
                <span>"Configuration"</span>
                <span class="grow"></span>
                <AxisZoom scale=scale view=view/>
            </div>
            <div class="axis-cell">
            {show_when_idle(LOADED_SALES)}
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
            <span class="lane-head-says">{move || match shell.presented.get() {
                Presented::Card => format!("At {} with a card", shell.amount.get()),
                Presented::Phone => format!("At {} with a phone", shell.amount.get()),
            }}</span>
        </div>
    }
}

/// The range of the axis between the buttons that change it; the keys + - Home do the same on the axis.
#[component]
fn AxisZoom(scale: Signal<Scale>, view: Overview) -> impl IntoView {
    let shell = shell();
    let unit = move || shell.currency().unit();
    let is_whole = move || view.zoom.with(Option::is_none);
    let title = move || {
        if is_whole() { "All limits are already shown." } else { "Show all limits (Home on the axis)" }
    };
    let shows = move || format!("0–{}", show::tick(scale.get().top, &shell.currency()));
    view! {
        <div class="axis-zoom" role="group" aria-label="Zoom">
            <button type="button" class="small" aria-label="Zoom out" title="Zoom out (- on the axis)" on:click=move |_| view.zoom.set(Some(scale.get().wider()))><Icon name="minus"/></button>
            <button type="button" class="small axis-range" title=title disabled=is_whole on:click=move |_| view.zoom.set(None)>{live(shows)}</button>
            <button type="button" class="small" aria-label="Zoom in" title="Zoom in (+ on the axis)" on:click=move |_| view.zoom.set(Some(scale.get().closer(unit())))><Icon name="plus"/></button>
        </div>
    }
}

fn group(
    shell: Shell,
    view: Overview,
    scheme: Option<Scheme>,
    rows: Memo<Vec<OverviewRow>>,
    follow: Follow,
    width: RwSignal<f64>,
) -> AnyView {
    let key = scheme.map_or("none", Scheme::key);
    let keys = move || rows.with(|rows| rows.iter().map(OverviewRow::key).collect::<Vec<_>>());
    let of_key = move |key: RowKey| {
        let row = Memo::new(move |_| rows.with(|rows| rows.iter().find(|row| row.key() == key).cloned()));
        move || row.get().map(|row| drawn(shell, view, &row, follow, width))
    };
    view! {
        <section class=format!("group s-{key}") aria-label=name_of(scheme)>
            <h2 class="visually-hidden">{name_of(scheme)}</h2>
            <ul><For each=keys key=Clone::clone children=of_key/></ul>
        </section>
    }
    .into_any()
}

fn name_of(scheme: Option<Scheme>) -> &'static str {
    scheme.map_or("Other scheme", Scheme::name)
}

/// Name of a row without its scheme.
fn own_name(row: &OverviewRow) -> String {
    match row {
        OverviewRow::Fold(lanes) => format!("{} with the same limits", lanes.len()),
        OverviewRow::Inside(lane) | OverviewRow::Single(lane) => lane.name.clone(),
    }
}

/// Link of a configuration, or button of a fold; both cover the row.
fn control(shell: Shell, view: Overview, row: &OverviewRow) -> AnyView {
    let lane = row.lane();
    let id = lane.id.to_string();
    let name = own_name(row);
    // The column may shorten the name.
    let title = name.clone();
    match row {
        OverviewRow::Fold(_) => {
            let ids = row.ids();
            let is_open = Memo::new({
                let ids = ids.clone();
                move |_| view.is_unfolded(&ids)
            });
            let turn = move |_| view.unfold(&ids, !is_open.get_untracked());
            view! {
                <button type="button" class="lane-link" title=title data-lane=id aria-expanded=move || is_open.get().to_string() on:click=turn>
                    <Icon name="open"/><span>{name}</span></button>
            }
            .into_any()
        }
        OverviewRow::Inside(_) | OverviewRow::Single(_) => {
            let route = Route::Editor(lane.id.clone());
            let path = route.path();
            let inside = matches!(row, OverviewRow::Inside(_)).then_some("");
            let go = move |event: web_sys::MouseEvent| {
                event.prevent_default();
                shell.nav.go(route.clone());
            };
            view! { <a class="lane-link" title=title href=path data-lane=id data-inside=inside on:click=go>{name}</a> }
                .into_any()
        }
    }
}

/// Second line of a row: members of a fold, the difference from the scheme, the currency of other users, or the id.
fn below(shell: Shell, row: &OverviewRow) -> AnyView {
    let lane = row.lane();
    if let OverviewRow::Fold(lanes) = row {
        let names = fold::names(lanes);
        let all: Vec<&str> = lanes.iter().map(|lane| lane.name.as_str()).collect();
        return view! { <span class="muted" title=all.join(", ")>{names}</span> }.into_any();
    }
    if lane.unreadable {
        return view! { <span class="differs">"Unreadable parameters"</span> }.into_any();
    }
    if let Some(oddity) = &lane.oddity {
        return super::table_view::differs(shell, lane, oddity);
    }
    // A lane off the axis has its currency in the picture.
    match lane.whose.clone().filter(|_| lane.on_axis) {
        Some(whose) => view! { <span class="muted" title=whose.sentence>{whose.short}</span> }.into_any(),
        None => view! { <span class="muted">"id " {lane.id.to_string()}</span> }.into_any(),
    }
}

fn drawn(shell: Shell, view: Overview, row: &OverviewRow, follow: Follow, width: RwSignal<f64>) -> AnyView {
    let (lane, ids) = (Arc::clone(row.lane()), row.ids());
    let LaneFollow { scale, amount, element } = follow.lane(row.key().text());
    let currency = lane.currency.clone();
    let is_chosen = view.is_chosen(&ids);
    let below = below(shell, row);
    let control = control(shell, view, row);
    let picture = match lane.limits {
        Some(limits) if !lane.on_axis => view! {
            <p class="no-bar">{format!("Used in {}, so not on this axis. CVM limit {}.", currency.code(), currency.money(limits.cvm))}</p>
        }
        .into_any(),
        Some(limits) => {
            let track = super::pull::LaneTrack { scale: scale.into(), width };
            let pulls = super::pull::pulls(shell, view, Arc::clone(&lane), ids.clone(), limits, is_chosen, track);
            view! { <ZoneBar scheme=lane.scheme limits=limits params=lane.deciding.clone() currency=currency.clone() scale=scale width=width/>{pulls} }.into_any()
        }
        None if lane.unreadable => view! { <p class="no-bar">"Open it to see the raw values."</p> }.into_any(),
        None => view! { <p class="no-bar">"Open it to see which limit."</p> }.into_any(),
    };
    let drafts: Vec<_> = ids.iter().map(|id| draft_dot(shell, Route::Editor(id.clone()))).collect();
    let class = match row {
        OverviewRow::Inside(_) => "lane lane-inside",
        OverviewRow::Single(lane) if lane.is_outlier() => "lane lane-differs",
        OverviewRow::Fold(_) | OverviewRow::Single(_) => "lane",
    };
    let scheme = lane.scheme;
    let name = with_scheme(scheme, own_name(row));
    // The members of a fold have the scheme in the row above.
    let before = (!matches!(row, OverviewRow::Inside(_)))
        .then(|| view! { <span class="lane-scheme">{name_of(scheme)}" · "</span> });
    let mark = super::chosen::mark(shell, view, ids.clone(), &name);
    let marks = marks(shell, view, ids, name);
    let lane_text = Memo::new(move |_| says(shell, &lane, amount));
    view! {
        <li class=class class:lane-chosen=is_chosen node_ref=element>
            <div class="lane-name">
                {mark}
                <p class="lane-title"><SchemeMark scheme=scheme/>{before}{control}{drafts}</p>
                <p class="lane-below">{below}<span class="grow"></span>{marks}</p>
            </div>
            <div class="track">{picture}</div>
            <div class="lane-says">{move || lane_text.get().map(shown)}</div>
        </li>
    }
    .into_any()
}

/// Marks at the end of a row's second line: changes from elsewhere, other countries of its users, and the findings.
fn marks(shell: Shell, view: Overview, ids: Vec<EmvId>, name: String) -> AnyView {
    let watch = watch(shell);
    let findings = super::finding::chip(view, ids.clone(), name);
    let marks = Memo::new(move |_| {
        (ids.iter().find_map(|id| watch.mark(id)), ids.iter().find_map(|id| view.abroad(id)))
    });
    let drawn = move || {
        let (changed, others) = marks.get();
        let changed = changed.map(|words| {
            let title = words.clone();
            view! { <span class="drift" title=title><Icon name="activity"/><span class="visually-hidden">" " {words}</span></span> }
        });
        let others = others.map(|others| {
            let title = format!("A change also affects {others}.");
            view! { <span class="muted" title=title>{format!("also {others}")}</span> }
        });
        view! { {changed}{others} }
    };
    view! { {live(drawn)}{findings} }.into_any()
}

/// Text of a lane at the cursor: its outcome, a title, and the reason.
type LaneText = (Option<Outcome>, String, String);

fn shown((outcome, title, why): LaneText) -> AnyView {
    let swatch = match outcome {
        Some(outcome) => view! { <Swatch outcome=outcome/> }.into_any(),
        None => view! { <span></span> }.into_any(),
    };
    let (whole, reason) = (title.clone(), why.clone());
    view! { {swatch}<b title=whole>{title}</b><span class="muted" title=reason>{why}</span> }.into_any()
}

fn says(shell: Shell, lane: &Lane, amount: Memo<Option<u64>>) -> Option<LaneText> {
    let silent = |title: &str, why: &str| Some((None, title.to_owned(), why.to_owned()));
    let (scheme, limits) = match (lane.scheme, lane.limits) {
        _ if lane.unreadable => return silent("Unclear", "Limits unreadable"),
        (_, None) => return silent("Unclear", "Limit missing or unreadable"),
        (Some(_), Some(_)) if !lane.on_axis => {
            return silent("Unclear", "Other currency");
        }
        (None, Some(_)) => return silent("Unclear", "Scheme unknown"),
        (Some(scheme), Some(limits)) => (scheme, limits),
    };
    let (amount, presented) = (amount.get()?, shell.presented.get());
    let decision = decide(scheme, limits, &lane.deciding, amount, presented);
    let words = words::lane(&decision, &lane.currency);
    Some((Some(decision.outcome), words.title.to_string(), words.why.to_string()))
}
