//! Decodes a request into the contract's types. Each resource validates its own values.
//!
//! Choices where the service document is silent: an unknown query key or body member is ignored; a body needs
//! `Content-Type: application/json`; one that cannot be read, or that holds a member twice, is HTTP 400
//! with a text that names the field.

use std::collections::BTreeSet;

use axum::extract::Query;
use axum::http::Uri;
use serde::de::{DeserializeOwned, IgnoredAny};
use tapline_contract::acquirer::{AcquirerDraft, AcquirerQuery};
use tapline_contract::device::{ActivationDraft, DevicePatch, DeviceQuery, EndQuery};
use tapline_contract::emv_config::EmvDraft;
use tapline_contract::input::Input;
use tapline_contract::merchant::{MerchantDraft, MerchantQuery};
use tapline_contract::profile::{ProfileDraft, ProfileQuery, StatusDraft};
use tapline_contract::record;
use tapline_contract::settlement::{ReportDraft, SettleDraft, SettlementQuery};
use tapline_contract::transaction::{CaptureDraft, ReceiptDraft, RefundDraft, TransactionQuery, VoidDraft};
use tapline_contract::wire::PageQuery;

use crate::problem::Problem;

/// The parts of a request that an input is read from.
pub(crate) struct Request<'a> {
    pub(crate) uri: &'a Uri,
    pub(crate) content_type: &'a str,
    pub(crate) body: &'a [u8],
}

/// An endpoint's input, as it comes over the wire.
pub(crate) trait Decode: Sized {
    fn decode(request: &Request<'_>) -> Result<Self, Problem>;
}

impl Decode for () {
    fn decode(_: &Request<'_>) -> Result<Self, Problem> {
        Ok(())
    }
}

/// Source of each input: `reader: Type …;`
macro_rules! decoded_by {
    ($($reader:ident: $($input:ty)*;)*) => { $($(
        impl Decode for $input {
            fn decode(request: &Request<'_>) -> Result<Self, Problem> {
                $reader(request)
            }
        }
    )*)* };
}

decoded_by! {
    query: PageQuery TransactionQuery SettlementQuery DeviceQuery EndQuery MerchantQuery AcquirerQuery ProfileQuery;
    emv_body: EmvDraft;
    body: ReceiptDraft VoidDraft RefundDraft CaptureDraft SettleDraft ReportDraft
        MerchantDraft AcquirerDraft ProfileDraft StatusDraft;
    activation_body: ActivationDraft;
    device_body: DevicePatch;
}

/// A path parameter; `None` where the path has none.
pub(crate) fn path_id<I: DeserializeOwned>(segment: Option<&str>) -> Result<I, Problem> {
    let raw = segment.map_or_else(|| "null".to_owned(), |text| serde_json::Value::from(text).to_string());
    serde_json::from_str(&raw).map_err(|_| Problem::missing("Record", segment.unwrap_or_default()))
}

fn query<T: DeserializeOwned + Input>(request: &Request<'_>) -> Result<T, Problem> {
    let pairs = request.uri.query().unwrap_or_default().split('&');
    let is_known = |pair: &&str| T::KEYS.contains(&pair.split_once('=').map_or(*pair, |(key, _)| key));
    let known = format!("/?{}", pairs.filter(is_known).collect::<Vec<_>>().join("&"));
    let uri = known.parse().map_err(|_| Problem::bad_request("The query cannot be read"))?;
    Query::try_from_uri(&uri)
        .map(|Query(input)| input)
        .map_err(|rejection| Problem::bad_request(rejection.body_text()))
}

fn body<T: DeserializeOwned>(request: &Request<'_>) -> Result<T, Problem> {
    let essence = request.content_type.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        return Err(Problem::content_type());
    }
    let text =
        std::str::from_utf8(request.body).map_err(|_| Problem::bad_request("The body is not UTF-8"))?;
    if let Some(key) = held_twice(text) {
        return Err(Problem::bad_request(format!("{key}: is there twice")));
    }
    serde_json::from_str(text).map_err(|error| {
        // A record names the field itself, and no line.
        if error.line() == 0 {
            return Problem::bad_request(error.to_string());
        }
        let before =
            text.lines().take(error.line() - 1).map(|line| line.len() + 1).sum::<usize>() + error.column();
        let place = member_at(text, before).unwrap_or("The body");
        Problem::bad_request(format!("{place}: {error}"))
    })
}

/// A configuration's contract knows no other members than those of the document; the service ignores them.
fn emv_body<T: DeserializeOwned>(request: &Request<'_>) -> Result<T, Problem> {
    let text = std::str::from_utf8(request.body).ok().filter(|text| held_twice(text).is_none());
    let Some(members) = text.and_then(|text| record::members(text).ok()) else { return body(request) };
    let known = members.iter().filter(|(key, _)| EmvDraft::MEMBERS.contains(&key.as_str()));
    let object = known.map(|(key, raw)| format!("\"{key}\":{raw}")).collect::<Vec<_>>().join(",");
    body(&Request { body: format!("{{{object}}}").as_bytes(), ..*request })
}

fn activation_body<T: DeserializeOwned>(request: &Request<'_>) -> Result<T, Problem> {
    body_with_texts(request, &["methodList", "extParams"])
}

fn device_body<T: DeserializeOwned>(request: &Request<'_>) -> Result<T, Problem> {
    body_with_texts(request, &["emvParams", "methodList", "extParams"])
}

/// A body of which these members, where they are there, hold JSON inside a text. The contract's types are more lenient.
fn body_with_texts<T: DeserializeOwned>(request: &Request<'_>, texts: &[&str]) -> Result<T, Problem> {
    let input = body(request)?;
    let members = std::str::from_utf8(request.body).ok().and_then(|text| record::members(text).ok());
    let holds_json = |raw: &str| {
        let text = serde_json::from_str::<String>(raw);
        text.is_ok_and(|text| serde_json::from_str::<IgnoredAny>(&text).is_ok())
    };
    let wrong = members
        .iter()
        .flatten()
        .find(|(key, raw)| texts.contains(&key.as_str()) && raw != "null" && !holds_json(raw));
    match wrong {
        Some((key, _)) => Err(Problem::bad_request(format!("{key}: expected JSON inside a text"))),
        None => Ok(input),
    }
}

/// The first member that the outermost object holds twice.
fn held_twice(text: &str) -> Option<String> {
    let mut keys = BTreeSet::new();
    record::members(text).ok()?.into_iter().find_map(|(key, _)| keys.replace(key))
}

/// The member of the outermost object that is being written where `text` is broken off after `length` bytes.
fn member_at(text: &str, length: usize) -> Option<&str> {
    let (mut depth, mut string_start, mut escaped) = (0_u32, None, false);
    let (mut last_string, mut member) = (None, None);
    for (at, byte) in text.bytes().enumerate().take(length) {
        match (string_start, byte) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(start), b'"') => (last_string, string_start) = (text.get(start..at), None),
            (None, b'"') => string_start = Some(at + 1),
            (None, b':') if depth == 1 => member = last_string,
            (None, b'{' | b'[') => depth += 1,
            (None, b'}' | b']') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    member.filter(|_| depth > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(content_type: &str, body: &str) -> Result<EmvDraft, String> {
        let uri = Uri::from_static("/api/v2/emv");
        let request = Request { uri: &uri, content_type, body: body.as_bytes() };
        EmvDraft::decode(&request).map_err(|problem| problem.msg)
    }

    #[test]
    fn a_bad_body_is_refused_with_the_name_of_its_field() {
        for (body, begins) in [
            (r#"{"params":{},"emvName":5,"paymentMethod":"01"}"#, "emvName: invalid type"),
            (
                "{\n \"params\":{\"a\":\"x:y\"},\n \"emvName\":\"a\",\n \"paymentMethod\":[]}",
                "paymentMethod: invalid type",
            ),
            (
                r#"{"params":"{}","emvName":"a","paymentMethod":"01"}"#,
                "params: params must be an object, found text",
            ),
            (r#"{"emvName":"a","paymentMethod":"01"}"#, "The body: missing field `params`"),
            (r#"{"params":{"a":1,},"emvName":"a"}"#, "params: "),
            (r#"{"params":{},"emvName":"a"#, "emvName: EOF"),
            ("<html>", "The body: expected value"),
            ("", "The body: EOF"),
            ("[1]", "The body: "),
        ] {
            let msg = decoded("application/json", body).unwrap_err();
            assert!(msg.starts_with(begins), "{body} -> {msg}");
        }
    }

    #[test]
    fn a_bad_record_is_refused_with_the_name_of_its_field() {
        for (body, begins) in [
            (r#"{"email":5}"#, "email: expected text, found a number"),
            ("{}", "email: expected text, found nothing"),
            ("{", "The body: EOF"),
            (r#"{"email":"a@b.example","email":"c@d.example"}"#, "email: expected it once"),
            (r#"{"email":"a@b.example","x":1,"x":1}"#, "x: expected it once"),
        ] {
            let msg = crate::fixture::body::<ReceiptDraft>(body).unwrap_err().msg;
            assert!(msg.starts_with(begins), "{body} -> {msg}");
        }
    }

    #[test]
    fn params_come_through_byte_for_byte() {
        let params = "{ \"x\":1.50e2 ,\"clCVMLimit\":5000, \"aid\":\"A0\\u0030\" }";
        let body = format!("{{\"emvName\":\"a\",\"new\":1,\"params\":{params},\"paymentMethod\":\"01\"}}");
        let draft = decoded("application/json; charset=utf-8", &body).unwrap();
        assert_eq!(draft.params.text(), params);
    }

    #[test]
    fn a_body_that_does_not_say_json_is_refused() {
        assert!(decoded("text/plain", "{}").unwrap_err().starts_with("Content-Type"));
    }
}
