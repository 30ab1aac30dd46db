//! Acquirer profiles: the list. What all records have in common is in [`crate::record`].

mod columns;
pub(crate) mod delete;
pub(crate) mod one;
pub(crate) mod parts;
mod picker;
pub(crate) mod resource;
mod users;

use leptos::prelude::*;

use crate::record::list::RecordList;
use crate::record::view::ResourceKind;
use crate::shell::shell;
use crate::widgets::grid::filter::{By, FilterKind, FilterRow, Standing};
use crate::widgets::grid::list::ListSpec;

pub(crate) const ACQUIRERS: ResourceKind = &resource::Acquirers;

const LIST: ListSpec = ListSpec {
    id: "acquirers",
    title: "Acquirers",
    noun: ["acquirer profile", "acquirer profiles"],
    find: "Filter by name, host, id…",
    none_yet: "The owner of this token has no acquirer profile yet. Create one with “New acquirer profile…”.",
    filters: &[FilterRow {
        key: "currency",
        label: "Currency",
        by: By::Here,
        kind: FilterKind::Text { hint: "Such as EUR" },
        standing: Standing::OnRequest,
    }],
};

#[component]
pub(crate) fn Acquirers() -> impl IntoView {
    let store = shell().areas().acquirers;
    let source = store.source(&LIST, columns::COLUMNS);
    view! { <RecordList kind=ACQUIRERS list=&LIST source=source view=store.view/> }
}
