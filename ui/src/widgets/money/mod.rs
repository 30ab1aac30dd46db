//! Calls that move money or cannot be undone: one dialog, one send, four possible results.
//!
//! A page brings the facts to restate, the fields and the call; the rest is here. Invariant: an [`attempt::Attempt`] sends at most
//! once per operation id.

pub(crate) mod amount;
pub(crate) mod attempt;
pub(crate) mod close;
pub(crate) mod dialog;
pub(crate) mod open;
mod outcome;
pub(crate) mod password;
pub(crate) mod retype;
pub(crate) mod share;
mod verdict;
