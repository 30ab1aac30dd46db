//! The items of a plan as rows.

use tapline_contract::plan::{ItemResult, ItemState, PlanItem};

use super::changes::{Deviation, MemberChange, key};
use super::checks::Checked;
use super::texts::ItemText;
use crate::plans::word;
use crate::widgets::grid::column::{CellFormat, Column, Mark, column, hidden};

/// Words of [`word`].
pub(super) const RESULTS: &[(&str, &str)] = &[
    ("Applied", "Applied"),
    ("Already so", "Already so"),
    ("Not applied", "Not applied"),
    ("Conflict", "Conflict"),
    ("Unknown", "Unknown"),
    ("On its way", "On its way"),
    ("Not begun", "Not begun"),
];

pub(super) const NOW: &[(&str, &str)] =
    &[("As before", "As before"), ("As planned", "As planned"), (OTHER, OTHER), (NOT_READ, NOT_READ)];

pub(super) const KINDS: &[(&str, &str)] =
    &[("configuration", "Configuration"), ("acquirer profile", "Acquirer profile")];

const RESULT_MARKS: &[Mark] = &[
    mark("Applied", "tick", "good"),
    mark("Already so", "tick", "muted"),
    mark("Not applied", "error", "bad"),
    mark("Conflict", "warning", "warn"),
    mark("Unknown", "wait", "warn"),
    mark("On its way", "wait", "muted"),
    mark("Not begun", "ring", "muted"),
];

const NOW_MARKS: &[Mark] = &[
    mark("As before", "ring", "muted"),
    mark("As planned", "tick", "good"),
    mark(OTHER, "warning", "warn"),
    mark(NOT_READ, "wait", "muted"),
];

const fn mark(value: &'static str, icon: &'static str, tone: &'static str) -> Mark {
    Mark { value, words: value, icon, tone }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ItemRow {
    /// Kind and id of the record.
    pub(super) key: String,
    name: String,
    kind: &'static str,
    changes: String,
    effects: String,
    checked: Checked,
    now: &'static str,
    result: &'static str,
    says: String,
    id: String,
    operation: String,
}

impl ItemRow {
    pub(super) fn new(
        item: &PlanItem,
        text: Option<&ItemText>,
        result: Option<&ItemResult>,
        now: Option<&ItemResult>,
        found: &[Deviation],
    ) -> ItemRow {
        let because = result.map(|result| result.sentence.clone()).filter(|sentence| !sentence.is_empty());
        let is_conflict =
            result.is_none_or(|result| result.state == ItemState::Conflict || because.is_none());
        let is_other = now.is_some_and(|now| verified_words(now.state) == OTHER);
        let says = match now {
            Some(_) if is_other && is_conflict && !found.is_empty() => {
                let values: Vec<_> = found.iter().map(Deviation::short).collect();
                format!("{}. Make a new plan for it.", values.join("; "))
            }
            Some(now) if is_other || verified_words(now.state) == NOT_READ => {
                because.unwrap_or_else(|| now.sentence.clone())
            }
            _ => because.unwrap_or_default(),
        };
        ItemRow {
            key: key(item),
            name: now.map_or_else(|| item.called(), |now| now.name.clone()),
            kind: item.kind.words(),
            changes: text
                .map_or_else(String::new, |text| joined(text.changes.iter().map(MemberChange::words))),
            effects: text.map_or_else(String::new, |text| text.effects.join(" ")),
            checked: text.map_or_else(|| Checked::not_yet(item.kind), |text| text.checked.clone()),
            now: now.map_or("", |now| verified_words(now.state)),
            result: result.map_or("Not begun", |result| word(result.state)),
            says,
            id: item.id.clone(),
            operation: result
                .and_then(|result| result.operation.as_ref())
                .map(|operation| operation.0.clone())
                .unwrap_or_default(),
        }
    }
}

fn joined(changes: impl Iterator<Item = String>) -> String {
    changes.collect::<Vec<_>>().join("; ")
}

const OTHER: &str = "Other values";
const NOT_READ: &str = "Not read";

/// State of the record compared with the plan, as the last verification found it.
pub(super) fn verified_words(state: ItemState) -> &'static str {
    match state {
        ItemState::Applied | ItemState::Already => "As planned",
        ItemState::NotApplied => "As before",
        ItemState::Unknown => NOT_READ,
        _ => OTHER,
    }
}

pub(super) const COLUMNS: &[Column<ItemRow>] = &[
    column("name", "Record", CellFormat::Name, 220, |line| line.name.clone()),
    column("change", "Before → after", CellFormat::Text, 300, |line| line.changes.clone()),
    column("effect", "Effect", CellFormat::Text, 320, |line| line.effects.clone()),
    column("checks", "Checks", CellFormat::Text, 150, |line| line.checked.words.clone()),
    column("result", "Result", CellFormat::Status(RESULT_MARKS), 124, |line| line.result.to_owned()),
    column("now", "At the service", CellFormat::Status(NOW_MARKS), 130, |line| line.now.to_owned()),
    column("says", "Why", CellFormat::Text, 300, |line| line.says.clone()),
    hidden("worst", "Worst finding", CellFormat::Text, 150, |line: &ItemRow| line.checked.worst.to_owned()),
    hidden("kind", "Kind", CellFormat::Text, 130, |line: &ItemRow| line.kind.to_owned()),
    hidden("id", "Id", CellFormat::Mono, 100, |line: &ItemRow| line.id.clone()).own_id(),
    hidden("operation", "Operation id", CellFormat::Mono, 260, |line: &ItemRow| line.operation.clone())
        .own_id(),
];
