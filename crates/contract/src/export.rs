//! Exports of lists as files: the request and its result.
//!
//! Core chooses the folder (the person's downloads) and never writes over a file. A list that core holds is named
//! ([`ListExport`]); a table of the page travels ([`TableExport`]). Every file has the same content: the cells in the order
//! shown, card numbers shortened to their first six and last four digits, and where the format has room, its source.

mod csv;

use serde::{Deserialize, Serialize};

pub use self::csv::{Separator, csv_comment, csv_row};
use crate::list::{Filter, ListId, Sort};

/// Most columns of a file.
pub const MOST_COLUMNS: usize = 100;
/// Longest name of a list, in bytes: lower-case letters, digits and hyphens.
pub const LONGEST_NAME: usize = 40;
/// Most rows of a list that is in the page.
pub const MOST_TABLE_ROWS: usize = 100_000;
/// Most rows that a sheet of a workbook has room for, the header left out.
pub const MOST_SHEET_ROWS: usize = 1_048_575;

/// A support bundle to be written as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BundleSaving {
    /// As [`crate::explained::Handed::bundle`] puts it together.
    pub text: String,
    /// Time zone of the moment in its name.
    pub zone: Zone,
}

/// Names an export while it is written, so that it can be cancelled. Chosen by the page, once each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ExportId(pub u64);

/// A list that core holds, as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListExport {
    pub export: ExportId,
    pub list: ListId,
    pub version: u64,
    /// As in [`crate::list::RowsQuery`].
    pub sort: Option<Sort>,
    /// As in [`crate::list::RowsQuery`].
    pub filter: Option<Filter>,
    pub columns: Vec<ExportColumn>,
    pub file: ExportFile,
}

/// A list that is in the page, as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TableExport {
    pub export: ExportId,
    pub columns: Vec<TableColumn>,
    /// At most [`MOST_TABLE_ROWS`], each as long as `columns`; `None` is no value.
    pub rows: Vec<Vec<Option<String>>>,
    pub file: ExportFile,
}

/// The file itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportFile {
    pub format: Format,
    /// Name of the list, such as `transactions`; part of the file's name.
    pub name: String,
    /// Filter and sort in words, for the file's own description: "declined, 1 to 20 Nov 2026". Empty when all is exported.
    pub words: String,
    pub zone: Zone,
    /// CSV alone: a first line that says what the file was made of.
    pub head: Head,
    /// CSV alone.
    #[serde(default)]
    pub separator: Separator,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Format {
    /// UTF-8 with a byte order mark, lines that end in CR LF, a header.
    Csv,
    /// A sheet of the rows, and one that says what they are.
    Xlsx,
    /// `{"about": {…}, "rows": [{…}]}`: members by the columns' names, values as the service sent them.
    Json,
}

impl Format {
    pub fn extension(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Xlsx => "xlsx",
            Format::Json => "json",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Head {
    #[default]
    None,
    Line,
}

/// The time zone of moments in CSV and sheets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Zone {
    /// For people: `Europe/Madrid`, `UTC`.
    pub name: String,
    /// Ahead of UTC, at the moment of the export. A row of the other half of the year is written with this offset too, and says
    /// so: in CSV every moment carries its offset, in a sheet the title of its column.
    pub offset_minutes: i32,
}

/// A column of a list that core holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportColumn {
    /// Its path in the record: `amount.value`.
    pub column: String,
    pub title: String,
    pub kind: CellKind,
}

/// A column of a list that is in the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TableColumn {
    pub title: String,
    pub kind: CellKind,
}

/// Content of a column's cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum CellKind {
    /// Text, written as text whatever it looks like.
    Text,
    /// As text, and not looked at for card numbers: one id in ten would pass for one. In its own lists core asks the marks of the
    /// record ([`crate::record::Record::EXACT`]) and takes this as text.
    Id,
    /// A number as it came, e.g. a count.
    Number,
    /// A bare amount of the service: written in major units with the decimals of its currency.
    Amount {
        /// Core's list: path of the column that names the currency. A list in the page: its title. `None`: the connection's.
        currency_column: Option<String>,
    },
    /// A timestamp of the service. Other text is written unchanged.
    Time,
}

/// A written file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Exported {
    /// Whole path: what [`crate::commands::ShowInFolder`] takes.
    pub path: String,
    /// Its last part: `tapline-transactions-sandbox-20261121-1402.csv`.
    pub name: String,
    /// For people: "Downloads".
    pub folder: String,
    pub rows: u64,
    pub bytes: u64,
}
