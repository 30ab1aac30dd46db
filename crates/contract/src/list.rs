//! Lists that live in core: what is loaded, how far it is, and the windows of rows that are asked for.
//!
//! Not the lists of the service, which are [`crate::wire::Page`]. A list has a version, which changes when other rows take the
//! place of those shown: a window names the version it belongs to, so rows are never mixed. Columns are named by their path in
//! the record: `tranId`, `amount.value`.

use serde::{Deserialize, Serialize};

use crate::connection::ConnectionId;
use crate::failure::Failure;
use crate::field::Number;
use crate::profile::Profile;
use crate::settlement::SettlementQuery;
use crate::transaction::TransactionQuery;
use crate::wire::Unreadable;

/// Most rows of one window.
pub const MOST_ROWS: u32 = 500;
/// Most records of one answer.
pub const MOST_RECORDS: u32 = 1000;
/// Characters of a cell that a window shows; a longer one ends in `…`, and its record has all of it.
pub const LONGEST_CELL: usize = 1000;

/// A list that core holds. Never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ListId(pub u64);

/// Which list to load.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListOpening {
    pub connection: ConnectionId,
    pub of: ListOf,
}

/// `pageSize` and `pageNumber` of the query are not looked at: all of it is loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ListOf {
    Transactions(TransactionQuery),
    Settlements(SettlementQuery),
}

/// How far a list is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListState {
    pub list: ListId,
    pub version: u64,
    /// Rows that can be asked for in this version.
    pub rows: u32,
    /// Records that came so far, also those that are not shown yet.
    pub loaded: u64,
    /// As the service counts; `None` when it does not say, or nothing that can be a count.
    pub total: Option<i64>,
    /// As sent, packed.
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
    /// The rows shown are what had come.
    Cancelled,
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

/// Texts by their signs, numbers by their exact value; rows without a value come last either way, equal ones as listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sort {
    pub column: String,
    pub descending: bool,
}

/// Which rows are shown. Numbers are compared by their exact value, however they are spelled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Filter {
    /// The text stands in one of these columns, in whatever letter case; without columns named, in any.
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

/// A window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rows {
    /// Rows that pass the filter.
    pub total: u32,
    /// Where the shown rows stand in the list: what [`RecordsQuery`] asks for.
    pub rows: Vec<u32>,
    /// One for each column asked for, as long as `rows`. A number is its digits as sent; `None` is no value, or `null`.
    pub columns: Vec<Vec<Option<String>>>,
}

/// Records in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordsQuery {
    pub list: ListId,
    pub version: u64,
    pub first: u32,
    /// At most [`MOST_RECORDS`]. Of very large records fewer are given, but never none while there are some: ask on after the
    /// last one.
    pub count: u32,
}

/// Of whom to read all profiles.
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
