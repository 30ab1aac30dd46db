//! The line below an answer: where the EMV book differs at exactly this amount, and where the service document is silent.

use super::ask::Ask;
use super::{Presented, by_book};
use crate::cvm;
use crate::limits::{self, LimitKind, Limits, Outcome, is_no_limit, rule};
use crate::money::Currency;
use crate::param::Params;
use crate::scheme::Scheme;

/// What a reader does that follows the EMV book strictly; nothing where both readings come to the same with the parameters read.
pub(super) fn strict(
    scheme: Scheme,
    limits: Limits,
    params: &Params,
    currency: &Currency,
    amount: u64,
    presented: Presented,
) -> Option<String> {
    let kind = differing(scheme, limits, amount)?;
    by_book(scheme, limits, params, amount, presented)?;
    let (service, book) = match kind {
        LimitKind::Floor => ("keeps it offline", "goes online".to_owned()),
        LimitKind::Cvm => ("asks for none", Ask::above(scheme, params, presented).by_book()),
        LimitKind::Transaction => ("accepts it", "declines".to_owned()),
    };
    Some(format!(
        "A reader that follows the EMV book strictly {book} at exactly {} ({}); the service's rule {service}.",
        currency.money(amount),
        rule(scheme, kind).book_source,
    ))
}

/// What a Discover reader may do beside the limits that declares the check on the phone as required; nothing elsewhere.
pub(super) fn phone_required(scheme: Scheme, params: &Params, presented: Presented) -> Option<String> {
    let what = match presented {
        Presented::Card => "a reader that follows it may decline a card, which has no such check",
        Presented::Phone => "a phone that verifies its owner passes, a card may be declined",
    };
    cvm::is_phone_check_required(scheme, params).then(|| {
        format!(
            " TTQ byte 3 bit 4 says that a check on the phone is required (EMV Book C-6 v2.6 alone): {what}."
        )
    })
}

/// What the service document leaves open.
pub(super) fn silent(
    scheme: Scheme,
    limits: Limits,
    currency: &Currency,
    amount: u64,
    outcome: Outcome,
    goes_online: &str,
) -> Option<String> {
    if let Some(beyond) = as_number(scheme, limits, currency, amount) {
        return Some(beyond);
    }
    match outcome {
        Outcome::Declined | Outcome::OnlineNoCvm | Outcome::OnlineWithCvm => None,
        Outcome::OfflinePossible | Outcome::OfflineWithCvm if amount == 0 => {
            // Where the Entry Point decides, the sentence says it. Mastercard's kernel has no TTQ for it to write to.
            let online = match scheme {
                Scheme::Mastercard if limits.floor > 0 => {
                    " If it is, it may go online all the same: the book asks for an online cryptogram at zero (3.1.1.11), in \
                     the TTQ, which Mastercard's kernel does not read."
                }
                _ => "",
            };
            Some(format!(
                "Whether an amount of zero is accepted depends on the terminal (EMV Book B v2.5, 3.1.1.4); the \
                 service document does not say.{online}"
            ))
        }
        Outcome::OfflinePossible | Outcome::OfflineWithCvm if is_no_limit(limits.floor) => None,
        Outcome::OfflinePossible | Outcome::OfflineWithCvm => {
            let rule = rule(scheme, LimitKind::Floor);
            if scheme == Scheme::Mastercard {
                return Some(format!(
                    "The service document does not say how the floor limit compares. By {}, the reader marks a sale {} the limit ({}) in \
                     the TVR (B4 b8), and action codes of terminal and card (TAC, IAC) then usually send it online.",
                    rule.source,
                    rule.service.word(),
                    rule.service.symbol(),
                ));
            }
            Some(format!(
                "The service document does not say how the floor limit compares. By {}, a sale {goes_online} {} \
                 the limit ({}).",
                rule.source,
                rule.service.word(),
                rule.service.symbol(),
            ))
        }
    }
}

/// What a terminal does with an amount beyond a value that stands for no limit, if it takes the value as a number.
fn as_number(scheme: Scheme, limits: Limits, currency: &Currency, amount: u64) -> Option<String> {
    let effects = [
        (LimitKind::Transaction, "declines"),
        (LimitKind::Cvm, "asks for a PIN or phone check"),
        (LimitKind::Floor, "goes online"),
    ];
    let said = effects.into_iter().filter_map(|(kind, effect)| {
        let limit = limits.get(kind);
        let comparison = rule(scheme, kind).service;
        (is_no_limit(limit) && comparison.holds(amount, limit)).then(|| {
            format!(
                "A {} of {} stands for no limit; a terminal that takes it as a number {effect} {} it.",
                kind.noun(),
                currency.figure(limit),
                comparison.word(),
            )
        })
    });
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// The limit for which the book gives another answer at this amount and changes what happens by the limits.
pub(super) fn differing(scheme: Scheme, limits: Limits, amount: u64) -> Option<LimitKind> {
    if limits::outcome(scheme, limits, amount) == Outcome::Declined {
        return None;
    }
    [LimitKind::Transaction, LimitKind::Cvm, LimitKind::Floor].into_iter().find(|kind| {
        let (rule, limit) = (rule(scheme, *kind), limits.get(*kind));
        !is_no_limit(limit) && rule.book.holds(amount, limit) != rule.service.holds(amount, limit)
    })
}
