//! What stops a tap before any limit is asked, and the amount of zero.

use super::{Answer, money, terminal, zero_goes_online};
use crate::cvm::{self, Capability};
use crate::limits::{LimitKind, Limits, Outcome};
use crate::money::Currency;
use crate::param::Params;
use crate::scheme::Scheme;

/// No tap can work, or it must go online and the reader cannot.
pub(super) fn by_parameter(
    scheme: Scheme,
    limits: Limits,
    params: &Params,
    currency: &Currency,
    amount: u64,
    by_limits: Outcome,
) -> Option<Answer> {
    let answer = |title: &str, sentence: String, decided_by, operator: &str| Answer {
        outcome: Outcome::Declined,
        effect: Outcome::Declined,
        title: title.to_owned(),
        sentence,
        decided_by,
        operator: operator.to_owned(),
        note: None,
    };
    if let Some(no_tap) = cvm::no_tap(scheme, params) {
        let sentence = format!("Likely no tap works at any amount: {} ({}).", no_tap.what, no_tap.ground);
        return Some(answer("No tap can work", sentence, no_tap.ground, "at any amount"));
    }
    let is_zero = zero_goes_online(scheme, limits, amount);
    let is_declared = cvm::declared(scheme, Capability::OfflineOnly, params) == Some(true);
    let by_type = terminal::offline_only(params).filter(|_| !is_declared);
    if !(is_declared || by_type.is_some()) || !(by_limits.goes_online() || is_zero) {
        return None;
    }
    let doubt = if scheme == Scheme::Jcb && is_declared {
        " A JCB reader likely uses other data than the stored TTQ."
    } else {
        ""
    };
    let must = if is_zero {
        zero(limits, currency)
    } else {
        format!(
            "{} is above the {} of {}, so the sale must go online",
            currency.money(amount),
            LimitKind::Floor.noun(),
            money(currency, limits.floor)
        )
    };
    let what = match &by_type {
        Some(digits) => format!("the terminal type {digits} (9F35) is offline only"),
        None => "the reader is declared offline only".to_owned(),
    };
    let sentence = format!("{must}; {what}, so it is likely declined.{doubt}");
    let bit = cvm::bit(scheme, Capability::OfflineOnly)
        .filter(|_| is_declared)
        .map_or(terminal::DECIDED_BY, |bit| bit.decided_by);
    let operator = if is_zero { "amount of zero" } else { "amount > floor limit" };
    let title = if by_type.is_some() {
        "Likely declined, terminal is offline only"
    } else {
        "Likely declined, reader is offline only"
    };
    Some(answer(title, sentence, bit, operator))
}

/// Why zero goes online, without the last point.
pub(super) fn zero(limits: Limits, currency: &Currency) -> String {
    let zero = currency.money(0);
    if limits.floor == 0 {
        format!("{zero} goes online: a floor limit of {zero} is for readers that are online only")
    } else {
        format!(
            "{zero} goes online under any floor limit, if it is accepted at all (EMV Book B v2.5, 3.1.1.11)"
        )
    }
}
