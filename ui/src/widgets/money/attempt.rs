//! One attempt at a call that moves money: typed, sent once, and its result, updated while core finds out.
//!
//! The operation id exists before any button is pressed. Closing the dialog drops the attempt, never the call:
//! core carries it out, and its journal tells what became of it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::history::{AnyOutcome, OperationId};
use tapline_contract::{Endpoint, Failure, Outcome};

use super::verdict::Verdict;
use crate::ipc::{self, engine};
use crate::shell::Shell;
use crate::submission::{Submission, Submitter};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Phase {
    Typing,
    Running,
    Over(Verdict),
}

/// A check that the person requested.
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
    /// Name of the endpoint that was called.
    call: StoredValue<&'static str>,
    on_change: Callback<()>,
}

impl Attempt {
    /// `on_change` runs when the page should read again: after the answer, and when the result changes.
    pub(crate) fn new(on_change: Callback<()>) -> Attempt {
        Attempt {
            operation: RwSignal::new(engine::mint()),
            phase: RwSignal::new(Phase::Typing),
            checking: RwSignal::new(Checking::No),
            call: StoredValue::new(""),
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

    /// Sends the call, once.
    pub(crate) fn send<E>(self, shell: Shell, id: E::Id, input: E::Input, seen: E::Seen)
    where
        E: Endpoint<Answer = Outcome<<E as Endpoint>::Output, <E as Endpoint>::Seen>>,
    {
        if self.phase.with_untracked(|phase| *phase != Phase::Typing) {
            return;
        }
        self.phase.set(Phase::Running);
        shell.announce("Sending.");
        let operation = self.operation.get_untracked();
        let call = ipc::api::<E>(shell.connection(), Some(operation), id, input, seen);
        self.submission(shell, E::NAME).send(async { Ok(Verdict::of(E::NAME, &call.await?)) });
    }

    fn submission(self, shell: Shell, call: &'static str) -> Submission<Mover> {
        let operation = self.operation.get_untracked();
        self.call.set_value(call);
        Submission::new(shell, operation.clone(), Mover { shell, operation, call, attempt: self })
    }

    /// Goes back to the form, as a new operation.
    pub(super) fn again(self) {
        self.operation.set(engine::mint());
        self.checking.set(Checking::No);
        self.phase.set(Phase::Typing);
    }

    /// Asks core to read the service again now.
    pub(super) fn check_now(self, shell: Shell) {
        self.checking.set(Checking::Running);
        let submission = self.submission(shell, self.call.get_value());
        spawn_local(async move {
            let checked = submission.check().await;
            // The dialog may be closed by now.
            let _ = self.checking.try_set(checked.err().map_or(Checking::No, Checking::Failed));
        });
    }
}

/// A call that was sent.
struct Mover {
    shell: Shell,
    operation: OperationId,
    call: &'static str,
    attempt: Attempt,
}

impl Submitter for Mover {
    type Outcome = Verdict;

    async fn complete(&self, outcome: AnyOutcome) -> Verdict {
        Verdict::of(self.call, &outcome)
    }

    fn arrived(&self, answer: Result<Verdict, Failure>) {
        if !self.is_wanted() {
            return;
        }
        let verdict = answer.unwrap_or_else(Verdict::of_failure);
        let word = verdict.word();
        let (before, after) = (self.attempt.phase.get_untracked(), Phase::Over(verdict));
        if before != after {
            self.attempt.phase.set(after);
            if !matches!(&before, Phase::Over(known) if known.word() == word) {
                self.shell.announce(word);
                self.attempt.on_change.try_run(());
            }
        }
    }

    /// False once the dialog is closed.
    fn is_wanted(&self) -> bool {
        self.attempt.operation.try_with_untracked(|mine| *mine == self.operation).unwrap_or(false)
    }

    fn is_settled(verdict: &Verdict) -> bool {
        !matches!(verdict, Verdict::Unknown { .. })
    }
}
