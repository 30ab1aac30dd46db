//! The policy of the administrator holds for everyone on this computer, and a damaged file weakens nothing.

use std::time::Duration;

use tapline_contract::FailureKind;
use tapline_contract::commands::{Connect, GetDesk, NewConnection, PasteToken, SaveConnection, TestAddress};
use tapline_contract::connection::{ConnectionId, Safety, TestState};
use tapline_core::Attachment;
use tapline_sandbox::{Options, Sandbox};
use tapline_tests::attachment;

use crate::test_core::{TestCore, eventually, operation, quiet, save, typed, with_cvm};

const ELSEWHERE: &str = r#"{"allowedAddresses": ["https://pay.example.com"]}"#;

async fn service() -> Sandbox {
    Sandbox::start(Options::default()).await.unwrap()
}

async fn new_id(core: &TestCore) -> ConnectionId {
    core.command::<NewConnection>(()).await.unwrap()
}

fn attached(service: &Sandbox) -> Attachment {
    attachment(&service.base_address(), "", service.token(), Safety::Confirm)
}

#[tokio::test]
async fn an_address_that_is_not_allowed_is_neither_saved_nor_tested_nor_opened() {
    let service = service().await;
    let core = TestCore::new();
    let address = service.base_address();
    let saved = core.connect(&address, service.token(), Safety::Confirm).await.unwrap();
    // The file is read again whenever something is opened.
    core.administer(ELSEWHERE);
    let connection = typed(&new_id(&core).await, &address, Safety::Confirm);
    let tested = core.command::<TestAddress>(connection.clone()).await.unwrap();
    assert_eq!((tested[0].name.as_str(), tested[0].state), ("Address", TestState::Failed));
    for refused in [
        core.command::<SaveConnection>(connection).await.map(drop).unwrap_err(),
        core.command::<Connect>(saved.clone()).await.map(drop).unwrap_err(),
        core.host.attach(attached(&service)).map(drop).unwrap_err(),
    ] {
        assert_eq!((refused.kind, refused.field.as_deref()), (FailureKind::BadInput, Some("Address")));
        assert!(refused.sentence.contains("allows https://pay.example.com"), "{}", refused.sentence);
    }
    core.open_sandbox().await;
    core.administer(&format!(r#"{{"allowedAddresses": ["{address}"]}}"#));
    core.command::<Connect>(saved.clone()).await.unwrap();
    core.forget(&saved).await;
}

#[tokio::test]
async fn a_level_below_the_floor_is_raised_when_it_is_saved_and_when_it_is_opened() {
    let service = service().await;
    let core = TestCore::new();
    let address = service.base_address();
    let saved = core.connect(&address, service.token(), Safety::Confirm).await.unwrap();
    let configurations = core.list(&saved).await;
    core.administer(r#"{"safetyFloor": "readOnly"}"#);
    let opened = core.command::<Connect>(saved.clone()).await.unwrap();
    assert_eq!(opened.connection.safety, Safety::ReadOnly);
    let seen = quiet(&configurations);
    let refused = core.change(&operation(), &save(&saved, seen, with_cvm(seen, 4321))).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::ReadOnly);
    assert_eq!(core.host.attach(attached(&service)).unwrap().connection.safety, Safety::ReadOnly);

    core.administer(r#"{"safetyFloor": "confirmAndRetype"}"#);
    let desk = core.command::<SaveConnection>(typed(&saved, &address, Safety::Confirm)).await.unwrap();
    assert_eq!(desk.connections[0].safety, Safety::ConfirmAndRetype);
    assert!(desk.managed.unwrap().raises(Safety::Confirm).is_some());
    core.forget(&saved).await;
}

#[tokio::test]
async fn tapline_locks_as_soon_as_the_administrator_says() {
    let service = service().await;
    let core = TestCore::attended();
    core.administer(r#"{"idleMinutes": 3}"#);
    core.connect(&service.base_address(), service.token(), Safety::Confirm).await.unwrap();
    assert_eq!(core.command::<GetDesk>(()).await.unwrap().idle_minutes, 3);
    core.clock.advance(Duration::from_mins(2));
    assert!(!core.command::<GetDesk>(()).await.unwrap().locked);
    core.clock.advance(Duration::from_mins(2));
    eventually(async || core.command::<GetDesk>(()).await.unwrap().locked.then_some(())).await;
}

#[tokio::test]
async fn a_damaged_policy_leaves_the_sandbox_and_nothing_else() {
    let service = service().await;
    let core = TestCore::new();
    let address = service.base_address();
    let saved = core.connect(&address, service.token(), Safety::Confirm).await.unwrap();
    for damaged in ["{", r#"{"allowedAdresses": []}"#, r#"{"safetyFloor": null}"#] {
        core.administer(damaged);
        let core = core.again();
        let managed = core.command::<GetDesk>(()).await.unwrap().managed.unwrap();
        let problem = managed.problem.unwrap();
        assert!(problem.contains("policy.json is wrong"), "{problem}");
        assert!(managed.updates_off);
        for refused in [
            core.command::<Connect>(saved.clone()).await.map(drop).unwrap_err(),
            core.command::<SaveConnection>(typed(&saved, &address, Safety::Confirm))
                .await
                .map(drop)
                .unwrap_err(),
            core.host.attach(attached(&service)).map(drop).unwrap_err(),
        ] {
            assert_eq!((refused.kind, refused.sentence), (FailureKind::Desk, problem.clone()));
        }
        core.open_sandbox().await;
    }
    core.administer("{}");
    core.command::<Connect>(saved.clone()).await.unwrap();
    core.forget(&saved).await;
}

#[tokio::test]
async fn the_connections_of_the_policy_wait_for_their_token() {
    let service = service().await;
    let address = service.base_address();
    let core = TestCore::new();
    core.administer(&format!(
        r#"{{"defaultConnections": [{{"name": "Desk", "environment": "LIVE", "baseAddress": "{address}"}}]}}"#
    ));
    let core = core.restarted();
    let desk = core.command::<GetDesk>(()).await.unwrap();
    let [offered] = desk.connections.as_slice() else { panic!("{desk:?}") };
    assert_eq!((offered.name.as_str(), offered.safety), ("Desk", Safety::ConfirmAndRetype));
    let id = offered.id.clone();
    let refused = core.command::<Connect>(id.clone()).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::NoToken);
    core.shell.copy(service.token());
    core.command::<PasteToken>(id.clone()).await.unwrap();
    core.command::<Connect>(id.clone()).await.unwrap();
    let core = core.restarted();
    assert_eq!(core.command::<GetDesk>(()).await.unwrap().connections.len(), 1, "it is added once");
    core.forget(&id).await;
}
