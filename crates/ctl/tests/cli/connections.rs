//! Saved connections, and where a token may come from.

use crate::fake::{Fake, data};
use crate::run::{Computer, Service, is_kept, words};

fn without_environment(service: &Service) -> (Computer, String, String) {
    let computer = Computer::new();
    let token = computer.file("token.txt", &format!("{}\n", service.sandbox.token()));
    (computer, service.sandbox.base_address(), token)
}

#[test]
fn without_a_keyring_a_connection_is_saved_and_its_token_is_not() {
    let service = Service::new();
    let (computer, base_url, token) = without_environment(&service);
    let line = format!("connections add --name Acme --base-url {base_url} --namespace /acme --token-file");
    let add = words(&line);
    let added = computer.run(&[&add[..], &[&token]].concat()).ends(1).says("in memory only and is gone now");
    assert_eq!(added.json()["connection"]["namespace"], "acme");
    assert_eq!(added.json()["token"]["kept"]["is"], "memory");
    assert!(!added.out.contains(service.sandbox.token()) && !added.err.contains(service.sandbox.token()));

    let listed = computer.run(&["connections", "list"]).ends(0).lines();
    assert_eq!((listed.len(), &listed[0]["name"]), (1, &"Acme".into()));
    let csv = computer.run(&["connections", "list", "--format", "csv"]).ends(0).out;
    assert!(csv.starts_with("id,name,environment,") && csv.contains(",Acme,LIVE,"), "{csv}");

    let call = ["call", "GetOwner", "--connection", "ACME"];
    computer.run(&call).ends(4).says("No token for Acme").says("--token-file");
    let owner = computer.run(&[&call[..], &["--token-file", &token]].concat()).ends(0);
    assert_eq!(owner.json()["groupName"], "Acme");
    computer.piped(&[&call[..], &["--token-stdin"]].concat(), service.sandbox.token()).ends(0);

    assert!(!is_kept(&computer.data(), service.sandbox.token()), "the token is in no file");
    computer.run(&["connections", "remove", "Acme"]).ends(0);
    computer.run(&["connections", "remove", "Acme"]).ends(1).says("No saved connection Acme");
    assert_eq!(computer.run(&["connections", "list"]).ends(0).out, "");
}

#[test]
fn a_test_says_what_works_and_what_does_not() {
    let service = Service::new();
    let (computer, base_url, token) = without_environment(&service);
    computer
        .run(&["connections", "add", "--name", "A", "--base-url", &base_url, "--token-file", &token])
        .ends(1);
    let lines =
        computer.run(&["connections", "test", "A", "--token-file", &token]).ends(0).says("accepted").json();
    assert_eq!(lines[0]["name"], "Address");
    computer.piped(&["connections", "test", "A", "--token-stdin"], "wrong-token-0123456789").ends(4);
    computer.run(&["connections", "test", "A"]).ends(4).says("Token        FAILED");
    computer
        .run(&words(&format!("connections add --name B --base-url http://127.0.0.1:1 --token-file {token}")))
        .ends(1);
    computer.run(&["connections", "test", "B", "--token-file", &token]).ends(7).says("Address      FAILED");
}

#[test]
fn a_token_is_no_argument_and_is_not_repeated() {
    let secret = "eyJ-a-token-that-nobody-may-see-0123456789";
    let computer = Computer::at("http://127.0.0.1:1", "x-x-x");
    for arguments in [
        &["call", "GetOwner", "--token", secret][..],
        &["--token", secret, "call", "GetOwner"],
        &["call", "GetOwner", "--bearer=eyJ-a-token-that-nobody-may-see-0123456789"],
        &["call", "GetOwner", "--token"],
    ] {
        let ended = computer.run(arguments).ends(1).says("--token-file").says("TAPLINE_TOKEN");
        assert!(!ended.err.contains(secret));
    }
    computer.run(&["call", "GetOwner", "--password", secret]).ends(1).says("--admin-password-file");
    for arguments in [
        &["call", "GetOwner", secret][..],
        &["call", "GetOwner", "--token-stdin", secret],
        &[secret],
        &["call", secret],
        &["call", "GetOwner", "--connection", secret],
        &["list", "emv", "--all", "--connection", secret],
        &["connections", "remove", secret],
        &["connections", "test", secret],
        &["endpoints", secret],
        &["check", secret],
        &["explain", "--scheme", secret, "--floor", "0", "--cvm", "1", "--trans", "2"],
        &["explain", "--scheme", "visa", "--floor", secret, "--cvm", "1", "--trans", "2"],
        &["call", "GetOwner", "--errors", secret],
        &["completions", secret],
    ] {
        let ended = computer.run(arguments).ends(1);
        assert!(!ended.err.contains(secret), "{}", ended.err);
    }
}

#[test]
fn what_is_no_token_is_refused_with_its_place() {
    let computer = Computer::new();
    let (empty, two) = (computer.file("empty", "\n"), computer.file("two", "a\nb\n"));
    let add = |file: &str| {
        computer.run(&words(&format!(
            "connections add --name A --base-url http://127.0.0.1:1 --token-file {file}"
        )))
    };
    add(&empty).ends(1).says("No token in the file");
    add(&two).ends(1).says("No token in the file");
    add("/no/such/file").ends(1).says("can't be read");
    let call = ["call", "GetOwner", "--base-url", "http://127.0.0.1:1", "--token-file", &two];
    computer.run(&call).ends(1).says("two").says("2 lines");
    let plain = ["call", "GetOwner", "--base-url", "http://pay.example.com", "--token-stdin"];
    computer.piped(&plain, "some-token").ends(1).says("https://");
}

#[cfg(unix)]
#[test]
fn a_token_file_that_others_can_read_is_named() {
    use std::os::unix::fs::PermissionsExt as _;
    let service = Service::new();
    let (computer, base_url, token) = without_environment(&service);
    let call = ["call", "GetOwner", "--base-url", &base_url, "--token-file", &token];
    assert!(!computer.run(&call).ends(0).err.contains("chmod"));
    std::fs::set_permissions(&token, std::fs::Permissions::from_mode(0o644)).unwrap();
    computer.run(&call).ends(0).says("chmod 600");
}

#[test]
fn the_token_of_the_environment_goes_to_no_saved_connection() {
    let fake = Fake::new(|_| data(r#"{"groupName":"Other"}"#));
    let computer = Computer::new().with("TAPLINE_TOKEN", "token-of-another-service");
    computer.run(&["connections", "add", "--name", "A", "--base-url", &fake.server.http()]).ends(1);
    let before = fake.requests().len();
    computer.run(&["call", "GetOwner", "--connection", "A"]).ends(4);
    assert_eq!(fake.requests().len(), before, "nothing was sent");
}

#[test]
fn a_token_is_no_name() {
    let token = "eyJ0eXAi.token-that-nobody-may-see.0123456789";
    let computer = Computer::new().with("TAPLINE_TOKEN", token);
    let other = computer.file("token", "token-0123456789");
    let url = "http://127.0.0.1:1";
    let within = format!("Acme {token}");
    let address = format!("{url}/{token}");
    for arguments in [
        &["--name", token, "--base-url", url][..],
        &["--name", &within, "--base-url", url],
        &["--name", "Acme", "--base-url", &address],
        &["--name", "Acme", "--base-url", url, "--namespace", token],
        &["--name", token, "--base-url", url, "--token-file", &other],
        &["--name", token, "--base-url", url, "--errors", "json"],
    ] {
        let ended =
            computer.run(&[&["connections", "add"], arguments].concat()).ends(1).says("looks like a token");
        assert!(!ended.err.contains(token) && !ended.out.contains(token), "{}", ended.err);
    }
    assert!(computer.run(&["connections", "list"]).ends(0).out.is_empty());
}
