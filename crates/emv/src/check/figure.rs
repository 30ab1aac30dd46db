//! Checks of the figures against what is usual: C18 against siblings and references, C19 against references.
//! Values that stand for "no limit" are exempt on either side.

use super::facts::{Facts, limit_edit};
use super::{Field, Fix, Said, Severity};
use crate::limits::{LimitKind, Limits, is_no_limit};
use crate::money::MAX_AMOUNT;
use crate::param::Value;
use crate::reference::Reference;
use crate::siblings::majority;

/// Powers of ten by which a figure is off when decimals are mistaken: for each exponent of a currency.
const MISTAKEN: &[(u32, &[u32])] = &[(0, &[2]), (2, &[2]), (3, &[1, 3]), (4, &[2, 4])];

/// C18: a limit is off by a power of ten that looks like mistaken decimals.
pub(super) fn exponent(facts: &Facts<'_>) -> Vec<Said> {
    let siblings = SiblingLimits::of(facts);
    LimitKind::ALL.into_iter().filter_map(|kind| suspicious(facts, kind, &siblings)).collect()
}

fn suspicious(facts: &Facts<'_>, kind: LimitKind, siblings: &SiblingLimits) -> Option<Said> {
    let mine = limit(facts, kind)?;
    let known = reference(facts)
        .filter(|_| kind == LimitKind::Cvm)
        .map(|row| (row.minor, format!("the {} reference", row.place)));
    let usual = siblings.usual(kind).map(|(minor, whose)| (minor, whose.to_owned()));
    let (other, whose, factor) = [usual, known]
        .into_iter()
        .flatten()
        .find_map(|(minor, whose)| Some((minor, whose, power_apart(facts, mine, minor)?)))?;
    let noun = kind.noun();
    let (times, corrected) = if mine > other {
        (format!("{factor} times"), mine / factor)
    } else {
        (format!("1/{factor} of"), mine.saturating_mul(factor).min(MAX_AMOUNT))
    };
    let currency = facts.subject.currency;
    Some(Said {
        others: Vec::new(),
        fields: vec![Field::limit(kind)],
        severity: Severity::Warning,
        title: format!("{} likely has wrong decimals", kind.label()),
        message: format!(
            "The {noun} {mine} means {}. It is about {times} {whose}, {}: wrong decimals for {}?",
            currency.money(mine),
            currency.money(other),
            currency.code(),
        ),
        fixes: vec![Fix::choice(
            format!("Set {noun} to {}", currency.figure(corrected)),
            vec![limit_edit(kind, corrected)],
        )],
    })
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

/// What the siblings have. What counts in another currency is no sibling: a price in rupees is no mistake beside one in euro.
#[derive(Default)]
struct SiblingLimits {
    of_scheme: Vec<Limits>,
    of_other_schemes: Vec<Limits>,
}

impl SiblingLimits {
    /// None at all where the scheme is not known.
    fn of(facts: &Facts<'_>) -> SiblingLimits {
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
    fn usual(&self, kind: LimitKind) -> Option<(u64, &'static str)> {
        let most = |all: &[Limits]| {
            majority(all.iter().map(|limits| limits.get(kind))).filter(|minor| !is_no_limit(*minor))
        };
        most(&self.of_scheme).map(|minor| (minor, "what its siblings have")).or_else(|| {
            Some((most(&self.of_other_schemes)?, "what the configurations of other schemes have"))
        })
    }
}

fn limit(facts: &Facts<'_>, kind: LimitKind) -> Option<u64> {
    let minor = facts.subject.params.get(kind.param()).and_then(Value::amount)?;
    (!is_no_limit(minor)).then_some(minor)
}

/// What is usual there, in the currency of the limits.
fn reference<'a>(facts: &Facts<'a>) -> Option<&'a Reference> {
    facts.subject.reference.filter(|row| row.currency == facts.subject.currency.code())
}

/// C19: the CVM limit is above the reference for country and currency, the person's own before the published one.
pub(super) fn above_reference(facts: &Facts<'_>) -> Option<Said> {
    let mine = limit(facts, LimitKind::Cvm)?;
    let row = reference(facts).filter(|row| mine > row.minor)?;
    let currency = facts.subject.currency;
    // A row of a country is chosen by the country of the users.
    let why = if row.country.is_some() { "the country where it is used" } else { "its currency" };
    Some(Said {
        others: Vec::new(),
        fields: vec![Field::limit(LimitKind::Cvm)],
        severity: Severity::Warning,
        title: format!("Above the {} reference", row.place),
        message: format!(
            "{} is above the {} reference of {} ({}; {}). The reference is for {why}; it is not a rule.",
            currency.money(mine),
            row.place,
            currency.money(row.minor),
            row.as_of,
            row.source,
        ),
        fixes: vec![Fix::choice(
            format!("Set CVM limit to {}", currency.figure(row.minor)),
            vec![limit_edit(LimitKind::Cvm, row.minor)],
        )],
    })
}
