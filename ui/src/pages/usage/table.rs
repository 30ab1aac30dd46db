//! The table with the facts of the picture: a row for each record, with the names at both ends of its links.

use std::sync::Arc;

use leptos::prelude::*;

use super::board::{ACQUIRERS, Board, CONFIGURATIONS, MERCHANTS, TERMINALS, UsageNode};
use super::state::usage;
use super::{progress, switch, tabs};
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::grid::column::{CellFormat, Column, ListSpec, column};
use crate::widgets::grid::filter::{FilterKind, here};
use crate::widgets::grid::page::ListPage;
use crate::widgets::grid::source::in_memory;

/// A node of the board.
struct UsageRow {
    board: Arc<Board>,
    column: usize,
    place: usize,
}

const KINDS: CellFormat = CellFormat::Words(&[
    ("0", "Acquirer profile"),
    ("1", "Configuration"),
    ("2", "Merchant"),
    ("3", "Terminal"),
]);

const LIST: ListSpec = ListSpec {
    id: "usage",
    title: "Acquirer profiles",
    noun: ["record", "records"],
    find: "Filter by name, id…",
    none_yet: "No records yet.",
    filters: &[
        here("kind", "Kind", FilterKind::OneOf(KINDS)).always(),
        here("note", "Unused", FilterKind::Text { hint: "Such as no merchants" }).always(),
    ],
    renamed: &[],
};

const COLUMNS: &[Column<UsageRow>] = &[
    column("name", "Name", CellFormat::Name, 180, |row| row.node().name.clone()),
    column("kind", "Kind", KINDS, 124, |row| row.column.to_string()),
    column("id", "Id", CellFormat::Mono, 84, |row: &UsageRow| row.node().id.clone()).own_id(),
    column("acquirers", "Acquirer profiles", CellFormat::Text, 170, |row| row.names(ACQUIRERS)),
    column("configurations", "Configurations", CellFormat::Text, 250, |row| row.names(CONFIGURATIONS)),
    column("merchants", "Merchants", CellFormat::Text, 180, |row| row.names(MERCHANTS)),
    column("terminals", "Terminals", CellFormat::Text, 226, |row| row.names(TERMINALS)),
    column("note", "Unused", CellFormat::Text, 140, |row| row.node().unused.unwrap_or_default().to_owned()),
];

impl PartialEq for UsageRow {
    fn eq(&self, other: &UsageRow) -> bool {
        Arc::ptr_eq(&self.board, &other.board) && (self.column, self.place) == (other.column, other.place)
    }
}

impl UsageRow {
    fn node(&self) -> &UsageNode {
        &self.board.columns[self.column][self.place]
    }

    fn names(&self, of: usize) -> String {
        self.board.names(self.column, self.place, of)
    }
}

#[component]
pub(super) fn UsageTable(board: Memo<Arc<Board>>) -> impl IntoView {
    let shell = shell();
    let state = usage(shell);
    let records = Memo::new(move |_| {
        let board = board.get();
        let row = |(column, place): (usize, usize)| UsageRow { board: Arc::clone(&board), column, place };
        let all =
            (0..4).flat_map(|column| (0..board.columns[column].len()).map(move |place| (column, place)));
        Arc::new(all.map(row).collect::<Vec<_>>())
    });
    let reading = Signal::derive(move || state.reading());
    let reload = Callback::new(move |()| state.reload(shell));
    let key = |row: &UsageRow| row.node().route.path();
    let source = in_memory(&LIST, records.into(), COLUMNS, key, state.view, reading, reload);
    view! {
        <ListPage list=&LIST view=state.view source=source route=Route::parse tabs=Some(tabs)
            note=move || view! { <div class="row usage-bar">{switch(shell)}{move || progress(shell)}</div> }/>
    }
}
