//! Columns that the list of batches can show, and its filters. Service document, "Settlement batch (list record)".

use tapline_contract::list_column::{SETTLEMENT_COLUMNS, label};

use super::month::STATES;
use crate::widgets::grid::column::{CellFormat, Head, head};
use crate::widgets::grid::filter::{FilterKind, FilterRow, here, service};

const CURRENCY: Option<&str> = Some("currency");

pub(super) const COLUMNS: &[Head] = &[
    column("batchId", CellFormat::Id, 132),
    column("mchName", CellFormat::Text, 160),
    column("createdAt", CellFormat::Time, 176),
    // Exports have the raw code.
    head("state", "Status (likely)", CellFormat::Status(STATES), 168),
    column("paymentAmt", CellFormat::Amount(CURRENCY), 120),
    column("paymentCount", CellFormat::Count, 116),
    column("refundAmt", CellFormat::Amount(CURRENCY), 112),
    column("refundCount", CellFormat::Count, 108),
    column("voidAmt", CellFormat::Amount(CURRENCY), 112),
    column("voidCount", CellFormat::Count, 96),
    column("updatedAt", CellFormat::Time, 188).hidden(),
    column("profileName", CellFormat::Text, 128).hidden(),
    column("profileMessage", CellFormat::Text, 128).hidden(),
    column("acquirerMid", CellFormat::Mono, 136).hidden(),
    column("acquirerTid", CellFormat::Mono, 104).hidden(),
    column("acquirerRefNo", CellFormat::Mono, 136).hidden(),
    column("acquirerCode", CellFormat::Mono, 112).hidden(),
    column("uuid", CellFormat::Mono, 264).hidden(),
];

const fn column(key: &'static str, format: CellFormat, width: u16) -> Head {
    head(key, label(SETTLEMENT_COLUMNS, key), format, width)
}

pub(super) const FILTERS: &[FilterRow] = &[
    service("created", "Created", FilterKind::Days).always(),
    service("id", "Batch id", FilterKind::Text { hint: "Full id, such as B20261101001" }).always(),
    here("mchName", "Merchant", FilterKind::Text { hint: "Part of the name" }).always(),
    here("paymentAmt", "Payments", FilterKind::Money),
    here("state", "Status", FilterKind::OneOf(CellFormat::Status(STATES))).always(),
];
