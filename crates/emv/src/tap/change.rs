//! Effects of a change of a configuration on sales: both versions decided with all their parameters, for a card and for a phone.
//!
//! If the limits alone make the difference, each moved limit is one effect; else each stretch of the amount axis. Invariant: there is
//! no effect exactly where every amount is treated as before.

use super::axis::{starts, starts_of_both};
use super::verification::unread;
use super::{
    BOTH, LimitMeaning, Method, Presented, Stretch, TapDecision, TapResult, decide, is_contradicted,
    limit_meaning, stretches,
};
use crate::cvm;
use crate::limits::{self, LimitKind, Outcome, PartialLimits, is_no_limit};
use crate::param::Params;
use crate::scheme::Scheme;

/// A configuration before or after a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side<'a> {
    pub scheme: Scheme,
    pub limits: PartialLimits,
    pub params: &'a Params,
}

/// A stretch of the amount axis that is treated in another way than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// First amount, minor units.
    pub from: u64,
    /// Last amount, or `None` for the end of the axis.
    pub to: Option<u64>,
    pub was: TapResult,
    pub is: TapResult,
}

/// One effect of a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeEffect {
    /// The limits apply to cards of another scheme.
    Scheme { was: Scheme, is: Scheme },
    /// A moved limit, which makes all of the difference.
    Moved { scheme: Scheme, limit: LimitKind, was: u64, is: u64 },
    /// A limit of a new configuration.
    New(LimitMeaning),
    /// A stretch that is treated otherwise. `was` is `None` in a new configuration.
    Stretch { who: Who, from: u64, to: Option<u64>, was: Option<TapResult>, is: TapResult },
    /// A limit is missing, so its effect isn't known.
    Missing(LimitKind),
}

/// Sales that an effect is about. The order is the order of display.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Who {
    Everyone,
    Cards,
    Phones,
}

/// Results of both versions for the amounts from one on.
struct At {
    from: u64,
    was: TapDecision,
    is: TapDecision,
}

impl<'a> Side<'a> {
    /// By the parameters alone: each limit that can be read.
    pub fn from_params(scheme: Scheme, params: &'a Params) -> Side<'a> {
        Side { scheme, limits: PartialLimits::read(params), params }
    }

    pub fn decide(&self, amount: u64, presented: Presented) -> TapDecision {
        decide(self.scheme, self.limits, self.params, amount, presented)
    }

    /// True if the limits alone say what happens: usual methods, and nothing unread or contradicted.
    fn is_by_limits(&self, decision: &TapDecision) -> bool {
        let Some(whole) = self.limits.whole() else { return false };
        let by_limits = limits::outcome(self.scheme, whole, decision.amount);
        let methods = decision.result.verification.methods;
        let is_phone = decision.presented == Presented::Phone;
        let is_usual = !by_limits.asks_cvm()
            || (methods.has(Method::Phone) || methods.has(Method::Pin) && !is_phone)
                && !methods.has(Method::Nothing)
                && !cvm::is_phone_open(self.scheme, self.params);
        let mut unread = unread(self.scheme, self.params, decision.presented, Some(by_limits.asks_cvm()));
        let is_known = by_limits == Outcome::Declined
            || !is_contradicted(self.scheme, self.params) && unread.next().is_none();
        is_usual && is_known && decision.outcome == by_limits
    }
}

/// The stretches that are treated in another way, in order and as long as they can be.
pub fn changes(before: Side<'_>, after: Side<'_>, presented: Presented) -> Vec<Change> {
    changed(&compared(before, after, presented))
}

fn compared(before: Side<'_>, after: Side<'_>, presented: Presented) -> Vec<At> {
    let at = |from| At { from, was: before.decide(from, presented), is: after.decide(from, presented) };
    starts_of_both(before, after).into_iter().map(at).collect()
}

fn changed(all: &[At]) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    let mut is_going_on = false;
    for At { from, was, is } in all {
        let (was, is) = (was.result, is.result);
        let end = from.checked_sub(1);
        let last = changes.last_mut().filter(|_| is_going_on);
        // A sale that is declined either way is treated as before, whatever the reason.
        if was == is || was.is_declined() && is.is_declined() {
            if let Some(last) = last {
                last.to = end;
            }
            is_going_on = false;
            continue;
        }
        match last {
            Some(last) if (last.was, last.is) == (was, is) => continue,
            Some(last) => last.to = end,
            None => {}
        }
        changes.push(Change { from: *from, to: None, was, is });
        is_going_on = true;
    }
    changes
}

/// Effects of a save on sales; empty if every amount is treated as before. A new configuration has no version before.
pub fn effects(before: Option<Side<'_>>, after: Side<'_>) -> Vec<ChangeEffect> {
    let Some(before) = before else { return of_new(after) };
    if before.limits.whole().is_none() || after.limits.whole().is_none() {
        return of_single_limits(before, after);
    }
    let both = BOTH.map(|presented| compared(before, after, presented));
    let [card, phone] = both.each_ref().map(|all| changed(all));
    let mut effects = Vec::new();
    if before.scheme != after.scheme {
        effects.push(ChangeEffect::Scheme { was: before.scheme, is: after.scheme });
    }
    if card.is_empty() && phone.is_empty() {
        return effects;
    }
    if before.scheme == after.scheme && is_all_by_limits(before, after, &both) {
        return moved(before, after).collect();
    }
    effects.extend(for_both(&card, &phone, |who, one: &Change| {
        let Change { from, to, was, is } = *one;
        (from, ChangeEffect::Stretch { who, from, to, was: Some(was), is })
    }));
    effects
}

fn moved(before: Side<'_>, after: Side<'_>) -> impl Iterator<Item = ChangeEffect> {
    LimitKind::ALL.into_iter().filter_map(move |limit| {
        let (was, is) = (before.limits.get(limit)?, after.limits.get(limit)?);
        (was != is).then_some(ChangeEffect::Moved { scheme: after.scheme, limit, was, is })
    })
}

/// Effects of each limit by itself, while one is missing.
fn of_single_limits(before: Side<'_>, after: Side<'_>) -> Vec<ChangeEffect> {
    let missing = |kind: &LimitKind| before.limits.get(*kind).is_none() || after.limits.get(*kind).is_none();
    let missing = LimitKind::ALL.into_iter().filter(missing).map(ChangeEffect::Missing);
    moved(before, after).chain(missing).collect()
}

fn of_new(after: Side<'_>) -> Vec<ChangeEffect> {
    let is_by_limits = BOTH.into_iter().all(|presented| {
        let mut all = starts(after.scheme, after.limits).into_iter().filter(|from| *from > 0);
        all.all(|from| after.is_by_limits(&after.decide(from, presented)))
    });
    if is_by_limits || after.limits.whole().is_none() {
        let limit = |kind| match after.limits.get(kind) {
            Some(minor) => ChangeEffect::New(limit_meaning(after.scheme, kind, minor, after.params)),
            None => ChangeEffect::Missing(kind),
        };
        return LimitKind::ALL.into_iter().map(limit).collect();
    }
    let [card, phone] = BOTH.map(|presented| stretches(after.scheme, after.limits, after.params, presented));
    for_both(&card, &phone, |who, one: &Stretch| {
        let Stretch { from, to, result } = *one;
        (from, ChangeEffect::Stretch { who, from, to, was: None, is: result })
    })
}

/// In the order of amounts, once for what cards and phones share. `effect` gives the first amount too.
fn for_both<T: PartialEq>(
    card: &[T],
    phone: &[T],
    effect: impl Fn(Who, &T) -> (u64, ChangeEffect),
) -> Vec<ChangeEffect> {
    let of_card = card.iter().map(|one| {
        let who = if phone.contains(one) { Who::Everyone } else { Who::Cards };
        effect(who, one)
    });
    let of_phone = phone.iter().filter(|one| !card.contains(one));
    // Few, and placed as they come: a sort of the standard library is compiled anew for each type.
    let mut all: Vec<(u64, ChangeEffect)> = Vec::new();
    for one in of_card.chain(of_phone.map(|one| effect(Who::Phones, one))) {
        let at = all.partition_point(|(from, _)| *from <= one.0);
        all.insert(at, one);
    }
    all.into_iter().map(|(_, effect)| effect).collect()
}

/// True if the moved limits make all of the difference, and no parameter or other limit undoes it. An amount of zero has rules of its
/// own, which a limit doesn't show.
fn is_all_by_limits(before: Side<'_>, after: Side<'_>, both: &[Vec<At>; 2]) -> bool {
    let is_reached = |side: Side<'_>, kind: LimitKind| {
        let Some(whole) = side.limits.whole() else { return false };
        // With a transaction limit of 0 no amount above zero is left for the others.
        let is_left = kind == LimitKind::Transaction || whole.transaction > 0;
        is_left
            && (is_no_limit(whole.get(kind))
                || limits::unreachable(side.scheme, whole).iter().all(|gap| gap.limit != kind))
    };
    let by_limits =
        |side: Side<'_>, amount| side.limits.whole().map(|whole| limits::outcome(side.scheme, whole, amount));
    let mut moved = LimitKind::ALL
        .into_iter()
        .filter(|kind| before.limits.get(*kind) != after.limits.get(*kind))
        .peekable();
    // If no limit was moved, the difference isn't a limit's, such as an amount of zero alone.
    moved.peek().is_some()
        && moved.all(|kind| is_reached(before, kind) && is_reached(after, kind))
        && both.iter().all(|all| {
            all.iter().filter(|at| at.from > 0).all(|At { from, was, is }| {
                if by_limits(before, *from) == by_limits(after, *from) {
                    return was.result == is.result;
                }
                before.is_by_limits(was) && after.is_by_limits(is)
            })
        })
}
