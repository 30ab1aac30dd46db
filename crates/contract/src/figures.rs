//! Sales of a loaded list of transactions in figures: outcomes by amount, and counts of statuses and terminals.
//!
//! The list in core is counted, the service isn't read. A currency has figures of its own: currencies are never added up. Reasons of
//! declines need each transaction's detail, so they are read apart, a bounded number of them.

use serde::{Deserialize, Serialize};
use tapline_emv::Scheme;

use crate::connection::ConnectionId;
use crate::list::{Filter, ListId};
use crate::replay::SchemeText;
use crate::transaction::TransactionId;

/// Most columns below the end of the axis.
pub const MOST_COLUMNS: u64 = 30;
/// Most declined transactions named in an answer.
pub const MOST_DECLINED: usize = 40;
/// Most details read for one question about reasons.
pub const MOST_REASONS: usize = 8;

/// Rows of a list to count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FiguresQuery {
    pub connection: ConnectionId,
    pub list: ListId,
    pub version: u64,
    /// `None`: all rows.
    pub filter: Option<Filter>,
    /// The axis reaches at least this amount, minor units.
    pub reach: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// Transactions that pass the filter, sales or not.
    pub rows: u32,
    /// Most sales first.
    pub currencies: Vec<CurrencyFigures>,
    /// `tranStatus` as sent, most frequent first.
    pub statuses: Vec<(String, u32)>,
    /// Transactions of each `sdkId`, most first.
    pub terminals: Vec<(String, u32)>,
    /// The first [`MOST_DECLINED`] declined sales, in the order of the list.
    pub declined: Vec<TransactionId>,
}

/// Sales in one currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CurrencyFigures {
    /// As sent; empty if transactions name none.
    pub currency: String,
    pub sales: u32,
    /// By outcome, all amounts.
    pub outcomes: Outcomes,
    /// Approved after the phone verified its owner; part of `no_pin`.
    pub on_phone: u32,
    /// Approved with a signature, or with a PIN or a signature; part of `pin`.
    pub signature: u32,
    /// Approved with an unknown verification; part of `other`.
    pub unclear: u32,
    /// Sum of the approved sales in minor units; sales without a readable amount are left out.
    pub approved_sum: u64,
    /// Sales whose amount is no whole number of minor units, or whose unit isn't known.
    pub unreadable: u32,
    /// Amounts of the declined sales, minor units, smallest first.
    pub declined_amounts: Vec<u64>,
    /// Schemes with sales.
    pub schemes: Vec<SchemeName>,
    /// Width of a column, minor units.
    pub step: u64,
    /// Sales by amount: column `n` has the amounts from `n * step` to below `(n + 1) * step`.
    pub columns: Vec<Outcomes>,
    /// Sales above the last column.
    pub above: Outcomes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemeName(#[serde(with = "SchemeText")] pub Scheme);

/// Numbers of sales by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcomes {
    /// Approved, and the terminal asked for nothing: a phone's unlock counts here.
    pub no_pin: u32,
    /// Approved with a PIN or a signature.
    pub pin: u32,
    pub declined: u32,
    /// Not finished, reversed, or approved with an unknown verification.
    pub other: u32,
}

impl Outcomes {
    pub fn all(self) -> u32 {
        self.no_pin + self.pin + self.declined + self.other
    }
}

impl CurrencyFigures {
    /// End of the last column, minor units.
    pub fn top(&self) -> u64 {
        self.step.saturating_mul(self.columns.len() as u64)
    }
}

/// Declined transactions whose reasons are wanted, at most [`MOST_REASONS`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclineQuery {
    pub connection: ConnectionId,
    pub ids: Vec<TransactionId>,
}

/// Reason of one decline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeclineReason {
    pub id: TransactionId,
    /// Host code as sent; empty without one.
    pub code: String,
    /// Likely meaning in plain words: "Insufficient funds".
    pub words: String,
}
