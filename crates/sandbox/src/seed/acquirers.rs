//! The demo data: acquirer profiles, all in EUR. Their EMV configurations are rows of [`super::emv`].
//!
//! No merchant uses 304, so that a deletion can be shown.

use tapline_contract::acquirer::{Acquirer, AcquirerDraft};
use tapline_contract::field::{Lists, Number};

use crate::acquirer::record;
use crate::terminal::ids::{ALPEN_PAY, ATLANTIC, RHEINBANK};

struct AcquirerRow {
    /// Id and name.
    acquirer: (u32, &'static str),
    message_format: &'static str,
    host: &'static str,
    /// Milliseconds: to connect, and to answer.
    timeouts: [u64; 2],
    emv: &'static [(&'static str, &'static [u64])],
    methods: &'static [(&'static str, &'static [&'static str])],
    created_at: &'static str,
    updated_at: &'static str,
}

static ROWS: [AcquirerRow; 4] = [
    AcquirerRow {
        acquirer: RHEINBANK,
        message_format: "ISO8583",
        host: "cards.rheinbank.example",
        timeouts: [10_000, 30_000],
        emv: &[
            ("01", &[11, 12]),
            ("02", &[21, 26]),
            ("03", &[31]),
            ("04", &[41]),
            ("05", &[51]),
            ("06", &[61]),
        ],
        methods: &[("01", &["SALE", "REFUND", "PREAUTH"]), ("02", &["SALE", "REFUND", "PREAUTH"])],
        created_at: "2025-11-03T09:12:44+0000",
        updated_at: "2026-06-18T07:40:02+0000",
    },
    AcquirerRow {
        acquirer: ATLANTIC,
        message_format: "ISO8583",
        host: "auth.atlantic.example",
        timeouts: [8_000, 25_000],
        emv: &[("01", &[15, 16]), ("02", &[24, 25, 27]), ("04", &[42, 43]), ("06", &[62])],
        methods: &[("01", &["SALE", "REFUND"]), ("02", &["SALE", "REFUND"]), ("04", &["SALE"])],
        created_at: "2025-12-08T15:01:10+0000",
        updated_at: "2026-03-02T11:26:35+0000",
    },
    AcquirerRow {
        acquirer: ALPEN_PAY,
        message_format: "JSON",
        host: "gateway.alpenpay.example",
        timeouts: [5_000, 20_000],
        emv: &[("01", &[13, 18]), ("02", &[22]), ("05", &[52, 53])],
        methods: &[("01", &["SALE", "REFUND", "PREAUTH"]), ("02", &["SALE", "REFUND"]), ("05", &["SALE"])],
        created_at: "2026-01-19T10:33:57+0000",
        updated_at: "2026-01-19T10:33:57+0000",
    },
    AcquirerRow {
        acquirer: (304, "Duty Free Trial EUR"),
        message_format: "JSON",
        host: "trial.dutyfree.example",
        timeouts: [5_000, 15_000],
        emv: &[("03", &[33]), ("06", &[63])],
        methods: &[("03", &["SALE"]), ("06", &["SALE"])],
        created_at: "2026-05-05T16:20:00+0000",
        updated_at: "2026-05-05T16:20:00+0000",
    },
];

pub(crate) fn acquirers() -> Vec<(u32, Acquirer)> {
    ROWS.iter().map(|row| (row.acquirer.0, record(draft(row), row.created_at, row.updated_at))).collect()
}

fn draft(row: &AcquirerRow) -> AcquirerDraft {
    let [connect, request] = row.timeouts.map(Number::from);
    let emv =
        row.emv.iter().map(|(key, ids)| ((*key).to_owned(), ids.iter().copied().map(Number::from).collect()));
    let methods = row
        .methods
        .iter()
        .map(|(key, texts)| ((*key).to_owned(), texts.iter().copied().map(str::to_owned).collect()));
    AcquirerDraft {
        profile_name: Some(row.acquirer.1.to_owned()),
        currency: Some("EUR".to_owned()),
        conn_message_format: Some(row.message_format.to_owned()),
        conn_url: Some(format!("https://{}/v1/messages", row.host)),
        notify_url: Some(format!("https://{}/v1/notifications", row.host)),
        conn_timeout: Some(connect),
        conn_request_timeout: Some(request),
        emv_list: Some(Lists(emv.collect())),
        method_list: Some(Lists(methods.collect())),
        ..AcquirerDraft::nothing()
    }
}
