//! Exports the rows: asks for format, time zone and columns, has core write the file, and can show it in its folder.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{CancelExport, ShowInFolder};
use tapline_contract::export::{ExportFile, ExportId, Exported, Format, Head as FileHead, Separator, Zone};

use super::cell::counted;
use super::column::Head;
use super::days;
use super::list::ListSpec;
use super::source::{ExportRequest, Source};
use super::view::{GridView, Way};
use crate::ipc::{self, engine};
use crate::shell::shell;
use crate::widgets::choice::{ChoiceRow, plain};
use crate::widgets::dialog::Dialog;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;

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
    let end = move |_| {
        if let ExportState::Running(export) = writing.get_untracked() {
            spawn_local(async move {
                // It may have ended already.
                let _ = ipc::command::<CancelExport>(export).await;
            });
        }
        writing.set(ExportState::Asking);
    };
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
            <p class="muted">{format!("Local is {}. Card numbers stay masked. The file goes to your downloads; nothing is written over.", engine::zone_name())}</p>
            <div class="actions">
                <button type="button" on:click=move |_| close.run(())>"Back to the list"</button>
                <button type="button" class="primary" on:click=write>"Export rows"</button>
            </div>
        }
    };
    let body = move || {
        match writing.get() {
        ExportState::Asking => form().into_any(),
        ExportState::Running(_) => view! {
            <p role="status" aria-label="Export">"Writing the file…"</p>
            <div class="actions"><button type="button" on:click=end>"Cancel export"</button></div>
        }
        .into_any(),
        ExportState::Failed(failure) => view! {
            <FailureNote failure=failure/>
            <div class="actions">
                <button type="button" class="primary" on:click=move |_| writing.set(ExportState::Asking)>"Change export"</button>
                <button type="button" on:click=move |_| close.run(())>"Back to the list"</button>
            </div>
        }
        .into_any(),
        ExportState::Done(file) => view! { <Written file=file close=close/> }.into_any(),
    }
    };
    let title = format!("Export {}", list.noun[1]);
    view! { <Dialog open=open on_close=close title=Signal::stored(title)>{body}</Dialog> }
}

#[component]
fn Written(file: Exported, close: Callback<()>) -> impl IntoView {
    let failed = RwSignal::new(None::<Failure>);
    let rows = usize::try_from(file.rows).map_or_else(|_| file.rows.to_string(), counted);
    let rows = if file.rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
    let path = file.path.clone();
    let show = move |_| {
        let path = path.clone();
        spawn_local(async move {
            // Shown here: a message of the window would be behind the dialog.
            let _ = failed.try_set(ipc::command::<ShowInFolder>(path).await.err());
        });
    };
    view! {
        <p class="row" role="status" aria-label="Export"><span class="good"><Icon name="check"/></span>
            {format!("{rows} written to {} in {}.", file.name, file.folder)}</p>
        <p><code class="path">{file.path.clone()}</code></p>
        {move || failed.get().map(|failure| view! { <FailureNote failure=failure/> })}
        <div class="actions">
            <button type="button" class="primary" on:click=show>"Show in folder"</button>
            <button type="button" on:click=move |_| close.run(())>"Back to the list"</button>
        </div>
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
    let set = view.filters.with(|set| days::filters_now(list, set, shell().time()));
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
