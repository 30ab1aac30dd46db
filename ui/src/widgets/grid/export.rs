//! Exports the rows: asks for format, time zone and columns, has core write the file, and can show it in its folder.
//!
//! Sends the rows of a list to core, which writes them to a file.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{CancelExport, ExportList, ExportTable};
use tapline_contract::export::{
    CellKind, ExportColumn, ExportFile, ExportId, Exported, Format, Head as FileHead, ListExport, Separator,
    TableColumn, TableExport, Zone,
};
use tapline_contract::list::{Filter, ListId, Sort};

use super::column::{Cards, CellFormat, Head, ListSpec, counted};
use super::filter;
use super::source::{ExportRequest, Source};
use super::view::{GridView, Way};
use crate::ipc::{self, engine};
use crate::shell::shell;
use crate::widgets::choice::{ChoiceRow, plain};
use crate::widgets::dialog::{Dialog, DialogFoot};
use crate::widgets::failure::FailureNote;
use crate::widgets::written::Written;

/// Progress of the export.
#[derive(Clone, Debug, PartialEq)]
enum ExportState {
    Asking,
    Running(ExportId),
    Done(Exported),
    Failed(Failure),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ZoneChoice {
    Local,
    Utc,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Columns {
    Shown,
    All,
}

#[component]
pub(super) fn Export(
    list: &'static ListSpec,
    view: GridView,
    source: Source,
    open: RwSignal<bool>,
) -> impl IntoView {
    let (format, zone, columns) =
        (RwSignal::new(Format::Csv), RwSignal::new(ZoneChoice::Local), RwSignal::new(Columns::Shown));
    let separator = RwSignal::new(Separator::Comma);
    let writing = RwSignal::new(ExportState::Asking);
    let close = Callback::new(move |()| {
        open.set(false);
        if !matches!(writing.get_untracked(), ExportState::Running(_)) {
            writing.set(ExportState::Asking);
        }
    });
    // Created here, because it would be disposed with the form.
    let done = Callback::new(move |(export, done): (ExportId, Result<Exported, Failure>)| {
        if writing.get_untracked() == ExportState::Running(export) {
            writing.set(match done {
                Ok(file) => ExportState::Done(file),
                Err(failure) => ExportState::Failed(failure),
            });
        }
    });
    let write = move |_| {
        let export = ExportId(engine::fresh_number());
        let request = ExportRequest {
            export,
            file: ExportFile {
                format: format.get_untracked(),
                name: list.id.to_owned(),
                words: untrack(|| words(list, view, source)),
                zone: match zone.get_untracked() {
                    ZoneChoice::Local => {
                        Zone { name: engine::zone_name(), offset_minutes: engine::zone_offset() }
                    }
                    ZoneChoice::Utc => Zone { name: "UTC".to_owned(), offset_minutes: 0 },
                },
                head: FileHead::None,
                separator: separator.get_untracked(),
            },
            columns: untrack(|| chosen(view, source, columns.get())),
            done,
        };
        writing.set(ExportState::Running(export));
        source.export.run(request);
    };
    let end = Callback::new(move |()| {
        if let ExportState::Running(export) = writing.get_untracked() {
            spawn_local(async move {
                // It may have ended already.
                let _ = ipc::command::<CancelExport>(export).await;
            });
        }
        writing.set(ExportState::Asking);
    });
    let form = move || {
        let what = {
            let filters = words(list, view, source);
            let rows = list.counted(source.count.get());
            if filters.is_empty() { format!("All {rows}, as shown.") } else { format!("{rows}: {filters}.") }
        };
        view! {
            <p>{what}</p>
            <div class="export-form">
                <span>"Format"</span>
                <ChoiceRow label="Format" name="export-format" chosen=format.into() choose=Callback::new(move |new| format.set(new))
                    choices=plain([(Format::Csv, "CSV"), (Format::Xlsx, "XLSX"), (Format::Json, "JSON")])/>
                {move || (format.get() == Format::Csv).then(|| view! {
                    <span>"Separator"</span>
                    <ChoiceRow label="Separator" name="export-separator" chosen=separator.into() choose=Callback::new(move |new| separator.set(new))
                        choices=plain([(Separator::Comma, "Comma"), (Separator::Semicolon, "Semicolon"), (Separator::Tab, "Tab")])/>
                })}
                <span>"Times"</span>
                <ChoiceRow label="Time zone" name="export-zone" chosen=zone.into() choose=Callback::new(move |new| zone.set(new))
                    choices=plain([(ZoneChoice::Local, "Local"), (ZoneChoice::Utc, "UTC")])/>
                <span>"Columns"</span>
                <ChoiceRow label="Columns" name="export-columns" chosen=columns.into() choose=Callback::new(move |new| columns.set(new))
                    choices=plain([(Columns::Shown, "As shown"), (Columns::All, "All columns")])/>
            </div>
            {move || (format.get() == Format::Csv).then(|| view! {
                <p class="muted">"Excel drops leading zeros of ids in CSV. XLSX keeps them."</p>
            })}
            {move || (zone.get() == ZoneChoice::Local).then(|| view! {
                <p class="muted">{format!("Local times are in {}.", engine::zone_name())}</p>
            })}
            <p class="muted">"Card numbers stay masked. The file goes to your downloads folder."</p>
            <DialogFoot keep="Back to the list" on_keep=close focus=false>
                <button type="button" class="primary" on:click=write>"Export rows"</button>
            </DialogFoot>
        }
    };
    let body = move || {
        match writing.get() {
        ExportState::Asking => form().into_any(),
        ExportState::Running(_) => view! {
            <p role="status" aria-label="Export">"Writing the file…"</p>
            <DialogFoot keep="Cancel export" on_keep=end/>
        }
        .into_any(),
        ExportState::Failed(failure) => view! {
            <FailureNote failure=failure/>
            <DialogFoot keep="Back to the list" on_keep=close>
                <button type="button" class="primary" on:click=move |_| writing.set(ExportState::Asking)>"Change export"</button>
            </DialogFoot>
        }
        .into_any(),
        ExportState::Done(file) => view! {
            <Written label="Export" what=rows_of(&file) file=file class="primary">
                <button type="button" on:click=move |_| close.run(())>"Back to the list"</button>
            </Written>
        }
        .into_any(),
    }
    };
    let title = format!("Export {}", list.noun[1]);
    view! { <Dialog open=open on_close=close title=Signal::stored(title)>{body}</Dialog> }
}

fn rows_of(file: &Exported) -> String {
    match usize::try_from(file.rows) {
        Ok(1) => "1 row".to_owned(),
        rows => format!("{} rows", rows.map_or_else(|_| file.rows.to_string(), counted)),
    }
}

/// The columns of the file. Reads signals.
fn chosen(view: GridView, source: Source, columns: Columns) -> Vec<Head> {
    source.heads.with_value(|heads| match columns {
        Columns::All => heads.clone(),
        Columns::Shown => {
            view.layout.with(|layout| layout.placed(heads, 0.0)).iter().map(|one| one.head).collect()
        }
    })
}

/// Filters and sort in words. Reads signals.
fn words(list: &'static ListSpec, view: GridView, source: Source) -> String {
    let mut parts = Vec::new();
    view.words.with(|words| {
        if !words.trim().is_empty() {
            parts.push(format!("with “{}”", words.trim()));
        }
    });
    // A file records the actual days.
    let set = view.filters.with(|set| filter::filters_now(list, set, shell().time()));
    parts.extend(
        list.filters_of(&set).iter().map(|(row, value)| format!("{} {}", row.label, row.words(value))),
    );
    if let Some(order) = view.order.get() {
        let title = source
            .heads
            .with_value(|heads| heads.iter().find(|head| head.key == order.column).map(|head| head.title));
        let way = if order.way == Way::Down { "descending" } else { "ascending" };
        parts.extend(title.map(|title| format!("by {title}, {way}")));
    }
    parts.join(", ")
}

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
