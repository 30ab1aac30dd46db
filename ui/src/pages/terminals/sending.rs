//! A change of a terminal on its way: sent once, and what became of it.
//!
//! The operation id is there before a button is pressed, core sends at most once per id, and a new attempt after one that is
//! over is a new id. While an outcome is unknown, core reads by itself and this asks core; nothing is sent again.

use leptos::prelude::*;
use serde::de::DeserializeOwned;
use tapline_contract::device::DeviceAt;
use tapline_contract::field::Loose;
use tapline_contract::history::{AnyOutcome, OperationId};
use tapline_contract::{Endpoint, Failure, Outcome};

use crate::ipc::{self, engine};
use crate::journal;
use crate::shell::{Saving, Shell};
use crate::submission::{Submission, Submitter, next};

/// `A` is the type of the answer.
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
        self.saving.set(Saving::Running);
        let (operation, connection) = (self.operation(), shell.connection());
        let call = ipc::api::<E>(connection, Some(operation), id, input, seen);
        self.submission(shell).send(call);
    }

    /// Has core read the service once more, now.
    pub(super) fn check_now(self, shell: Shell) {
        self.submission(shell).check_now();
    }

    fn submission(self, shell: Shell) -> Submission<Sender<A>> {
        let operation = self.operation();
        Submission::new(shell, operation.clone(), Sender { shell, operation, sending: self })
    }
}

/// A change that was sent.
struct Sender<A: Send + Sync + 'static> {
    shell: Shell,
    operation: OperationId,
    sending: Sending<A>,
}

impl<A: Clone + PartialEq + DeserializeOwned + Send + Sync + 'static> Submitter for Sender<A> {
    type Outcome = TerminalOutcome<A>;

    /// Answers rest in the journal sealed, so none is taken from it.
    async fn complete(&self, outcome: AnyOutcome) -> TerminalOutcome<A> {
        let at = |json: &Loose| serde_json::from_str::<Option<DeviceAt>>(json.raw()).ok().flatten();
        journal::typed(outcome, |_| None, |json| at(json).unwrap_or_default())
    }

    fn arrived(&self, answer: Result<TerminalOutcome<A>, Failure>) {
        let shell = self.shell;
        if matches!(&answer, Ok(outcome) if outcome.is_settled()) {
            super::state::terminals(shell).reload(shell);
        }
        if !self.is_wanted() {
            return;
        }
        let answer = answer.map(|mut outcome| {
            if shell.window().locked.get_untracked() {
                hide(&mut outcome);
            }
            outcome
        });
        if let Some(saving) = self.sending.saving.with_untracked(|before| next(shell, before, answer)) {
            self.sending.saving.set(saving);
        }
    }

    fn is_wanted(&self) -> bool {
        self.sending.operation.with_untracked(|now| *now == self.operation)
    }

    fn is_settled(outcome: &TerminalOutcome<A>) -> bool {
        outcome.is_settled()
    }
}

fn hide<A>(outcome: &mut TerminalOutcome<A>) {
    if let Outcome::Applied { answer, .. } = outcome {
        *answer = None;
    }
}
