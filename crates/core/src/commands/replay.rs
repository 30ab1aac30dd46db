//! Proposed limits over the transactions that are loaded.

use std::sync::Arc;

use tapline_contract::commands::{ListReplaySales, ReplayLimits};
use tapline_contract::replay::{MOST_SALES, Portion, ReplayQuery, ReplaySales, ReplaySalesQuery, Replayed};
use tapline_contract::{Command, Failure, FailureKind};
use tapline_emv::MAX_AMOUNT;

use super::failure;
use super::list::{aside, version};
use crate::perform::Perform;
use crate::replay::{replay, replay_sales};
use crate::state::AppState;

/// Proposals of one question.
const MOST_PROPOSALS: usize = 500;

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
        let sentence = format!("Limits of 1 to {MOST_PROPOSALS} configurations can be compared at once.");
        return Err(failure::<C>(FailureKind::BadInput, sentence));
    }
    if asked.top == 0 || asked.top > MAX_AMOUNT {
        return Err(failure::<C>(FailureKind::BadInput, "The amount axis has to end above 0."));
    }
    Ok(())
}
