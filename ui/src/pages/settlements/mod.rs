//! Settlements: the list of batches. A batch opens as a separate page; reports can be sent for one or several.

mod columns;
mod dialogs;
mod month;
mod one;
mod state;
mod strip;

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::list::ListOf;
use tapline_contract::settlement::{BatchId, SettlementQuery};

use super::settlements::dialogs::{ReportDialog, ReportSubject};
use crate::effect::effect;
use crate::parts::part;
use crate::paths::Route;
use crate::shell::areas::Area;
use crate::shell::shell;
use crate::widgets::grid::column::ListSpec;
use crate::widgets::grid::filter::{ends, filters_now};
use crate::widgets::grid::page::ListPage;
use crate::widgets::grid::source::GridRow;
use crate::widgets::show::{live, why};

pub(crate) const AREA: Area = Area {
    place: Route::Settlements,
    icon: "stack",
    title: "Settlements",
    by_id: Some(("batch", |id| BatchId::parse(id).map(Route::Settlement))),
    ahead: Some(|| ListOf::Settlements(SettlementQuery::default())),
    page: part!(money, page),
    inner: None,
};

fn page(route: Route) -> AnyView {
    match route {
        Route::Settlement(id) => view! { <one::OneSettlement id=id/> }.into_any(),
        _ => view! { <Settlements/> }.into_any(),
    }
}

const LIST: ListSpec = ListSpec {
    id: "settlements",
    title: "Settlements",
    noun: ["batch", "batches"],
    find: "Filter by merchant…",
    none_yet: "No batches yet. A terminal's first payment opens one.",
    filters: columns::FILTERS,
    renamed: &[],
};

#[component]
pub(crate) fn Settlements() -> impl IntoView {
    let shell = shell();
    let settlements = state::settlements(shell);
    let view = settlements.view;
    let reload = Callback::new(move |()| settlements.reload(shell));
    let source = settlements.list.source(&LIST, columns::COLUMNS, view, reload);
    let source = strip::with_differences(source);
    if !settlements.month.is_requested() {
        settlements.read_month(shell);
    }
    on_cleanup(move || settlements.stop_comparing());
    let query = Memo::new(move |_| view.filters.with(|set| query(&filters_now(&LIST, set, shell.time()))));
    effect(move || settlements.list.read(shell, ListOf::Settlements(query.get())));
    let reporting = RwSignal::new(None::<ReportSubject>);
    let chosen = move || view.selected.with(BTreeMap::len);
    let blocked = move || match chosen() {
        _ if shell.is_read_only() => Some("This connection is read only. Change its safety level first."),
        0 => Some("Select batches first (Space)."),
        _ => None,
    };
    let label = move || match chosen() {
        0 => "Send report…".to_owned(),
        1 => "Send report for 1 batch…".to_owned(),
        many => format!("Send report for {many} batches…"),
    };
    let report = move |_| {
        let batches = view.selected.with_untracked(|selected| {
            selected.keys().filter_map(|key| BatchId::parse(key)).collect::<Vec<_>>()
        });
        let merchant = view.selected.with_untracked(|selected| merchant_of(selected.values()));
        reporting.set(Some(ReportSubject { batches, merchant }));
    };
    let close = Callback::new(move |()| reporting.set(None));
    view! {
        <ListPage list=&LIST view=view source=source route=route note=|| view! { <strip::Month/> }>
            <button type="button" disabled=move || blocked().is_some() aria-describedby="report-why" on:click=report>{live(label)}</button>{why("report-why", blocked)}
        </ListPage>
        {move || reporting.get().map(|reported| view! { <ReportDialog reported=reported on_close=close/> })}
    }
}

/// The merchant's name, if all rows have the same name.
fn merchant_of<'r>(mut rows: impl Iterator<Item = &'r Arc<GridRow>>) -> Option<String> {
    let at = columns::COLUMNS.iter().position(|head| head.key == "mchName")?;
    let text_of = |row: &Arc<GridRow>| row.cells.get(at).map(|cell| cell.text.clone());
    let first = text_of(rows.next()?)?;
    rows.all(|row| text_of(row).as_ref() == Some(&first)).then_some(first)
}

fn route(key: &str) -> Route {
    BatchId::parse(key).map_or(Route::Settlements, Route::Settlement)
}

/// Query for the service. Service document, "Settlement history".
fn query(set: &BTreeMap<String, String>) -> SettlementQuery {
    let (first, last) = ends(set.get("created").map_or("", String::as_str));
    let text_of = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    SettlementQuery {
        created_start: text_of(first),
        created_end: text_of(last),
        batch_id: set.get("id").and_then(|id| text_of(id)),
        ..SettlementQuery::default()
    }
}
