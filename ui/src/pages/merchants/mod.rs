//! Merchants: the list. What all records have in common is in [`crate::record`]; what is theirs is in [`resource`].

mod around;
mod columns;
pub(crate) mod known;
mod methods;
pub(crate) mod one;
pub(crate) mod parts;
pub(crate) mod resource;

use leptos::prelude::*;
use tapline_contract::merchant::MerchantId;

use crate::paths::Route;
use crate::record::bench::Kind;
use crate::record::list::RecordList;
use crate::shell::shell;
use crate::widgets::grid::column::heads;
use crate::widgets::grid::source::in_memory;

pub(crate) const MERCHANTS: Kind = &resource::Merchants;

#[component]
pub(crate) fn Merchants() -> impl IntoView {
    let desk = shell().areas().merchants();
    let records = Signal::derive(move || desk.list.with(|list| list.records.clone()));
    let rows = in_memory(records, columns::COLUMNS, |merchant| merchant.mch_id.to_string(), desk.view);
    view! {
        <RecordList kind=MERCHANTS heads=heads(columns::COLUMNS) rows=rows view=desk.view route=route
            filter="Filter by name, id, place…" none_yet="The owner of this token has no merchant yet. Create one with “New merchant…”."/>
    }
}

fn route(key: &str) -> Route {
    MerchantId::parse(key).map_or(Route::Merchants, Route::Merchant)
}
