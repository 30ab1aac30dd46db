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
    if is_no_limit(limits.cvm) && outcome.asks_cvm() {
        return Some(format!(
            "A CVM limit of {} stands for no limit; a terminal that takes it so asks for no PIN or phone check.",
            currency.figure(limits.cvm)
        ));
    }
    if is_no_limit(limits.transaction) && amount > limits.transaction {
        return Some(format!(
            "A transaction limit of {} stands for no limit; a terminal that takes it as a number declines above it.",
            currency.figure(limits.transaction)
        ));
    }
    match outcome {
        Outcome::Declined | Outcome::OnlineNoCvm | Outcome::OnlineWithCvm => None,
        Outcome::OfflinePossible | Outcome::OfflineWithCvm if amount == 0 => Some(
            "Whether an amount of zero is accepted depends on the terminal (EMV Book B v2.5, 3.1.1.4); the \
             service document does not say."
                .to_owned(),
        ),
        Outcome::OfflinePossible | Outcome::OfflineWithCvm => {
            let rule = rule(scheme, LimitKind::Floor);
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

/// The limit for which the book gives another answer at this amount and changes what happens by the limits.
pub(super) fn differing(scheme: Scheme, limits: Limits, amount: u64) -> Option<LimitKind> {
    if limits::outcome(scheme, limits, amount) == Outcome::Declined {
        return None;
    }
    [LimitKind::Transaction, LimitKind::Cvm, LimitKind::Floor].into_iter().find(|kind| {
        let (rule, limit) = (rule(scheme, *kind), limits.get(*kind));
        let none = *kind == LimitKind::Transaction && is_no_limit(limit);
        !none && rule.book.holds(amount, limit) != rule.service.holds(amount, limit)
    })
}
