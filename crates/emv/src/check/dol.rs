//! C14 and C15: lists and 9F1D with or without their length byte, and what the lists ask for.

use super::facts::Facts;
use super::{CheckResult, Field, Fix, FixKind, Problem, Severity};
use crate::decode::Code;
use crate::dol::{self, Dol, DolError, Entry};
use crate::hex;
use crate::param::{DDOL, RISK_DATA, TDOL, Value};

/// The list must ask for it: without, a card's signature could be replayed (EMV 4.4 Book 3, 5.4; default `9F3704`).
const UNPREDICTABLE: &str = "9F37";
const LISTS: [&str; 2] = [DDOL, TDOL];

fn list(facts: &Facts<'_>, key: &str) -> Option<Result<Dol, DolError>> {
    facts.text(key).map(dol::read)
}

fn risk(facts: &Facts<'_>) -> Option<Result<(bool, Vec<u8>), String>> {
    let is_used = facts.uses(RISK_DATA);
    facts.text(RISK_DATA).filter(|_| is_used).map(|text| Code::RiskData.bytes(text))
}

/// C14: what cannot be read in either form, a length byte that counts wrong, and the two forms side by side.
pub(super) fn length_byte(facts: &Facts<'_>) -> Vec<CheckResult> {
    let lists: Vec<_> = LISTS.into_iter().filter_map(|key| Some((key, list(facts, key)?))).collect();
    let risk = risk(facts);
    let mut found: Vec<CheckResult> =
        lists.iter().filter_map(|(key, list)| Some(broken(key, list.as_ref().err()?))).collect();
    if let Some(Err(reason)) = &risk {
        let problem = Problem::RiskDataUnreadable { reason: reason.clone() };
        found.push(CheckResult::new(Severity::Error, [Field::Param(RISK_DATA)], problem));
    }
    found.extend(mixed(lists, risk));
    found
}

fn broken(key: &'static str, error: &DolError) -> CheckResult {
    let fix = match error {
        DolError::NotHex | DolError::Malformed => None,
        DolError::WrongLength { list, .. } => {
            let text = list.hex();
            let edits = vec![(key, Value::Text(text.clone()))];
            Some(Fix::certain(FixKind::CorrectLengthByte { text }, edits))
        }
    };
    let problem = Problem::ListUnreadable { key, error: error.clone() };
    CheckResult::new(Severity::Error, [Field::Param(key)], problem).fixed(fix)
}

type ReadList = (&'static str, Result<Dol, DolError>);

/// A bare value next to a value with a length byte.
fn mixed(lists: Vec<ReadList>, risk: Option<Result<(bool, Vec<u8>), String>>) -> Vec<CheckResult> {
    let lists: Vec<_> = lists.into_iter().filter_map(|(key, list)| Some((key, list.ok()?))).collect();
    let risk = risk.and_then(Result::ok);
    let is_prefixed = risk.as_ref().is_some_and(|(has_length_byte, _)| *has_length_byte);
    if !is_prefixed && !lists.iter().any(|(_, list)| list.has_length_byte) {
        return Vec::new();
    }
    let bare = lists.into_iter().filter(|(_, list)| !list.has_length_byte);
    let bare = bare.map(|(key, list)| (key, Dol { has_length_byte: true, ..list }.hex()));
    let risk =
        risk.filter(|_| !is_prefixed).map(|(_, bytes)| (RISK_DATA, format!("08{}", hex::text(&bytes))));
    let said = bare.chain(risk).map(|(key, text)| {
        let fix = Fix::certain(FixKind::Write { text: text.clone() }, vec![(key, Value::Text(text))]);
        CheckResult::new(Severity::Warning, [Field::Param(key)], Problem::LengthByteMissing { key })
            .fixed([fix])
    });
    said.collect()
}

/// C15: a DDOL without the unpredictable number, unusual lengths, repeated tags.
pub(super) fn content(facts: &Facts<'_>) -> Vec<CheckResult> {
    LISTS
        .into_iter()
        .filter_map(|key| Some((key, list(facts, key)?.ok()?)))
        .flat_map(|(key, list)| content_of(key, &list))
        .collect()
}

fn content_of(key: &'static str, list: &Dol) -> Vec<CheckResult> {
    let mut found = Vec::new();
    let edited = |entries: Vec<Entry>| {
        let list = Dol { entries, ..list.clone() };
        vec![(key, Value::Text(list.hex()))]
    };
    let mut push = |severity, problem, fix| {
        found.push(CheckResult::new(severity, [Field::Param(key)], problem).fixed([fix]));
    };
    if key == DDOL && list.entries.iter().all(|entry| entry.tag != UNPREDICTABLE) {
        let entry = Entry { tag: UNPREDICTABLE.to_owned(), length: 4 };
        let entries = list.entries.iter().cloned().chain([entry]).collect();
        let fix = Fix::certain(FixKind::AddUnpredictableNumber, edited(entries));
        push(Severity::Error, Problem::NoUnpredictableNumber { key }, fix);
    }
    for (at, entry) in list.entries.iter().enumerate() {
        let Entry { tag, length } = entry.clone();
        if list.entries.iter().take(at).any(|before| before.tag == tag) {
            let entries = list.entries.iter().enumerate().filter(|(other, _)| *other != at);
            let entries = entries.map(|(_, entry)| entry.clone()).collect();
            let fix = Fix::choice(FixKind::RemoveTag { tag: tag.clone() }, edited(entries));
            push(Severity::Warning, Problem::TagTwice { key, tag: tag.clone() }, fix);
        }
        if let Some(usual) = entry.usual().filter(|usual| *usual != length) {
            let mut entries = list.entries.clone();
            entries[at].length = usual;
            let fix =
                Fix::certain(FixKind::SetTagLength { tag: tag.clone(), length: usual }, edited(entries));
            push(Severity::Warning, Problem::UnusualLength { key, tag, length, usual }, fix);
        }
    }
    found
}
