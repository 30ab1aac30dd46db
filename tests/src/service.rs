//! A service outside Tapline: the sandbox started by the test.
//!
//! Reads and changes go over HTTP, as from someone else's program, so that a test never looks with Tapline's own eyes.

use chrono::{Duration, NaiveDate};
use serde_json::Value;
use tapline_sandbox::{Options, Sandbox, SeenRequest};

use crate::{PlainRequest, left};

/// A configuration as the service lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub id: u64,
    pub name: String,
    pub method: String,
    /// Unchanged: JSON text in someone's own spelling.
    pub params: String,
}

impl Record {
    /// A number of the parameters.
    pub fn number(&self, key: &str) -> Option<u64> {
        serde_json::from_str::<Value>(&self.params).ok()?[key].as_u64()
    }
}

/// Day on which a service started today has a day of the demo month as it is written, `2026-11-18`.
pub fn day_of_month(written: &str) -> NaiveDate {
    let written = NaiveDate::parse_from_str(written, "%Y-%m-%d").expect("a day");
    written + Duration::days(tapline_sandbox::shift((Options::default().now)()))
}

/// An independent service with real state.
#[derive(Debug)]
pub struct Service {
    sandbox: Sandbox,
}

impl Service {
    pub async fn start() -> Service {
        Service::with(Options::default()).await
    }

    /// One that accepts only this token.
    pub async fn with_token(token: &str) -> Service {
        Service::with(Options { token: Some(token.to_owned()), ..Options::default() }).await
    }

    /// Another one at the address of one that has gone, with the same token.
    pub async fn again(port: u16, token: &str) -> Service {
        Service::with(Options { port, token: Some(token.to_owned()), ..Options::default() }).await
    }

    /// Port that it listens on.
    pub fn port(&self) -> u16 {
        let address = self.address();
        let port = address.rsplit(':').next().and_then(|port| port.parse().ok());
        port.unwrap_or_else(|| panic!("{address} has no port"))
    }

    /// One with so many transactions.
    pub async fn with_records(records: u32) -> Service {
        Service::with(Options { records, ..Options::default() }).await
    }

    async fn with(options: Options) -> Service {
        let sandbox = Sandbox::start(options).await.unwrap_or_else(|cause| panic!("{cause}"));
        left::is_token(sandbox.token());
        Service { sandbox }
    }

    pub fn address(&self) -> String {
        self.sandbox.base_address()
    }

    pub fn token(&self) -> &str {
        self.sandbox.token()
    }

    /// The requests that change something, in their order.
    pub fn changes(&self) -> Vec<SeenRequest> {
        self.sandbox.requests().into_iter().filter(|seen| seen.method != "GET").collect()
    }

    /// The path of each request, with its query, in their order.
    pub fn request_paths(&self) -> Vec<String> {
        self.sandbox.requests().into_iter().map(|seen| seen.path).collect()
    }

    pub async fn records(&self) -> Vec<Record> {
        let answer = self.ask("GET", "/api/v2/emv?pageSize=-1", "").await;
        let text = |record: &Value, key: &str| record[key].as_str().unwrap_or_default().to_owned();
        let record = |record: &Value| Record {
            id: record["id"].as_u64().unwrap_or_default(),
            name: text(record, "emvName"),
            method: text(record, "paymentMethod"),
            params: text(record, "params"),
        };
        answer["data"]["records"].as_array().map(|all| all.iter().map(record).collect()).unwrap_or_default()
    }

    pub async fn record(&self, id: u64) -> Record {
        let found = self.records().await.into_iter().find(|record| record.id == id);
        found.unwrap_or_else(|| panic!("the service lists no configuration {id}"))
    }

    /// Someone else changes it.
    pub async fn change(&self, record: &Record) {
        self.ask("PUT", &format!("/api/v2/emv/{}", record.id), &body(record)).await;
    }

    /// Someone else creates it; the id is the service's.
    pub async fn create(&self, record: &Record) {
        self.ask("POST", "/api/v2/emv", &body(record)).await;
    }

    /// Someone else deletes it.
    pub async fn delete(&self, id: u64) {
        self.ask("DELETE", &format!("/api/v2/emv/{id}"), "").await;
    }

    pub async fn merchants(&self) -> Vec<Value> {
        let answer = self.ask("GET", "/api/v2/mchInfo?mchId=", "").await;
        answer["data"]["records"].as_array().cloned().unwrap_or_default()
    }

    pub async fn merchant(&self, id: &str) -> Value {
        self.ask("GET", &format!("/api/v2/mchInfo/{id}"), "").await["data"].take()
    }

    /// Someone else changes it.
    pub async fn change_merchant(&self, merchant: &Value) {
        let id = merchant["mchId"].as_str().unwrap_or_default();
        self.ask("PUT", &format!("/api/v2/mchInfo/{id}"), &merchant.to_string()).await;
    }

    /// Someone else creates one that has a name only.
    pub async fn create_merchant(&self, name: &str) {
        self.ask("POST", "/api/v2/mchInfo", &serde_json::json!({ "mchName": name }).to_string()).await;
    }

    /// With its acceptances.
    pub async fn profile(&self, id: &str) -> Value {
        self.ask("GET", &self.of_customer(&format!("/profiles/{id}")), "").await
    }

    /// Someone else changes it.
    pub async fn change_profile(&self, profile: &Value) {
        let id = profile["profileId"].as_str().unwrap_or_default();
        self.ask("PUT", &self.of_customer(&format!("/profiles/{id}")), &profile.to_string()).await;
    }

    fn of_customer(&self, path: &str) -> String {
        format!("{}/api/v1{path}", self.sandbox.namespace())
    }

    /// The path before `/api/v1`.
    pub fn namespace(&self) -> &str {
        self.sandbox.namespace()
    }

    pub async fn transaction(&self, id: &str) -> Value {
        self.ask("GET", &format!("/api/v2/order/{id}"), "").await["data"].take()
    }

    /// The transactions of this day and later.
    pub async fn transactions_since(&self, day: NaiveDate) -> Vec<Value> {
        let path = format!("/api/v2/order?createdStart={day}&pageSize=-1");
        let answer = self.ask("GET", &path, "").await;
        answer["data"]["records"].as_array().cloned().unwrap_or_default()
    }

    /// Refunds this much of the sale as someone else, in minor units.
    pub async fn refund(&self, id: &str, amount: u64) -> Value {
        let body = serde_json::json!({ "refundAmount": amount, "refundReason": "Elsewhere", "adminPwd": "sandbox-admin" });
        self.ask("POST", &format!("/api/v2/order/refund/{id}"), &body.to_string()).await
    }

    /// The id of the demo sale whose void, refund or capture meets the fault of this amount, in minor units.
    pub async fn sale_of_fault(&self, amount: u64) -> String {
        let [first, last] = ["2026-11-02", "2026-11-06"].map(day_of_month);
        let path = format!(
            "/api/v2/order?deviceId=SDK-A6152837&createdStart={first}&createdEnd={last}&pageSize=500"
        );
        let answer = self.ask("GET", &path, "").await;
        let mut records = answer["data"]["records"].as_array().into_iter().flatten();
        let sale = records.find(|record| record["amount"]["value"] == amount);
        let id = sale.and_then(|record| record["tranId"].as_str()).map(str::to_owned);
        id.unwrap_or_else(|| panic!("the demo data has no sale of {amount}"))
    }

    /// The terminals and activation codes of a merchant.
    pub async fn terminals(&self, merchant: &str) -> Vec<Value> {
        let answer = self.ask("GET", &format!("/api/v2/device?mchId={merchant}"), "").await;
        answer["data"]["records"].as_array().cloned().unwrap_or_default()
    }

    /// `null` when the merchant has no such terminal.
    pub async fn terminal(&self, merchant: &str, id: &str) -> Value {
        let found = self.terminals(merchant).await.into_iter().find(|one| one["deviceId"] == id);
        found.unwrap_or_default()
    }

    /// Someone else changes it.
    pub async fn change_terminal(&self, id: &str, patch: &str) {
        self.ask("PUT", &format!("/api/v2/device/{id}"), patch).await;
    }

    /// Someone else logs it out (2) or decommissions it (3).
    pub async fn end_terminal(&self, id: &str, status: u8) {
        self.ask("DELETE", &format!("/api/v2/device/{id}?deviceStatus={status}"), "").await;
    }

    pub async fn acquirers(&self) -> Vec<Value> {
        let answer = self.ask("GET", "/api/v2/acquirer?pageSize=-1", "").await;
        answer["data"]["records"].as_array().cloned().unwrap_or_default()
    }

    pub async fn acquirer(&self, id: u64) -> Value {
        let found = self.acquirers().await.into_iter().find(|record| record["id"] == id);
        found.unwrap_or_else(|| panic!("the service lists no acquirer profile {id}"))
    }

    /// Someone else changes it.
    pub async fn change_acquirer(&self, acquirer: &Value) {
        let path = format!("/api/v2/acquirer/{}", acquirer["id"]);
        self.ask("PUT", &path, &acquirer.to_string()).await;
    }

    async fn ask(&self, method: &str, path: &str, body: &str) -> Value {
        let answer = PlainRequest::new(method, path, body).to(&self.sandbox).await;
        let payload: Value = serde_json::from_str(&answer.body).unwrap_or_default();
        // Paths under the namespace have no envelope.
        let is_success = payload["code"] == 0 || answer.body.is_empty() || path.contains("/api/v1/");
        assert!(answer.status == 200 && is_success, "{method} {path} was refused: {answer:?}");
        payload
    }
}

fn body(record: &Record) -> String {
    let text = |text: &str| Value::from(text).to_string();
    let (name, method) = (text(&record.name), text(&record.method));
    format!("{{\"params\":{},\"emvName\":{name},\"paymentMethod\":{method}}}", record.params)
}

/// A token with this end, in seconds since 1970.
pub fn token_until(end: i64) -> String {
    format!("e30.{}.x", encoded(&serde_json::json!({ "sub": "desk", "exp": end }).to_string()))
}

/// base64url without padding.
fn encoded(text: &str) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let bits = text.bytes().fold(String::new(), |bits, byte| bits + &format!("{byte:08b}"));
    let sign = |bits: &[u8]| {
        let six = format!("{:0<6}", String::from_utf8_lossy(bits));
        char::from(SIGNS[usize::from_str_radix(&six, 2).expect("zeros and ones")])
    };
    bits.as_bytes().chunks(6).map(sign).collect()
}
