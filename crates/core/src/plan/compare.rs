//! Comparison of an item with its record: as a read shows the record, and as the journal keeps it.
//!
//! Invariant: an item is sent only to a record that has every value that was seen, by value, and whose fingerprint fits. A file
//! is no witness: names and values from before come from a read or from the journal. Values of the journal may be sealed, and a
//! seal matches a value only by its hash.

use std::collections::BTreeMap;

use tapline_contract::acquirer::AcquirerDraft;
use tapline_contract::emv_config::EmvDraft;
use tapline_contract::input::Input as _;
use tapline_contract::params::Params;
use tapline_contract::plan::{ItemResult, ItemState, PlanItem, PlanKind};
use tapline_contract::record::{Record as _, canonical, same_json};
use tapline_contract::seal::Seal;

use super::record::{ListedRecord, NAME, PlannedRecord, digest_of};
use super::result;

/// Place of a record in a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordState {
    /// It has all values that are to be set.
    Target,
    /// It is what was seen.
    Before,
    /// It has the values that were seen, and another member differs.
    Beside,
    Other,
    Unreadable,
    /// The service has none.
    Gone,
    /// The service did not give it, and may have it.
    NotRead,
}

/// A record as a read shows it.
#[derive(Debug)]
pub(super) struct Sight {
    pub(super) state: RecordState,
    name: Option<String>,
    pub(super) members: Option<Params>,
}

impl Sight {
    pub(super) fn compare(item: &PlanItem, listed: &ListedRecord) -> Sight {
        let found = listed.found();
        let members = found.and_then(PlannedRecord::members);
        let state = match (listed, &members) {
            (ListedRecord::Absent, _) => RecordState::Gone,
            (ListedRecord::NotRead, _) => RecordState::NotRead,
            (ListedRecord::PlannedRecord(_), None) => RecordState::Unreadable,
            (ListedRecord::PlannedRecord(_), Some(members)) => state_of(members, item),
        };
        Sight { state, name: found.map(PlannedRecord::name), members }
    }

    /// The result of an item whose record was read.
    pub(super) fn result(&self, item: &PlanItem, state: ItemState, sentence: &str) -> ItemResult {
        let name = self.name.clone().unwrap_or_else(|| item.called());
        let before = self.members.as_ref().map(|members| touched(item, members));
        ItemResult { name, before, ..result(item, state, sentence) }
    }

    /// Result for a record with neither the earlier nor the planned values: lists the values that it has.
    pub(super) fn differing(&self, item: &PlanItem, state: ItemState, sentence: &str) -> ItemResult {
        let result = self.result(item, state, sentence);
        ItemResult { found: result.before.clone(), ..result }
    }
}

pub(super) fn state_of(members: &Params, item: &PlanItem) -> RecordState {
    if has(members, item, &item.set) {
        return RecordState::Target;
    }
    match (has(members, item, &item.seen), fingerprint(item.kind, &item.id, members) == item.fingerprint) {
        (true, true) => RecordState::Before,
        (true, false) => RecordState::Beside,
        _ => RecordState::Other,
    }
}

/// True if the members that the item changes have these values, all and no others.
fn has(members: &Params, item: &PlanItem, values: &Params) -> bool {
    let (now, values) = (members.by_key(), values.by_key());
    item.touched().iter().all(|name| same(now.get(name), values.get(name)))
}

fn same(one: Option<&&str>, other: Option<&&str>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => same_json(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// The members of the item alone.
fn touched(item: &PlanItem, members: &Params) -> Params {
    let (now, names) = (members.by_key(), item.touched());
    let mut touched = Params::empty();
    let all = names.iter().filter_map(|name| Some((name.as_str(), Some(*now.get(name)?))));
    let written = touched.edit(all);
    debug_assert!(written, "a value of readable members is JSON");
    touched
}

/// 64 hex digits over kind, id and every value that a PUT of the record would send.
pub(super) fn fingerprint(kind: PlanKind, id: &str, members: &Params) -> String {
    digest_of(&format!("{} {id}\n{}", kind.words(), canonical(members.text())))
}

/// Values as the journal keeps them: personal data sealed.
fn as_kept(kind: PlanKind, values: &Params, seal: &Seal) -> Option<Params> {
    match kind {
        PlanKind::Emv => {
            let mut kept = values.clone();
            if let Some(name) = values.raw(NAME).and_then(|raw| serde_json::from_str::<String>(raw).ok()) {
                let draft = EmvDraft { emv_name: name, ..EmvDraft::empty() }.for_journal(seal);
                return kept.set(NAME, &serde_json::Value::from(draft.emv_name).to_string()).then_some(kept);
            }
            Some(kept)
        }
        PlanKind::Acquirer => {
            let kept = AcquirerDraft::read(values.text()).ok()?.for_journal(seal);
            Params::parse(&serde_json::to_string(&kept).ok()?)
        }
    }
}

/// True if a draft of the journal carries what the item says now.
pub(super) fn was_sent(draft: &str, item: &PlanItem, seal: &Seal) -> bool {
    let (sent, wanted) = (PlannedRecord::drafted(item.kind, draft), as_kept(item.kind, &item.set, seal));
    sent.zip(wanted).is_some_and(|(sent, wanted)| has(&sent, item, &wanted))
}

/// Members of the item as the journal recorded them right before the change was sent. A sealed value is known only where the
/// file has the value with that seal; `None` where a value is not known.
pub(super) fn before(base: &str, item: &PlanItem, seal: &Seal) -> Option<Params> {
    let base = PlannedRecord::read(item.kind, base)?.members()?;
    let claimed = as_kept(item.kind, &item.seen, seal)?;
    let (kept, claims, seen) = (base.by_key(), claimed.by_key(), item.seen.by_key());
    let is_sealed = |name: &str, raw: &str| {
        let text: Option<String> = serde_json::from_str(raw).ok();
        // Only the name of a configuration is ever sealed.
        let may_be = item.kind == PlanKind::Acquirer || name == NAME;
        may_be && text.is_some_and(|text| text.starts_with(Seal::MARK))
    };
    let mut known: BTreeMap<&str, &str> = BTreeMap::new();
    let names = item.touched();
    for name in &names {
        let Some(raw) = kept.get(name) else { continue };
        let value = match seen.get(name) {
            Some(value) if same(Some(raw), claims.get(name)) => value,
            _ if is_sealed(name, raw) => return None,
            _ => raw,
        };
        known.insert(name, value);
    }
    let mut before = Params::empty();
    before
        .edit(names.iter().filter_map(|name| Some((name.as_str(), Some(*known.get(name.as_str())?)))))
        .then_some(before)
}

#[cfg(test)]
mod tests {
    use tapline_contract::plan::PlanKind;

    use super::*;

    fn seal() -> Seal {
        Seal(Box::new(|text| format!("<{}>", text.len())))
    }

    fn params(text: &str) -> Params {
        Params::parse(text).unwrap()
    }

    fn item(kind: PlanKind, seen: &str, set: &str) -> PlanItem {
        PlanItem {
            kind,
            id: "7".to_owned(),
            name: "claimed".to_owned(),
            seen: params(seen),
            set: params(set),
            unset: Vec::new(),
            fingerprint: String::new(),
        }
    }

    #[test]
    fn text_of_the_service_that_looks_sealed_stands_for_nothing_else() {
        let plan = item(PlanKind::Emv, r#"{"a":1}"#, r#"{"a":2}"#);
        for (now, expected) in [
            (r#"{"a":2}"#, RecordState::Target),
            (r#"{"a":"sealed:99999999"}"#, RecordState::Other),
            (r#"{"a":"sealed:<1>"}"#, RecordState::Other),
        ] {
            assert_eq!(state_of(&params(now), &plan), expected, "{now}");
        }
        let literal = item(PlanKind::Emv, r#"{"a":"sealed:x"}"#, r#"{"a":2}"#);
        assert_eq!(
            state_of(&params(r#"{"a":"sealed:x"}"#), &literal),
            RecordState::Beside,
            "it is text like any other"
        );
    }

    #[test]
    fn a_sealed_value_of_the_journal_is_known_by_its_hash_alone() {
        let url = |value: &str| format!(r#"{{"connUrl":"{value}"}}"#);
        let plan = |seen: &str| item(PlanKind::Acquirer, &url(seen), &url("https://b@new"));
        // The text `https://a@old` has 13 signs.
        let base = r#"{"id":7,"connUrl":"sealed:<13>"}"#;
        assert_eq!(before(base, &plan("https://a@old"), &seal()), Some(params(&url("https://a@old"))));
        assert_eq!(before(base, &plan("https://a@older"), &seal()), None);
        assert_eq!(before(base, &plan("sealed:<13>"), &seal()), None);
        assert!(was_sent(&url("sealed:<13>"), &plan(""), &seal()));
        assert!(!was_sent(&url("sealed:<14>"), &plan(""), &seal()));
    }

    #[test]
    fn a_name_with_a_card_number_is_sealed_and_known_again() {
        let name = |text: &str| format!(r#"{{"emvName":"{text}"}}"#);
        let plan = |seen: &str| item(PlanKind::Emv, &name(seen), &name("4111111111111111"));
        let base = r#"{"id":7,"emvName":"sealed:<19>","paymentMethod":"01","params":"{}"}"#;
        let (card, other) = ("4111 1111 1111 1111", "Shop");
        assert_eq!(before(base, &plan(card), &seal()), Some(params(&name(card))));
        assert_eq!(before(base, &plan(other), &seal()), None);
        let draft = r#"{"params":{},"emvName":"sealed:<16>","paymentMethod":"01"}"#;
        assert!(was_sent(draft, &plan(other), &seal()));
    }

    #[test]
    fn what_was_before_is_what_the_journal_has_and_not_what_the_file_says() {
        let base = r#"{"id":7,"emvName":"A","paymentMethod":"01","params":"{\"a\":1,\"b\":\"sealed:x\"}"}"#;
        let plan = item(PlanKind::Emv, r#"{"a":99999999,"b":"y"}"#, r#"{"a":2,"b":3,"c":4}"#);
        assert_eq!(before(base, &plan, &seal()), Some(params(r#"{"a":1,"b":"sealed:x"}"#)));
    }
}
