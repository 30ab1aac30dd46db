//! Limits, the home page: every configuration as a lane on one amount axis, or as a row of a table with the same facts.

mod axis_view;
mod chosen;
pub(crate) mod country;
pub(crate) mod finding;
pub(crate) mod lanes;
mod loaded_sales;
pub(crate) mod meaning;
pub(crate) mod proposal;
mod pull;
pub(crate) mod resource;
pub(crate) mod state;
mod table_view;
pub(crate) mod watch;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::emv_config::EmvId;

use crate::actions::{keys_of, offer};
use crate::effect::effect;
use crate::ipc::engine;
use crate::paths::Route;
use crate::record::ResourceKind;
use crate::record::store::RecordStore;
use crate::remote::Reading;
use crate::shell::areas::AreaState as _;
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::choice::{Choice, ChoiceRow};
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::Icon;
use crate::widgets::show::{Show, live};
use crate::widgets::zones::Legend;
use lanes::Lane;
use state::{DRAWN_FIRST, Overview, overview};

pub(crate) const LIMITS: ResourceKind = &resource::Limits;

pub(crate) fn store(shell: Shell) -> RecordStore<resource::Limits> {
    shell.state()
}

/// Milliseconds that the page waits for its first answers before it is drawn without them. A sandbox answers sooner, and drawing once is
/// faster than drawing twice.
const QUICK: u64 = 40;

/// Number of tries to find a field that is not on the page yet.
const TRIES: u32 = 50;

/// Opens a configuration at one of its fields.
pub(crate) fn open_at(shell: Shell, id: &EmvId, key: &str) {
    open_at_route(shell, &Route::Editor(id.clone()), key);
}

/// Opens the form of this page, which may be that of a new configuration, at one of its fields.
pub(crate) fn open_at_route(shell: Shell, route: &Route, key: &str) {
    let field = format!("#{}", crate::record::element(LIMITS.meta(), key));
    let route = route.clone();
    shell.nav.go(route.clone());
    let focus = engine::focus_unless_moved(&field, "main h1");
    spawn_local(async move {
        engine::rest(400).await;
        // The form may appear later: its code is loaded on first use.
        for _ in 0..TRIES {
            if matches!(document().query_selector(&field), Ok(Some(_))) {
                break;
            }
            engine::rest(100).await;
        }
        if shell.nav.route.with_untracked(|now| *now == route) {
            focus();
        }
    });
}

#[component]
pub(crate) fn Limits() -> impl IntoView {
    let shell = shell();
    // Started before anything is drawn: core answers meanwhile.
    LIMITS.read_once(shell);
    used::read_all(shell);
    let list = move || store(shell).list.reading();
    let reads = move || list().loading || used::is_reading_all(shell);
    let is_due = RwSignal::new(untrack(|| list().read_at > 0.0));
    let is_drawn = Memo::new(move |before| before == Some(&true) || is_due.get() || !reads());
    if !is_due.get_untracked() {
        engine::later(QUICK, move || {
            // The page may be gone by now.
            let _ = is_due.try_set(true);
        });
        // Navigation moves focus to the heading, which doesn't exist yet.
        engine::focus_soon(QUICK + 10, "main h1", "main h1");
    }
    live(move || is_drawn.get().then(|| untrack(|| page(shell))))
}

fn page(shell: Shell) -> AnyView {
    let view = overview(shell);
    let shown = Memo::new(move |_| {
        let is_meant = view.filter();
        let concerned = if view.only_findings.get() { view.is_concerned() } else { None };
        view.lanes.with(|lanes| {
            let lanes = lanes
                .iter()
                .filter(|lane| is_meant(lane) && concerned.as_ref().is_none_or(|is_it| is_it(lane)));
            Arc::new(lanes.map(Arc::clone).collect::<Vec<_>>())
        })
    });
    used::keep_trying_all(shell);
    let drawn = drawn_lanes(view, shown);
    let create = move |_| shell.nav.go(Route::New);
    let again = move |_| {
        LIMITS.reload(shell);
        used::read_all_again(shell);
    };
    offer("view", move || view.table.update(|table| *table = !*table));
    view! {
        <div class="page overview">
            <div class="page-head">
                <h1>"Limits"</h1>
                <p class="muted">{move || counted(shell, view, shown.with(|shown| shown.len()))}</p>
                <span class="grow"></span>
                <ChoiceRow label="View" name="view" choose=Callback::new(move |table| view.table.set(table))
                    chosen=view.table.into() choices=vec![
                        Choice { value: false, words: "Axis", icon: "limits" },
                        Choice { value: true, words: "Table", icon: "table" },
                    ]/>
                <button type="button" class="plain" on:click=again><Icon name="reload"/>"Refresh" <kbd aria-hidden="true">"F5"</kbd></button>
                <button type="button" class="plain" title=move || keys_of(shell, "matrix") on:click=move |_| shell.nav.go(Route::Matrix)><Icon name="table"/>"Matrix"</button>
                <button type="button" class="plain" title=move || keys_of(shell, "go-0") on:click=move |_| shell.nav.go(Route::Plan)>"Change set…"</button>
                <button type="button" disabled=move || shell.is_read_only() title=move || shell.read_only() on:click=create>
                    <Icon name="plus"/>"New configuration…"
                </button>
            </div>
            <chosen::Toolbar view=view lanes=shown/>
            <country::CountryRow view=view/>
            <ReadFailed reading=Signal::derive(move || store(shell).list.reading()) again=Callback::new(move |()| LIMITS.reload(shell))/>
            {move || used::overview_words(shell).map(|words| view! { <p class="muted with-icon" role="status"><Icon name="warning"/><span>{words}</span></p> })}
            <Unreadable/>
            <Show when=move || view.table.get() fallback=move || view! { <axis_view::AxisView lanes=drawn view=view/> }>
                <table_view::TableView lanes=shown view=view/>
            </Show>
            <Empty lanes=shown view=view/>
            // At the foot, so that a selection moves no lane under the mouse.
            <div class="overview-foot"><watch::Drifted/><chosen::ChosenBar view=view/><Legend/></div>
        </div>
    }
    .into_any()
}

/// Lanes to draw: in the first frame those in sight, and from the second frame after it some more with each frame.
fn drawn_lanes(view: Overview, shown: Memo<Arc<Vec<Arc<Lane>>>>) -> Memo<Arc<Vec<Arc<Lane>>>> {
    effect(move || {
        let (drawn, all) = (view.drawn.get(), shown.with(|shown| shown.len()));
        if all > 0 && drawn < usize::MAX {
            let more = if drawn < all { drawn + DRAWN_FIRST } else { usize::MAX };
            spawn_local(async move {
                engine::painted().await;
                if drawn == DRAWN_FIRST {
                    // The lanes in sight respond to the person before the others are drawn.
                    engine::painted().await;
                }
                // Another list may have restarted the steps.
                if view.drawn.get_untracked() == drawn {
                    view.drawn.set(more);
                }
            });
        }
    });
    Memo::new(move |_| {
        let drawn = view.drawn.get();
        shown.with(|shown| match shown.get(..drawn) {
            Some(some) => Arc::new(some.to_vec()),
            None => Arc::clone(shown),
        })
    })
}

/// "9 of 26 configurations, 6 schemes · read 14:02:10, 12 min ago"
fn counted(shell: Shell, view: Overview, shown: usize) -> String {
    let Reading { read_at, loading, .. } = store(shell).list.reading();
    if read_at == 0.0 {
        return if loading { "loading…".to_owned() } else { "not loaded yet".to_owned() };
    }
    let (count, schemes) = view.lanes.with(|lanes| {
        let mut schemes: Vec<_> = lanes.iter().filter_map(|lane| lane.scheme).collect();
        schemes.dedup();
        (lanes.len(), schemes.len())
    });
    let ago = shell.time().ago(read_at);
    let again = if loading { ", refreshing" } else { "" };
    let of = if view.is_filtered() { format!("{shown} of ") } else { String::new() };
    let configurations = if count == 1 { "configuration" } else { "configurations" };
    let schemes = if schemes == 1 { "1 scheme".to_owned() } else { format!("{schemes} schemes") };
    format!("{of}{count} {configurations}, {schemes} · Updated {}, {ago}{again}", engine::clock(read_at))
}

/// Malformed records are counted and shown raw; the rest of the list is usable.
#[component]
fn Unreadable() -> impl IntoView {
    let shell = shell();
    live(move || {
        let unreadable = store(shell).list.with(|list| list.unreadable.clone());
        (!unreadable.is_empty()).then(|| {
            let rows = unreadable.iter().map(|one| view! { <li>{one.misfit.to_string()}<pre>{one.raw.clone()}</pre></li> });
            view! {
                <details class="note note-warning">
                    <summary><Icon name="warning"/>{unreadable.len()} " records are unreadable and not shown"</summary>
                    <ul>{rows.collect_view()}</ul>
                </details>
            }
        })
    })
}

/// Message for an empty list: no configuration yet, or no match.
#[component]
fn Empty(lanes: Memo<Arc<Vec<Arc<Lane>>>>, view: Overview) -> impl IntoView {
    let shell = shell();
    let clear = move |_| view.clear();
    live(move || {
        let read = store(shell).list.reading().read_at > 0.0;
        let none_at_all = view.lanes.with(|lanes| lanes.is_empty());
        match (read && lanes.with(|lanes| lanes.is_empty()), none_at_all) {
            (false, _) => ().into_any(),
            (true, true) => view! {
                <p class="empty">"No configurations yet. Create one with “New configuration…”."</p>
            }
            .into_any(),
            (true, false) => view! {
                <p class="empty">"No matching configurations. " <button type="button" on:click=clear>"Clear filters"</button></p>
            }
            .into_any(),
        }
    })
}
