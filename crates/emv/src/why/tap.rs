//! A tap: the CVM limit, and what else asks for a PIN or lets a sale pass without one.

use super::{Candidate, Certainty, Said, Sale, action, offer, phone, reader};
use crate::cvm::Capability;
use crate::limits::{Comparison, LimitKind, is_no_limit, rule};
use crate::performed::{self, Verified};
use crate::scheme::Scheme;
use crate::words::money;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    Reached,
    NotReached,
}

/// Where every configuration stands, if they agree.
pub(super) fn reached(sale: Sale<'_>, candidates: &[Candidate]) -> Option<Limit> {
    match candidates.iter().filter(|one| asks(sale, one)).count() {
        _ if candidates.is_empty() || !sale.is_compared() => None,
        0 => Some(Limit::NotReached),
        many if many == candidates.len() => Some(Limit::Reached),
        _ => None,
    }
}

/// Why the cardholder of a tap was asked for this.
pub(super) fn sentence(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Said {
    if sale.entry.is_tap() && performed::is_pin_of_card(sale.cvm_performed, sale.scheme) {
        let words = format!(
            "The CVM results {} tell of a PIN that the card itself checked, which no tap does: the card was likely inserted, or they \
             are not of this sale.",
            sale.cvm_performed.trim()
        );
        return (words, Certainty::CannotKnow);
    }
    if let Some(words) = by_issuer(sale, verified, candidates) {
        return (words, Certainty::Likely);
    }
    if let Some(why) = not_compared(sale) {
        return (format!("{}. {why}", happened(verified)), Certainty::CannotKnow);
    }
    match reached(sale, candidates) {
        _ if candidates.is_empty() => (unknown_limit(sale, verified), Certainty::CannotKnow),
        Some(limit) => agreed(sale, verified, limit, candidates),
        None => (divided(sale, verified, candidates), Certainty::CannotKnow),
    }
}

/// A PIN for which the issuer asked in an earlier answer, where no limit asks.
pub(super) fn by_issuer(
    sale: Sale<'_>,
    verified: Option<Verified>,
    candidates: &[Candidate],
) -> Option<String> {
    let limit = reached(sale, candidates);
    if !matches!(verified, Some(Verified::Pin | Verified::PinOrSignature)) || limit == Some(Limit::Reached) {
        return None;
    }
    let (code, words) = action::wanted_check(sale)?;
    let limit = limit.map(|limit| format!(" {}.", phrase(sale, limit, candidates))).unwrap_or_default();
    Some(format!(
        "{}, likely by the issuer: an earlier answer was {code}, likely “{words}”.{limit}",
        happened(verified)
    ))
}

/// The beginning of a sentence.
pub(super) fn happened(verified: Option<Verified>) -> &'static str {
    match verified {
        Some(Verified::Pin) => "A PIN was asked",
        Some(Verified::Signature) => "A signature was asked",
        Some(Verified::PinOrSignature) => "A PIN or a signature was asked",
        Some(Verified::OnDevice) => "No PIN was asked: likely the phone checked its owner itself (CDCVM)",
        Some(Verified::Nothing) => "No PIN was asked",
        Some(Verified::Failed) => "Cardholder verification was not successful",
        None => "The transaction does not tell whether a PIN was asked",
    }
}

fn asks(sale: Sale<'_>, candidate: &Candidate) -> bool {
    let limit = candidate.limits.cvm;
    !is_no_limit(limit) && comparison(sale).holds(sale.amount, limit)
}

fn comparison(sale: Sale<'_>) -> Comparison {
    rule(sale.scheme, LimitKind::Cvm).service
}

/// "is at or above", as the scheme's operator has it.
fn relation(sale: Sale<'_>, limit: Limit) -> &'static str {
    match (comparison(sale), limit) {
        (Comparison::AtLeast, Limit::Reached) => "is at or above",
        (Comparison::AtLeast, Limit::NotReached) => "is below",
        (Comparison::Above, Limit::Reached) => "is above",
        (Comparison::Above, Limit::NotReached) => "is not above",
    }
}

/// "62.00 EUR is at or above the CVM limit of 50.00 EUR of “Visa retail”".
pub(super) fn phrase(sale: Sale<'_>, limit: Limit, candidates: &[Candidate]) -> String {
    if limit == Limit::NotReached && candidates.iter().all(|one| is_no_limit(one.limits.cvm)) {
        return match candidates {
            [one] => format!("“{}” has no CVM limit", one.name),
            all => {
                let (all, scheme) = (all.len(), sale.scheme.name());
                format!("{all} of {all} {scheme} configurations that may have decided have no CVM limit")
            }
        };
    }
    let (amount, relation) = (sale.currency.money(sale.amount), relation(sale, limit));
    let lowest = candidates.iter().map(|one| one.limits.cvm).min().unwrap_or_default();
    let highest = candidates.iter().map(|one| one.limits.cvm).max().unwrap_or_default();
    match candidates {
        [one] => {
            format!("{amount} {relation} the CVM limit of {} of “{}”", money(sale.currency, lowest), one.name)
        }
        all => {
            let figures = if lowest == highest {
                money(sale.currency, lowest)
            } else {
                format!("{} to {}", sale.currency.figure(lowest), money(sale.currency, highest))
            };
            let which = match (relation, all.len()) {
                ("is not above", 2) => "of either of the 2".to_owned(),
                ("is not above", many) => format!("of any of the {many}"),
                (_, 2) => "of both".to_owned(),
                (_, many) => format!("of each of the {many}"),
            };
            format!(
                "{amount} {relation} the CVM limit ({figures}) {which} {} configurations that may have decided",
                sale.scheme.name()
            )
        }
    }
}

/// Every candidate says the same.
fn agreed(sale: Sale<'_>, verified: Option<Verified>, limit: Limit, candidates: &[Candidate]) -> Said {
    let (happened, phrase) = (happened(verified), phrase(sale, limit, candidates));
    let because = (format!("{happened} because {phrase}."), Certainty::Likely);
    let although = |why: &str| (format!("{happened}, although {phrase}: {why}."), Certainty::CannotKnow);
    if let Some(said) = failed(sale, verified, &phrase) {
        return said;
    }
    if let Some(said) = phone::sentence(sale, verified, limit, candidates) {
        return said;
    }
    if let Some(said) = reader::decided(sale, verified, limit, candidates) {
        return said;
    }
    match (verified, limit) {
        // Kernel 2 writes this only above its CVM limit. EMV Book C-2, 7.5.
        (Some(Verified::OnDevice), Limit::NotReached)
            if sale.scheme == Scheme::Mastercard && performed::is_phone_asked(sale.cvm_performed) =>
        {
            let words = format!(
                "{happened}. A Mastercard reader writes {} only above its CVM limit, and {phrase}: the limit was likely a lower one \
                 then.",
                sale.cvm_performed.trim()
            );
            (words, Certainty::Likely)
        }
        (Some(Verified::Nothing), Limit::Reached)
            if sale.scheme == Scheme::Mastercard
                && performed::is_phone_unasked(sale.cvm_performed, sale.scheme) =>
        {
            let words = format!("{happened}, although {phrase}: the limit was likely another one then.");
            (words, Certainty::Likely)
        }
        // A phone passes with its own check, whatever DF8119 is.
        (verified, Limit::NotReached)
            if verified != Some(Verified::Failed)
                && !performed::is_phone_unasked(sale.cvm_performed, sale.scheme)
                && let Some(unread) = offer::unread_below(sale, candidates) =>
        {
            (unread_below(verified, &phrase, &unread), Certainty::CannotKnow)
        }
        (Some(Verified::Pin | Verified::Signature | Verified::PinOrSignature), Limit::Reached)
        | (Some(Verified::Nothing), Limit::NotReached) => because,
        (Some(Verified::OnDevice) | None, limit)
            if let Some(of_card) = reader::of_card(sale, verified, limit, candidates) =>
        {
            let (begin, certainty) = match verified {
                Some(_) => (format!("{happened}. "), Certainty::Likely),
                None => (String::new(), Certainty::CannotKnow),
            };
            (format!("{begin}{phrase}, {of_card}."), certainty)
        }
        (Some(Verified::OnDevice), Limit::Reached) => {
            let of_card = offer::of_card(sale, candidates);
            (format!("{happened}. {phrase}, {of_card}."), Certainty::Likely)
        }
        (Some(Verified::OnDevice), Limit::NotReached) => {
            (format!("{happened}. {phrase}, so a card would not have been asked either."), Certainty::Likely)
        }
        (Some(Verified::Pin | Verified::Signature | Verified::PinOrSignature), Limit::NotReached) => {
            if strict(sale, candidates) {
                return (strictly(sale, verified), Certainty::Likely);
            }
            if reader::by_other_bytes(sale, candidates) {
                return although(
                    "in mag-stripe mode other values decide (DF811E, DF812C), which this interface does not have, or the issuer asked for it",
                );
            }
            although("the card or its issuer likely asked for it, or the limit was another one then")
        }
        (Some(Verified::Nothing), Limit::Reached)
            if performed::card_has_none(sale.cvm_performed, sale.scheme) =>
        {
            let why = "the card likely offers no verification (CVM results 3F0000)";
            (format!("{happened}, although {phrase}: {why}."), Certainty::Likely)
        }
        (Some(Verified::Nothing), Limit::Reached)
            if let Some(said) = reader::unasked_above(sale, &phrase, candidates) =>
        {
            said
        }
        (Some(Verified::Nothing), Limit::Reached)
            if sale.wallet.is_some()
                && reader::declared(sale, candidates, Capability::PhoneCheck) == Some(true) =>
        {
            let place = reader::place(sale, Capability::PhoneCheck);
            let words = format!(
                "{happened}, although {phrase}: likely the phone checked its owner, which this reader accepts ({place}), and the service \
                 does not tell it."
            );
            (words, Certainty::Likely)
        }
        (Some(Verified::Nothing), Limit::Reached) => although(match sale.scheme {
            Scheme::Mastercard => "the limit was likely another one then, or the card offers no verification",
            _ if exactly(sale, candidates) => {
                "its reader may ask only above the limit, the limit was another one then, or a phone checked its owner and the \
                 transaction does not tell it"
            }
            _ => {
                "the limit was likely another one then, or a phone checked its owner and the transaction does not tell it"
            }
        }),
        (Some(Verified::Failed), _) if performed::is_without_rule(sale.cvm_performed) => {
            let why = match sale.scheme {
                Scheme::Mastercard => {
                    "no rule of the card's list of methods fitted what the reader may use (DF8118 or DF8119, which the configuration \
                     does not tell)"
                }
                _ => "the CVM results say that no method was performed",
            };
            (format!("{happened}; {phrase}, and {why}."), Certainty::Likely)
        }
        (Some(Verified::Failed), _) => {
            (format!("{happened}; {phrase}, and none of the card's methods succeeded."), Certainty::Likely)
        }
        (None, Limit::Reached) => {
            (format!("{phrase}, {}.", offer::asked(sale, candidates)), Certainty::CannotKnow)
        }
        (None, Limit::NotReached) => {
            (format!("{phrase}, so likely no PIN was asked."), Certainty::CannotKnow)
        }
    }
}

/// A method that was tried and failed.
fn failed(sale: Sale<'_>, verified: Option<Verified>, phrase: &str) -> Option<Said> {
    let method = performed::failed_method(sale.cvm_performed, sale.scheme, sale.entry)
        .filter(|_| verified == Some(Verified::Failed))?;
    let words = format!(
        "{}: {method}, was tried and failed (CVM results {}). {phrase}.",
        happened(verified),
        sale.cvm_performed.trim()
    );
    Some((words, Certainty::Likely))
}

/// The limit did not ask, and whether DF8119 did cannot be told.
fn unread_below(verified: Option<Verified>, phrase: &str, unread: &str) -> String {
    let happened = happened(verified);
    match verified {
        Some(asked) if asked.is_asked() => format!(
            "{happened}, although {phrase}: {unread}, so whether it asks up to the limit is not known; else the card or its issuer \
             likely asked for it, or the limit was another one then."
        ),
        Some(Verified::Nothing) => format!(
            "{happened}, likely because {phrase}; {unread}, so whether a check is asked up to the limit all the same is not known."
        ),
        Some(_) => format!(
            "{happened}. {phrase}, and {unread}, so whether a card would have been asked is not known."
        ),
        None => format!("{phrase}, and {unread}, so whether a PIN was asked is not known."),
    }
}

/// Why no limit is compared, as a sentence: a limit is a bare number, and beside an amount of another currency it says nothing.
pub(super) fn not_compared(sale: Sale<'_>) -> Option<String> {
    if sale.is_compared() {
        return None;
    }
    Some(sale.not_compared.map_or_else(
        || {
            format!(
                "The sale is in {} and the limits of the configurations are in {}, so they cannot be compared.",
                sale.currency.code(),
                sale.limits_in.code()
            )
        },
        str::to_owned,
    ))
}

fn unknown_limit(sale: Sale<'_>, verified: Option<Verified>) -> String {
    format!(
        "{}. Which limit decided is not known: no {} configuration was found that takes this card and has readable limits.",
        happened(verified),
        sale.scheme.name()
    )
}

/// Candidates that say different things.
fn divided(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> String {
    let (asking, others): (Vec<_>, Vec<_>) = candidates.iter().partition(|one| asks(sale, one));
    let listed = |some: &[&Candidate]| {
        let name = |one: &&Candidate| format!("“{}” ({})", one.name, money(sale.currency, one.limits.cvm));
        let mut names: Vec<_> = some.iter().take(3).map(name).collect();
        if let Some(more) = some.len().checked_sub(3).filter(|more| *more > 0) {
            names.push(format!("{more} more"));
        }
        names.join(", ")
    };
    let not = match relation(sale, Limit::NotReached) {
        "is below" => "below that of",
        _ => "not above that of",
    };
    format!(
        "{}. {} {} the CVM limit of {}, and {not} {}; the transaction does not tell which of them the terminal used.",
        happened(verified),
        sale.currency.money(sale.amount),
        relation(sale, Limit::Reached),
        listed(&asking),
        listed(&others),
    )
}

/// Whether the amount is a limit at which a reader that follows the EMV book asks, and the service's rule does not.
pub(super) fn strict(sale: Sale<'_>, candidates: &[Candidate]) -> bool {
    let book = rule(sale.scheme, LimitKind::Cvm).book;
    candidates.iter().all(|one| !is_no_limit(one.limits.cvm) && book.holds(sale.amount, one.limits.cvm))
}

/// Whether the amount is the limit itself of each configuration.
fn exactly(sale: Sale<'_>, candidates: &[Candidate]) -> bool {
    candidates.iter().all(|one| one.limits.cvm == sale.amount && !is_no_limit(one.limits.cvm))
}

/// The Entry Point's comparison of limits is published for the other kernels.
pub(super) fn if_for_amex(sale: Sale<'_>) -> &'static str {
    if sale.scheme == Scheme::Amex { ", if it compares Amex amounts like those of other schemes" } else { "" }
}

fn strictly(sale: Sale<'_>, verified: Option<Verified>) -> String {
    format!(
        "{} at exactly the CVM limit of {}: the service's rule for {} asks only above it, a reader that follows the EMV book \
         strictly asks from it{}.",
        happened(verified),
        sale.currency.money(sale.amount),
        sale.scheme.name(),
        if_for_amex(sale),
    )
}
