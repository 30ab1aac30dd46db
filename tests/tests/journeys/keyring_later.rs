//! A keyring that says no, waits for a person, starts later than Tapline or starts again: each time against the real one of
//! GNOME, and without a restart of Tapline. The sessions are those of [`crate::keyring`].

use std::process::Command;
use std::time::{Duration, Instant};

use tapline_contract::FailureKind;
use tapline_contract::commands::{Connect, GetDesk, PasteToken, SaveConnection};
use tapline_contract::connection::{ConnectionId, Safety, TokenKept};
use tapline_sandbox::{Options, Sandbox};
use zbus::blocking::{Connection, fdo};
use zbus::zvariant::{ObjectPath, OwnedObjectPath, OwnedValue, Value};

use crate::dialog::{Dialog, Person};
use crate::keyring::{UNLOCK, inside, lock, session};
use crate::test_core::{TestCore, typed};

const KEYRING: &str = "org.freedesktop.secrets";
const PATH: &str = "/org/freedesktop/secrets";

/// The bus starts nothing by itself, so there is no keyring before the test starts one.
const EMPTY: &str = r#"printf '<busconfig><type>session</type><listen>unix:path=%s/bus</listen><auth>EXTERNAL</auth><policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>' "$HOME" >"$HOME/bus.conf" && exec dbus-run-session --config-file="$HOME/bus.conf" -- "$0" "$@""#;

fn empty_session() -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", EMPTY]).arg(std::env::current_exe().unwrap());
    command
}

/// A login begins it, with the password of [`UNLOCK`].
fn start_keyring() {
    let script = "printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1";
    let status = Command::new("sh").args(["-c", script]).status().unwrap();
    assert!(status.success(), "gnome-keyring-daemon did not start: {status}");
    let bus = Connection::session().unwrap();
    let names = fdo::DBusProxy::new(&bus).unwrap();
    until("the keyring answers", || names.name_has_owner(KEYRING.try_into().unwrap()).unwrap());
}

fn until(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while !is_so() {
        assert!(Instant::now() < deadline, "not within ten seconds: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The person types the password elsewhere. This is the keyring's own interface for its other programs.
fn unlock() {
    let bus = Connection::session().unwrap();
    let plain = ("plain", Value::from(""));
    let opened = bus
        .call_method(Some(KEYRING), PATH, Some("org.freedesktop.Secret.Service"), "OpenSession", &plain)
        .unwrap();
    let (_, session): (OwnedValue, OwnedObjectPath) = opened.body().deserialize().unwrap();
    let collection = ObjectPath::try_from("/org/freedesktop/secrets/collection/login").unwrap();
    let secret = (session, Vec::<u8>::new(), b"pw".to_vec(), "text/plain");
    bus.call_method(
        Some(KEYRING),
        PATH,
        Some("org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface"),
        "UnlockWithMasterPassword",
        &(collection, secret),
    )
    .unwrap();
}

/// Ends the keyring of this bus, as a crash would, and waits until it is gone.
fn end_keyring() {
    let bus = Connection::session().unwrap();
    let names = fdo::DBusProxy::new(&bus).unwrap();
    let pid = names.get_connection_unix_process_id(KEYRING.try_into().unwrap()).unwrap();
    let ended = Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap();
    assert!(ended.success());
    until("the keyring is gone", || !names.name_has_owner(KEYRING.try_into().unwrap()).unwrap());
}

/// A saved connection whose token is in the keyring.
async fn kept(core: &TestCore, sandbox: &Sandbox) -> ConnectionId {
    let id = core.connect(&sandbox.base_address(), sandbox.token(), Safety::Confirm).await.unwrap();
    let session = core.command::<GetDesk>(()).await.unwrap().session.unwrap();
    assert_eq!(session.token.kept, TokenKept::Keyring);
    id
}

#[tokio::test]
async fn a_dialog_of_the_keyring_that_is_dismissed_says_so_and_may_be_answered_later() {
    let name = "keyring_later::a_dialog_of_the_keyring_that_is_dismissed_says_so_and_may_be_answered_later";
    if !inside(session(UNLOCK), name) {
        return;
    }
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let core = TestCore::new();
    let id = kept(&core, &sandbox).await;
    lock();
    let dialog = Dialog::with(Person::Dismisses);
    let again = core.again();
    let failure = again.command::<Connect>(id.clone()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::NoToken);
    assert!(failure.sentence.contains("locked or doesn't answer"), "{failure}");
    assert_eq!(dialog.shown(), 1, "a person who said no is not asked at once again");

    // Another token, which the keyring does not take either.
    again.shell.copy(sandbox.token());
    again.command::<PasteToken>(id.clone()).await.unwrap();
    again.command::<SaveConnection>(typed(&id, &sandbox.base_address(), Safety::Confirm)).await.unwrap();
    let session = again.command::<Connect>(id.clone()).await.unwrap();
    let TokenKept::Memory { why } = session.token.kept else { panic!("{:?}", session.token) };
    assert!(why.contains("locked or doesn't answer"), "{why}");

    unlock();
    again.command::<SaveConnection>(typed(&id, &sandbox.base_address(), Safety::Confirm)).await.unwrap();
    let session = core.again().command::<Connect>(id).await.unwrap();
    assert_eq!(session.token.kept, TokenKept::Keyring, "without a restart");
}

#[tokio::test]
async fn a_keyring_that_waits_for_a_person_holds_nothing_up() {
    if !inside(session(UNLOCK), "keyring_later::a_keyring_that_waits_for_a_person_holds_nothing_up") {
        return;
    }
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let core = TestCore::new();
    let id = kept(&core, &sandbox).await;
    lock();
    let dialog = Dialog::with(Person::Waits);
    let again = core.again();
    for _ in 0..2 {
        let failure = again.command::<Connect>(id.clone()).await.unwrap_err();
        assert!(failure.sentence.contains("locked or doesn't answer"), "{failure}");
    }
    let problem = again.command::<GetDesk>(()).await.unwrap().keyring_problem.unwrap();
    assert!(problem.contains("locked or doesn't answer"), "{problem}");
    dialog.dismiss();
    unlock();
    let session = again.command::<Connect>(id).await.unwrap();
    assert_eq!(session.token.kept, TokenKept::Keyring);
    assert_eq!(dialog.shown(), 1, "who has given up asks no more");
}

#[tokio::test]
async fn a_keyring_that_starts_later_needs_no_restart() {
    if !inside(empty_session(), "keyring_later::a_keyring_that_starts_later_needs_no_restart") {
        return;
    }
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let core = TestCore::new();
    let id = core.connect(&sandbox.base_address(), sandbox.token(), Safety::Confirm).await.unwrap();
    let desk = core.command::<GetDesk>(()).await.unwrap();
    assert!(desk.keyring_problem.unwrap().contains("No keyring found"));
    assert!(matches!(desk.session.unwrap().token.kept, TokenKept::Memory { .. }));

    start_keyring();
    assert_eq!(core.command::<GetDesk>(()).await.unwrap().keyring_problem, None);
    core.command::<SaveConnection>(typed(&id, &sandbox.base_address(), Safety::Confirm)).await.unwrap();
    let session = core.again().command::<Connect>(id).await.unwrap();
    assert_eq!(session.token.kept, TokenKept::Keyring);
}

#[tokio::test]
async fn a_keyring_that_starts_again_is_found_again() {
    if !inside(empty_session(), "keyring_later::a_keyring_that_starts_again_is_found_again") {
        return;
    }
    start_keyring();
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let core = TestCore::new();
    let id = kept(&core, &sandbox).await;
    end_keyring();
    start_keyring();
    let session = core.again().command::<Connect>(id.clone()).await.unwrap();
    assert_eq!(session.token.kept, TokenKept::Keyring);

    end_keyring();
    let failure = core.again().command::<Connect>(id).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::NoToken, "gone, and nothing takes its place");
}
