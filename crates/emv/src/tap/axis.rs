//! The amount axis cut where the result changes.

use super::{Presented, TapResult, decide};
use crate::limits::{LimitKind, PartialLimits, Zone, is_no_limit, rule};
use crate::param::Params;
use crate::scheme::Scheme;

/// A stretch of the amount axis with one result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// First amount, minor units.
    pub from: u64,
    /// Last amount, or `None` for the stretch that runs to the end of the axis.
    pub to: Option<u64>,
    pub result: TapResult,
}

/// The axis cut where the result changes: in order, without gap or overlap, neighbors different.
pub fn stretches(
    scheme: Scheme,
    limits: impl Into<PartialLimits>,
    params: &Params,
    presented: Presented,
) -> Vec<Stretch> {
    let limits = limits.into();
    let at = |from| (from, decide(scheme, limits, params, from, presented).result);
    let cut = cut(starts(scheme, limits).into_iter().map(at));
    cut.into_iter().map(|(from, to, result)| Stretch { from, to, result }).collect()
}

/// The axis cut where the outcome changes: in order, without gap or overlap, neighbors different.
pub fn zones(
    scheme: Scheme,
    limits: impl Into<PartialLimits>,
    params: &Params,
    presented: Presented,
) -> Vec<Zone> {
    let limits = limits.into();
    let at = |from| (from, decide(scheme, limits, params, from, presented).outcome);
    let cut = cut(starts(scheme, limits).into_iter().map(at));
    cut.into_iter().map(|(from, to, outcome)| Zone { from, to, outcome }).collect()
}

/// Neighbors with the same value joined.
fn cut<T: PartialEq>(starts: impl Iterator<Item = (u64, T)>) -> Vec<(u64, Option<u64>, T)> {
    let mut all: Vec<(u64, Option<u64>, T)> = Vec::new();
    for (from, value) in starts {
        match all.last_mut() {
            Some((_, _, last)) if *last == value => continue,
            Some((_, to, _)) => *to = from.checked_sub(1),
            None => {}
        }
        all.push((from, None, value));
    }
    all
}

/// Amounts at which the result may change. Parameters decide alike within a zone of the limits; only an amount of zero has rules
/// of its own.
pub(crate) fn starts(scheme: Scheme, limits: impl Into<PartialLimits>) -> Vec<u64> {
    let limits = limits.into();
    let first = |kind| {
        let limit = limits.get(kind).filter(|limit| !is_no_limit(*limit))?;
        rule(scheme, kind).service.first(limit)
    };
    let mut starts: Vec<u64> = LimitKind::ALL.into_iter().filter_map(first).chain([0, 1]).collect();
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// Amounts at which either of two versions may change.
pub(crate) fn starts_of_both(before: super::Side<'_>, after: super::Side<'_>) -> Vec<u64> {
    let mut all: Vec<u64> =
        [before, after].into_iter().flat_map(|side| starts(side.scheme, side.limits)).collect();
    all.sort_unstable();
    all.dedup();
    all
}
