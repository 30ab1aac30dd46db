//! The page of a list: heading, filters, saved views, export, the grid, and a pane next to it. Shared by all lists.

use leptos::prelude::*;

use super::arrange::Arrange;
use super::chips::Filters;
use super::column::CellFormat;
use super::export::Export;
use super::keep::keep;
use super::list::ListSpec;
use super::query::RouteQuery;
use super::source::Source;
use super::view::GridView;
use super::views::Views;
use super::{GridList, Opens};
use crate::actions::offer;
use crate::ipc::engine;
use crate::nav::{self, Entry};
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::icon::Icon;
use crate::widgets::why::why;

/// Milliseconds after the last key until the route follows the typed text.
const TYPED: u64 = 300;

#[component]
pub(crate) fn ListPage(
    list: &'static ListSpec,
    view: GridView,
    source: Source,
    /// Route of the row with a key.
    route: fn(&str) -> Route,
    /// Draws a row next to the list; without it rows open as pages.
    #[prop(default = None)]
    pane: Option<fn(String) -> AnyView>,
    /// Buttons of the list, such as "New merchant…".
    #[prop(optional)]
    children: Option<Children>,
    /// Shown between heading and rows.
    #[prop(optional, into)]
    note: Option<ViewFn>,
    /// Replaces the list's own heading.
    #[prop(optional, into)]
    head: Option<ViewFn>,
) -> impl IntoView {
    let shell = shell();
    keep(list, view);
    follow_route(shell, view);
    let exporting = RwSignal::new(false);
    let counted = move || if source.known.get() { list.counted(source.all.get()) } else { String::new() };
    let empty = move || source.count.get() == 0;
    // Only once the count is known: words that come and go while rows are loading would push the buttons next to them under the
    // mouse.
    let nothing = move || (source.known.get() && empty()).then_some("There are no rows to export.");
    let has_times = source.heads.with_value(|heads| heads.iter().any(|head| head.format == CellFormat::Time));
    let opens = if pane.is_some() { Opens::Pane } else { Opens::Page };
    view! {
        <div class="list-with-pane" class:open=move || view.pane.with(Option::is_some)>
            <div class="page list-page">
                <div class="page-head">
                    {match head { Some(head) => head.run(), None => view! { <h1>{list.title}</h1> }.into_any() }}
                    <p class="muted">{counted}</p>
                    {has_times.then(|| view! { <p class="muted">"Times in " {engine::zone_name()}</p> })}
                    <span class="grow"></span>
                    {children.map(|children| children())}
                    <Views view=view/>
                    <button type="button" disabled=move || nothing().is_some() title=nothing on:click=move |_| exporting.set(true)>"Export…"</button>
                {why(nothing)}
                    <Arrange view=view source=source/>
                </div>
                <Filters list=list view=view source=source/>
                {note.map(|note| note.run())}
                <GridList list=list view=view source=source opens=opens route=route/>
            </div>
            {pane.map(|pane| view! { <Pane list=list view=view route=route pane=pane/> })}
            <Export list=list view=view source=source open=exporting/>
        </div>
    }
}

/// The open row, next to the list, or over it if there is no room.
#[component]
fn Pane(
    list: &'static ListSpec,
    view: GridView,
    route: fn(&str) -> Route,
    pane: fn(String) -> AnyView,
) -> impl IntoView {
    let shell = shell();
    let close = move || {
        view.pane.set(None);
        engine::focus("main .grid", "main h1");
    };
    // Ctrl+Enter turns the pane into a page; with the focus in the rows, it opens the current row.
    offer("confirm", move || {
        if let Some(key) = view.pane.get_untracked() {
            shell.nav.go(route(&key));
        }
    });
    let keys = move |event: web_sys::KeyboardEvent| {
        // A dialog in front of the pane closes first.
        if event.key() == "Escape" && !engine::is_question_open() {
            event.prevent_default();
            event.stop_propagation();
            close();
        }
    };
    let name = format!("Chosen {}", list.noun[0]);
    let beside = move || {
        let key = view.pane.get()?;
        let name = name.clone();
        let whole = key.clone();
        Some(view! {
            <aside class="pane" aria-label=name on:keydown=keys>
                <div class="pane-bar">
                    <button type="button" class="plain small" on:click=move |_| shell.nav.go(route(&whole))>"Open as page" <kbd aria-hidden="true">"Ctrl Enter"</kbd></button>
                    <span class="grow"></span>
                    <button type="button" class="plain tiny" aria-label="Close pane" title="Close pane (Esc)" on:click=move |_| close()><Icon name="close"/></button>
                </div>
                {pane(key)}
            </aside>
        })
    };
    view! { {beside} }
}

/// Keeps filters, sort and pane in step with the route.
fn follow_route(shell: Shell, view: GridView) {
    let nav = shell.nav;
    if let Some(query) = nav.query.get_untracked() {
        RouteQuery::read(&query).show(view);
    }
    Effect::new(move |before: Option<()>| {
        let query = nav.query.get();
        if let (Some(()), Some(query)) = (before, query) {
            RouteQuery::read(&query).show(view);
        }
    });
    let here = nav.route.get_untracked();
    Effect::new(move |before: Option<RouteQuery>| {
        let now = RouteQuery::from_view(view);
        let written = RouteQuery::read(&nav::query().unwrap_or_default());
        if now == written || nav.route.with_untracked(|route| *route != here) {
            return now;
        }
        let is_typing = before.as_ref().is_some_and(|before| before.words != now.words);
        let other_pane = before
            .as_ref()
            .is_some_and(|before| before.pane != now.pane && before.pane.is_some() && now.pane.is_some());
        let text = now.text();
        if is_typing {
            let (typed, here) = (now.clone(), here.clone());
            engine::later(TYPED, move || {
                // The page may be gone, or more was typed.
                let is_here = nav.route.with_untracked(|route| *route == here);
                if is_here && untrack(|| RouteQuery::from_view(view)) == typed {
                    nav.refine(&text, Entry::Same);
                }
            });
        } else if before.is_none() || other_pane {
            nav.refine(&text, Entry::Same);
        } else {
            nav.refine(&text, Entry::New);
        }
        now
    });
    // Remembers the current row of these filters, to come back to.
    Effect::new(move |_| {
        let row = view.row.get();
        let rows = untrack(|| RouteQuery::from_view(view)).kept().text();
        view.places.update_value(|places| {
            places.insert(rows, row);
        });
    });
}
