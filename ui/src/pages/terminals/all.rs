//! All terminals of the connection, as far as loaded. The service lists the terminals of one merchant at a time, so core reads them
//! merchant by merchant in the background, up to a bound; the page says how far it is.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::device::{Device, DeviceExtParams};
use tapline_contract::where_used::{UsageMap, UsedMerchant, UsedTerminal};

use super::known;
use super::resource::key;
use crate::pages::usage::{progress, usage};
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::grid::column::{CellFormat, Column, ListSpec, column, hidden};
use crate::widgets::grid::filter::{FilterKind, here};
use crate::widgets::grid::page::ListPage;
use crate::widgets::grid::source::in_memory;

const LIST: ListSpec = ListSpec {
    id: "all-terminals",
    title: "Terminals",
    noun: ["terminal", "terminals"],
    find: "Filter by name, id, TID, merchant…",
    none_yet: "No terminals yet. Open a merchant and select “Activate terminal…”.",
    filters: &[
        here("merchant", "Merchant", FilterKind::Text { hint: "Part of the name" }).always(),
        here("status", "Status", FilterKind::OneOf(CellFormat::Status(known::MARKS))).always(),
    ],
    renamed: &[],
};

/// A terminal of the map.
struct ListedTerminal {
    map: Arc<UsageMap>,
    at: usize,
}

impl PartialEq for ListedTerminal {
    fn eq(&self, other: &ListedTerminal) -> bool {
        Arc::ptr_eq(&self.map, &other.map) && self.at == other.at
    }
}

impl ListedTerminal {
    fn terminal(&self) -> &UsedTerminal {
        &self.map.terminals[self.at]
    }

    fn merchant(&self) -> &UsedMerchant {
        &self.map.merchants[self.terminal().merchant as usize]
    }
}

const COLUMNS: &[Column<ListedTerminal>] = &[
    column("name", "Name", CellFormat::Name, 160, |row| row.terminal().name.clone()),
    column("merchant", "Merchant", CellFormat::Text, 180, |row| row.merchant().name.clone()),
    column("status", "Status", CellFormat::Status(known::MARKS), 174, |row| {
        known::status_value(row.terminal().status.as_ref())
    }),
    column("id", "Terminal id", CellFormat::Mono, 118, |row: &ListedTerminal| row.terminal().id.to_string())
        .exact::<Device>("deviceId"),
    column("tid", "TID", CellFormat::Mono, 96, |row: &ListedTerminal| text(row.terminal().acq_tid.as_ref()))
        .exact::<DeviceExtParams>("acqTid"),
    column("mid", "MID", CellFormat::Mono, 130, |row: &ListedTerminal| text(row.terminal().acq_mid.as_ref()))
        .exact::<DeviceExtParams>("acqMid"),
    column("profile", "Profile", CellFormat::Mono, 172, |row: &ListedTerminal| {
        row.terminal().profile.as_ref().map(ToString::to_string).unwrap_or_default()
    })
    .own_id(),
    hidden("mchId", "Merchant id", CellFormat::Mono, 118, |row: &ListedTerminal| {
        row.merchant().id.to_string()
    })
    .own_id(),
];

fn text(member: Option<&String>) -> String {
    member.cloned().unwrap_or_default()
}

#[component]
pub(super) fn AllTerminals() -> impl IntoView {
    let shell = shell();
    let state = usage(shell);
    state.open(shell);
    let again = Callback::new(move |()| state.open(shell));
    shell.outage().keep_trying(Signal::derive(move || state.reading()), again);
    let records = Memo::new(move |_| {
        let map = state.found.with(|found| found.as_ref().map(|found| Arc::clone(&found.map)));
        let map = map.unwrap_or_default();
        let row = |at| ListedTerminal { map: Arc::clone(&map), at };
        Arc::new((0..map.terminals.len()).map(row).collect::<Vec<_>>())
    });
    let reading = Signal::derive(move || state.reading());
    let reload = Callback::new(move |()| state.reload(shell));
    let path = |row: &ListedTerminal| key(&row.merchant().id, &row.terminal().id);
    let source = in_memory(&LIST, records.into(), COLUMNS, path, state.terminals, reading, reload);
    view! { <ListPage list=&LIST view=state.terminals source=source route=Route::parse note=move || progress(shell)/> }
}
