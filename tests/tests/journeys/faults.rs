//! Failures, and the messages about them.

use tapline_contract::connection::{ConnectionId, Safety};
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::endpoints::ListEmv;
use tapline_contract::history::EmvOutcome;
use tapline_contract::wire::PageQuery;
use tapline_contract::{Evidence, FailureKind, Outcome};
use tapline_sandbox::{Options, Sandbox};
use tapline_scripted::{Answer, Server};

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
async fn a_page_in_place_of_an_answer_after_which_nothing_changes_for_a_while_is_not_applied() {
    for (value, kind, status) in
        [(6603, FailureKind::ServiceError, Some(500)), (6604, FailureKind::NotTheService, Some(200))]
    {
        let saved = Saved::with(value).await;
        assert!(matches!(saved.outcome, Outcome::Unknown { given_up: false, .. }), "{:?}", saved.outcome);
        let settled = saved.settled().await;
        let Outcome::NotApplied { failure } = &settled else { panic!("{settled:?}") };
        assert_eq!((failure.kind, failure.status), (kind, status));
        assert!(failure.sentence.ends_with("Nothing was changed. Try again."), "{failure}");
        assert!(!failure.sentence.contains("may have gone through"), "{failure}");
        saved.end().await;
    }
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
async fn answers_that_are_not_the_services() {
    for (status, content_type, body, kind) in [
        (200, "text/plain", "hello", FailureKind::NotTheService),
        (404, "text/html; charset=utf-8", "<p>", FailureKind::NotTheService),
        (404, "application/json", "{}", FailureKind::Refused),
    ] {
        let service = Server::always(&Answer::typed(status, content_type, body.as_bytes()));
        let failure =
            TestCore::new().connect(&service.http(), "some.token", Safety::Confirm).await.unwrap_err();
        assert_eq!(failure.kind, kind, "{status} {body}");
        assert_eq!(service.seen().requests.len(), 1, "{status} {body}");
    }
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
    assert!(failure.sentence.contains("The list is incomplete"), "{failure}");
    core.forget(&id).await;
}
