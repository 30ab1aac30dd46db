//! Calls that move money or cannot be undone: one dialog, one send, four possible results.
//!
//! A page brings the facts to restate, the fields and the call; the rest is here. Invariant: an [`dialog::Attempt`] sends at most
//! once per operation id.

pub(crate) mod dialog;
pub(crate) mod fields;
pub(crate) mod open;
mod outcome;
