//! Figures of a loaded list of transactions, and the reasons of a few declines, which only a transaction's detail has.

use std::sync::Arc;

use tapline_contract::commands::{ReadDeclines, SalesFigures};
use tapline_contract::endpoints::GetTransaction;
use tapline_contract::explained;
use tapline_contract::figures::{DeclineQuery, DeclineReason, Figures, FiguresQuery, MOST_REASONS};
use tapline_contract::{Command as _, Failure, FailureKind};
use tapline_emv::MAX_AMOUNT;
use tapline_explain::say::decline;

use super::failure;
use super::list::{aside, refused, version};
use crate::figures::figures;
use crate::perform::Perform;
use crate::state::AppState;

impl Perform for SalesFigures {
    async fn perform(app: &Arc<AppState>, query: FiguresQuery) -> Result<Figures, Failure> {
        let open = app.open(&query.connection, Self::NAME)?;
        if query.reach > MAX_AMOUNT {
            return Err(failure::<Self>(FailureKind::BadInput, "The amount axis ends too far away."));
        }
        let held = version::<Self>(app, query.list, query.version)?;
        let counted = aside::<Self, _>(move || figures(&held, &query, &open.session.connection));
        counted.await?.map_err(|bad| refused::<Self>(&bad))
    }
}

impl Perform for ReadDeclines {
    async fn perform(app: &Arc<AppState>, query: DeclineQuery) -> Result<Vec<DeclineReason>, Failure> {
        let open = app.open(&query.connection, Self::NAME)?;
        if query.ids.len() > MOST_REASONS {
            let sentence = format!("At most {MOST_REASONS} reasons are read at once. Ask for fewer.");
            return Err(failure::<Self>(FailureKind::BadInput, sentence));
        }
        let mut reasons = Vec::new();
        for id in query.ids {
            let record = open.client.send::<GetTransaction>(&id, &()).await?.output;
            let code = explained::host_code(&record).unwrap_or_default().trim().to_owned();
            let is_tap = explained::entry(&record).may_be_a_tap();
            let words = decline(&code, explained::scheme(&record), is_tap).to_string();
            reasons.push(DeclineReason { id, code, words });
        }
        Ok(reasons)
    }
}
