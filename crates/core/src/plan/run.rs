//! A run of a plan: up to eight items at a time, from the lists that it begins with to the end of the last item.

use std::sync::Arc;

use tapline_contract::plan::{ItemState, PlanId, PlanProgress, PlanRun};
use tapline_contract::{Failure, FailureKind};

use super::record::Lists;
use super::{admitted, item, result};
use crate::plans::{CALL, Running};
use crate::session_state::Open;
use crate::state::AppState;

/// As many items are on their way at once.
const AT_ONCE: usize = 8;

/// Begins a run and answers at once. One that is on its way goes on as it is.
pub(crate) async fn start(app: &Arc<AppState>, call: &str, how: PlanRun) -> Result<PlanProgress, Failure> {
    let open = app.open(&how.connection, call)?;
    let plan = admitted(&open, call, &how.text).await?;
    let results = plan.items.iter().map(|item| result(item, ItemState::Waiting, "")).collect();
    let (running, is_new) = app.plans.begin(plan, how, results);
    let progress = running.progress();
    if is_new {
        let app = Arc::clone(app);
        tokio::spawn(async move {
            let inner = Arc::clone(&running);
            let work = tokio::spawn(async move { whole(&inner, &app, &open).await });
            if work.await.is_err() {
                running.stop(Failure::new(FailureKind::Desk, CALL, BROKE));
            }
            running.ended();
        });
    }
    Ok(progress)
}

const BROKE: &str = "Tapline failed while it ran the plan. Resume it: what was sent is found out by reading.";

/// How far a run of this Tapline is.
pub(crate) fn progress(app: &AppState, call: &str, id: &PlanId) -> Result<PlanProgress, Failure> {
    let sentence = "This plan was not run since Tapline started. Open its file, then resume it.";
    let running = app.plans.get(id).ok_or_else(|| Failure::new(FailureKind::Gone, call, sentence))?;
    Ok(running.progress())
}

/// No further item begins.
pub(crate) fn pause(app: &AppState, call: &str, id: &PlanId) -> Result<PlanProgress, Failure> {
    if let Some(running) = app.plans.get(id).filter(|running| running.progress().running) {
        let sentence = "The plan was stopped. What had not begun was not sent.";
        running.stop(Failure::new(FailureKind::Cancelled, call, sentence));
    }
    progress(app, call, id)
}

async fn whole(running: &Arc<Running>, app: &Arc<AppState>, open: &Open) {
    let lists = match Lists::read(&open.client, &running.plan.items).await {
        Ok(lists) => Arc::new(lists),
        Err(failure) => return running.stop(failure),
    };
    let workers: Vec<_> = (0..AT_ONCE)
        .map(|_| {
            let (running, app, lists) = (Arc::clone(running), Arc::clone(app), Arc::clone(&lists));
            tokio::spawn(async move {
                while let Some(at) = running.begin() {
                    let item = &running.plan.items[at];
                    let ended = item::carry_out(&app, &running.plan, item, &running.how, &lists).await;
                    running.end(at, ended);
                }
            })
        })
        .collect();
    for worker in workers {
        if worker.await.is_err() {
            running.stop(Failure::new(FailureKind::Desk, CALL, BROKE));
        }
    }
}
