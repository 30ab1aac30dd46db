//! The demo data: what a new database begins with. One module a subject; the same seed makes the same data.
//!
//! Not read at any other time: what a record shows besides its row is derived where it is written ([`crate::transaction`]).

pub(crate) mod acquirers;
pub(crate) mod devices;
mod dice;
pub(crate) mod emv;
mod fixed;
pub(crate) mod ids;
pub(crate) mod merchants;
mod month;
pub(crate) mod profiles;
mod shops;

pub(crate) use dice::{Dice, mixed};
pub(crate) use emv::configs;
pub(crate) use month::{Event, month};
