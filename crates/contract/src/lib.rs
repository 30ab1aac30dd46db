//! The service's interface and Tapline's own commands, as types.
//!
//! Pure: no I/O, no clock, no randomness. Everything that crosses the wire to the service or the door between page and
//! core is declared here once; client, sandbox, page and golden tests are derived from it.
//! Not a client, and without state.

#![deny(clippy::disallowed_types, reason = "pure: no clock")]

pub mod acquirer;
pub mod action;
pub mod allowed;
pub mod amounts;
pub mod batch_sums;
mod canonical;
pub mod card;
pub mod card_number;
pub mod command;
pub mod commands;
pub mod connection;
pub mod decimal;
pub mod device;
pub mod device_mode;
pub mod draft;
pub mod emv_config;
pub mod emv_field;
pub mod emv_form;
pub mod endpoint;
pub mod endpoints;
pub mod entity_status;
pub mod explained;
pub mod export;
pub mod failure;
pub mod field;
pub mod figures;
pub mod form;
pub mod guard;
pub mod history;
pub mod history_rows;
mod id;
pub mod input;
mod json;
pub mod json_words;
pub mod list;
pub mod list_column;
pub mod menu;
pub mod merchant;
mod misfit;
pub mod moved;
pub mod name_filter;
mod number;
pub mod operation;
pub mod order;
pub mod outcome;
pub mod owner;
pub mod params;
pub mod plan;
pub mod policy;
pub mod preference;
pub mod presence;
pub mod profile;
pub mod propagation;
mod query;
pub mod record;
pub mod replay;
mod resource;
pub mod reveal;
pub mod rows;
pub mod sdk_id;
pub mod seal;
pub mod secret;
pub mod settlement;
pub mod shown;
pub mod siblings;
pub mod text_field;
pub mod three_way;
pub mod timestamp;
pub mod transaction;
pub mod transaction_state;
pub mod unit;
pub mod update;
pub mod usual;
pub mod watch;
pub mod where_used;
pub mod wire;
pub mod written;

pub use command::Command;
pub use endpoint::{Call, Class, Endpoint, Method};
pub use failure::{Failure, FailureKind};
pub use outcome::{Doubt, Evidence, Outcome};
