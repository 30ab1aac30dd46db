//! F12, F13 and F14: the body of a success is a page for people, no JSON, JSON of another kind, or cannot be unpacked.

use tapline_contract::FailureKind;
use tapline_scripted::{Answer, Gzip, gzip as packed};

use crate::cell::every;
use crate::fault::Fault;
use crate::test_core::{CallResult, PATIENT, TestCore};

const PAGE: &str = "<!doctype html><html><body>Sign in to the guest network, status APPROVED</body></html>";

/// F12. Nothing of the page is shown, and it never becomes a state.
pub(crate) async fn html() {
    every(12, |operation| async move {
        let core = TestCore::new(PATIENT);
        for (name, content_type, status) in [
            ("as HTML", "text/html; charset=utf-8", 200),
            ("as JSON", "application/json", 200),
            ("without type", "", 200),
            ("created", "text/html", 201),
        ] {
            let page = Answer::typed(status, content_type, PAGE.as_bytes()).steps();
            let fault = Fault::new(name, FailureKind::NotTheService, move |_| page.clone());
            fault.also(nothing_of_it).meets(&core, operation).await;
        }
        let proxy = Answer::html(502, PAGE).steps();
        let fault = Fault::new("of a proxy", FailureKind::ServiceError, move |_| proxy.clone());
        fault.passing().also(nothing_of_it).meets(&core, operation).await;
    })
    .await;
}

fn nothing_of_it(result: &CallResult) {
    let words = format!("{result:?}");
    assert!(!words.contains("guest network") && !words.contains("APPROVED"), "{words}");
    // A read found that it was done.
    if result.is_success() {
        return;
    }
    let failure = result.failure();
    assert!(
        failure.kind != FailureKind::NotTheService || failure.sentence.contains("127.0.0.1:"),
        "{failure}"
    );
}

/// F13. A body that is no JSON comes from someone else; JSON of another kind is damaged.
pub(crate) async fn no_json() {
    every(13, |operation| async move {
        let core = TestCore::new(PATIENT);
        let deep = |open: &str, close: &str| format!("{}{}", open.repeat(100_000), close.repeat(100_000));
        for (name, body, kind) in [
            ("empty", Vec::new(), FailureKind::Malformed),
            ("white space", b" \r\n\t".to_vec(), FailureKind::Malformed),
            ("null", b"null".to_vec(), FailureKind::Malformed),
            ("a list", b"[]".to_vec(), FailureKind::Malformed),
            ("a text", b"\"x\"".to_vec(), FailureKind::Malformed),
            ("a number", b"0".to_vec(), FailureKind::Malformed),
            ("true", b"true".to_vec(), FailureKind::Malformed),
            ("words", b"hello".to_vec(), FailureKind::NotTheService),
            (
                "UTF-16",
                "\u{feff}{\"code\":0}".encode_utf16().flat_map(u16::to_le_bytes).collect(),
                FailureKind::Malformed,
            ),
            ("bad UTF-8", b"{\"code\":0,\"msg\":\"\xff\xfe\"}".to_vec(), FailureKind::Malformed),
            ("NaN", b"{\"code\":0,\"data\":NaN}".to_vec(), FailureKind::Malformed),
            (
                "a member twice",
                br#"{"code":0,"code":1,"msg":"a","profileId":"prof_1","profileId":"prof_1"}"#.to_vec(),
                FailureKind::Malformed,
            ),
            (
                "deep lists",
                format!("{{\"code\":0,\"data\":{}}}", deep("[", "]")).into_bytes(),
                FailureKind::Malformed,
            ),
            (
                "deep objects",
                deep("{\"a\":", "}").replace("{\"a\":}", "{\"a\":1}").into_bytes(),
                FailureKind::Malformed,
            ),
            ("broken off", b"{\"code\":0,\"data\":{\"id\":".to_vec(), FailureKind::Malformed),
        ] {
            let steps = Answer::typed(operation.status, "application/json", &body).steps();
            let fault = Fault::new(name, kind, move |_| steps.clone());
            fault.meets(&core, operation).await;
        }
        Fault::new("a byte order mark", FailureKind::Malformed, |answer| {
            let mut answer = Answer { headers: Vec::new(), ..answer.clone() };
            if answer.body.starts_with(&[0x1f, 0x8b]) {
                answer.body = super::unpacked(&answer.body);
            }
            answer.body = [b"\xef\xbb\xbf", answer.body.as_slice()].concat();
            answer.steps()
        })
        .harmless()
        .meets(&core, operation)
        .await;
    })
    .await;
}

/// F14.
pub(crate) async fn gzip() {
    every(14, |operation| async move {
        let core = TestCore::new(PATIENT);
        for how in [Gzip::Truncated, Gzip::Corrupt, Gzip::Doubled] {
            Fault::new(format!("{how:?}"), FailureKind::Malformed, move |answer| {
                repacked(answer, Some(how), "gzip")
            })
            .meets(&core, operation)
            .await;
        }
        for (name, how, encoding) in [
            ("announced, and plain", None, "gzip"),
            ("packed, and not announced", Some(Gzip::Whole), "identity"),
            ("announced as another", Some(Gzip::Whole), "br"),
            ("announced twice", Some(Gzip::Whole), "gzip, gzip"),
        ] {
            // An answer without body can't be packed wrongly.
            let harmless = operation.name == "DeleteEmv" && how.is_none();
            let fault =
                Fault::new(name, FailureKind::Malformed, move |answer| repacked(answer, how, encoding));
            let fault = if harmless { fault.harmless() } else { fault };
            fault.meets(&core, operation).await;
        }
        for how in [Gzip::Whole, Gzip::Members] {
            Fault::new(format!("{how:?}"), FailureKind::Malformed, move |answer| {
                repacked(answer, Some(how), "gzip")
            })
            .harmless()
            .meets(&core, operation)
            .await;
        }
    })
    .await;
}

fn repacked(answer: &Answer, how: Option<Gzip>, encoding: &str) -> Vec<tapline_scripted::Step> {
    let mut answer = answer.clone();
    let was_packed = answer.headers.iter().any(|(name, _)| name == "Content-Encoding");
    answer.headers.retain(|(name, _)| name != "Content-Encoding");
    if was_packed {
        answer.body = super::unpacked(&answer.body);
    }
    if let Some(how) = how {
        answer.body = packed(&answer.body, how);
    }
    answer.with("Content-Encoding", encoding).steps()
}
