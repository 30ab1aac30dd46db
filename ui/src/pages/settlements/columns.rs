//! Columns and filters of the list of batches. Service document, "Settlement batch (list record)".

use crate::widgets::grid::column::{Head, Look, head};
use crate::widgets::grid::filter::{By, FilterKind, FilterRow, Standing};

const CURRENCY: Option<&str> = Some("currency");

pub(super) const COLUMNS: &[Head] = &[
    head("batchId", "Batch", Look::Id, 132),
    head("mchName", "Merchant", Look::Text, 160),
    head("createdAt", "Created", Look::Time, 188),
    head("state", "Status (raw)", Look::Mono, 96),
    head("paymentAmt", "Payments", Look::Amount(CURRENCY), 120),
    head("paymentCount", "Payment count", Look::Count, 116),
    head("refundAmt", "Refunds", Look::Amount(CURRENCY), 112),
    head("refundCount", "Refund count", Look::Count, 108),
    head("voidAmt", "Voids", Look::Amount(CURRENCY), 112),
    head("voidCount", "Void count", Look::Count, 96),
    head("updatedAt", "Changed", Look::Time, 188).hidden(),
    head("profileName", "Profile", Look::Text, 128).hidden(),
    head("profileMessage", "Profile message", Look::Text, 128).hidden(),
    head("acquirerMid", "Acquirer MID", Look::Mono, 136).hidden(),
    head("acquirerTid", "Acquirer TID", Look::Mono, 104).hidden(),
    head("acquirerRefNo", "Acquirer reference", Look::Mono, 136).hidden(),
    head("acquirerCode", "Acquirer code", Look::Mono, 112).hidden(),
    head("uuid", "UUID", Look::Mono, 264).hidden(),
];

pub(super) const FILTERS: &[FilterRow] = &[
    row("created", "Created", By::Service, FilterKind::Days, Standing::Always),
    row(
        "id",
        "Batch id",
        By::Service,
        FilterKind::Text { hint: "The whole id, such as B20261101001" },
        Standing::Always,
    ),
    row("mchName", "Merchant", By::Here, FilterKind::Text { hint: "A part of the name" }, Standing::Always),
    row("paymentAmt", "Payments", By::Here, FilterKind::Money, Standing::OnRequest),
    row("state", "Status (raw)", By::Here, FilterKind::Text { hint: "Such as 1" }, Standing::OnRequest),
];

const fn row(
    key: &'static str,
    label: &'static str,
    by: By,
    kind: FilterKind,
    standing: Standing,
) -> FilterRow {
    FilterRow { key, label, by, kind, standing }
}
