//! Acquirer profiles: the list. What all records have in common is in [`crate::record`].

mod columns;
pub(crate) mod delete;
pub(crate) mod one;
pub(crate) mod parts;
mod picker;
pub(crate) mod resource;
mod users;

use leptos::prelude::*;
use tapline_contract::acquirer::{Acquirer, AcquirerId};

use crate::paths::Route;
use crate::record::bench::Kind;
use crate::record::list::RecordList;
use crate::shell::shell;
use crate::widgets::grid::column::heads;
use crate::widgets::grid::source::in_memory;

pub(crate) const ACQUIRERS: Kind = &resource::Acquirers;

#[component]
pub(crate) fn Acquirers() -> impl IntoView {
    let desk = shell().areas().acquirers();
    let records = Signal::derive(move || desk.list.with(|list| list.records.clone()));
    let key = |record: &Acquirer| record.path_id().map(ToString::to_string).unwrap_or_default();
    let rows = in_memory(records, columns::COLUMNS, key, desk.view);
    view! {
        <RecordList kind=ACQUIRERS heads=heads(columns::COLUMNS) rows=rows view=desk.view route=route
            filter="Filter by name, host, id…" none_yet="The owner of this token has no acquirer profile yet. Create one with “New acquirer profile…”."/>
    }
}

/// A record that tells no id cannot be opened.
fn route(key: &str) -> Route {
    AcquirerId::parse(key).map_or(Route::Acquirers, Route::Acquirer)
}
