//! The fault matrix: what goes wrong between Tapline and the service, for every operation that it can go wrong for.
//!
//! [`matrix`] lists the cells, [`rows`] each fault and its required result, [`cell`] runs the cells of a row, [`ledger`] sees
//! to it that none is left out, [`harness`] shows that the servers misbehave as they claim to.

#![expect(clippy::unwrap_used, reason = "all of it is tests")]

mod cell;
mod claims;
mod fault;
mod harness;
mod journal;
mod ledger;
mod matrix;
mod rows;
mod test_core;
