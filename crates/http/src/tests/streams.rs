//! Whole lists as they come.

use std::time::Duration;

use tapline_contract::endpoints::ListEmv;
use tapline_contract::wire::PageQuery;
use tapline_contract::{Failure, FailureKind};

use super::super::incoming::Incoming;
use super::super::unpack::Packing;
use super::super::unpack::tests::gzip;
use super::server::Step::{Hang, Pause, Read, Reset, Write};
use super::server::{Script, Server, answer, part, then};
use super::{client, clock, millis};

const LIST: &str = r#"{"code":0,"data":{"records":[],"hasNext":false}}"#;

async fn opened(server: &Server) -> Result<Incoming, Failure> {
    client(&server.address, &clock()).stream::<ListEmv>(&(), &PageQuery::ALL).await
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
        let server = Server::always(answer(200, headers, body)).await;
        let mut incoming = opened(&server).await.unwrap();
        assert_eq!((incoming.packing, incoming.request_id.as_deref()), (packing, Some("req_1")));
        assert_eq!(all(&mut incoming).await.unwrap(), body);
        assert_eq!(incoming.wire_bytes(), body.len() as u64);
        assert!(server.heads()[0].starts_with("get /api/v2/emv?pagesize=-1 "), "{}", server.heads()[0]);
    }
}

#[tokio::test]
async fn until_it_has_begun_it_is_tried_again() {
    for (cause, script) in
        [("503", answer(503, "", "")), ("reset", vec![Read, Reset]), ("end before the body", part(LIST, 0))]
    {
        let (server, clock) = (Server::start(vec![script, answer(200, "", LIST)]).await, clock());
        let client = client(&server.address, &clock);
        let mut incoming = client.stream::<ListEmv>(&(), &PageQuery::ALL).await.unwrap();
        assert_eq!(all(&mut incoming).await.unwrap(), LIST.as_bytes(), "{cause}");
        assert_eq!((server.requests(), clock.waits()), (2, millis(&[500])), "{cause}");
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
        let server = Server::always(answer(status, headers, body)).await;
        let failure = opened(&server).await.err().unwrap();
        assert_eq!((failure.kind, failure.status), (kind, Some(status)), "{status} {body}");
        assert_eq!(server.requests(), requests, "{status} {body}");
    }
}

#[tokio::test]
async fn a_part_is_told_from_the_whole() {
    let cases: [(&str, Script, FailureKind); 3] = [
        ("reset", then(part(LIST, 10), Reset), FailureKind::Interrupted),
        ("end", part(LIST, 10), FailureKind::Interrupted),
        ("stop", then(part(LIST, 10), Hang), FailureKind::Timeout),
    ];
    for (name, script, kind) in cases {
        // A reset may overtake the bytes before it.
        let server = Server::always(
            then(script[..2].to_vec(), Pause(Duration::from_millis(100)))
                .into_iter()
                .chain(script[2..].to_vec())
                .collect(),
        )
        .await;
        let mut incoming = opened(&server).await.unwrap();
        let failure = all(&mut incoming).await.unwrap_err();
        assert_eq!((failure.kind, failure.status), (kind, Some(200)), "{name}: {failure}");
        assert_eq!(server.requests(), 1, "{name}: what has begun is not begun again");
    }
}

#[tokio::test]
async fn a_slow_reader_is_no_slow_sender() {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", 8 << 20);
    let server = Server::always(vec![Read, Write(head.into()), Write(vec![b' '; 8 << 20])]).await;
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
    let server = Server::always(then(part(LIST, 10), Hang)).await;
    drop(opened(&server).await.unwrap());
    server.left().await;
}

#[tokio::test]
async fn a_list_that_fails_does_not_tell_the_token() {
    let body = format!(r#"{{"code":7,"msg":"{}some.token"}}"#, "x".repeat(495));
    let server = Server::always(answer(400, "", body.as_bytes())).await;
    let failure = opened(&server).await.map(drop).unwrap_err();
    let message = failure.message.unwrap();
    assert!(message.ends_with("x••••") && !message.contains("some"), "{message}");
}
