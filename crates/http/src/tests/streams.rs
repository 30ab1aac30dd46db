//! Whole lists as they come.

use std::time::Duration;

use tapline_contract::endpoints::ListEmv;
use tapline_contract::wire::PageQuery;
use tapline_contract::{Failure, FailureKind};
use tapline_scripted::Server;
use tapline_scripted::Step::{Close, Pause, Reset, Stall, Write};

use super::super::incoming::Incoming;
use super::super::unpack::Packing;
use super::super::unpack::tests::gzip;
use super::deadlines::hangs_up;
use super::{always, answer, client, clock, line, millis, part, serve};

const LIST: &str = r#"{"code":0,"data":{"records":[],"hasNext":false}}"#;

async fn opened(server: &Server) -> Result<Incoming, Failure> {
    client(&server.http(), &clock()).stream::<ListEmv>(&(), &PageQuery::ALL).await
}

async fn all(incoming: &mut Incoming) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    while let Some(chunk) = incoming.next_chunk().await? {
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

#[tokio::test]
async fn the_bytes_are_handed_on_as_they_were_sent() {
    let packed = gzip(LIST.as_bytes());
    for (headers, body, packing) in [
        ("x-service-request-id: req_1\r\n", LIST.as_bytes(), Packing::Plain),
        ("x-service-request-id: req_1\r\nContent-Encoding: gzip\r\n", &packed, Packing::Gzip),
    ] {
        let server = always(answer(200, headers, body));
        let mut incoming = opened(&server).await.unwrap();
        assert_eq!((incoming.packing, incoming.request_id.as_deref()), (packing, Some("req_1")));
        assert_eq!(all(&mut incoming).await.unwrap(), body);
        assert_eq!(incoming.wire_bytes(), body.len() as u64);
        assert_eq!(line(&server.requests()[0]), "GET /api/v2/emv?pageSize=-1");
    }
}

#[tokio::test]
async fn until_it_has_begun_it_is_tried_again() {
    for (cause, script) in
        [("503", answer(503, "", "")), ("reset", vec![Reset]), ("end before the body", part(LIST, 0, Close))]
    {
        let (server, clock) = (serve(vec![script, answer(200, "", LIST)]), clock());
        let client = client(&server.http(), &clock);
        let mut incoming = client.stream::<ListEmv>(&(), &PageQuery::ALL).await.unwrap();
        assert_eq!(all(&mut incoming).await.unwrap(), LIST.as_bytes(), "{cause}");
        assert_eq!((server.requests().len(), clock.waits()), (2, millis(&[500])), "{cause}");
    }
}

#[tokio::test]
async fn what_is_no_list_is_the_same_failure_as_ever() {
    for (status, headers, body, kind, requests) in [
        (200, "Content-Type: text/html\r\n", "Sign in", FailureKind::NotTheService, 1),
        (200, "", " <!doctype html>", FailureKind::NotTheService, 1),
        (200, "Content-Encoding: br\r\n", LIST, FailureKind::Malformed, 1),
        (302, "Location: https://other.example/\r\n", "", FailureKind::Redirected, 1),
        (401, "", "", FailureKind::Unauthorized, 1),
        (400, "", r#"{"code":9,"msg":"no"}"#, FailureKind::Refused, 1),
        (429, "", "", FailureKind::TooManyRequests, 3),
        (500, "", "", FailureKind::ServiceError, 3),
    ] {
        let server = always(answer(status, headers, body));
        let failure = opened(&server).await.err().unwrap();
        assert_eq!((failure.kind, failure.status), (kind, Some(status)), "{status} {body}");
        assert_eq!(server.requests().len(), requests, "{status} {body}");
    }
}

#[tokio::test]
async fn a_part_is_told_from_the_whole() {
    for (name, end, kind) in [
        ("reset", Reset, FailureKind::Interrupted),
        ("end", Close, FailureKind::Interrupted),
        ("stop", Stall, FailureKind::Timeout),
    ] {
        // A reset may overtake the bytes before it.
        let server = always([part(LIST, 10, Pause(Duration::from_millis(100))), vec![end]].concat());
        let mut incoming = opened(&server).await.unwrap();
        let failure = all(&mut incoming).await.unwrap_err();
        assert_eq!((failure.kind, failure.status), (kind, Some(200)), "{name}: {failure}");
        assert_eq!(server.requests().len(), 1, "{name}: what has begun is not begun again");
    }
}

#[tokio::test]
async fn a_slow_reader_is_no_slow_sender() {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", 8 << 20);
    let server = always(vec![Write(head.into()), Write(vec![b' '; 8 << 20]), Close]);
    let mut incoming = opened(&server).await.unwrap();
    let mut bytes = 0;
    for pause in 0_u64.. {
        let Some(chunk) = incoming.next_chunk().await.unwrap() else { break };
        bytes += chunk.len();
        if pause < 3 {
            // Longer than the stall guard, and than all deadlines together.
            tokio::time::sleep(Duration::from_millis(700)).await;
        }
    }
    assert_eq!((bytes, incoming.wire_bytes()), (8 << 20, 8 << 20));
}

#[tokio::test]
async fn dropping_it_hangs_up() {
    let server = always(part(LIST, 10, Stall));
    drop(opened(&server).await.unwrap());
    hangs_up(&server).await;
}

#[tokio::test]
async fn a_list_that_fails_does_not_tell_the_token() {
    let body = format!(r#"{{"code":7,"msg":"{}some.token"}}"#, "x".repeat(495));
    let server = always(answer(400, "", body.as_bytes()));
    let failure = opened(&server).await.map(drop).unwrap_err();
    let message = failure.message.unwrap();
    assert!(message.ends_with("x••••") && !message.contains("some"), "{message}");
}
