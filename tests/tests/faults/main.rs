//! The fault matrix: what goes wrong between Tapline and the service, for every operation that it can go wrong for.
//!
//! [`harness`] shows that the servers misbehave as they claim to; [`matrix`] counts the cells.

#![expect(clippy::unwrap_used, reason = "all of it is tests")]

mod harness;
