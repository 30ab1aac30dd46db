//! Calls that are sent again: by count at the server and by the clock's record. The fault suite has the counts and waits of
//! every fault for every operation.

use tapline_contract::FailureKind;
use tapline_scripted::Step::{Reset, Stall};

use super::{
    Body, OWNER, OddRead, always, answer, client, clock_with, millis, owner, part, patient_clock, serve,
};

#[tokio::test]
async fn a_read_that_succeeds_again_is_a_success() {
    for (cause, script) in [
        ("503", answer(503, "", "{}")),
        ("reset in the body", part(OWNER, 10, Reset)),
        ("silence", vec![Stall]),
    ] {
        let (server, clock) = (serve(vec![script, answer(200, "", OWNER)]), clock_with(0.5));
        assert_eq!(owner(&client(&server.http(), &clock)).await.as_deref(), Ok("Acme"), "{cause}");
        assert_eq!(server.requests().len(), 2, "{cause}");
        assert_eq!(clock.waits(), millis(&[250]), "{cause}");
    }
}

#[tokio::test]
async fn a_service_that_is_down_says_how_long_to_wait() {
    let later = answer(503, "Retry-After: 60\r\n", "");
    let server = serve(vec![later.clone(), later, answer(200, "", OWNER)]);
    let clock = patient_clock();
    // Two minutes of waiting are more than the call may take: they do not count.
    assert_eq!(owner(&client(&server.http(), &clock)).await.as_deref(), Ok("Acme"));
    assert_eq!(clock.waits(), millis(&[60_000, 60_000]));
}

#[tokio::test]
async fn what_cannot_get_better_is_asked_once() {
    for (status, headers, body, kind) in [
        (400, "", "", FailureKind::Refused),
        (401, "Retry-After: 1\r\n", "", FailureKind::Unauthorized),
        (404, "", "", FailureKind::Refused),
        (408, "", "", FailureKind::ServiceError),
    ] {
        let (server, clock) = (always(answer(status, headers, body)), patient_clock());
        let failure = owner(&client(&server.http(), &clock)).await.unwrap_err();
        assert_eq!(failure.kind, kind, "{status} {body}");
        assert_eq!((server.requests().len(), clock.waits()), (1, Vec::new()), "{status} {body}");
    }
}

#[tokio::test]
async fn only_get_is_ever_sent_twice() {
    let (server, clock) = (always(answer(503, "", "")), patient_clock());
    client(&server.http(), &clock).send::<OddRead>(&(), &Body).await.unwrap_err();
    assert_eq!(server.requests().len(), 1, "even when the table says that it changes nothing");
}

#[tokio::test]
async fn thirty_retries_in_a_minute_are_enough() {
    let (server, clock) = (always(answer(503, "", "")), patient_clock());
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
