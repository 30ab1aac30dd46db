//! Checks of the three limits among themselves: L01, C01. C02 needs terminals and stands with them.

use super::facts::{Facts, limit_edit, named};
use super::{Field, Fix, Said, Severity};
use crate::limits::{LimitKind, Limits, is_no_limit};
use crate::money::{AmountError, MAX_AMOUNT};
use crate::param::Value;
use crate::reference::reference;
use crate::words;

/// L01: a limit is missing or is not an amount, so nothing can be drawn or said for it.
pub(super) fn unreadable(facts: &Facts<'_>) -> Vec<Said> {
    LimitKind::ALL
        .into_iter()
        .filter_map(|kind| {
            let label = kind.label();
            let (title, what) = match facts.subject.params.get(kind.param()) {
                Some(value) if value.amount().is_some() => return None,
                None => (format!("{label} is missing"), "is not in the parameters".to_owned()),
                Some(Value::Number(number)) => {
                    (format!("{label} is too large"), format!("is {number}, above {MAX_AMOUNT} minor units"))
                }
                Some(_) => {
                    (format!("{label} cannot be read"), "is not a whole number of minor units".to_owned())
                }
            };
            Some(Said {
                others: Vec::new(),
                fields: vec![Field::limit(kind)],
                severity: Severity::Error,
                title,
                message: format!(
                    "{} {what}, so what happens at an amount is unknown. {}",
                    named(kind.param()),
                    AmountError::Empty.sentence(facts.subject.currency),
                ),
                fixes: Vec::new(),
            })
        })
        .collect()
}

/// C01: no accepted amount asks for a CVM, or exactly one does.
pub(super) fn cvm_unreachable(facts: &Facts<'_>) -> Option<Said> {
    let (_, Limits { cvm, transaction, .. }) = facts.limited?;
    if transaction == 0 {
        return None;
    }
    let (severity, title, message) = match facts.some_amount_asks {
        false => (
            Severity::Warning,
            "CVM limit never asks",
            format!(
                "The CVM limit asks for a PIN or phone check (CVM) at no accepted amount: CVM limit {}, transaction limit {}. \
                 {}.{}",
                facts.money(cvm),
                facts.money(transaction),
                // What is no limit cannot be raised, and no higher one reaches it.
                if is_no_limit(cvm) || is_no_limit(transaction) {
                    "Lower the CVM limit"
                } else {
                    "Lower the CVM limit or raise the transaction limit"
                },
                all_the_same(facts),
            ),
        ),
        true if cvm == transaction => (
            Severity::Info,
            "CVM limit asks at one amount only",
            format!(
                "The CVM limit asks for a PIN or phone check (CVM) at exactly {} only.",
                facts.money(transaction)
            ),
        ),
        true => return None,
    };
    let mut fixes = Vec::new();
    if let Some(row) = reference(facts.subject.currency).filter(|row| row.minor < transaction) {
        let label = format!("Set CVM limit to {}", facts.subject.currency.figure(row.minor));
        fixes.push(Fix::choice(label, vec![limit_edit(LimitKind::Cvm, row.minor)]));
    }
    if transaction < cvm && !is_no_limit(cvm) {
        let edits = vec![limit_edit(LimitKind::Cvm, transaction), limit_edit(LimitKind::Transaction, cvm)];
        fixes.push(Fix::choice("Swap CVM limit and transaction limit", edits));
    }
    let fields = vec![Field::limit(LimitKind::Cvm), Field::limit(LimitKind::Transaction)];
    Some(Said { others: Vec::new(), fields, severity, title: title.to_owned(), message, fixes })
}

/// What asks a card of Mastercard up to the limit, whatever the limit is; empty where nothing does.
fn all_the_same(facts: &Facts<'_>) -> String {
    let asked = facts.subject.scheme.filter(|_| !facts.no_tap());
    let asked = asked.and_then(|scheme| words::asked_below(scheme, facts.subject.params));
    asked.map(|words| format!(" {words}.")).unwrap_or_default()
}
