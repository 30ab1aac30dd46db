//! Findings for the values that the items would set, combined with the last read values.

use std::collections::BTreeMap;

use tapline_contract::emv_config::EmvId;
use tapline_contract::order::gathered;
use tapline_contract::plan::{PlanItem, PlanKind};
use tapline_contract::siblings::Siblings;
use tapline_contract::where_used::counted;
use tapline_emv::check::{self, Finding, Severity, Subject};

use super::changes::{Concern, PlanContext};
use crate::pages::limits::lanes::all_siblings;

/// Group of rows with errors or warnings.
pub(super) const CONCERNS: &str = "Errors or warnings";

/// The configurations as last read, prepared for checking items one after the other.
pub(super) struct Checks<'a> {
    context: &'a PlanContext,
    places: BTreeMap<&'a str, usize>,
    siblings: Siblings<'a>,
}

impl<'a> Checks<'a> {
    pub(super) fn new(context: &'a PlanContext) -> Checks<'a> {
        let records = context.records.as_slice();
        Checks {
            context,
            places: gathered(records.iter().enumerate().map(|(at, record)| (record.id.as_str(), at))),
            siblings: all_siblings(records, &context.users, &context.connections),
        }
    }

    /// The findings of an item; `None` for an unchecked item.
    pub(super) fn findings(&mut self, item: &PlanItem, concern: &Concern) -> Option<Vec<Finding>> {
        let (context, Concern::Configuration(sides)) = (self.context, concern) else { return None };
        let (at, id) = (*self.places.get(item.id.as_str())?, EmvId::parse(&item.id)?);
        let found = self.siblings.beside(at, |_, _, siblings| {
            check::check(&Subject {
                name: &sides.after.emv_name,
                method: &sides.after.payment_method,
                scheme: sides.after.scheme(),
                params: &sides.after.params.values(),
                currency: &sides.currency,
                reference: context.users.reference(Some(&id), &sides.currency),
                siblings,
                terminals: context.terminals(&id),
            })
        });
        Some(found)
    }
}

/// Summary of the findings in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    /// "2 errors, 1 warning"
    pub(super) words: String,
    /// The worst finding, a value of [`WORST`].
    pub(super) worst: &'static str,
}

pub(super) const WORST: &[(&str, &str)] = &[
    (CONCERNS, CONCERNS),
    ("Only notes", "Only notes"),
    ("No findings", "No findings"),
    ("Not checked", "Not checked"),
];

impl Checked {
    /// Summary while the check is pending.
    pub(super) fn not_yet(kind: PlanKind) -> Checked {
        match kind {
            PlanKind::Emv => Checked { words: "Checking…".to_owned(), worst: "" },
            PlanKind::Acquirer => Checked::default(),
        }
    }

    /// Summary of findings; empty for an acquirer profile, for which no checks exist.
    pub(super) fn new(concern: &Concern, findings: Option<&[Finding]>) -> Checked {
        if *concern == Concern::Acquirer {
            return Checked::default();
        }
        let Some(findings) = findings else {
            return Checked { words: "Not checked".to_owned(), worst: "Not checked" };
        };
        let of = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
        let groups = [
            (of(Severity::Error), "error", "errors"),
            (of(Severity::Warning), "warning", "warnings"),
            (of(Severity::Info), "note", "notes"),
        ];
        let worst = match groups {
            [(0, ..), (0, ..), (0, ..)] => "No findings",
            [(0, ..), (0, ..), _] => "Only notes",
            _ => CONCERNS,
        };
        let texts = groups.into_iter().filter(|(count, ..)| *count > 0);
        let texts: Vec<_> = texts.map(|(count, one, many)| counted(count, one, many)).collect();
        Checked { words: if texts.is_empty() { worst.to_owned() } else { texts.join(", ") }, worst }
    }
}
