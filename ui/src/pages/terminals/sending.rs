//! A change of a terminal on its way: sent once, and what became of it.
//!
//! The operation id is there before a button is pressed, core sends at most once per id, and a new attempt after one that is
//! over is a new id. While an outcome is unknown, core reads by itself and this asks core; nothing is sent again.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::de::DeserializeOwned;
use tapline_contract::commands::CheckOperation;
use tapline_contract::device::DeviceAt;
use tapline_contract::field::Loose;
use tapline_contract::history::{AnyOutcome, OperationId};
use tapline_contract::{Endpoint, Failure, Outcome};

use crate::ipc::{self, engine};
use crate::journal::{self, Sent};
use crate::shell::{Saving, Shell};
use crate::show::outcome_word;

/// `A` is what the service answers.
pub(super) type TerminalOutcome<A> = Outcome<A, DeviceAt>;

pub(super) struct Sending<A: Send + Sync + 'static> {
    operation: RwSignal<OperationId>,
    pub(super) saving: RwSignal<Saving<TerminalOutcome<A>>>,
}

impl<A: Send + Sync + 'static> Clone for Sending<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Send + Sync + 'static> Copy for Sending<A> {}

impl<A: Clone + PartialEq + DeserializeOwned + Send + Sync + 'static> Sending<A> {
    pub(super) fn new() -> Sending<A> {
        Sending { operation: RwSignal::new(engine::mint()), saving: RwSignal::new(Saving::Idle) }
    }

    /// Ready for another change; what is on its way goes on in core and stands in the history.
    pub(super) fn forget(self) {
        self.operation.set(engine::mint());
        self.saving.set(Saving::Idle);
    }

    pub(super) fn operation(self) -> OperationId {
        self.operation.get_untracked()
    }

    /// What the service answered leaves the page: it may be a code that opens a terminal.
    pub(super) fn clear_cached(self) {
        self.saving.update(|saving| {
            if let Saving::Done(outcome) = saving {
                hide(outcome);
            }
        });
    }

    pub(super) fn is_running(self) -> bool {
        self.saving.with(|saving| *saving == Saving::Running)
    }

    pub(super) fn is_over(self) -> bool {
        self.saving.with(Saving::is_over)
    }

    /// It cannot be sent again: it is done, unknown, or stands against what someone else did.
    pub(super) fn is_settled(self) -> bool {
        self.saving.with(|saving| match saving {
            Saving::Done(outcome) => !matches!(outcome.as_ref(), Outcome::NotApplied { .. }),
            _ => false,
        })
    }

    pub(super) fn is_applied(self) -> bool {
        self.saving.with(|saving| {
            matches!(saving, Saving::Done(outcome) if matches!(outcome.as_ref(), Outcome::Applied { .. }))
        })
    }

    pub(super) fn send<E>(self, shell: Shell, id: E::Id, input: E::Input, seen: DeviceAt)
    where
        E: Endpoint<Seen = DeviceAt, Answer = TerminalOutcome<A>>,
    {
        if self.is_running() {
            return;
        }
        if self.is_over() {
            self.operation.set(engine::mint());
        }
        let operation = self.operation.get_untracked();
        self.saving.set(Saving::Running);
        let sent = Sent { connection: shell.connection(), operation };
        spawn_local(async move {
            let operation = Some(sent.operation.clone());
            let answer = ipc::api::<E>(sent.connection.clone(), operation, id, input, seen).await;
            if let Some(answer) = journal::answer(shell, &sent, answer, of_journal).await {
                self.arrived(shell, &sent, answer);
            }
        });
    }

    fn arrived(self, shell: Shell, sent: &Sent, answer: Result<TerminalOutcome<A>, Failure>) {
        if matches!(&answer, Ok(outcome) if outcome.is_settled()) {
            super::state::terminals(shell).reload(shell);
        }
        if !self.is_about(sent) {
            return;
        }
        match answer {
            Ok(mut outcome) => {
                if shell.window().locked.get_untracked() {
                    hide(&mut outcome);
                }
                let (word, is_unknown) = (outcome_word(&outcome), !outcome.is_settled());
                let done = Saving::Done(Box::new(outcome));
                if self.saving.with_untracked(|saving| *saving != done) {
                    shell.announce(word);
                    self.saving.set(done);
                }
                if is_unknown {
                    self.watch(shell, sent.clone());
                }
            }
            Err(failure) => self.saving.set(Saving::Failed(failure)),
        }
    }

    /// Asks core what it knows by now, not the service.
    fn watch(self, shell: Shell, sent: Sent) {
        spawn_local(async move {
            if let Some(outcome) = journal::later(&sent, || self.is_about(&sent)).await {
                self.arrived(shell, &sent, Ok(of_journal(outcome)));
            }
        });
    }

    fn is_about(self, sent: &Sent) -> bool {
        self.operation.with_untracked(|now| *now == sent.operation)
    }

    /// Asks core to read the service once more, now.
    pub(super) fn check_now(self, shell: Shell) {
        let sent = Sent { connection: shell.connection(), operation: self.operation.get_untracked() };
        spawn_local(async move {
            match ipc::command::<CheckOperation>(sent.operation.clone()).await {
                Ok(change) => {
                    if let Some(outcome) = change.outcome {
                        self.arrived(shell, &sent, Ok(of_journal(outcome)));
                    }
                }
                Err(failure) => shell.fail(&failure),
            }
        });
    }
}

fn hide<A>(outcome: &mut TerminalOutcome<A>) {
    if let Outcome::Applied { answer, .. } = outcome {
        *answer = None;
    }
}

/// What the journal has. Answers rest there sealed, so none is taken from it.
fn of_journal<A>(outcome: AnyOutcome) -> TerminalOutcome<A> {
    let at = |json: &Loose| serde_json::from_str::<Option<DeviceAt>>(json.raw()).ok().flatten();
    journal::typed(outcome, |_| None, |json| at(json).unwrap_or_default())
}
