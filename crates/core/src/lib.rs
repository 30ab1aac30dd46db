//! Tapline without a window: everything Tapline does that a person does not see.
//!
//! One door, [`Host::invoke`]: JSON text in, JSON text out. Behind it: the HTTP client, the tokens, the journal of changes,
//! the connections. It knows no Tauri and draws nothing; what only a shell can do is handed in as [`Ports`].
//!
//! Invariants: a token never leaves core except in the header of a request to its own connection; a state-changing request is
//! sent at most once per operation id, and never before its intent is on disk; nothing that comes through the door panics.

#![expect(
    clippy::result_large_err,
    reason = "a failure carries what a person needs to know, and is made once per call"
)]

mod address;
mod agreed;
mod attach;
mod change;
mod clipboard;
mod clock;
mod commands;
mod connections;
mod consent;
mod dispatch;
mod export;
mod files;
mod host;
mod http;
mod instance_lock;
mod journal;
mod learned;
mod lists;
pub mod log;
mod memory;
mod plan;
mod plans;
mod policy;
mod ports;
mod preferences;
mod presence;
mod required;
mod running;
mod secrets;
mod session;
mod session_state;
mod state;
mod sync;
mod unit;
pub mod update;
mod validate;
mod walk;
mod where_used;
mod words;

pub use attach::Attachment;
pub use clock::{Clock, Pace, local_time, told_time};
pub use commands::usual_amounts;
pub use connections::chosen_rendering;
pub use export::{Book, BookCell};
pub use host::{HistoryArchive, Host, OpenError};
pub use instance_lock::InstanceLock;
pub use log::{shell_fact, shell_trouble};
pub use memory::guard_memory;
pub use policy::PolicyFile;
pub use ports::{
    Answer, AskPassword, Attendance, Finding, Network, Ports, Question, Resolver, Resolving, Subject,
    Updater, Window,
};

/// Makes ring the TLS provider of this process. Once is enough, more does no harm.
pub fn install_crypto() {
    // An error means that a provider is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
