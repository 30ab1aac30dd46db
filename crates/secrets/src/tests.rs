//! Addresses that a token may go to, with a keyring that is a double.

use super::keyring::double;
use super::*;

fn address(text: &str) -> BaseAddress {
    BaseAddress::parse(text).unwrap()
}

fn token() -> Token {
    Token::parse("pasted-token-0123456789").unwrap()
}

#[test]
fn a_pasted_token_belongs_to_the_first_address_it_is_used_with() {
    let (secrets, id) = (Secrets::default(), ConnectionId("connection-0000000000000001".to_owned()));
    let (one, other) = (address("https://pos.example.com"), address("https://pos.example.net"));
    assert!(matches!(secrets.fresh(&id, &one), Pasted::Nothing));
    secrets.hold(&id, token());
    assert!(matches!(secrets.fresh(&id, &one), Pasted::Here(_)));
    assert!(matches!(secrets.fresh(&id, &other), Pasted::Elsewhere(own) if own == one.text()));
    assert!(secrets.held(&id, &other).is_none());
    assert!(matches!(secrets.fresh(&id, &one), Pasted::Here(_)), "the right address still has it");
    secrets.hold(&id, token());
    assert!(matches!(secrets.fresh(&id, &other), Pasted::Here(_)), "pasted again after the edit");
}

#[test]
fn addresses_are_the_same_by_scheme_host_port_and_path() {
    let (secrets, id) = (Secrets::default(), ConnectionId("connection-0000000000000001".to_owned()));
    let own = address("https://pos.example.com/a");
    for (other, expected) in [
        ("HTTPS://POS.example.COM:443/a/", true),
        ("https://pos.example.com:8443/a", false),
        ("https://pos.example.com/A", false),
        ("https://pos.example.com", false),
        ("https://pos.example.com./a", false),
        ("https://pos.example.co/a", false),
    ] {
        secrets.hold(&id, token());
        assert!(matches!(secrets.fresh(&id, &own), Pasted::Here(_)));
        let found = matches!(secrets.fresh(&id, &address(other)), Pasted::Here(_));
        assert_eq!(found, expected, "{other}");
    }
}

/// An id of its own for each test: they share the double.
fn own(number: u32) -> ConnectionId {
    ConnectionId(format!("connection-{number:016x}"))
}

fn in_keyring(id: &ConnectionId) -> Option<String> {
    double::entry(&id.0).get_secret().ok().map(|bytes| String::from_utf8(bytes).unwrap())
}

#[tokio::test]
async fn an_entry_is_a_token_for_its_own_address_alone() {
    let (secrets, id) = (Secrets::default(), own(1));
    let (here, elsewhere) = (address("https://pos.example.com"), address("https://pos.example.net"));
    double::entry(&id.0);
    secrets.hold(&id, token());
    assert_eq!(secrets.keep(&id, &here).await, TokenKept::Keyring);
    assert_eq!(in_keyring(&id).as_deref(), Some("https://pos.example.com\npasted-token-0123456789"));
    assert!(secrets.find(&id, &here).await.unwrap().is_some());
    assert!(secrets.find(&id, &elsewhere).await.unwrap().is_none());
}

#[tokio::test]
async fn an_entry_of_an_older_version_is_bound_once() {
    let (secrets, id) = (Secrets::default(), own(2));
    let (here, elsewhere) = (address("https://pos.example.com"), address("https://pos.example.net"));
    double::entry(&id.0).set_secret(b"older-token-0123456789").unwrap();
    let found = secrets.find(&id, &here).await.unwrap().unwrap();
    assert_eq!(found.token.text(), "older-token-0123456789");
    assert_eq!(in_keyring(&id).as_deref(), Some("https://pos.example.com\nolder-token-0123456789"));
    assert!(secrets.find(&id, &elsewhere).await.unwrap().is_none());
}

#[tokio::test]
async fn a_token_that_cannot_be_kept_leaves_no_older_one_behind() {
    let (secrets, id) = (Secrets::default(), own(3));
    let here = address("https://pos.example.com");
    double::entry(&id.0).set_secret(b"https://pos.example.com\nolder-token").unwrap();
    double::fail_once(&id.0);
    secrets.hold(&id, token());
    assert!(matches!(secrets.keep(&id, &here).await, TokenKept::Memory { .. }));
    assert_eq!(secrets.find(&id, &here).await.unwrap().unwrap().token.text(), "pasted-token-0123456789");
    // The answer comes before the older entry is removed; the next request waits for both.
    secrets.problem().await;
    assert_eq!(in_keyring(&id), None);
}

#[tokio::test]
async fn what_cannot_be_deleted_is_not_forgotten() {
    let (secrets, id) = (Secrets::default(), own(4));
    let here = address("https://pos.example.com");
    double::entry(&id.0);
    secrets.hold(&id, token());
    secrets.keep(&id, &here).await;
    double::fail_once(&id.0);
    assert_eq!(secrets.forget_kept(&id).await, Err(KeyringError::Broken));
    assert!(secrets.find(&id, &here).await.unwrap().is_some());
    assert_eq!(secrets.forget_kept(&id).await, Ok(()));
    assert!(secrets.find(&id, &here).await.unwrap().is_none());
}

#[tokio::test]
async fn a_token_pasted_for_another_address_is_not_kept_for_this_one() {
    let (secrets, id) = (Secrets::default(), own(5));
    let (here, elsewhere) = (address("https://pos.example.com"), address("https://pos.example.net"));
    double::entry(&id.0);
    secrets.hold(&id, token());
    assert!(matches!(secrets.fresh(&id, &elsewhere), Pasted::Here(_)), "tested there");
    secrets.keep(&id, &here).await;
    assert_eq!(in_keyring(&id), None);
    assert!(secrets.find(&id, &here).await.unwrap().is_none());
    assert!(secrets.find(&id, &elsewhere).await.unwrap().is_none());
}

#[test]
fn a_token_that_was_not_accepted_takes_no_newer_one_with_it() {
    let (secrets, id, at) =
        (Secrets::default(), ConnectionId("a".to_owned()), address("https://one.example"));
    let token = |text: &str| Token::parse(text).unwrap();
    secrets.hold(&id, token("first"));
    secrets.hold(&id, token("second"));
    secrets.drop_tried(&id, &token("first"));
    assert!(matches!(secrets.fresh(&id, &at), Pasted::Here(found) if found.token.is(&token("second"))));
    secrets.drop_tried(&id, &token("second"));
    assert!(matches!(secrets.fresh(&id, &at), Pasted::Nothing));
}
