//! The harness by itself, tested with a plain socket.

mod client;
mod connections;
mod framing;
mod reference;
mod rehearsal;
mod tls;
mod unreachable;
