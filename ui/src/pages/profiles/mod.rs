//! Profiles: the list, and one found by its provider reference. A profile opens as a page of its own.

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
pub(crate) mod review;
pub(crate) mod save;
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
use crate::shell::shell;
use crate::widgets::grid::GridList;
use crate::widgets::grid::column::heads;
use crate::widgets::grid::search::GridSearch;
use crate::widgets::grid::source::{Reading, in_memory};
use crate::widgets::icon::Icon;

const GRID: &str = "profiles-grid";

#[component]
pub(crate) fn Profiles() -> impl IntoView {
    view! { <namespace::WithNamespace><AllOfThem/></namespace::WithNamespace> }
}

#[component]
fn AllOfThem() -> impl IntoView {
    let shell = shell();
    let profiles = shell.profiles();
    profiles.read_once(shell);
    let view = profiles.view;
    let records = Signal::derive(move || profiles.list.with(|list| list.records.clone()));
    let reading = Signal::derive(move || {
        profiles.list.with(|list| Reading {
            read_at: list.read_at,
            loading: list.loading,
            failure: list.failure.clone(),
        })
    });
    let rows = in_memory(records, columns::COLUMNS, |profile| profile.profile_id.to_string(), view);
    let counted = move || match (reading.get().read_at > 0.0, rows.all.get()) {
        (false, _) => String::new(),
        (true, 1) => "1 profile".to_owned(),
        (true, many) => format!("{many} profiles"),
    };
    let blocked = move || shell.is_read_only().then_some("This connection is read only.");
    view! {
        <div class="page list-page">
            <div class="page-head">
                <h1>"Profiles"</h1>
                <p class="muted">{counted}</p>
                <span class="grow"></span>
                <GridSearch grid=GRID label="Filter by name, id, merchant…" view=view/>
                <button type="button" disabled=move || shell.is_read_only() title=blocked
                    on:click=move |_| shell.nav.go(Route::NewProfile)><Icon name="plus"/>"New profile…"</button>
            </div>
            <find::Find/>
            <Part/>
            <Unreadable/>
            <GridList id=GRID label="Profiles" heads=heads(columns::COLUMNS) rows=rows view=view reading=reading
                reload=Callback::new(move |()| profiles.reload(shell)) route=route
                none_yet="This namespace has no profile yet. Create one with “New profile…”."/>
        </div>
    }
}

fn route(key: &str) -> Route {
    ProfileId::parse(key).map_or(Route::Profiles, Route::Profile)
}

/// A list that is not whole says so, and why.
#[component]
fn Part() -> impl IntoView {
    let profiles = shell().profiles();
    move || {
        profiles.part.get().map(|why| {
            view! {
                <div class="note note-warning" role="alert"><Icon name="warning"/><div>
                    <p><b>"The list is not complete. "</b>{why}</p>
                </div></div>
            }
        })
    }
}

/// Records that do not fit the interface are counted and shown raw; the rest of the list stands.
#[component]
fn Unreadable() -> impl IntoView {
    let profiles = shell().profiles();
    move || {
        let unreadable = profiles.list.with(|list| list.unreadable.clone());
        (!unreadable.is_empty()).then(|| {
            let rows = unreadable.iter().map(|one| view! { <li>{one.misfit.to_string()}<pre>{one.raw.clone()}</pre></li> });
            view! {
                <details class="note note-warning">
                    <summary><Icon name="warning"/>{unreadable.len()} " profiles could not be read and are not listed"</summary>
                    <ul>{rows.collect_view()}</ul>
                </details>
            }
        })
    }
}
