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

use crate::record::list::RecordList;
use crate::record::view::ResourceKind;
use crate::shell::shell;
use crate::widgets::grid::filter::{By, FilterKind, FilterRow, Standing};
use crate::widgets::grid::list::ListSpec;

pub(crate) const PROFILES: ResourceKind = &resource::Profiles;

const LIST: ListSpec = ListSpec {
    id: "profiles",
    title: "Profiles",
    noun: ["profile", "profiles"],
    find: "Filter by name, id, merchant…",
    none_yet: "This namespace has no profile yet. Create one with “New profile…”.",
    filters: &[
        here("status", "Status", FilterKind::OneOf(&[("ACTIVE", "Active"), ("DISABLED", "Disabled")])),
        here("mcc", "MCC", FilterKind::Text { hint: "Such as 5411" }),
        here("country", "Country", FilterKind::Text { hint: "Such as AT" }),
    ],
};

const fn here(key: &'static str, label: &'static str, kind: FilterKind) -> FilterRow {
    FilterRow { key, label, by: By::Here, kind, standing: Standing::OnRequest }
}

#[component]
pub(crate) fn Profiles() -> impl IntoView {
    view! { <namespace::WithNamespace><AllOfThem/></namespace::WithNamespace> }
}

#[component]
fn AllOfThem() -> impl IntoView {
    let store = shell().areas().profiles;
    let source = store.source(&LIST, columns::COLUMNS);
    let above = Callback::new(|()| view! { <find::Find/> }.into_any());
    view! { <RecordList kind=PROFILES list=&LIST source=source view=store.view above=above/> }
}
