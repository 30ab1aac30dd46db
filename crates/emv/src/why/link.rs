//! The links that parameters add to the chain of a tap, each with its bit: what stopped it, or what let it pass or asked, beside the
//! limits. Only where all configurations that may have decided say the same.

use super::chain::reason;
use super::tap::{self, Limit, reached};
use super::{Candidate, Certainty, Reason, Sale, decline, reader};
use crate::cvm::Capability;
use crate::limits::{self, LimitKind, Outcome, is_no_limit, rule};
use crate::param;
use crate::performed::Verified;
use crate::scheme::Scheme;
use crate::words::{capitalized, money, zero_goes_online};

pub(super) fn links(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Vec<Reason> {
    if candidates.is_empty() {
        return Vec::new();
    }
    let is_stopped = sale.is_declined()
        && !sale.passed(verified)
        && sale.reason().is_none()
        && decline::by_terminal(sale).is_none();
    if is_stopped {
        return stopped(sale, verified, candidates);
    }
    let Some(limit) = reached(sale, candidates) else { return Vec::new() };
    verification(sale, verified, limit, candidates).into_iter().collect()
}

/// Why the reader did not let it pass, in the order of [`decline`].
fn stopped(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Vec<Reason> {
    if let Some(no_tap) = reader::no_tap(sale, candidates) {
        return vec![reason(format!("{}.", capitalized(no_tap.what)), no_tap.ground, Certainty::Likely)];
    }
    let outcomes = || candidates.iter().map(|one| limits::outcome(sale.scheme, one.limits, sale.amount));
    if outcomes().any(|outcome| outcome == Outcome::Declined) {
        return Vec::new();
    }
    let amount = sale.currency.money(sale.amount);
    let book = rule(sale.scheme, LimitKind::Transaction);
    let exactly = |one: &Candidate| one.limits.transaction == sale.amount && !is_no_limit(sale.amount);
    if book.book != book.service && candidates.iter().all(exactly) {
        let words = format!(
            "{amount} is exactly the transaction limit, which the EMV book declines{}.",
            tap::if_for_amex(sale)
        );
        return vec![reason(words, book.book_source, Certainty::Likely)];
    }
    let says = |capability| reader::declared(sale, candidates, capability);
    let goes_online = |one: &Candidate| {
        zero_goes_online(sale.scheme, one.limits, sale.amount)
            || limits::outcome(sale.scheme, one.limits, sale.amount).goes_online()
    };
    let online = candidates.iter().all(goes_online);
    if let Some(offline) = reader::offline(sale, candidates).filter(|_| online) {
        let floor = candidates[0].limits.floor;
        let of = if candidates.iter().all(|one| one.limits.floor == floor) {
            format!(" of {}", money(sale.currency, floor))
        } else {
            String::new()
        };
        let over = (sale.amount > 0).then(|| {
            let words = format!(
                "{amount} is above the floor limit{of}, so it {} go online.",
                if sale.scheme == Scheme::Mastercard { "usually has to" } else { "must" }
            );
            reason(words, reader::ground(LimitKind::Floor), Certainty::Likely)
        });
        // A JCB reader likely uses other data.
        let is_open = sale.scheme == Scheme::Jcb && offline.is_of_reader();
        let sure = if is_open { Certainty::CannotKnow } else { Certainty::Likely };
        let offline = reason(format!("{}.", capitalized(&offline.what())), offline.place(), sure);
        return over.into_iter().chain([offline]).collect();
    }
    let asks = reached(sale, candidates) == Some(Limit::Reached) && verified.is_none();
    let lacks = |capability| says(capability) == Some(false);
    if asks
        && !reader::is_without_rule(sale, candidates)
        && !reader::by_other_bytes(sale, candidates)
        && lacks(Capability::OnlinePin)
        && lacks(Capability::Signature)
        && says(Capability::NoCvmAbove) != Some(true)
    {
        let bits = match sale.scheme {
            Scheme::Mastercard => "DF8118 bits 7 and 6",
            Scheme::Amex => "9F6E byte 2 bits 7 and 6",
            _ => "TTQ byte 1 bits 3 and 2",
        };
        let likely =
            if reader::only_likely(sale, candidates, Capability::OnlinePin) { "likely " } else { "" };
        let words = format!("The reader {likely}offers neither PIN nor signature.");
        return vec![reason(words, bits, Certainty::Likely)];
    }
    Vec::new()
}

/// What asked, or did not, beside the limit.
fn verification(
    sale: Sale<'_>,
    verified: Option<Verified>,
    limit: Limit,
    candidates: &[Candidate],
) -> Option<Reason> {
    let other = reader::by_other_bytes(sale, candidates);
    let says = |capability| {
        reader::declared(sale, candidates, capability)
            .filter(|_| !other || capability == Capability::PhoneCheck)
    };
    let counts = |capability| {
        if reader::only_likely(sale, candidates, capability) {
            Certainty::CannotKnow
        } else {
            Certainty::Likely
        }
    };
    match (verified?, limit) {
        (Verified::OnDevice, _) if says(Capability::PhoneCheck) == Some(true) => Some(reason(
            "The reader accepts the check done on the phone.",
            reader::place(sale, Capability::PhoneCheck),
            counts(Capability::PhoneCheck),
        )),
        (asked, Limit::NotReached) if asked.is_asked() && says(Capability::NoCvmBelow) == Some(false) => {
            let df8119 = reader::value("DF8119", param::NO_CVM, candidates);
            let words = format!("{df8119} does not allow “No CVM” up to the limit.");
            Some(reason(words, "DF8119 bit 4", counts(Capability::NoCvmBelow)))
        }
        (Verified::Nothing, Limit::Reached) if says(Capability::NoCvmAbove) == Some(true) => {
            let df8118 = reader::value("DF8118", param::CVM_REQUIRED, candidates);
            let words = format!("{df8118} allows “No CVM” above the limit as well.");
            Some(reason(words, "DF8118 bit 4", counts(Capability::NoCvmAbove)))
        }
        (asked, Limit::NotReached) if asked.is_asked() && tap::strict(sale, candidates) => {
            let book = rule(sale.scheme, LimitKind::Cvm).book_source;
            Some(reason("The EMV book asks from the limit itself.", book, Certainty::Likely))
        }
        _ => None,
    }
}
