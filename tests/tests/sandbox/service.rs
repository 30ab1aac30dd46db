//! The token, the door, EMV configurations, and the file that keeps the state.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tapline_sandbox::{Options, Sandbox, StartError, sentinel};
use tapline_tests::PlainRequest;
use tokio::net::TcpStream;

use crate::{ask, envelope, start, until};

const PARAMS: &str =
    "{ \"zz\": 1.00,\"clCVMLimit\":4200 , \"x\":{\"b\":1e2,\"a\":[ ]},\n\"aid\":\"A0\\u0030\" }";

async fn all(sandbox: &Sandbox) -> Vec<Value> {
    let answer = ask(sandbox, "GET", "/api/v2/emv?pageSize=-1", "").await;
    answer.json()["data"]["records"].as_array().expect("records").clone()
}

async fn record(sandbox: &Sandbox, id: i64) -> Value {
    all(sandbox).await.into_iter().find(|record| record["id"] == id).unwrap_or(Value::Null)
}

/// The value of a parameter of a record whose `params` are readable.
fn param(record: &Value, key: &str) -> Value {
    let params: Value = serde_json::from_str(record["params"].as_str().expect("text")).expect("JSON text");
    params[key].clone()
}

fn draft(name: &str, params: &str) -> String {
    format!("{{\"params\":{params},\"emvName\":\"{name}\",\"paymentMethod\":\"01\"}}")
}

fn limits(cvm: u64) -> String {
    format!("{{\"clFloorLimit\":0,\"clTransLimit\":20000,\"clCVMLimit\":{cvm}}}")
}

#[tokio::test]
async fn only_the_token_opens_the_door() {
    let sandbox = start().await;
    let wrong = format!("Bearer {}x", sandbox.token());
    for authorization in ["", "Bearer", "Bearer other", sandbox.token(), &wrong] {
        for path in ["/api/v2/emv", "/api/v2/current", "/nowhere"] {
            let answer =
                PlainRequest { authorization: Some(authorization), ..PlainRequest::new("GET", path, "") }
                    .to(&sandbox)
                    .await;
            assert_eq!(answer.status, 401, "{authorization} {path}");
            assert_eq!(answer.json(), json!({ "msg": "Authentication failed", "code": 10401 }));
        }
    }
    let body = draft("x", "{}");
    let put =
        PlainRequest { authorization: Some(&wrong), ..PlainRequest::new("PUT", "/api/v2/emv/11", &body) };
    assert_eq!(put.to(&sandbox).await.status, 401);
    assert_eq!(record(&sandbox, 11).await["emvName"], "Retail DE");
}

#[tokio::test]
async fn a_token_has_three_parts_and_ends() {
    assert_eq!(start().await.token().split('.').count(), 3);
    // {"exp":1}
    let token = Some("e30.eyJleHAiOjF9.AA".to_owned());
    let sandbox = Sandbox::start(Options { token, ..Options::default() }).await.unwrap();
    assert_eq!(ask(&sandbox, "GET", "/api/v2/current", "").await.status, 401);
}

#[tokio::test]
async fn only_its_own_names_reach_it() {
    let sandbox = start().await;
    let port = sandbox.base_address().rsplit(':').next().unwrap().to_owned();
    for (host, status) in [
        (format!("127.0.0.1:{port}"), 200),
        (format!("LOCALHOST:{port}"), 200),
        ("127.0.0.1".to_owned(), 403),
        ("localhost:1".to_owned(), 403),
        (format!("desk.example:{port}"), 403),
        (format!("127.0.0.1:{port}.desk.example"), 403),
        (String::new(), 403),
    ] {
        let answer = PlainRequest { host: Some(&host), ..PlainRequest::new("GET", "/api/v2/current", "") }
            .to(&sandbox)
            .await;
        assert_eq!(answer.status, status, "{host}");
    }
}

#[tokio::test]
async fn every_answer_of_profiles_has_a_request_id_of_its_own_and_no_other_has_one() {
    let sandbox = start().await;
    for path in ["/api/v2/emv", "/api/v2/current", "/nowhere", "/api/v2/emv?pageSize=0"] {
        let head = ask(&sandbox, "GET", path, "").await.head;
        assert!(!head.to_ascii_lowercase().contains("x-service-request-id"), "{path}: {head}");
    }
    let mut ids = BTreeSet::new();
    for path in
        ["/acme/api/v1/profiles", "/acme/api/v1/profiles/prof_none", "/acme/api/v1/profiles?pageSize=x"]
    {
        let head = ask(&sandbox, "GET", path, "").await.head;
        let id = head.lines().find_map(|line| line.strip_prefix("x-service-request-id: req_")).unwrap();
        assert!(ids.insert(id.to_owned()), "{path}");
    }
}

#[tokio::test]
async fn a_list_comes_in_pages() {
    let sandbox = start().await;
    let total = all(&sandbox).await.len();
    assert!(total >= 26);
    let last = total.div_ceil(10);
    for (query, records, current, has_next) in [
        (String::new(), 10, 1, true),
        ("?pageNumber=2".to_owned(), 10, 2, true),
        (format!("?pageNumber={last}"), total - 10 * (last - 1), last, false),
        (format!("?pageNumber={}", last + 1), 0, last + 1, false),
        ("?pageSize=7".to_owned(), 7, 1, true),
        ("?pageSize=-1".to_owned(), total, 1, false),
        ("?pageSize=-1&pageNumber=1&other=x".to_owned(), total, 1, false),
    ] {
        let data = ask(&sandbox, "GET", &format!("/api/v2/emv{query}"), "").await.json()["data"].take();
        assert_eq!(data["records"].as_array().unwrap().len(), records, "{query}");
        assert_eq!((&data["total"], &data["current"]), (&json!(total), &json!(current)), "{query}");
        assert_eq!(data["hasNext"], has_next, "{query}");
    }
    for (query, field) in
        [("pageSize=0", "pageSize"), ("pageSize=ten", "pageSize"), ("pageNumber=0", "pageNumber")]
    {
        let (status, code, msg) = envelope(&ask(&sandbox, "GET", &format!("/api/v2/emv?{query}"), "").await);
        assert_eq!((status, code), (400, 10000), "{query}");
        assert!(msg.contains(field), "{query}: {msg}");
    }
}

#[tokio::test]
async fn a_configuration_is_created_changed_and_deleted() {
    let sandbox = start().await;
    let created = ask(&sandbox, "POST", "/api/v2/emv", &draft("Kiosk FR", PARAMS)).await.json();
    assert_eq!((&created["msg"], &created["code"]), (&json!("SUCCESS"), &json!(0)));
    let id = created["data"]["id"].as_i64().unwrap();
    let first = record(&sandbox, id).await;
    assert_eq!((&first["emvName"], &first["paymentMethod"]), (&json!("Kiosk FR"), &json!("01")));
    assert_eq!((&first["aid"], &first["emvVersion"]), (&json!("A00"), &json!("1")));
    assert_eq!(first["createdAt"], first["updatedAt"]);

    let path = format!("/api/v2/emv/{id}");
    let body = draft("Kiosk FR 2", r#"{"aid":"A0000000032010"}"#);
    let updated = ask(&sandbox, "PUT", &path, &body).await.json();
    assert_eq!(updated, json!({ "msg": "SUCCESS", "code": 0, "data": { "id": id } }));
    let second = record(&sandbox, id).await;
    assert_eq!(
        (&second["emvName"], &second["params"]),
        (&json!("Kiosk FR 2"), &json!(r#"{"aid":"A0000000032010"}"#))
    );
    assert_eq!((&second["aid"], &second["emvVersion"]), (&json!("A0000000032010"), &json!("2")));
    assert_eq!((&second["createdAt"], &second["groupId"]), (&first["createdAt"], &first["groupId"]));

    let deleted = ask(&sandbox, "DELETE", &path, "").await;
    assert_eq!((deleted.status, deleted.body.as_str()), (200, ""));
    assert_eq!(record(&sandbox, id).await, Value::Null);
    assert_eq!(ask(&sandbox, "DELETE", &path, "").await.status, 404);
    assert_eq!(sandbox.puts(), 1);
}

#[tokio::test]
async fn params_come_back_byte_for_byte() {
    let sandbox = start().await;
    ask(&sandbox, "PUT", "/api/v2/emv/11", &draft("Retail DE", PARAMS)).await;
    assert_eq!(record(&sandbox, 11).await["params"], PARAMS);
    let put = sandbox.requests().into_iter().find(|seen| seen.method == "PUT").unwrap();
    assert_eq!((put.path.as_str(), put.body), ("/api/v2/emv/11", draft("Retail DE", PARAMS)));
}

#[tokio::test]
async fn what_is_wrong_is_named() {
    let sandbox = start().await;
    for (name, params, field) in [
        (" ", "{}", "emvName"),
        ("Retail", r#"{"clCVMLimit":-1}"#, "clCVMLimit"),
        ("Retail", r#"{"clTransLimit":"50,00"}"#, "clTransLimit"),
    ] {
        let (status, code, msg) =
            envelope(&ask(&sandbox, "PUT", "/api/v2/emv/11", &draft(name, params)).await);
        assert_eq!((status, code), (200, 11021), "{params}");
        assert!(msg.starts_with(field), "{params}: {msg}");
    }
    for (body, field) in
        [("{\"params\":{}", "params"), (r#"{"params":{},"emvName":7,"paymentMethod":"01"}"#, "emvName")]
    {
        let (status, code, msg) = envelope(&ask(&sandbox, "POST", "/api/v2/emv", body).await);
        assert_eq!((status, code), (400, 10000), "{body}");
        assert!(msg.contains(field), "{body}: {msg}");
    }
    let text = draft("a", "{}");
    let plain =
        PlainRequest { content_type: "text/plain", ..PlainRequest::new("POST", "/api/v2/emv", &text) };
    assert_eq!(envelope(&plain.to(&sandbox).await).0, 415);
    let long = draft("a", &format!("{{\"x\":\"{}\"}}", "x".repeat(1024 * 1024)));
    assert_eq!(envelope(&ask(&sandbox, "POST", "/api/v2/emv", &long).await).0, 413);
    assert_eq!(all(&sandbox).await, all(&start().await).await, "nothing was changed");
}

#[tokio::test]
async fn what_is_not_there_is_told() {
    let sandbox = start().await;
    let body = draft("a", "{}");
    for (method, path, told) in [
        ("PUT", "/api/v2/emv/999", (404, 11001)),
        ("PUT", "/api/v2/emv/eleven", (404, 11001)),
        ("DELETE", "/api/v2/emv/999", (404, 11001)),
        ("GET", "/api/v2/nothing", (404, 10404)),
        ("GET", "/api/v2/emv/11", (405, 10405)),
        ("PATCH", "/api/v2/emv", (405, 10405)),
    ] {
        let (status, code, _) = envelope(&ask(&sandbox, method, path, &body).await);
        assert_eq!((status, code), told, "{method} {path}");
    }
}

#[tokio::test]
async fn sentinels_refuse_break_and_surprise() {
    let usual = json!({ "msg": "SUCCESS", "code": 0, "data": { "id": 11 } });
    let refused = json!({ "msg": "clCVMLimit 6601 is refused by the acquirer", "code": 11021 });
    let unauthorized = json!({ "msg": "Authentication failed", "code": 10401 });
    let system = json!({ "msg": "System error", "code": 10001 });
    // value, status, body (`None`: HTML), CVM and transaction limit afterwards
    let rows = [
        (6601, 200, Some(&refused), 5000, 20000),
        (6602, 500, None, 6602, 20000),
        (6603, 500, Some(&system), 5000, 20000),
        (6604, 200, None, 5000, 20000),
        (6606, 200, Some(&usual), 6606, 20001),
        (6607, 401, Some(&unauthorized), 5000, 20000),
    ];
    for (value, status, body, cvm, transaction) in rows {
        let sandbox = start().await;
        let answer = ask(&sandbox, "PUT", "/api/v2/emv/11", &draft("Retail DE", &limits(value))).await;
        assert_eq!(answer.status, status, "{value}");
        match body {
            Some(body) => assert_eq!(&answer.json(), body, "{value}"),
            None => {
                assert!(answer.head.contains("text/html") && answer.body.starts_with("<!doctype"), "{value}");
            }
        }
        let after = record(&sandbox, 11).await;
        assert_eq!(param(&after, "clCVMLimit"), cvm, "{value}");
        assert_eq!(param(&after, "clTransLimit"), transaction, "{value}");
    }
    // Slow, or without any answer: tests of their own.
    let others = [6605, 6608, 6609];
    let documented: Vec<_> =
        sentinel::SENTINELS.iter().map(|row| row.cvm_limit).filter(|value| !others.contains(value)).collect();
    assert_eq!(documented, rows.map(|row| row.0));
}

#[tokio::test]
async fn sentinels_work_for_a_creation_too() {
    let sandbox = start().await;
    let before = all(&sandbox).await.len();
    for (value, more) in [(6601, 0), (6602, 1), (6603, 1), (6604, 1), (6606, 2), (6607, 2)] {
        ask(&sandbox, "POST", "/api/v2/emv", &draft("New", &limits(value))).await;
        assert_eq!(all(&sandbox).await.len(), before + more, "{value}");
    }
}

#[tokio::test]
async fn a_slow_write_is_done_also_when_nobody_waits() {
    let sandbox = start().await;
    let body = draft("Slow", &limits(6605));
    let left = PlainRequest::new("PUT", "/api/v2/emv/13", &body).send(&sandbox).await;
    until(async || sandbox.puts() == 1).await;
    drop(left);
    let asked = Instant::now();
    let answer = ask(&sandbox, "PUT", "/api/v2/emv/11", &body).await;
    assert_eq!(answer.json(), json!({ "msg": "SUCCESS", "code": 0, "data": { "id": 11 } }));
    assert!(asked.elapsed() >= Duration::from_secs(3));
    until(async || record(&sandbox, 13).await["emvName"] == "Slow").await;
}

#[tokio::test]
async fn a_colleague_works_at_the_shared_desk() {
    let sandbox = start().await;
    let shared = |records: Vec<Value>| {
        let is_shared =
            |record: &Value| record["emvName"].as_str().is_some_and(|name| name.ends_with("(shared desk)"));
        records.into_iter().find(is_shared).expect("a shared configuration")
    };
    let mut versions = Vec::new();
    for cvm in [5000, 5500, 5500] {
        let record = shared(all(&sandbox).await);
        assert_eq!(param(&record, "clCVMLimit"), cvm);
        versions.push(record["emvVersion"].as_str().and_then(|version| version.parse::<u32>().ok()).unwrap());
    }
    assert_eq!((versions[1], versions[2]), (versions[0] + 1, versions[0] + 1));
    let untouched =
        all(&start().await).await.into_iter().zip(all(&sandbox).await).filter(|(a, b)| a == b).count();
    assert_eq!(untouched, all(&sandbox).await.len() - 1, "nothing else was changed");
}

#[tokio::test]
async fn a_database_file_keeps_the_state() {
    let folder = tempfile::tempdir().unwrap();
    let options = || Options { db: Some(folder.path().join("sandbox.db")), ..Options::default() };
    let first = Sandbox::start(options()).await.unwrap();
    assert_eq!(ask(&first, "DELETE", "/api/v2/emv/12", "").await.status, 200);
    let left = all(&first).await.len();
    first.stop().await;
    let second = Sandbox::start(options()).await.unwrap();
    assert_eq!(all(&second).await.len(), left);
    assert_eq!(record(&second, 12).await, Value::Null);

    let unusable = Options { db: Some(folder.path().to_owned()), ..Options::default() };
    assert!(matches!(Sandbox::start(unusable).await, Err(StartError::Database { .. })));
}

#[tokio::test]
async fn it_leaves_its_port_when_stopped_and_says_when_it_cannot_have_one() {
    let first = start().await;
    let address = first.base_address().replace("http://", "");
    let port = address.rsplit(':').next().unwrap().parse().unwrap();
    let taken = Sandbox::start(Options { port, ..Options::default() }).await;
    assert!(matches!(taken, Err(StartError::Listen { port: named, .. }) if named == port));
    first.stop().await;
    assert!(TcpStream::connect(&address).await.is_err());

    let second = start().await;
    let address = second.base_address().replace("http://", "");
    drop(second);
    until(async || TcpStream::connect(&address).await.is_err()).await;
}
