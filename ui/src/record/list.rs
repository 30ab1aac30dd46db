//! The list of a kind of record, around the grid: title, count, filter, what could not be read.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::wire::Unreadable;

use super::bench::{Kind, Listing};
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::grid::GridList;
use crate::widgets::grid::column::Head;
use crate::widgets::grid::search::GridSearch;
use crate::widgets::grid::source::Rows;
use crate::widgets::grid::view::GridView;
use crate::widgets::icon::Icon;

#[component]
pub(crate) fn RecordList(
    kind: Kind,
    heads: Vec<Head>,
    rows: Rows,
    view: GridView,
    /// "Filter by name, id, place…"
    filter: &'static str,
    none_yet: &'static str,
    /// Of a key.
    route: fn(&str) -> Route,
) -> impl IntoView {
    let shell = shell();
    let thing = kind.thing();
    kind.read_once(shell);
    let listing = Memo::new(move |_| kind.listing(shell.areas()));
    let reading = Signal::derive(move || listing.with(|listing| listing.reading.clone()));
    let counted = move || {
        listing.with(|Listing { count, reading, .. }| match (reading.read_at > 0.0, count) {
            (false, _) => String::new(),
            (true, 1) => format!("1 {}", thing.word),
            (true, many) => format!("{many} {}", thing.words),
        })
    };
    let blocked = move || shell.is_read_only().then_some("This connection is read only.");
    let unreadable = move || {
        let unreadable = listing.with(|listing| listing.unreadable.clone());
        (!unreadable.is_empty()).then(|| misfits(thing.words, &unreadable))
    };
    let incomplete = move || {
        let why = listing.with(|listing| listing.incomplete.clone());
        why.map(|why| {
            view! { <p class="note note-warning" role="status"><Icon name="warning"/><span>{why}</span></p> }
        })
    };
    view! {
        <div class="page list-page">
            <div class="page-head">
                <h1>{thing.title}</h1>
                <p class="muted">{counted}</p>
                <span class="grow"></span>
                <GridSearch grid=thing.grid label=filter view=view/>
                <button type="button" disabled=move || shell.is_read_only() title=blocked
                    on:click=move |_| shell.nav.go(thing.new.clone())><Icon name="plus"/>"New " {thing.word} "…"</button>
            </div>
            {unreadable}{incomplete}
            <GridList id=thing.grid label=thing.title heads=heads rows=rows view=view reading=reading
                reload=Callback::new(move |()| kind.reload(shell)) route=route none_yet=none_yet/>
        </div>
    }
}

/// Records that do not fit the interface are counted and shown raw; the rest of the list stands.
pub(crate) fn misfits(words: &'static str, unreadable: &Arc<Vec<Unreadable>>) -> AnyView {
    let rows =
        unreadable.iter().map(|one| view! { <li>{one.misfit.to_string()}<pre>{one.raw.clone()}</pre></li> });
    view! {
        <details class="note note-warning">
            <summary><Icon name="warning"/>{unreadable.len()} " " {words} " could not be read and are not listed"</summary>
            <ul>{rows.collect_view()}</ul>
        </details>
    }
    .into_any()
}
