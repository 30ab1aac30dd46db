//! The items of a plan as rows.

use tapline_contract::plan::{ItemResult, ItemState, PlanItem};

use super::changes::{Deviation, MemberChange, key};
use super::texts::{Checked, ItemText};
use crate::plans::word;
use crate::widgets::grid::column::{CellFormat, Column, Mark, column, hidden};

pub(super) const KINDS: CellFormat =
    CellFormat::Words(&[("configuration", "Configuration"), ("acquirer profile", "Acquirer profile")]);

/// Words of [`word`].
pub(super) const RESULTS: CellFormat = CellFormat::Status(&[
    Mark::plain("Applied", "tick", "good"),
    Mark::plain("Already set", "tick", "muted"),
    Mark::plain("Not applied", "error", "bad"),
    Mark::plain("Conflict", "warning", "warn"),
    Mark::plain("Unconfirmed", "wait", "warn"),
    Mark::plain("In progress", "wait", "muted"),
    Mark::plain("Not started", "ring", "muted"),
]);

pub(super) const NOW: CellFormat = CellFormat::Status(&[
    Mark::plain("Unchanged", "ring", "muted"),
    Mark::plain("Changed", "tick", "good"),
    Mark::plain(OTHER, "warning", "warn"),
    Mark::plain(NOT_READ, "wait", "muted"),
]);

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
                format!("{}. Make a new change set for it.", values.join("; "))
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
            result: result.map_or("Not started", |result| word(result.state)),
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
const NOT_READ: &str = "Not checked";

/// State of the record compared with the plan, as the last verification found it.
pub(super) fn verified_words(state: ItemState) -> &'static str {
    match state {
        ItemState::Applied | ItemState::Already => "Changed",
        ItemState::NotApplied => "Unchanged",
        ItemState::Unknown => NOT_READ,
        _ => OTHER,
    }
}

pub(super) const COLUMNS: &[Column<ItemRow>] = &[
    column("name", "Record", CellFormat::Name, 170, |line| line.name.clone()),
    column("change", "Before → after", CellFormat::Text, 246, |line| line.changes.clone()),
    column("effect", "Effect", CellFormat::Text, 476, |line| line.effects.clone()),
    column("result", "Result", RESULTS, 118, |line| line.result.to_owned()),
    column("checks", "Checks", CellFormat::Text, 96, |line| line.checked.words.clone()),
    column("now", "Current values", NOW, 130, |line| line.now.to_owned()),
    column("says", "Details", CellFormat::Text, 300, |line| line.says.clone()),
    hidden("worst", "Worst finding", CellFormat::Text, 150, |line: &ItemRow| line.checked.worst.to_owned()),
    hidden("kind", "Kind", CellFormat::Text, 130, |line: &ItemRow| line.kind.to_owned()),
    hidden("id", "Id", CellFormat::Mono, 100, |line: &ItemRow| line.id.clone()).own_id(),
    hidden("operation", "Operation id", CellFormat::Mono, 260, |line: &ItemRow| line.operation.clone())
        .own_id(),
];
