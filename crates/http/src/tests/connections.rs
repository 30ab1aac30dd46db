//! To whom it connects, how often, and what it sends there.

use std::sync::Arc;

use tapline_contract::endpoints::{CreateEmv, DeleteEmv};
use tapline_contract::{Failure, FailureKind};
use tapline_platform::network::Network;
use tapline_platform::network::Resolver;
use tapline_scripted::{Answer, Server};

use super::{
    Body, Mail, OWNER, Pay, Profiles, Status, always, answer, client, client_in, clock, every_change, line,
    owner,
};

/// Answers every request of a connection.
fn patient() -> Server {
    Server::always(&Answer::json(200, OWNER))
}

#[tokio::test]
async fn reads_share_a_connection_and_so_do_writes_that_can_be_repeated() {
    let server = patient();
    let client = client_in("acme", &server.http(), &Network::default(), &clock());
    for _ in 0..3 {
        owner(&client).await.unwrap();
        client.send::<Status>(&(), &Body).await.unwrap();
    }
    assert_eq!((server.requests().len(), server.seen().connections), (6, 1));
}

#[tokio::test]
async fn money_creating_deleting_and_effects_get_a_fresh_connection() {
    let server = patient();
    let client = client_in("", &server.http(), &Network::default(), &clock());
    for _ in 0..2 {
        client.send::<Pay>(&(), &Body).await.unwrap();
        client.send::<Mail>(&(), &Body).await.unwrap();
        let _ = client.send::<CreateEmv>(&(), &super::draft()).await;
        let _ = client.send::<DeleteEmv>(&super::id(), &()).await;
    }
    assert_eq!((server.requests().len(), server.seen().connections), (8, 8));
}

#[tokio::test]
async fn the_namespace_stands_before_the_customers_paths() {
    for (namespace, base, expected) in [
        ("acme", "", "GET /acme/api/v1/profiles"),
        ("/acme/shop/", "/prefix", "GET /prefix/acme/shop/api/v1/profiles"),
    ] {
        let server = always(answer(200, "", "[1]"));
        let address = format!("{}{base}", server.http());
        let client = client_in(namespace, &address, &Network::default(), &clock());
        let sent = client.send::<Profiles>(&(), &()).await.unwrap();
        assert_eq!(sent.output.0.as_deref(), Some("[1]"), "the body itself is the answer");
        let _ = owner(&client).await;
        let lines: Vec<_> = server.requests().iter().map(line).collect();
        assert_eq!(lines, [expected, &format!("GET {base}/api/v2/current")]);
    }
}

#[tokio::test]
async fn without_a_namespace_the_customers_paths_are_not_asked_for() {
    let server = always(answer(200, "", "[]"));
    let client = client(&server.http(), &clock());
    let read = client.send::<Profiles>(&(), &()).await.unwrap_err();
    let change = client.send::<Status>(&(), &Body).await.unwrap_err();
    for failure in [read, change] {
        assert_eq!((failure.kind, failure.field.as_deref()), (FailureKind::BadInput, Some("Namespace")));
        assert!(failure.sentence.contains("this connection has no namespace"), "{failure}");
        assert!(failure.sentence.contains("Nothing was sent."), "{failure}");
    }
    assert_eq!(server.seen().connections, 0);
}

#[tokio::test]
async fn reads_take_gzip_and_changes_do_not() {
    let server = patient();
    let client = client(&server.http(), &clock());
    owner(&client).await.unwrap();
    client.send::<Pay>(&(), &Body).await.unwrap();
    let requests = server.requests();
    let packed: Vec<_> = requests.iter().map(|request| request.header("Accept-Encoding")).collect();
    assert_eq!(packed, [Some("gzip"), None]);
    assert!(requests.iter().all(|request| request.authorization() == "Bearer some.token"));
}

fn resolver(found: &'static [&'static str]) -> Network {
    let resolver: Resolver =
        Arc::new(move |_| Box::pin(async move { Ok(found.iter().map(|ip| ip.parse().unwrap()).collect()) }));
    Network { resolver: Some(resolver), ..Network::default() }
}

async fn asked_by_name(network: &Network, address: &str) -> (Failure, usize) {
    let clock = clock();
    let client = client_in("acme", address, network, &clock);
    for (name, failure) in every_change(&client).await {
        assert!(failure.nothing_happened(), "{name}: {failure}");
    }
    assert_eq!(clock.waits().len(), 0);
    (owner(&client).await.unwrap_err(), clock.waits().len())
}

#[tokio::test]
async fn names_that_lead_nowhere() {
    let silent: Resolver = Arc::new(|_| Box::pin(std::future::pending()));
    let unknown: Resolver = Arc::new(|_| Box::pin(async { Err(std::io::Error::other("no such name")) }));
    let by = |resolver| Network { resolver: Some(resolver), ..Network::default() };
    for (network, address, words) in [
        (by(unknown), "https://pos.example.com", "the host name of pos.example.com:443 can't be found"),
        (by(silent), "https://pos.example.com", "pos.example.com:443 within 5 seconds"),
        (resolver(&[]), "https://pos.example.com", "can't be found"),
        (resolver(&["192.0.2.1"]), "http://localhost:80", "localhost:80 can't be found"),
    ] {
        let (failure, waits) = asked_by_name(&network, address).await;
        assert_eq!((failure.kind, waits), (FailureKind::Unreachable, 2), "{failure}");
        assert!(failure.sentence.contains(words), "{failure}");
    }
}

#[tokio::test]
async fn a_name_may_be_looked_up_by_a_double() {
    let server = patient();
    let address = server.http().replace("127.0.0.1", "localhost");
    let client = client_in("", &address, &resolver(&["192.0.2.1", "127.0.0.1"]), &clock());
    assert_eq!(owner(&client).await.as_deref(), Ok("Acme"));
}

/// Runs itself: a proxy is set by the environment, and the environment belongs to the whole process.
#[tokio::test]
async fn a_proxy_that_refuses_is_a_connection_that_was_not_made() {
    const TEST: &str = "tests::connections::a_proxy_that_refuses_is_a_connection_that_was_not_made";
    if std::env::var_os("HTTPS_PROXY").is_some() {
        let (failure, waits) = asked_by_name(&Network::default(), "https://pos.example.com").await;
        assert_eq!((failure.kind, waits), (FailureKind::Unreachable, 2), "{failure}");
        return;
    }
    let proxy = always(answer(407, "", ""));
    let mut itself = std::process::Command::new(std::env::current_exe().unwrap());
    itself.args(["--exact", TEST, "--nocapture"]).env("HTTPS_PROXY", proxy.http());
    let ended = tokio::task::spawn_blocking(move || itself.output().unwrap()).await.unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stdout));
    let requests = proxy.requests();
    assert_eq!(requests.len(), 6 + 3, "{requests:?}");
    assert!(requests.iter().all(|request| line(request) == "CONNECT pos.example.com:443"), "{requests:?}");
    assert!(!format!("{requests:?}").contains("some.token"), "the token is not the proxy's");
}
