//! No one answers, and then a server does, at the same address.

use std::io::{ErrorKind, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};

use tapline_scripted::{Answer, Behavior, ClosedPort, FullBacklog};

use super::client::{MOMENT, answer, connect, get};

fn well() -> Behavior {
    Behavior::respond(|_| Answer::empty(200).steps())
}

fn attempt(port: u16) -> ErrorKind {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    TcpStream::connect_timeout(&address, MOMENT).unwrap_err().kind()
}

fn answers(port: u16) {
    let mut stream = connect(port);
    stream.write_all(get("/").as_bytes()).unwrap();
    assert_eq!(answer(&mut stream).0, 200);
}

#[test]
fn a_closed_port_refuses_until_it_is_opened() {
    let closed = ClosedPort::reserve();
    let port = closed.port();
    assert_eq!(attempt(port), ErrorKind::ConnectionRefused);
    let server = closed.open(well());
    answers(port);
    assert_eq!(server.seen().connections, 1);
}

#[test]
fn a_full_backlog_says_nothing_until_there_is_room() {
    let full = FullBacklog::fill();
    let port = full.port();
    assert_eq!(attempt(port), ErrorKind::TimedOut);
    let server = full.open(well());
    answers(port);
    assert_eq!(server.seen().requests.len(), 1);
}
