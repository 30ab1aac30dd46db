//! The steps that a transaction tells of: what was held to the terminal, what the TSI notes, how the cardholder was verified.

use super::chain::reason;
use super::{Candidate, Certainty, Entry, Reason, Sale};
use crate::bits::Reading;
use crate::performed::{self, Verified};
use crate::scheme::Scheme;
use crate::tvr;

/// Bits of byte 1 of the TSI, as they stand in a sentence.
const STEPS: &[(&str, &str)] = &[
    ("b8", "card data authentication (ODA)"),
    ("b7", "cardholder verification"),
    ("b6", "card risk management"),
    ("b5", "issuer authentication"),
    ("b4", "terminal risk management"),
    ("b3", "issuer script processing"),
];
const VERIFICATION: &str = "B1 b7";

/// Card or phone, of a tap.
pub(super) fn presented(sale: Sale<'_>, verified: Option<Verified>) -> Option<Reason> {
    if !sale.entry.is_tap() {
        return None;
    }
    let mastercard = sale.scheme == Scheme::Mastercard;
    Some(if let Some(wallet) = sale.wallet {
        let words = format!("It was likely a phone or watch: the payment method is likely {wallet}.");
        reason(words, "paymentMethod", Certainty::Likely)
    } else if mastercard && performed::is_phone_unasked(sale.cvm_performed, sale.scheme) {
        let words = "It was likely a phone or watch: it can check its owner itself (CDCVM), and up to the CVM limit nothing is asked.";
        reason(words, "CVM results, kernel 2", Certainty::Likely)
    } else if verified == Some(Verified::OnDevice) {
        let words = "It was likely a phone or watch, which verify their owner themselves (CDCVM), as do cards that read a finger.";
        reason(words, "cvmPerformed", Certainty::Likely)
    } else {
        let words = "Whether a card or a phone was tapped is not told.";
        reason(words, "not in the transaction", Certainty::CannotKnow)
    })
}

/// An amount of zero, of a tap.
pub(super) fn zero(sale: Sale<'_>, candidates: &[Candidate]) -> Option<Reason> {
    (sale.not_compared.is_none() && sale.amount == 0).then(|| {
        // Its kernel does not read the TTQ in which the book asks for it.
        let is_open = sale.scheme == Scheme::Mastercard && candidates.iter().any(|one| one.limits.floor > 0);
        let words = if is_open {
            "An amount of zero may go online whatever the floor limit is, if the terminal accepts it at all: it likely only checks the \
             account."
        } else {
            "An amount of zero goes online, if the terminal accepts it at all: it likely only checks the account."
        };
        reason(words, "EMV Book B v2.5, 3.1.1.4 and 3.1.1.11", Certainty::Likely)
    })
}

/// What the terminal noted as performed. A step says that it was done, and not how it ended.
pub(super) fn noted(sale: Sale<'_>) -> Option<Reason> {
    if let Reading::Malformed(sentence) = sale.tsi {
        return Some(reason(sentence.clone(), "TSI", Certainty::CannotKnow));
    }
    let Reading::Bits(_) = sale.tsi else { return None };
    let done: Vec<_> =
        STEPS.iter().filter(|(bit, _)| sale.tsi.has(&format!("B1 {bit}")) == Some(true)).collect();
    let [others @ .., last] = done.as_slice() else {
        return Some(if sale.entry.is_tap() {
            let words =
                "The TSI notes no step: usual for a tap, since most contactless kernels do not fill it.";
            reason(words, "TSI", Certainty::Likely)
        } else {
            reason("The TSI notes no step.", "TSI", Certainty::Known)
        });
    };
    let mut words = others.iter().map(|(_, step)| *step).collect::<Vec<_>>().join(", ");
    if !words.is_empty() {
        words.push_str(" and ");
    }
    words.push_str(last.1);
    let mut words = format!("The terminal performed {words}.");
    if sale.entry == Entry::Chip && sale.tsi.has(VERIFICATION) == Some(false) {
        words.push_str(" It noted no cardholder verification.");
    }
    let bits: Vec<_> = done.iter().map(|(bit, _)| *bit).collect();
    Some(reason(words, format!("TSI B1 {}", bits.join(", ")), Certainty::Known))
}

/// What a Mastercard tap tells of a card that cannot be verified: without a list of methods kernel 2 asks for none, and sets a bit
/// (EMV Book C-2, 7.5).
fn no_list(sale: Sale<'_>) -> Option<String> {
    if sale.scheme != Scheme::Mastercard || !sale.entry.may_be_a_tap() {
        return None;
    }
    let none = performed::card_has_none(sale.cvm_performed, sale.scheme);
    match (none, sale.has(tvr::DATA_MISSING)) {
        (true, false) => Some("the card likely offers no verification (CVM results 3F0000)".to_owned()),
        (_, true) => Some(format!(
            "likely because the card has no list of methods: data is missing (TVR {})",
            tvr::DATA_MISSING
        )),
        (false, false) => None,
    }
}

/// How the cardholder was verified, as the service tells it.
pub(super) fn performed(sale: Sale<'_>, verified: Option<Verified>) -> Reason {
    let (ground, certainty) = match (sale.verified, verified) {
        (Some(told), Some(verified)) if told == verified => ("cvmPerformed", Certainty::Likely),
        (_, Some(Verified::Pin)) if sale.has(tvr::ONLINE_PIN) => ("TVR B3 b3", Certainty::Known),
        (_, Some(_)) => ("TVR B3 b8", Certainty::Known),
        (_, None) => {
            let words = match sale.cvm_performed.trim() {
                "" => "The transaction does not tell which verification was performed.".to_owned(),
                // A finger, a face: neither PIN nor signature nor the phone's own check.
                text if let Some(method) = performed::method_of(text) => {
                    let words = format!("Verification performed, by the CVM results: {method}.");
                    return reason(words, "cvmPerformed", Certainty::Likely);
                }
                text if performed::is_unfilled(text) => {
                    "The CVM results are all zero, so they were likely never filled in.".to_owned()
                }
                text => {
                    format!("“{text}” does not tell which verification was performed: it is not documented.")
                }
            };
            return reason(words, "cvmPerformed", Certainty::CannotKnow);
        }
    };
    let no_online_pin = sale.entry == Entry::Chip && sale.tvr.has(tvr::ONLINE_PIN) == Some(false);
    // An inserted card's methods are those of the EMV book.
    let method = performed::method_of(sale.cvm_performed).filter(|_| sale.entry == Entry::Chip);
    let words = match (verified, method) {
        (Some(Verified::Pin), Some(method))
            if performed::is_pin_of_card(sale.cvm_performed, Scheme::Visa) =>
        {
            return reason(format!("Verification performed: {method}."), ground, certainty);
        }
        (Some(Verified::Pin), Some(method)) if no_online_pin => {
            let words = format!(
                "Verification performed: {method}, by the CVM results; the TVR notes no such PIN (B3 b3), which does not fit."
            );
            return reason(words, ground, Certainty::CannotKnow);
        }
        _ => verified,
    };
    if let Some(method) = performed::failed_method(sale.cvm_performed, sale.scheme, sale.entry)
        .filter(|_| words == Some(Verified::Failed))
    {
        let words = format!("Verification performed: none that succeeded ({method}: failed).");
        return reason(words, ground, certainty);
    }
    if words == Some(Verified::Nothing)
        && let Some(why) = no_list(sale)
    {
        return reason(format!("Verification performed: none, {why}."), ground, certainty);
    }
    let words = match words {
        Some(Verified::Pin) if no_online_pin => {
            "Verification performed: PIN, likely checked by the card itself: no online PIN is noted (TVR B3 b3)."
        }
        Some(Verified::Pin) => "Verification performed: PIN.",
        Some(Verified::Signature) => "Verification performed: signature.",
        Some(Verified::PinOrSignature) => {
            "Verification performed: PIN or signature; which of them is not told."
        }
        Some(Verified::OnDevice) => "Verification performed: on the cardholder's own device.",
        Some(Verified::Nothing) => "Verification performed: none.",
        Some(Verified::Failed) | None => "Verification performed: none that succeeded.",
    };
    if verified.is_some_and(|verified| !sale.entry.fits(verified)) {
        let words = format!(
            "{}, by what the service tells; that does not fit this entry.",
            words.trim_end_matches('.')
        );
        return reason(words, ground, Certainty::CannotKnow);
    }
    reason(words, ground, certainty)
}
