//! What the reader offers once the CVM limit asks, by all the configurations that may have decided: what a card would have been asked,
//! and what is not known because a value that decides cannot be read.

use super::chain::reason;
use super::tap::Limit;
use super::{Candidate, Certainty, Reason, Sale, reader};
use crate::cvm::{self, Capability, Deciding};
use crate::performed::Verified;
use crate::words::capitalized;

/// Configurations told by name in one note.
const NAMED: usize = 2;

/// What a card is offered.
pub(super) enum Offer {
    /// As after "asked for": never empty.
    Methods(Vec<&'static str>),
    /// Nothing, by what is declared.
    Nothing,
    /// Not given.
    Unknown,
    /// Given and not readable: a clause.
    Unread(String),
}

pub(super) fn to_card(sale: Sale<'_>, candidates: &[Candidate]) -> Offer {
    if let Some(clause) = unread(sale, candidates, Deciding::has_methods) {
        return Offer::Unread(clause);
    }
    let offers_pin = reader::declared(sale, candidates, Capability::OnlinePin);
    let is_open = reader::is_without_rule(sale, candidates) && offers_pin == Some(false);
    if reader::by_other_bytes(sale, candidates) || is_open {
        return Offer::Unknown;
    }
    let says = |capability| reader::declared(sale, candidates, capability);
    // A PIN is checked online.
    let offline = reader::offline(sale, candidates).is_some();
    let pin = if offline { Some(false) } else { says(Capability::OnlinePin) };
    let signature = says(Capability::Signature);
    let offered: Vec<_> = [(pin, "a PIN"), (signature, "a signature")]
        .into_iter()
        .filter(|(is, _)| *is == Some(true))
        .map(|(_, words)| words)
        .collect();
    match (pin, signature) {
        _ if !offered.is_empty() => Offer::Methods(offered),
        (Some(false), Some(false)) => Offer::Nothing,
        _ => Offer::Unknown,
    }
}

/// What a card would have been asked, after the clause that the limit asks; "so a card would have been asked for a PIN".
pub(super) fn of_card(sale: Sale<'_>, candidates: &[Candidate]) -> String {
    let likely = likely(sale, candidates);
    match to_card(sale, candidates) {
        Offer::Methods(methods) => {
            format!("so a card would {likely}have been asked for {}", methods.join(" or "))
        }
        Offer::Nothing => format!(
            "so a card would likely have been declined: the reader {likely}offers neither PIN nor signature"
        ),
        Offer::Unknown => "so a card would have been asked".to_owned(),
        Offer::Unread(clause) => {
            format!("so a card would have needed a check; which one is not known, since {clause}")
        }
    }
}

/// What was likely asked, where the sale does not tell it and the limit asks.
pub(super) fn asked(sale: Sale<'_>, candidates: &[Candidate]) -> String {
    let likely = likely(sale, candidates);
    // What is asked at this amount, and whether it came to that.
    let so = |what: &str| {
        if sale.is_done() || sale.passed(None) {
            format!("so {what} was likely asked")
        } else {
            format!("at which {what} is asked; whether the sale got that far is not told")
        }
    };
    let phone = match reader::declared(sale, candidates, Capability::PhoneCheck) {
        Some(true) => Some("check on the phone"),
        Some(false) => None,
        None => Some("check on the phone, if the reader counts it"),
    };
    match to_card(sale, candidates) {
        Offer::Methods(mut methods) => {
            let is_open = candidates.iter().any(|one| cvm::is_phone_open(sale.scheme, &one.params));
            if phone.is_some() {
                let check = "a check on the phone";
                methods.push(if is_open { "a check on the phone, if the reader counts it," } else { check });
            }
            so(&any_of(&methods))
        }
        Offer::Nothing => match phone {
            Some(check) => format!(
                "and the reader {likely}offers neither PIN nor signature: a card is likely declined, a phone may pass with its own {check}"
            ),
            None => format!(
                "and the reader {likely}offers no way to verify anyone: a sale of this amount is likely declined, so limit or reader \
                 were likely set otherwise then"
            ),
        },
        Offer::Unknown => so("a PIN or phone check"),
        Offer::Unread(clause) => {
            format!("so a check (CVM) was likely required; which one is not known, since {clause}")
        }
    }
}

/// What a Discover reader may do that declares the check on the phone as required, for the chain.
pub(super) fn phone_required(
    sale: Sale<'_>,
    verified: Option<Verified>,
    candidates: &[Candidate],
) -> Option<Reason> {
    let stands = sale.is_declined() && !sale.passed(verified) || verified == Some(Verified::OnDevice);
    let all = candidates.iter().all(|one| cvm::is_phone_check_required(sale.scheme, &one.params));
    (stands && all && !candidates.is_empty()).then(|| {
        let words = "The stored TTQ says that a check on the phone is required; a reader that follows EMV Book C-6 v2.6 may decline a \
                     card for that.";
        reason(words, "TTQ byte 3 bit 4", Certainty::CannotKnow)
    })
}

/// What cannot be read of the value that decides up to the CVM limit of a Mastercard.
pub(super) fn unread_below(sale: Sale<'_>, candidates: &[Candidate]) -> Option<String> {
    unread(sale, candidates, |one| one == Deciding::Below)
}

/// What a configuration has and nobody can read, a note for each value that decides where the amount stands.
pub(super) fn unread_notes(sale: Sale<'_>, limit: Option<Limit>, candidates: &[Candidate]) -> Vec<String> {
    let all =
        [Deciding::Ttq, Deciding::Amex, Deciding::Kernel, Deciding::Above, Deciding::Below, Deciding::Type];
    let open = |one: Deciding| match one {
        Deciding::Ttq | Deciding::Amex => {
            Some("what the reader offers, and whether it can go online, are not known from it")
        }
        Deciding::Kernel => Some(
            "which modes the reader runs, and whether the check on the phone counts, are not known from it",
        ),
        Deciding::Above if limit == Some(Limit::NotReached) => None,
        Deciding::Above => Some("what it offers above the CVM limit is not known from it"),
        Deciding::Below if limit == Some(Limit::Reached) => None,
        Deciding::Below => Some("whether it asks up to the CVM limit is not known from it"),
        Deciding::Type => Some("where sales can be approved is not known from it"),
    };
    let note = |one: Deciding| {
        let open = open(one)?;
        let names: Vec<_> = candidates
            .iter()
            .filter(|candidate| cvm::unread(sale.scheme, &candidate.params).any(|other| other == one))
            .map(|candidate| format!("“{}”", candidate.name))
            .collect();
        let whose = match names.as_slice() {
            [] => return None,
            some if some.len() <= NAMED => some.join(" and "),
            many => format!("{} configurations", many.len()),
        };
        Some(format!("{} cannot be read in {whose}, so {open}.", capitalized(one.name())))
    };
    all.into_iter().filter_map(note).collect()
}

/// "DF8119 cannot be read", where that is so in one of the configurations at least.
fn unread(sale: Sale<'_>, candidates: &[Candidate], counts: impl Fn(Deciding) -> bool) -> Option<String> {
    let mut all = candidates.iter().flat_map(|one| cvm::unread(sale.scheme, &one.params));
    all.find(|one| counts(*one)).map(|one| format!("{} cannot be read", one.name()))
}

fn likely(sale: Sale<'_>, candidates: &[Candidate]) -> &'static str {
    if reader::only_likely(sale, candidates, Capability::OnlinePin) { "likely " } else { "" }
}

/// "a PIN, a signature or a check on the phone".
fn any_of(methods: &[&str]) -> String {
    match methods {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
