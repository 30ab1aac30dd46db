//! EMV contactless payment as tables and values: schemes, application identifiers, limits, taps, checks, tags and bits.
//!
//! Sentences for people are `tapline-explain`'s.
//!
//! Pure: std only, no I/O, no clock, no randomness, no serialization. Malformed data is a value to show,
//! never a panic. Amounts are integers in minor units of a currency; there is no floating point here.
//! Every rule names its source: the service document where it speaks, else the EMV book, else it says "likely".

#![deny(clippy::disallowed_types, reason = "pure: no clock")]

pub mod action_code;
pub mod aid;
pub mod aip;
pub mod at_terminals;
pub mod bits;
pub mod check;
pub mod ctq;
pub mod cvm;
pub mod decode;
pub mod dol;
pub mod entry;
pub mod evidence;
pub mod form_factor;
pub mod hex;
pub mod host;
pub mod iad;
pub mod iso;
pub mod limits;
pub mod mcc;
pub mod method;
pub mod money;
pub mod outcome;
pub mod param;
pub mod performed;
mod phrase;
pub mod preset;
pub mod reference;
pub mod replay;
pub mod scheme;
pub mod siblings;
pub mod tag;
pub mod tap;
pub mod terminal_words;
pub mod third_party;
pub mod tsi;
pub mod tvr;
pub mod unused;

pub use aid::{Aid, AidError, RidOwner};
pub use check::{
    Field, Finding, Fix, Other, Severity, Sibling, Subject, Terminal, check, check_terminal, limits_of,
};
pub use cvm::Offer;
pub use limits::{Boundary, Comparison, LimitKind, Limits, Outcome, PartialLimits, Rule, Unreachable, Zone};
pub use money::{AmountError, Currency, MAX_AMOUNT};
pub use param::{PARAMS, Param, Params, Value};
pub use reference::Reference;
pub use scheme::Scheme;
pub use siblings::Differs;
pub use tap::{Presented, TapDecision, TapResult};
