//! Void, refund, capture and settle with their faults on demand.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tapline_sandbox::money_sentinel::MONEY;
use tapline_sandbox::{ADMIN_PASSWORD, Sandbox};
use tapline_tests::{PlainAnswer, PlainRequest, day_of_month};

use crate::{ask, envelope, start, until};

/// Effects of a fault: amount, true if it is done, and the status of the answer (`None`: none
/// comes).
const FAULTS: [(i64, bool, Option<u16>); 4] =
    [(6601, false, Some(200)), (6602, true, Some(500)), (6603, false, Some(500)), (6608, true, None)];
const SLOW: i64 = 6605;

async fn read(sandbox: &Sandbox, path: &str) -> Value {
    ask(sandbox, "GET", path, "").await.json()["data"].take()
}

/// The sale of the demo data that has this amount.
async fn sale_of(sandbox: &Sandbox, amount: i64) -> String {
    let last = day_of_month("2026-11-06");
    let path = format!("/api/v2/order?deviceId=SDK-A6152837&createdEnd={last}&pageSize=-1");
    let data = read(sandbox, &path).await;
    let sale = data["records"]
        .as_array()
        .expect("records")
        .iter()
        .find(|record| record["amount"]["value"] == amount);
    sale.expect("a sale for each fault")["tranId"].as_str().expect("an id").to_owned()
}

/// The open batch that meets the fault of this amount.
fn batch_of(amount: i64) -> String {
    let at = MONEY.iter().position(|row| row.amount == amount).expect("a row");
    format!("B2026110{}{}", at + 2, amount % 1000)
}

/// Path, body and where the outcome is read, for each of the four calls.
async fn calls(sandbox: &Sandbox, amount: i64) -> [(String, Value, String); 4] {
    let sale = sale_of(sandbox, amount).await;
    let deposit = "T20261101000002";
    let batch = batch_of(amount);
    let refund = json!({ "refundAmount": amount, "refundReason": "Broken", "adminPwd": ADMIN_PASSWORD });
    [
        (format!("/api/v2/order/refund/{sale}"), refund, format!("/api/v2/order/{sale}")),
        (
            format!("/api/v2/order/void/{sale}"),
            json!({ "adminPwd": ADMIN_PASSWORD }),
            format!("/api/v2/order/{sale}"),
        ),
        (
            format!("/api/v2/order/capture/{deposit}"),
            json!({ "amount": amount.to_string() }),
            format!("/api/v2/order/{deposit}"),
        ),
        (
            "/api/v2/settlement/settle".to_owned(),
            json!({ "batchId": batch }),
            format!("/api/v2/settlement/{batch}"),
        ),
    ]
}

/// Changes made by the calls.
fn outcome(record: &Value) -> (Value, usize) {
    let steps = record["actions"].as_array().map_or(0, Vec::len);
    (record["tranStatus"].as_str().map_or_else(|| record["state"].clone(), Value::from), steps)
}

fn judge(answer: Option<PlainAnswer>, status: Option<u16>, amount: i64) {
    assert_eq!(answer.as_ref().map(|answer| answer.status), status, "{amount}");
    let Some(answer) = answer else { return };
    match amount {
        6601 => assert_eq!(answer.json()["code"], 12001),
        6602 => assert!(answer.body.starts_with("<!doctype"), "{answer:?}"),
        _ => assert_eq!(answer.json()["code"], 10001),
    }
}

#[tokio::test]
async fn faults_are_done_or_not_and_answered_or_not() {
    for (amount, done, status) in FAULTS {
        for at in 0..4 {
            let sandbox = start().await;
            let [(path, body, seen)] = [calls(&sandbox, amount).await[at].clone()];
            let before = outcome(&read(&sandbox, &seen).await);
            let body = body.to_string();
            judge(PlainRequest::new("POST", &path, &body).answered(&sandbox).await, status, amount);
            let after = outcome(&read(&sandbox, &seen).await);
            assert_eq!(before != after, done, "{path} {body}: {before:?} {after:?}");
        }
    }
    let told: Vec<_> = FAULTS.iter().map(|(amount, ..)| *amount).collect();
    let documented: Vec<_> = MONEY.iter().map(|row| row.amount).filter(|amount| *amount != SLOW).collect();
    assert_eq!(told, documented);
}

#[tokio::test]
async fn a_slow_call_is_done_also_when_nobody_waits() {
    let sandbox = start().await;
    let [refund, .., settle] = calls(&sandbox, SLOW).await;
    let body = refund.1.to_string();
    let left = PlainRequest::new("POST", &refund.0, &body).send(&sandbox).await;
    until(async || sandbox.requests().iter().any(|seen| seen.path == refund.0)).await;
    drop(left);
    let asked = Instant::now();
    let answer = ask(&sandbox, "POST", &settle.0, &settle.1.to_string()).await;
    assert_eq!((answer.status, &answer.json()["code"]), (200, &json!(0)));
    assert!(asked.elapsed() >= Duration::from_secs(3));
    until(async || read(&sandbox, &refund.2).await["tranStatus"] == "REFUNDED").await;
}

#[tokio::test]
async fn what_cannot_be_done_is_refused_in_words() {
    let sandbox = start().await;
    let refund = |amount: Value, reason: &str, password: &str| json!({ "refundAmount": amount, "refundReason": reason, "adminPwd": password });
    let paid = "/api/v2/order/refund/T20261101000003";
    for (path, body, code, said) in [
        (paid, refund(json!(5001), "Broken", ADMIN_PASSWORD), 11021, "refundAmount"),
        (paid, refund(json!(0), "Broken", ADMIN_PASSWORD), 11021, "refundAmount"),
        (paid, refund(json!(50.5), "Broken", ADMIN_PASSWORD), 11021, "refundAmount"),
        (paid, refund(json!(100), " ", ADMIN_PASSWORD), 11021, "refundReason"),
        (paid, refund(json!(100), "Broken", "guess"), 11040, "adminPwd"),
        (
            "/api/v2/order/void/T20261101000003",
            json!({ "adminPwd": ADMIN_PASSWORD }),
            11024,
            "refund instead",
        ),
        ("/api/v2/order/void/T20261101000001", json!({}), 11040, "adminPwd"),
        ("/api/v2/order/capture/T20261101000002", json!({ "amount": "180.00" }), 11021, "amount"),
        ("/api/v2/order/capture/T20261101000003", json!({}), 11024, "no authorization"),
        ("/api/v2/order/email/T20261101000003", json!({ "email": "anna" }), 11021, "email"),
    ] {
        let (status, found, msg) = envelope(&ask(&sandbox, "POST", path, &body.to_string()).await);
        assert_eq!((status, found), (200, code), "{path} {body}: {msg}");
        assert!(msg.contains(said), "{path} {body}: {msg}");
    }
    let unknown =
        ask(&sandbox, "POST", "/api/v2/order/void/T1", &json!({ "adminPwd": "x" }).to_string()).await;
    assert_eq!(envelope(&unknown).0, 404);
    let receipt = json!({ "email": "anna@shop.example" }).to_string();
    let sent = ask(&sandbox, "POST", "/api/v2/order/email/T20261101000003", &receipt).await.json();
    assert_eq!((sent, sandbox.mails()), (json!({ "msg": "SUCCESS", "code": 0 }), 1));
}
