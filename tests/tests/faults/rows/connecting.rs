//! F1, F2 and F3: there is no way to the service. Nothing was sent, and that is certain.
//!
//! The way is chosen by name, anew for each connection, and every answer ends its connection: so it can be gone from the start,
//! or from the very request of a change, after the read that comes before it.

use std::future::pending;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tapline_contract::FailureKind;
use tapline_platform::clock::Pace;
use tapline_platform::network::{Network, Resolver};
use tapline_scripted::{Behavior, Framing, FullBacklog, Server};
use tapline_tests::reference::{Class, Operation, Reference};

use crate::cell::{every, every_waiting};
use crate::test_core::{CallResult, HURRIED, PATIENT, TestCore, fresh, payload};

/// Address that a name leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// To the server.
    Free,
    /// To an address without a listener, or with one that does not accept.
    Beside,
    Unknown,
    Silent,
}

/// Names, as an operating system would resolve them.
#[derive(Clone)]
pub(super) struct Names {
    way: Arc<Mutex<(Way, usize, Way)>>,
    asked: Arc<AtomicUsize>,
}

impl Names {
    pub(super) fn new() -> Names {
        Names { way: Arc::new(Mutex::new((Way::Free, 0, Way::Free))), asked: Arc::default() }
    }

    /// The next `count` connections go one way, those after them the other.
    pub(super) fn lead(&self, first: Way, count: usize, then: Way) {
        *self.way.lock().unwrap() = (first, count, then);
        self.asked.store(0, Ordering::SeqCst);
    }

    pub(super) fn lookups(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    pub(super) fn network(&self) -> Network {
        let names = self.clone();
        let resolver: Resolver = Arc::new(move |_| {
            let (first, count, then) = *names.way.lock().unwrap();
            let way = if names.asked.fetch_add(1, Ordering::SeqCst) < count { first } else { then };
            Box::pin(async move {
                match way {
                    Way::Free => Ok(vec![IpAddr::from(Ipv4Addr::LOCALHOST)]),
                    Way::Beside => Ok(vec![IpAddr::from(Ipv4Addr::new(127, 0, 0, 2))]),
                    Way::Unknown => Err(io::Error::other("no such name")),
                    Way::Silent => pending().await,
                }
            })
        });
        Network { resolver: Some(resolver), ..Network::default() }
    }
}

/// Answers well, and ends the connection after each answer.
pub(super) fn one_by_one(service: &Arc<Reference>) -> Behavior {
    let service = Arc::clone(service);
    Behavior::respond(move |request| service.answer(request).framed(Framing::UntilClose).steps())
}

/// F1.
pub(crate) async fn refused() {
    every(1, |operation| no_way(operation, PATIENT, &[(Way::Beside, "can't connect to")])).await;
}

/// F2.
pub(crate) async fn unnamed() {
    let ways = &[(Way::Unknown, "can't be found"), (Way::Silent, "within 5 seconds")];
    every_waiting(2, |operation| no_way(operation, HURRIED, ways)).await;
}

/// F3.
pub(crate) async fn unroutable() {
    every_waiting(3, |operation| async move {
        let service = Reference::start();
        let server = Server::start(one_by_one(&service));
        let full = tokio::task::spawn_blocking({
            let port = server.port();
            move || FullBacklog::fill_beside(port)
        });
        let _full = full.await.unwrap();
        let way = &[(Way::Beside, "didn't accept a connection within 10 seconds")];
        no_way_to(&server, &service, operation, HURRIED, way).await;
    })
    .await;
}

async fn no_way(operation: &'static Operation, pace: Pace, ways: &[(Way, &str)]) {
    let service = Reference::start();
    let server = Server::start(one_by_one(&service));
    no_way_to(&server, &service, operation, pace, ways).await;
}

async fn no_way_to(
    server: &Server,
    service: &Reference,
    operation: &'static Operation,
    pace: Pace,
    ways: &[(Way, &str)],
) {
    let names = Names::new();
    let core = TestCore::through(pace, names.network());
    for (way, words) in ways {
        let connection = core.attach(&format!("http://localhost:{}", server.port()));
        // From the start: a change is not sent when what comes before it cannot be read.
        names.lead(*way, usize::MAX, *way);
        let (earlier, arrived) = (core.clock.waits().len(), server.seen().requests.len());
        let result = core.call(&connection, operation).await;
        unreachable(&result, words, server);
        let tries = if operation.class == Class::Effect { 1 } else { 3 };
        assert_eq!(names.lookups(), tries, "{way:?}: {result:?}");
        let waits = [500, 1000].map(|wait| Duration::from_millis(wait).mul_f64(core.clock.jitter()));
        assert_eq!(core.clock.waits()[earlier..], waits[..tries - 1], "{way:?}");
        assert_eq!(server.seen().requests.len(), arrived, "{way:?}");
        if operation.changes() && operation.class != Class::Effect {
            // From the change itself: it is tried once.
            names.lead(Way::Free, 1, *way);
            let result = core.call(&connection, operation).await;
            unreachable(&result, words, server);
            assert!(result.failure().sentence.contains("Nothing was changed."), "{way:?}: {result:?}");
            assert_eq!(names.lookups(), 2, "{way:?}: {result:?}");
            assert_eq!(operation.sent(&server.seen()), 0, "{way:?}");
        }
        names.lead(Way::Free, usize::MAX, Way::Free);
        if way == &ways[ways.len() - 1].0 {
            let result = core.send(operation, &payload(&connection, operation), &fresh()).await;
            assert!(result.is_success(), "{way:?}, then a way: {result:?}");
            assert_eq!(operation.sent(&server.seen()), 1, "{way:?}");
        }
    }
    assert_eq!(service.deviations(), [""; 0]);
}

fn unreachable(result: &CallResult, words: &str, server: &Server) {
    let failure = match result {
        CallResult::Failed(failure) | CallResult::NotApplied(failure) => failure,
        other => panic!("{other:?}"),
    };
    assert_eq!(failure.kind, FailureKind::Unreachable, "{failure:?}");
    let place = format!("localhost:{}", server.port());
    assert!(failure.sentence.contains(words) && failure.sentence.contains(&place), "{failure:?}");
}
