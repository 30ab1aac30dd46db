//! The outcome with the parameters read as well, for tables, zones and lanes: what [`super::explain`] says, without its sentence.

use super::unread::Unread;
use super::{Answer, Presented, book_aside, decide, explain, lane, lowered, terminal};
use crate::limits::{self, Limits, Outcome, Zone};
use crate::money::Currency;
use crate::param::Params;
use crate::scheme::Scheme;

/// What happens at one amount.
pub fn effect(scheme: Scheme, limits: Limits, params: &Params, amount: u64, presented: Presented) -> Outcome {
    answer(scheme, limits, params, amount, presented).effect
}

/// What happens at one amount, as [`super::explain`] entitles it, inside a line: "online, PIN asked".
pub fn told(scheme: Scheme, limits: Limits, params: &Params, amount: u64, presented: Presented) -> String {
    lowered(&answer(scheme, limits, params, amount, presented).title)
}

/// For its outcome, effect and title alone, which are the same in any currency: the sentence is about euro, and the book is not asked.
pub(super) fn answer(
    scheme: Scheme,
    limits: Limits,
    params: &Params,
    amount: u64,
    presented: Presented,
) -> Answer {
    let outcome = limits::outcome(scheme, limits, amount);
    decide(scheme, limits, params, &Currency::euro(), amount, presented, outcome)
}

/// What happens at one amount for a reader that follows the EMV book strictly, as outcome and words; nothing where that comes to the
/// same as the service's rule.
pub fn by_book(
    scheme: Scheme,
    limits: Limits,
    params: &Params,
    amount: u64,
    presented: Presented,
) -> Option<(Outcome, String)> {
    let outcomes = [limits::outcome, limits::book_outcome].map(|outcome| outcome(scheme, limits, amount));
    if outcomes[0] == outcomes[1] {
        return None;
    }
    let [service, book] =
        outcomes.map(|outcome| decide(scheme, limits, params, &Currency::euro(), amount, presented, outcome));
    (service.effect != book.effect && service.title != book.title)
        .then(|| (book.effect, lowered(&book.title)))
}

/// Whether the parameters contradict each other about going online, so that only a transaction limit decides for certain.
pub fn contradict(scheme: Scheme, params: &Params) -> bool {
    terminal::contradiction(scheme, params).is_some()
}

/// A stretch of the amount axis with the same words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// First amount, minor units.
    pub from: u64,
    /// Last amount, or nothing for the stretch that runs to the end of the axis.
    pub to: Option<u64>,
    pub words: String,
}

/// The amount axis cut where [`told`] changes: in order, without gap or overlap, neighbors different.
pub fn told_zones(scheme: Scheme, limits: Limits, params: &Params, presented: Presented) -> Vec<Stretch> {
    let mut zones: Vec<Stretch> = Vec::new();
    for from in starts(scheme, limits) {
        let words = told(scheme, limits, params, from, presented);
        match zones.last_mut() {
            Some(last) if last.words == words => continue,
            Some(last) => last.to = from.checked_sub(1),
            None => {}
        }
        zones.push(Stretch { from, to: None, words });
    }
    zones
}

/// Where something may change. Parameters decide alike within a zone of the limits; only an amount of zero has rules of its own.
pub(crate) fn starts(scheme: Scheme, limits: Limits) -> Vec<u64> {
    let mut starts: Vec<u64> =
        limits::zones(scheme, limits).iter().map(|zone| zone.from).chain([1]).collect();
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// The amount axis cut where the outcome changes: in order, without gap or overlap, neighbors different.
pub fn effective_zones(scheme: Scheme, limits: Limits, params: &Params, presented: Presented) -> Vec<Zone> {
    let mut zones: Vec<Zone> = Vec::new();
    for from in starts(scheme, limits) {
        let outcome = effect(scheme, limits, params, from, presented);
        match zones.last_mut() {
            Some(last) if last.outcome == outcome => continue,
            Some(last) => last.to = from.checked_sub(1),
            None => {}
        }
        zones.push(Zone { from, to: None, outcome });
    }
    zones
}

/// Outcome, title as [`explain`] entitles it without its last word, and reason for the right edge of a lane. Where a parameter decides otherwise than the limits, or cannot be read, it is
/// the reason.
pub fn effective_lane(
    scheme: Scheme,
    limits: Limits,
    params: &Params,
    currency: &Currency,
    amount: u64,
    presented: Presented,
) -> (Outcome, String, String) {
    let answer = explain(scheme, limits, params, currency, amount, presented);
    let (_, why) = lane(scheme, limits, currency, amount);
    let by_parameter = answer.effect != answer.outcome
        || (contradict(scheme, params) && answer.outcome != Outcome::Declined);
    let book = match by_book(scheme, limits, params, amount, presented) {
        None => "",
        Some((Outcome::Declined, _)) => " (book: declined)",
        Some(_) => book_aside(scheme, limits, amount),
    };
    let unread = Unread::of(scheme, params, presented, answer.outcome.asks_cvm());
    let unread = unread.filter(|_| answer.effect != Outcome::Declined);
    let why = match unread {
        _ if by_parameter => format!("by {}", answer.decided_by),
        Some(unread) => unread.clause(),
        None => why + book,
    };
    // A lane is narrow: what follows the place is what is asked.
    let title = answer.title.strip_suffix(" asked").map(str::to_owned).unwrap_or(answer.title);
    (answer.effect, title, why)
}
