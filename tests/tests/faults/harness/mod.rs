//! The harness by itself, asked by a plain socket.

mod client;
mod connections;
mod framing;
mod tls;
mod unreachable;
