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

mod agreed;
mod attach;
mod change;
mod clipboard;
mod commands;
mod connections;
mod dispatch;
mod drafts;
mod export;
mod figures;
mod host;
mod instance_lock;
mod learned;
mod may_change;
mod memory;
mod perform;
mod plan;
mod plan_runs;
mod policy;
mod ports;
mod preferences;
mod presence;
mod replay;
mod session;
mod state;
mod surroundings;
mod unit;
pub mod update;
mod validate;
mod where_used;

pub use attach::Attachment;
pub use commands::usual_amounts;
pub use connections::chosen_rendering;
pub use export::{Book, BookCell};
pub use host::{HistoryArchive, Host, OpenError};
pub use instance_lock::InstanceLock;
pub use memory::guard_memory;
pub use policy::PolicyFile;
pub use ports::{Attendance, Finding, Ports, Updater, Window};
pub use tapline_changes::{Answer, AskPassword, Question, Subject};
