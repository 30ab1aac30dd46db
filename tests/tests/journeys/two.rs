//! Two Taplines at one data folder: what one saves of a connection holds for the other one's open window.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tapline_contract::commands::{GetDesk, RemoveConnection, SaveConnection};
use tapline_contract::connection::{Connection, ConnectionId, Safety};
use tapline_contract::{FailureKind, Outcome};
use tapline_sandbox::{Options, Sandbox};
use tapline_scripted::{Behavior, Server};
use tapline_tests::reference::{Operation, Reference, TOKEN};

use crate::test_core::{TestCore, operation, quiet, save, with_cvm};

/// As core said it last.
async fn shown(core: &TestCore, id: &ConnectionId) -> Connection {
    let all = core.command::<GetDesk>(()).await.unwrap().connections;
    all.into_iter().find(|connection| connection.id == *id).unwrap()
}

#[tokio::test]
async fn a_connection_made_stricter_elsewhere_sends_nothing_more() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let window = TestCore::new();
    let id = window.connect(&sandbox.base_address(), sandbox.token(), Safety::Confirm).await.unwrap();
    let before = quiet(&window.list(&id).await).clone();
    let call = save(&id, &before, with_cvm(&before, 4000));
    let other = window.again();
    let saved = shown(&other, &id).await;
    for (safety, kind, says) in [
        (Safety::ReadOnly, FailureKind::ReadOnly, "made this connection read only"),
        (Safety::ConfirmAndRetype, FailureKind::NotConnected, "raised the safety level"),
    ] {
        other.command::<SaveConnection>(Connection { safety, ..saved.clone() }).await.unwrap();
        let refused = window.change(&operation(), &call).await.unwrap_err();
        assert_eq!(refused.kind, kind);
        assert!(refused.sentence.contains(says), "{}", refused.sentence);
    }
    other.command::<RemoveConnection>(id.clone()).await.unwrap();
    let refused = window.change(&operation(), &call).await.unwrap_err();
    assert!(refused.sentence.contains("removed this connection"), "{}", refused.sentence);
    assert_eq!(sandbox.puts(), 0);
}

#[tokio::test]
async fn made_read_only_between_review_and_sending_it_is_not_sent() {
    let (service, window) = (Reference::start(), TestCore::new());
    let armed = Arc::new(AtomicBool::new(false));
    let (fires, file) = (Arc::clone(&armed), window.data_folder().join("connections.json"));
    // Writes of another Tapline, while this one reads the record that it is about to change.
    let server = Server::start(Behavior::respond(move |request| {
        if fires.swap(false, Ordering::SeqCst) {
            let text = std::fs::read_to_string(&file).unwrap();
            std::fs::write(&file, text.replace("\"confirm\"", "\"readOnly\"")).unwrap();
        }
        service.answer(request).steps()
    }));
    let id = window.connect(&server.http(), TOKEN, Safety::Confirm).await.unwrap();
    let list = window.list(&id).await;
    let before = list.iter().find(|config| config.draft().is_some()).unwrap();
    let mut draft = before.draft().unwrap();
    draft.emv_name.push('!');
    armed.store(true, Ordering::SeqCst);
    let outcome = window.change(&operation(), &save(&id, before, draft)).await.unwrap();
    let Outcome::NotApplied { failure } = outcome else { panic!("{outcome:?}") };
    assert_eq!(
        (failure.kind, Operation::named("UpdateEmv").sent(&server.seen())),
        (FailureKind::ReadOnly, 0)
    );
    window.forget(&id).await;
}

#[tokio::test]
async fn two_windows_keep_each_others_changes_and_say_what_both_changed() {
    let one = TestCore::new();
    let id = one.command::<tapline_contract::commands::NewConnection>(()).await.unwrap();
    let typed = crate::test_core::typed(&id, "https://pos.example.com", Safety::Confirm);
    one.command::<SaveConnection>(typed).await.unwrap();
    let other = one.again();
    let (mine, theirs) = (shown(&one, &id).await, shown(&other, &id).await);
    let stricter = Connection { safety: Safety::ReadOnly, ..theirs };
    other.command::<SaveConnection>(stricter).await.unwrap();
    let named = Connection { name: "Mine".to_owned(), ..mine.clone() };
    let both = one.command::<SaveConnection>(named).await.unwrap().connections.remove(0);
    assert_eq!((both.name.as_str(), both.safety), ("Mine", Safety::ReadOnly));

    let theirs = shown(&other, &id).await;
    let renamed = Connection { name: "Theirs".to_owned(), ..theirs };
    other.command::<SaveConnection>(renamed).await.unwrap();
    let again = Connection { name: "Mine again".to_owned(), ..both };
    let said = one.command::<SaveConnection>(again.clone()).await.unwrap_err();
    assert_eq!((said.kind, said.field.as_deref()), (FailureKind::BadInput, Some("Name")));
    assert!(said.sentence.contains("Theirs"), "{}", said.sentence);
    let meant = one.command::<SaveConnection>(again).await.unwrap().connections.remove(0);
    assert_eq!(meant.name, "Mine again");
}
