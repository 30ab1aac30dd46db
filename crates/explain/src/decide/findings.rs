//! Causes as they are gathered: in order of strength, each once.

use tapline_emv::cvm::Capability;
use tapline_emv::limits::{Comparison, LimitKind, is_no_limit};

use super::case::{Case, limit};
use crate::decision::{
    Cause, CauseFact as F, Certainty, Counters, CvmSide, Disagreement, LimitCause, Methods, NamedLimit,
    Relation,
};
use crate::facts::Candidate;

/// Causes in order of strength.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings(Vec<Cause>);

impl Findings {
    pub(super) fn one(fact: F, certainty: Certainty) -> Findings {
        Findings(vec![Cause { fact, certainty }])
    }

    pub(super) fn any(fact: Option<F>, certainty: Certainty) -> Findings {
        Findings(fact.map(|fact| Cause { fact, certainty }).into_iter().collect())
    }

    pub(super) fn push(&mut self, fact: F, certainty: Certainty) {
        if !self.0.iter().any(|known| known.fact == fact) {
            self.0.push(Cause { fact, certainty });
        }
    }

    #[must_use]
    pub(super) fn and(mut self, fact: F, certainty: Certainty) -> Findings {
        self.push(fact, certainty);
        self
    }

    #[must_use]
    pub(super) fn join(mut self, other: impl IntoIterator<Item = Cause>) -> Findings {
        for cause in other {
            self.push(cause.fact, cause.certainty);
        }
        self
    }
}

impl IntoIterator for Findings {
    type Item = Cause;
    type IntoIter = std::vec::IntoIter<Cause>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// The amount against a limit; `None` where nothing can be compared.
pub(super) fn against(case: &Case<'_>, kind: LimitKind) -> Option<F> {
    let (amount, scheme) = (case.money()?, case.sale.scheme?);
    let known: Vec<_> = case.candidates.iter().filter(|one| limit(one.limits, kind).is_some()).collect();
    let (reached, others): (Vec<_>, Vec<_>) =
        known.iter().partition(|one| case.reaches(kind, one) == Some(true));
    let named = |some: &[&&Candidate]| -> Vec<NamedLimit> {
        let one = |one: &&&Candidate| {
            Some(NamedLimit { configuration: one.name.clone(), minor: limit(one.limits, kind)? })
        };
        some.iter().filter_map(one).collect()
    };
    let is_above = !reached.is_empty();
    if is_above && !others.is_empty() {
        let (reached, not_reached) = (named(&reached), named(&others));
        let amount = amount.clone();
        return Some(F::ConfigurationsDisagree(Disagreement { kind, amount, reached, not_reached }));
    }
    let values: Vec<u64> = known.iter().filter_map(|one| limit(one.limits, kind)).collect();
    let configurations: Vec<String> = known.iter().map(|one| one.name.clone()).collect();
    let (lowest, highest) = (*values.iter().min()?, *values.iter().max()?);
    if kind == LimitKind::Cvm && values.iter().all(|minor| is_no_limit(*minor)) {
        return Some(F::NoCvmLimit { configurations });
    }
    let relation = match (case.comparison(kind)?.service, is_above) {
        (Comparison::AtLeast, true) => Relation::AtLeast,
        (Comparison::AtLeast, false) => Relation::Below,
        (Comparison::Above, true) => Relation::Above,
        (Comparison::Above, false) => Relation::AtMost,
    };
    let amount = amount.clone();
    Some(F::Limit(LimitCause { kind, amount, relation, scheme, lowest, highest, configurations }))
}

/// The amount against the CVM limit, as one finding at most.
pub(super) fn cvm(case: &Case<'_>) -> Findings {
    let certainty = if case.is_partial() { Certainty::Unclear } else { Certainty::Likely };
    Findings::any(against(case, LimitKind::Cvm), certainty)
}

/// PIN and signature, if the reader offers them on a side of the CVM limit. A PIN is verified online, and an unattended terminal takes no
/// signature.
pub(super) fn offered(case: &Case<'_>, side: CvmSide) -> [Option<bool>; 2] {
    let [pin, signature] = match side {
        CvmSide::UpTo if case.is_kernel_2() => [Capability::OnlinePinBelow, Capability::SignatureBelow],
        _ => [Capability::OnlinePin, Capability::Signature],
    };
    let pin = if case.offline().is_some() { Some(false) } else { case.declared(pin) };
    let signature = if case.is_unattended() { Some(false) } else { case.declared(signature) };
    [pin, signature]
}

/// The methods among these that are surely offered.
pub(super) fn methods([pin, signature]: [Option<bool>; 2]) -> Methods {
    Methods { pin: pin == Some(true), signature: signature == Some(true) }
}

/// Rule by which banks count taps, by the currency of the sale.
pub(super) fn counters(case: &Case<'_>) -> Counters {
    const EEA: [&str; 10] = ["EUR", "BGN", "CZK", "DKK", "HUF", "ISK", "NOK", "PLN", "RON", "SEK"];
    match &case.sale.amount {
        Ok(money) if EEA.contains(&money.currency.code()) => Counters::Eea,
        Ok(money) if money.currency.code() == "GBP" => Counters::Uk,
        _ => Counters::Own,
    }
}
