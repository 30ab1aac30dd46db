//! A run of a plan: up to eight items at a time, from the lists that it begins with to the end of the last item.

use std::sync::Arc;

use tapline_changes::Open;
use tapline_changes::gate;
use tapline_changes::turn;
use tapline_changes::{Question, Subject};
use tapline_contract::commands::{GetPlanProgress, PausePlan, RunPlan};
use tapline_contract::plan::{ItemState, Plan, PlanId, PlanKind, PlanProgress, PlanRun};
use tapline_contract::shown::Shown;
use tapline_contract::{Command as _, Failure, FailureKind};
use tapline_platform::words::visible;

use super::record::Lists;
use super::{admitted, item, result};
use crate::perform::Perform;
use crate::plan_runs::{CALL, RunningPlan};
use crate::state::AppState;

/// As many items are on their way at once.
const AT_ONCE: usize = 8;

impl Perform for RunPlan {
    /// Begins a run and answers at once. One that is on its way goes on as it is.
    async fn perform(app: &Arc<AppState>, how: PlanRun) -> Result<PlanProgress, Failure> {
        let call = Self::NAME;
        let open = app.open(&how.connection, call)?;
        let plan = admitted(&open, call, &how.text).await?;
        let strict = open.session.connection.confirms_outside();
        // Held until the run begins, so that a second call finds it.
        let turn = if strict { Some(turn(&app.changes).await) } else { None };
        if let Some(running) = app.plan_runs.get(&plan.head.id).filter(|running| running.progress().running) {
            return Ok(running.progress());
        }
        if let Some(turn) = &turn {
            turn.ask(call, question(&open, &plan)).await?;
            // Locked or left while the question was open: then nothing begins.
            if !Arc::ptr_eq(&app.open(&how.connection, call)?.client, &open.client) {
                return Err(Failure::new(FailureKind::NotConnected, call, OPENED_ANEW));
            }
        }
        let results = plan.items.iter().map(|item| result(item, ItemState::Waiting, "")).collect();
        let (running, is_new) = app.plan_runs.begin(plan, how, results);
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
}

/// One for the whole change set, with its counts.
fn question(open: &Open, plan: &Plan) -> Question {
    let session = &open.session;
    let counts: Vec<_> = [PlanKind::Emv, PlanKind::Acquirer]
        .into_iter()
        .map(|kind| (kind.words(), plan.items.iter().filter(|item| item.kind == kind).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(words, count)| counted(count, words))
        .collect();
    Question {
        subject: Subject::ChangeSet,
        title: Shown::line(format_args!("Apply {} on LIVE?", counted(plan.items.len(), "change"))),
        text: Shown::lines([
            format!(
                "The change set “{}” changes {}, on {}, owner {}.",
                visible(&plan.head.why),
                counts.join(" and "),
                session.connection.label(),
                visible(&session.owner)
            ),
            String::new(),
            "Agree only if you reviewed it.".to_owned(),
        ]),
        agree: "Apply",
    }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

const OPENED_ANEW: &str =
    "The connection was reopened while you confirmed, so nothing was sent. Apply the change set again.";

const BROKE: &str =
    "Tapline failed while it applied the change set. Resume it; Tapline checks what was sent.";

impl Perform for GetPlanProgress {
    async fn perform(app: &Arc<AppState>, id: PlanId) -> Result<PlanProgress, Failure> {
        progress(app, Self::NAME, &id)
    }
}

/// Progress of a run of this Tapline.
fn progress(app: &AppState, call: &str, id: &PlanId) -> Result<PlanProgress, Failure> {
    let sentence = "This change set wasn't run since Tapline started. Open its file, then resume it.";
    let running = app.plan_runs.get(id).ok_or_else(|| Failure::new(FailureKind::Gone, call, sentence))?;
    Ok(running.progress())
}

impl Perform for PausePlan {
    /// No further item begins, and a change that is only being read for is called off.
    async fn perform(app: &Arc<AppState>, id: PlanId) -> Result<PlanProgress, Failure> {
        if let Some(running) = app.plan_runs.get(&id).filter(|running| running.progress().running) {
            let sentence = "Stopped. Items that hadn't begun weren't sent.";
            for operation in running.pause(Failure::new(FailureKind::Cancelled, Self::NAME, sentence)) {
                // A change that can't be cancelled any more goes on to its end.
                let _ = gate::cancel(&app.changes, operation);
            }
        }
        progress(app, Self::NAME, &id)
    }
}

async fn whole(running: &Arc<RunningPlan>, app: &Arc<AppState>, open: &Open) {
    // On a task of its own: to take a large list apart keeps a thread busy.
    let reading = {
        let (client, running) = (open.client.clone(), Arc::clone(running));
        tokio::spawn(async move { Lists::read(&client, &running.plan.items).await })
    };
    let read = tokio::select! {
        read = reading => read,
        () = running.paused() => return,
    };
    let lists = match read {
        Ok(Ok(lists)) => Arc::new(lists),
        Ok(Err(failure)) => return running.stop(failure),
        Err(_) => return running.stop(Failure::new(FailureKind::Desk, CALL, BROKE)),
    };
    running.name_waiting(running.plan.items.iter().map(|item| Some(lists.find(item).found()?.name())));
    let workers: Vec<_> = (0..AT_ONCE)
        .map(|_| {
            let (running, app, lists) = (Arc::clone(running), Arc::clone(app), Arc::clone(&lists));
            tokio::spawn(async move {
                while let Some(at) = running.begin() {
                    let item = &running.plan.items[at];
                    let ended = item::carry_out(&app, &running, item, &lists).await;
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
