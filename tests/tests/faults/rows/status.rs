//! F10 and F11: the service is down, or has had enough.

use tapline_contract::FailureKind;
use tapline_scripted::Answer;

use crate::cell::every;
use crate::fault::Fault;
use crate::test_core::{PATIENT, TestCore};

/// F10. A read is sent three times, after a half and after a whole second; a change once.
pub(crate) async fn errors() {
    every(10, |operation| async move {
        let core = TestCore::new(PATIENT);
        let maintenance = |status| Answer::html(status, "<h1>Down for maintenance</h1>");
        for down in [500, 502, 503, 504].map(maintenance) {
            let (name, steps) = (down.status.to_string(), down.steps());
            let fault = Fault::new(name, FailureKind::ServiceError, move |_| steps.clone()).passing();
            fault.meets(&core, operation).await;
        }
        let later = maintenance(503).with("Retry-After", "1").steps();
        let fault = Fault::new("503 with a wait", FailureKind::ServiceError, move |_| later.clone());
        fault.after([1000, 1000]).meets(&core, operation).await;
        // Not one that may be better in a moment.
        let never = Answer::json(501, "{}").steps();
        Fault::new("501", FailureKind::ServiceError, move |_| never.clone()).meets(&core, operation).await;
    })
    .await;
}

/// F11. The wait that the service requests, a minute at most; an impossible value counts as no request. A change waits for
/// nothing.
pub(crate) async fn too_many() {
    const DATE: &str = "Fri, 20 Nov 2026 10:00:00 GMT";
    every(11, |operation| async move {
        let core = TestCore::new(PATIENT);
        for (retry_after, waits) in [
            (Some("2"), [2000, 2000]),
            (Some("Fri, 20 Nov 2026 10:00:07 GMT"), [7000, 7000]),
            (Some("Fri, 20 Nov 2026 09:59:00 GMT"), [500, 1000]),
            (None, [500, 1000]),
            (Some("1000000000"), [60_000, 60_000]),
            (Some("-5"), [500, 1000]),
        ] {
            let answer = Answer::json(429, r#"{"msg":"SLOW_DOWN","code":429}"#).with("Date", DATE);
            let answer = match retry_after {
                Some(value) => answer.with("Retry-After", value),
                None => answer,
            };
            let steps = answer.steps();
            Fault::new(format!("{retry_after:?}"), FailureKind::TooManyRequests, move |_| steps.clone())
                .after(waits)
                .meets(&core, operation)
                .await;
        }
    })
    .await;
}
