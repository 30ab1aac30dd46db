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
use crate::shell::{List, shell};
use crate::widgets::grid::filter::{By, FilterKind, FilterRow, Standing};
use crate::widgets::grid::list::ListSpec;
use crate::widgets::grid::page::ListPage;
use crate::widgets::grid::source::in_memory;
use crate::widgets::icon::Icon;

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
    let shell = shell();
    let merchants = shell.merchants();
    merchants.read_once(shell);
    let view = merchants.view;
    let records = Signal::derive(move || merchants.list.with(|list| list.records.clone()));
    let reading = Signal::derive(move || merchants.list.with(List::reading));
    let reload = Callback::new(move |()| merchants.reload(shell));
    let source = in_memory(
        &LIST,
        records,
        columns::COLUMNS,
        |merchant| merchant.mch_id.to_string(),
        view,
        reading,
        reload,
    );
    let blocked = move || shell.is_read_only().then_some("This connection is read only.");
    view! {
        <ListPage list=&LIST view=view source=source route=route note=|| view! { <Unreadable/> }>
            <button type="button" disabled=move || shell.is_read_only() title=blocked
                on:click=move |_| shell.nav.go(Route::NewMerchant)><Icon name="plus"/>"New merchant…"</button>
        </ListPage>
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
