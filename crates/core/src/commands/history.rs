//! What this workstation changed, from the journal.

use std::sync::Arc;

use tapline_contract::commands::{CheckOperation, ListHistory};
use tapline_contract::connection::ConnectionId;
use tapline_contract::history::{Change, OperationId};
use tapline_contract::{Command, Failure, Kind};

use super::failure;
use crate::change::settle;
use crate::dispatch::Perform;
use crate::host::Inner;
use crate::journal::{JournalError, Row};

impl Perform for ListHistory {
    async fn perform(desk: &Arc<Inner>, id: ConnectionId) -> Result<Vec<Change>, Failure> {
        let rows = desk.journal.of_connection(&id).map_err(|error| unreadable::<Self>(&error))?;
        Ok(rows.into_iter().map(Row::change).collect())
    }
}

impl Perform for CheckOperation {
    async fn perform(desk: &Arc<Inner>, operation: OperationId) -> Result<Change, Failure> {
        settle::check(desk, &operation).await?;
        let row = desk.journal.get(&operation).map_err(|error| unreadable::<Self>(&error))?;
        let sentence = "The journal of this computer knows no such change. Read the history again.";
        row.map(Row::change).ok_or_else(|| failure::<Self>(Kind::BadInput, sentence))
    }
}

fn unreadable<C: Command>(error: &JournalError) -> Failure {
    let sentence = format!(
        "The journal in Tapline's data folder cannot be read ({error}). Nothing was changed by this. Check the disk, then try \
         again."
    );
    failure::<C>(Kind::Journal, sentence)
}
