//! Profiles: the list, and the search by provider reference. Everything that records share is in [`crate::record`].

mod acceptance;
mod add;
mod board;
mod board_page;
mod cell;
mod checks;
mod column_head;
mod facts;
mod field;
mod find;
mod form;
mod layout;
mod namespace;
mod new;
mod one;
mod question;
pub(crate) mod resource;
mod sign_on;
mod sign_on_results;
mod state;
mod status;
mod status_result;
mod unbind;
mod values;
mod versions;
mod words;

use leptos::prelude::*;
use tapline_contract::profile::ProfileId;

use crate::parts::part;
use crate::paths::Route;
use crate::record::ResourceKind;
use crate::record::list::RecordList;
use crate::record::review::RecordReview;
use crate::record::store::RecordStore;
use crate::shell::areas::Area;
use crate::shell::{Shell, shell};
use crate::widgets::grid::column::{CellFormat, ListSpec};
use crate::widgets::grid::filter::{FilterKind, here};

use one::Tab;

pub(crate) const PROFILES: ResourceKind = &resource::Profiles;

pub(crate) const AREA: Area = Area {
    place: Route::Profiles,
    icon: "board",
    title: "Profiles",
    by_id: Some(("profile", |id| ProfileId::parse(id).map(Route::Profile))),
    ahead: None,
    page: part!(records, page),
    inner: None,
};

fn page(route: Route) -> AnyView {
    match route {
        Route::Profile(id) => view! { <one::OneProfile id=id tab=Tab::Bindings/> }.into_any(),
        Route::EditProfile(id) => view! { <one::OneProfile id=id tab=Tab::Values/> }.into_any(),
        Route::RawProfile(id) => view! { <one::OneProfile id=id tab=Tab::Raw/> }.into_any(),
        Route::NewProfile => view! { <new::NewProfile/> }.into_any(),
        Route::ReviewProfile => {
            view! { <namespace::WithNamespace><RecordReview kind=PROFILES/></namespace::WithNamespace> }
                .into_any()
        }
        _ => view! { <Profiles/> }.into_any(),
    }
}

pub(crate) fn store(shell: Shell) -> RecordStore<resource::Profiles> {
    shell.state()
}

fn acts(shell: Shell) -> state::Acts {
    shell.state()
}

const LIST: ListSpec = ListSpec {
    id: "profiles",
    title: "Profiles",
    noun: ["profile", "profiles"],
    find: "Filter by name, id, merchant…",
    none_yet: "No profiles in this namespace yet. Create one with “New profile…”.",
    filters: &[
        here(
            "status",
            "Status",
            FilterKind::OneOf(CellFormat::Words(&[("ACTIVE", "Active"), ("DISABLED", "Disabled")])),
        ),
        here("mcc", "MCC", FilterKind::Text { hint: "Such as 5411" }),
        here("countryCode", "Country", FilterKind::Text { hint: "Such as AT" }),
    ],
    renamed: &[("reference", "providerReference"), ("merchant", "merchantName"), ("country", "countryCode")],
};

#[component]
pub(crate) fn Profiles() -> impl IntoView {
    view! { <namespace::WithNamespace><AllOfThem/></namespace::WithNamespace> }
}

#[component]
fn AllOfThem() -> impl IntoView {
    let store = store(shell());
    let source = store.source(&LIST, &layout::COLUMNS);
    let above = Callback::new(|()| view! { <find::Find/> }.into_any());
    view! { <RecordList kind=PROFILES list=&LIST source=source view=store.view above=above/> }
}
