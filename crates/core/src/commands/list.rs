//! The big lists, and the profiles as one list.

use std::sync::Arc;

use tapline_changes::{Open, SessionState};
use tapline_contract::commands::{
    AllProfiles, CancelList, CloseList, GetListState, ListRows, OpenList, ReadListDay, WatchList,
};
use tapline_contract::field::Number;
use tapline_contract::list::{
    AllProfilesQuery, DayReading, ListDayQuery, ListDays, ListId, ListNews, ListOf, ListOpening, ListState,
    ListWatch, ProfileList, RowsQuery,
};
use tapline_contract::record::Record as _;
use tapline_contract::rows::Rows;
use tapline_contract::{Command, Failure, FailureKind};
use tapline_http::walk;
use tapline_journal::Listed;
use tapline_lists::{BadQuery, List, RowSource};

use super::failure;
use super::history::unreadable;
use crate::perform::Perform;
use crate::state::AppState;
use crate::unit;

/// Columns of bare amounts: what is shown of them says something of the unit.
const AMOUNTS: [&str; 4] = ["amount.value", "paymentAmt", "refundAmt", "voidAmt"];

impl Perform for OpenList {
    async fn perform(app: &Arc<AppState>, opening: ListOpening) -> Result<ListState, Failure> {
        let open = app.open(&opening.connection, Self::NAME)?;
        let client = Arc::clone(&open.client);
        match opening.of {
            ListOf::Transactions(query) => Ok(app.lists.open_transactions(client, query)),
            ListOf::Settlements(query) => Ok(app.lists.open_settlements(client, query)),
            ListOf::Activity => {
                let listing = Arc::clone(app);
                let listed = aside::<Self, _>(move || {
                    listing.describe_history()?;
                    Listed::open(Arc::clone(&listing.journal), opening.connection)
                });
                Ok(app.lists.open_activity(listed.await?.map_err(|error| unreadable::<Self>(&error))?))
            }
        }
    }
}

impl Perform for GetListState {
    async fn perform(app: &Arc<AppState>, id: ListId) -> Result<ListState, Failure> {
        Ok(list::<Self>(app, id)?.state())
    }
}

impl Perform for WatchList {
    async fn perform(app: &Arc<AppState>, known: ListWatch) -> Result<ListNews, Failure> {
        list::<Self>(app, known.list)?.newer_than(known.version).await;
        // Again: a list that was closed, replaced or locked meanwhile returns nothing more.
        let open = opened(app);
        let (state, held) = list::<Self>(app, known.list)?.now();
        let Some(wanted) = known.rows.filter(|_| state.version > known.version) else {
            return Ok(ListNews { state, rows: None });
        };
        let rows = window::<Self>(app, open, held, wanted.for_list(state.list, state.version)).await?;
        list::<Self>(app, known.list)?;
        Ok(ListNews { state, rows: Some(rows) })
    }
}

impl Perform for ReadListDay {
    async fn perform(app: &Arc<AppState>, query: ListDayQuery) -> Result<ListDays, Failure> {
        let open = app.open(&query.connection, Self::NAME)?;
        let of = list::<Self>(app, query.list)?;
        // No policy restricts the sandbox inside Tapline.
        let days = if !open.session.embedded && app.policy().forbids_background_loading() {
            DayReading::Forbidden
        } else {
            app.lists.read_day(Arc::clone(&open.client), &of).await
        };
        // Again: the list may have been closed meanwhile.
        Ok(ListDays { state: list::<Self>(app, query.list)?.state(), days })
    }
}

impl Perform for CancelList {
    async fn perform(app: &Arc<AppState>, id: ListId) -> Result<ListState, Failure> {
        let list = list::<Self>(app, id)?;
        list.stop().await;
        Ok(list.state())
    }
}

impl Perform for CloseList {
    async fn perform(app: &Arc<AppState>, id: ListId) -> Result<(), Failure> {
        app.lists.close(id);
        Ok(())
    }
}

impl Perform for ListRows {
    async fn perform(app: &Arc<AppState>, query: RowsQuery) -> Result<Rows, Failure> {
        // Before the list is looked up: it is of this connection then.
        let open = opened(app);
        let held = version::<Self>(app, query.list, query.version)?;
        window::<Self>(app, open, held, query).await
    }
}

impl Perform for AllProfiles {
    async fn perform(app: &Arc<AppState>, query: AllProfilesQuery) -> Result<ProfileList, Failure> {
        let open = app.open(&query.connection, Self::NAME)?;
        let mut list = walk::profiles(&open.client).await?;
        list.profiles.iter_mut().for_each(tapline_contract::profile::Profile::cut);
        Ok(list)
    }
}

fn opened(app: &AppState) -> Option<Arc<Open>> {
    app.with_session(|stage| match stage {
        SessionState::Open(open) => Some(Arc::clone(open)),
        SessionState::Closed | SessionState::Locked(_) => None,
    })
}

/// Rows of a list of the open connection. Their amounts may say something of its unit.
async fn window<C: Command>(
    app: &Arc<AppState>,
    open: Option<Arc<Open>>,
    held: Arc<RowSource>,
    query: RowsQuery,
) -> Result<Rows, Failure> {
    let is_amount = |(_, name): &(usize, &String)| AMOUNTS.contains(&name.as_str());
    let amounts: Vec<usize> = query.columns.iter().enumerate().filter(is_amount).map(|(at, _)| at).collect();
    let rows = aside::<C, _>(move || held.window(&query)).await?.map_err(|bad| refused::<C>(&bad))?;
    let amounts = amounts.into_iter().flat_map(|column| rows.column(column).flatten());
    let numbers: Vec<Number> = amounts.filter_map(Number::parse).collect();
    if let Some(open) = open {
        open.client.read_amounts(numbers.iter());
        unit::note(app, &open, C::NAME);
    }
    Ok(rows)
}

pub(super) fn list<C: Command>(app: &AppState, id: ListId) -> Result<Arc<List>, Failure> {
    let sentence = "This list is closed: its connection was closed, or newer lists replaced it. Refresh it.";
    app.lists.get(id).ok_or_else(|| failure::<C>(FailureKind::Gone, sentence))
}

pub(super) fn version<C: Command>(
    app: &AppState,
    id: ListId,
    version: u64,
) -> Result<Arc<RowSource>, Failure> {
    let sentence = "The list has changed. Refresh it.";
    list::<C>(app, id)?.version(version).ok_or_else(|| failure::<C>(FailureKind::Gone, sentence))
}

pub(super) fn refused<C: Command>(bad: &BadQuery) -> Failure {
    failure::<C>(FailureKind::BadInput, bad.to_string())
}

/// Runs slow work on another thread than the network's.
pub(super) async fn aside<C: Command, T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    let sentence = "The list couldn't be loaded. Refresh it.";
    tokio::task::spawn_blocking(work).await.map_err(|_| failure::<C>(FailureKind::Desk, sentence))
}

#[cfg(test)]
pub(crate) mod tests;
