//! Time on the network: silence, bodies that stop or crawl, and cancelling. Nominal seconds, forty times faster.

use std::time::{Duration, Instant};

use tapline_contract::endpoints::ListEmv;
use tapline_contract::wire::PageQuery;
use tapline_contract::{Failure, FailureKind};
use tapline_platform::clock::Clock;
use tapline_platform::clock::Pace;
use tapline_platform::network::Network;
use tapline_scripted::Step::{Close, Pause, Stall, Write};
use tapline_scripted::{Behavior, Greeting, Script, Server};

use super::{Body, OWNER, Pay, always, answer, client, client_in, clock, every_change, owner, part};

const PACE: u32 = 40;

/// On the network of these tests.
fn nominal(seconds: u64) -> Duration {
    Duration::from_secs(seconds) / PACE
}

/// A list whose body has this many bytes.
fn list(bytes: usize) -> String {
    let empty = r#"{"code":0,"data":{"records":[]}}"#;
    format!("{empty}{}", " ".repeat(bytes - empty.len()))
}

/// Pieces of a list, each after so many nominal seconds.
fn pieces(pieces: &[(usize, u64)]) -> Script {
    let body = list(pieces.iter().map(|(length, _)| length).sum());
    let mut script = part(&body, 0, Pause(Duration::ZERO));
    let mut sent = 0;
    for (length, seconds) in pieces {
        script.push(Pause(nominal(*seconds)));
        script.push(Write(body.as_bytes()[sent..sent + length].to_vec()));
        sent += length;
    }
    script.push(Close);
    script
}

async fn read_list(server: &Server) -> Result<usize, Failure> {
    let client = client(&server.http(), &clock());
    client.send::<ListEmv>(&(), &PageQuery::ALL).await.map(|sent| sent.output.records.len())
}

#[tokio::test]
async fn a_body_that_crawls_is_given_up_and_a_slow_one_is_not() {
    let crawling = [(300, 0), (1, 15), (1, 15), (1, 15), (300, 15)];
    let slower = [(1024, 10); 8];
    for (name, script, whole) in [("crawls", pieces(&crawling), false), ("is slower", pieces(&slower), true)]
    {
        let server = always(script);
        match read_list(&server).await {
            Ok(_) => assert!(whole, "{name}"),
            Err(failure) => {
                assert!(!whole, "{name}: {failure}");
                assert_eq!(failure.kind, FailureKind::Timeout, "{name}: {failure}");
                assert!(failure.sentence.contains("stopped in the middle"), "{name}: {failure}");
                assert_eq!(server.requests().len(), 2, "{name}");
            }
        }
    }
}

#[tokio::test]
async fn a_record_that_stops_is_said_to_have_stopped() {
    // 20 s without a byte, twice.
    let server = always(part(OWNER, 10, Stall));
    let failure = owner(&client(&server.http(), &clock())).await.unwrap_err();
    assert_eq!((failure.kind, server.requests().len()), (FailureKind::Timeout, 2));
    assert!(failure.sentence.contains("stopped in the middle"), "{failure}");
}

#[tokio::test]
async fn a_call_ends_with_its_deadline() {
    let server = always(vec![Stall]);
    let begun = Instant::now();
    let failure = owner(&client(&server.http(), &clock())).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Timeout);
    // 15 s for the first byte, once more, and then it is given up.
    assert!(begun.elapsed() >= nominal(30), "{:?}", begun.elapsed());
    assert_eq!(server.requests().len(), 2);
    assert!(failure.sentence.contains("didn't answer in time"), "{failure}");
}

#[tokio::test]
async fn a_lost_answer_to_a_change_is_waited_for_its_time() {
    let server = always(vec![Stall]);
    let client = client_in("acme", &server.http(), &Network::default(), &clock());
    let begun = Instant::now();
    let failure = client.send::<Pay>(&(), &Body).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Timeout);
    assert!(begun.elapsed() >= nominal(90), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn connecting_has_a_limit_of_its_own() {
    // A greeting that never comes: the socket is open, TLS is not.
    let server = Server::start(Behavior::greet(Greeting::Silent));
    let address = server.https();
    let clock = clock();
    let client = client_in("acme", &address, &Network::default(), &clock);
    let begun = Instant::now();
    let failure = owner(&client).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unreachable, "{failure}");
    assert!(failure.sentence.contains("within 10 seconds"), "{failure}");
    assert_eq!(clock.waits().len(), 2);
    assert!(begun.elapsed() >= nominal(30), "{:?}", begun.elapsed());
    for (name, failure) in every_change(&client).await {
        assert!(failure.nothing_happened(), "{name}: {failure}");
    }
}

#[tokio::test]
async fn the_wait_for_an_answer_begins_when_there_is_a_connection() {
    // The name takes almost its whole time, the answer almost its own: together more than the answer may.
    let pace = Pace { waits: 1, deadlines: 10, jitter: None };
    let clock = Clock::fast(pace);
    let slow = clock.clone();
    let network = Network {
        resolver: Some(std::sync::Arc::new(move |_| {
            let clock = slow.clone();
            Box::pin(async move {
                tokio::time::sleep(clock.shortened(Duration::from_millis(3500))).await;
                Ok(vec![std::net::Ipv4Addr::LOCALHOST.into()])
            })
        })),
        ..Network::default()
    };
    let mut script = answer(200, "", OWNER);
    script.insert(0, Pause(Duration::from_millis(13_500) / pace.deadlines));
    let server = always(script);
    let address = server.http().replace("127.0.0.1", "localhost");
    let client = client_in("", &address, &network, &clock);
    assert_eq!(owner(&client).await.as_deref(), Ok("Acme"));
    assert_eq!(server.requests().len(), 1);
}

/// Waits until the client has closed its connection; a lot longer than it may take.
pub(super) async fn hangs_up(server: &Server) {
    let ended = server.until(|seen| seen.ended > 0);
    let ended = tokio::time::timeout(Duration::from_secs(5), ended).await;
    assert!(ended.is_ok(), "the connection is still open");
}

fn unhurried() -> Clock {
    Clock::fast(Pace { waits: 1, deadlines: 1, jitter: None })
}

#[tokio::test]
async fn who_stops_waiting_hangs_up_at_once() {
    for script in [vec![Stall], part(OWNER, 10, Stall)] {
        let server = always(script);
        let client = client(&server.http(), &unhurried());
        tokio::select! {
            _ = owner(&client) => panic!("it was answered"),
            _ = server.until(|seen| !seen.requests.is_empty()) => {}
        }
        hangs_up(&server).await;
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_wait_before_a_retry_is_cancelled_at_once() {
    let server = always(answer(429, "Retry-After: 60\r\n", ""));
    let clock = unhurried();
    let waiting = async {
        while clock.waits().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    let client = client(&server.http(), &clock);
    tokio::select! {
        _ = owner(&client) => panic!("it did not wait"),
        () = waiting => {}
    }
    assert_eq!((server.requests().len(), clock.waits()), (1, vec![Duration::from_mins(1)]));
}
