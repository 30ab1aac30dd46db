//! Calls that move money, or that nothing takes back: one dialog, one send, four ends.
//!
//! Composed by every page that has such a call. A page brings the facts to restate, the fields, and what is sent; the rest is
//! here. Invariant: an [`attempt::Attempt`] sends at most once; a new one has a new operation id.

pub(crate) mod amount;
pub(crate) mod attempt;
pub(crate) mod close;
pub(crate) mod dialog;
pub(crate) mod open;
mod outcome;
pub(crate) mod password;
pub(crate) mod retype;
pub(crate) mod share;
pub(crate) mod verdict;
