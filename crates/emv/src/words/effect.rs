//! The outcome with the parameters read as well, for tables, zones and lanes: what [`super::explain`] says, without its sentence.

use super::{Presented, explain, lane_sentence};
use crate::limits::{self, Limits, Outcome, Zone};
use crate::money::Currency;
use crate::param::Params;
use crate::scheme::Scheme;

/// What happens at one amount.
pub fn effect(scheme: Scheme, limits: Limits, params: &Params, amount: u64, presented: Presented) -> Outcome {
    // The outcome is the same in any currency.
    explain(scheme, limits, params, &Currency::euro(), amount, presented).effect
}

/// The amount axis cut where that changes: in order, without gap or overlap, neighbors different.
pub fn effective_zones(scheme: Scheme, limits: Limits, params: &Params, presented: Presented) -> Vec<Zone> {
    // Parameters decide alike within a zone of the limits; only an amount of zero has rules of its own.
    let mut starts: Vec<u64> =
        limits::zones(scheme, limits).iter().map(|zone| zone.from).chain([1]).collect();
    starts.sort_unstable();
    starts.dedup();
    let mut zones: Vec<Zone> = Vec::new();
    for from in starts {
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

/// Outcome, title and reason for the right edge of a lane. Where a parameter decides otherwise than the limits, it is the reason.
pub fn effective_lane(
    scheme: Scheme,
    limits: Limits,
    params: &Params,
    currency: &Currency,
    amount: u64,
    presented: Presented,
) -> (Outcome, String, String) {
    let answer = explain(scheme, limits, params, currency, amount, presented);
    let (title, why) = lane_sentence(scheme, limits, currency, amount);
    let by_parameter = answer.effect != answer.outcome;
    let why = if by_parameter { format!("by {}", answer.decided_by) } else { why };
    let title = if by_parameter || presented == Presented::Phone { answer.title } else { title };
    (answer.effect, title, why)
}
