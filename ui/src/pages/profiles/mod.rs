//! Profiles: the list, and one found by its provider reference. What all records have in common is in [`crate::record`].

mod acceptance;
mod add;
mod attempt;
mod board;
mod board_page;
mod cell;
mod checks;
mod column_head;
mod columns;
mod facts;
mod field;
mod find;
mod form;
mod namespace;
pub(crate) mod new;
pub(crate) mod one;
pub(crate) mod resource;
pub(crate) mod review;
mod sign_on;
mod sign_on_results;
pub(crate) mod state;
mod status;
mod status_result;
mod summary;
mod unbind;
mod values;
mod versions;
mod words;

use leptos::prelude::*;
use tapline_contract::profile::ProfileId;

use crate::paths::Route;
use crate::record::bench::Kind;
use crate::record::list::RecordList;
use crate::shell::shell;
use crate::widgets::grid::column::heads;
use crate::widgets::grid::source::in_memory;

pub(crate) const PROFILES: Kind = &resource::Profiles;

#[component]
pub(crate) fn Profiles() -> impl IntoView {
    view! { <namespace::WithNamespace><AllOfThem/></namespace::WithNamespace> }
}

#[component]
fn AllOfThem() -> impl IntoView {
    let desk = shell().areas().profiles();
    let records = Signal::derive(move || desk.list.with(|list| list.records.clone()));
    let rows = in_memory(records, columns::COLUMNS, |profile| profile.profile_id.to_string(), desk.view);
    let above = Callback::new(|()| view! { <find::Find/> }.into_any());
    view! {
        <RecordList kind=PROFILES heads=heads(columns::COLUMNS) rows=rows view=desk.view route=route above=above
            filter="Filter by name, id, merchant…" none_yet="This namespace has no profile yet. Create one with “New profile…”."/>
    }
}

fn route(key: &str) -> Route {
    ProfileId::parse(key).map_or(Route::Profiles, Route::Profile)
}
