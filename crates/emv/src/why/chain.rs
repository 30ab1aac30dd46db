//! The chain of reasons: entry, what the terminal noted and performed, the limits of a tap, the issuer's own counters, the
//! host's answer.

use super::tap::{self, Limit, reached};
use super::{
    Candidate, Certainty, Entry, Reason, Said, Sale, action, decline, link, noted, offer, reader, step,
};
use crate::limits::{self, LimitKind, Outcome};
use crate::param::{TTQ, Value};
use crate::performed::{self, Verified};
use crate::scheme::Scheme;
use crate::tvr;
use crate::words::lowered;

/// Bits for a PIN that the card itself would check, or that was to be typed for it; a tap sets none of them (EMV Book C-2, 7.5).
pub(super) const OF_INSERTED: [&str; 3] = [tvr::PIN_TRIES, tvr::PIN_BYPASS, tvr::PIN_PAD];

/// What the terminal noted about verification is known, and comes before any limit.
pub(super) fn by_tvr(sale: Sale<'_>) -> Option<Said> {
    // A note says that they do not fit.
    if sale.entry.is_tap() {
        return None;
    }
    let also = match sale.verified {
        Some(Verified::Signature) => ", so a signature was taken",
        Some(Verified::Pin) if sale.has(tvr::ONLINE_PIN) => "; a PIN was entered for the issuer to check",
        _ => "",
    };
    let what = [
        (
            tvr::PIN_TRIES,
            if sale.verified == Some(Verified::Failed)
                && performed::is_pin_of_card(sale.cvm_performed, sale.scheme)
            {
                "The card's PIN tries are used up, after a wrong PIN"
            } else {
                "The card's PIN tries are used up"
            },
        ),
        (tvr::PIN_BYPASS, "A PIN was required and not entered (PIN bypass)"),
        (tvr::PIN_PAD, "A PIN was required, and no PIN pad was there or it did not work"),
    ];
    let (bit, words) = what.into_iter().find(|(bit, _)| sale.tvr.has(bit) == Some(true))?;
    if !sale.entry.reads_chip() {
        let words = format!(
            "{words}, by the TVR ({bit}); that does not fit this entry, at which no chip is read. Not decided by contactless limits."
        );
        return Some((words, Certainty::CannotKnow));
    }
    if sale.entry.may_be_a_tap() {
        let words = format!("If the card was inserted: {} (TVR {bit}){also}.", lowered(words));
        return Some((words, Certainty::CannotKnow));
    }
    Some((format!("{words} (TVR {bit}){also}. Not decided by contactless limits."), Certainty::Known))
}

pub(super) fn chain(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Vec<Reason> {
    let mut chain = vec![reason(
        sale.entry.sentence(),
        "entryMode",
        if sale.entry == Entry::Unknown { Certainty::CannotKnow } else { Certainty::Likely },
    )];
    chain.extend(step::presented(sale, verified));
    chain.extend(noted::tvr(sale, candidates));
    chain.extend(step::noted(sale));
    chain.push(step::performed(sale, verified));
    if sale.entry.may_be_a_tap() {
        chain.extend(step::zero(sale, candidates));
        chain.extend(tap::not_compared(sale).map(|words| reason(words, "amount", Certainty::Known)));
        chain.extend(
            decline::possible(sale, verified, candidates).or_else(|| limit(sale, verified, candidates)),
        );
        chain.extend(link::links(sale, verified, candidates));
        chain.extend(offer::phone_required(sale, verified, candidates));
        chain.extend(issuer(sale, verified, candidates));
    }
    chain.extend(action::earlier(sale));
    chain.extend(host(sale));
    chain.extend(action::told(sale));
    chain.extend(sale.status.sentence().map(|words| reason(words, "tranStatus", Certainty::Likely)));
    chain
}

pub(super) fn reason(words: impl Into<String>, ground: impl Into<String>, certainty: Certainty) -> Reason {
    Reason { words: words.into(), ground: ground.into(), certainty }
}

fn limit(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Option<Reason> {
    let declined = |one: &Candidate| {
        sale.is_compared() && limits::outcome(sale.scheme, one.limits, sale.amount) == Outcome::Declined
    };
    if !candidates.is_empty() && candidates.iter().all(declined) {
        let words = if sale.passed(verified) || sale.is_done() {
            "By the transaction limit as it is now, a sale of this amount is declined; this one passed the reader, so the limit was \
             likely another one then."
        } else {
            "By the transaction limit as it is now, a sale of this amount is declined."
        };
        return Some(reason(words, reader::ground(LimitKind::Transaction), Certainty::Likely));
    }
    let limit = reached(sale, candidates)?;
    let words = format!("{}.", tap::phrase(sale, limit, candidates));
    Some(reason(words, reader::ground(LimitKind::Cvm), Certainty::Likely))
}

/// What no configuration shows, where a PIN was asked below the limit or the issuer wants one.
fn issuer(sale: Sale<'_>, verified: Option<Verified>, candidates: &[Candidate]) -> Vec<Reason> {
    let wants = sale.host().is_some_and(|code| code.kind == super::host::Kind::WantsCheck);
    let below = reached(sale, candidates) != Some(Limit::Reached);
    let asked = verified.is_some_and(Verified::is_asked);
    if !(wants || asked && below) {
        return Vec::new();
    }
    let mut found = Vec::new();
    // What an issuer counts asks for a PIN, and explains no signature.
    if verified != Some(Verified::Signature) {
        let (such_as, ground) = counters(sale);
        found.push(reason(
            format!("The issuer may count taps since the last PIN{such_as} and ask then, below any limit."),
            ground,
            Certainty::CannotKnow,
        ));
    }
    if asked && reader::offers_it(sale, verified, candidates) {
        let words = "The card itself may ask for verification, or the limit was changed since the sale.";
        found.push(reason(words, "not in the transaction", Certainty::CannotKnow));
    }
    if asked {
        let stored = |one: &Candidate| {
            one.params.get(TTQ).and_then(Value::bytes).is_some_and(|ttq| ttq.len() == 4 && ttq[1] & 0x40 != 0)
        };
        let uses_ttq = !matches!(sale.scheme, Scheme::Mastercard | Scheme::Amex);
        if uses_ttq && !candidates.is_empty() && candidates.iter().all(stored) {
            let words = "The stored TTQ says “CVM required”; readers set this bit themselves on each tap, but one that does not \
                         would always ask.";
            found.push(reason(words, "TTQ byte 2 bit 7", Certainty::CannotKnow));
        }
    }
    found
}

/// Where issuers are known to count, by the currency of the sale.
fn counters(sale: Sale<'_>) -> (&'static str, &'static str) {
    match sale.currency.code() {
        "GBP" => (
            " (such as 300 GBP or five taps)",
            "UK since October 2021: 100 GBP, cumulative 300 GBP or 5 taps",
        ),
        "EUR" | "BGN" | "CZK" | "DKK" | "HUF" | "ISK" | "NOK" | "PLN" | "RON" | "SEK" => (
            " (such as 150 EUR or five taps)",
            "PSD2 RTS Art. 11: 50 EUR, cumulative 150 EUR or 5 taps, in the EEA",
        ),
        _ => ("", "a rule of the issuer's own"),
    }
}

fn host(sale: Sale<'_>) -> Option<Reason> {
    let text = sale.host_code.map(str::trim).filter(|text| !text.is_empty())?;
    Some(match sale.host() {
        Some(code) if code.is_of_terminal() => reason(
            format!("Response code {text}, which a terminal sets without a host: likely “{}”.", code.words),
            code.source,
            Certainty::Likely,
        ),
        Some(code) => reason(
            format!("Host code {text}: likely “{}” for {}.", code.words, sale.scheme.name()),
            code.source,
            Certainty::Likely,
        ),
        None => reason(
            format!("Host code {text}: its meaning is not documented."),
            "hostRespCode",
            Certainty::CannotKnow,
        ),
    })
}
