//! Merchants: the list. What all records have in common is in [`crate::record`]; what is theirs is in [`resource`].

mod around;
mod columns;
pub(crate) mod known;
mod methods;
pub(crate) mod one;
pub(crate) mod parts;
pub(crate) mod resource;

use leptos::prelude::*;

use crate::record::list::RecordList;
use crate::record::view::ResourceKind;
use crate::shell::shell;
use crate::widgets::grid::filter::{By, FilterKind, FilterRow, Standing};
use crate::widgets::grid::list::ListSpec;

pub(crate) const MERCHANTS: ResourceKind = &resource::Merchants;

const LIST: ListSpec = ListSpec {
    id: "merchants",
    title: "Merchants",
    noun: ["merchant", "merchants"],
    find: "Filter by name, id, place…",
    none_yet: "The owner of this token has no merchant yet. Create one with “New merchant…”.",
    filters: &[
        FilterRow {
            key: "mcc",
            label: "MCC",
            by: By::Here,
            kind: FilterKind::Text { hint: "Such as 5411" },
            standing: Standing::OnRequest,
        },
        FilterRow {
            key: "methods",
            label: "Method",
            by: By::Here,
            kind: FilterKind::Text { hint: "Such as Visa" },
            standing: Standing::OnRequest,
        },
    ],
};

#[component]
pub(crate) fn Merchants() -> impl IntoView {
    let store = shell().areas().merchants;
    let source = store.source(&LIST, columns::COLUMNS);
    view! { <RecordList kind=MERCHANTS list=&LIST source=source view=store.view/> }
}
