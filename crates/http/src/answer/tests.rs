//! Answers without a network: statuses, bodies, and what is said of them.

use tapline_contract::endpoints::{ListEmv, UpdateEmv};

use super::super::Sending;
use super::super::scrub::Scrub;
use super::*;

fn raw(status: u16, content_type: &str, body: &str) -> Raw {
    let head = Head {
        status,
        certificate: None,
        request_id: Some("req_1".to_owned()),
        encoding: None,
        wait: None,
        target: Some("https://other.example".to_owned()),
        content_type: content_type.to_owned(),
    };
    Raw { head, body: Ok(body.to_owned()) }
}

fn read<E: Sending>(status: u16, content_type: &str, body: &str) -> Result<E::Output, Failure> {
    let read = raw(status, content_type, body)
        .read::<E>(&CallContext::new::<E>("h:1", Scrub::default()), &LastAnswer::default());
    read.map(|sent| sent.output).map_err(|failed| failed.failure)
}

#[test]
fn statuses_have_their_kinds() {
    for (status, kind) in [
        (200, None),
        (204, None),
        (301, Some(FailureKind::Redirected)),
        (400, Some(FailureKind::Refused)),
        (401, Some(FailureKind::Unauthorized)),
        (403, Some(FailureKind::Unauthorized)),
        (404, Some(FailureKind::Refused)),
        (405, Some(FailureKind::ServiceError)),
        (408, Some(FailureKind::ServiceError)),
        (409, Some(FailureKind::Refused)),
        (413, Some(FailureKind::Refused)),
        (415, Some(FailureKind::Refused)),
        (422, Some(FailureKind::Refused)),
        (429, Some(FailureKind::TooManyRequests)),
        (500, Some(FailureKind::ServiceError)),
        (503, Some(FailureKind::ServiceError)),
    ] {
        assert_eq!(kind_of(status), kind, "{status}");
    }
}

const JSON: &str = "application/json";

#[test]
fn bodies_of_a_success_are_judged() {
    let list = |bracket: &str| bracket.repeat(100_000);
    let deep = format!(r#"{{"code":0,"data":{{"records":[],"x":{}{}}}}}"#, list("["), list("]"));
    let deep_end = format!(r#"{{"code":0,"data":{}"#, list(r#"{"a":"#));
    let deep_msg = format!(r#"{{"code":7,"msg":{}{}}}"#, list("["), list("]"));
    let deep_record = format!(r#"{{"code":0,"data":{{"records":[{}{}]}}}}"#, list("["), list("]"));
    for (content_type, body, kind) in [
        (JSON, r#"{"code":0,"data":{"records":[],"hasNext":false}}"#, None),
        ("", r#"{"code":0,"data":{"records":[]}}"#, None),
        (JSON, r#"{"code":0,"msg":5,"data":{"records":[]},"more":1,"more":2}"#, Some(FailureKind::Malformed)),
        (JSON, r#"{"code":0,"msg":5,"data":{"records":[]},"more":1}"#, None),
        ("text/html; charset=utf-8", "Sign in", Some(FailureKind::NotTheService)),
        ("text/html", r#"{"code":0,"data":{"records":[]}}"#, Some(FailureKind::NotTheService)),
        (JSON, " <!doctype html>", Some(FailureKind::NotTheService)),
        ("text/plain", "hello", Some(FailureKind::NotTheService)),
        (JSON, "NaN", Some(FailureKind::NotTheService)),
        (JSON, r#"{"code":NaN}"#, Some(FailureKind::Malformed)),
        (JSON, r#"{"code":0,"data":{"rec"#, Some(FailureKind::Malformed)),
        (JSON, "{\0\"\0", Some(FailureKind::Malformed)),
        (JSON, "", Some(FailureKind::Malformed)),
        (JSON, "null", Some(FailureKind::Malformed)),
        (JSON, "[]", Some(FailureKind::Malformed)),
        (JSON, r#""x""#, Some(FailureKind::Malformed)),
        (JSON, r#"{"code":0}"#, Some(FailureKind::Malformed)),
        (JSON, r#"{"code":0,"data":{"records":[]}} x"#, Some(FailureKind::Malformed)),
        (JSON, r#"{"code":0,"code":1,"data":{"records":[]}}"#, Some(FailureKind::Malformed)),
        (JSON, r#"{"code":0,"data":{"records":[]},"data":{"records":[]}}"#, Some(FailureKind::Malformed)),
        (JSON, r#"{"code":7,"msg":"no"}"#, Some(FailureKind::Refused)),
        (JSON, &deep, Some(FailureKind::Malformed)),
        (JSON, &deep_record, Some(FailureKind::Malformed)),
        (JSON, &deep_end, Some(FailureKind::Malformed)),
        (JSON, &deep_msg, Some(FailureKind::Malformed)),
    ] {
        let read = read::<ListEmv>(200, content_type, body);
        assert_eq!(read.err().map(|failure| failure.kind), kind, "{}", body.get(..80).unwrap_or(body));
    }
}

#[test]
fn only_the_number_of_an_error_is_a_refusal() {
    for (code, kind) in [
        ("7", Some(FailureKind::Refused)),
        ("-1", Some(FailureKind::Refused)),
        ("11021", Some(FailureKind::Refused)),
        ("0", None),
        ("\"0\"", Some(FailureKind::Malformed)),
        ("\"7\"", Some(FailureKind::Malformed)),
        ("0.0", None),
        ("-0", None),
        ("0e0", None),
        ("1.5", Some(FailureKind::Malformed)),
        ("null", Some(FailureKind::Malformed)),
        ("true", Some(FailureKind::Malformed)),
        ("[0]", Some(FailureKind::Malformed)),
    ] {
        let body = format!(r#"{{"msg":"said","code":{code},"data":{{"id":7}}}}"#);
        let failure = read::<UpdateEmv>(200, JSON, &body).err();
        assert_eq!(failure.as_ref().map(|failure| failure.kind), kind, "{code}");
        if let Some(failure) = failure {
            assert_eq!(failure.nothing_happened(), kind == Some(FailureKind::Refused), "{code}");
        }
    }
}

#[test]
fn an_odd_answer_to_a_change_leaves_it_open() {
    for (status, content_type, body) in [
        (200, "text/html", ""),
        (200, JSON, "<p>"),
        (200, JSON, "null"),
        (200, JSON, "[]"),
        (200, JSON, "\"x\""),
        (200, JSON, "{"),
        (200, JSON, r#"{"code":1,"code":2}"#),
        (200, JSON, r#"{"code":0,"data":5}"#),
        (200, JSON, r#"{"code":0,"data":{"id":{}}}"#),
        (302, "", ""),
        (200, "", ""),
        (200, JSON, "{}"),
        (200, JSON, r#"{"error":"x"}"#),
        (204, "", ""),
        (408, "", ""),
        (429, "", ""),
        (500, JSON, r#"{"code":7,"msg":"no"}"#),
        (599, "", ""),
    ] {
        let failure = read::<UpdateEmv>(status, content_type, body).unwrap_err();
        assert!(!failure.nothing_happened(), "{status} {body}: {failure}");
        assert!(failure.sentence.contains("may have gone through"), "{failure}");
    }
}

/// Bodies with a content type, and true for the documented refusal.
const BODIES: [(&str, &str, bool); 14] = [
    (JSON, r#"{"msg":"no","code":1001}"#, true),
    (JSON, r#"{"code":401,"msg":"UNAUTHORIZED"}"#, true),
    // A gateway's.
    (JSON, r#"{"code":403,"message":"Forbidden"}"#, false),
    (JSON, r#"{"code":1020,"error":"denied"}"#, false),
    (JSON, r#"{"msg":"SUCCESS","code":0,"data":{"id":7}}"#, false),
    (JSON, r#"{"msg":"no","code":"1001"}"#, false),
    (JSON, r#"{"code":7,"code":8}"#, false),
    (JSON, r#"{"error":"x"}"#, false),
    (JSON, "[]", false),
    (JSON, r#"{"msg":"no","co"#, false),
    (JSON, "", false),
    ("text/plain", "forbidden", false),
    ("text/html", "<p>", false),
    ("text/html", r#"{"msg":"no","code":1001}"#, false),
];

#[test]
fn only_a_documented_refusal_says_that_nothing_happened() {
    use tapline_contract::endpoints::{
        CreateEmv, DeleteEmv, RefundTransaction, SetProfileStatus, SignOnProfile,
    };

    fn cell<E: Sending>(status: u16, content_type: &str, body: &str, documented: bool) {
        let Err(failure) = read::<E>(status, content_type, body) else { return };
        let statuses: &[u16] =
            if E::WRAPPED { &[200, 201, 400, 401, 403, 404, 409, 413, 415, 422] } else { &[400, 401] };
        let expected = documented && statuses.contains(&status);
        assert_eq!(failure.nothing_happened(), expected, "{} {status} {body}: {failure:?}", E::NAME);
        assert_eq!(failure.is_refusal(), expected, "{} {status} {body}: {failure:?}", E::NAME);
        assert_eq!(failure.status, Some(status));
        assert!(!(expected && failure.is_whole_answer()), "{failure:?}");
    }
    for status in
        [200, 201, 204, 301, 302, 400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 500, 502, 503, 504]
    {
        for (content_type, body, documented) in BODIES {
            // A 204 has no body on the wire.
            let (body, documented) = if status == 204 { ("", false) } else { (body, documented) };
            cell::<UpdateEmv>(status, content_type, body, documented);
            cell::<CreateEmv>(status, content_type, body, documented);
            cell::<DeleteEmv>(status, content_type, body, documented);
            cell::<RefundTransaction>(status, content_type, body, documented);
            cell::<SignOnProfile>(status, content_type, body, documented);
            cell::<SetProfileStatus>(status, content_type, body, documented);
        }
    }
}

#[test]
fn a_success_of_a_change_has_the_documented_shape() {
    use tapline_contract::endpoints::{CreateEmv, DeleteEmv, RefundTransaction};

    for (body, creates, deletes, refunds) in [
        (r#"{"msg":"SUCCESS","code":0,"data":{"id":7}}"#, true, true, true),
        (r#"{"code":0}"#, true, true, false),
        (r#"{"id":7}"#, true, true, false),
        ("", false, true, false),
        ("{}", false, false, false),
        (r#"{"error":"x"}"#, false, false, false),
    ] {
        assert_eq!(read::<CreateEmv>(200, JSON, body).is_ok(), creates, "create {body}");
        assert_eq!(read::<DeleteEmv>(200, JSON, body).is_ok(), deletes, "delete {body}");
        assert_eq!(read::<RefundTransaction>(200, JSON, body).is_ok(), refunds, "refund {body}");
    }
}

#[test]
fn a_page_of_html_is_named_with_the_call_and_the_host() {
    let failure = read::<ListEmv>(200, "text/html", "<p>").unwrap_err();
    let sentence =
        "Loading the EMV configurations failed: h:1 sent an HTML page instead of the service's answer. Check";
    assert!(failure.sentence.starts_with(sentence));
    assert_eq!(failure.message, None, "nothing of a page is shown");
}

#[test]
fn a_refusal_keeps_the_services_words() {
    let body = "{\"msg\":\"bad\\u202e\\n\",\"code\":11021}";
    for status in [200, 400, 422] {
        let failure = read::<UpdateEmv>(status, JSON, body).unwrap_err();
        assert_eq!(failure.kind, FailureKind::Refused);
        assert_eq!(failure.code.as_deref(), Some("11021"));
        assert_eq!(failure.message.as_deref(), Some(r"bad\u{202e}\n"));
        assert_eq!(failure.request_id.as_deref(), Some("req_1"));
        assert_eq!(failure.status, Some(status));
        assert!(failure.sentence.contains("Nothing was changed."), "{failure}");
    }
}

#[test]
fn a_404_says_a_record_is_gone_only_where_the_service_says_it_of_one() {
    use tapline_contract::endpoints::{GetMerchant, GetOwner};

    const GONE: &str = "It may have been deleted";
    const HTML: &str = "text/html";
    let said = r#"{"code":40401,"msg":"no such merchant"}"#;
    for (failure, kind, gone) in [
        (read::<GetMerchant>(404, JSON, said).unwrap_err(), FailureKind::Refused, true),
        (read::<GetMerchant>(404, HTML, "<p>").unwrap_err(), FailureKind::NotTheService, false),
        (
            read::<GetMerchant>(404, "text/plain", "404 page not found").unwrap_err(),
            FailureKind::NotTheService,
            false,
        ),
        (read::<ListEmv>(404, JSON, said).unwrap_err(), FailureKind::Refused, false),
        (read::<GetOwner>(404, JSON, said).unwrap_err(), FailureKind::Refused, false),
        (read::<UpdateEmv>(404, HTML, "<p>").unwrap_err(), FailureKind::NotTheService, false),
        (read::<UpdateEmv>(404, JSON, said).unwrap_err(), FailureKind::Refused, true),
    ] {
        assert_eq!((failure.kind, failure.sentence.contains(GONE)), (kind, gone), "{failure:?}");
    }
}

#[test]
fn the_words_of_an_envelope_are_kept_where_none_is_documented() {
    use tapline_contract::endpoints::GetProfile;

    let failure = read::<GetProfile>(200, JSON, r#"{"code":5001,"msg":"profile locked"}"#).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Malformed);
    assert_eq!(failure.code.as_deref(), Some("5001"));
    assert_eq!(failure.message.as_deref(), Some("profile locked"));
}

#[test]
fn a_redirect_names_where_it_points_to() {
    let failure = read::<UpdateEmv>(302, "", "").unwrap_err();
    assert_eq!(failure.kind, FailureKind::Redirected);
    assert!(failure.sentence.contains("https://other.example"), "{failure}");
}
