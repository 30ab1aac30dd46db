//! One attempt at a call that moves money: its [`ChangeFlow`], and what the dialog adds to it.
//!
//! Closing the dialog drops the attempt, never the call: core carries it out, and its journal has the outcome.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::history::OperationId;
use tapline_contract::{Endpoint, Failure, Outcome};

use super::verdict::{MoneyOutcome, shown, word};
use crate::change::{ChangeFlow, ChangeState};
use crate::ipc;
use crate::shell::Shell;

/// A check that the person requested.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Checking {
    No,
    Running,
    Failed(Failure),
}

#[derive(Clone, Copy)]
pub(crate) struct Attempt {
    pub(super) flow: ChangeFlow<(), ()>,
    pub(super) checking: RwSignal<Checking>,
    on_change: Callback<()>,
}

impl Attempt {
    /// `on_change` runs when the page should read again: after the answer, and when the result changes.
    pub(crate) fn new(on_change: Callback<()>) -> Attempt {
        Attempt { flow: ChangeFlow::new(word), checking: RwSignal::new(Checking::No), on_change }
    }

    pub(crate) fn operation(self) -> OperationId {
        self.flow.operation()
    }

    pub(crate) fn is_typing(self) -> bool {
        self.flow.with(|state| *state == ChangeState::Idle)
    }

    /// Sends the call, once.
    pub(crate) fn send<E>(self, shell: Shell, id: E::Id, input: E::Input, seen: E::Seen)
    where
        E: Endpoint<Answer = Outcome<<E as Endpoint>::Output, <E as Endpoint>::Seen>>,
    {
        if !untrack(|| self.is_typing()) {
            return;
        }
        shell.announce("Sending.");
        let connection = shell.connection();
        let call = |operation| {
            let answer = ipc::api::<E>(connection, Some(operation), id, input, seen);
            async { Ok(shown(E::NAME, answer.await?)) }
        };
        let typed = async |outcome| shown(E::NAME, outcome);
        let arrived = move |outcome: &mut MoneyOutcome, before: &ChangeState<(), ()>| {
            let is_news = before.outcome().map(word) != Some(word(outcome));
            // Idle: the dialog is closed by now.
            if is_news && *before != ChangeState::Idle {
                self.on_change.try_run(());
            }
        };
        self.flow.send(shell, call, typed, arrived, || false);
    }

    /// Goes back to the form, as a new operation.
    pub(super) fn again(self) {
        self.checking.set(Checking::No);
        self.flow.renew();
    }

    /// Asks core to read the service again now.
    pub(super) fn check_now(self) {
        self.checking.set(Checking::Running);
        spawn_local(async move {
            let checked = self.flow.check().await;
            // The dialog may be closed by now.
            let _ = self.checking.try_set(checked.err().map_or(Checking::No, Checking::Failed));
        });
    }
}
