//! Invariants of any demo data and of any sequence of money calls, seen as a client sees them: through the operations.

mod cases;
mod explained;
mod links;
mod moved;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Duration, Utc};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tapline_contract::Endpoint;
use tapline_contract::endpoints::{
    CaptureTransaction, GetSettlement, GetTransaction, ListSettlements, ListTransactions, RefundTransaction,
    Settle, VoidTransaction,
};

use crate::answer::Answer;
use crate::jwt::Token;
use crate::router::Serve;
use crate::state::AppState;
use crate::store::Store;
use crate::{ADMIN_PASSWORD, MONTH, Options, seed};

/// With the demo month as it is written.
fn app(records: u32, seed: u64) -> AppState {
    made(records, seed, || DateTime::<Utc>::UNIX_EPOCH + Duration::days(20_785))
}

/// With a demo month made at this time.
fn made(records: u32, seed: u64, now: fn() -> DateTime<Utc>) -> AppState {
    let options = Options { now, records, seed, ..Options::default() };
    let store = Store::open(None, |store| seed::fill(store, &options)).unwrap();
    AppState::new(store, Token::given("token".to_owned()), 1, || DateTime::<Utc>::UNIX_EPOCH, 1)
}

/// The payload; the code of a refusal otherwise.
fn ask<E: Endpoint>(app: &AppState, id: &str, input: Value) -> Result<Value, u32>
where
    AppState: Serve<E>,
    E::Id: DeserializeOwned,
    E::Input: DeserializeOwned,
{
    let id = if id.is_empty() { Value::Null } else { json!(id) };
    let id = serde_json::from_value(id).unwrap();
    let input = serde_json::from_value(input).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    match runtime.block_on(Serve::<E>::serve(app, id, input)) {
        Ok(Answer::Data(text)) => Ok(serde_json::from_str::<Value>(&text).unwrap()["data"].take()),
        Ok(Answer::Done) => Ok(Value::Null),
        Ok(other) => panic!("{other:?}"),
        Err(problem) => Err(problem.code),
    }
}

fn list(app: &AppState, query: Value) -> Vec<Value> {
    let mut query = query;
    query["pageSize"] = json!(1_000_000);
    let data = ask::<ListTransactions>(app, "", query).unwrap();
    data["records"].as_array().unwrap().clone()
}

fn batches(app: &AppState) -> Vec<Value> {
    ask::<ListSettlements>(app, "", json!({ "pageSize": -1 })).unwrap()["records"].as_array().unwrap().clone()
}

fn text(record: &Value, key: &str) -> String {
    record[key].as_str().unwrap().to_owned()
}

fn value(record: &Value) -> u64 {
    record["amount"]["value"].as_u64().unwrap()
}

fn void(app: &AppState, id: &str) -> Result<Value, u32> {
    ask::<VoidTransaction>(app, id, json!({ "adminPwd": ADMIN_PASSWORD }))
}

fn refund(app: &AppState, id: &str, amount: u64) -> Result<Value, u32> {
    let body = json!({ "refundAmount": amount, "refundReason": "Broken", "adminPwd": ADMIN_PASSWORD });
    ask::<RefundTransaction>(app, id, body)
}

fn capture(app: &AppState, id: &str, amount: u64) -> Result<Value, u32> {
    ask::<CaptureTransaction>(app, id, json!({ "amount": amount.to_string() }))
}

fn settle(app: &AppState, id: &str) -> Result<Value, u32> {
    ask::<Settle>(app, "", json!({ "batchId": id }))
}

fn detail(app: &AppState, id: &str) -> Value {
    ask::<GetTransaction>(app, id, Value::Null).unwrap()
}

/// A step of a sequence: the call, its transaction or batch, and the amount.
#[derive(Clone, Copy, Debug)]
struct Call {
    what: u8,
    at: usize,
    share: u64,
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let call = (0_u8..10, any::<usize>(), 1_u64..5).prop_map(|(what, at, share)| Call { what, at, share });
    proptest::collection::vec(call, 1..40)
}

/// Carries a call out; a fault's amount is left alone.
fn carry_out(app: &AppState, call: Call) {
    let transactions = list(app, json!({}));
    let record = &transactions[call.at % transactions.len()];
    let id = text(record, "tranId");
    let amount = (value(record) * call.share / 3).max(1);
    if (6600..6609).contains(&amount) || (6600..6609).contains(&value(record)) {
        return;
    }
    match call.what {
        0..3 => void(app, &id).ok(),
        3..7 => refund(app, &id, amount).ok(),
        7..9 => capture(app, &id, amount).ok(),
        _ => {
            let all = batches(app);
            let id = text(&all[call.at % all.len()], "batchId");
            let is_fault = id.as_bytes()[9] == b'6';
            (!is_fault).then(|| settle(app, &id).ok()).flatten()
        }
    };
}

/// Sums of a batch, counted from its transactions.
#[derive(Debug, Default)]
struct BatchSums {
    /// Count and amount of payments, refunds and voids.
    parts: [(u64, u64); 3],
    /// Amount of payments by method.
    payments: BTreeMap<String, u64>,
}

fn counted(app: &AppState) -> BTreeMap<String, BatchSums> {
    let mut sums = BTreeMap::<String, BatchSums>::new();
    for record in list(app, json!({})) {
        let batch = text(&record, "batchNo");
        if batch.is_empty() {
            continue;
        }
        let part = match (record["tranStatus"].as_str(), record["tranType"].as_str()) {
            (Some("VOIDED"), _) => 2,
            (_, Some("REFUND")) => 1,
            _ => 0,
        };
        let captured = || {
            let actions = detail(app, &text(&record, "tranId"))["actions"].take();
            let found = actions
                .as_array()
                .unwrap()
                .iter()
                .find(|action| action["actionType"] == "CAPTURE")
                .map(value);
            found.unwrap()
        };
        let amount = if record["tranType"] == "PRE_AUTH" { captured() } else { value(&record) };
        let of_batch = sums.entry(batch).or_default();
        let sum = &mut of_batch.parts[part];
        *sum = (sum.0 + 1, sum.1 + amount);
        if part == 0 {
            *of_batch.payments.entry(text(&record, "paymentMethod")).or_default() += amount;
        }
    }
    sums
}

fn sums_agree(app: &AppState) {
    let mut counted = counted(app);
    for batch in batches(app) {
        let id = text(&batch, "batchId");
        let sums = ["payment", "refund", "void"].map(|part| {
            (batch[format!("{part}Count")].as_u64().unwrap(), batch[format!("{part}Amt")].as_u64().unwrap())
        });
        let expected = counted.remove(&id).unwrap_or_default();
        assert_eq!(sums, expected.parts, "{id}");
        let lines = ask::<GetSettlement>(app, &id, Value::Null).unwrap()["transactions"].take();
        let of =
            |key: &str| lines.as_array().unwrap().iter().map(|line| line[key].as_u64().unwrap()).sum::<u64>();
        assert_eq!(of("count"), sums.iter().map(|sum| sum.0).sum::<u64>(), "{id}");
        let key = id.trim_start_matches('B').parse().unwrap();
        let lacks = crate::settlement::lacks(key).unsigned_abs();
        // One line of payments lacks it, if any has more than that.
        let is_short = expected.payments.values().any(|amount| *amount > lacks);
        let missing = sums.iter().map(|sum| sum.1).sum::<u64>() - of("amount");
        assert_eq!(missing, if is_short { lacks } else { 0 }, "{id}");
    }
    assert!(counted.is_empty(), "{counted:?}");
}

/// Nothing refunds more than was paid.
fn refunds_stay_within(app: &AppState) {
    for record in list(app, json!({})) {
        let detail = detail(app, &text(&record, "tranId"));
        let actions = detail["actions"].as_array().unwrap();
        let of = |kind: &str| {
            let own = actions.iter().filter(|action| action["actionType"] == kind);
            own.filter(|action| action["actionStatus"] == "APPROVED").map(value).sum::<u64>()
        };
        let paid = match record["tranType"].as_str().unwrap() {
            "PRE_AUTH" => of("CAPTURE"),
            // If less was approved, the action has the requested amount.
            "SALE" => of("SALE").min(value(&record)),
            _ => continue,
        };
        assert!(paid <= value(&record));
        assert!(of("REFUND") <= paid, "{detail}");
        assert_eq!(record["tranStatus"] == "REFUNDED", paid > 0 && of("REFUND") == paid, "{detail}");
    }
}

proptest! {
    #![proptest_config(Config { cases: 24, rng_seed: RngSeed::Fixed(20_261_120), failure_persistence: None, ..Config::default() })]

    #[test]
    fn money_stays_in_order_after_any_sequence(calls in calls(), seed in 0_u64..1000) {
        let app = app(60, seed);
        for call in calls {
            let before = list(&app, json!({}));
            carry_out(&app, call);
            let after: BTreeMap<_, _> =
                list(&app, json!({})).into_iter().map(|record| (text(&record, "tranId"), record)).collect();
            for record in before.iter().filter(|record| record["tranStatus"] == "VOIDED") {
                prop_assert_eq!(&after[&text(record, "tranId")]["tranStatus"], "VOIDED");
            }
        }
        let all = list(&app, json!({}));
        let ids: BTreeSet<_> = all.iter().map(|record| text(record, "tranId")).collect();
        prop_assert_eq!(ids.len(), all.len());
        sums_agree(&app);
        refunds_stay_within(&app);
        for record in list(&app, json!({ "settleState": 1 })) {
            prop_assert!(void(&app, &text(&record, "tranId")).is_err());
        }
    }

    #[test]
    fn pages_partition_the_list(size in 1_i64..70, state in proptest::option::of(0_i64..8), settle in proptest::option::of(0_i64..3)) {
        let app = app(150, 7);
        let query = json!({ "state": state, "settleState": settle });
        let whole = list(&app, query.clone());
        let mut found = Vec::new();
        for number in 1.. {
            let mut query = query.clone();
            query["pageSize"] = json!(size);
            query["pageNumber"] = json!(number);
            let page = ask::<ListTransactions>(&app, "", query).unwrap();
            prop_assert_eq!(page["total"].as_u64().unwrap(), whole.len() as u64);
            found.extend(page["records"].as_array().unwrap().iter().cloned());
            if page["hasNext"] == false {
                break;
            }
        }
        prop_assert_eq!(found, whole);
    }
}

/// Pages far back are found from marks, which a change makes worthless.
#[test]
fn pages_far_back_are_those_of_the_list_as_it_is() {
    let app = app(1200, 7);
    for query in [json!({}), json!({ "state": 1 }), json!({ "createdStart": "2026-10-20" })] {
        for _ in 0..2 {
            let whole = list(&app, query.clone());
            for (size, number) in [(7, 1), (7, 80), (100, 6), (256, 2), (300, 3), (10, 500), (1, 513)] {
                let mut query = query.clone();
                query["pageSize"] = json!(size);
                query["pageNumber"] = json!(number);
                for _ in 0..3 {
                    let page = ask::<ListTransactions>(&app, "", query.clone()).unwrap();
                    let expected: Vec<_> = whole.iter().skip(size * (number - 1)).take(size).collect();
                    assert_eq!(page["total"].as_u64(), u64::try_from(whole.len()).ok());
                    let records = page["records"].as_array().unwrap();
                    assert_eq!(records.iter().collect::<Vec<_>>(), expected, "{size} {number}");
                }
            }
            let sale = list(&app, json!({})).into_iter().find(|record| {
                record["tranStatus"] == "APPROVED" && refund(&app, &text(record, "tranId"), 1).is_ok()
            });
            assert!(sale.is_some());
        }
    }
}

#[test]
fn the_demo_data_keeps_its_own_laws() {
    let app = app(MONTH, 1);
    assert_eq!(list(&app, json!({})).len(), MONTH as usize);
    sums_agree(&app);
    refunds_stay_within(&app);
}

#[test]
fn the_same_seed_makes_the_same_data() {
    let listed = |seed| list(&app(300, seed), json!({}));
    assert_eq!(listed(5), listed(5));
    assert_ne!(listed(5), listed(6));
    assert_eq!(list(&app(0, 1), json!({})).len(), 8, "the fixed ones are always there");
}
