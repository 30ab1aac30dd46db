//! Failures, and the messages about them.

use tapline_contract::connection::{ConnectionId, Safety};
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::endpoints::ListEmv;
use tapline_contract::history::EmvOutcome;
use tapline_contract::wire::PageQuery;
use tapline_contract::{Evidence, FailureKind, Outcome};
use tapline_sandbox::{Options, Sandbox};
use tapline_scripted::{Answer, Behavior, ClosedPort, Framing, Server, Step};

use crate::test_core::{TestCore, cvm_limit, eventually, named, operation, quiet, save, with_cvm};

/// The outcome of a save with a value that makes the sandbox misbehave.
struct Saved {
    core: TestCore,
    sandbox: Sandbox,
    id: ConnectionId,
    before: EmvConfig,
    outcome: EmvOutcome,
}

impl Saved {
    async fn with(cvm_limit: u64) -> Saved {
        let sandbox = Sandbox::start(Options::default()).await.unwrap();
        let core = TestCore::new();
        let id = core.connect(&sandbox.base_address(), sandbox.token(), Safety::Confirm).await.unwrap();
        let before = quiet(&core.list(&id).await).clone();
        let call = save(&id, &before, with_cvm(&before, cvm_limit));
        let outcome = core.change(&operation(), &call).await.unwrap();
        Saved { core, sandbox, id, before, outcome }
    }

    /// The outcome once nothing more comes of it.
    async fn settled(&self) -> EmvOutcome {
        eventually(async || {
            let outcome = self.core.history(&self.id).await[0].outcome.clone()?;
            outcome.is_settled().then_some(outcome)
        })
        .await
    }

    /// As the service has it now.
    async fn now(&self) -> EmvConfig {
        named(&self.core.list(&self.id).await, &self.before.name()).clone()
    }

    /// One request to change something, whatever happened.
    async fn end(self) {
        assert_eq!(self.sandbox.puts(), 1);
        self.core.forget(&self.id).await;
    }
}

#[tokio::test]
async fn a_refused_save_says_so_in_the_services_words() {
    let saved = Saved::with(6601).await;
    let Outcome::NotApplied { failure } = &saved.outcome else { panic!("{:?}", saved.outcome) };
    assert_eq!(failure.kind, FailureKind::Refused);
    assert_eq!(failure.code.as_deref(), Some("11021"));
    assert_eq!(failure.message.as_deref(), Some("clCVMLimit 6601 is refused by the acquirer"));
    assert!(failure.sentence.contains("Nothing was changed."), "{failure}");
    assert!(saved.now().await.same_values(&saved.before));
    saved.end().await;
}

#[tokio::test]
async fn a_lost_answer_is_settled_by_reading() {
    let saved = Saved::with(6608).await;
    assert!(
        matches!(saved.outcome, Outcome::Unknown { checks: 0, given_up: false, .. }),
        "{:?}",
        saved.outcome
    );
    let again = save(&saved.id, &saved.before, with_cvm(&saved.before, 4000));
    let busy = saved.core.change(&operation(), &again).await.unwrap_err();
    assert_eq!(busy.kind, FailureKind::Busy);

    let settled = saved.settled().await;
    let Outcome::Applied { evidence: Evidence::ReadBack, record: Some(record), .. } = settled else {
        panic!("{settled:?}")
    };
    assert_eq!(cvm_limit(&record), Some(6608));
    saved.end().await;
}

#[tokio::test]
async fn an_error_page_after_which_nothing_changes_for_a_while_is_not_applied() {
    let saved = Saved::with(6603).await;
    assert!(matches!(saved.outcome, Outcome::Unknown { given_up: false, .. }), "{:?}", saved.outcome);
    let settled = saved.settled().await;
    let Outcome::NotApplied { failure } = &settled else { panic!("{settled:?}") };
    assert_eq!((failure.kind, failure.status), (FailureKind::ServiceError, Some(500)));
    assert!(failure.sentence.ends_with("nothing was changed. Try again."), "{failure}");
    assert!(!failure.sentence.contains("may have been done"), "{failure}");
    saved.end().await;
}

#[tokio::test]
async fn a_page_of_html_after_which_nothing_changes_for_a_while_is_not_applied() {
    let saved = Saved::with(6604).await;
    assert!(matches!(saved.outcome, Outcome::Unknown { given_up: false, .. }), "{:?}", saved.outcome);
    let settled = saved.settled().await;
    let Outcome::NotApplied { failure } = &settled else { panic!("{settled:?}") };
    assert_eq!(failure.kind, FailureKind::NotTheService);
    saved.end().await;
}

#[tokio::test]
async fn a_third_value_is_a_conflict_after_sending() {
    let saved = Saved::with(6606).await;
    let Outcome::Conflict { theirs: Some(theirs), sent: true } = &saved.outcome else {
        panic!("{:?}", saved.outcome)
    };
    assert_eq!(cvm_limit(theirs), Some(6606));
    assert!(theirs.same_values(&saved.now().await));
    saved.end().await;
}

#[tokio::test]
async fn an_expired_token_changes_nothing() {
    let saved = Saved::with(6607).await;
    let Outcome::NotApplied { failure } = &saved.outcome else { panic!("{:?}", saved.outcome) };
    assert_eq!(failure.kind, FailureKind::Unauthorized);
    saved.end().await;
}

#[tokio::test]
async fn a_wrong_token_is_refused_when_connecting() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let core = TestCore::new();
    let refused =
        core.connect(&sandbox.base_address(), "some.other.token", Safety::Confirm).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::Unauthorized);
    assert_eq!(refused.status, Some(401));
    assert_eq!(refused.message.as_deref(), Some("Authentication failed"));
    assert_eq!(refused.request_id, None, "the document tells of request ids under /api/v1 only");
}

#[tokio::test]
async fn nothing_listens_at_the_address() {
    let closed = ClosedPort::reserve();
    let port = closed.port();
    let failure = TestCore::new()
        .connect(&format!("http://127.0.0.1:{port}"), "some.token", Safety::Confirm)
        .await
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unreachable);
    assert!(failure.sentence.contains(&format!("127.0.0.1:{port} refuses connections")), "{failure}");
}

#[tokio::test]
async fn answers_that_are_not_the_services() {
    let html = "text/html; charset=utf-8";
    let json = "application/json";
    // A failure that may pass in a moment is tried three times.
    for (status, content_type, body, kind, sends) in [
        (200, html, "<html><body>Sign in to the guest network</body></html>", FailureKind::NotTheService, 1),
        (200, "text/plain", "hello", FailureKind::NotTheService, 1),
        (200, json, "{\"code\":0,\"da", FailureKind::Malformed, 1),
        (200, json, "{\"code\":0,\"data\":[]}", FailureKind::Malformed, 1),
        (200, json, "{\"code\":0,\"data\":{\"groupName\":5}}", FailureKind::Malformed, 1),
        (200, json, "{\"code\":7,\"msg\":\"no\"}", FailureKind::Refused, 1),
        (302, html, "moved", FailureKind::Redirected, 1),
        (404, html, "<p>", FailureKind::NotTheService, 1),
        (404, json, "{}", FailureKind::Refused, 1),
        (429, json, "", FailureKind::TooManyRequests, 3),
        (503, html, "<p>", FailureKind::ServiceError, 3),
    ] {
        let service = Server::always(&Answer::typed(status, content_type, body.as_bytes()));
        let failure =
            TestCore::new().connect(&service.http(), "some.token", Safety::Confirm).await.unwrap_err();
        assert_eq!(failure.kind, kind, "{status} {body}");
        assert!(!failure.sentence.contains("Sign in to the guest"), "nothing of a page is shown");
        assert_eq!(service.seen().requests.len(), sends, "{status} {body}");
    }
}

/// A server whose answer ends before the length that it claims.
fn broken_off(claimed: u64, body: &str) -> Server {
    let answer = Answer::json(200, body).framed(Framing::Claimed(claimed)).steps();
    Server::start(Behavior::respond(move |_| [answer.clone(), vec![Step::Close]].concat()))
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_told_from_a_whole_one() {
    let service = broken_off(500, "{\"code\":0");
    let failure = TestCore::new().connect(&service.http(), "some.token", Safety::Confirm).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Interrupted);
    let liar = broken_off(99_999_999_999, "{");
    let failure = TestCore::new().connect(&liar.http(), "some.token", Safety::Confirm).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::TooLarge);
}

#[tokio::test]
async fn a_list_that_never_ends_is_shown_as_incomplete() {
    // For the owner and for every page of the list alike.
    let body = r#"{"code":0,"data":{"groupName":"x","records":[{"id":1,"params":"{}"}],"hasNext":true}}"#;
    let service = Server::always(&Answer::json(200, body));
    let core = TestCore::new();
    let id = core.connect(&service.http(), "some.token", Safety::Confirm).await.unwrap();
    let page = core.read::<ListEmv>(&id, PageQuery::ALL).await.unwrap();
    assert_eq!((page.records.len(), page.has_next), (1, true));
    assert_eq!(
        service.seen().requests.len(),
        3,
        "the owner, the list, and one page that brought nothing new"
    );

    let gone = EmvConfig { id: EmvId::from(2), ..page.records[0].clone() };
    let call = save(&id, &gone, gone.draft().unwrap());
    let outcome = core.change(&operation(), &call).await.unwrap();
    let Outcome::NotApplied { failure } = outcome else { panic!("{outcome:?}") };
    assert!(failure.sentence.contains("only a part of its list"), "{failure}");
    core.forget(&id).await;
}
