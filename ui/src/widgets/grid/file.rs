//! Sends the rows of a list to core, which writes them to a file.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{ExportList, ExportTable};
use tapline_contract::export::{
    CellKind, ExportColumn, ExportId, Exported, ListExport, TableColumn, TableExport,
};
use tapline_contract::list::{Filter, ListId, Sort};

use super::column::{Cards, CellFormat, Head};
use super::source::ExportRequest;
use crate::ipc;

/// Writes a list that core holds.
pub(super) fn write_list(
    request: ExportRequest,
    list: ListId,
    version: u64,
    sort: Option<Sort>,
    filter: Option<Filter>,
) {
    let columns = request.columns.iter().map(|head| ExportColumn {
        column: head.key.to_owned(),
        title: head.title.to_owned(),
        kind: kind(head),
    });
    let columns = columns.collect();
    let export =
        ListExport { export: request.export, list, version, sort, filter, columns, file: request.file };
    spawn_local(async move { tell(request.done, request.export, ipc::command::<ExportList>(export).await) });
}

/// Writes a list in the page. An amount is `6240 EUR` there; its currency becomes a column of its own.
pub(super) fn write_table(request: ExportRequest, rows: Vec<Vec<Option<String>>>) {
    let amounts: Vec<bool> =
        request.columns.iter().map(|head| matches!(head.format, CellFormat::Amount(_))).collect();
    let columns = request.columns.iter().flat_map(|head| {
        let currency = format!("{}, currency", head.title);
        match head.format {
            CellFormat::Amount(_) => vec![
                TableColumn {
                    title: head.title.to_owned(),
                    kind: CellKind::Amount { currency_column: Some(currency.clone()) },
                },
                TableColumn { title: currency, kind: CellKind::Text },
            ],
            _ => vec![TableColumn { title: head.title.to_owned(), kind: kind(head) }],
        }
    });
    let columns = columns.collect();
    let row = |row: Vec<Option<String>>| {
        let cells = row.into_iter().zip(&amounts).flat_map(|(text, is_amount)| match (text, is_amount) {
            (Some(text), true) => {
                let (value, currency) = text.split_once(' ').unwrap_or((&text, ""));
                vec![Some(value.to_owned()), Some(currency.to_owned()).filter(|code| !code.is_empty())]
            }
            (None, true) => vec![None, None],
            (text, false) => vec![text],
        });
        cells.collect()
    };
    let rows = rows.into_iter().map(row).collect();
    let export = TableExport { export: request.export, columns, rows, file: request.file };
    spawn_local(async move { tell(request.done, request.export, ipc::command::<ExportTable>(export).await) });
}

/// Reports to the page that started the export; the page may be gone by then.
fn tell(
    done: Callback<(ExportId, Result<Exported, Failure>)>,
    export: ExportId,
    written: Result<Exported, Failure>,
) {
    let _ = done.try_run((export, written));
}

fn kind(head: &Head) -> CellKind {
    match head.format {
        _ if head.cards == Cards::Exact => CellKind::Id,
        CellFormat::Count => CellKind::Number,
        CellFormat::Amount(currency) => CellKind::Amount { currency_column: currency.map(str::to_owned) },
        CellFormat::Time => CellKind::Time,
        CellFormat::Name
        | CellFormat::Id
        | CellFormat::Mono
        | CellFormat::Text
        | CellFormat::Status(_)
        | CellFormat::Words(_) => CellKind::Text,
    }
}
