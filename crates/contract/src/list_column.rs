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

/// A member of a record by its path.
#[derive(Debug)]
pub struct ListColumn {
    /// `tranId`, `amount.value`
    pub name: &'static str,
    pub label: &'static str,
    pub kind: ColumnKind,
    /// False for a member of the detail only, which lists are not documented to have.
    pub is_in_lists: bool,
}

/// The first row identifies a record. The order is that of `taplinectl transactions` in CSV.
pub const TRANSACTION_COLUMNS: &[ListColumn] = &[
    column(ColumnKind::Id, "tranId", "Transaction"),
    column(ColumnKind::Object, "amount", "Amount"),
    column(ColumnKind::Number, "amount.value", "Amount"),
    column(ColumnKind::Text, "amount.currency", "Currency"),
    column(ColumnKind::Text, "tranStatus", "Status"),
    column(ColumnKind::Text, "tranType", "Type"),
    column(ColumnKind::Text, "approvalCode", "Approval code"),
    column(ColumnKind::Text, "batchNo", "Batch"),
    column(ColumnKind::Text, "cvmPerformed", "CVM performed"),
    column(ColumnKind::Text, "appName", "Application"),
    column(ColumnKind::Text, "linkedTranId", "Linked to"),
    column(ColumnKind::Text, "mchName", "Merchant"),
    column(ColumnKind::Text, "tsi", "TSI"),
    column(ColumnKind::Text, "acqTid", "Acquirer TID"),
    column(ColumnKind::Text, "rrn", "RRN"),
    column(ColumnKind::Text, "tc", "Cryptogram"),
    column(ColumnKind::Text, "atc", "ATC"),
    column(ColumnKind::Text, "tvr", "TVR"),
    column(ColumnKind::Text, "trace", "Trace"),
    column(ColumnKind::Text, "acqMid", "Acquirer MID"),
    column(ColumnKind::Text, "accountMasked", "Card"),
    column(ColumnKind::Text, "sdkId", "Terminal"),
    column(ColumnKind::Text, "paymentMethod", "Method"),
    column(ColumnKind::Text, "hostMessageFormat", "Host format"),
    column(ColumnKind::Text, "aid", "AID"),
    column(ColumnKind::Text, "entryMode", "Entry"),
    column(ColumnKind::Text, "callbackUrl", "Callback URL").in_detail(),
    column(ColumnKind::Json, "actions", "Actions").in_detail(),
];

/// The first row identifies a record. The order is that of `taplinectl settlements` in CSV.
pub const SETTLEMENT_COLUMNS: &[ListColumn] = &[
    column(ColumnKind::Id, "batchId", "Batch"),
    column(ColumnKind::Text, "uuid", "UUID"),
    column(ColumnKind::Number, "state", "Status code"),
    column(ColumnKind::Text, "currency", "Currency"),
    column(ColumnKind::Number, "paymentAmt", "Payments"),
    column(ColumnKind::Number, "refundAmt", "Refunds"),
    column(ColumnKind::Number, "voidAmt", "Voids"),
    column(ColumnKind::Number, "paymentCount", "Payment count"),
    column(ColumnKind::Number, "refundCount", "Refund count"),
    column(ColumnKind::Number, "voidCount", "Void count"),
    column(ColumnKind::Text, "profileName", "Profile"),
    column(ColumnKind::Text, "profileMessage", "Profile message"),
    column(ColumnKind::Text, "acquirerMid", "Acquirer MID"),
    column(ColumnKind::Text, "acquirerTid", "Acquirer TID"),
    column(ColumnKind::Text, "acquirerRefNo", "Acquirer reference"),
    column(ColumnKind::Text, "acquirerCode", "Acquirer code"),
    column(ColumnKind::Text, "mchName", "Merchant"),
    column(ColumnKind::Text, "createdAt", "Created"),
    column(ColumnKind::Text, "updatedAt", "Changed"),
    column(ColumnKind::Text, "successTime", "Settled").in_detail(),
    column(ColumnKind::Json, "transactions", "Transactions").in_detail(),
];

const fn column(kind: ColumnKind, name: &'static str, label: &'static str) -> ListColumn {
    ListColumn { name, label, kind, is_in_lists: true }
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
