//! Findings for configurations as planned, each compared with the others as planned. Pure.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::untrack;
use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::params::ParamsField;
use tapline_emv::check::Severity;
use tapline_emv::{Currency, Finding};
use tapline_explain::say::check as say;

use super::model::Planned;
use super::prepare::{Change, Current};
use super::stage;
use super::state::View;
use crate::pages::limits::lanes::{self, Findings};
use crate::used::{self, KnownUsers};

impl View {
    /// Findings of these configurations with the pending and the proposed changes.
    pub(super) fn findings(self, changes: &[Change], of: &BTreeSet<EmvId>) -> Findings {
        let Current { records, gathered } = self.current();
        let mut drafts = stage::all_waiting(&gathered);
        drafts.extend(changes.iter().map(|change| (change.record.id.clone(), change.draft.clone())));
        let users = untrack(|| used::known(self.shell));
        let currency = untrack(|| self.shell.currency());
        findings(&records, &drafts, |id| of.contains(id), &currency, &users)
    }
}

/// Planned state of the configurations with a pending change.
pub(super) fn planned(
    records: &[EmvConfig],
    drafts: &BTreeMap<EmvId, EmvDraft>,
    connections: &Currency,
    users: &KnownUsers,
) -> BTreeMap<EmvId, Planned> {
    if drafts.is_empty() {
        return BTreeMap::new();
    }
    let mut found = findings(records, drafts, |id| drafts.contains_key(id), connections, users);
    let planned = |(id, draft): (&EmvId, &EmvDraft)| {
        let findings = found.remove(id).unwrap_or_default();
        (id.clone(), Planned { params: draft.params.values(), findings })
    };
    tapline_contract::order::gathered(drafts.iter().map(planned))
}

/// Findings of the configurations selected by `is_meant`, each as planned.
pub(super) fn findings(
    records: &[EmvConfig],
    drafts: &BTreeMap<EmvId, EmvDraft>,
    is_meant: impl Fn(&EmvId) -> bool,
    connections: &Currency,
    users: &KnownUsers,
) -> Findings {
    let as_planned = |record: &EmvConfig| match drafts.get(&record.id) {
        Some(draft) => with(record, draft),
        None => record.clone(),
    };
    let records: Vec<EmvConfig> = records.iter().map(as_planned).collect();
    lanes::findings(&records, is_meant, connections, users)
}

/// The configuration that the service would have after the draft is sent.
fn with(record: &EmvConfig, draft: &EmvDraft) -> EmvConfig {
    EmvConfig {
        emv_name: Some(draft.emv_name.clone()),
        payment_method: Some(draft.payment_method.clone()),
        params: ParamsField::Readable(draft.params.clone()),
        ..record.clone()
    }
}

/// A finding, with the number of configurations that would have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FindingLine {
    pub(super) severity: Severity,
    pub(super) words: String,
}

/// Findings to show for a new value: those about its parameter, and those that are new to a configuration. The worst first, then the most
/// frequent.
pub(super) fn finding_lines(key: &str, before: &Findings, after: &Findings) -> Vec<FindingLine> {
    let mut counts: Vec<(&Finding, usize)> = Vec::new();
    for (id, findings) in after {
        let had = before.get(id).map_or(&[][..], Vec::as_slice);
        for finding in findings {
            let is_about = finding.fields.iter().any(|field| field.wire() == key);
            let is_new = had.iter().all(|one| !one.is_like(finding));
            if !is_about && !is_new {
                continue;
            }
            let is_it = |one: &&Finding| one.severity == finding.severity && one.is_like(finding);
            match counts.iter_mut().find(|(one, _)| is_it(one)) {
                Some((_, count)) => *count += 1,
                None => counts.push((finding, 1)),
            }
        }
    }
    tapline_contract::order::sort_by_key(&mut counts, |(finding, count)| {
        (finding.severity, std::cmp::Reverse(*count))
    });
    let one = |(finding, count): &(&Finding, usize)| {
        let what = finding.severity.word();
        let words = if after.len() == 1 {
            format!("{what}: {}", say::title(finding))
        } else {
            format!("{what} for {count}: {}", say::title(finding))
        };
        FindingLine { severity: finding.severity, words }
    };
    counts.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::record::Record as _;

    fn config(id: u64, params: &str) -> EmvConfig {
        let raw = serde_json::json!({"id": id, "emvName": format!("C{id}"), "paymentMethod": "01", "params": params});
        EmvConfig::read(&raw.to_string()).expect("a record")
    }

    fn three() -> Vec<EmvConfig> {
        let params = r#"{"clFloorLimit":0,"clCVMLimit":2500,"clTransLimit":20000}"#;
        vec![config(1, params), config(2, params), config(3, "[]")]
    }

    fn with_cvm(record: &EmvConfig, cvm: &str) -> (EmvId, EmvDraft) {
        let mut draft = record.draft().expect("readable");
        assert!(draft.params.set("clCVMLimit", cvm));
        (record.id.clone(), draft)
    }

    fn findings_of(records: &[EmvConfig], drafts: &BTreeMap<EmvId, EmvDraft>) -> Findings {
        findings(records, drafts, |_| true, &Currency::euro(), &KnownUsers::default())
    }

    #[test]
    fn a_value_is_checked_as_it_would_be_and_counted() {
        let records = three();
        let before = findings_of(&records, &BTreeMap::new());
        assert_eq!(before.len(), 2, "the third is unreadable");
        // Above the transaction limit no amount asks for a CVM.
        let drafts: BTreeMap<_, _> = records[..2].iter().map(|record| with_cvm(record, "30000")).collect();
        let after = findings_of(&records, &drafts);
        let all = finding_lines("clCVMLimit", &before, &after);
        let never = FindingLine {
            severity: Severity::Warning,
            words: "Warning for 2: CVM limit never applies".to_owned(),
        };
        assert!(all.contains(&never), "{all:?}");
        assert!(all.is_sorted_by_key(|one| one.severity));

        let one: BTreeMap<_, _> = [with_cvm(&records[0], "30000")].into();
        let planned = planned(&records, &one, &Currency::euro(), &KnownUsers::default());
        let [of_one] = planned.values().collect::<Vec<_>>()[..] else { panic!("{planned:?}") };
        assert!(of_one.findings.iter().any(|finding| finding.id == "C01"));
    }

    #[test]
    fn what_it_has_already_elsewhere_is_not_said_again() {
        let records = [config(1, r#"{"clFloorLimit":"x","clCVMLimit":2500,"clTransLimit":20000}"#)];
        let before = findings_of(&records, &BTreeMap::new());
        let after = findings_of(&records, &[with_cvm(&records[0], "\"y\"")].into());
        let words: Vec<_> =
            finding_lines("clCVMLimit", &before, &after).into_iter().map(|one| one.words).collect();
        assert_eq!(words, ["Error: CVM limit unreadable"]);
        let about = finding_lines("clFloorLimit", &before, &before);
        assert_eq!(about[0].words, "Error: Floor limit unreadable");
    }
}
