//! A run of a plan: up to eight items at a time, its progress, and the rules by which it stops.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tapline_contract::plan::{ItemResult, ItemState, Plan, PlanId, PlanProgress, PlanRun};
use tapline_contract::{Failure, FailureKind};

use super::record::Lists;
use super::{admitted, item, result};
use crate::session_state::Open;
use crate::state::AppState;
use crate::sync::locked;

/// As many items are on their way at once.
const AT_ONCE: usize = 8;
/// Runs whose results are kept.
const MOST: usize = 8;

/// The runs since the start.
#[derive(Default)]
pub(crate) struct Plans(Mutex<BTreeMap<PlanId, Arc<Running>>>);

struct Running {
    plan: Plan,
    how: PlanRun,
    next: AtomicUsize,
    failures: AtomicUsize,
    progress: Mutex<PlanProgress>,
}

/// Begins a run and answers at once. One that is on its way goes on as it is.
pub(crate) fn start(app: &Arc<AppState>, call: &str, how: PlanRun) -> Result<PlanProgress, Failure> {
    let open = app.open(&how.connection, call)?;
    let plan = admitted(&open, call, &how.text)?;
    let mut runs = locked(&app.plans.0);
    if let Some(running) = runs.get(&plan.head.id) {
        let progress = locked(&running.progress).clone();
        if progress.running {
            return Ok(progress);
        }
    }
    let results = plan.items.iter().map(|item| result(item, ItemState::Waiting, "")).collect();
    let id = plan.head.id.clone();
    let progress = PlanProgress { plan: id.clone(), running: true, stopped: None, results };
    let running = Arc::new(Running {
        plan,
        how,
        next: AtomicUsize::new(0),
        failures: AtomicUsize::new(0),
        progress: Mutex::new(progress.clone()),
    });
    while runs.len() >= MOST {
        let ended = runs.iter().find(|(_, run)| !locked(&run.progress).running).map(|(id, _)| id.clone());
        let Some(ended) = ended else { break };
        runs.remove(&ended);
    }
    runs.insert(id, Arc::clone(&running));
    drop(runs);
    let app = Arc::clone(app);
    tokio::spawn(async move {
        let inner = Arc::clone(&running);
        let whole = tokio::spawn(async move { inner.whole(&app, &open).await });
        if whole.await.is_err() {
            running.stop(Failure::new(FailureKind::Desk, CALL, BROKE));
        }
        locked(&running.progress).running = false;
    });
    Ok(progress)
}

const CALL: &str = "RunPlan";
const BROKE: &str = "Tapline failed while it ran the plan. Resume it: what was sent is found out by reading.";

/// How far a run of this Tapline is.
pub(crate) fn progress(app: &AppState, call: &str, id: &PlanId) -> Result<PlanProgress, Failure> {
    let runs = locked(&app.plans.0);
    let sentence = "This plan was not run since Tapline started. Open its file, then resume it.";
    let running = runs.get(id).ok_or_else(|| Failure::new(FailureKind::Gone, call, sentence))?;
    let progress = locked(&running.progress).clone();
    Ok(progress)
}

/// No further item begins.
pub(crate) fn pause(app: &AppState, call: &str, id: &PlanId) -> Result<PlanProgress, Failure> {
    let running = locked(&app.plans.0).get(id).cloned();
    if let Some(running) = running.filter(|running| locked(&running.progress).running) {
        running.stop(Failure::new(
            FailureKind::Cancelled,
            call,
            "The plan was stopped. What had not begun was not sent.",
        ));
    }
    progress(app, call, id)
}

impl Running {
    async fn whole(self: Arc<Self>, app: &Arc<AppState>, open: &Open) {
        let lists = match Lists::read(&open.client, &self.plan.items).await {
            Ok(lists) => Arc::new(lists),
            Err(failure) => return self.stop(failure),
        };
        let workers: Vec<_> = (0..AT_ONCE)
            .map(|_| {
                let (running, app, lists) = (Arc::clone(&self), Arc::clone(app), Arc::clone(&lists));
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
                self.stop(Failure::new(FailureKind::Desk, CALL, BROKE));
            }
        }
    }

    /// The next item, unless the run was stopped.
    fn begin(&self) -> Option<usize> {
        let mut progress = locked(&self.progress);
        if progress.stopped.is_some() {
            return None;
        }
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        progress.results.get_mut(at)?.state = ItemState::Running;
        Some(at)
    }

    fn end(&self, at: usize, (result, failure): (ItemResult, Option<Failure>)) {
        let (state, name) = (result.state, result.name.clone());
        locked(&self.progress).results[at] = result;
        match state {
            ItemState::Conflict if !self.how.over_conflicts => {
                let sentence =
                    format!("The plan stopped at {name}, which is not what was reviewed. See its result.");
                self.stop(Failure::new(FailureKind::Cancelled, CALL, sentence));
            }
            ItemState::NotApplied | ItemState::Unknown => {
                let failures = self.failures.fetch_add(1, Ordering::Relaxed) + 1;
                match failure {
                    Some(failure) if ends_all(failure.kind) => self.stop(failure),
                    _ if failures >= usize::try_from(self.how.most_failures.max(1)).unwrap_or(usize::MAX) => {
                        let sentence = format!(
                            "The plan stopped after {failures} {} not applied or unknown, the last one {name}.",
                            if failures == 1 { "item that was" } else { "items that were" }
                        );
                        self.stop(Failure::new(FailureKind::Cancelled, CALL, sentence));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// The first reason stands.
    fn stop(&self, why: Failure) {
        locked(&self.progress).stopped.get_or_insert(why);
    }
}

/// Failures that every further item would have too, or that ask to send less.
fn ends_all(kind: FailureKind) -> bool {
    matches!(
        kind,
        FailureKind::Unauthorized
            | FailureKind::NoToken
            | FailureKind::TooManyRequests
            | FailureKind::Locked
            | FailureKind::NotConnected
            | FailureKind::ReadOnly
            | FailureKind::Journal
            | FailureKind::Desk
    )
}
