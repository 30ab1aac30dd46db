//! Facts about a configuration that several checks need, read once. Not a decision: an absent or
//! unreadable value is `None`, and the check that needs it stays silent.

use super::{Fix, FixKind, Severity, Subject, Terminal, Threshold, limits_of};
use crate::cvm::{self, Capability};
use crate::limits::{LimitKind, Limits, rule, zones};
use crate::param::{Value, param};
use crate::scheme::Scheme;

pub(super) struct Facts<'a> {
    pub(super) subject: &'a Subject<'a>,
    /// Scheme and limits, where both are known.
    pub(super) limited: Option<(Scheme, Limits)>,
    /// True if some accepted amount asks for a CVM.
    pub(super) some_amount_asks: bool,
}

impl<'a> Facts<'a> {
    pub(super) fn new(subject: &'a Subject<'a>) -> Facts<'a> {
        let limited = subject.scheme.zip(limits_of(subject.params));
        let some_amount_asks = limited
            .is_some_and(|(scheme, limits)| zones(scheme, limits).iter().any(|zone| zone.outcome.asks_cvm()));
        Facts { subject, limited, some_amount_asks }
    }

    /// From which amount on the CVM limit asks, while some accepted amount reaches it and a tap can work.
    pub(super) fn asking(&self) -> Option<Threshold> {
        let (scheme, limits) = self.limited.filter(|_| self.some_amount_asks && !self.no_tap())?;
        Some(Threshold { comparison: rule(scheme, LimitKind::Cvm).service, minor: limits.cvm })
    }

    /// True if no tap can work, so that nothing can be said of one.
    pub(super) fn no_tap(&self) -> bool {
        self.subject.scheme.is_some_and(|scheme| cvm::no_tap(scheme, self.subject.params).is_some())
    }

    pub(super) fn declared(&self, capability: Capability) -> Option<bool> {
        cvm::declared(self.subject.scheme?, capability, self.subject.params)
    }

    /// The choice of setting one capability's bit.
    pub(super) fn set(&self, capability: Capability, kind: fn(&'static str) -> FixKind) -> Option<Fix> {
        let bit = cvm::bit(self.subject.scheme?, capability)?;
        Some(Fix::choice(kind(bit.tag()), vec![bit.set(self.subject.params)?]))
    }

    /// The terminals that use the configuration; none while they are not known.
    pub(super) fn terminals(&self) -> &'a [Terminal] {
        self.subject.terminals.unwrap_or_default()
    }

    /// True if the scheme uses a parameter; also while the scheme is not known.
    pub(super) fn uses(&self, key: &str) -> bool {
        let applies = |scheme| param(key).is_some_and(|param| param.applies_to(scheme));
        self.subject.scheme.is_none_or(applies)
    }

    /// The value of a key as trimmed text, if it is not empty.
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.subject.params.get(key).and_then(Value::text)
    }
}

/// The severity of a finding about a stored TTQ. A JCB reader may use other data, so there it only warns.
pub(super) fn about_ttq(scheme: Scheme, severity: Severity) -> Severity {
    if scheme == Scheme::Jcb { severity.max(Severity::Warning) } else { severity }
}

/// The fix that sets one limit.
pub(super) fn set_limit(limit: LimitKind, minor: u64) -> (FixKind, Vec<(&'static str, Value)>) {
    (FixKind::SetLimit { limit, minor }, vec![limit_edit(limit, minor)])
}

/// An edit of one limit.
pub(super) fn limit_edit(kind: LimitKind, minor: u64) -> (&'static str, Value) {
    (kind.param(), Value::Number(minor))
}
