//! Terminals, by merchant. The service lists the terminals of one merchant only, so a merchant is chosen first; the last one
//! chosen is one click away.

mod activate;
mod edit;
mod ends;
mod facts;
mod fields;
mod known;
mod list;
mod one;
mod parts;
mod resource;
mod sdk_ids;
mod siblings;
mod state;

use leptos::prelude::*;
use tapline_contract::merchant::{Merchant, MerchantId};

use crate::pages::merchants;
use crate::parts::part;
use crate::paths::Route;
use crate::record::ResourceKind;
use crate::record::review::RecordReview;
use crate::shell::areas::Area;
use crate::shell::shell;
use crate::widgets::grid::column::{CellFormat, Column, ListSpec, column};
use crate::widgets::grid::page::ListPage;
use crate::widgets::grid::source::in_memory;
use crate::widgets::icon::Icon;
use crate::widgets::show::live;
use state::merchant_name;

pub(crate) const TERMINALS: ResourceKind = &resource::TerminalKind;

pub(crate) const AREA: Area = Area {
    place: Route::Terminals,
    icon: "terminal",
    title: "Terminals",
    by_id: None,
    ahead: None,
    page: part!(records, page),
    inner: None,
};

fn page(route: Route) -> AnyView {
    match route {
        Route::TerminalsOf(of) => view! { <list::TerminalsOf of=of/> }.into_any(),
        Route::ActivateTerminal(of) => view! { <activate::Activate of=of/> }.into_any(),
        Route::Terminal(of, id) => view! { <one::OneTerminal of=of id=id/> }.into_any(),
        Route::EditTerminal(of, id) => view! { <edit::EditTerminal of=of id=id/> }.into_any(),
        Route::ReviewTerminal => view! { <RecordReview kind=TERMINALS/> }.into_any(),
        _ => view! { <Terminals/> }.into_any(),
    }
}

const LIST: ListSpec = ListSpec {
    id: "terminal-merchants",
    title: "Terminals",
    noun: ["merchant", "merchants"],
    find: "Filter merchants…",
    none_yet: "No merchants yet. Create one under Merchants; each terminal belongs to one.",
    filters: &[],
    renamed: &[],
};

const COLUMNS: &[Column<Merchant>] = &[
    column("name", "Merchant", CellFormat::Name, 220, Merchant::name),
    column("id", "Merchant id", CellFormat::Mono, 130, |merchant: &Merchant| merchant.mch_id.to_string())
        .exact::<Merchant>("mchId"),
    column("reference", "Provider reference", CellFormat::Text, 180, |merchant: &Merchant| {
        merchant.provider_reference.clone().unwrap_or_default()
    })
    .exact::<Merchant>("providerReference"),
    column("zone", "Time zone", CellFormat::Text, 150, |merchant| {
        merchant.time_zone.clone().unwrap_or_default()
    }),
];

/// The merchants; each leads to its terminals.
#[component]
pub(crate) fn Terminals() -> impl IntoView {
    let shell = shell();
    let (merchants, terminals) = (merchants::store(shell), state::terminals(shell));
    merchants::MERCHANTS.read_once(shell);
    let view = terminals.choosing;
    let records = Signal::derive(move || merchants.list.with(|list| list.records.clone()));
    let reading = Signal::derive(move || merchants.list.reading());
    let reload = Callback::new(move |()| merchants::MERCHANTS.reload(shell));
    let source =
        in_memory(&LIST, records, COLUMNS, |merchant| merchant.mch_id.to_string(), view, reading, reload);
    let last = move || {
        let of = terminals.of.get()?;
        let words = format!("Terminals of {}", merchant_name(shell, &of));
        let go = move |_| shell.nav.go(Route::TerminalsOf(of.clone()));
        Some(
            view! { <button type="button" class="primary" on:click=go><Icon name="terminal"/>{words}</button> },
        )
    };
    let says = "Choose a merchant to see its terminals.";
    view! {
        <ListPage list=&LIST view=view source=source route=route note=move || view! { <p class="muted list-says">{says}</p> }>{live(last)}</ListPage>
    }
}

fn route(key: &str) -> Route {
    MerchantId::parse(key).map_or(Route::Terminals, Route::TerminalsOf)
}

/// Icon and words of a terminal's status.
pub(crate) fn status_of(device: &tapline_contract::device::Device) -> (&'static str, String) {
    let known::Status { icon, words } = known::status(device);
    (icon, words)
}
