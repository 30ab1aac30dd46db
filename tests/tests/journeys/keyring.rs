//! The keyring of the operating system, for real: each test starts itself again inside a D-Bus session of its own.

use std::path::Path;
use std::process::Command;

use tapline_contract::FailureKind;
use tapline_contract::commands::{Connect, GetDesk, RemoveConnection, SaveConnection};
use tapline_contract::connection::{Safety, TokenKept};
use tapline_sandbox::{Options, Sandbox};

use crate::service::stranger;
use crate::test_core::{TestCore, typed};

/// The child's own password for a keyring that ends with it.
pub(crate) const UNLOCK: &str =
    "printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec \"$0\" \"$@\"";
const LEAVE_LOCKED: &str = "exec \"$0\" \"$@\"";

/// Set in the copy of a test that runs inside its session.
const INSIDE: &str = "TAPLINE_TEST_INSIDE";

/// True if this is the copy. The test itself starts the copy, in `command`, and passes when the copy does.
pub(crate) fn inside(command: Command, test: &str) -> bool {
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let home = tempfile::tempdir().unwrap();
    run(command, home.path(), test);
    false
}

/// A D-Bus session that begins with `script`.
pub(crate) fn session(script: &str) -> Command {
    let mut command = Command::new("dbus-run-session");
    command.args(["--", "sh", "-c", script]).arg(std::env::current_exe().unwrap());
    command
}

fn run(mut command: Command, home: &Path, test: &str) {
    let ended = command
        .args(["--exact", test])
        .env(INSIDE, "1")
        .env("HOME", home)
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_RUNTIME_DIR", home)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("dbus-run-session and gnome-keyring are installed (Debian: dbus, gnome-keyring)");
    let said =
        format!("{}{}", String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
    assert!(ended.status.success() && said.contains("1 passed"), "{said}");
}

#[tokio::test]
async fn a_token_is_kept_in_an_unlocked_keyring() {
    if !inside(session(UNLOCK), "keyring::a_token_is_kept_in_an_unlocked_keyring") {
        return;
    }
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let core = TestCore::new();
    assert_eq!(core.command::<GetDesk>(()).await.unwrap().keyring_problem, None);
    let id = core.connect(&sandbox.base_address(), sandbox.token(), Safety::Confirm).await.unwrap();

    let again = core.again();
    let session = again.command::<Connect>(id.clone()).await.unwrap();
    assert_eq!(session.token.kept, TokenKept::Keyring, "found again after a restart");

    let elsewhere = typed(&id, "http://127.0.0.1:9", Safety::Confirm);
    again.command::<SaveConnection>(elsewhere).await.unwrap();
    let failure = again.command::<Connect>(id.clone()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::NoToken, "another address has another token");

    let id = core.connect(&sandbox.base_address(), sandbox.token(), Safety::Confirm).await.unwrap();
    core.command::<RemoveConnection>(id.clone()).await.unwrap();
    core.command::<SaveConnection>(typed(&id, &sandbox.base_address(), Safety::Confirm)).await.unwrap();
    assert_eq!(
        core.command::<Connect>(id).await.unwrap_err().kind,
        FailureKind::NoToken,
        "forgotten with its connection"
    );
}

/// Locks the keyring of this session.
pub(crate) fn lock() {
    let locked = Command::new("gdbus")
        .args(["call", "--session", "--dest", "org.freedesktop.secrets"])
        .args(["--object-path", "/org/freedesktop/secrets"])
        .args(["--method", "org.freedesktop.Secret.Service.Lock"])
        .arg("['/org/freedesktop/secrets/collection/login']")
        .output()
        .expect("gdbus is installed (Debian: libglib2.0-bin)");
    let said = String::from_utf8_lossy(&locked.stdout);
    assert!(said.contains("collection/login"), "{said}{}", String::from_utf8_lossy(&locked.stderr));
}

/// The old token must not be found from the new address, whatever fails on the way there and however often one tries.
#[tokio::test]
async fn an_address_is_not_saved_over_a_token_that_cannot_be_deleted() {
    if !inside(session(UNLOCK), "keyring::an_address_is_not_saved_over_a_token_that_cannot_be_deleted") {
        return;
    }
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let stranger = stranger();
    let core = TestCore::new();
    let id = core.connect(&sandbox.base_address(), sandbox.token(), Safety::Confirm).await.unwrap();
    lock();
    let again = core.again();
    for _ in 0..2 {
        let moved = typed(&id, &stranger.http(), Safety::Confirm);
        let failure = again.command::<SaveConnection>(moved).await.unwrap_err();
        assert!(failure.sentence.contains("the new address wasn't saved"), "{failure}");
        assert_eq!(again.command::<Connect>(id.clone()).await.unwrap_err().kind, FailureKind::NoToken);
    }
    let saved = again.command::<GetDesk>(()).await.unwrap().connections.remove(0);
    assert_eq!(saved.base_address, sandbox.base_address());
    assert_eq!(stranger.seen().requests.len(), 0);
}

#[tokio::test]
async fn with_a_locked_keyring_a_token_is_kept_in_memory() {
    if inside(session(LEAVE_LOCKED), "keyring::with_a_locked_keyring_a_token_is_kept_in_memory") {
        kept_in_memory("is locked or doesn't answer").await;
    }
}

#[tokio::test]
async fn without_a_keyring_a_token_is_kept_in_memory() {
    let mut no_bus = Command::new(std::env::current_exe().unwrap());
    no_bus.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
    if !inside(no_bus, "keyring::without_a_keyring_a_token_is_kept_in_memory") {
        return;
    }
    let problem = TestCore::new().command::<GetDesk>(()).await.unwrap().keyring_problem.unwrap();
    assert!(problem.contains("No keyring found") && problem.contains("until Tapline closes"), "{problem}");
    kept_in_memory("No keyring found").await;
}

async fn kept_in_memory(reason: &str) {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let core = TestCore::new();
    let id = core.connect(&sandbox.base_address(), sandbox.token(), Safety::Confirm).await.unwrap();
    let session = core.command::<GetDesk>(()).await.unwrap().session.unwrap();
    let TokenKept::Memory { why } = session.token.kept else { panic!("{:?}", session.token) };
    assert!(why.contains(reason) && why.contains("until Tapline closes"), "{why}");
    let desk =
        core.command::<SaveConnection>(typed(&id, &sandbox.base_address(), Safety::Confirm)).await.unwrap();
    assert!(desk.keyring_problem.is_some_and(|why| why.contains(reason)), "saving it says so too");
    assert_eq!(core.again().command::<Connect>(id).await.unwrap_err().kind, FailureKind::NoToken);
}
