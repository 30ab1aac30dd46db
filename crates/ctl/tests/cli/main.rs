//! The real binary as a process: against the sandbox, and against a service that answers as a test wants.

#![expect(clippy::unwrap_used, reason = "all of it is tests")]

mod amounts;
mod answers;
mod call;
mod claims;
mod connections;
#[cfg(debug_assertions)]
mod environment;
mod explain;
mod fake;
mod fingerprint;
mod foreign;
mod help;
mod history;
mod ids;
mod list;
mod options;
mod outcome;
mod owner;
mod plan;
mod plan_faults;
mod plan_kills;
mod plan_proofs;
mod plan_users;
#[cfg(debug_assertions)]
mod policy;
mod printed;
mod run;
mod sdk_id;
mod set;
mod shared;
mod shop;
mod signal;
mod unit;
