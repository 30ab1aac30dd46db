//! Columns and filters of the list of batches. Service document, "Settlement batch (list record)".

use crate::widgets::grid::column::{CellFormat, Head, head};
use crate::widgets::grid::filter::{FilterKind, FilterRow, here, service};

const CURRENCY: Option<&str> = Some("currency");

pub(super) const COLUMNS: &[Head] = &[
    head("batchId", "Batch", CellFormat::Id, 132),
    head("mchName", "Merchant", CellFormat::Text, 160),
    head("createdAt", "Created", CellFormat::Time, 188),
    head("state", "Status (raw)", CellFormat::Mono, 96),
    head("paymentAmt", "Payments", CellFormat::Amount(CURRENCY), 120),
    head("paymentCount", "Payment count", CellFormat::Count, 116),
    head("refundAmt", "Refunds", CellFormat::Amount(CURRENCY), 112),
    head("refundCount", "Refund count", CellFormat::Count, 108),
    head("voidAmt", "Voids", CellFormat::Amount(CURRENCY), 112),
    head("voidCount", "Void count", CellFormat::Count, 96),
    head("updatedAt", "Changed", CellFormat::Time, 188).hidden(),
    head("profileName", "Profile", CellFormat::Text, 128).hidden(),
    head("profileMessage", "Profile message", CellFormat::Text, 128).hidden(),
    head("acquirerMid", "Acquirer MID", CellFormat::Mono, 136).hidden(),
    head("acquirerTid", "Acquirer TID", CellFormat::Mono, 104).hidden(),
    head("acquirerRefNo", "Acquirer reference", CellFormat::Mono, 136).hidden(),
    head("acquirerCode", "Acquirer code", CellFormat::Mono, 112).hidden(),
    head("uuid", "UUID", CellFormat::Mono, 264).hidden(),
];

pub(super) const FILTERS: &[FilterRow] = &[
    service("created", "Created", FilterKind::Days).always(),
    service("id", "Batch id", FilterKind::Text { hint: "The whole id, such as B20261101001" }).always(),
    here("mchName", "Merchant", FilterKind::Text { hint: "A part of the name" }).always(),
    here("paymentAmt", "Payments", FilterKind::Money),
    here("state", "Status (raw)", FilterKind::Text { hint: "Such as 1" }),
];
