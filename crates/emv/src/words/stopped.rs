//! What stops a tap before any limit is asked, and the amount of zero.

use super::terminal::{self, Offline};
use super::{Answer, money, zero_goes_online};
use crate::cvm;
use crate::limits::{LimitKind, Limits, Outcome};
use crate::money::Currency;
use crate::param::Params;
use crate::scheme::Scheme;

/// No tap can work, or it must go online and the reader cannot, or the parameters contradict each other.
pub(super) fn by_parameter(
    scheme: Scheme,
    limits: Limits,
    params: &Params,
    currency: &Currency,
    amount: u64,
    outcome: Outcome,
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
    let offline = terminal::offline(scheme, params)?;
    let doubt = match (scheme, &offline) {
        (Scheme::Jcb, Offline::Reader(_)) => " A JCB reader likely uses other data than the stored TTQ.",
        _ => "",
    };
    if let Some(digits) = terminal::contradiction(scheme, params) {
        let sentence = format!(
            "{}: {}, and the terminal type {digits} (9F35) is online only. The two contradict each other, so what happens \
             cannot be known.{doubt}",
            currency.money(amount),
            offline.what_and_where(),
        );
        let title = "Not known, reader and terminal contradict each other";
        let by = match scheme {
            Scheme::Amex => "9F6E byte 3 bit 8 and terminalType (9F35), which contradict each other",
            _ => "TTQ byte 1 bit 4 and terminalType (9F35), which contradict each other",
        };
        let answer = answer(title, sentence, by, "at any amount");
        return Some(Answer { effect: outcome, ..answer });
    }
    let is_zero = zero_goes_online(scheme, limits, amount);
    if !outcome.goes_online() && !is_zero {
        return None;
    }
    let must = if is_zero {
        zero(limits, currency, "must go online")
    } else {
        format!(
            "{} is above the {} of {}, so the sale {} go online",
            currency.money(amount),
            LimitKind::Floor.noun(),
            money(currency, limits.floor),
            if scheme == Scheme::Mastercard { "usually has to" } else { "must" },
        )
    };
    let sentence = format!("{must}; {}, so it is likely declined.{doubt}", offline.what());
    let operator = if is_zero { "amount of zero" } else { "amount > floor limit" };
    Some(answer(offline.title(), sentence, offline.decided_by(LimitKind::Floor), operator))
}

/// Why zero goes online, without the last point.
pub(super) fn zero(limits: Limits, currency: &Currency, online: &str) -> String {
    let zero = currency.money(0);
    if limits.floor == 0 {
        format!("{zero} {online}: a floor limit of {zero} is for readers that are online only")
    } else {
        format!("{zero} {online} under any floor limit, if it is accepted at all (EMV Book B v2.5, 3.1.1.11)")
    }
}
