//! The page of a list: heading, filters, saved views, export, the grid, and a pane next to it. Shared by all lists.
//!
//! States of a list besides its rows: loading, failed, stale, incomplete, empty, nothing matching.
//!
//! Below the rows: the visible range, the total, the progress of loading, and the age of the rows.

use leptos::prelude::*;

use super::address::follow_list;
use super::arrange::Arrange;
use super::chips::Filters;
use super::column::{CellFormat, ListSpec, counted};
use super::export::Export;
use super::source::Source;
use super::view::{GridView, keep, views};
use super::{Grid, GridList, Opens};
use crate::actions::{Keys, offer};
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::failure::{ReadAgain, ReadFailed};
use crate::widgets::icon::Icon;
use crate::widgets::show::why;

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
    /// Shown below the rows.
    #[prop(optional, into)]
    foot: Option<ViewFn>,
    /// Replaces the list's own heading.
    #[prop(optional, into)]
    head: Option<ViewFn>,
    /// Links to other views of the list, next to the heading.
    #[prop(default = None)]
    tabs: Option<fn() -> AnyView>,
) -> impl IntoView {
    let shell = shell();
    keep(list.id, list.renamed, view);
    follow_list(shell, view);
    let exporting = RwSignal::new(false);
    let counted = move || match (source.known(), source.count.get(), source.all.get()) {
        (false, ..) => String::new(),
        (true, count, all) if count < all => format!("{} of {}", counted(count), list.counted(all)),
        (true, _, all) => list.counted(all),
    };
    let empty = move || source.count.get() == 0;
    // Only once the count is known: words that come and go while rows are loading would push the buttons next to them under the
    // mouse.
    let nothing = move || (source.known() && empty()).then_some("No rows to export.");
    let has_times = source.heads.with_value(|heads| heads.iter().any(|head| head.format == CellFormat::Time));
    let opens = if pane.is_some() { Opens::Pane } else { Opens::Page };
    view! {
        <div class="list-with-pane" class:open=move || view.pane.with(Option::is_some)>
            <div class="page list-page">
                <div class="page-head">
                    {match head { Some(head) => head.run(), None => view! { <h1>{list.title}</h1> }.into_any() }}
                    {tabs.map(|tabs| tabs())}
                    <p class="muted">{counted}<Show when=move || source.counting()><span class="counting">", searching…"</span></Show></p>
                    {has_times.then(|| view! { <p class="muted">"Times in " {engine::zone_name()}</p> })}
                    <span class="grow"></span>
                    {children.map(|children| children())}
                    {views(view)}
                    <button type="button" disabled=move || nothing().is_some() aria-describedby="export-why" on:click=move |_| exporting.set(true)>"Export…"</button>
                    {why("export-why", nothing)}
                    <Arrange view=view source=source/>
                </div>
                <Filters list=list view=view source=source/>
                {note.map(|note| note.run())}
                <GridList list=list view=view source=source opens=opens route=route/>
                {foot.map(|foot| foot.run())}
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
    let name = format!("Selected {}", list.noun[0]);
    let beside = move || {
        let key = view.pane.get()?;
        let name = name.clone();
        let whole = key.clone();
        Some(view! {
            <aside class="pane" aria-label=name on:keydown=keys>
                <div class="pane-bar">
                    <button type="button" class="plain small" on:click=move |_| shell.nav.go(route(&whole))>"Open as page" <Keys id="confirm"/></button>
                    <span class="grow"></span>
                    <button type="button" class="plain tiny" aria-label="Close pane" title="Close pane (Esc)" on:click=move |_| close()><Icon name="close"/></button>
                </div>
                {pane(key)}
            </aside>
        })
    };
    view! { {beside} }
}

const ALL: &str = "Load all rows";

/// Notes above the rows.
#[component]
pub(super) fn ListNotes(grid: Grid) -> impl IntoView {
    let source = grid.source;
    let note = Memo::new(move |_| source.reading.with(|reading| reading.note.clone()));
    let broken_by = Memo::new(move |_| source.reading.with(|reading| reading.broken_by.clone()));
    let in_part = move || {
        let note = note.get()?;
        Some(view! {
            <div class="grid-note"><div class="note note-warning" role="status" aria-label="Rows">
                <Icon name="warning"/><p>{note}</p><span class="grow"></span>
                {match broken_by.get() {
                    Some(failure) => view! { <ReadAgain failure=failure again=source.reload otherwise=ALL/> }.into_any(),
                    None => view! { <button type="button" on:click=move |_| source.reload.run(())>{ALL}</button> }.into_any(),
                }}
            </div></div>
        })
    };
    let unreadable = Memo::new(move |_| source.reading.with(|reading| reading.unreadable));
    let odd = move || {
        let many = Some(unreadable.get()).filter(|many| *many > 0)?;
        let count = counted(usize::try_from(many).unwrap_or(usize::MAX));
        let are = if many == 1 { "is" } else { "are" };
        Some(view! {
            <div class="grid-note"><div class="note note-warning"><Icon name="warning"/>
                <p>{format!("{count} of the {} {are} unreadable and not listed.", grid.list.noun[1])}</p>
            </div></div>
        })
    };
    view! {
        <div class="grid-note"><ReadFailed reading=source.reading again=source.reload/></div>
        {in_part} {odd}
    }
}

/// Message in place of the rows, while there are none.
#[component]
pub(super) fn EmptyState(grid: Grid) -> impl IntoView {
    let source = grid.source;
    let state = Memo::new(move |_| {
        let (loading, failed) = source.reading.with(|reading| (reading.loading, reading.failure.is_some()));
        let filtered = grid.view().filters.with(|filters| !filters.is_empty());
        match (source.known(), source.count.get(), source.all.get()) {
            (_, 0, 0) if loading => EmptyKind::Reading,
            // The list has rows, and the first of them are loading.
            (false, 0, 1..) if !failed => EmptyKind::Reading,
            (true, 0, 0) if filtered && !failed => EmptyKind::NoneMatch,
            (true, 0, 0) if !failed => EmptyKind::NoneYet,
            (true, 0, 1..) => EmptyKind::NoneMatch,
            _ => EmptyKind::Rows,
        }
    });
    move || match state.get() {
        EmptyKind::Rows => ().into_any(),
        EmptyKind::Reading => view! {
            <div class="skeleton" role="status" aria-label="Rows">
                <p class="visually-hidden">"Loading…"</p>
                {(0..8).map(|_| view! { <span aria-hidden="true"></span> }).collect_view()}
            </div>
        }
        .into_any(),
        EmptyKind::NoneYet => view! { <p class="empty">{grid.list.none_yet}</p> }.into_any(),
        EmptyKind::NoneMatch => view! {
            <p class="empty">"No rows match the filters."</p>
        }
        .into_any(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EmptyKind {
    Rows,
    Reading,
    NoneYet,
    NoneMatch,
}

#[component]
pub(super) fn Foot(grid: Grid) -> impl IntoView {
    let shell = shell();
    let source = grid.source;
    let seen = move || {
        if !source.known() {
            return String::new();
        }
        let (count, all) = (source.count.get(), source.all.get());
        let (first, last) = grid.extent.get().seen(grid.top.get());
        // Headings are no rows.
        let (first, last) = source
            .headings
            .with(|headings| (headings.rows_before(first - 1) + 1, headings.rows_before(last).max(1)));
        let [first, last, of, from] = [first, last, count, all].map(counted);
        match (count, all) {
            // The rows say that none match.
            (0, _) => String::new(),
            (count, all) if count < all => format!("Rows {first}–{last} of {of}, from {from} loaded"),
            (1, _) => "1 row".to_owned(),
            _ => format!("Rows {first}–{last} of {of}"),
        }
    };
    let matching = move || match (source.count.get(), source.all.get()) {
        (count, all) if count < all && source.known() && !source.counting() => {
            format!("{} of {} match", counted(count), counted(all))
        }
        _ => String::new(),
    };
    let many = Memo::new(move |_| grid.view().selected.with(std::collections::BTreeMap::len));
    let marked = move || match many.get() {
        0 => String::new(),
        1 => "1 selected, select another to compare".to_owned(),
        2 => "2 selected".to_owned(),
        many => format!("{} selected, select 2 to compare", counted(many)),
    };
    let age = move || {
        let (read_at, loading) = source.reading.with(|reading| (reading.read_at, reading.loading));
        if read_at == 0.0 {
            // While loading, the progress says so.
            return if loading { "" } else { "Not loaded" }.to_owned();
        }
        let ago = shell.time().ago(read_at);
        let again = if loading { ", refreshing" } else { "" };
        format!("Updated {}, {ago}{again}", engine::clock(read_at))
    };
    view! {
        <div class="grid-foot">
            <span class="seen">{seen}</span>
            {source.days.get_value().map(|days| view! { <span class="list-days" role="status" aria-label="Days">{days}</span> })}
            <span>{marked}</span>
            <Show when=move || many.get() == 2>
                <button type="button" class="small" on:click=move |_| grid.comparing.set(true)>"Compare 2 rows"</button>
            </Show>
            <span role="status" aria-label="Copied" class="good">{move || grid.copied.get()}</span>
            <span role="status" aria-label="Matching" class="visually-hidden">{matching}</span>
            <span class="grow"></span>
            <Progress grid=grid/>
            <span class="age">{age}</span>
            <button type="button" class="plain small" on:click=move |_| source.reload.run(())><Icon name="reload"/>"Refresh" <Keys id="reload"/></button>
        </div>
    }
}

/// Progress of a long read, and a button to cancel it.
#[component]
fn Progress(grid: Grid) -> impl IntoView {
    let source = grid.source;
    let progress = Memo::new(move |_| source.reading.with(|reading| reading.progress));
    let count = |many: u64| counted(usize::try_from(many).unwrap_or(usize::MAX));
    let words = move || match progress.get() {
        Some((loaded, Some(total))) => format!("Loading {} of {}", count(loaded), count(total.max(loaded))),
        Some((0, None)) => "Loading…".to_owned(),
        Some((loaded, None)) => format!("Loading, {} so far", count(loaded)),
        None => String::new(),
    };
    view! {
        <Show when=move || progress.with(Option::is_some)>
            <span class="grid-progress" role="group" aria-label="Loading">
                <span>{words}</span>
                <button type="button" class="small" on:click=move |_| source.cancel.run(())>"Cancel loading"</button>
            </span>
        </Show>
    }
}
