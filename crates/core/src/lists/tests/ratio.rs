//! How long a list takes into columns, beside serde_json into structs that own their texts, of the same bytes in the same run:
//! `TAPLINE_RECORDS=100000 cargo test --release -p tapline-core ratio -- --nocapture`. Nothing is asserted of it.

use std::time::Instant;

use serde::Deserialize;
use tapline_contract::endpoints::ListTransactions;

use super::super::budget::Budget;
use super::super::frame::{Frame, Stop};
use super::super::kind::Loaded as _;
use super::super::table::Table;
use super::sample;

/// As one would write it without columns. Digits of amounts are kept, as the columns keep them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is read and dropped")]
struct Owned {
    tran_id: String,
    amount: Amount,
    approval_code: String,
    batch_no: String,
    cvm_performed: String,
    app_name: String,
    linked_tran_id: String,
    mch_name: String,
    tsi: String,
    acq_tid: String,
    rrn: String,
    tc: String,
    tran_status: String,
    tran_type: String,
    atc: String,
    tvr: String,
    trace: String,
    acq_mid: String,
    account_masked: String,
    sdk_id: String,
    payment_method: String,
    host_message_format: String,
    aid: String,
    entry_mode: String,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "it is read and dropped")]
struct Amount {
    currency: String,
    value: Box<serde_json::value::RawValue>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "it is read and dropped")]
struct Envelope {
    code: i64,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    records: Vec<Owned>,
}

fn into_structs(body: &[u8]) -> usize {
    serde_json::from_slice::<Envelope>(body).unwrap().data.records.len()
}

fn into_columns(body: &[u8]) -> usize {
    let mut table = Table::new(ListTransactions::SCHEMA, &Budget::of(usize::MAX));
    let mut frame = Frame::body();
    for piece in body.chunks(36 << 10) {
        frame.push(piece, |item| table.push(item).map_err(|_| Stop::Damaged)).unwrap();
    }
    frame.finish().unwrap();
    table.rows() as usize
}

/// The shortest of some runs, in milliseconds.
fn best(work: impl Fn() -> usize, expected: usize) -> f64 {
    let runs = (0..7).map(|_| {
        let begun = Instant::now();
        assert_eq!(work(), expected);
        begun.elapsed().as_secs_f64() * 1000.0
    });
    runs.fold(f64::MAX, f64::min)
}

#[test]
fn ratio_of_columns_to_structs() {
    let count = std::env::var("TAPLINE_RECORDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1000);
    let body: Vec<u8> = sample::body(count).flatten().collect();
    let rows = usize::try_from(count).unwrap();
    let structs = best(|| into_structs(&body), rows);
    let columns = best(|| into_columns(&body), rows);
    println!(
        "{count} records, {} MB: structs {structs:.0} ms, columns {columns:.0} ms, ratio {:.2}",
        body.len() / 1_000_000,
        columns / structs
    );
}
