//! Certificates are wrong in the one way they are named for.

use std::io::{self, Read as _, Write as _};
use std::sync::Arc;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use tapline_scripted::{Answer, Behavior, Greeting, Identity, Server};

use super::client::{connect, get, silent};

/// Asks as a client would that trusts the authority of the tests.
fn ask(server: &Server) -> io::Result<String> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(Identity::authority().as_bytes()).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let host = ServerName::try_from("127.0.0.1").unwrap();
    let connection = ClientConnection::new(Arc::new(config), host).unwrap();
    let mut stream = StreamOwned::new(connection, connect(server.port()));
    stream.write_all(get("/").as_bytes())?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    Ok(text)
}

fn behind(greeting: Greeting) -> Server {
    let steps = Answer::json(200, "{}").framed(tapline_scripted::Framing::UntilClose).steps();
    Server::start(Behavior::respond(move |_| steps.clone()).after(move |_| greeting.clone()))
}

#[test]
fn a_valid_certificate_is_accepted() {
    let server = behind(Greeting::Tls(Identity::valid()));
    assert!(ask(&server).unwrap().ends_with("\r\n\r\n{}"));
    let seen = server.wait(|seen| seen.ended == 1);
    assert_eq!((seen.requests.len(), seen.broken.len()), (1, 0), "{seen:?}");
}

#[test]
fn a_wrong_one_ends_before_any_request() {
    for (identity, cause) in [
        (Identity::self_signed(), "UnknownIssuer"),
        (Identity::expired(), "certificate expired"),
        (Identity::not_yet_valid(), "certificate not valid yet"),
        (Identity::of_other_host(), "not valid for name"),
    ] {
        let server = behind(Greeting::Tls(identity));
        let error = ask(&server).unwrap_err().to_string();
        assert!(error.contains(cause), "{error}");
        let seen = server.wait(|seen| seen.ended == 1);
        assert_eq!((seen.connections, seen.requests.len(), seen.broken.len()), (1, 0, 1), "{seen:?}");
    }
}

#[test]
fn tls_of_the_past_is_not_agreed_on() {
    let server = behind(Greeting::OldTls);
    let error = ask(&server).unwrap_err();
    assert!(error.to_string().contains("peer is incompatible"), "{error}");
    assert_eq!(server.wait(|seen| seen.ended == 1).requests.len(), 0);
}

#[test]
fn a_handshake_can_stall() {
    let server = behind(Greeting::Silent);
    let mut stream = connect(server.port());
    stream.write_all(&[0x16, 3, 1]).unwrap();
    silent(&mut stream);
    assert_eq!(server.seen().connections, 1);
}
