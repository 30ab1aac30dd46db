//! The scripted server: it answers as a test says, well or with faults to the byte, on threads of its own.
//!
//! It is no HTTP library: it reads a client's requests and plays [`Step`]s. It knows no operation of the service and judges
//! nothing; it reports exactly which connections were made, which requests arrived whole, and how many bytes went either
//! way. Its threads need no async runtime, so that a test may hold the clock of its own. A test that only needs a service
//! that works uses the sandbox.

use std::time::Duration;

mod answer;
mod connection;
mod gate;
mod gzip;
mod identity;
pub mod listing;
mod old_tls;
mod request;
mod server;
mod step;
mod traffic;
mod unreachable;

pub use answer::{Answer, Framing};
pub use gate::Gate;
pub use gzip::{Gzip, gzip, zeros};
pub use identity::Identity;
pub use request::{Request, decoded};
pub use server::{Behavior, Server};
pub use step::{Greeting, Pieces, Script, Step};
pub use traffic::SeenTraffic;
pub use unreachable::{ClosedPort, FullBacklog};

/// Longest wait for anything on a loaded machine of two cores.
pub const PATIENCE: Duration = Duration::from_secs(20);
