//! A row as the record that the list shows. Service document, "Transaction (list record)".
//!
//! Not the contract's type: a list of a million is written here, so nothing is allocated that need not be. A test reads what
//! is written with the contract's type and finds every documented member.
//!
//! Choices: `amount.value` is a whole number of minor units; `batchNo` is the batch's id, empty for a transaction that is in
//! none; `rrn` is the last digit of the year, the day of the year and eight digits of the number; `trace` the last six of them;
//! `hostMessageFormat` is the owner's `ISO8583`.

use chrono::{DateTime, Datelike};
use serde::Serialize;

use tapline_contract::transaction_state::State;

use crate::card_data;
use crate::store::TransactionRow;
use crate::terminal::Terminal;

#[derive(Debug, Serialize)]
pub(crate) struct Money {
    pub(crate) currency: &'static str,
    pub(crate) value: i64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Line {
    tran_id: String,
    amount: Money,
    approval_code: String,
    batch_no: String,
    cvm_performed: &'static str,
    app_name: &'static str,
    linked_tran_id: String,
    mch_name: &'static str,
    tsi: &'static str,
    acq_tid: &'static str,
    rrn: String,
    tc: String,
    tran_status: &'static str,
    tran_type: &'static str,
    atc: String,
    tvr: &'static str,
    trace: String,
    acq_mid: &'static str,
    account_masked: String,
    sdk_id: &'static str,
    payment_method: &'static str,
    host_message_format: &'static str,
    aid: &'static str,
    entry_mode: &'static str,
}

/// `T`, the day and six digits.
pub(crate) fn id(key: i64) -> String {
    format!("T{key:014}")
}

/// The key of an id; `None` when it cannot be one.
pub(crate) fn key(id: &str) -> Option<i64> {
    let digits = id.strip_prefix('T')?;
    let plain = digits.len() == 14 && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

pub(crate) fn rrn(row: &TransactionRow) -> String {
    let day = DateTime::from_timestamp(row.created, 0).unwrap_or_default();
    format!("{}{:03}{:08}", day.year().rem_euclid(10), day.ordinal(), row.key % 1_000_000)
}

pub(crate) fn trace(row: &TransactionRow) -> String {
    format!("{:06}", row.key % 1_000_000)
}

pub(crate) fn line(seed: u64, row: &TransactionRow) -> Line {
    let terminal = Terminal::by_number(row.terminal);
    let card = card_data::for_row(seed, row);
    Line {
        tran_id: id(row.key),
        amount: Money { currency: terminal.currency, value: row.amount },
        approval_code: card.approval_code,
        batch_no: row.batch.map(crate::settlement::id).unwrap_or_default(),
        cvm_performed: card.cvm,
        app_name: card.app_name,
        linked_tran_id: row.linked.map(id).unwrap_or_default(),
        mch_name: terminal.merchant.name,
        tsi: card.tsi,
        acq_tid: &terminal.acq_tid,
        rrn: if row.state == State::Init { String::new() } else { rrn(row) },
        tc: card.tc,
        tran_status: row.state.name(),
        tran_type: row.kind.name(),
        atc: card.atc,
        tvr: card.tvr,
        trace: trace(row),
        acq_mid: terminal.acq_mid,
        account_masked: card.account_masked,
        sdk_id: terminal.sdk_id_on(row.key / 1_000_000),
        payment_method: card_data::scheme(row.method).method_code(),
        host_message_format: "ISO8583",
        aid: card.aid,
        entry_mode: "NFC",
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::transaction::Transaction;

    use super::*;

    #[test]
    fn a_line_is_a_record_of_the_contract() {
        let row = TransactionRow {
            linked: Some(20_261_101_000_001),
            batch: Some(20_261_101_001),
            ..TransactionRow::example()
        };
        let text = serde_json::to_string(&line(1, &row)).unwrap();
        let read: Transaction = serde_json::from_str(&text).unwrap();
        assert_eq!(read.other, []);
        let again = serde_json::to_value(&read).unwrap();
        assert_eq!(again, serde_json::from_str::<serde_json::Value>(&text).unwrap());
        // All but the two of the detail.
        assert_eq!(again.as_object().unwrap().len(), 24);
        assert_eq!(again["linkedTranId"], "T20261101000001");
        assert_eq!(again["batchNo"], "B20261101001");
    }

    #[test]
    fn an_id_has_a_key() {
        for (text, expected) in [
            ("T20261101000003", Some(20_261_101_000_003)),
            ("T00000000000003", Some(3)),
            ("20261101000003", None),
            ("T2026110100003", None),
            ("T+0261101000003", None),
            ("", None),
        ] {
            assert_eq!(key(text), expected, "{text}");
        }
        assert_eq!(id(20_261_101_000_003), "T20261101000003");
    }
}
