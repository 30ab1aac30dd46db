//! A TVR that is likely none of a real sale: its bits exclude each other.
//!
//! Invariant: nothing is concluded from it. The answer is that of a sale without a TVR; the bits are told, and none is known.

use super::{Candidate, Certainty, Reason, Sale, Why, noted, why};
use crate::bits::Reading;

const NOTE: &str = "The TVR says that the card's application has expired and is not yet effective: likely no TVR of a real sale.";

pub(super) fn without_tvr(sale: Sale<'_>, candidates: &[Candidate]) -> Why {
    let mut told = why(Sale { tvr: &Reading::Absent, ..sale }, candidates);
    let bits = noted::tvr(sale, candidates);
    let bits = bits.into_iter().map(|one| Reason { certainty: Certainty::CannotKnow, ..one });
    // The entry is the first reason.
    let at = told.chain.len().min(1);
    told.chain.splice(at..at, bits);
    told.notes.insert(0, NOTE.to_owned());
    told
}
