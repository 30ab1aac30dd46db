//! The fault matrix: what goes wrong between Tapline and the service, for every operation that it can go wrong for.
//!
//! [`matrix`] says which cells there are, [`cell`] runs a row of them, [`harness`] shows that the servers misbehave as they
//! claim to.

#![expect(clippy::unwrap_used, reason = "all of it is tests")]

mod cell;
mod harness;
mod matrix;
