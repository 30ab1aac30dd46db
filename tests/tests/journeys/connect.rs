//! Adding a connection: the token comes from the clipboard or a file and is never shown.

use tapline_contract::FailureKind;
use tapline_contract::commands::{
    ChooseTokenFile, Connect, Disconnect, GetDesk, NewConnection, PasteToken, RemoveConnection,
    SaveConnection, SetTheme, SetUnsaved, TestAddress, TestToken, Theme,
};
use tapline_contract::connection::{Connection, Safety, TestLine, TestState, TokenKept};
use tapline_sandbox::{Options, Sandbox};
use tapline_scripted::{Answer, ClosedPort, Server};
use tapline_tests::files_with;

use crate::service::stranger;
use crate::test_core::{TestCore, operation, quiet, save, typed, with_cvm};

const MARKER: &str =
    "eyJtYXJrZXIiOiJ0b2tlbiJ9.eyJzdWIiOiJzdXBwb3J0LWRlc2siLCJleHAiOjE3OTk5OTk5OTl9.bWFya2VyLTRmMmE";

async fn sandbox_with(token: &str) -> Sandbox {
    Sandbox::start(Options { token: Some(token.to_owned()), ..Options::default() }).await.unwrap()
}

fn states(lines: &[TestLine]) -> Vec<(&str, TestState)> {
    lines.iter().map(|line| (line.name.as_str(), line.state)).collect()
}

#[tokio::test]
async fn a_connection_is_tested_saved_opened_and_forgotten() {
    let sandbox = sandbox_with(MARKER).await;
    let core = TestCore::new();
    let id = core.command::<NewConnection>(()).await.unwrap();
    let connection = typed(&id, &format!("{}/", sandbox.base_address()), Safety::Confirm);

    let lines = core.command::<TestAddress>(connection.clone()).await.unwrap();
    assert_eq!(states(&lines), [("Address", TestState::Passed), ("Certificate", TestState::NotNeeded)]);
    assert!(lines[0].detail.ends_with(" ms"), "{lines:?}");
    let lines = core.command::<TestToken>(connection.clone()).await.unwrap();
    assert_eq!(states(&lines), [("Token", TestState::Failed)]);
    assert!(lines[0].words.contains("no token yet"), "{lines:?}");

    core.shell.copy(&format!("Bearer {MARKER}\n"));
    let view = core.command::<PasteToken>(id.clone()).await.unwrap();
    assert_eq!(view.last_four, "mMmE");
    assert_eq!(view.subject.as_deref(), Some("support-desk"));
    assert!(matches!(view.kept, TokenKept::Memory { why } if why.contains("until the connection is saved")));
    assert_eq!(*core.shell.clipboard.lock().unwrap(), "", "the clipboard is cleared");

    let lines = core.command::<TestToken>(connection.clone()).await.unwrap();
    assert_eq!(states(&lines), [("Token", TestState::Passed), ("Owner", TestState::Passed)]);
    assert_eq!(lines[1].words, "Acme");

    let saved = core.command::<SaveConnection>(connection).await.unwrap();
    assert_eq!(saved.connections[0].base_address, sandbox.base_address(), "the slash is gone");
    let session = core.command::<Connect>(id.clone()).await.unwrap();
    assert_eq!((session.owner.as_str(), session.embedded), ("Acme", false));
    let known = core.again().command::<GetDesk>(()).await.unwrap().connections.remove(0);
    assert_eq!(known.owner.as_deref(), Some("Acme"));
    assert!(known.last_used.is_some());

    core.command::<Disconnect>(()).await.unwrap();
    assert_eq!(core.command::<GetDesk>(()).await.unwrap().session, None);
    assert_eq!(core.command::<RemoveConnection>(id.clone()).await.unwrap().connections, []);
    assert_eq!(core.command::<Connect>(id).await.unwrap_err().kind, FailureKind::BadInput);
}

#[tokio::test]
async fn a_token_is_in_no_file_of_the_data_folder_and_in_no_answer() {
    let sandbox = sandbox_with(MARKER).await;
    let core = TestCore::new();
    let id = core.connect(&sandbox.base_address(), MARKER, Safety::Confirm).await.unwrap();
    let before = quiet(&core.list(&id).await).clone();
    core.change(&operation(), &save(&id, &before, with_cvm(&before, 5000))).await.unwrap();
    core.change(&operation(), &save(&id, &before, with_cvm(&before, 6607))).await.unwrap();
    let state = core.host.invoke("GetDesk", None, "null").await.unwrap();
    let history = serde_json::to_string(&core.changes(&id).await).unwrap();
    for part in MARKER.split('.') {
        assert_eq!(files_with(&core.data_folder(), part), Vec::<std::path::PathBuf>::new());
        assert!(!state.contains(part) && !history.contains(part));
    }
    assert!(!files_with(&core.data_folder(), &id.0).is_empty(), "the search finds what is there");
    core.forget(&id).await;
}

#[tokio::test]
async fn what_is_no_token_is_said_in_words() {
    let core = TestCore::new();
    let id = core.command::<NewConnection>(()).await.unwrap();
    for (copied, words) in [
        ("", "The clipboard is empty."),
        ("one\ntwo\nthree", "The clipboard has 3 lines, not a token."),
        ("please use this token", "The clipboard has spaces between words, not a token."),
    ] {
        core.shell.copy(copied);
        let failure = core.command::<PasteToken>(id.clone()).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::BadInput);
        assert!(failure.sentence.starts_with(words), "{failure}");
        assert_eq!(*core.shell.clipboard.lock().unwrap(), copied, "what was not taken is left");
    }
}

#[tokio::test]
async fn a_token_comes_from_a_file() {
    let core = TestCore::new();
    let id = core.command::<NewConnection>(()).await.unwrap();
    assert_eq!(core.command::<ChooseTokenFile>(id.clone()).await.unwrap(), None, "nothing was chosen");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token.txt");
    for (content, expected) in [
        (format!("{MARKER}\r\n").into_bytes(), Ok(Some("support-desk".to_owned()))),
        (b"a\nb".to_vec(), Err("The file has 2 lines, not a token.")),
        (vec![0xff, 0xfe], Err("The file isn't text.")),
        (vec![b'x'; 20_000], Err("The file is larger than 16 KiB, so it's not a token.")),
    ] {
        std::fs::write(&file, content).unwrap();
        *core.shell.file.lock().unwrap() = Some(file.clone());
        let taken = core.command::<ChooseTokenFile>(id.clone()).await;
        match (taken, expected) {
            (Ok(view), Ok(subject)) => assert_eq!(view.and_then(|view| view.subject), subject),
            (Err(failure), Err(words)) => assert!(failure.sentence.starts_with(words), "{failure}"),
            (taken, _) => panic!("{taken:?}"),
        }
    }
}

#[tokio::test]
async fn a_kept_token_stays_with_its_address() {
    let sandbox = sandbox_with(MARKER).await;
    let stranger = stranger();
    let core = TestCore::new();
    let id = core.connect(&sandbox.base_address(), MARKER, Safety::Confirm).await.unwrap();
    let edited = typed(&id, &stranger.http(), Safety::Confirm);
    let lines = core.command::<TestToken>(edited.clone()).await.unwrap();
    assert!(lines[0].words.contains("belongs to another address"), "{lines:?}");
    core.command::<SaveConnection>(edited.clone()).await.unwrap();
    assert_eq!(core.command::<Connect>(id.clone()).await.unwrap_err().kind, FailureKind::NoToken);
    assert_eq!(stranger.seen().requests.len(), 0);

    core.shell.copy(MARKER);
    core.command::<PasteToken>(id.clone()).await.unwrap();
    core.command::<TestToken>(edited).await.unwrap();
    assert_eq!(stranger.seen().requests.len(), 1, "a token pasted for the new address goes there");
    core.forget(&id).await;
}

/// In whatever order the address is typed, the token pasted, tested and saved: one token goes to one address.
#[tokio::test]
async fn a_pasted_token_stays_with_the_address_it_was_first_used_with() {
    let sandbox = sandbox_with(MARKER).await;
    let stranger = stranger();
    let core = TestCore::new();
    let id = core.command::<NewConnection>(()).await.unwrap();
    let here = typed(&id, &sandbox.base_address(), Safety::Confirm);
    let elsewhere = typed(&id, &stranger.http(), Safety::Confirm);
    core.shell.copy(MARKER);
    core.command::<PasteToken>(id.clone()).await.unwrap();
    assert_eq!(core.command::<TestToken>(here.clone()).await.unwrap()[0].state, TestState::Passed);

    let lines = core.command::<TestToken>(elsewhere.clone()).await.unwrap();
    assert!(lines[0].words.contains("Paste the token for this address"), "{lines:?}");
    core.command::<SaveConnection>(elsewhere.clone()).await.unwrap();
    assert_eq!(core.command::<Connect>(id.clone()).await.unwrap_err().kind, FailureKind::NoToken);
    assert_eq!(stranger.seen().requests.len(), 0);

    // The namespace is no part of the address.
    core.command::<SaveConnection>(here.clone()).await.unwrap();
    core.shell.copy(MARKER);
    core.command::<PasteToken>(id.clone()).await.unwrap();
    core.command::<TestToken>(here.clone()).await.unwrap();
    let named = Connection { namespace: "acme".to_owned(), ..here };
    core.command::<SaveConnection>(named).await.unwrap();
    core.command::<Connect>(id.clone()).await.unwrap();
    core.forget(&id).await;
}

#[tokio::test]
async fn a_form_is_refused_by_its_field() {
    let core = TestCore::new();
    let id = core.command::<NewConnection>(()).await.unwrap();
    let good = typed(&id, "https://pos.example.com", Safety::ReadOnly);
    for (connection, field) in [
        (Connection { name: " ".to_owned(), ..good.clone() }, "Name"),
        (Connection { base_address: "pos.example.com".to_owned(), ..good.clone() }, "Address"),
        (Connection { base_address: "http://pos.example.com".to_owned(), ..good.clone() }, "Address"),
        (Connection { namespace: "a b".to_owned(), ..good.clone() }, "Namespace"),
        (Connection { currency: "EU".to_owned(), ..good.clone() }, "Currency"),
    ] {
        let failure = core.command::<SaveConnection>(connection).await.unwrap_err();
        assert_eq!((failure.kind, failure.field.as_deref()), (FailureKind::BadInput, Some(field)));
    }
    core.command::<SaveConnection>(good.clone()).await.unwrap();
    let other = Connection { id: core.command::<NewConnection>(()).await.unwrap(), ..good };
    let failure = core.command::<SaveConnection>(other).await.unwrap_err();
    assert_eq!(failure.field.as_deref(), Some("Name"), "two of one name");
    assert_eq!(core.command::<Connect>(id.clone()).await.unwrap_err().kind, FailureKind::NoToken);
    core.forget(&id).await;
}

#[tokio::test]
async fn an_address_is_tested_in_words() {
    let core = TestCore::new();
    let id = core.command::<NewConnection>(()).await.unwrap();
    let html = Server::always(&Answer::typed(200, "text/html", b"<p>"));
    let closed = ClosedPort::reserve();
    let port = closed.port();
    for (base_address, words) in [
        ("pos.example.com".to_owned(), "Address must begin with https://".to_owned()),
        (html.http(), format!("Loading the owner of the token failed: {} sent an HTML page", html.place())),
        (
            format!("http://127.0.0.1:{port}"),
            format!("Loading the owner of the token failed: can't connect to 127.0.0.1:{port}"),
        ),
        (
            "https://nobody.invalid".to_owned(),
            "Loading the owner of the token failed: the host name of nobody.invalid:443 can't be found"
                .to_owned(),
        ),
    ] {
        let lines = core.command::<TestAddress>(typed(&id, &base_address, Safety::ReadOnly)).await.unwrap();
        assert_eq!((lines[0].name.as_str(), lines[0].state), ("Address", TestState::Failed), "{lines:?}");
        assert!(lines[0].words.starts_with(&words), "{lines:?}");
    }
}

#[tokio::test]
async fn small_things_are_remembered() {
    let core = TestCore::new();
    core.command::<SetTheme>(Theme::Dark).await.unwrap();
    assert_eq!(core.again().command::<GetDesk>(()).await.unwrap().theme, Theme::Dark);
    assert!(!core.host.has_unsaved());
    core.command::<SetUnsaved>(true).await.unwrap();
    assert!(core.host.has_unsaved());
}
