//! Addresses without a listener that stay ours: nothing else on this machine can use them meanwhile.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use socket2::{Domain, Socket, Type};

use super::{Behavior, Server};

/// Connections to it are refused, until it is opened.
#[derive(Debug)]
pub struct ClosedPort(Socket);

impl ClosedPort {
    pub fn reserve() -> ClosedPort {
        ClosedPort(bound())
    }

    pub fn port(&self) -> u16 {
        port(&self.0)
    }

    /// The service comes back.
    pub fn open(self, behavior: Behavior) -> Server {
        self.0.listen(128).expect("a bound socket can listen");
        Server::on(TcpListener::from(self.0), behavior)
    }
}

/// Connections to it are neither accepted nor refused, as behind a firewall that drops them.
#[derive(Debug)]
pub struct FullBacklog {
    listener: Socket,
    fillers: Vec<TcpStream>,
}

impl FullBacklog {
    /// Blocks for a moment.
    pub fn fill() -> FullBacklog {
        FullBacklog::filled(bound())
    }

    /// A full backlog at 127.0.0.2, for a name that leads there and no longer to a server with this port.
    pub fn fill_beside(port: u16) -> FullBacklog {
        FullBacklog::filled(bound_to(SocketAddr::from((Ipv4Addr::new(127, 0, 0, 2), port))))
    }

    fn filled(listener: Socket) -> FullBacklog {
        const MOST: usize = 64;
        listener.listen(0).expect("a bound socket can listen");
        let address = address(&listener);
        let mut fillers = Vec::new();
        while let Ok(filler) = TcpStream::connect_timeout(&address, Duration::from_millis(200)) {
            fillers.push(filler);
            assert!(fillers.len() < MOST, "this machine has no backlog that can be filled");
        }
        FullBacklog { listener, fillers }
    }

    pub fn port(&self) -> u16 {
        port(&self.listener)
    }

    /// The way is free again. Those that waited are served too.
    pub fn open(self, behavior: Behavior) -> Server {
        let listener = TcpListener::from(self.listener);
        for filler in self.fillers {
            drop(filler);
            // It was accepted by the operating system, so it comes at once.
            drop(listener.accept());
        }
        Server::on(listener, behavior)
    }
}

fn bound() -> Socket {
    bound_to(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
}

fn bound_to(address: SocketAddr) -> Socket {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("this machine has TCP");
    socket.bind(&address.into()).expect("this machine has a free port");
    socket
}

fn address(socket: &Socket) -> SocketAddr {
    let address = socket.local_addr().ok().and_then(|address| address.as_socket());
    address.expect("it is bound to an IPv4 address")
}

fn port(socket: &Socket) -> u16 {
    address(socket).port()
}
