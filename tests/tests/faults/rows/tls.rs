//! F4 and F5: no protected connection can be made. Nothing secret is sent into one that is not.

use std::sync::Arc;
use std::time::Duration;

use tapline_contract::FailureKind;
use tapline_platform::network::Network;
use tapline_scripted::{Behavior, Greeting, Identity, Server};
use tapline_tests::reference::{Class, Reference};

use super::connecting::one_by_one;
use crate::cell::{every, every_waiting};
use crate::test_core::{CallResult, HURRIED, PATIENT, TestCore};

/// A core that trusts the authority of the tests.
fn trusting(pace: tapline_platform::clock::Pace) -> TestCore {
    TestCore::through(pace, Network { extra_roots: vec![Identity::authority_der()], ..Network::default() })
}

/// Well behind a valid certificate, except for connections from the `bad`th on.
fn behind(service: &Arc<Reference>, bad: usize, greeting: Greeting) -> Behavior {
    let valid = Identity::valid();
    one_by_one(service)
        .after(move |number| if number >= bad { greeting.clone() } else { Greeting::Tls(Arc::clone(&valid)) })
}

/// F4. A hard stop with a readable cause: no second try, and no way around it.
pub(crate) async fn untrusted() {
    every(4, |operation| async move {
        let core = trusting(PATIENT);
        let service = Reference::start();
        let server = Server::start(behind(&service, 0, Greeting::Close));
        let connection = core.attach(&server.https());
        for (greeting, words) in [
            (Greeting::Tls(Identity::self_signed()), "doesn't trust the issuer"),
            (Greeting::Tls(Identity::expired()), "has expired. "),
            (Greeting::Tls(Identity::not_yet_valid()), "isn't valid yet. "),
            (Greeting::Tls(Identity::of_other_host()), "belongs to another host"),
            (Greeting::OldTls, "no secure connection to"),
        ] {
            let earlier = server.seen();
            server.behave(behind(&service, earlier.connections, greeting.clone()));
            let result = core.call(&connection, operation).await;
            let sentence = certificate(&result, words);
            let by_date = words.contains("expired") || words.contains("valid yet");
            assert!(!by_date || sentence.contains("Check this computer's clock"), "{sentence}");
            let seen = server.seen();
            assert_eq!(seen.connections, earlier.connections + 1, "{words}: no second try");
            assert_eq!(seen.requests.len(), earlier.requests.len(), "{words}");
            if operation.changes() && operation.class != Class::Effect {
                // From the change itself on.
                server.behave(behind(&service, seen.connections + 1, greeting));
                certificate(&core.call(&connection, operation).await, words);
                assert_eq!(server.seen().connections, seen.connections + 2, "{words}");
            }
        }
        assert_eq!((core.clock.waits().len(), operation.sent(&server.seen())), (0, 0));
        server.behave(behind(&service, usize::MAX, Greeting::Close));
        let result = core.call(&connection, operation).await;
        assert!(result.is_success(), "then nothing wrong: {result:?}");
        assert_eq!(service.deviations(), [""; 0]);
    })
    .await;
}

fn certificate<'t>(result: &'t CallResult, words: &str) -> &'t str {
    let failure = match result {
        CallResult::Failed(failure) | CallResult::NotApplied(failure) => failure,
        other => panic!("{words}: {other:?}"),
    };
    assert_eq!(failure.kind, FailureKind::Certificate, "{words}: {failure:?}");
    assert!(failure.sentence.contains(words), "{failure:?}");
    &failure.sentence
}

/// F5. Connecting has its own time, and what is not connected was not sent.
pub(crate) async fn stalled() {
    every_waiting(5, |operation| async move {
        let core = trusting(HURRIED);
        let service = Reference::start();
        let server = Server::start(behind(&service, 0, Greeting::Silent));
        let connection = core.attach(&server.https());
        let result = core.call(&connection, operation).await;
        unconnected(&result);
        let tries = if operation.class == Class::Effect { 1 } else { 3 };
        assert_eq!((server.seen().connections, server.seen().requests.len()), (tries, 0), "{result:?}");
        let waits = [250, 500].map(Duration::from_millis);
        assert_eq!(core.clock.waits(), waits[..tries - 1]);
        drop(server);

        let server = Server::start(behind(&service, 1, Greeting::Silent));
        let connection = core.attach(&server.https());
        if operation.changes() && operation.class != Class::Effect {
            unconnected(&core.call(&connection, operation).await);
            assert_eq!((server.seen().connections, operation.sent(&server.seen())), (2, 0));
        }
        server.behave(behind(&service, usize::MAX, Greeting::Close));
        let result = core.call(&connection, operation).await;
        assert!(result.is_success(), "then nothing wrong: {result:?}");
        assert_eq!((operation.sent(&server.seen()), service.deviations().len()), (1, 0));
    })
    .await;
}

fn unconnected(result: &CallResult) {
    let failure = match result {
        CallResult::Failed(failure) | CallResult::NotApplied(failure) => failure,
        other => panic!("{other:?}"),
    };
    assert_eq!(failure.kind, FailureKind::Unreachable, "{failure:?}");
    assert!(failure.sentence.contains("didn't accept a connection within 10 seconds"), "{failure:?}");
}
