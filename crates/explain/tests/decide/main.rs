//! Facts of a sale and the decision that follows, as tables. Limits: floor 0.00, CVM 50.00, transaction 250.00 EUR.
//!
//! A sale is a line: scheme, amount, entry, status, host code, CVM performed, TVR, then parameters and other facts as `KEY=value`; `-`
//! stands for nothing.

#![expect(clippy::unwrap_used, reason = "a row that is none fails its test")]

mod changes;
mod compared;
mod contradictions;
mod declines;
mod next_steps;
mod outcomes;
mod properties;
mod sales;
mod verification;
mod words;

use sales::check;
