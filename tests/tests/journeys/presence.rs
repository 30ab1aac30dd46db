//! The lock is core's: its own clock, across restarts, whatever the page does; and what a command line may do meanwhile.

use std::time::Duration;

use tapline_contract::Kind;
use tapline_contract::commands::{
    Connect, Disconnect, GetDesk, LeaveLocked, Lock, PasteToken, RemoveConnection, SignOfLife, TestToken,
    Unlock,
};
use tapline_contract::connection::{ConnectionId, Safety, TestState};
use tapline_contract::presence::Hands;
use tapline_sandbox::{Options, Sandbox};

use crate::desk::{Desk, eventually, typed};

const TOKEN: &str = "first.token.of-the-owner-0001";
const MINUTE: Duration = Duration::from_mins(1);

async fn service() -> Sandbox {
    Sandbox::start(Options { token: Some(TOKEN.to_owned()), ..Options::default() }).await.unwrap()
}

async fn is_locked(desk: &Desk) -> bool {
    desk.command::<GetDesk>(()).await.unwrap().locked
}

async fn locks(desk: &Desk) {
    eventually(async || is_locked(desk).await.then_some(())).await;
}

async fn paste(desk: &Desk, id: &ConnectionId) {
    desk.shell.copy(TOKEN);
    desk.command::<PasteToken>(id.clone()).await.unwrap();
}

#[tokio::test]
async fn a_page_that_says_nothing_is_locked_after_ten_minutes() {
    let sandbox = service().await;
    let desk = Desk::attended();
    let id = desk.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    let fresh = desk.command::<SignOfLife>(Hands::Still).await.unwrap();
    assert!(!fresh.locked && fresh.idle_seconds > 590 && fresh.session_seconds > 8 * 3600 - 10, "{fresh:?}");
    desk.clock.advance(9 * MINUTE);
    // That the page lives is no person; a key is one.
    assert!(desk.command::<SignOfLife>(Hands::Still).await.unwrap().idle_seconds <= 60);
    assert!(desk.command::<SignOfLife>(Hands::Active).await.unwrap().idle_seconds > 590);
    desk.clock.advance(9 * MINUTE);
    assert!(!is_locked(&desk).await);
    desk.clock.advance(2 * MINUTE);
    locks(&desk).await;
    assert!(
        desk.command::<SignOfLife>(Hands::Active).await.unwrap().locked,
        "a sign of life unlocks nothing"
    );
    paste(&desk, &id).await;
    desk.command::<Unlock>(id.clone()).await.unwrap();
    desk.forget(&id).await;
}

#[tokio::test]
async fn leaving_a_locked_connection_unlocks_no_kept_token() {
    let sandbox = service().await;
    let desk = Desk::attended();
    let id = desk.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    // Only what is locked is left this way.
    desk.command::<LeaveLocked>(()).await.unwrap();
    assert!(desk.command::<GetDesk>(()).await.unwrap().session.is_some());
    desk.command::<Lock>(()).await.unwrap();
    desk.command::<LeaveLocked>(()).await.unwrap();
    let state = desk.command::<GetDesk>(()).await.unwrap();
    assert!(!state.locked && state.session.is_none());
    assert_eq!(desk.command::<Connect>(id.clone()).await.unwrap_err().kind, Kind::Locked);
    paste(&desk, &id).await;
    desk.command::<Connect>(id.clone()).await.unwrap();
    desk.forget(&id).await;
}

#[tokio::test]
async fn eight_hours_end_a_session_however_busy_it_is() {
    let sandbox = service().await;
    let desk = Desk::attended();
    let id = desk.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    for _ in 0..59 {
        desk.clock.advance(8 * MINUTE);
        desk.command::<SignOfLife>(Hands::Active).await.unwrap();
    }
    assert!(!is_locked(&desk).await);
    desk.clock.advance(9 * MINUTE);
    desk.command::<SignOfLife>(Hands::Active).await.unwrap();
    locks(&desk).await;
    paste(&desk, &id).await;
    desk.command::<Unlock>(id.clone()).await.unwrap();
    desk.forget(&id).await;
}

#[tokio::test]
async fn closing_and_opening_again_goes_on_with_the_same_eight_hours() {
    let sandbox = service().await;
    let desk = Desk::attended();
    let id = desk.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    desk.clock.advance(5 * MINUTE);
    desk.command::<Disconnect>(()).await.unwrap();
    desk.command::<Connect>(id.clone()).await.unwrap();
    // The wall clock of the file and the steady clock of the test differ; what counts is that none begins anew.
    let file = desk.data_folder().join("presence.json");
    let since = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap()["since"].clone();
    let first = since(&std::fs::read_to_string(&file).unwrap());
    desk.command::<Connect>(id.clone()).await.unwrap();
    assert_eq!(since(&std::fs::read_to_string(&file).unwrap()), first);
    paste(&desk, &id).await;
    desk.command::<Connect>(id.clone()).await.unwrap();
    assert_ne!(since(&std::fs::read_to_string(&file).unwrap()), first, "a given token begins a session");
    desk.forget(&id).await;
}

#[tokio::test]
async fn a_locked_desk_that_is_started_again_asks_for_the_token() {
    let sandbox = service().await;
    let desk = Desk::attended();
    let address = sandbox.base_address();
    let id = desk.connect(&address, TOKEN, Safety::Confirm).await.unwrap();
    desk.command::<Lock>(()).await.unwrap();
    let file = desk.data_folder().join("presence.json");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(&id.0) && !text.contains(TOKEN), "{text}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }

    // A window, and a command line beside it; both without the token and with it.
    let (window, terminal) = (desk.attended_again(), desk.again());
    drop(desk);
    for again in [&window, &terminal] {
        let refused = again.command::<Connect>(id.clone()).await.unwrap_err();
        assert_eq!(refused.kind, Kind::Locked, "{refused}");
        let lines = again.command::<TestToken>(typed(&id, &address, Safety::Confirm)).await.unwrap();
        assert_eq!(lines[0].state, TestState::Failed, "{lines:?}");
    }
    paste(&terminal, &id).await;
    terminal.command::<Connect>(id.clone()).await.unwrap();
    assert_eq!(
        window.command::<Connect>(id.clone()).await.unwrap_err().kind,
        Kind::Locked,
        "that unlocked nothing"
    );

    // A wrong token counts for one attempt, and leaves no way to the kept one.
    window.shell.copy("not.the.token-of-this-service");
    window.command::<PasteToken>(id.clone()).await.unwrap();
    assert_eq!(window.command::<Connect>(id.clone()).await.unwrap_err().kind, Kind::Unauthorized);
    assert!(window.command::<Connect>(id.clone()).await.is_err());
    paste(&window, &id).await;
    window.command::<Connect>(id.clone()).await.unwrap();
    assert!(!std::fs::read_to_string(&file).unwrap().contains(&id.0));
    window.forget(&id).await;
}

#[tokio::test]
async fn removing_the_locked_connection_does_not_unlock_the_others() {
    let sandbox = service().await;
    let desk = Desk::attended();
    let other = desk.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    let id = desk.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    desk.command::<Lock>(()).await.unwrap();
    let again = desk.attended_again();
    drop(desk);
    again.command::<RemoveConnection>(id).await.unwrap();
    assert_eq!(again.command::<Connect>(other.clone()).await.unwrap_err().kind, Kind::Locked);
    paste(&again, &other).await;
    again.command::<Connect>(other.clone()).await.unwrap();
    again.forget(&other).await;
}

#[tokio::test]
async fn a_file_that_cannot_be_read_counts_as_locked() {
    let sandbox = service().await;
    let desk = Desk::attended();
    let id = desk.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    std::fs::write(desk.data_folder().join("presence.json"), "{").unwrap();
    desk.command::<Disconnect>(()).await.unwrap();
    for _ in 0..2 {
        assert_eq!(desk.command::<Connect>(id.clone()).await.unwrap_err().kind, Kind::Locked);
    }
    paste(&desk, &id).await;
    desk.command::<Connect>(id.clone()).await.unwrap();
    desk.forget(&id).await;
}
