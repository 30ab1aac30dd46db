//! Merchants: the list. Everything that records share is in [`crate::record`]; the merchants' own part is in [`resource`].

mod cards;
pub(crate) mod known;
mod layout;
mod methods;
mod one;
mod overview;
mod parts;
mod related;
pub(crate) mod resource;
mod routes;
mod sales;

use leptos::prelude::*;
use tapline_contract::merchant::MerchantId;

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

pub(crate) const MERCHANTS: ResourceKind = &resource::Merchants;

pub(crate) const AREA: Area = Area {
    place: Route::Merchants,
    icon: "shop",
    title: "Merchants",
    by_id: Some(("merchant", |id| MerchantId::parse(id).map(Route::Merchant))),
    ahead: None,
    page: part!(records, page),
    inner: None,
};

fn page(route: Route) -> AnyView {
    match route {
        Route::Merchant(id) => view! { <one::OneMerchant id=id/> }.into_any(),
        Route::EditMerchant(id) => view! { <parts::EditMerchant id=Some(id)/> }.into_any(),
        Route::NewMerchant => view! { <parts::EditMerchant id=None/> }.into_any(),
        Route::ReviewMerchant => view! { <RecordReview kind=MERCHANTS/> }.into_any(),
        _ => view! { <Merchants/> }.into_any(),
    }
}

pub(crate) fn store(shell: Shell) -> RecordStore<resource::Merchants> {
    shell.state()
}

const LIST: ListSpec = ListSpec {
    id: "merchants",
    title: "Merchants",
    noun: ["merchant", "merchants"],
    find: "Filter by name, id, place…",
    none_yet: "No merchants yet. Create one with “New merchant…”.",
    filters: &[
        here("mcc", "MCC", FilterKind::Text { hint: "Such as 5411" }),
        here("methods", "Method", FilterKind::Text { hint: "Such as Visa" }),
    ],
    renamed: &[],
};

#[component]
pub(crate) fn Merchants() -> impl IntoView {
    let store = store(shell());
    let source = store.source(&LIST, &layout::COLUMNS);
    view! { <RecordList kind=MERCHANTS list=&LIST source=source view=store.view/> }
}
