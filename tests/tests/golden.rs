//! Golden JSON: what is sent and answered, typed by hand from the service document and never produced by the code, because
//! types that client and sandbox share would hide the same slip on both sides.
//!
//! `golden/NAME.request.json` has `method`, `path` and `query` or `body`; `golden/NAME.response.json` has `status` and, where
//! there is one, `body`. Every endpoint of the table is asked for both: without them, or without an [`Example`], a new row fails.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::endpoint::{Input, PathId};
use tapline_contract::endpoints::{CreateEmv, DeleteEmv, GetOwner, ListEmv, UpdateEmv};
use tapline_contract::owner::Owner;
use tapline_contract::params::Params;
use tapline_contract::wire::{self, Page, PageQuery, Saved};
use tapline_contract::{Endpoint, record};
use tapline_sandbox::{Options, Sandbox};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The same call and answer as in the golden files, in the contract's types, written by hand too.
trait Example: Endpoint {
    fn call() -> (Self::Id, Self::Input);
    /// Asserts every documented field.
    fn arrived(answer: Self::Output);
}

impl Example for ListEmv {
    fn call() -> ((), PageQuery) {
        ((), PageQuery { page_size: Some(10), page_number: Some(2) })
    }
    fn arrived(page: Page<EmvConfig>) {
        assert_eq!((page.total, page.current, page.has_next), (Some(23), Some(2), true));
        assert_eq!((page.records.len(), page.unreadable.len()), (1, 0));
        let record = &page.records[0];
        assert_eq!(record.id, EmvId::from(12));
        assert_eq!(record.emv_name.as_deref(), Some("Retail north"));
        assert_eq!(record.group_id.as_deref(), Some("group-1"));
        assert_eq!(record.payment_method.as_deref(), Some("01"));
        assert_eq!(record.aid.as_deref(), Some("A0000000031010"));
        assert_eq!(record.emv_version.as_deref(), Some("3"));
        assert_eq!(
            record.params.readable().map(Params::text),
            Some(
                r#"{ "clFloorLimit":1000,"clTransLimit":20000 , "clCVMLimit":2500,"aid":"A0000000031010","x-cacheSeconds":3.60e2 }"#
            )
        );
        assert_eq!(record.created_at.as_deref(), Some("2026-03-02T09:15:00+0000"));
        assert_eq!(record.updated_at.as_deref(), Some("2026-11-03T13:58:00+0000"));
        assert_eq!(record.other, []);
    }
}

impl Example for CreateEmv {
    fn call() -> ((), EmvDraft) {
        let params = r#"{"aid":"A0000000041010","appVersion":"0002","clFloorLimit":0,"clTransLimit":25000,"clCVMLimit":5000,"terminalRiskMgmtData":"086C00800000000000","defaultDDOL":"039F3704","defaultTDOL":"0F9F02065F2A029A039C0195059F3704","kernelConfiguration":"A0","isNewCVMRuleForMC":true,"cvmCapabilityCVMRequired":"60","cvmCapabilityNoCVM":"08"}"#;
        ((), draft("Retail FR", "02", params))
    }
    fn arrived(answer: Saved<EmvId>) {
        assert_eq!(answer, Saved { id: Some(EmvId::from(64)) });
    }
}

impl Example for UpdateEmv {
    fn call() -> (EmvId, EmvDraft) {
        let params = r#"{ "clFloorLimit":1000,"clTransLimit":20000 , "clCVMLimit":5000,"aid":"A0000000031010","terminalTransactionQualifiers":"26004080","x-cacheSeconds":3.60e2 }"#;
        (EmvId::from(12), draft("Retail north", "01", params))
    }
    fn arrived(answer: Saved<EmvId>) {
        assert_eq!(answer, Saved { id: Some(EmvId::from(12)) });
    }
}

impl Example for DeleteEmv {
    fn call() -> (EmvId, ()) {
        (EmvId::from(12), ())
    }
    fn arrived(answer: Saved<EmvId>) {
        assert_eq!(answer, Saved { id: None });
    }
}

impl Example for GetOwner {
    fn call() -> ((), ()) {
        ((), ())
    }
    fn arrived(owner: Owner) {
        assert_eq!(owner.group_name.as_deref(), Some("Acme"));
        assert_eq!(owner.group_id.as_deref(), Some("group-1"));
        assert_eq!(owner.message_format.as_deref(), Some(r#"["ISO8583"]"#));
        assert_eq!(owner.email_sender.as_deref(), Some(r#"{"address":"receipts@acme.example"}"#));
        assert_eq!(owner.updated_at.as_deref(), Some("2026-09-14T08:30:00+0000"));
        assert_eq!(owner.other, []);
    }
}

#[test]
fn a_call_is_sent_as_documented() {
    macro_rules! each { ($(($name:ident $class:ident))*) => { $(sends::<tapline_contract::endpoints::$name>();)* }; }
    tapline_contract::for_each_endpoint!(each);
}

#[test]
fn a_documented_answer_arrives_whole() {
    macro_rules! each { ($(($name:ident $class:ident))*) => { $(reads::<tapline_contract::endpoints::$name>();)* }; }
    tapline_contract::for_each_endpoint!(each);
}

/// Each call meets a sandbox of its own, so that the order does not count.
#[tokio::test]
async fn the_sandbox_answers_as_documented() {
    macro_rules! each { ($(($name:ident $class:ident))*) => { $(answers::<tapline_contract::endpoints::$name>().await;)* }; }
    tapline_contract::for_each_endpoint!(each);
}

#[test]
fn every_golden_file_is_of_an_endpoint() {
    macro_rules! names { ($(($name:ident $class:ident))*) => { [$(stringify!($name)),*] }; }
    let names = tapline_contract::for_each_endpoint!(names);
    let mut expected: Vec<_> = names
        .iter()
        .flat_map(|name| ["request", "response"].map(|kind| format!("{name}.{kind}.json")))
        .collect();
    expected.sort();
    let entries = std::fs::read_dir(folder()).unwrap();
    let mut found: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    found.sort();
    assert_eq!(found, expected);
}

fn sends<E: Example>() {
    let golden = golden::<E>("request");
    let (id, input) = E::call();
    assert_eq!(text(&golden, "method"), E::METHOD.as_str(), "{}", E::NAME);
    assert_eq!(text(&golden, "path"), path::<E>(&id), "{}", E::NAME);

    let query: BTreeMap<String, String> = golden
        .get("query")
        .map(|raw| serde_json::from_str(raw).expect("a query of texts"))
        .unwrap_or_default();
    let sent = input.query().into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    assert_eq!(query, sent, "{}", E::NAME);

    let sent = input.body();
    assert_eq!(sent.as_deref().map(json), golden.get("body").map(|raw| json(raw)), "{}", E::NAME);
    let params = |body: Option<&str>| body.and_then(|body| members(body).remove("params"));
    let of_golden = params(golden.get("body").map(String::as_str));
    assert_eq!(params(sent.as_deref()), of_golden, "{}: params go byte for byte", E::NAME);
}

fn reads<E: Example>() {
    let golden = golden::<E>("response");
    assert_eq!(json(&golden["status"]), 200, "{}", E::NAME);
    let body = golden.get("body").map_or("", String::as_str);
    match wire::read_success::<E::Output>(body) {
        Ok(answer) => E::arrived(answer),
        Err(reason) => panic!("{}: {reason:?}", E::NAME),
    }
}

async fn answers<E: Example>() {
    let (request, response) = (golden::<E>("request"), golden::<E>("response"));
    let sandbox = Sandbox::start(Options::default()).await.expect("a sandbox");
    let (status, body) = exchange(&sandbox, &request).await;
    assert_eq!(json(&response["status"]), status, "{}: {body}", E::NAME);
    let shape = |body: &str| if body.is_empty() { Vec::new() } else { kinds("body", &json(body)) };
    let documented = shape(response.get("body").map_or("", String::as_str));
    assert_eq!(shape(&body), documented, "{}: {body}", E::NAME);
    sandbox.stop().await;
}

/// Sends a golden request as it stands in its file.
async fn exchange(sandbox: &Sandbox, request: &BTreeMap<String, String>) -> (u16, String) {
    let address = sandbox.base_address().replace("http://", "");
    let query: BTreeMap<String, String> = request
        .get("query")
        .map(|raw| serde_json::from_str(raw).expect("a query of texts"))
        .unwrap_or_default();
    let query: Vec<_> = query.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let body = request.get("body").map_or("", String::as_str);
    let message = format!(
        "{} {}?{} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        text(request, "method"),
        text(request, "path"),
        query.join("&"),
        sandbox.token(),
        body.len(),
    );
    let mut stream = TcpStream::connect(&address).await.expect("the sandbox listens");
    stream.write_all(message.as_bytes()).await.expect("the sandbox reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("the sandbox answers");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, body.to_owned())
}

/// Every member with its kind, as sorted lines. The elements of a list must be alike.
fn kinds(place: &str, value: &Value) -> Vec<String> {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let mut lines = vec![format!("{place}: {kind}")];
    match value {
        Value::Object(members) => {
            lines.extend(members.iter().flat_map(|(key, value)| kinds(&format!("{place}.{key}"), value)));
        }
        Value::Array(items) => {
            lines.extend(items.iter().flat_map(|item| kinds(&format!("{place}[]"), item)));
            assert!(
                items.iter().all(|item| kinds("", item) == kinds("", &items[0])),
                "{place}: unlike elements"
            );
        }
        _ => {}
    }
    lines.sort();
    lines.dedup();
    lines
}

fn draft(name: &str, method: &str, params: &str) -> EmvDraft {
    EmvDraft {
        params: Params::parse(params).expect("an object"),
        emv_name: name.to_owned(),
        payment_method: method.to_owned(),
    }
}

fn path<E: Endpoint>(id: &E::Id) -> String {
    match (E::PATH.split_once('{'), id.segment()) {
        (Some((before, _)), Some(segment)) => format!("{before}{segment}"),
        (None, None) => E::PATH.to_owned(),
        other => panic!("{}: {other:?}", E::NAME),
    }
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/golden"))
}

/// The members of a golden file as their JSON text.
fn golden<E: Endpoint>(kind: &str) -> BTreeMap<String, String> {
    let file = folder().join(format!("{}.{kind}.json", E::NAME));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|cause| panic!("{}: {cause}", file.display()));
    members(text.trim())
}

fn members(raw: &str) -> BTreeMap<String, String> {
    record::members(raw).expect("a JSON object").into_iter().collect()
}

fn json(raw: &str) -> Value {
    serde_json::from_str(raw).unwrap_or_else(|cause| panic!("{cause}: {raw}"))
}

fn text(members: &BTreeMap<String, String>, key: &str) -> String {
    serde_json::from_str(&members[key]).expect("a text")
}
