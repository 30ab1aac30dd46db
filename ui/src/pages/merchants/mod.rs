//! Merchants: the list. A merchant opens as a page of its own.

mod columns;
mod conflict;
pub(crate) mod edit;
mod field;
mod form;
mod known;
mod methods;
pub(crate) mod one;
mod result;
pub(crate) mod review;
pub(crate) mod save;
pub(crate) mod state;
mod versions;

use leptos::prelude::*;
use tapline_contract::merchant::MerchantId;

use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::grid::GridList;
use crate::widgets::grid::column::heads;
use crate::widgets::grid::search::GridSearch;
use crate::widgets::grid::source::{Reading, in_memory};
use crate::widgets::icon::Icon;

const GRID: &str = "merchants-grid";

#[component]
pub(crate) fn Merchants() -> impl IntoView {
    let shell = shell();
    let merchants = shell.merchants();
    merchants.read_once(shell);
    let view = merchants.view;
    let records = Signal::derive(move || merchants.list.with(|list| list.records.clone()));
    let reading = Signal::derive(move || {
        merchants.list.with(|list| Reading {
            read_at: list.read_at,
            loading: list.loading,
            failure: list.failure.clone(),
        })
    });
    let rows = in_memory(records, columns::COLUMNS, |merchant| merchant.mch_id.to_string(), view);
    let counted = move || match (reading.get().read_at > 0.0, rows.all.get()) {
        (false, _) => String::new(),
        (true, 1) => "1 merchant".to_owned(),
        (true, many) => format!("{many} merchants"),
    };
    let blocked = move || shell.is_read_only().then_some("This connection is read only.");
    view! {
        <div class="page list-page">
            <div class="page-head">
                <h1>"Merchants"</h1>
                <p class="muted">{counted}</p>
                <span class="grow"></span>
                <GridSearch grid=GRID label="Filter by name, id, place…" view=view/>
                <button type="button" disabled=move || shell.is_read_only() title=blocked
                    on:click=move |_| shell.nav.go(Route::NewMerchant)><Icon name="plus"/>"New merchant…"</button>
            </div>
            <Unreadable/>
            <GridList id=GRID label="Merchants" heads=heads(columns::COLUMNS) rows=rows view=view reading=reading
                reload=Callback::new(move |()| merchants.reload(shell)) route=route
                none_yet="The owner of this token has no merchant yet. Create one with “New merchant…”."/>
        </div>
    }
}

fn route(key: &str) -> Route {
    MerchantId::parse(key).map_or(Route::Merchants, Route::Merchant)
}

/// Records that do not fit the interface are counted and shown raw; the rest of the list stands.
#[component]
fn Unreadable() -> impl IntoView {
    let shell = shell();
    move || {
        let unreadable = shell.merchants().list.with(|list| list.unreadable.clone());
        (!unreadable.is_empty()).then(|| {
            let rows = unreadable.iter().map(|one| view! { <li>{one.misfit.to_string()}<pre>{one.raw.clone()}</pre></li> });
            view! {
                <details class="note note-warning">
                    <summary><Icon name="warning"/>{unreadable.len()} " merchants could not be read and are not listed"</summary>
                    <ul>{rows.collect_view()}</ul>
                </details>
            }
        })
    }
}
