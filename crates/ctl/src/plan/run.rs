//! A plan under way: started in core, its progress on standard error, its results as JSON lines on standard output.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tapline_contract::commands::{GetPlanProgress, PausePlan, RunPlan};
use tapline_contract::plan::{ItemResult, ItemState, PlanId, PlanProgress, PlanRun};

use crate::exit::Exit;
use crate::opened::Core;
use crate::say::{self, Stop, note};
use crate::stop::{sending, stopped};

/// Interval between reads of the progress.
const TICK: Duration = Duration::from_millis(25);

pub(super) async fn run(core: &Core, id: PlanId, how: PlanRun) -> Result<Exit, Stop> {
    sending()?;
    let signal = stopped();
    tokio::pin!(signal);
    let begun = tokio::select! {
        begun = core.command::<RunPlan>(how) => Some(begun?),
        () = &mut signal => None,
    };
    let mut signalled = begun.is_none();
    let mut progress = match begun {
        Some(progress) => progress,
        // It does not begin any more; where it had begun already, it is stopped.
        None => core.command::<PausePlan>(id).await.map_err(|_| {
            note("Stopped before anything was sent. Nothing was changed.");
            Stop::Paused
        })?,
    };
    let bar = ProgressBar::new(u64::try_from(progress.results.len()).unwrap_or(u64::MAX));
    if let Ok(style) = ProgressStyle::with_template("{pos} of {len} items, {elapsed}, {msg}") {
        bar.set_style(style);
    }
    while progress.running {
        tokio::select! {
            () = &mut signal, if !signalled => {
                signalled = true;
                note("Stopping after the items already sent…");
                core.command::<PausePlan>(progress.plan.clone()).await?;
            }
            () = tokio::time::sleep(TICK) => {}
        }
        progress = core.command::<GetPlanProgress>(progress.plan.clone()).await?;
        let open = progress.count(ItemState::Waiting) + progress.count(ItemState::Running);
        bar.set_position(u64::try_from(progress.results.len() - open).unwrap_or(u64::MAX));
        bar.set_message(summary(&progress));
    }
    bar.finish_and_clear();
    results(&progress.results)?;
    note(&format!("{}.", capital(&summary(&progress))));
    if let Some(failure) = &progress.stopped {
        say::failure(failure);
    }
    if progress.count(ItemState::Unknown) > 0 {
        note(
            "Unconfirmed items may have been sent. `taplinectl resume` checks them and doesn't send them again. With \
             --again it does, once several checks show the record as before.",
        );
    }
    Ok(ended(&progress, signalled))
}

pub(super) fn results(results: &[ItemResult]) -> Result<(), Stop> {
    results.iter().try_for_each(|result| say::json(&serde_json::to_string(result).unwrap_or_default()))
}

/// The worst of what happened.
fn ended(progress: &PlanProgress, signalled: bool) -> Exit {
    let has = |state| progress.count(state) > 0;
    match &progress.stopped {
        _ if has(ItemState::Unknown) => Exit::Unknown,
        _ if has(ItemState::Conflict) => Exit::Conflict,
        _ if signalled => Exit::Paused,
        Some(failure) => match Exit::of_failure(failure) {
            // A rule stopped it: what stood against the items is in their results.
            Exit::Wrong if has(ItemState::NotApplied) => Exit::Refused,
            exit => exit,
        },
        None if has(ItemState::NotApplied) => Exit::Refused,
        None => Exit::Done,
    }
}

/// Number of items in each state, zeros left out.
pub(super) fn summary(progress: &PlanProgress) -> String {
    let all = [
        (ItemState::Applied, "applied"),
        (ItemState::Already, "already set"),
        (ItemState::NotApplied, "not applied"),
        (ItemState::Conflict, "in conflict"),
        (ItemState::Unknown, "unconfirmed"),
        (ItemState::Waiting, "not begun"),
    ];
    let counts = all.into_iter().map(|(state, words)| (progress.count(state), words));
    let parts: Vec<_> =
        counts.filter(|(count, _)| *count > 0).map(|(count, words)| format!("{count} {words}")).collect();
    if parts.is_empty() { "nothing to do".to_owned() } else { parts.join(", ") }
}

fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}
