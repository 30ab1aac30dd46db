//! The columns of the history.

use crate::show::outcome_word;
use crate::widgets::grid::column::{CellFormat, Head, Mark, head};
use tapline_contract::Outcome;

/// The words of [`outcome_word`], and one for changes without an outcome yet.
pub(super) const OUTCOMES: &[(&str, &str)] = &[
    ("Applied", "Applied"),
    ("Not applied", "Not applied"),
    ("Unknown", "Unknown"),
    ("Conflict, not sent", "Conflict, not sent"),
    ("Conflict after sending", "Conflict after sending"),
    ("On its way", "On its way"),
];

const MARKS: &[Mark] = &[
    mark("Applied", "tick", "good"),
    mark("Not applied", "error", "bad"),
    mark("Unknown", "wait", "warn"),
    mark("Conflict, not sent", "warning", "warn"),
    mark("Conflict after sending", "warning", "warn"),
    mark("On its way", "wait", "muted"),
];

const fn mark(value: &'static str, icon: &'static str, tone: &'static str) -> Mark {
    Mark { value, words: value, icon, tone }
}

pub(super) fn outcome<V, R>(outcome: Option<&Outcome<V, R>>) -> &'static str {
    outcome.map_or("On its way", outcome_word)
}

/// Columns of the list, named as core names them.
pub(super) const COLUMNS: &[Head] = &[
    head("what", "What", CellFormat::Name, 250),
    head("outcome", "Outcome", CellFormat::Status(MARKS), 124),
    head("at", "When", CellFormat::Time, 188),
    head("account", "Who", CellFormat::Text, 96),
    head("did", "Before → after", CellFormat::Text, 300),
    head("request", "Request id", CellFormat::Mono, 160).hidden(),
    head("operation", "Operation id", CellFormat::Mono, 260).hidden(),
    head("call", "Call", CellFormat::Mono, 136).hidden(),
];

/// Index of the operation id, which names a row.
pub(super) const KEY: usize = 6;
