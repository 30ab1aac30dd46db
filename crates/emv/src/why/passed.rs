//! Whether a tap demonstrably passed its transaction limit.
//!
//! Above it the reader drops the combination before the card is asked (EMV Book B v2.5, 3.1.1.5; Book C-2, S456.14). What shows that
//! the card was asked therefore shows that this limit did not stop the tap: another one applied.

use super::{Candidate, Sale, decline};
use crate::bits::Reading;
use crate::limits::{self, LimitKind, Outcome, is_no_limit, rule};
use crate::performed::{self, Verified};

impl Sale<'_> {
    /// Whether the card or a host was asked.
    pub(super) fn passed(self, verified: Option<Verified>) -> bool {
        let any = |reading: &Reading, counts: fn(&str) -> bool| match reading {
            Reading::Bits(bits) => bits.iter().any(|bit| !bit.is_reserved && counts(&bit.place)),
            Reading::Absent | Reading::Malformed(_) => false,
        };
        // A terminal writes Z1 without having asked anyone; with Z3 it went on to ask.
        let coded = self.host_code.is_some_and(|code| !code.trim().is_empty()) && !self.is_declined_offline();
        let checked = verified.is_some_and(|verified| verified != Verified::Nothing)
            || performed::is_phone_unasked(self.cvm_performed, self.scheme);
        coded
            || checked
            || self.actions.stood && !self.actions.later.is_empty()
            // Byte 5 has what kernel 2 notes before it compares.
            || !decline::nonsense(self) && any(self.tvr, |place| !place.starts_with("B5"))
            || any(self.tsi, |_| true)
    }
}

/// Whether the transaction limit, in the service's or the book's reading, stops the amount.
pub(super) fn stops(sale: Sale<'_>, one: &Candidate) -> bool {
    let limit = one.limits.transaction;
    if !sale.is_compared() {
        return false;
    }
    limits::outcome(sale.scheme, one.limits, sale.amount) == Outcome::Declined
        || !is_no_limit(limit) && rule(sale.scheme, LimitKind::Transaction).book.holds(sale.amount, limit)
}
