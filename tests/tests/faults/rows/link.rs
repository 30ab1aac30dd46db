//! F36: the link goes and comes. Reads recover within five seconds of its return, and a change of unknown outcome is read for
//! until the link is there again.

use std::time::Duration;

use tapline_contract::Evidence;
use tapline_scripted::{Server, Step};
use tapline_tests::reference::{Fate, OPERATIONS, Operation, Reference};

use super::connecting::{Names, Way, one_by_one};
use crate::cell::passed;
use crate::matrix::FaultRow;
use crate::test_core::{CallResult, PATIENT, TestCore, fresh, payload};

pub(crate) async fn flaps() {
    for operation in OPERATIONS.iter().filter(|operation| !operation.changes()) {
        comes_back(Operation::named(operation.name)).await;
    }
    read_for().await;
    FaultRow::by_number(36).cells_here().into_iter().for_each(passed);
}

/// The link is gone for one try, and for two.
async fn comes_back(operation: &'static Operation) {
    let service = Reference::start();
    let server = Server::start(one_by_one(&service));
    let names = Names::new();
    let core = TestCore::through(PATIENT, names.network());
    let connection = core.attach(&format!("http://localhost:{}", server.port()));
    for gone in [1, 2, 0, 2, 1] {
        let earlier = core.clock.waits().len();
        names.lead(Way::Beside, gone, Way::Free);
        assert!(core.call(&connection, operation).await.is_success(), "{} {gone}", operation.name);
        let waits = core.clock.waits();
        assert_eq!(waits.len() - earlier, gone, "{}", operation.name);
        assert!(waits[earlier..].iter().all(|wait| *wait <= Duration::from_secs(5)), "{waits:?}");
    }
}

/// The answer is lost with the link; it comes back after some of the reads.
async fn read_for() {
    let operation = Operation::named("CaptureTransaction");
    let service = Reference::start();
    let names = Names::new();
    let (doing, gone) = (std::sync::Arc::clone(&service), names.clone());
    let server = Server::start(one_by_one(&service));
    server.behave(tapline_scripted::Behavior::respond(move |request| {
        if operation.takes(request) {
            doing.lose(request, Fate::Done);
            // Each read is tried three times. The owner is requested once and again with each of two reads of the transaction: all
            // five find no way.
            gone.lead(Way::Beside, 15, Way::Free);
            return vec![Step::Reset];
        }
        doing.answer(request).framed(tapline_scripted::Framing::UntilClose).steps()
    }));
    let core = TestCore::through(PATIENT, names.network());
    let connection = core.attach(&format!("http://localhost:{}", server.port()));
    let (payload, id) = (payload(&connection, operation), fresh());
    assert!(matches!(core.send(operation, &payload, &id).await, CallResult::Unknown { checks: 0, .. }));
    let result = core.settled(operation, &payload, &id).await;
    assert!(matches!(result, CallResult::Applied(Evidence::ReadBack, _)), "{result:?}");
    assert_eq!(operation.sent(&server.seen()), 1);
    let seconds: Vec<_> =
        core.clock.waits().iter().filter(|wait| wait.subsec_nanos() == 0).map(Duration::as_secs).collect();
    assert!(seconds.starts_with(&[1]) && seconds.contains(&4), "{seconds:?}");
}
