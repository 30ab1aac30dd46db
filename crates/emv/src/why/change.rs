//! What to change so that a tap would have gone otherwise: one parameter, and only where every configuration that may have
//! decided says the same. What host, card, issuer or terminal decided has none.

use super::offer::Offer;
use super::passed::stops;
use super::tap::{Limit, reached};
use super::{Candidate, Certainty, Change, Sale, chain, offer, phone, reader};
use crate::cvm::Capability;
use crate::limits::{Comparison, LimitKind, is_no_limit, rule};
use crate::param::{CVM_REQUIRED, KERNEL_CONFIGURATION, NO_CVM};
use crate::performed::{self, Verified};
use crate::reference::{above_usual, reference};
use crate::scheme::Scheme;
use crate::tvr;

pub(super) fn change(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Option<Change> {
    if !sale.entry.may_be_a_tap() || candidates.is_empty() {
        return None;
    }
    if sale.is_declined() {
        declined(sale, verified, candidates)
    } else {
        verification(sale, verified, candidates)
    }
}

fn declined(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Option<Change> {
    let noted = super::decline::by_terminal(sale).is_some();
    if noted || sale.passed(verified) || sale.reason().is_some() {
        return None;
    }
    if sale.scheme == Scheme::Mastercard && reader::no_tap(sale, candidates).is_some() {
        let words = "With mag-stripe mode or EMV mode switched on, taps could work.".to_owned();
        return Some(Change { key: KERNEL_CONFIGURATION, words });
    }
    let kind = LimitKind::Transaction;
    let book = rule(sale.scheme, kind).book;
    candidates.iter().all(|one| stops(sale, one)).then(|| {
        let money = sale.currency.money(first_beyond(book, sale.amount));
        let strict = strictly(kind, sale);
        let words = format!(
            "With a transaction limit of {money} or more, the reader would not have declined it{strict}."
        );
        Change { key: kind.param(), words }
    })
}

fn verification(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Option<Change> {
    let no_tap = sale.entry.is_tap() && performed::is_pin_of_card(sale.cvm_performed, sale.scheme);
    if chain::by_tvr(sale).is_some() || sale.disagrees() || no_tap {
        return None;
    }
    let limit = reached(sale, candidates)?;
    let says = |capability| reader::declared(sale, candidates, capability);
    // What the reader offers then is not known.
    let lacks_pin_by_old_rule =
        reader::is_without_rule(sale, candidates) && says(Capability::OnlinePin) == Some(false);
    let decided = reader::decided(sale, verified, limit, candidates)
        .is_some_and(|(_, certainty)| certainty == Certainty::Likely);
    let (key, words) = match (verified?, limit) {
        // Up to the limit DF8119 asks all the same.
        (verified, Limit::Reached) if verified.is_asked() && reader::needs_check_below(sale, candidates) => {
            return None;
        }
        (verified, Limit::Reached)
            if let Some((key, bit)) = phone::lacking(sale, Some(verified), limit, candidates) =>
        {
            let what = format!(
                "With the phone check announced ({bit}), the phone's own check would likely have been enough."
            );
            (key, what)
        }
        (verified, Limit::Reached) if verified.is_asked() => {
            let kind = LimitKind::Cvm;
            let limit = first_beyond(rule(sale.scheme, kind).book, sale.amount);
            if leaves_no_check(sale, limit, candidates) {
                return None;
            }
            let (money, strict) = (sale.currency.money(limit), strictly(kind, sale));
            let usual = above_usual(limit, sale.currency, reference(sale.currency));
            let usual = usual.map(|words| format!(" {words}")).unwrap_or_default();
            let what = format!(
                "With a CVM limit of {money} or more, the limit would not have asked for it{strict}.{usual}"
            );
            (kind.param(), what)
        }
        (verified, Limit::NotReached) if verified.is_asked() && decided => {
            (NO_CVM, "With “No CVM” allowed in DF8119 (bit 4), the reader could have let it pass.".to_owned())
        }
        // A phone that can check its owner is asked for nothing at the terminal, whatever the limit.
        (Verified::Nothing, Limit::NotReached)
            if says(Capability::NoCvmAbove) != Some(true)
                && !reader::needs_check_below(sale, candidates)
                && !lacks_pin_by_old_rule
                && !performed::is_phone_unasked(sale.cvm_performed, sale.scheme)
                && !is_never_asked(sale) =>
        {
            let most = match rule(sale.scheme, LimitKind::Cvm).service {
                Comparison::AtLeast => sale.amount,
                Comparison::Above => sale.amount.checked_sub(1)?,
            };
            let money = sale.currency.money(most);
            let less = if most == 0 { "" } else { " or less" };
            let asked = match offer::to_card(sale, candidates) {
                Offer::Methods(methods) => format!("asked for {}", methods.join(" or ")),
                Offer::Unknown => "asked".to_owned(),
                // A lower limit would have it declined, or what it would do is not known.
                Offer::Nothing | Offer::Unread(_) => return None,
            };
            (
                LimitKind::Cvm.param(),
                format!("With a CVM limit of {money}{less}, a card would likely have been {asked}."),
            )
        }
        (Verified::Nothing, Limit::Reached) if decided => (
            CVM_REQUIRED,
            "Without “No CVM” in DF8118 (bit 4), a sale above the CVM limit would not pass unverified."
                .to_owned(),
        ),
        _ => return None,
    };
    Some(Change { key, words })
}

/// Whether a CVM limit of this height is above what is accepted, so that nobody would be asked at all.
fn leaves_no_check(sale: Sale<'_>, cvm: u64, candidates: &[Candidate]) -> bool {
    let asks = rule(sale.scheme, LimitKind::Cvm).service;
    candidates.iter().any(|one| {
        let most = one.limits.transaction;
        // At the transaction limit alone is as good as never: a strict reader declines there.
        !is_no_limit(most) && (!asks.holds(most, cvm) || cvm == most)
    })
}

/// Whether no CVM limit asks for anything: a card without verification, and an amount of zero, which only checks the account.
fn is_never_asked(sale: Sale<'_>) -> bool {
    let lacks_list = sale.scheme == Scheme::Mastercard && sale.has(tvr::DATA_MISSING);
    sale.amount == 0 || performed::card_has_none(sale.cvm_performed, sale.scheme) || lacks_list
}

/// Said where the figure holds for a stricter reader than the service's rule describes.
fn strictly(kind: LimitKind, sale: Sale<'_>) -> &'static str {
    let rule = rule(sale.scheme, kind);
    if rule.book == rule.service { "" } else { ", by the EMV book's stricter reading as well" }
}

/// The smallest limit that this amount does not reach.
fn first_beyond(comparison: Comparison, amount: u64) -> u64 {
    match comparison {
        Comparison::AtLeast => amount + 1,
        Comparison::Above => amount,
    }
}
