//! A sale that no configuration as it is now explains, and one as it was before a change on this computer does.

use tapline_emv::PartialLimits;
use tapline_explain::decide;
use tapline_explain::decision::{Cause, CauseFact, Certainty, Decision};
use tapline_explain::facts::{Candidate, Sale};

use super::Around;
use super::candidates::Candidates;
use super::since::{AppliedChange, applied, sold_at};
use crate::timestamp;
use crate::transaction::Transaction;

/// The decision by the values before a change on this computer, where these explain the sale and those of now don't. The change
/// is its first cause.
pub(super) fn with_earlier_values(
    now: Decision,
    sale: &Sale,
    record: &Transaction,
    around: Around<'_>,
) -> Decision {
    if !now.needs_other_values() {
        return now;
    }
    let Around { limits_in, found, history, local, .. } = around;
    let sold = sold_at(record);
    let is_later = |one: &AppliedChange<'_>| {
        sold.zip(timestamp::parse(&one.at)).is_none_or(|(sale, change)| change >= sale)
    };
    let mut earlier = found.clone();
    for one in applied(found, history).filter(is_later) {
        if !take_back(&mut earlier, &one) {
            continue;
        }
        let candidates: Vec<Candidate> = earlier.configurations.iter().map(|(_, one)| one.clone()).collect();
        let mut then = decide(sale, &candidates);
        if then.needs_other_values() || then.certainty == Certainty::Unclear {
            continue;
        }
        let changed = |change| {
            let fact = CauseFact::ChangedSince { change, currency: limits_in.clone() };
            Cause { fact, certainty: Certainty::Certain }
        };
        then.causes.retain(|cause| !matches!(cause.fact, CauseFact::ChangedSince { .. }));
        then.causes.splice(0..0, one.facts(sold, local).into_iter().map(changed));
        then.certainty = Certainty::Likely;
        // A parameter to change now isn't the one of then.
        then.change = None;
        return then;
    }
    now
}

/// Puts a configuration back to its values before a change. Returns false where these can't be read.
fn take_back(found: &mut Candidates, one: &AppliedChange<'_>) -> bool {
    let Some((config, candidate)) =
        found.configurations.iter_mut().find(|(config, _)| config.id == one.config.id)
    else {
        return false;
    };
    // Values of the terminal stay.
    let own = config.values();
    let mut params = one.before.clone();
    let of_terminal = candidate.params.iter().filter(|(key, _)| !own.contains_key(*key));
    params.extend(of_terminal.map(|(key, value)| (key.clone(), value.clone())));
    *candidate = Candidate { name: candidate.name.clone(), limits: PartialLimits::read(&one.before), params };
    true
}

#[cfg(test)]
mod tests;
