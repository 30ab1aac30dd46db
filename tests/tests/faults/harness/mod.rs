//! The harness by itself, asked by a plain socket.

mod client;
mod connections;
mod framing;
mod reference;
mod rehearsal;
mod tls;
mod unreachable;
