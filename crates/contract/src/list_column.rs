//! Columns of the lists of transactions and settlements: one table for the lists in core, the page and `taplinectl`.
//!
//! Not how a column is drawn or which ones are shown: that is the page's. Not its privacy either: card numbers are shortened unless
//! `record!` marks the member `exact`, see [`crate::record::Record::is_exact`]. A list keeps no member without a row here. Service
//! document, "Transaction" and "Settlement batch".

/// Kind of a member's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text, or a whole number; every record has one.
    Id,
    Text,
    Number,
    Json,
    /// An object; its members are the rows behind it.
    Object,
}

/// Spread of a column's values over the records of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Few different values, many records of each.
    Few,
    /// Mostly another value in each record.
    Many,
}

/// A member of a record by its path.
#[derive(Debug)]
pub struct ListColumn {
    /// `tranId`, `amount.value`
    pub name: &'static str,
    pub label: &'static str,
    pub kind: ColumnKind,
    pub spread: Spread,
    /// False for a member of the detail only, which lists are not documented to have.
    pub is_in_lists: bool,
}

/// The first row identifies a record. The order is that of `taplinectl transactions` in CSV.
pub const TRANSACTION_COLUMNS: &[ListColumn] = &[
    many(ColumnKind::Id, "tranId", "Transaction"),
    few(ColumnKind::Object, "amount", "Amount"),
    many(ColumnKind::Number, "amount.value", "Amount"),
    few(ColumnKind::Text, "amount.currency", "Currency"),
    few(ColumnKind::Text, "tranStatus", "Status"),
    few(ColumnKind::Text, "tranType", "Type"),
    many(ColumnKind::Text, "approvalCode", "Approval code"),
    few(ColumnKind::Text, "batchNo", "Batch"),
    few(ColumnKind::Text, "cvmPerformed", "CVM performed"),
    few(ColumnKind::Text, "appName", "Application"),
    few(ColumnKind::Text, "linkedTranId", "Linked to"),
    few(ColumnKind::Text, "mchName", "Merchant"),
    few(ColumnKind::Text, "tsi", "TSI"),
    few(ColumnKind::Text, "acqTid", "Acquirer TID"),
    many(ColumnKind::Text, "rrn", "RRN"),
    many(ColumnKind::Text, "tc", "Cryptogram"),
    few(ColumnKind::Text, "atc", "ATC"),
    few(ColumnKind::Text, "tvr", "TVR"),
    many(ColumnKind::Text, "trace", "Trace"),
    few(ColumnKind::Text, "acqMid", "Acquirer MID"),
    few(ColumnKind::Text, "accountMasked", "Card"),
    few(ColumnKind::Text, "sdkId", "Terminal"),
    few(ColumnKind::Text, "paymentMethod", "Method"),
    few(ColumnKind::Text, "hostMessageFormat", "Host format"),
    few(ColumnKind::Text, "aid", "AID"),
    few(ColumnKind::Text, "entryMode", "Entry"),
    few(ColumnKind::Text, "callbackUrl", "Callback URL").in_detail(),
    few(ColumnKind::Json, "actions", "Actions").in_detail(),
];

/// The first row identifies a record. The order is that of `taplinectl settlements` in CSV.
pub const SETTLEMENT_COLUMNS: &[ListColumn] = &[
    many(ColumnKind::Id, "batchId", "Batch"),
    many(ColumnKind::Text, "uuid", "UUID"),
    few(ColumnKind::Number, "state", "Status (raw)"),
    few(ColumnKind::Text, "currency", "Currency"),
    many(ColumnKind::Number, "paymentAmt", "Payments"),
    few(ColumnKind::Number, "refundAmt", "Refunds"),
    few(ColumnKind::Number, "voidAmt", "Voids"),
    few(ColumnKind::Number, "paymentCount", "Payment count"),
    few(ColumnKind::Number, "refundCount", "Refund count"),
    few(ColumnKind::Number, "voidCount", "Void count"),
    few(ColumnKind::Text, "profileName", "Profile"),
    few(ColumnKind::Text, "profileMessage", "Profile message"),
    few(ColumnKind::Text, "acquirerMid", "Acquirer MID"),
    few(ColumnKind::Text, "acquirerTid", "Acquirer TID"),
    few(ColumnKind::Text, "acquirerRefNo", "Acquirer reference"),
    few(ColumnKind::Text, "acquirerCode", "Acquirer code"),
    few(ColumnKind::Text, "mchName", "Merchant"),
    many(ColumnKind::Text, "createdAt", "Created"),
    many(ColumnKind::Text, "updatedAt", "Changed"),
    many(ColumnKind::Text, "successTime", "Succeeded").in_detail(),
    few(ColumnKind::Json, "transactions", "Transactions").in_detail(),
];

const fn few(kind: ColumnKind, name: &'static str, label: &'static str) -> ListColumn {
    ListColumn { name, label, kind, spread: Spread::Few, is_in_lists: true }
}

const fn many(kind: ColumnKind, name: &'static str, label: &'static str) -> ListColumn {
    ListColumn { name, label, kind, spread: Spread::Many, is_in_lists: true }
}

impl ListColumn {
    const fn in_detail(self) -> ListColumn {
        ListColumn { is_in_lists: false, ..self }
    }
}

/// Label of a column.
///
/// # Panics
/// For a name without a row, which in a constant does not compile.
pub const fn label(columns: &[ListColumn], name: &str) -> &'static str {
    let mut at = 0;
    while at < columns.len() {
        if is_same(columns[at].name.as_bytes(), name.as_bytes()) {
            return columns[at].label;
        }
        at += 1;
    }
    panic!("no column of this name")
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Names of the columns that lists are documented to have.
pub fn listed(columns: &[ListColumn]) -> impl Iterator<Item = &'static str> {
    columns
        .iter()
        .filter(|column| column.is_in_lists && column.kind != ColumnKind::Object)
        .map(|column| column.name)
}
