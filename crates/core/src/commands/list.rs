//! The big lists, and the profiles as one list.

use std::sync::Arc;

use tapline_contract::commands::{
    AllProfiles, CancelList, CloseList, GetListState, ListRecord, ListRecords, ListRows, ListUnreadable,
    OpenList,
};
use tapline_contract::field::{Loose, Number};
use tapline_contract::list::{
    AllProfilesQuery, ListId, ListOpening, ListState, ProfileList, RecordQuery, RecordsQuery, Rows,
    RowsQuery, UnreadableQuery,
};
use tapline_contract::record::Record as _;
use tapline_contract::wire::Unreadable;
use tapline_contract::{Command, Failure, Kind};

use super::failure;
use crate::dispatch::Perform;
use crate::host::Inner;
use crate::lists::{BadQuery, Held, List};
use crate::stage::Stage;
use crate::{unit, walk};

/// Columns of bare amounts: what is shown of them says something of the unit.
const AMOUNTS: [&str; 4] = ["amount.value", "paymentAmt", "refundAmt", "voidAmt"];

impl Perform for OpenList {
    async fn perform(desk: &Arc<Inner>, opening: ListOpening) -> Result<ListState, Failure> {
        let open = desk.open(&opening.connection, Self::NAME)?;
        Ok(desk.lists.open(open, opening.of))
    }
}

impl Perform for GetListState {
    async fn perform(desk: &Arc<Inner>, id: ListId) -> Result<ListState, Failure> {
        Ok(list::<Self>(desk, id)?.state())
    }
}

impl Perform for CancelList {
    async fn perform(desk: &Arc<Inner>, id: ListId) -> Result<ListState, Failure> {
        let list = list::<Self>(desk, id)?;
        list.stop().await;
        Ok(list.state())
    }
}

impl Perform for CloseList {
    async fn perform(desk: &Arc<Inner>, id: ListId) -> Result<(), Failure> {
        desk.lists.close(id);
        Ok(())
    }
}

impl Perform for ListRows {
    async fn perform(desk: &Arc<Inner>, query: RowsQuery) -> Result<Rows, Failure> {
        // Before the list is looked up: it is of this connection then.
        let open = desk.with_stage(|stage| match stage {
            Stage::Open(open) => Some(Arc::clone(open)),
            Stage::Closed | Stage::Locked(_) => None,
        });
        let held = version::<Self>(desk, query.list, query.version)?;
        let amounts: Vec<bool> =
            query.columns.iter().map(|column| AMOUNTS.contains(&column.as_str())).collect();
        let rows =
            aside::<Self, _>(move || held.window(&query)).await?.map_err(|bad| refused::<Self>(&bad))?;
        let amounts = rows.columns.iter().zip(amounts).filter(|(_, is_amount)| *is_amount);
        let numbers: Vec<Number> = amounts
            .flat_map(|(cells, _)| cells.iter().flatten())
            .filter_map(|text| Number::parse(text))
            .collect();
        if let Some(open) = open {
            open.client.read_amounts(numbers.iter());
            unit::note(desk, &open, Self::NAME);
        }
        Ok(rows)
    }
}

impl Perform for ListRecord {
    async fn perform(desk: &Arc<Inner>, query: RecordQuery) -> Result<Loose, Failure> {
        let held = version::<Self>(desk, query.list, query.version)?;
        let sentence = "The list has no such row. Ask for its state, then for a row that it has.";
        held.record(query.row).ok_or_else(|| failure::<Self>(Kind::BadInput, sentence))
    }
}

impl Perform for ListRecords {
    async fn perform(desk: &Arc<Inner>, query: RecordsQuery) -> Result<Vec<Loose>, Failure> {
        let held = version::<Self>(desk, query.list, query.version)?;
        let records = aside::<Self, _>(move || held.records(query.first, query.count)).await?;
        records.map_err(|bad| refused::<Self>(&bad))
    }
}

impl Perform for ListUnreadable {
    async fn perform(desk: &Arc<Inner>, query: UnreadableQuery) -> Result<Vec<Unreadable>, Failure> {
        Ok(version::<Self>(desk, query.list, query.version)?.unreadable().to_vec())
    }
}

impl Perform for AllProfiles {
    async fn perform(desk: &Arc<Inner>, query: AllProfilesQuery) -> Result<ProfileList, Failure> {
        let open = desk.open(&query.connection, Self::NAME)?;
        let mut list = walk::profiles(&open.client).await?;
        list.profiles.iter_mut().for_each(tapline_contract::profile::Profile::cut);
        Ok(list)
    }
}

pub(super) fn list<C: Command>(desk: &Inner, id: ListId) -> Result<Arc<List>, Failure> {
    let sentence = "This list is no longer there: its connection was closed, or newer lists took its place. Load it again.";
    desk.lists.get(id).ok_or_else(|| failure::<C>(Kind::Gone, sentence))
}

pub(super) fn version<C: Command>(desk: &Inner, id: ListId, version: u64) -> Result<Arc<Held>, Failure> {
    let sentence = "The list has other rows by now. Read its state again, then the rows.";
    list::<C>(desk, id)?.version(version).ok_or_else(|| failure::<C>(Kind::Gone, sentence))
}

pub(super) fn refused<C: Command>(bad: &BadQuery) -> Failure {
    failure::<C>(Kind::BadInput, bad.to_string())
}

/// Does what takes its time beside what waits for the network.
async fn aside<C: Command, T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    let sentence = "The list could not be read. Load it again.";
    tokio::task::spawn_blocking(work).await.map_err(|_| failure::<C>(Kind::Desk, sentence))
}
