//! Runs of plans since the start: their progress, and the rules by which they stop. Items are opaque here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tapline_contract::history::OperationId;
use tapline_contract::plan::{ItemResult, ItemState, Plan, PlanId, PlanProgress, PlanRun};
use tapline_contract::{Failure, FailureKind};
use tapline_platform::sync::locked;
use tokio::sync::Notify;

/// Runs whose results are kept.
const MOST: usize = 8;

/// By plan.
#[derive(Default)]
pub(crate) struct PlanRuns(Mutex<BTreeMap<PlanId, Arc<RunningPlan>>>);

pub(crate) struct RunningPlan {
    pub(crate) plan: Plan,
    pub(crate) how: PlanRun,
    next: AtomicUsize,
    failures: AtomicUsize,
    progress: Mutex<PlanProgress>,
    /// Changes that were handed over, and may still be called off.
    on_their_way: Mutex<BTreeSet<OperationId>>,
    paused: AtomicBool,
    woken: Notify,
}

impl PlanRuns {
    /// The run of a plan, and whether it is a new one: a run that is on its way goes on as it is.
    pub(crate) fn begin(
        &self,
        plan: Plan,
        how: PlanRun,
        results: Vec<ItemResult>,
    ) -> (Arc<RunningPlan>, bool) {
        let mut runs = locked(&self.0);
        let id = plan.head.id.clone();
        if let Some(running) = runs.get(&id).filter(|running| running.progress().running) {
            return (Arc::clone(running), false);
        }
        let progress = PlanProgress { plan: id.clone(), running: true, stopped: None, results };
        let running = Arc::new(RunningPlan {
            plan,
            how,
            next: AtomicUsize::new(0),
            failures: AtomicUsize::new(0),
            progress: Mutex::new(progress),
            on_their_way: Mutex::default(),
            paused: AtomicBool::new(false),
            woken: Notify::new(),
        });
        while runs.len() >= MOST {
            let ended = runs.iter().find(|(_, run)| !run.progress().running).map(|(id, _)| id.clone());
            let Some(ended) = ended else { break };
            runs.remove(&ended);
        }
        runs.insert(id, Arc::clone(&running));
        (running, true)
    }

    /// Hears a change's answer before it is settled: after a fatal answer no further item of its plan begins.
    pub(crate) fn hear(&self, operation: &OperationId, failure: &Failure) {
        if !ends_all(failure.kind) {
            return;
        }
        let runs = locked(&self.0);
        let of = runs.iter().find(|(id, _)| operation.0.starts_with(&id.0));
        if let Some((_, run)) = of {
            run.stop(failure.clone());
        }
    }

    pub(crate) fn get(&self, id: &PlanId) -> Option<Arc<RunningPlan>> {
        locked(&self.0).get(id).cloned()
    }
}

pub(crate) const CALL: &str = "RunPlan";

impl RunningPlan {
    pub(crate) fn progress(&self) -> PlanProgress {
        locked(&self.progress).clone()
    }

    /// Marks that no change of the plan is on its way any more.
    pub(crate) fn ended(&self) {
        locked(&self.progress).running = false;
    }

    /// The next item, unless the run was stopped.
    pub(crate) fn begin(&self) -> Option<usize> {
        let mut progress = locked(&self.progress);
        if progress.stopped.is_some() {
            return None;
        }
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        progress.results.get_mut(at)?.state = ItemState::Running;
        Some(at)
    }

    pub(crate) fn end(&self, at: usize, (result, failure): (ItemResult, Option<Failure>)) {
        let (state, name) = (result.state, result.name.clone());
        locked(&self.progress).results[at] = result;
        match state {
            ItemState::Conflict if !self.how.over_conflicts => {
                let sentence = format!("Stopped: {name} has changed since the review. See its result.");
                self.stop(Failure::new(FailureKind::Cancelled, CALL, sentence));
            }
            ItemState::NotApplied | ItemState::Unknown => {
                let failures = self.failures.fetch_add(1, Ordering::Relaxed) + 1;
                match failure {
                    Some(failure) if ends_all(failure.kind) => self.stop(failure),
                    _ if failures >= usize::try_from(self.how.most_failures.max(1)).unwrap_or(usize::MAX) => {
                        let sentence = format!(
                            "Stopped after {failures} {} not applied or unconfirmed, the last one {name}.",
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

    /// The first reason counts.
    pub(crate) fn stop(&self, why: Failure) {
        locked(&self.progress).stopped.get_or_insert(why);
    }

    /// Stops it because a person says so: also what is only being read for ends. The changes that may still be called off.
    pub(crate) fn pause(&self, why: Failure) -> BTreeSet<OperationId> {
        self.stop(why);
        self.paused.store(true, Ordering::SeqCst);
        self.woken.notify_waiters();
        locked(&self.on_their_way).clone()
    }

    pub(crate) fn was_paused(&self) -> bool {
        self.paused.load(Ordering::SeqCst)
    }

    /// Returns once a person pauses it.
    pub(crate) async fn paused(&self) {
        loop {
            let woken = self.woken.notified();
            if self.was_paused() {
                return;
            }
            woken.await;
        }
    }

    /// Notes a change about to be handed over; `false` where the run was paused before that.
    pub(crate) fn sends(&self, operation: &OperationId) -> bool {
        // In this order: who pauses it looks at the list afterwards.
        locked(&self.on_their_way).insert(operation.clone());
        !self.was_paused()
    }

    /// The change has an outcome.
    pub(crate) fn sent(&self, operation: &OperationId) {
        locked(&self.on_their_way).remove(operation);
    }

    /// Gives the items that have not begun the names that a read shows.
    pub(crate) fn name_waiting(&self, names: impl Iterator<Item = Option<String>>) {
        let mut progress = locked(&self.progress);
        for (result, name) in progress.results.iter_mut().zip(names) {
            if let Some(name) = name.filter(|_| result.state == ItemState::Waiting) {
                result.name = name;
            }
        }
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
