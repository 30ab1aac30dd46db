//! Calls through the door that must be refused.

use tapline_contract::FailureKind;
use tapline_contract::commands::GetDesk;

use crate::test_core::{TestCore, operation};

#[tokio::test]
async fn nonsense_is_refused_in_words() {
    let core = TestCore::new();
    let id = operation().0;
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let connection =
        r#"{"connection":"x","id":null,"input":{"pageSize":-1,"pageNumber":null},"seen":null,"more":1}"#;
    for (name, operation, payload) in [
        ("", None, ""),
        ("listEmv", None, "{}"),
        ("invoke\u{202e}", None, "null"),
        ("ListEmv", None, ""),
        ("ListEmv", None, "null"),
        ("ListEmv", None, deep.as_str()),
        ("ListEmv", None, connection),
        ("ListEmv", Some(id.as_str()), connection),
        ("UpdateEmv", None, "{}"),
        ("UpdateEmv", Some("1"), "{}"),
        ("UpdateEmv", Some(id.as_str()), "\u{0}"),
        ("GetDesk", Some(id.as_str()), "null"),
        ("GetDesk", None, "{}"),
        ("SetTheme", None, "\"blue\""),
        ("SaveConnection", None, r#"{"id":"x"}"#),
        ("Connect", None, "\"nobody\""),
        ("PasteToken", None, "\"sandbox-12345678\""),
        ("CheckOperation", None, "\"x\""),
    ] {
        let refused = core.host.invoke(name, operation, payload).await.unwrap_err();
        let failure: tapline_contract::Failure = serde_json::from_str(&refused).unwrap();
        assert_eq!(failure.kind, FailureKind::BadInput, "{name} {failure}");
    }
}

#[tokio::test]
async fn a_call_for_a_connection_that_is_not_open_is_refused() {
    let core = TestCore::new();
    let call = r#"{"connection":"x","id":null,"input":{"pageSize":-1,"pageNumber":null},"seen":null}"#;
    let refused = core.host.invoke("ListEmv", None, call).await.unwrap_err();
    let failure: tapline_contract::Failure = serde_json::from_str(&refused).unwrap();
    assert_eq!(failure.kind, FailureKind::NotConnected);
    core.open_sandbox().await;
    assert!(core.host.invoke("ListEmv", None, call).await.is_err(), "another one is open");
}

#[tokio::test]
async fn the_owner_comes_without_the_password_of_the_mail_settings() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let call = format!(r#"{{"connection":"{}","id":null,"input":null,"seen":null}}"#, id.0);
    let owner = core.host.invoke("GetOwner", None, &call).await.unwrap();
    assert!(owner.contains("\"groupName\":\"Acme\"") && owner.contains("receipts@acme.example"), "{owner}");
    assert!(!owner.contains("sandbox-mail"), "{owner}");
}

#[tokio::test]
async fn the_desk_survives_a_reload() {
    let core = TestCore::new();
    assert_eq!(core.command::<GetDesk>(()).await.unwrap().session, None);
    let id = core.open_sandbox().await;
    assert_eq!(core.open_sandbox().await, id, "the same sandbox again");
    let session = core.command::<GetDesk>(()).await.unwrap().session.unwrap();
    assert_eq!(session.connection.id, id);
    assert_eq!(session.connection.base_address, "", "its address is core's alone");
    assert!(session.embedded);
    assert_eq!(*core.shell.title.lock().unwrap(), "Tapline — SANDBOX · Local sandbox");
}
