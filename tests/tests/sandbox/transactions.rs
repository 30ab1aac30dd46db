//! Lists of transactions and batches: queries, pages, the whole, gzip.

use serde_json::{Value, json};
use tapline_sandbox::{MONTH, Options, Sandbox};
use tapline_tests::{PlainRequest, day_of_month};

use crate::{ask, envelope, start};

async fn data(sandbox: &Sandbox, path: &str) -> Value {
    ask(sandbox, "GET", path, "").await.json()["data"].take()
}

fn records(data: &Value) -> &[Value] {
    data["records"].as_array().expect("records")
}

#[tokio::test]
async fn the_whole_list_is_all_of_its_pages() {
    let sandbox = start().await;
    let whole = data(&sandbox, "/api/v2/order?pageSize=-1").await;
    let counted = (&whole["total"], &whole["current"], &whole["hasNext"]);
    assert_eq!(counted, (&json!(MONTH), &json!(1), &json!(false)));
    let mut pages = Vec::new();
    for number in 1..=MONTH.div_ceil(300) {
        let page = data(&sandbox, &format!("/api/v2/order?pageSize=300&pageNumber={number}")).await;
        assert_eq!(page["hasNext"], number < MONTH.div_ceil(300));
        pages.extend_from_slice(records(&page));
    }
    assert_eq!(records(&whole), pages);
    let some = data(&sandbox, "/api/v2/order?pageSize=-1&state=3&deviceId=SDK-51C0D3E1").await;
    assert_eq!(records(&some).len(), some["total"]);
    let none = data(&sandbox, "/api/v2/order?pageSize=-1&transactionId=T1").await;
    assert_eq!((records(&none).len(), &none["total"]), (0, &json!(0)));
}

#[tokio::test]
async fn long_answers_come_in_gzip_to_those_who_ask() {
    let sandbox = start().await;
    for (path, encoded) in [
        ("/api/v2/order?pageSize=-1", true),
        ("/api/v2/order", true),
        ("/api/v2/settlement?pageSize=50", true),
        ("/api/v2/current", false),
        ("/nowhere", false),
    ] {
        let plain = ask(&sandbox, "GET", path, "").await;
        let packed = PlainRequest { accept_encoding: "br, gzip", ..PlainRequest::new("GET", path, "") }
            .to(&sandbox)
            .await;
        assert_eq!(packed.head.contains("content-encoding: gzip"), encoded, "{path}");
        assert!(!plain.head.contains("content-encoding"), "{path}");
        assert_eq!(packed.json(), plain.json(), "{path}");
    }
}

#[tokio::test]
async fn what_a_query_cannot_mean_is_named() {
    let sandbox = start().await;
    for (path, key) in [
        ("/api/v2/order?createdStart=yesterday", "createdStart"),
        ("/api/v2/order?createdEnd=2026-02-30", "createdEnd"),
        ("/api/v2/order?state=8", "state"),
        ("/api/v2/order?state=APPROVED", "state"),
        ("/api/v2/order?settleState=-1", "settleState"),
        ("/api/v2/order?pageSize=0", "pageSize"),
        ("/api/v2/settlement?createdStart=1", "createdStart"),
        ("/api/v2/settlement?pageNumber=0", "pageNumber"),
    ] {
        let (status, code, msg) = envelope(&ask(&sandbox, "GET", path, "").await);
        assert_eq!((status, code), (400, 10000), "{path}");
        assert!(msg.contains(key), "{path}: {msg}");
    }
}

#[tokio::test]
async fn batches_come_in_pages_that_are_counted() {
    let sandbox = start().await;
    let whole = data(&sandbox, "/api/v2/settlement?pageSize=-1").await;
    let total = records(&whole).len();
    assert_eq!((&whole["total"], &whole["size"], &whole["pages"]), (&json!(total), &json!(total), &json!(1)));
    let page = data(&sandbox, "/api/v2/settlement?pageSize=7&pageNumber=2").await;
    assert_eq!(records(&page), &records(&whole)[7..14]);
    assert_eq!((&page["size"], &page["pages"]), (&json!(7), &json!(total.div_ceil(7))));
    let day = day_of_month("2026-11-01");
    let first =
        data(&sandbox, &format!("/api/v2/settlement?createdStart={day}&createdEnd={day}&pageSize=-1")).await;
    assert!(
        records(&first)
            .iter()
            .all(|batch| batch["batchId"].as_str().is_some_and(|id| id.starts_with("B20261101")))
    );
    let one = data(&sandbox, "/api/v2/settlement?batchId=B20261101001").await;
    assert_eq!((records(&one).len(), &records(&one)[0]["state"]), (1, &json!(0)));
    assert!(records(&one)[0].get("successTime").is_none() && records(&one)[0]["updatedAt"].is_string());
    let detail = data(&sandbox, "/api/v2/settlement/B20261101001").await;
    assert!(detail.get("updatedAt").is_none() && detail["transactions"].is_array());
}

#[tokio::test]
async fn a_database_file_keeps_the_demo_data() {
    let folder = tempfile::tempdir().unwrap();
    let options = |seed| Options {
        db: Some(folder.path().join("sandbox.db")),
        records: 200,
        seed,
        ..Options::default()
    };
    let first = Sandbox::start(options(4)).await.unwrap();
    let told = data(&first, "/api/v2/order?pageSize=-1").await;
    first.stop().await;
    let second = Sandbox::start(options(5)).await.unwrap();
    assert_eq!(data(&second, "/api/v2/order?pageSize=-1").await, told, "the file's own seed counts");
}
