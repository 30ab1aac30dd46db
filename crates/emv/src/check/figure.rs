//! Checks of the figures against usual ones: C18 against siblings and references, C19 against references.
//! Values that mean "no limit" are exempt on either side.

use super::facts::{Facts, set_limit};
use super::{CheckResult, Field, Fix, Problem, Severity, UsedReference, Usual};
use crate::limits::{LimitKind, Limits, is_no_limit};
use crate::money::MAX_AMOUNT;
use crate::param::Value;
use crate::reference::Reference;
use crate::siblings::majority;

/// Powers of ten by which a figure is off when decimals are mistaken: for each exponent of a currency.
const MISTAKEN: &[(u32, &[u32])] = &[(0, &[2]), (2, &[2]), (3, &[1, 3]), (4, &[2, 4])];

/// C18: a limit is off by a power of ten that looks like mistaken decimals.
pub(super) fn exponent(facts: &Facts<'_>) -> Vec<CheckResult> {
    let siblings = SiblingLimits::new(facts);
    LimitKind::ALL.into_iter().filter_map(|kind| suspicious(facts, kind, &siblings)).collect()
}

fn suspicious(facts: &Facts<'_>, kind: LimitKind, siblings: &SiblingLimits) -> Option<CheckResult> {
    let mine = limit(facts, kind)?;
    let known = reference(facts)
        .filter(|_| kind == LimitKind::Cvm)
        .map(|row| (row.minor, Usual::Reference(row.place.to_string())));
    let (other, whose, factor) = [siblings.usual(kind), known]
        .into_iter()
        .flatten()
        .find_map(|(minor, whose)| Some((minor, whose, power_apart(facts, mine, minor)?)))?;
    let corrected = if mine > other { mine / factor } else { mine.saturating_mul(factor).min(MAX_AMOUNT) };
    let (fix, edits) = set_limit(kind, corrected);
    let problem = Problem::WrongDecimals { limit: kind, minor: mine, other, whose, factor };
    Some(CheckResult::new(Severity::Warning, [Field::limit(kind)], problem).fixed([Fix::choice(fix, edits)]))
}

/// 10^k, if the larger of the two is within 20 % of 10^k times the smaller and k is a usual mistake.
fn power_apart(facts: &Facts<'_>, one: u64, other: u64) -> Option<u64> {
    let (small, large) = (u128::from(one.min(other)), u128::from(one.max(other)));
    let (_, powers) = MISTAKEN.iter().find(|(exponent, _)| *exponent == facts.subject.currency.exponent())?;
    powers.iter().map(|power| 10_u64.pow(*power)).find(|factor| {
        let product = small * u128::from(*factor);
        small > 0 && large * 10 >= product * 8 && large * 10 <= product * 12
    })
}

/// Limits of the siblings. A configuration in another currency is no sibling: a limit in rupees can't be compared with a
/// limit in euro.
#[derive(Default)]
struct SiblingLimits {
    of_scheme: Vec<Limits>,
    of_other_schemes: Vec<Limits>,
}

impl SiblingLimits {
    /// None at all where the scheme is not known.
    fn new(facts: &Facts<'_>) -> SiblingLimits {
        let mut all = SiblingLimits::default();
        let Some(mine) = facts.subject.scheme else { return all };
        for sibling in facts.subject.siblings {
            let (Some(scheme), Some(limits)) = (sibling.scheme, sibling.limits) else { continue };
            if sibling.currency.as_ref() == Some(facts.subject.currency) {
                if scheme == mine { &mut all.of_scheme } else { &mut all.of_other_schemes }.push(limits);
            }
        }
        all
    }

    /// The value that most siblings of the scheme have for a limit, else that most siblings of the other schemes have.
    fn usual(&self, kind: LimitKind) -> Option<(u64, Usual)> {
        let most = |all: &[Limits]| {
            majority(all.iter().map(|limits| limits.get(kind))).filter(|minor| !is_no_limit(*minor))
        };
        let other = || Some((most(&self.of_other_schemes)?, Usual::OtherSchemes));
        most(&self.of_scheme).map(|minor| (minor, Usual::Siblings)).or_else(other)
    }
}

fn limit(facts: &Facts<'_>, kind: LimitKind) -> Option<u64> {
    let minor = facts.subject.params.get(kind.param()).and_then(Value::amount)?;
    (!is_no_limit(minor)).then_some(minor)
}

/// Usual figure in the place of use, in the currency of the limits.
fn reference<'a>(facts: &Facts<'a>) -> Option<&'a Reference> {
    facts.subject.reference.filter(|row| row.currency == facts.subject.currency.code())
}

/// C19: the CVM limit is above the reference for country and currency, the person's own before the published one.
pub(super) fn above_reference(facts: &Facts<'_>) -> Option<CheckResult> {
    let mine = limit(facts, LimitKind::Cvm)?;
    let row = reference(facts).filter(|row| mine > row.minor)?;
    let reference = UsedReference {
        place: row.place.to_string(),
        minor: row.minor,
        as_of: row.as_of.to_string(),
        source: row.source.to_string(),
    };
    let (kind, edits) = set_limit(LimitKind::Cvm, row.minor);
    let problem = Problem::AboveReference { cvm: mine, reference };
    let fields = [Field::limit(LimitKind::Cvm)];
    Some(CheckResult::new(Severity::Warning, fields, problem).fixed([Fix::choice(kind, edits)]))
}
