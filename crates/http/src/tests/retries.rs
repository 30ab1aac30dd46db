//! Calls that are sent again, their count and their waits: by count at the server and by the clock's record.

use tapline_contract::FailureKind;
use tapline_platform::network::Network;
use tapline_scripted::Script;
use tapline_scripted::Step::{Close, Reset, Stall};

use super::{
    Body, OWNER, OddRead, always, answer, client, client_in, clock, clock_with, every_change, millis, owner,
    part, serve,
};

/// Failures that a read tries again, and the kind of each if it persists.
fn passing() -> Vec<(&'static str, Script, FailureKind)> {
    vec![
        ("500", answer(500, "", ""), FailureKind::ServiceError),
        ("502", answer(502, "", "<html>"), FailureKind::ServiceError),
        ("503", answer(503, "", "{}"), FailureKind::ServiceError),
        ("504", answer(504, "", ""), FailureKind::ServiceError),
        ("429", answer(429, "", ""), FailureKind::TooManyRequests),
        ("reset before the answer", vec![Reset], FailureKind::Interrupted),
        ("end before the answer", vec![Close], FailureKind::Interrupted),
        ("reset in the body", part(OWNER, 10, Reset), FailureKind::Interrupted),
        ("end in the body", part(OWNER, 10, Close), FailureKind::Interrupted),
        ("silence", vec![Stall], FailureKind::Timeout),
    ]
}

#[tokio::test]
async fn a_read_is_sent_three_times_and_twice_into_silence() {
    for (cause, script, kind) in passing() {
        let (server, clock) = (always(script), clock());
        let failure = owner(&client(&server.http(), &clock)).await.unwrap_err();
        assert_eq!(failure.kind, kind, "{cause}: {failure}");
        // Silence costs the person fifteen seconds a try.
        let waits = if kind == FailureKind::Timeout { &[500][..] } else { &[500, 1000] };
        assert_eq!(server.requests().len(), waits.len() + 1, "{cause}");
        assert_eq!(clock.waits(), millis(waits), "{cause}");
    }
}

#[tokio::test]
async fn a_read_that_succeeds_again_is_a_success() {
    for (cause, script, _) in passing() {
        let (server, clock) = (serve(vec![script, answer(200, "", OWNER)]), clock_with(0.5));
        assert_eq!(owner(&client(&server.http(), &clock)).await.as_deref(), Ok("Acme"), "{cause}");
        assert_eq!(server.requests().len(), 2, "{cause}");
        assert_eq!(clock.waits(), millis(&[250]), "{cause}");
    }
}

#[tokio::test]
async fn what_cannot_get_better_is_asked_once() {
    for (status, headers, body, kind) in [
        (200, "Content-Type: text/html\r\n", "<p>", FailureKind::NotTheService),
        (200, "", "{\"code\":0,", FailureKind::Malformed),
        (200, "", "{\"code\":0}", FailureKind::Malformed),
        (200, "", "{\"code\":7}", FailureKind::Refused),
        (200, "Content-Encoding: br\r\n", OWNER, FailureKind::Malformed),
        (302, "Location: /x\r\n", "", FailureKind::Redirected),
        (400, "", "", FailureKind::Refused),
        (401, "Retry-After: 1\r\n", "", FailureKind::Unauthorized),
        (404, "", "", FailureKind::Refused),
        (408, "", "", FailureKind::ServiceError),
        (501, "", "", FailureKind::ServiceError),
    ] {
        let (server, clock) = (always(answer(status, headers, body)), clock());
        let failure = owner(&client(&server.http(), &clock)).await.unwrap_err();
        assert_eq!(failure.kind, kind, "{status} {body}");
        assert_eq!((server.requests().len(), clock.waits()), (1, Vec::new()), "{status} {body}");
    }
}

#[tokio::test]
async fn a_change_is_sent_once() {
    let mut causes = passing();
    causes.push(("503 with a wait", answer(503, "Retry-After: 1\r\n", ""), FailureKind::ServiceError));
    causes.push(("429 with a wait", answer(429, "Retry-After: 1\r\n", ""), FailureKind::TooManyRequests));
    for (cause, script, kind) in causes {
        let (server, clock) = (always(script), clock());
        let client = client_in("acme", &server.http(), &Network::default(), &clock);
        let changes = every_change(&client).await;
        for (name, failure) in &changes {
            assert_eq!(failure.kind, kind, "{name}, {cause}");
            assert!(!failure.nothing_happened(), "{name}, {cause}");
        }
        assert_eq!((server.requests().len(), clock.waits()), (changes.len(), Vec::new()), "{cause}");
    }
}

#[tokio::test]
async fn only_get_is_ever_sent_twice() {
    let (server, clock) = (always(answer(503, "", "")), clock());
    client(&server.http(), &clock).send::<OddRead>(&(), &Body).await.unwrap_err();
    assert_eq!(server.requests().len(), 1, "even when the table says that it changes nothing");
}

#[tokio::test]
async fn where_nothing_listens_a_read_comes_back_and_a_change_does_not() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("http://127.0.0.1:{port}");
    let clock = clock();
    let client = client_in("acme", &address, &Network::default(), &clock);
    let failure = owner(&client).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unreachable);
    assert!(failure.sentence.contains(&format!("127.0.0.1:{port} refuses connections")), "{failure}");
    assert_eq!(clock.waits(), millis(&[500, 1000]));
    for (name, failure) in every_change(&client).await {
        assert!(failure.nothing_happened() && failure.sentence.contains("Nothing was changed."), "{name}");
    }
    assert_eq!(clock.waits().len(), 2);
}

#[tokio::test]
async fn the_service_says_how_long_to_wait() {
    let date = "Date: Fri, 20 Nov 2026 10:00:00 GMT\r\n";
    for (headers, waits) in [
        ("Retry-After: 2\r\n".to_owned(), [2000, 2000]),
        ("Retry-After: 0\r\n".to_owned(), [0, 0]),
        (format!("{date}Retry-After: Fri, 20 Nov 2026 10:00:07 GMT\r\n"), [7000, 7000]),
        (format!("{date}Retry-After: Fri, 20 Nov 2026 09:00:00 GMT\r\n"), [500, 1000]),
        ("Retry-After: 1000000000\r\n".to_owned(), [60_000, 60_000]),
        ("Retry-After: -1\r\n".to_owned(), [500, 1000]),
        ("Retry-After: later\r\n".to_owned(), [500, 1000]),
        (String::new(), [500, 1000]),
    ] {
        for status in [429, 503] {
            let later = answer(status, &headers, "");
            let server = serve(vec![later.clone(), later, answer(200, "", OWNER)]);
            let clock = clock();
            // Two minutes of waiting are more than the call may take: they do not count.
            assert_eq!(owner(&client(&server.http(), &clock)).await.as_deref(), Ok("Acme"), "{headers}");
            assert_eq!(clock.waits(), millis(&waits), "{status} {headers}");
        }
    }
}

#[tokio::test]
async fn thirty_retries_in_a_minute_are_enough() {
    let (server, clock) = (always(answer(503, "", "")), clock());
    let client = client(&server.http(), &clock);
    for _ in 0..15 {
        owner(&client).await.unwrap_err();
    }
    assert_eq!((server.requests().len(), clock.waits().len()), (45, 30));
    let failure = owner(&client).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::ServiceError);
    assert_eq!(server.requests().len(), 46, "the first failure is final");
    clock.sleep(std::time::Duration::from_mins(1)).await;
    owner(&client).await.unwrap_err();
    assert_eq!(server.requests().len(), 49);
}
