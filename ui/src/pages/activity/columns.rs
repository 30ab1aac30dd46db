//! The columns of the history.

use tapline_contract::Outcome;
use tapline_contract::history::Change;
use tapline_emv::Currency;

use super::words;
use crate::show::outcome_word;
use crate::widgets::grid::column::{CellFormat, Column, Mark, column, hidden};

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

/// A change as the list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) operation: String,
    what: String,
    did: String,
    outcome: &'static str,
    at: String,
    account: String,
    request: String,
    call: String,
}

impl Line {
    pub(super) fn of(change: &Change, currency: &Currency) -> Line {
        Line {
            operation: change.operation.0.clone(),
            what: words::title(change),
            did: words::summary(change, currency),
            outcome: outcome(change.outcome.as_ref()),
            at: change.at.clone(),
            account: change.account.clone().unwrap_or_default(),
            request: change.request_id.clone().unwrap_or_default(),
            call: change.endpoint.clone(),
        }
    }
}

pub(super) fn outcome<V, R>(outcome: Option<&Outcome<V, R>>) -> &'static str {
    outcome.map_or("On its way", outcome_word)
}

pub(super) const COLUMNS: &[Column<Line>] = &[
    column("what", "What", CellFormat::Name, 250, |line| line.what.clone()),
    column("outcome", "Outcome", CellFormat::Status(MARKS), 124, |line| line.outcome.to_owned()),
    column("at", "When", CellFormat::Time, 188, |line| line.at.clone()),
    column("account", "Who", CellFormat::Text, 96, |line| line.account.clone()),
    column("did", "Before → after", CellFormat::Text, 300, |line| line.did.clone()),
    hidden("request", "Request id", CellFormat::Mono, 160, |line: &Line| line.request.clone()).own_id(),
    hidden("operation", "Operation id", CellFormat::Mono, 260, |line: &Line| line.operation.clone()).own_id(),
    hidden("call", "Call", CellFormat::Mono, 136, |line| line.call.clone()),
];
