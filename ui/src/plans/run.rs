//! A run of the open plan: start, polling and pause. Core runs it, whatever page is shown.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{GetPlanProgress, PausePlan, RunPlan};
use tapline_contract::history::OperationId;
use tapline_contract::plan::{ItemState, PlanRun};
use tapline_contract::{Failure, FailureKind};

use super::{Opened, Plans, counts, ended};
use crate::first_steps::FirstStep;
use crate::ipc::{self, engine};
use crate::paths::Route;
use crate::shell::Shell;
use crate::widgets::first_card;

/// Milliseconds between two polls of a run.
const LOOK: u64 = 300;
/// Milliseconds between two polls while core doesn't answer, as while Tapline is locked.
const LATER: u64 = 2000;

impl Plans {
    /// Applies the open plan or continues its run. A plan without a file is saved first.
    pub(crate) fn run(self, shell: Shell) {
        let rests = !untrack(|| self.is_running()) && !self.starting.get_value();
        let Some(opened) = self.open.get_untracked().filter(|_| rests) else { return };
        let how = PlanRun {
            connection: shell.connection(),
            text: opened.text.clone(),
            most_failures: self.failures().unwrap_or(1),
            over_conflicts: self.over_conflicts.get_untracked(),
            again: self.again.get_untracked(),
        };
        self.failed.set(None);
        self.starting.set_value(true);
        let is_wanted = self.still(shell);
        spawn_local(async move {
            if let Err(failure) = self.keep_first(shell, &opened).await {
                if is_wanted() {
                    self.starting.set_value(false);
                    self.failed.set(Some(failure));
                }
                return;
            }
            if !is_wanted() {
                return;
            }
            shell.announce("The change set is being applied.");
            let begun = ipc::command::<RunPlan>(how).await;
            if !is_wanted() {
                return;
            }
            self.starting.set_value(false);
            match begun {
                Ok(progress) => {
                    self.progress.set(Some(progress));
                    self.again.set(false);
                    self.follow(shell);
                }
                Err(failure) => self.failed.set(Some(failure)),
            }
        });
    }

    /// Writes the file of a plan that has none. With the file, an undo plan can undo the whole plan even after it was
    /// closed.
    async fn keep_first(self, shell: Shell, opened: &Opened) -> Result<(), Failure> {
        if opened.file.is_some() {
            return Ok(());
        }
        self.keep(shell).await.map_err(|failure| {
            let sentence = format!(
                "The change set couldn't be saved as a file first, so nothing was sent. {}",
                failure.sentence
            );
            Failure { sentence, ..failure }
        })
    }

    /// Reason and file of the open plan if the change belongs to it.
    pub(crate) fn words_of_change(self, operation: &OperationId) -> Option<String> {
        self.open.with(|open| {
            let open = open.as_ref().filter(|open| operation.0.starts_with(&open.plan.head.id.0))?;
            Some(format!("{}. {}.", open.plan.head.why.trim().trim_end_matches('.'), open.file_words()))
        })
    }

    /// Number of failures after which the run stops; `None` while unreadable.
    pub(crate) fn failures(self) -> Option<u32> {
        self.most_failures.get().trim().parse().ok().filter(|most| *most > 0)
    }

    /// Polls until the run has ended, also while another page is shown.
    pub(super) fn follow(self, shell: Shell) {
        let is_wanted = self.still(shell);
        let Some(opened) = self.open.get_untracked() else { return };
        spawn_local(async move {
            let (mut announced, mut wait) = (0, LOOK);
            loop {
                engine::rest(wait).await;
                if !is_wanted() {
                    return;
                }
                let answer = ipc::command::<GetPlanProgress>(opened.plan.head.id.clone()).await;
                if !is_wanted() {
                    return;
                }
                let progress = match answer {
                    Ok(progress) => progress,
                    Err(failure) if failure.kind == FailureKind::Gone => return self.load_progress(shell),
                    // The run continues or was stopped; core reports it once it answers again.
                    Err(_) => {
                        wait = LATER;
                        continue;
                    }
                };
                wait = LOOK;
                // Announced at each quarter, for screen readers.
                let (done, all) = (ended(&progress), progress.results.len().max(1));
                if progress.running && done * 4 / all > announced {
                    announced = done * 4 / all;
                    shell.announce(&format!("{done} of {all}."));
                }
                let running = progress.running;
                if !running {
                    shell.announce(&format!("Change set: {}", counts(&progress)));
                    if opened.plan.head.undoes.is_some() && progress.count(ItemState::Applied) > 0 {
                        first_card::tick(shell, FirstStep::Undo);
                    }
                }
                if self.progress.with_untracked(|known| known.as_ref() != Some(&progress)) {
                    self.progress.set(Some(progress));
                }
                if !running {
                    break;
                }
            }
            self.verify(shell);
            shell.areas().reload_at(shell, &[Route::Limits, Route::Acquirers, Route::Activity]);
        });
    }

    /// Pauses the run: no further item begins.
    pub(crate) fn pause(self, shell: Shell) {
        let Some(opened) = self.open.get_untracked() else { return };
        spawn_local(async move {
            if let Err(failure) = ipc::command::<PausePlan>(opened.plan.head.id.clone()).await {
                shell.fail(&failure);
            }
        });
    }
}
