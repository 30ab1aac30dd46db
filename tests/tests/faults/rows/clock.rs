//! F35: this computer's clock is wrong, or jumps while a call is on its way. Waits and deadlines are intervals and do not notice;
//! a date of the service is compared with the service's own.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::TimeDelta;
use tapline_contract::Evidence;
use tapline_scripted::{Answer, Server, Step};
use tapline_tests::reference::{Fate, Operation, Reference};

use crate::cell::passed;
use crate::matrix::FaultRow;
use crate::test_core::{CallResult, PATIENT, TestCore, fresh, payload};

pub(crate) async fn jumps() {
    for by in [TimeDelta::minutes(5), TimeDelta::minutes(-5), TimeDelta::days(1), TimeDelta::days(-1)] {
        read(by).await;
        change(by).await;
    }
    FaultRow::by_number(35).cells_here().into_iter().for_each(passed);
}

/// Jumps between the tries of a read.
async fn read(by: TimeDelta) {
    let operation = Operation::named("GetTransaction");
    let core = TestCore::new(PATIENT);
    let (service, clock) = (Reference::start(), core.clock.clone());
    let tried = AtomicUsize::new(0);
    let server = Server::start(service.except(operation, move |_, _| {
        clock.jump(by);
        let busy = Answer::json(503, "{}").with("Date", "Fri, 20 Nov 2026 10:00:00 GMT");
        match tried.fetch_add(1, Ordering::SeqCst) {
            0 => Some(busy.with("Retry-After", "Fri, 20 Nov 2026 10:00:09 GMT").steps()),
            1 => Some(busy.steps()),
            _ => None,
        }
    }));
    let connection = core.attach(&server.http());
    let before = core.clock.elapsed();
    assert!(core.call(&connection, operation).await.is_success(), "{by}");
    assert_eq!(core.clock.waits(), [9000, 1000].map(Duration::from_millis), "{by}");
    let passed = core.clock.elapsed().saturating_sub(before);
    assert!(passed >= Duration::from_secs(10) && passed < Duration::from_mins(2), "{by}: {passed:?}");
    assert_eq!(operation.sent(&server.seen()), 3, "{by}");
}

/// Jumps while a change is on its way, and while it is read for.
async fn change(by: TimeDelta) {
    let operation = Operation::named("VoidTransaction");
    let core = TestCore::new(PATIENT);
    let (service, clock) = (Reference::start(), core.clock.clone());
    let doing = std::sync::Arc::clone(&service);
    let server = Server::start(service.except(operation, move |_, request| {
        clock.jump(by);
        doing.lose(request, Fate::DoneAtRead(4));
        Some(vec![Step::Reset])
    }));
    let connection = core.attach(&server.http());
    let (payload, id) = (payload(&connection, operation), fresh());
    assert!(matches!(core.send(operation, &payload, &id).await, CallResult::Unknown { .. }), "{by}");
    core.clock.jump(by);
    let result = core.settled(operation, &payload, &id).await;
    assert!(matches!(result, CallResult::Applied(Evidence::ReadBack, _)), "{by}: {result:?}");
    assert_eq!(core.clock.waits(), [1, 2, 4, 8].map(Duration::from_secs), "{by}");
    assert_eq!(operation.sent(&server.seen()), 1, "{by}");
}
