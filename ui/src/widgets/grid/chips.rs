//! The row of filters: the search, a chip per filter, and the menu of the other filters.

use leptos::prelude::*;

use super::cell::counted;
use super::days;
use super::editor::Editor;
use super::filter::{By, FilterKind, FilterRow, Standing};
use super::list::ListSpec;
use super::search::Search;
use super::source::Source;
use super::view::GridView;
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::icon::Icon;
use crate::widgets::popover::Popover;

#[component]
pub(super) fn Filters(list: &'static ListSpec, view: GridView, source: Source) -> impl IntoView {
    // Chips added from the menu that have no value yet.
    let added = RwSignal::new(Vec::<&'static str>::new());
    let open = RwSignal::new(None::<&'static str>);
    let is_there = move |row: &FilterRow| {
        row.standing == Standing::Always
            || view.filters.with(|filters| filters.contains_key(row.key))
            || added.with(|added| added.contains(&row.key))
    };
    let shown = move || list.filters.iter().filter(|row| is_there(row)).collect::<Vec<_>>();
    let more = move || list.filters.iter().filter(|row| !is_there(row)).collect::<Vec<_>>();
    let menu = RwSignal::new(false);
    let ask = move |key: &'static str| {
        menu.set(false);
        added.update(|added| added.push(key));
        open.set(Some(key));
    };
    view! {
        <div class="filters" role="group" aria-label="Filters">
            <Search list=list view=view/>
            <For each=shown key=|row| row.key children=move |row| view! { <Chip row=row view=view source=source to_open=open added=added/> }/>
            <Show when=move || !more().is_empty()>
                <Popover open=menu label="Add a filter" class="chip" width=272 face=|| view! { <Icon name="plus"/>"Filter" }>
                    <ul class="menu">{move || more().into_iter().map(|row| view! {
                        <li><button type="button" class="plain" on:click=move |_| ask(row.key)>{row.label}
                            {(row.by == By::Here).then(|| view! { <small class="muted">"on this computer"</small> })}
                        </button></li>
                    }).collect_view()}</ul>
                </Popover>
            </Show>
            <Show when=move || view.is_filtered()>
                <button type="button" class="plain small" on:click=move |_| {
                    view.unfilter();
                    engine::focus(".search-box .search", "main h1");
                }>"Clear filters"</button>
            </Show>
        </div>
    }
}

#[component]
fn Chip(
    row: &'static FilterRow,
    view: GridView,
    source: Source,
    /// Chip whose editor is to open.
    to_open: RwSignal<Option<&'static str>>,
    added: RwSignal<Vec<&'static str>>,
) -> impl IntoView {
    let open = RwSignal::new(to_open.get_untracked() == Some(row.key));
    let value = Memo::new(move |_| view.filters.with(|filters| filters.get(row.key).cloned()));
    let time = shell().time();
    let words = move || {
        let Some(value) = value.get() else { return "any".to_owned() };
        match (&row.kind, days::period_of(&value)) {
            (FilterKind::Days, Some(period)) => format!("{period}, {}", row.words(&days::now(&value, time))),
            (FilterKind::Days, None) => row.words(&days::now(&value, time)),
            _ => row.words(&value),
        }
    };
    let here = move || {
        (row.by == By::Here && value.with(Option::is_some))
            .then(|| format!("· on this computer, over {} loaded", counted(source.all.get())))
    };
    // An added chip that was left empty disappears again.
    Effect::new(move |_| {
        if open.get() {
            to_open.set(None);
        } else if to_open.get_untracked() != Some(row.key) {
            added.update(|added| added.retain(|key| *key != row.key));
        }
    });
    let remove = move |_| {
        view.filter(row.key, "");
        engine::focus(".search-box .search", "main h1");
    };
    let face = move || {
        view! {
            <span class="muted">{row.label}</span>" "<span>{words}</span>
            <span class="muted">{here}</span>
            {move || value.with(Option::is_none).then(|| view! { <Icon name="open"/> })}
        }
    };
    view! {
        <span class="filter-chip" class:set=move || value.with(Option::is_some)>
            <Popover open=open label=format!("Filter by {}", row.label.to_lowercase()) class="chip" face=face>
                <Editor row=row view=view open=open/>
            </Popover>
            <Show when=move || value.with(Option::is_some)>
                <button type="button" class="chip-off" aria-label=format!("Remove filter {}", row.label) title=format!("Remove filter {}", row.label)
                    on:click=remove><Icon name="close"/></button>
            </Show>
        </span>
    }
}
