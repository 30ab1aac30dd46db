//! Limits, the home page: configurations as rows on one amount axis, or as rows of a table with the same facts. The matrix is the third tab.

pub(crate) mod address;
mod axis_view;
mod chosen;
mod chosen_bar;
pub(crate) mod country;
mod country_filter;
pub(crate) mod finding;
mod fold;
mod follow;
mod grip;
pub(crate) mod group_edit;
mod head;
pub(crate) mod kept;
pub(crate) mod lanes;
mod legend;
mod loaded_sales;
pub(crate) mod meaning;
mod proposal;
mod pull;
pub(crate) mod resource;
pub(crate) mod state;
mod table_view;
mod toolbar;
pub(crate) mod watch;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::emv_config::EmvId;
use tapline_contract::emv_form::EmvForm;

use crate::actions::offer;
use crate::effect::effect;
use crate::ipc::engine;
use crate::paths::Route;
use crate::record::ResourceKind;
use crate::record::form::DraftsBar;
use crate::record::store::RecordStore;
use crate::shell::areas::AreaState as _;
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::failure::ReadFailed;
use crate::widgets::first_card::FirstCard;
use crate::widgets::icon::Icon;
use crate::widgets::show::{Show, live};
use fold::OverviewRow;
pub(crate) use head::LimitsHead;
use lanes::Lane;
use state::{DRAWN_FIRST, Overview, overview};

pub(crate) const LIMITS: ResourceKind = &resource::Limits;

pub(crate) fn store(shell: Shell) -> RecordStore<resource::Limits> {
    shell.state()
}

/// Shows the amounts of the open form in the currency that they were typed in.
pub(crate) fn in_typed_currency(shell: Shell) {
    let typed_in = untrack(|| store(shell).form(|form: &EmvForm| form.currency().clone()));
    if let Some(currency) = typed_in {
        let currency = Some(currency).filter(|its| *its != untrack(|| shell.currency()));
        if shell.users_currency.with_untracked(|now| *now != currency) {
            shell.users_currency.set(currency);
        }
    }
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
    address::follow(shell);
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
    let shown = Memo::new(move |_| Arc::new(view.shown()));
    let rows = Memo::new(move |_| shown.with(|shown| Arc::new(view.rows(shown))));
    used::keep_trying_all(shell);
    let drawn = drawn_rows(view, rows);
    offer("view", move || view.table.update(|table| *table = !*table));
    view! {
        <div class="page overview">
            <LimitsHead count=Signal::derive(move || head::counted(shell, shown.with(|shown| shown.len())))/>
            <toolbar::Toolbar view=view/>
            <country::CountryRow view=view/>
            <ReadFailed reading=Signal::derive(move || store(shell).list.reading()) again=Callback::new(move |()| LIMITS.reload(shell))/>
            <Unreadable/>
            <Show when=move || view.table.get() fallback=move || view! { <axis_view::AxisView lanes=shown rows=drawn view=view/> }>
                <table_view::TableView lanes=shown view=view/>
            </Show>
            <Empty lanes=shown view=view/>
            // At the foot, so that neither a selection nor news moves a row under the mouse.
            <div class="overview-foot"><FirstCard/>
                {move || used::overview_words(shell).map(|words| view! { <p class="muted with-icon" role="status"><Icon name="warning"/><span>{words}</span></p> })}
                <watch::Drifted/><chosen_bar::ChosenBar view=view/><DraftsBar kind=LIMITS/>
            </div>
            <finding::FindingsDialog view=view/>
        </div>
    }
    .into_any()
}

/// Rows to draw: in the first frame those in sight, and from the second frame after it some more with each frame.
fn drawn_rows(view: Overview, shown: Memo<Arc<Vec<OverviewRow>>>) -> Memo<Arc<Vec<OverviewRow>>> {
    effect(move || {
        let (drawn, all) = (view.drawn.get(), shown.with(|shown| shown.len()));
        if all > 0 && drawn < usize::MAX {
            let more = if drawn < all { drawn + DRAWN_FIRST } else { usize::MAX };
            spawn_local(async move {
                engine::painted().await;
                if drawn == DRAWN_FIRST {
                    // The rows in sight respond to the person before the others are drawn.
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
                    <summary><Icon name="warning"/>{unreadable.len()} {if unreadable.len() == 1 { " record is" } else { " records are" }} " unreadable and not shown"</summary>
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
