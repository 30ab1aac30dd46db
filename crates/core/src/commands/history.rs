//! The changes this workstation made and the secrets it showed, from the journal.

use std::sync::Arc;

use tapline_changes::{gate, settle};
use tapline_contract::card;
use tapline_contract::commands::{
    CancelOperation, CheckOperation, CloseOperation, CountUnknown, GetChange, ListHistory,
};
use tapline_contract::connection::ConnectionId;
use tapline_contract::field::Loose;
use tapline_contract::history::{
    AnyOutcome, Cancelled, Change, Closing, HistoryPage, HistoryQuery, ManualResult, OperationId,
};
use tapline_contract::{Command, Evidence, Failure, FailureKind};
use tapline_journal::{JournalError, JournalRow};
use tapline_platform::sync::locked;

use super::failure;
use super::list::aside;
use crate::perform::Perform;
use crate::state::AppState;

impl Perform for ListHistory {
    async fn perform(app: &Arc<AppState>, query: HistoryQuery) -> Result<HistoryPage, Failure> {
        let journal = Arc::clone(&app.journal);
        let page = aside::<Self, _>(move || journal.history(&query)).await?;
        page.map_err(|error| unreadable::<Self>(&error))
    }
}

impl Perform for GetChange {
    async fn perform(app: &Arc<AppState>, operation: OperationId) -> Result<Option<Change>, Failure> {
        app.journal.change(&operation).map_err(|error| unreadable::<Self>(&error))
    }
}

impl Perform for CountUnknown {
    async fn perform(app: &Arc<AppState>, id: ConnectionId) -> Result<usize, Failure> {
        app.journal.unknown(&id).map_err(|error| unreadable::<Self>(&error))
    }
}

impl Perform for CheckOperation {
    async fn perform(app: &Arc<AppState>, operation: OperationId) -> Result<Change, Failure> {
        settle::check(&app.changes, &operation).await?;
        let row = app.journal.get(&operation).map_err(|error| unreadable::<Self>(&error))?;
        let sentence = "Change not found in this computer's history. Refresh the history.";
        row.map(JournalRow::change).ok_or_else(|| failure::<Self>(FailureKind::BadInput, sentence))
    }
}

impl Perform for CancelOperation {
    async fn perform(app: &Arc<AppState>, operation: OperationId) -> Result<Cancelled, Failure> {
        gate::cancel(&app.changes, operation)
    }
}

impl Perform for CloseOperation {
    async fn perform(app: &Arc<AppState>, closing: Closing) -> Result<Change, Failure> {
        let note = card::cell(closing.note.trim(), "", |_| false);
        let note = &*note;
        if note.is_empty() {
            let sentence = "Evidence is empty. Enter how you know the result; it stays in the history.";
            return Err(failure::<Self>(FailureKind::BadInput, sentence).field("note"));
        }
        let _one = locked(&app.changes.settling);
        let get = || app.journal.get(&closing.operation).map_err(|error| unreadable::<Self>(&error));
        let row = get()?;
        let Some((row, AnyOutcome::Unknown { failure: lost, .. })) =
            row.and_then(|row| row.outcome.clone().map(|outcome| (row, outcome)))
        else {
            let sentence = "Only an unconfirmed change can be resolved manually. Refresh the history.";
            return Err(failure::<Self>(FailureKind::BadInput, sentence));
        };
        let nothing = Loose::json("null").expect("null is JSON");
        let outcome = match closing.found {
            ManualResult::Done => {
                AnyOutcome::Applied { evidence: Evidence::Person, answer: None, record: nothing }
            }
            ManualResult::NotDone => AnyOutcome::NotApplied { failure: lost },
        };
        app.journal.close(&row, &outcome, note).map_err(|error| unreadable::<Self>(&error))?;
        let sentence = "Change not found in this computer's history. Refresh the history.";
        get()?.map(JournalRow::change).ok_or_else(|| failure::<Self>(FailureKind::BadInput, sentence))
    }
}

pub(super) fn unreadable<C: Command>(error: &JournalError) -> Failure {
    let sentence = format!(
        "The journal in Tapline's data folder can't be read ({error}). Nothing was changed. Check the disk, then try \
         again."
    );
    failure::<C>(FailureKind::Journal, sentence)
}
