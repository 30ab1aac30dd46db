//! Lists as files.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use chrono::{DateTime, FixedOffset};
use tapline_contract::card::{Exact, cell};
use tapline_contract::commands::{CancelExport, ExportList, ExportTable, SaveBundle, ShowInFolder};
use tapline_contract::connection::Connection;
use tapline_contract::export::{
    BundleSaving, CellKind, ExportColumn, ExportFile, ExportId, Exported, LONGEST_NAME, ListExport,
    MOST_COLUMNS, MOST_TABLE_ROWS, TableExport, Zone,
};
use tapline_contract::list::LoadState;
use tapline_contract::{Command, Failure, FailureKind};
use tapline_platform::words::visible;

use super::failure;
use super::list::{list, refused, version};
use super::token::off_thread;
use crate::export::{Column, Kind as CellOf, NotExported, STAMP, Sheet, stem, zone};
use crate::perform::Perform;
use crate::state::AppState;

impl Perform for ExportList {
    async fn perform(app: &Arc<AppState>, export: ListExport) -> Result<Exported, Failure> {
        let connection = connection::<Self>(app)?;
        let held = version::<Self>(app, export.list, export.version)?;
        let missing = missing(&list::<Self>(app, export.list)?.state().state);
        named_once::<Self>(export.columns.iter().map(|column| column.column.as_str()))?;
        let columns = with_currencies(export.columns, held.exact());
        let picked: Vec<String> = columns.iter().map(|column| column.key.clone()).collect();
        app.exports.begin(export.export);
        write::<Self>(app, export.export, move |app, folders| {
            let picked =
                held.picked(export.sort, export.filter, &picked).map_err(|bad| refused::<Self>(&bad))?;
            let rows = picked.rows();
            let cell = Box::new(|row, column| picked.cell(row, column));
            let mut sheet = sheet::<Self>(app, connection, columns, export.file)?;
            (sheet.rows, sheet.cell, sheet.missing) = (rows, cell, missing);
            app.exports.write(export.export, &sheet, folders).map_err(not_exported::<Self>)
        })
        .await
    }
}

impl Perform for ExportTable {
    async fn perform(app: &Arc<AppState>, export: TableExport) -> Result<Exported, Failure> {
        let connection = connection::<Self>(app)?;
        named_once::<Self>(export.columns.iter().map(|column| column.title.as_str()))?;
        let uneven = export.rows.iter().any(|row| row.len() != export.columns.len());
        if uneven || export.rows.len() > MOST_TABLE_ROWS {
            let sentence = "The rows of the list don't fit its columns, or are too many, so nothing was exported. Load the page again.";
            return Err(failure::<Self>(FailureKind::BadInput, sentence));
        }
        let titles: Vec<String> = export.columns.iter().map(|column| column.title.clone()).collect();
        let columns = export.columns.into_iter().map(|column| {
            // Cells of the page were shortened there, by the same marks: these are the rest.
            let exact: Exact = if column.kind == CellKind::Id { |_| true } else { |_| false };
            let kind = match column.kind {
                CellKind::Text | CellKind::Id => CellOf::Text,
                CellKind::Number => CellOf::Number,
                CellKind::Time => CellOf::Time,
                CellKind::Amount { currency_column } => CellOf::Amount {
                    currency: currency_column.and_then(|title| titles.iter().position(|t| *t == title)),
                },
            };
            Column { key: column.title.clone(), title: column.title, kind, exact }
        });
        let columns = columns.collect();
        app.exports.begin(export.export);
        write::<Self>(app, export.export, move |app, folders| {
            let rows = &export.rows;
            let mut sheet = sheet::<Self>(app, connection, columns, export.file)?;
            (sheet.rows, sheet.cell) =
                (rows.len(), Box::new(|row: usize, column: usize| rows[row][column].as_deref()));
            app.exports.write(export.export, &sheet, folders).map_err(not_exported::<Self>)
        })
        .await
    }
}

impl Perform for CancelExport {
    async fn perform(app: &Arc<AppState>, export: ExportId) -> Result<(), Failure> {
        app.exports.cancel(export);
        Ok(())
    }
}

impl Perform for SaveBundle {
    async fn perform(app: &Arc<AppState>, saving: BundleSaving) -> Result<Exported, Failure> {
        let connection = connection::<Self>(app)?;
        let now = now_in::<Self>(app, &saving.zone, "bundle")?;
        // The page is not trusted with it; the line that names the transaction is what support looks for.
        let line = |line: &str| {
            if line.starts_with("Transaction ") {
                line.to_owned()
            } else {
                cell(line, "", |_| false).into_owned()
            }
        };
        let text = saving.text.split('\n').map(line).collect::<Vec<_>>().join("\n");
        let text = format!(
            "Support bundle of Tapline {} on {}, {}, {}\n\n{text}",
            env!("CARGO_PKG_VERSION"),
            std::env::consts::OS,
            connection.environment.word(),
            now.format(STAMP),
        );
        let lines = text.lines().count();
        save_text::<Self>(app, text, lines, stem("support", &connection, now), "txt").await
    }
}

impl Perform for ShowInFolder {
    async fn perform(app: &Arc<AppState>, path: String) -> Result<(), Failure> {
        let path = PathBuf::from(path);
        if !app.exports.wrote(&path) {
            let sentence = "Only a file that was exported since Tapline was started can be shown. Look for it in your downloads.";
            return Err(failure::<Self>(FailureKind::BadInput, sentence));
        }
        let shown = off_thread::<Self, _>(app, move |app| (app.ports.show_file)(&path)).await?;
        shown.map_err(|why| {
            let sentence = format!(
                "The folder can't be opened: {}. The file is saved; open its folder yourself.",
                visible(why.trim_end_matches('.'))
            );
            failure::<Self>(FailureKind::Desk, sentence)
        })
    }
}

/// The columns of a file of core's list. No amount stands without its currency: where the currency column was not requested,
/// it follows the first amount that needs it.
fn with_currencies(asked: Vec<ExportColumn>, exact: Exact) -> Vec<Column> {
    let mut names: Vec<String> = Vec::new();
    let chosen: BTreeSet<String> = asked.iter().map(|column| column.column.clone()).collect();
    for column in &asked {
        names.push(column.column.clone());
        if let CellKind::Amount { currency_column: Some(currency) } = &column.kind
            && !chosen.contains(currency)
            && !names.contains(currency)
        {
            names.push(currency.clone());
        }
    }
    let place = |name: &str| names.iter().position(|known| known == name);
    let amount_in = |currency: &str| {
        asked.iter().find_map(|column| match &column.kind {
            CellKind::Amount { currency_column: Some(of) } if of == currency => place(&column.column),
            _ => None,
        })
    };
    let column = |name: &String| {
        let asked = asked.iter().find(|column| column.column == *name);
        let kind = match (asked.map(|column| &column.kind), amount_in(name)) {
            (Some(CellKind::Amount { currency_column }), _) => {
                CellOf::Amount { currency: currency_column.as_deref().and_then(place) }
            }
            (Some(CellKind::Number), _) => CellOf::Number,
            (Some(CellKind::Time), _) => CellOf::Time,
            (_, Some(amount)) => CellOf::Currency { amount },
            (Some(CellKind::Text | CellKind::Id) | None, None) => CellOf::Text,
        };
        let title = asked.map_or_else(|| "Currency".to_owned(), |column| column.title.clone());
        Column { key: name.clone(), title, kind, exact }
    };
    names.iter().map(column).collect()
}

fn connection<C: Command>(app: &AppState) -> Result<Connection, Failure> {
    let sentence = "No connection is open, so there is nothing to export. Open one, then try again.";
    let session = app.session().ok_or_else(|| failure::<C>(FailureKind::NotConnected, sentence))?;
    Ok(session.connection)
}

/// Reason why the rows of a list are incomplete, as a sentence.
fn missing(state: &LoadState) -> Option<String> {
    match state {
        LoadState::Complete => None,
        LoadState::Loading => Some("The list was still loading; these are its first rows.".to_owned()),
        LoadState::Incomplete { why, .. } => Some(why.clone()),
        LoadState::Failed { failure } => Some(failure.sentence.clone()),
        LoadState::Cancelled => {
            Some("Loading was cancelled; these are the rows loaded until then.".to_owned())
        }
    }
}

fn named_once<'n, C: Command>(names: impl ExactSizeIterator<Item = &'n str>) -> Result<(), Failure> {
    let count = names.len();
    if (1..=MOST_COLUMNS).contains(&count) && names.collect::<BTreeSet<_>>().len() == count {
        return Ok(());
    }
    let sentence = "A file needs 1 to 100 columns, each with its own name. Select the columns again.";
    Err(failure::<C>(FailureKind::BadInput, sentence))
}

/// A sheet that has no rows yet.
fn sheet<'s, C: Command>(
    app: &AppState,
    connection: Connection,
    columns: Vec<Column>,
    file: ExportFile,
) -> Result<Sheet<'s>, Failure> {
    let sign = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    if !(1..=LONGEST_NAME).contains(&file.name.len()) || !file.name.bytes().all(sign) {
        let sentence = "The export has no usable name, so nothing was written. Load the page again.";
        return Err(failure::<C>(FailureKind::BadInput, sentence));
    }
    let at = now_in::<C>(app, &file.zone, "export")?;
    Ok(Sheet { columns, rows: 0, cell: Box::new(|_, _| None), connection, file, missing: None, at })
}

/// Writes on another thread than the network's.
async fn write<C: Command>(
    app: &Arc<AppState>,
    export: ExportId,
    work: impl FnOnce(&AppState, &[PathBuf]) -> Result<Exported, Failure> + Send + 'static,
) -> Result<Exported, Failure> {
    let writing = Arc::clone(app);
    let done = tokio::task::spawn_blocking(move || work(&writing, &(writing.ports.export_folders)())).await;
    app.exports.end(export);
    let sentence = "The file couldn't be written. Check that the disk isn't full, then export again.";
    done.map_err(|_| failure::<C>(FailureKind::Desk, sentence))?
}

/// The present time in the zone of the page; `what` is about to be written.
pub(super) fn now_in<C: Command>(
    app: &AppState,
    of_page: &Zone,
    what: &str,
) -> Result<DateTime<FixedOffset>, Failure> {
    let zone = zone(of_page).ok_or_else(|| {
        let sentence =
            format!("The {what} has no usable time zone, so nothing was written. Load the page again.");
        failure::<C>(FailureKind::BadInput, sentence)
    })?;
    Ok(app.ports.clock.now().with_timezone(&zone))
}

/// Writes a text that is whole already; `rows` is what it is said to hold.
pub(super) async fn save_text<C: Command>(
    app: &Arc<AppState>,
    text: String,
    rows: usize,
    stem: String,
    ending: &'static str,
) -> Result<Exported, Failure> {
    let written = off_thread::<C, _>(app, move |app| {
        app.exports.write_text(&text, rows, &(app.ports.export_folders)(), &stem, ending)
    });
    written.await?.map_err(not_exported::<C>)
}

fn not_exported<C: Command>(error: NotExported) -> Failure {
    let kind = match error {
        NotExported::Cancelled => FailureKind::Cancelled,
        NotExported::TooManyRows(_) => FailureKind::BadInput,
        NotExported::Write { .. } | NotExported::NoFolder => FailureKind::Desk,
    };
    failure::<C>(kind, error.to_string())
}
