//! Checks of the three limits among themselves: L01, C01. C02 needs terminals, so it is with the
//! terminal checks.

use super::facts::{Facts, limit_edit, set_limit};
use super::{Below, CheckResult, Field, Fix, FixKind, Problem, Severity};
use crate::cvm::Deciding;
use crate::limits::{LimitKind, Limits, is_no_limit};
use crate::param::Value;
use crate::reference::reference;
use crate::scheme::Scheme;
use crate::tap;

/// L01: a limit is missing or is not an amount, so nothing can be drawn for it.
pub(super) fn unreadable(facts: &Facts<'_>) -> Vec<CheckResult> {
    let one = |limit: LimitKind| {
        let problem = match facts.subject.params.get(limit.param()) {
            Some(value) if value.amount().is_some() => return None,
            None => Problem::LimitMissing(limit),
            Some(Value::Number(minor)) => Problem::LimitTooLarge { limit, minor: *minor },
            Some(_) => Problem::LimitUnreadable(limit),
        };
        Some(CheckResult::new(Severity::Error, [Field::limit(limit)], problem))
    };
    LimitKind::ALL.into_iter().filter_map(one).collect()
}

/// C01: no accepted amount asks for a CVM, or exactly one does.
pub(super) fn cvm_unreachable(facts: &Facts<'_>) -> Option<CheckResult> {
    let (scheme, Limits { cvm, transaction, .. }) = facts.limited?;
    if transaction == 0 {
        return None;
    }
    let (severity, problem) = match facts.some_amount_asks {
        false => (Severity::Warning, Problem::CvmNeverAsks { cvm, transaction, below: below(facts, scheme) }),
        true if cvm == transaction => (Severity::Info, Problem::CvmAsksAtOneAmount { amount: transaction }),
        true => return None,
    };
    let mut fixes = Vec::new();
    if let Some(row) = reference(facts.subject.currency).filter(|row| row.minor < transaction) {
        let (kind, edits) = set_limit(LimitKind::Cvm, row.minor);
        fixes.push(Fix::choice(kind, edits));
    }
    if transaction < cvm && !is_no_limit(cvm) {
        let edits = vec![limit_edit(LimitKind::Cvm, transaction), limit_edit(LimitKind::Transaction, cvm)];
        fixes.push(Fix::choice(FixKind::SwapCvmAndTransaction, edits));
    }
    let fields = [LimitKind::Cvm, LimitKind::Transaction].map(Field::limit);
    Some(CheckResult::new(severity, fields, problem).fixed(fixes))
}

/// Verification that DF8119 requires of a card up to the limit, whatever the limit is; `None` if it
/// requires nothing.
fn below(facts: &Facts<'_>, scheme: Scheme) -> Option<Below> {
    if scheme != Scheme::Mastercard || facts.no_tap() {
        return None;
    }
    if Deciding::Below.is_unread(facts.subject.params) {
        return Some(Below::Unread);
    }
    match tap::asked_below(scheme, facts.subject.params)? {
        Ok(verification) => Some(Below::Asks(verification)),
        Err(refusal) => Some(Below::Refuses(refusal)),
    }
}
