//! Which check the holder of a card is asked for, for those who count sales instead of talking about one.

use super::ask::Ask;
use super::{Presented, Side, effect};
use crate::cvm::{self, Capability};
use crate::limits::{self, Outcome};

/// A check at the reader. What a phone does by itself is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    Pin,
    Signature,
    /// The card chooses.
    PinOrSignature,
    /// The parameters do not tell which.
    Any,
}

/// What happens to a sale and which check is asked at the reader; none where none is, or where the phone's own is enough.
pub fn asked(side: Side<'_>, amount: u64, presented: Presented) -> (Outcome, Option<Check>) {
    let Side { scheme, limits, params } = side;
    let outcome = effect(scheme, limits, params, amount, presented);
    let declared = |capability| cvm::declared(scheme, capability, params);
    // Only a reader that does not announce the phone's check treats a phone like a card.
    let is_enough = presented == Presented::Phone && declared(Capability::PhoneCheck) != Some(false);
    if !outcome.asks_cvm() || is_enough {
        return (outcome, None);
    }
    let (ask, signature) = if limits::outcome(scheme, limits, amount).asks_cvm() {
        (Some(Ask::above(scheme, params, Presented::Card)), Capability::Signature)
    } else {
        (Ask::below(scheme, params, Presented::Card), Capability::SignatureBelow)
    };
    let check = ask.map_or(Check::Any, |ask| match (ask.has_pin(), declared(signature) == Some(true)) {
        (true, true) => Check::PinOrSignature,
        (true, false) => Check::Pin,
        (false, true) if !ask.is_pin_or_phone() => Check::Signature,
        (false, _) => Check::Any,
    });
    (outcome, Some(check))
}

impl Check {
    /// Of sales of which some are asked for the one and some for the other.
    #[must_use]
    pub fn or(self, other: Check) -> Check {
        match (self, other) {
            (one, other) if one == other => one,
            (Check::Any, _) | (_, Check::Any) => Check::Any,
            _ => Check::PinOrSignature,
        }
    }

    /// As an object: "a PIN".
    pub fn words(self) -> &'static str {
        match self {
            Check::Pin => "a PIN",
            Check::Signature => "a signature",
            Check::PinOrSignature => "a PIN or signature",
            Check::Any => "a PIN or other check (CVM)",
        }
    }
}
