//! F20 to F23: lists that are long, shift while they are read, never end, or count wrongly.
//!
//! If the service gives a whole list only page by page, core reads the pages; a request for one page is one request, and
//! the page says that there is more.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tapline_contract::connection::ConnectionId;
use tapline_scripted::{Answer, Behavior, Gate, Server, Step};
use tapline_tests::reference::{Operation, Reference};

use super::value::json_of;
use crate::cell::every;
use crate::test_core::{CallResult, PATIENT, TestCore, payload};

/// Lists that are requested page by page until there is no more.
const WALKED: [&str; 4] = ["ListEmv", "ListAcquirers", "ListDevices", "ListMerchants"];

/// The member that identifies records.
pub(super) fn key(operation: &Operation) -> &'static str {
    match operation.name {
        "ListTransactions" => "tranId",
        "ListSettlements" => "batchId",
        "ListDevices" => "deviceId",
        "ListMerchants" => "mchId",
        "ListProfiles" => "profileId",
        _ => "id",
    }
}

/// A record of the list with this id, all else as in the sample.
fn record(operation: &Operation, number: u64) -> Value {
    let (_, body) = json_of(&operation.sample());
    let records = body["data"].get("records").or(body.get("data")).unwrap();
    let mut record = records[0].clone();
    let id = &record[key(operation)];
    record[key(operation)] = if id.is_number() { json!(number) } else { json!(format!("X{number}")) };
    record
}

pub(super) fn numbers(operation: &Operation, result: &Value) -> Vec<u64> {
    let records = result.get("records").or(result.get("data")).unwrap().as_array().unwrap();
    let number = |record: &Value| {
        let id = &record[key(operation)];
        id.as_u64().unwrap_or_else(|| id.as_str().unwrap().trim_start_matches('X').parse().unwrap())
    };
    records.iter().map(number).collect()
}

/// A page with these records; `more` are the other members of the payload.
pub(super) fn page(operation: &Operation, records: &[u64], has_next: bool, more: &Value) -> Vec<Step> {
    let records: Vec<_> = records.iter().map(|number| record(operation, *number)).collect();
    let mut payload = more.clone();
    payload["hasNext"] = json!(has_next);
    let body = if operation.is_wrapped() {
        payload["records"] = json!(records);
        json!({"msg": "SUCCESS", "code": 0, "data": payload})
    } else {
        payload["data"] = json!(records);
        payload
    };
    Answer::json(200, &body.to_string()).steps()
}

/// Answers with these pages in turn, the last one for ever.
pub(super) fn pages(pages: Vec<Vec<Step>>) -> Behavior {
    let asked = AtomicUsize::new(0);
    Behavior::respond(move |_| {
        let number = asked.fetch_add(1, Ordering::SeqCst);
        pages[number.min(pages.len() - 1)].clone()
    })
}

async fn read(core: &TestCore, operation: &Operation, behavior: Behavior) -> (Value, usize) {
    let server = Server::start(behavior);
    let connection = core.attach(&server.http());
    let result = core.call(&connection, operation).await.answer();
    (result, server.seen().requests.len())
}

/// F20, with as many records as fit into a daily run: all of them come, and one that is given up ends.
pub(crate) async fn long() {
    const RECORDS: u64 = 8000;
    tokio::task::block_in_place(super::held::within_the_budget);
    every(20, |operation| async move {
        let core = TestCore::new(PATIENT);
        let start = format!("{{\"msg\":\"SUCCESS\",\"code\":0,\"data\":{{\"total\":{RECORDS},\"current\":1,\"hasNext\":false,\"records\":[");
        let template = record(operation, 4_242_424_242).to_string();
        let records: Vec<_> = (1..=RECORDS).map(|number| template.replace("4242424242", &number.to_string())).collect();
        let body = format!("{start}{}]}}}}", records.join(","));
        let steps = Answer::json(200, &body).steps();
        let whole = whole_list(operation);
        let server = Server::start(Behavior::respond(move |_| steps.clone()));
        let connection = core.attach(&server.http());
        let result = send(&core, operation, &connection, &whole).await.answer();
        assert_eq!(numbers(operation, &result), (1..=RECORDS).collect::<Vec<_>>());
        assert_eq!(result["unreadable"], json!([]));
        assert_eq!(server.seen().requests.len(), 1);

        // Given up in the middle: the connection ends, and core goes on.
        let gate = Gate::default();
        let half = [Step::Write(body.as_bytes()[..body.len() / 2].to_vec()), Step::Wait(gate.clone())];
        let head = Answer::json(200, &body).head();
        let script = [vec![Step::Write(head)], half.to_vec(), vec![Step::Stall]].concat();
        let service = Reference::start();
        let server = Server::start(Behavior::respond(move |_| script.clone()));
        let connection = core.attach(&server.http());
        let host = core.host.clone();
        let (name, text) = (operation.name, payload_of(operation, &connection, &whole));
        let loading = tokio::spawn(async move { host.invoke(name, None, &text).await });
        server.until(move |seen| seen.sent > 100_000).await;
        loading.abort();
        assert!(loading.await.unwrap_err().is_cancelled());
        gate.open();
        server.until(|seen| seen.ended == 1).await;
        server.behave(service.behavior());
        assert!(core.call(&connection, operation).await.is_success());
    })
    .await;
}

/// The query for the whole list.
fn whole_list(operation: &Operation) -> Value {
    let mut input: Value = serde_json::from_str(operation.input).unwrap();
    input["pageSize"] = json!(-1);
    input["pageNumber"] = json!(1);
    input
}

fn payload_of(operation: &Operation, connection: &ConnectionId, input: &Value) -> String {
    let mut call: Value = serde_json::from_str(&payload(connection, operation)).unwrap();
    call["input"] = input.clone();
    call.to_string()
}

async fn send(
    core: &TestCore,
    operation: &Operation,
    connection: &ConnectionId,
    input: &Value,
) -> CallResult {
    core.send(operation, &payload_of(operation, connection, input), "").await
}

/// F21. A record counts once, and a count that is not kept is there to be seen.
pub(crate) async fn shifting() {
    every(21, |operation| async move {
        if !WALKED.contains(&operation.name) {
            return super::joined::shifting(operation).await;
        }
        let core = TestCore::new(PATIENT);
        // A record was inserted at the front meanwhile: 3 comes twice. A record was removed: 4 never comes.
        for (second, expected) in [([3, 4], vec![1, 2, 3, 4]), ([5, 6], vec![1, 2, 3, 5, 6])] {
            let total = json!({"total": 5, "current": 1});
            let script =
                vec![page(operation, &[1, 2, 3], true, &total), page(operation, &second, false, &total)];
            let (result, asked) = read(&core, operation, pages(script)).await;
            // Fewer than were counted: there may be one more page.
            assert_eq!(asked, if expected.len() < 5 { 3 } else { 2 });
            assert_eq!(numbers(operation, &result), expected);
            assert_eq!((&result["total"], &result["hasNext"]), (&json!(5), &json!(false)));
        }
        // Inside of one page too.
        let total = json!({"total": 4});
        let (result, _) =
            read(&core, operation, pages(vec![page(operation, &[1, 2, 2, 1], false, &total)])).await;
        assert_eq!(numbers(operation, &result), [1, 2]);
        // The same records in an order of their own.
        let total = json!({"total": 4});
        let script =
            vec![page(operation, &[4, 2], true, &total), page(operation, &[2, 1, 4, 3], false, &total)];
        let (result, _) = read(&core, operation, pages(script)).await;
        assert_eq!(numbers(operation, &result).into_iter().collect::<BTreeSet<_>>().len(), 4);
    })
    .await;
}

/// F22. It ends at the first page that brings nothing new, and is marked incomplete.
pub(crate) async fn endless() {
    every(22, |operation| async move {
        let core = TestCore::new(PATIENT);
        let walked = WALKED.contains(&operation.name);
        let of = |records: &[u64], more: Value| page(operation, records, true, &more);
        let cursor = |current: &str, next: Value| json!({"currentCursor": current, "nextCursor": next});
        for (name, script, most) in [
            ("the same page again", vec![of(&[1, 2], json!({"total": 2}))], 2),
            ("cursor as it is", vec![of(&[1, 2], cursor("c0", json!("c0")))], 2),
            (
                "A, B, A",
                vec![of(&[1, 2], json!({"total": 4})), of(&[3, 4], json!({})), of(&[1, 2], json!({}))],
                3,
            ),
            ("no cursor", vec![of(&[1, 2], cursor("c0", Value::Null))], 2),
            ("empty pages", vec![of(&[1, 2], json!({"total": 9})), of(&[], json!({"total": 9}))], 2),
        ] {
            let (result, asked) = read(&core, operation, pages(script)).await;
            assert_eq!(asked, if walked { most } else { 1 }, "{name}");
            assert_eq!(result["hasNext"], json!(true), "{name}: it is not all");
            let found = numbers(operation, &result);
            assert_eq!(found.len(), found.iter().collect::<BTreeSet<_>>().len(), "{name}");
        }
        // New records for ever: as many pages as the count allows, and two.
        let asked = Arc::new(AtomicUsize::new(0));
        let counting = Arc::clone(&asked);
        let ever = Behavior::respond(move |_| {
            let from = counting.fetch_add(1, Ordering::SeqCst) as u64 * 2;
            page(operation, &[from + 1, from + 2], true, &json!({"total": 7}))
        });
        let (result, _) = read(&core, operation, ever).await;
        assert_eq!(asked.load(Ordering::SeqCst), if walked { 7_usize.div_ceil(2) + 2 } else { 1 });
        assert_eq!(result["hasNext"], json!(true));
    })
    .await;
}

/// F23. A wrong total only adds a line to read.
pub(crate) async fn totals() {
    every(23, |operation| async move {
        let core = TestCore::new(PATIENT);
        let (name, walked) = match operation.name {
            "ListProfiles" => ("totalSize", false),
            listed => ("total", WALKED.contains(&listed)),
        };
        for (total, kept, more) in [
            ("0", json!(0), false),
            ("1", json!(1), false),
            ("1000000", json!(1_000_000), true),
            ("-1", json!(-1), false),
            ("-9223372036854775808", json!(i64::MIN), false),
            ("9007199254740993", json!(9_007_199_254_740_993_i64), true),
            ("9223372036854775807", json!(i64::MAX), true),
            ("18446744073709551616", Value::Null, false),
            ("1e300", Value::Null, false),
            ("2.5", Value::Null, false),
            ("null", Value::Null, false),
        ] {
            let script =
                page(operation, &[1, 2], false, &json!({name: "TOTAL", "pages": "TOTAL", "size": "TOTAL"}));
            let Step::Write(bytes) = &script[0] else { unreachable!() };
            let text = String::from_utf8(bytes.clone()).unwrap();
            let (_, body) = text.split_once("\r\n\r\n").unwrap();
            let steps = Answer::json(200, &body.replace("\"TOTAL\"", total)).steps();
            let (result, asked) = read(&core, operation, pages(vec![steps])).await;
            let counted = result.get("total").or(result.get("totalSize")).unwrap();
            assert_eq!(*counted, kept, "{total}");
            assert_eq!(numbers(operation, &result), [1, 2], "{total}");
            assert_eq!(result["hasNext"], json!(false), "{total}");
            // A larger count is checked once.
            assert_eq!(asked, if walked && more { 2 } else { 1 }, "{total}");
        }
    })
    .await;
}
