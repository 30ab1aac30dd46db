//! Why a PIN was asked at a sale, or was not: one sentence to read out on the phone.
//!
//! A sale does not tell which configuration its terminal used, and configurations are known as they are now. So every
//! answer is likely at best, and says when it is uncertain. Not a second set of rules: the operator of a limit is asked of
//! `limits`. Amounts are minor units.

use crate::bits::Reading;
use crate::limits::{self, Comparison, LimitKind, Limits, Outcome, rule};
use crate::money::Currency;
use crate::performed::Verified;
use crate::scheme::Scheme;
use crate::tvr;
use crate::words::money;

/// What a sale tells.
#[derive(Clone, Copy, Debug)]
pub struct Sale<'a> {
    /// Minor units.
    pub amount: u64,
    pub currency: &'a Currency,
    /// What the limits are in: they carry no currency of their own.
    pub limits_in: &'a Currency,
    pub scheme: Scheme,
    /// Nothing where the sale does not tell it.
    pub verified: Option<Verified>,
    pub tvr: &'a Reading,
}

/// A configuration that the terminal may have used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub name: String,
    pub limits: Limits,
}

/// How far an answer can be relied on. There is no third: see the module head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    Likely,
    Uncertain,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// "Why was a PIN asked?"
    pub question: &'static str,
    pub sentence: String,
    pub certainty: Certainty,
    /// What does not fit together, a sentence each.
    pub notes: Vec<String>,
}

/// Why the cardholder was asked for what the sale tells.
pub fn why(sale: Sale<'_>, candidates: &[Candidate]) -> Why {
    let online_pin = sale.tvr.has(tvr::ONLINE_PIN) == Some(true);
    let verified = sale.verified.or(online_pin.then_some(Verified::Pin));
    if sale.currency != sale.limits_in {
        let sentence = not_comparable(sale, verified);
        return Why {
            question: question(verified),
            sentence,
            certainty: Certainty::Uncertain,
            notes: bits(sale, online_pin),
        };
    }
    let asking = candidates.iter().filter(|one| asks(sale, one)).count();
    let (sentence, certainty) = match (candidates, asking) {
        ([], _) => (unknown_limit(sale, verified), Certainty::Uncertain),
        (_, 0) => agreed(sale, verified, Limit::NotReached, candidates),
        (all, many) if many == all.len() => agreed(sale, verified, Limit::Reached, candidates),
        _ => (divided(sale, verified, candidates), Certainty::Uncertain),
    };
    Why { question: question(verified), sentence, certainty, notes: notes(sale, online_pin, candidates) }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    Reached,
    NotReached,
}

fn question(verified: Option<Verified>) -> &'static str {
    match verified {
        Some(Verified::Pin) => "Why was a PIN asked?",
        Some(Verified::Signature) => "Why was a signature asked?",
        Some(Verified::OnDevice | Verified::Nothing) => "Why was no PIN asked?",
        None => "Was a PIN asked?",
    }
}

/// The beginning of a sentence.
fn happened(verified: Option<Verified>) -> &'static str {
    match verified {
        Some(Verified::Pin) => "A PIN was asked",
        Some(Verified::Signature) => "A signature was asked",
        Some(Verified::OnDevice) => "No PIN was asked: the phone checked its owner itself (CDCVM)",
        Some(Verified::Nothing) => "No PIN was asked",
        None => "The transaction does not tell whether a PIN was asked",
    }
}

fn asks(sale: Sale<'_>, candidate: &Candidate) -> bool {
    comparison(sale).holds(sale.amount, candidate.limits.cvm)
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
fn phrase(sale: Sale<'_>, limit: Limit, candidates: &[Candidate]) -> String {
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
            format!(
                "{amount} {relation} the CVM limit ({figures}) of each of the {} {} configurations that may have decided",
                all.len(),
                sale.scheme.name()
            )
        }
    }
}

/// Every candidate says the same.
fn agreed(
    sale: Sale<'_>,
    verified: Option<Verified>,
    limit: Limit,
    candidates: &[Candidate],
) -> (String, Certainty) {
    let (happened, phrase) = (happened(verified), phrase(sale, limit, candidates));
    let because = (format!("{happened} because {phrase}."), Certainty::Likely);
    let although = |why: &str| (format!("{happened}, although {phrase}: {why}."), Certainty::Uncertain);
    match (verified, limit) {
        (Some(Verified::Pin | Verified::Signature), Limit::Reached)
        | (Some(Verified::Nothing), Limit::NotReached) => because,
        (Some(Verified::OnDevice), Limit::Reached) => {
            (format!("{happened}. {phrase}, so a card would have been asked."), Certainty::Likely)
        }
        (Some(Verified::OnDevice), Limit::NotReached) => {
            (format!("{happened}. {phrase}, so a card would not have been asked either."), Certainty::Likely)
        }
        (Some(Verified::Pin | Verified::Signature), Limit::NotReached) => {
            although("the card or its issuer likely asked for it, or the limit was another one then")
        }
        (Some(Verified::Nothing), Limit::Reached) => {
            although("the limit was likely another one then, or the card offers no verification")
        }
        (None, Limit::Reached) => {
            (format!("{phrase}, so a PIN or phone check was likely asked."), Certainty::Uncertain)
        }
        (None, Limit::NotReached) => (format!("{phrase}, so likely no PIN was asked."), Certainty::Uncertain),
    }
}

/// A limit is a bare number: beside an amount of another currency it says nothing.
fn not_comparable(sale: Sale<'_>, verified: Option<Verified>) -> String {
    format!(
        "{}. The sale is in {} and the limits of the configurations are in {}, so they cannot be compared.",
        happened(verified),
        sale.currency.code(),
        sale.limits_in.code()
    )
}

fn unknown_limit(sale: Sale<'_>, verified: Option<Verified>) -> String {
    format!(
        "{}. Which limit decided is not known: no {} configuration with readable limits was found.",
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

fn notes(sale: Sale<'_>, online_pin: bool, candidates: &[Candidate]) -> Vec<String> {
    let declined =
        |one: &Candidate| limits::outcome(sale.scheme, one.limits, sale.amount) == Outcome::Declined;
    let mut notes = bits(sale, online_pin);
    if !candidates.is_empty() && candidates.iter().all(declined) {
        notes.push("By the transaction limit as it is now, a sale of this amount is declined.".to_owned());
    }
    notes
}

/// What the TVR alone has to say.
fn bits(sale: Sale<'_>, online_pin: bool) -> Vec<String> {
    let failed = sale.tvr.has(tvr::CVM_FAILED) == Some(true);
    let other = online_pin && !matches!(sale.verified, None | Some(Verified::Pin));
    [
        (failed, "The TVR says that cardholder verification was not successful."),
        (other, "The TVR tells of a PIN checked online, which does not fit what the service tells."),
    ]
    .into_iter()
    .filter(|(holds, _)| *holds)
    .map(|(_, note)| note.to_owned())
    .collect()
}
