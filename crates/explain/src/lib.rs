//! Explains a card payment: why the terminal asked for a PIN, or did not, and why a payment was declined.
//!
//! Three steps that never mix. [`facts`] is everything known about a sale, each fact a type with its source. [`decide`] turns facts
//! and candidate configurations into a [`Decision`] and writes no word. [`say`] renders a decision for one audience in one language,
//! and is the only place with sentences. No code looks into a rendered [`say::Text`]. Pure: no I/O, no clock, no serialization.

#![deny(clippy::disallowed_types, reason = "pure: no clock")]

pub mod decide;
pub mod decision;
pub mod facts;
pub mod log;
pub mod say;

pub use decide::decide;
pub use decision::{Certainty, Decision, Headline, NextStep};
pub use facts::{Candidate, Money, Sale};
