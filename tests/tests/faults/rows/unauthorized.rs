//! F18: the token is no longer accepted, or the admin password is wrong. Nothing is repeated.

use std::sync::Arc;

use tapline_contract::FailureKind;
use tapline_scripted::{Answer, Server};
use tapline_tests::reference::{Operation, Reference};

use crate::cell::every;
use crate::fault::Fault;
use crate::test_core::{CallResult, PATIENT, TestCore, attach};

pub(crate) async fn refused() {
    every(18, |operation| async move {
        let core = TestCore::new(PATIENT);
        let asks_for_password = ["VoidTransaction", "RefundTransaction"].contains(&operation.name);
        for status in [401, 403] {
            let no = Answer::json(status, r#"{"msg":"UNAUTHORIZED","code":401}"#).steps();
            if operation.changes() && operation.path.contains("/api/v1") && status != 401 {
                // Not a documented refusal there, so it says nothing of the change.
                let fault = Fault::new(status.to_string(), FailureKind::Malformed, move |_| no.clone());
                fault.meets(&core, operation).await;
                continue;
            }
            let fault = Fault::new(status.to_string(), FailureKind::Unauthorized, move |_| no.clone());
            // The owner is readable with the same token: so it was the password.
            let kind = if asks_for_password { FailureKind::Refused } else { FailureKind::Unauthorized };
            let fault = fault.refusing(kind);
            let fault = if asks_for_password { fault.also(names_the_password) } else { fault };
            fault.meets(&core, operation).await;
        }
        expired(&core, operation).await;
        in_mid_list(&core, operation).await;
    })
    .await;
}

fn names_the_password(result: &CallResult) {
    assert_eq!(result.failure().field.as_deref(), Some("adminPwd"), "{result:?}");
}

/// Every call of the operation is refused, and the question whose token it is too: it is the token.
async fn expired(core: &TestCore, operation: &'static Operation) {
    let service = Reference::start();
    let owner = Operation::named("GetOwner");
    let well = Arc::clone(&service);
    let server = Server::start(tapline_scripted::Behavior::respond(move |request| {
        if operation.takes(request) || owner.takes(request) {
            return Answer::json(401, r#"{"msg":"UNAUTHORIZED","code":401}"#).steps();
        }
        well.answer(request).steps()
    }));
    let connection = core.attach(&server.http());
    let result = core.call(&connection, operation).await;
    assert_eq!(result.failure().kind, FailureKind::Unauthorized, "{result:?}");
    assert!(!matches!(result, CallResult::Unknown { .. }), "{result:?}");
    assert_eq!(operation.sent(&server.seen()), 1);
    // The same token again, as if it had been pasted anew.
    server.behave(service.behavior());
    let connection = attach(&core.host, &server.http());
    assert!(core.call(&connection, operation).await.is_success());
}

/// The second page of a list is refused: the first is not shown as the whole.
async fn in_mid_list(core: &TestCore, operation: &'static Operation) {
    if !["ListEmv", "ListAcquirers", "ListDevices", "ListMerchants"].contains(&operation.name) {
        return;
    }
    let service = Reference::start();
    let doing = Arc::clone(&service);
    let server = Server::start(service.except(operation, move |number, request| {
        if number > 0 {
            return Some(Answer::json(401, "{}").steps());
        }
        let mut answer = doing.answer(request);
        let text = String::from_utf8(answer.body).unwrap();
        answer.body = text.replace("\"hasNext\":false", "\"hasNext\":true").into_bytes();
        Some(answer.steps())
    }));
    let connection = core.attach(&server.http());
    let result = core.call(&connection, operation).await;
    let CallResult::Failed(failure) = &result else { panic!("a part is shown as the whole: {result:?}") };
    assert_eq!(failure.kind, FailureKind::Unauthorized);
    assert_eq!(operation.sent(&server.seen()), 2);
}
