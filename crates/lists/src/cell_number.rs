//! Numbers in cells, compared by their exact value.
//!
//! Kept: the decimal, parsed once, in front of comparing digits. Without it a range of amounts takes 22 instead of 10 ms at 100,000
//! rows, a quarter of the time until the rows are painted.

use std::cmp::Ordering;

use tapline_contract::decimal::{self, Decimal};
use tapline_contract::field::Number;

#[derive(Clone, Copy, Debug)]
pub(super) struct CellNumber<'t> {
    decimal: Option<Decimal>,
    text: &'t str,
}

impl<'t> CellNumber<'t> {
    pub(super) fn new(text: &'t str) -> CellNumber<'t> {
        CellNumber { decimal: Decimal::parse(text), text }
    }

    pub(super) fn compare(&self, other: &CellNumber<'_>) -> Ordering {
        if let (Some(one), Some(other)) = (self.decimal, other.decimal) {
            return one.cmp(&other);
        }
        match (Number::parse(self.text), Number::parse(other.text)) {
            (Some(one), Some(other)) => decimal::compare(&one, &other),
            // Columns of numbers have no other texts.
            _ => self.text.cmp(other.text),
        }
    }
}
