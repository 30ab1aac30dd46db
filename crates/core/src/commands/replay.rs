//! Proposed limits over the transactions that are loaded.

use std::sync::Arc;
use std::time::Duration;

use tapline_contract::commands::{CountSaleAmounts, ListReplaySales, OpenRecentSales, ReplayLimits};
use tapline_contract::list::{ListState, LoadState};
use tapline_contract::replay::{
    MOST_SALES, Portion, RecentSalesQuery, ReplayQuery, ReplaySales, ReplaySalesQuery, Replayed, SaleAmounts,
    SaleAmountsQuery,
};
use tapline_contract::transaction::TransactionQuery;
use tapline_contract::{Command, Failure, FailureKind};
use tapline_emv::MAX_AMOUNT;
use tapline_lists::List;

use super::failure;
use super::list::{aside, version};
use crate::perform::Perform;
use crate::replay::{by_amount, replay, replay_sales};
use crate::state::AppState;

/// Proposals of one question.
const MOST_PROPOSALS: usize = 500;
/// Transactions after which the loading of recent sales ends.
const MOST_RECENT: u64 = 100_000;
/// Longest loading of recent sales, and the pause between two looks at it.
const LONGEST_LOAD: Duration = Duration::from_mins(1);
const LOOK: Duration = Duration::from_millis(200);

impl Perform for ReplayLimits {
    async fn perform(app: &Arc<AppState>, asked: ReplayQuery) -> Result<Option<Replayed>, Failure> {
        let open = app.open(&asked.connection, Self::NAME)?;
        check::<Self>(&asked)?;
        let Some((list, query)) = app.lists.transactions() else { return Ok(None) };
        let state = list.state();
        // Replaced between the two: the page asks again with the next state.
        let Some(held) = list.version(state.version) else { return Ok(None) };
        let replay = move || Some(replay(held.table()?, &asked, &open.session.connection, state, query));
        aside::<Self, _>(replay).await
    }
}

impl Perform for OpenRecentSales {
    async fn perform(app: &Arc<AppState>, asked: RecentSalesQuery) -> Result<Option<ListState>, Failure> {
        let open = app.open(&asked.connection, Self::NAME)?;
        // No policy restricts the sandbox inside Tapline.
        if asked.is_background && !open.session.embedded && app.policy().forbids_background_loading() {
            return Ok(None);
        }
        let query = TransactionQuery { created_start: Some(asked.first_day), ..TransactionQuery::default() };
        let state = app.lists.open_transactions(Arc::clone(&open.client), query);
        if let Some(list) = app.lists.get(state.list) {
            drop(tokio::spawn(bound(list)));
        }
        Ok(Some(state))
    }
}

/// Ends the loading of a list that is too long or takes too long; what arrived is kept as a part.
async fn bound(list: Arc<List>) {
    let fits = async {
        while list.state().loaded < MOST_RECENT {
            if list.state().state != LoadState::Loading {
                return;
            }
            tokio::time::sleep(LOOK).await;
        }
        list.stop().await;
    };
    if tokio::time::timeout(LONGEST_LOAD, fits).await.is_err() {
        list.stop().await;
    }
}

impl Perform for CountSaleAmounts {
    async fn perform(app: &Arc<AppState>, asked: SaleAmountsQuery) -> Result<Option<SaleAmounts>, Failure> {
        let open = app.open(&asked.connection, Self::NAME)?;
        if asked.scopes.len().max(asked.others.len()) > MOST_PROPOSALS {
            return Err(failure::<Self>(FailureKind::BadInput, too_many()));
        }
        let Some((list, query)) = app.lists.transactions() else { return Ok(None) };
        let state = list.state();
        // Replaced between the two: the page asks again with the next state.
        let Some(held) = list.version(state.version) else { return Ok(None) };
        let count = move || Some(by_amount(held.table()?, &asked, &open.session.connection, state, query));
        aside::<Self, _>(count).await
    }
}

impl Perform for ListReplaySales {
    async fn perform(app: &Arc<AppState>, asked: ReplaySalesQuery) -> Result<ReplaySales, Failure> {
        let open = app.open(&asked.replay.connection, Self::NAME)?;
        check::<Self>(&asked.replay)?;
        if asked.count > MOST_SALES {
            let sentence = format!("At most {MOST_SALES} sales are listed at once. Ask for fewer.");
            return Err(failure::<Self>(FailureKind::BadInput, sentence));
        }
        if let Portion::Band(band) = asked.of
            && band as usize > tapline_contract::replay::BANDS
        {
            return Err(failure::<Self>(FailureKind::BadInput, "There is no such amount band."));
        }
        let held = version::<Self>(app, asked.list, asked.version)?;
        let sales = aside::<Self, _>(move || replay_sales(held.table()?, &asked, &open.session.connection));
        sales.await?.ok_or_else(|| failure::<Self>(FailureKind::BadInput, "This list has no transactions."))
    }
}

fn check<C: Command>(asked: &ReplayQuery) -> Result<(), Failure> {
    if asked.proposals.is_empty() || asked.proposals.len() > MOST_PROPOSALS {
        return Err(failure::<C>(FailureKind::BadInput, too_many()));
    }
    if asked.top == 0 || asked.top > MAX_AMOUNT {
        return Err(failure::<C>(FailureKind::BadInput, "The amount axis has to end above 0."));
    }
    Ok(())
}

fn too_many() -> String {
    format!("Limits of 1 to {MOST_PROPOSALS} configurations can be compared at once.")
}
