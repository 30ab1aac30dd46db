//! What a change of a configuration does to sales: both versions asked with all their parameters, for a card and for a phone.
//!
//! Where the limits alone decide the difference, each moved limit has its sentence ([`effect_of_change`]); else each stretch of
//! the amount axis has one. Invariant: nothing is said exactly where every amount is treated as before.

use super::ask::Ask;
use super::effect::{answer, contradict, starts, told_zones};
use super::unread::Unread;
use super::{Presented, effect_of_change, limit_in_words, lowered};
use crate::cvm;
use crate::limits::{self, LimitKind, Limits, Outcome, is_no_limit};
use crate::money::Currency;
use crate::param::Params;
use crate::scheme::Scheme;

/// A configuration before or after a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side<'a> {
    pub scheme: Scheme,
    pub limits: Limits,
    pub params: &'a Params,
}

/// A stretch of the amount axis that is treated in another way than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// First amount, minor units.
    pub from: u64,
    /// Last amount, or nothing for the end of the axis.
    pub to: Option<u64>,
    pub was: String,
    pub is: String,
}

const BOTH: [Presented; 2] = [Presented::Card, Presented::Phone];

/// What a version does with an amount.
struct Treated {
    /// By the limits alone.
    outcome: Outcome,
    effect: Outcome,
    words: String,
}

/// What both versions do with the amounts from one on.
struct At {
    from: u64,
    was: Treated,
    is: Treated,
}

impl Side<'_> {
    fn treated(&self, amount: u64, presented: Presented) -> Treated {
        let answer = answer(self.scheme, self.limits, self.params, amount, presented);
        Treated { outcome: answer.outcome, effect: answer.effect, words: lowered(&answer.title) }
    }

    /// Whether the sentence about a limit is true of an amount that is treated like this.
    fn is_by_limits(&self, treated: &Treated, presented: Presented) -> bool {
        let outcome = treated.outcome;
        let is_usual =
            !outcome.asks_cvm() || Ask::above(self.scheme, self.params, presented).is_pin_or_phone();
        let unread = Unread::of(self.scheme, self.params, presented, outcome.asks_cvm());
        let is_usual = is_usual && !(outcome.asks_cvm() && cvm::is_phone_open(self.scheme, self.params));
        // Where reader and terminal contradict each other, nothing is known of what the limits accept.
        let is_known = outcome == Outcome::Declined || !contradict(self.scheme, self.params);
        is_usual && is_known && unread.is_none() && treated.effect == outcome
    }
}

/// What both do with sales, from each amount on where either may begin to treat them in another way.
fn compared(before: Side<'_>, after: Side<'_>, presented: Presented) -> Vec<At> {
    let at = |from| At { from, was: before.treated(from, presented), is: after.treated(from, presented) };
    both_starts(before, after).map(at).collect()
}

/// The stretches that are treated in another way, in order and as long as they can be.
pub fn changes(before: Side<'_>, after: Side<'_>, presented: Presented) -> Vec<Change> {
    stretches(&compared(before, after, presented))
}

fn stretches(all: &[At]) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    let mut is_going_on = false;
    for At { from, was, is } in all {
        let end = from.checked_sub(1);
        let declined = [was, is].map(|side| side.effect == Outcome::Declined);
        let last = changes.last_mut().filter(|_| is_going_on);
        // A sale that is declined either way is not told apart by the reason.
        if declined == [true, true] || was.words == is.words {
            if let Some(last) = last {
                last.to = end;
            }
            is_going_on = false;
            continue;
        }
        match last {
            Some(last) if (&last.was, &last.is) == (&was.words, &is.words) => continue,
            Some(last) => last.to = end,
            None => {}
        }
        changes.push(Change { from: *from, to: None, was: was.words.clone(), is: is.words.clone() });
        is_going_on = true;
    }
    changes
}

/// What saving does to sales; nothing where every amount is treated as before. A new configuration has no version before.
pub fn effects_of_save(before: Option<Side<'_>>, after: Side<'_>, currency: &Currency) -> Vec<String> {
    let Some(before) = before else { return effects_of_new(after, currency) };
    let both = BOTH.map(|presented| compared(before, after, presented));
    let [card, phone] = both.each_ref().map(|all| stretches(all));
    let mut effects = Vec::new();
    if before.scheme != after.scheme {
        let [was, is] = [before, after].map(|side| side.scheme.name());
        effects.push(format!("The limits now apply to {is} cards; before to {was} cards."));
    }
    if card.is_empty() && phone.is_empty() {
        return effects;
    }
    if is_by_limits(before, after, &both) {
        let moved =
            LimitKind::ALL.into_iter().filter(|kind| before.limits.get(*kind) != after.limits.get(*kind));
        return moved
            .map(|kind| {
                let [was, is] = [before, after].map(|side| side.limits.get(kind));
                effect_of_change(after.scheme, kind, was, is, currency)
            })
            .collect();
    }
    let sentence = |who: &str, one: &Change| {
        let place = stretch(one.from, one.to, currency);
        (one.from, format!("{who} {place}: now {}; before {}.", one.is, one.was))
    };
    effects.extend(for_both(&card, &phone, sentence));
    effects
}

fn effects_of_new(after: Side<'_>, currency: &Currency) -> Vec<String> {
    let is_by_limits = BOTH.into_iter().all(|presented| {
        both_starts(after, after)
            .filter(|from| *from > 0)
            .all(|from| after.is_by_limits(&after.treated(from, presented), presented))
    });
    if is_by_limits {
        let limit = |kind| limit_in_words(after.scheme, kind, after.limits.get(kind), after.params, currency);
        return LimitKind::ALL.into_iter().map(limit).collect();
    }
    let [card, phone] = BOTH.map(|presented| told_zones(after.scheme, after.limits, after.params, presented));
    let sentence = |who: &str, one: &super::Stretch| {
        (one.from, format!("{who} {}: {}.", stretch(one.from, one.to, currency), one.words))
    };
    for_both(&card, &phone, sentence)
}

/// In the order of amounts, once for what card and phone share. `sentence` gives the first amount too.
fn for_both<T: PartialEq>(
    card: &[T],
    phone: &[T],
    sentence: impl Fn(&str, &T) -> (u64, String),
) -> Vec<String> {
    let of_card = card.iter().map(|one| {
        let who = if phone.contains(one) { "Sales" } else { "With a card, sales" };
        sentence(who, one)
    });
    let of_phone = phone.iter().filter(|one| !card.contains(one));
    let mut all: Vec<_> = of_card.chain(of_phone.map(|one| sentence("With a phone, sales", one))).collect();
    all.sort_by_key(|(from, _)| *from);
    all.into_iter().map(|(_, words)| words).collect()
}

/// Whether the sentences about the moved limits say all of the difference, and nothing that a parameter or another limit undoes.
/// An amount of zero has rules of its own, of which they do not speak.
fn is_by_limits(before: Side<'_>, after: Side<'_>, both: &[Vec<At>; 2]) -> bool {
    let is_reached = |side: Side<'_>, kind: LimitKind| {
        // With a transaction limit of 0 no amount above zero is left for the others.
        let is_left = kind == LimitKind::Transaction || side.limits.transaction > 0;
        is_left
            && (is_no_limit(side.limits.get(kind))
                || limits::unreachable(side.scheme, side.limits).iter().all(|gap| gap.limit != kind))
    };
    let mut moved = LimitKind::ALL
        .into_iter()
        .filter(|kind| before.limits.get(*kind) != after.limits.get(*kind))
        .peekable();
    // Where none was moved, what differs has no sentence of a limit, such as an amount of zero alone.
    before.scheme == after.scheme
        && moved.peek().is_some()
        && moved.all(|kind| is_reached(before, kind) && is_reached(after, kind))
        && BOTH.into_iter().zip(both).all(|(presented, all)| {
            all.iter().filter(|at| at.from > 0).all(|At { was, is, .. }| {
                if was.outcome == is.outcome {
                    return was.words == is.words;
                }
                before.is_by_limits(was, presented) && after.is_by_limits(is, presented)
            })
        })
}

/// Where either side may begin to treat sales in another way.
fn both_starts(before: Side<'_>, after: Side<'_>) -> impl Iterator<Item = u64> {
    let mut all: Vec<u64> =
        [before, after].into_iter().flat_map(|side| starts(side.scheme, side.limits)).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter()
}

/// "from 50.00 to 200.00".
fn stretch(from: u64, to: Option<u64>, currency: &Currency) -> String {
    let figure = |minor| currency.figure(minor);
    match to {
        Some(to) if to == from => format!("of {}", figure(from)),
        Some(to) => format!("from {} to {}", figure(from), figure(to)),
        None => format!("from {}", figure(from)),
    }
}
