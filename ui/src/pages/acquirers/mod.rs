//! Acquirer profiles: the list. Everything that records share is in [`crate::record`].

mod delete;
mod layout;
mod one;
mod parts;
mod picker;
pub(crate) mod resource;
mod users;

use leptos::prelude::*;
use tapline_contract::acquirer::{Acquirer, AcquirerId};

use crate::pages::usage;
use crate::parts::part;
use crate::paths::Route;
use crate::record::ResourceKind;
use crate::record::list::RecordList;
use crate::record::review::RecordReview;
use crate::record::store::RecordStore;
use crate::shell::areas::Area;
use crate::shell::{Shell, shell};
use crate::widgets::grid::column::ListSpec;
use crate::widgets::grid::filter::{FilterKind, here};

pub(crate) const ACQUIRERS: ResourceKind = &resource::Acquirers;

pub(crate) const AREA: Area = Area {
    place: Route::Acquirers,
    icon: "bank",
    title: "Acquirer profiles",
    by_id: Some(("acquirer profile", |id| AcquirerId::parse(id).map(Route::Acquirer))),
    ahead: None,
    page: part!(records, page),
    inner: None,
};

fn page(route: Route) -> AnyView {
    match route {
        Route::Acquirer(id) => view! { <one::OneAcquirer id=id/> }.into_any(),
        Route::EditAcquirer(id) => view! { <parts::EditAcquirer id=Some(id)/> }.into_any(),
        Route::NewAcquirer => view! { <parts::EditAcquirer id=None/> }.into_any(),
        Route::ReviewAcquirer => view! { <RecordReview kind=ACQUIRERS/> }.into_any(),
        Route::DeleteAcquirer(id) => view! { <delete::DeleteAcquirer id=id/> }.into_any(),
        Route::Usage
        | Route::UsersOf(_)
        | Route::UsersOfAcquirer(_)
        | Route::UsersOfMerchant(_)
        | Route::UsersOfProfile(_) => view! { <usage::UsagePage route=route/> }.into_any(),
        _ => view! { <Acquirers/> }.into_any(),
    }
}

pub(crate) fn store(shell: Shell) -> RecordStore<resource::Acquirers> {
    shell.state()
}

/// Name of the profile with this id, if that profile is loaded.
pub(crate) fn name_of(shell: Shell, id: &str) -> Option<String> {
    store(shell).list.with(|list| {
        let is_it = |record: &&Acquirer| record.path_id().is_some_and(|known| known.as_str() == id);
        list.records.iter().find(is_it).map(Acquirer::name)
    })
}

const LIST: ListSpec = ListSpec {
    id: "acquirers",
    title: "Acquirer profiles",
    noun: ["acquirer profile", "acquirer profiles"],
    find: "Filter by name, host, id…",
    none_yet: "No acquirer profiles yet. Create one with “New acquirer profile…”.",
    filters: &[here("currency", "Currency", FilterKind::Text { hint: "Such as EUR" })],
    renamed: &[("format", "connMessageFormat"), ("connection", "connUrl")],
};

#[component]
pub(crate) fn Acquirers() -> impl IntoView {
    let store = store(shell());
    let source = store.source(&LIST, &layout::COLUMNS);
    view! { <RecordList kind=ACQUIRERS list=&LIST source=source view=store.view tabs=Some(usage::tabs)/> }
}
