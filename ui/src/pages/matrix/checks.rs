//! What checks say of configurations as they would be, each compared with the others as they would be. Pure.

use std::collections::BTreeMap;

use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::params::ParamsField;
use tapline_emv::Currency;
use tapline_emv::check::{Finding, Severity};
use tapline_explain::say::check as say;

use super::model::Planned;
use crate::pages::limits::lanes::{self, Findings};
use crate::used::KnownUsers;

/// Of the configurations that a change waits for.
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

/// Of the configurations that are meant, each as it would be.
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

/// A configuration as the service would have it after the draft was sent.
fn with(record: &EmvConfig, draft: &EmvDraft) -> EmvConfig {
    EmvConfig {
        emv_name: Some(draft.emv_name.clone()),
        payment_method: Some(draft.payment_method.clone()),
        params: ParamsField::Readable(draft.params.clone()),
        ..record.clone()
    }
}

/// One finding, with how many would have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) severity: Severity,
    pub(super) words: String,
}

/// What there is to say when a value is put: findings about its parameter, and those that a configuration does not have yet. The worst
/// first, then those that most would have.
pub(super) fn told(key: &str, before: &Findings, after: &Findings) -> Vec<Told> {
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
        Told { severity: finding.severity, words }
    };
    counts.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use tapline_contract::record::Record as _;

    use super::*;

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

    fn of(records: &[EmvConfig], drafts: &BTreeMap<EmvId, EmvDraft>) -> Findings {
        findings(records, drafts, |_| true, &Currency::euro(), &KnownUsers::default())
    }

    #[test]
    fn a_value_is_checked_as_it_would_be_and_counted() {
        let records = three();
        let before = of(&records, &BTreeMap::new());
        assert_eq!(before.len(), 2, "the third cannot be read");
        // Above the transaction limit no amount asks for a CVM.
        let drafts: BTreeMap<_, _> = records[..2].iter().map(|record| with_cvm(record, "30000")).collect();
        let after = of(&records, &drafts);
        let all = told("clCVMLimit", &before, &after);
        let never =
            Told { severity: Severity::Warning, words: "Warning for 2: CVM limit never asks".to_owned() };
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
        let before = of(&records, &BTreeMap::new());
        let after = of(&records, &[with_cvm(&records[0], "\"y\"")].into());
        let words: Vec<_> = told("clCVMLimit", &before, &after).into_iter().map(|one| one.words).collect();
        assert_eq!(words, ["Error: CVM limit unreadable"]);
        let about = told("clFloorLimit", &before, &before);
        assert_eq!(about[0].words, "Error: Floor limit unreadable");
    }
}
