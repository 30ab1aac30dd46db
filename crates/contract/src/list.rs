//! Lists that core holds: which list, how far it is loaded, and windows of its rows.
//!
//! Not the lists of the service, which are [`crate::wire::Page`]. A list has a version, which changes when other rows take the
//! place of those shown: a window names the version it belongs to, so rows are never mixed. Columns are named by their path in
//! the record: `tranId`, `amount.value`.

use serde::{Deserialize, Serialize};

use crate::connection::ConnectionId;
use crate::failure::Failure;
use crate::field::Number;
use crate::profile::Profile;
use crate::rows::{Packed, Rows};
use crate::settlement::SettlementQuery;
use crate::transaction::TransactionQuery;
use crate::wire::Unreadable;

/// Most rows of one window.
pub const MOST_ROWS: u32 = 500;
/// Characters of a cell that a window shows; a longer one ends in `…`.
pub const LONGEST_CELL: usize = 1000;

/// Names a list that core holds; never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ListId(pub u64);

/// List to load, with its query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListOpening {
    pub connection: ConnectionId,
    pub of: ListOf,
}

/// A list, its known version, and the rows of a newer version to send with its state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListWatch {
    pub list: ListId,
    pub version: u64,
    /// `None`: only the state.
    pub rows: Option<RowsWanted>,
}

/// A window of whichever version comes next; each member as in [`RowsQuery`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowsWanted {
    pub first: u32,
    pub count: u32,
    pub columns: Vec<String>,
    pub sort: Option<Sort>,
    pub filter: Option<Filter>,
}

/// News of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListNews {
    pub state: ListState,
    /// The rows wanted, of the version of `state`; `None` when that version is known or none were wanted.
    pub rows: Option<Rows>,
}

/// The state as JSON: a failure in it leaves members out, which only a format with names allows.
impl Packed for ListNews {
    fn pack(&self) -> Result<Vec<u8>, String> {
        let state = serde_json::to_string(&self.state).map_err(|error| error.to_string())?;
        postcard::to_allocvec(&(state, &self.rows)).map_err(|error| error.to_string())
    }

    fn unpack(bytes: &[u8]) -> Result<ListNews, String> {
        let (state, rows): (&str, Option<Rows>) =
            postcard::from_bytes(bytes).map_err(|error| error.to_string())?;
        let state = serde_json::from_str(state).map_err(|error| error.to_string())?;
        Ok(ListNews { state, rows })
    }
}

/// `pageSize` and `pageNumber` of the query are ignored: the whole list is loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ListOf {
    Transactions(TransactionQuery),
    Settlements(SettlementQuery),
    /// Changes and revealed secrets of this computer over the connection, from the journal, newest first. Read in windows and never
    /// loaded.
    Activity,
}

/// Progress of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListState {
    pub list: ListId,
    pub version: u64,
    /// Number of rows available in this version.
    pub rows: u32,
    /// Records received so far, shown or not.
    pub loaded: u64,
    /// The service's count; `None` without a count, or with one that makes no sense.
    pub total: Option<i64>,
    /// Bytes received, as packed.
    pub wire_bytes: u64,
    pub state: LoadState,
    /// The service counts another number of records than it listed: read again.
    pub changed_while_loading: bool,
    /// Records that could not be read; they are no rows.
    pub unreadable: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LoadState {
    /// The rows shown are the first page.
    Loading,
    Complete,
    /// The rows shown are a part of the list. `why` is a sentence with the way out.
    Incomplete {
        why: String,
        failure: Option<Failure>,
    },
    /// There are no rows.
    Failed {
        failure: Failure,
    },
    /// The rows shown are those received until then.
    Cancelled,
}

/// A loaded list of transactions whose days are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListDayQuery {
    pub connection: ConnectionId,
    pub list: ListId,
}

/// State of a list, and of its days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListDays {
    pub state: ListState,
    pub days: DayReading,
}

/// Progress of the days of a list. Records have no date: a row's day is known from a query of that single day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DayReading {
    /// The query doesn't have a first and a last day, or has too many days between them.
    NoRange,
    TooManyRows,
    /// A policy forbids loading in the background.
    Forbidden,
    Reading {
        read: u32,
        days: u32,
    },
    /// The rows have their days, in a new version of the list.
    Ended {
        /// Days that couldn't be read.
        unread: u32,
        days: u32,
        /// Rows of an unknown day.
        undated: u32,
    },
}

/// Rows of one version of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowsQuery {
    pub list: ListId,
    pub version: u64,
    /// Among the rows that pass the filter, in the order of the sort.
    pub first: u32,
    /// At most [`MOST_ROWS`].
    pub count: u32,
    pub columns: Vec<String>,
    /// `None`: as the service listed them.
    pub sort: Option<Sort>,
    pub filter: Option<Filter>,
}

impl RowsWanted {
    /// The window of one version of a list.
    pub fn for_list(self, list: ListId, version: u64) -> RowsQuery {
        let RowsWanted { first, count, columns, sort, filter } = self;
        RowsQuery { list, version, first, count, columns, sort, filter }
    }
}

/// Texts by their characters, numbers by their exact value. Rows without a value come last in both directions, equal rows as listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sort {
    pub column: String,
    pub descending: bool,
}

/// Selection of the rows to show. Numbers are compared by their exact value, however they are spelled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Filter {
    /// One of these columns contains the text, in any letter case; without columns named, any column does.
    Contains {
        columns: Vec<String>,
        text: String,
    },
    /// `None`: the record has no value there.
    Equals {
        column: String,
        value: Option<String>,
    },
    OneOf {
        column: String,
        values: Vec<String>,
    },
    /// A number within both ends.
    Between {
        column: String,
        least: Option<Number>,
        most: Option<Number>,
    },
    /// The cell is hexadecimal text, and in byte `byte` all bits of `mask` are set. Bytes are counted from 1, as the EMV books
    /// count them: byte 5 of a TVR, mask `0x80`. What is no hexadecimal text, or is shorter, does not match.
    Bits {
        column: String,
        byte: u8,
        mask: u8,
    },
    /// The rows that the filter leaves out.
    Not(Box<Filter>),
    All(Vec<Filter>),
}

/// The connection whose profiles are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllProfilesQuery {
    pub connection: ConnectionId,
}

/// The profiles of a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProfileList {
    /// Each once.
    pub profiles: Vec<Profile>,
    pub unreadable: Vec<Unreadable>,
    /// As the service counts.
    pub total: Option<i64>,
    /// Nothing is missing, as far as the service says.
    pub complete: bool,
    /// Why it is not complete: a sentence with the way out.
    pub why: Option<String>,
}
