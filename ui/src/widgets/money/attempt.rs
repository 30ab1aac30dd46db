//! One attempt at a call that moves money: typed, sent once, and what became of it, live while core finds out.
//!
//! The operation id is there before any button is pressed. A dialog that is closed takes its attempt with it, never the call:
//! core carries it out, and its journal tells what became of it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{CheckOperation, ListHistory};
use tapline_contract::history::{Change, OperationId};
use tapline_contract::{Endpoint, Failure, Outcome};

use super::verdict::Verdict;
use crate::ipc::{self, engine};
use crate::shell::Shell;

/// Between two looks at core's journal.
pub(super) const LOOK: u64 = 1500;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Phase {
    Typing,
    Running,
    Over(Verdict),
}

/// A check that was asked for by hand.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Checking {
    No,
    Running,
    Failed(Failure),
}

#[derive(Clone, Copy)]
pub(crate) struct Attempt {
    operation: RwSignal<OperationId>,
    phase: RwSignal<Phase>,
    checking: RwSignal<Checking>,
    watching: RwSignal<bool>,
    on_change: Callback<()>,
}

impl Attempt {
    /// `on_change` runs whenever something is to be read again: after the answer, and after each settling.
    pub(crate) fn new(on_change: Callback<()>) -> Attempt {
        Attempt {
            operation: RwSignal::new(engine::mint()),
            phase: RwSignal::new(Phase::Typing),
            checking: RwSignal::new(Checking::No),
            watching: RwSignal::new(false),
            on_change,
        }
    }

    pub(crate) fn operation(self) -> OperationId {
        self.operation.get()
    }

    pub(crate) fn is_typing(self) -> bool {
        self.phase.with(|phase| *phase == Phase::Typing)
    }

    pub(crate) fn is_running(self) -> bool {
        self.phase.with(|phase| *phase == Phase::Running)
    }

    pub(super) fn verdict(self) -> Option<Verdict> {
        self.phase.with(|phase| match phase {
            Phase::Over(verdict) => Some(verdict.clone()),
            Phase::Typing | Phase::Running => None,
        })
    }

    pub(super) fn checking(self) -> Checking {
        self.checking.get()
    }

    /// Sends it, unless it was sent.
    pub(crate) fn send<E>(self, shell: Shell, id: E::Id, input: E::Input, seen: E::Seen)
    where
        E: Endpoint<Answer = Outcome<<E as Endpoint>::Output, <E as Endpoint>::Seen>>,
    {
        if self.phase.with_untracked(|phase| *phase != Phase::Typing) {
            return;
        }
        self.phase.set(Phase::Running);
        shell.announce("Sending.");
        let (operation, connection) = (self.operation.get_untracked(), shell.connection());
        spawn_local(async move {
            let answer = ipc::api::<E>(connection, Some(operation.clone()), id, input, seen).await;
            let verdict = match answer {
                Ok(outcome) => Some(Verdict::of(E::NAME, &outcome)),
                Err(failure) => match journal(shell, &operation).await {
                    Ok(Some(change)) => Verdict::of_change(&change),
                    Ok(None) => Some(Verdict::of_failure(failure)),
                    // Nothing says that it was not sent.
                    Err(_) => None,
                },
            };
            match verdict {
                Some(verdict) => self.arrive(shell, &operation, verdict),
                None => self.watch(shell, operation),
            }
        });
    }

    /// Back to what was typed, as a new operation.
    pub(super) fn again(self) {
        self.operation.set(engine::mint());
        self.checking.set(Checking::No);
        self.phase.set(Phase::Typing);
    }

    /// Has core read the service once more, now.
    pub(super) fn check_now(self, shell: Shell) {
        let operation = self.operation.get_untracked();
        self.checking.set(Checking::Running);
        spawn_local(async move {
            let checked = ipc::command::<CheckOperation>(operation.clone()).await;
            // The dialog may be closed by now.
            let _ =
                self.checking.try_set(checked.as_ref().err().cloned().map_or(Checking::No, Checking::Failed));
            if let Some(verdict) = checked.ok().and_then(|change| Verdict::of_change(&change)) {
                self.arrive(shell, &operation, verdict);
            }
        });
    }

    fn arrive(self, shell: Shell, operation: &OperationId, verdict: Verdict) {
        if !self.is_about(operation) {
            return;
        }
        let reads_on = matches!(verdict, Verdict::Unknown { given_up: false, .. });
        let before = self.phase.get_untracked();
        let after = Phase::Over(verdict.clone());
        if before != after {
            let is_new_word = !matches!(&before, Phase::Over(known) if known.word() == verdict.word());
            self.phase.set(after);
            if is_new_word {
                shell.announce(verdict.word());
                self.on_change.try_run(());
            }
        }
        if reads_on {
            self.watch(shell, operation.clone());
        }
    }

    /// While the outcome is unknown core reads by itself; this asks core, not the service.
    fn watch(self, shell: Shell, operation: OperationId) {
        if self.watching.try_get_untracked().unwrap_or(true) {
            return;
        }
        self.watching.set(true);
        engine::later(LOOK, move || {
            if self.watching.try_set(false).is_some() || !self.is_about(&operation) {
                return;
            }
            spawn_local(async move {
                let change = journal(shell, &operation).await.ok().flatten();
                match change.as_ref().and_then(Verdict::of_change) {
                    Some(verdict) => self.arrive(shell, &operation, verdict),
                    None => self.watch(shell, operation),
                }
            });
        });
    }

    fn is_about(self, operation: &OperationId) -> bool {
        self.operation.try_with_untracked(|mine| mine == operation).unwrap_or(false)
    }
}

/// The call as core's journal has it; `None` when it was never begun.
async fn journal(shell: Shell, operation: &OperationId) -> Result<Option<Change>, Failure> {
    let history = ipc::command::<ListHistory>(shell.connection()).await?;
    Ok(history.into_iter().find(|change| change.operation == *operation))
}
