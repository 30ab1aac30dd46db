//! Variables of the session that lead elsewhere: a proxy is named, a policy can forbid it, and an expired token is named too.

use std::net::TcpListener;

use crate::run::{Computer, Ended, Service};

/// Resolves nowhere, so only a proxy could be reached.
const SERVICE: &str = "https://pos.invalid";

/// `{"exp":1700000000}`
const EXPIRED: &str = "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3MDAwMDAwMDB9.c2lnbmF0dXJlLXNpZ25hdHVyZQ";

/// A proxy that answers no one, and its address with a name and a password.
fn proxy() -> (TcpListener, String, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let place = listener.local_addr().unwrap().to_string();
    let address = format!("http://clerk:hidden-word@{place}");
    (listener, place, address)
}

/// *Test connection* at a connection that was saved without these variables.
fn tested(variables: &[(&'static str, &str)], policy: &str) -> Ended {
    let mut computer = Computer::new();
    let token = computer.file("token", EXPIRED);
    let add = ["connections", "add", "--name", "A", "--base-url", SERVICE, "--token-file", &token];
    computer.run(&add).ends(1);
    computer.file("policy.json", policy);
    for (name, value) in variables {
        computer = computer.with(name, value);
    }
    computer.run(&["connections", "test", "A", "--token-file", &token])
}

#[test]
fn a_proxy_of_the_environment_is_named_without_its_password() {
    // Closed, so that nothing waits for its answer.
    let (listener, place, address) = proxy();
    drop(listener);
    let bare = address.trim_start_matches("http://");
    for (variables, by) in [
        (&[("HTTPS_PROXY", address.as_str())][..], Some("HTTPS_PROXY")),
        (&[("https_proxy", bare)], Some("https_proxy")),
        (&[("ALL_PROXY", &address)], Some("ALL_PROXY")),
        (&[("all_proxy", &address)], Some("all_proxy")),
        (&[("HTTPS_PROXY", ""), ("ALL_PROXY", &address)], Some("ALL_PROXY")),
        (&[("HTTP_PROXY", &address)], None),
        (&[("HTTPS_PROXY", &address), ("NO_PROXY", "pos.invalid")], None),
        (&[("ALL_PROXY", &address), ("no_proxy", "*")], None),
    ] {
        let ended = tested(variables, "{}").ends(7);
        let line = ended.err.lines().find(|line| line.starts_with("Proxy"));
        assert_eq!(line.is_some(), by.is_some(), "{variables:?}: {}", ended.err);
        if let (Some(line), Some(by)) = (line, by) {
            assert!(line.contains(&place) && line.contains(&format!("set by {by}")), "{line}");
        }
        assert!(!ended.err.contains("hidden-word") && !ended.out.contains("hidden-word"), "{}", ended.err);
    }
}

#[test]
fn a_policy_forbids_a_proxy_of_the_environment_before_a_byte_is_sent() {
    const POLICY: &str = r#"{"environmentProxy": "off"}"#;
    let (listener, place, address) = proxy();
    for variable in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        let says = format!("{variable} names the proxy {place}, and your administrator allows none");
        tested(&[(variable, &address)], POLICY).ends(7).says(&says);
        let computer = Computer::new().with(variable, &address);
        computer.file("policy.json", POLICY);
        let token = computer.file("token", EXPIRED);
        computer
            .run(&["call", "GetOwner", "--base-url", SERVICE, "--token-file", &token])
            .ends(1)
            .says(&says);
    }
    assert!(listener.accept().is_err(), "nobody connected to the proxy");
}

#[test]
fn a_policy_without_a_word_on_proxies_and_one_with_a_wrong_word() {
    let computer = Computer::new();
    computer.file("policy.json", r#"{"environmentProxy": "never"}"#);
    computer.run(&["connections", "list"]).ends(0).says("environmentProxy");
    computer.file("policy.json", r#"{"environmentProxy": "on"}"#);
    assert!(!computer.run(&["connections", "list"]).ends(0).err.contains("policy.json"));
}

#[test]
fn an_expired_token_is_named_in_calls_and_in_the_test() {
    const SAYS: &str = "expired on 14 November 2023";
    let service = Service::new();
    let base_url = service.sandbox.base_address();
    let computer = Computer::new();
    let token = computer.file("token", EXPIRED);
    let at = ["--base-url", &base_url, "--token-file", &token];
    computer.run(&[&["call", "GetOwner"][..], &at].concat()).ends(4).says(SAYS);
    computer.run(&[&["list", "emv", "--all"][..], &at].concat()).ends(4).says(SAYS);
    computer
        .run(&[&["call", "DeleteEmv", "--id", "11", "--environment", "sandbox"][..], &at].concat())
        .ends(4)
        .says(SAYS);
    computer.run(&[&["connections", "add", "--name", "A"][..], &at].concat()).ends(1);
    let ended = computer.run(&["connections", "test", "A", "--token-file", &token]).ends(4).says(SAYS);
    assert!(!ended.err.contains(EXPIRED), "{}", ended.err);
}
