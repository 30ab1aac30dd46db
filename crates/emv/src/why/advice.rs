//! What may help after a host's answer: a check of the cardholder, or another PIN. Not what was done already, and nothing that the
//! reader cannot do.

use super::reader::{self, Pin};
use super::{Candidate, Entry, Sale};
use crate::performed::{self, Verified};
use crate::scheme::Scheme;
use crate::tvr;

/// What is said beside the common meaning of the code.
pub(super) const SOFT_DECLINE: &str = " In an online order Mastercard issuers likely ask for a check of the cardholder by it (soft decline): \
                                       after one in browser or app (3-D Secure) it may be approved.";

/// 65 in an online order of Mastercard: a habit of issuers that no document here shows.
pub(super) fn is_soft_decline(sale: Sale<'_>) -> bool {
    let is_it = sale.host_code.is_some_and(|code| code.trim() == "65");
    is_it && sale.scheme == Scheme::Mastercard && sale.entry == Entry::Ecommerce
}

/// An issuer finds wrong only a PIN that was sent to it: what tells of none is named, and nothing is advised against it.
pub(super) fn wrong_pin(sale: Sale<'_>, verified: Option<Verified>) -> String {
    let noted = sale.tvr.has(tvr::ONLINE_PIN).filter(|_| sale.entry.reads_chip());
    if noted == Some(true) {
        let other = match sale.verified {
            Some(told @ (Verified::Nothing | Verified::OnDevice | Verified::Signature)) => format!(
                " The TVR tells of a PIN for the issuer as well ({}), the service of {}, which does not fit.",
                tvr::ONLINE_PIN,
                told.words()
            ),
            _ => String::new(),
        };
        return format!("{other} With the right PIN it may be approved.");
    }
    let found = [
        (tvr::PIN_TRIES, "that the card's PIN tries are used up"),
        (tvr::PIN_BYPASS, "that a PIN was required and not entered"),
        (tvr::PIN_PAD, "that no PIN pad worked"),
    ];
    if let Some((bit, words)) = found.into_iter().find(|(bit, _)| sale.has(bit)) {
        return format!(
            " The TVR says {words} ({bit}), and notes no PIN for the issuer to check ({}), which does not fit.",
            tvr::ONLINE_PIN
        );
    }
    let by_card = performed::is_pin_of_card(sale.cvm_performed, sale.scheme)
        || sale.entry == Entry::Chip && noted == Some(false) && verified == Some(Verified::Pin);
    match verified {
        _ if by_card => {
            " The PIN was likely checked by the card itself, and an issuer cannot find such a PIN wrong, which does not fit."
        }
        Some(Verified::Nothing | Verified::OnDevice | Verified::Signature | Verified::Failed) => {
            " The transaction tells of no PIN, which does not fit."
        }
        Some(Verified::Pin | Verified::PinOrSignature) | None => " With the right PIN it may be approved.",
    }
    .to_owned()
}

/// What may help where the issuer wants the cardholder checked: not what was done already, and no slot for a phone.
pub(super) fn next_check(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> String {
    let phone = sale.wallet.is_some() || performed::is_phone_unasked(sale.cvm_performed, sale.scheme);
    let done = matches!(verified, Some(Verified::Pin | Verified::OnDevice));
    if sale.entry.may_be_a_tap() && !done {
        let how = if phone { "the owner's check on the phone" } else { "the card inserted" };
        match reader::pin(sale, candidates) {
            Pin::No(no_pin) => return format!(" With {how} it may be approved; {no_pin}."),
            Pin::Divided => {
                return format!(
                    " With {how} it may be approved; whether the reader offers a PIN is not known, since the configurations differ."
                );
            }
            Pin::Possible => {}
        }
    }
    let next = match (sale.entry.may_be_a_tap(), verified) {
        (false, Some(Verified::Pin)) if sale.entry.fits(Verified::Pin) => {
            " A PIN was entered already; only the issuer can say more."
        }
        (false, _) if matches!(sale.entry, Entry::Manual | Entry::Code) => {
            " No PIN can be checked at this entry; with the card itself read it may be approved."
        }
        (false, _) if sale.entry == Entry::Ecommerce => {
            " After a check of the cardholder in browser or app (3-D Secure) it may be approved."
        }
        (false, _) => " After a check of the cardholder it may be approved.",
        (true, Some(Verified::Pin)) => {
            " A PIN was entered already; with the card inserted it may be approved, else only the issuer can say more."
        }
        (true, Some(Verified::OnDevice)) => {
            " The owner was checked on the device already; only the issuer can say more, and another card may work."
        }
        (true, _) if phone => " With the owner's check on the phone, or with a PIN, it may be approved.",
        (true, _) => " With a PIN, or with the card inserted, it may be approved.",
    };
    next.to_owned()
}
