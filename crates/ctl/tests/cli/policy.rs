//! The policy of the computer holds for command lines too. A development build can be pointed at a file; a release cannot.

use crate::run::{Computer, Service};

fn administered(policy: &str) -> Computer {
    let computer = Computer::new();
    computer.file("policy.json", policy);
    computer
}

#[test]
fn an_address_that_is_not_allowed_is_refused_with_the_allowed_ones() {
    let service = Service::new();
    let base_url = service.sandbox.base_address();
    let computer = administered(r#"{"allowedAddresses": ["https://pay.example.com"]}"#);
    let token = computer.file("token", service.sandbox.token());
    let add = ["connections", "add", "--name", "A", "--base-url", &base_url, "--token-file", &token];
    computer.run(&add).ends(1).says("Your administrator allows https://pay.example.com");
    let call = ["call", "GetOwner", "--base-url", &base_url, "--token-file", &token];
    computer.run(&call).ends(1).says("Your administrator allows https://pay.example.com");
}

#[test]
fn a_raised_level_is_said() {
    let service = Service::new();
    let base_url = service.sandbox.base_address();
    let computer = administered(r#"{"safetyFloor": "readOnly"}"#);
    let token = computer.file("token", service.sandbox.token());
    let call = ["call", "DeleteEmv", "--id", "11", "--base-url", &base_url, "--token-file", &token];
    let ended = computer.run(&call).ends(1).says("read only");
    assert!(ended.err.contains("“Read only” and not “Confirm”: set by your administrator"), "{}", ended.err);
}

#[test]
fn a_damaged_policy_is_said_and_opens_nothing() {
    let service = Service::new();
    let base_url = service.sandbox.base_address();
    let computer = administered(r#"{"allowedAdresses": []}"#);
    let token = computer.file("token", service.sandbox.token());
    let ended = computer.run(&["call", "GetOwner", "--base-url", &base_url, "--token-file", &token]);
    assert_ne!(ended.code, 0);
    let ended = ended.says("policy.json is wrong").says("`allowedAdresses`");
    assert!(ended.out.is_empty(), "{}", ended.out);
    computer.run(&["connections", "list"]).ends(0).says("policy.json is wrong");
}
