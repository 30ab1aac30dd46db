//! The service's interface and the desk's own commands, as types.
//!
//! Pure: no I/O, no clock, no randomness. Everything that crosses the wire to the service or the door between page and
//! core is declared here once; client, sandbox, page and golden tests are derived from it.
//! It is not a client and holds no state.

pub mod command;
pub mod commands;
pub mod connection;
pub mod emv_config;
pub mod emv_field;
pub mod emv_form;
pub mod endpoint;
pub mod endpoints;
pub mod failure;
pub mod history;
mod json;
pub mod outcome;
pub mod owner;
pub mod params;
pub mod record;
pub mod three_way;
pub mod wire;

pub use command::Command;
pub use endpoint::{Call, Class, Endpoint, Method};
pub use failure::{Failure, Kind};
pub use outcome::{Evidence, Outcome};
