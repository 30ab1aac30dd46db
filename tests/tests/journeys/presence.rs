//! The lock is core's: its own clock, across restarts, whatever the page does; and what a command line may do meanwhile.

use std::time::Duration;

use tapline_contract::FailureKind;
use tapline_contract::commands::{
    Connect, Disconnect, GetDesk, LeaveLocked, Lock, PasteToken, RemoveConnection, SignOfLife, TestToken,
    Unlock,
};
use tapline_contract::connection::{ConnectionId, Safety, TestState};
use tapline_contract::presence::Hands;
use tapline_sandbox::{Options, Sandbox};

use crate::test_core::{TestCore, eventually, typed};

const TOKEN: &str = "first.token.of-the-owner-0001";
const MINUTE: Duration = Duration::from_mins(1);

async fn service() -> Sandbox {
    Sandbox::start(Options { token: Some(TOKEN.to_owned()), ..Options::default() }).await.unwrap()
}

async fn is_locked(core: &TestCore) -> bool {
    core.command::<GetDesk>(()).await.unwrap().locked
}

async fn locks(core: &TestCore) {
    eventually(async || is_locked(core).await.then_some(())).await;
}

async fn paste(core: &TestCore, id: &ConnectionId) {
    core.shell.copy(TOKEN);
    core.command::<PasteToken>(id.clone()).await.unwrap();
}

#[tokio::test]
async fn a_page_that_says_nothing_is_locked_after_ten_minutes() {
    let sandbox = service().await;
    let core = TestCore::attended();
    let id = core.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    let fresh = core.command::<SignOfLife>(Hands::Still).await.unwrap();
    assert!(!fresh.locked && fresh.idle_seconds > 590 && fresh.session_seconds > 8 * 3600 - 10, "{fresh:?}");
    core.clock.advance(9 * MINUTE);
    // That the page lives is no person; a key is one.
    assert!(core.command::<SignOfLife>(Hands::Still).await.unwrap().idle_seconds <= 60);
    assert!(core.command::<SignOfLife>(Hands::Active).await.unwrap().idle_seconds > 590);
    core.clock.advance(9 * MINUTE);
    assert!(!is_locked(&core).await);
    core.clock.advance(2 * MINUTE);
    locks(&core).await;
    assert!(
        core.command::<SignOfLife>(Hands::Active).await.unwrap().locked,
        "a sign of life unlocks nothing"
    );
    paste(&core, &id).await;
    core.command::<Unlock>(id.clone()).await.unwrap();
    core.forget(&id).await;
}

#[tokio::test]
async fn leaving_a_locked_connection_unlocks_no_kept_token() {
    let sandbox = service().await;
    let core = TestCore::attended();
    let id = core.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    // Only what is locked is left this way.
    core.command::<LeaveLocked>(()).await.unwrap();
    assert!(core.command::<GetDesk>(()).await.unwrap().session.is_some());
    core.command::<Lock>(()).await.unwrap();
    core.command::<LeaveLocked>(()).await.unwrap();
    let state = core.command::<GetDesk>(()).await.unwrap();
    assert!(!state.locked && state.session.is_none());
    assert_eq!(core.command::<Connect>(id.clone()).await.unwrap_err().kind, FailureKind::Locked);
    paste(&core, &id).await;
    core.command::<Connect>(id.clone()).await.unwrap();
    core.forget(&id).await;
}

#[tokio::test]
async fn eight_hours_end_a_session_however_busy_it_is() {
    let sandbox = service().await;
    let core = TestCore::attended();
    let id = core.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    for _ in 0..59 {
        core.clock.advance(8 * MINUTE);
        core.command::<SignOfLife>(Hands::Active).await.unwrap();
    }
    assert!(!is_locked(&core).await);
    core.clock.advance(9 * MINUTE);
    core.command::<SignOfLife>(Hands::Active).await.unwrap();
    locks(&core).await;
    paste(&core, &id).await;
    core.command::<Unlock>(id.clone()).await.unwrap();
    core.forget(&id).await;
}

#[tokio::test]
async fn closing_and_opening_again_goes_on_with_the_same_eight_hours() {
    let sandbox = service().await;
    let core = TestCore::attended();
    let id = core.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    core.clock.advance(5 * MINUTE);
    core.command::<Disconnect>(()).await.unwrap();
    core.command::<Connect>(id.clone()).await.unwrap();
    // The wall clock of the file and the steady clock of the test differ; what counts is that none begins anew.
    let file = core.data_folder().join("presence.json");
    let since = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap()["since"].clone();
    let first = since(&std::fs::read_to_string(&file).unwrap());
    core.command::<Connect>(id.clone()).await.unwrap();
    assert_eq!(since(&std::fs::read_to_string(&file).unwrap()), first);
    paste(&core, &id).await;
    core.command::<Connect>(id.clone()).await.unwrap();
    assert_ne!(since(&std::fs::read_to_string(&file).unwrap()), first, "a given token begins a session");
    core.forget(&id).await;
}

#[tokio::test]
async fn a_locked_desk_that_is_started_again_asks_for_the_token() {
    let sandbox = service().await;
    let core = TestCore::attended();
    let address = sandbox.base_address();
    let id = core.connect(&address, TOKEN, Safety::Confirm).await.unwrap();
    core.command::<Lock>(()).await.unwrap();
    let file = core.data_folder().join("presence.json");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(&id.0) && !text.contains(TOKEN), "{text}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }

    // A window and a command line together; both without the token and with it.
    let (window, terminal) = (core.attended_again(), core.again());
    drop(core);
    for again in [&window, &terminal] {
        let refused = again.command::<Connect>(id.clone()).await.unwrap_err();
        assert_eq!(refused.kind, FailureKind::Locked, "{refused}");
        let lines = again.command::<TestToken>(typed(&id, &address, Safety::Confirm)).await.unwrap();
        assert_eq!(lines[0].state, TestState::Failed, "{lines:?}");
    }
    paste(&terminal, &id).await;
    terminal.command::<Connect>(id.clone()).await.unwrap();
    assert_eq!(
        window.command::<Connect>(id.clone()).await.unwrap_err().kind,
        FailureKind::Locked,
        "that unlocked nothing"
    );

    // A wrong token counts for one attempt, and leaves no way to the kept one.
    window.shell.copy("not.the.token-of-this-service");
    window.command::<PasteToken>(id.clone()).await.unwrap();
    assert_eq!(window.command::<Connect>(id.clone()).await.unwrap_err().kind, FailureKind::Unauthorized);
    assert!(window.command::<Connect>(id.clone()).await.is_err());
    paste(&window, &id).await;
    window.command::<Connect>(id.clone()).await.unwrap();
    assert!(!std::fs::read_to_string(&file).unwrap().contains(&id.0));
    window.forget(&id).await;
}

#[tokio::test]
async fn removing_the_locked_connection_does_not_unlock_the_others() {
    let sandbox = service().await;
    let core = TestCore::attended();
    let other = core.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    let id = core.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    core.command::<Lock>(()).await.unwrap();
    let again = core.attended_again();
    drop(core);
    again.command::<RemoveConnection>(id).await.unwrap();
    assert_eq!(again.command::<Connect>(other.clone()).await.unwrap_err().kind, FailureKind::Locked);
    paste(&again, &other).await;
    again.command::<Connect>(other.clone()).await.unwrap();
    again.forget(&other).await;
}

#[tokio::test]
async fn a_file_that_cannot_be_read_counts_as_locked() {
    let sandbox = service().await;
    let core = TestCore::attended();
    let id = core.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    std::fs::write(core.data_folder().join("presence.json"), "{").unwrap();
    core.command::<Disconnect>(()).await.unwrap();
    for _ in 0..2 {
        assert_eq!(core.command::<Connect>(id.clone()).await.unwrap_err().kind, FailureKind::Locked);
    }
    paste(&core, &id).await;
    core.command::<Connect>(id.clone()).await.unwrap();
    core.forget(&id).await;
}
