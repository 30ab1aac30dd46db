//! One write, from the button to its settled outcome. Every change that the page makes goes through [`Submission`].
//!
//! It sends once, for an operation id that was minted before the button was pressed. Where no answer arrives, core's journal tells
//! whether the change was begun and how it ended. While the outcome is unknown core reads the service by itself; this asks core,
//! until the outcome is settled or nobody wants to know any more. Nothing is ever sent again.

use std::pin::Pin;

use leptos::task::spawn_local;
use tapline_contract::commands::CheckOperation;
use tapline_contract::history::{AnyOutcome, OperationId};
use tapline_contract::{Failure, Outcome};

use crate::ipc;
use crate::journal::{self, JournalResult, SentChange};
use crate::shell::{Saving, Shell};
use crate::show::outcome_word;

/// Who makes a change and shows what becomes of it.
pub(crate) trait Submitter: 'static {
    type Outcome;

    /// An outcome of the journal as it is shown here. Records rest there sealed, so they may have to be read anew.
    fn complete(&self, outcome: AnyOutcome) -> impl Future<Output = Self::Outcome>;
    /// Shows it. Called again with news until it is settled.
    fn arrived(&self, answer: Result<Self::Outcome, Failure>);
    /// Somebody wants to know what became of it.
    fn is_wanted(&self) -> bool;
    /// Nothing more will be known of it.
    fn is_settled(outcome: &Self::Outcome) -> bool;
}

pub(crate) struct Submission<S> {
    shell: Shell,
    sent: SentChange,
    by: S,
}

impl<S: Submitter> Submission<S> {
    pub(crate) fn new(shell: Shell, operation: OperationId, by: S) -> Submission<S> {
        Submission { shell, sent: SentChange { connection: shell.connection(), operation }, by }
    }

    /// Sends it with this call, which carries the operation id, and follows it.
    pub(crate) fn send(self, call: impl Future<Output = Result<S::Outcome, Failure>> + 'static) {
        self.follow(Box::pin(call));
    }

    /// Compiled once for all calls of a submitter.
    fn follow(self, call: Pin<Box<dyn Future<Output = Result<S::Outcome, Failure>>>>) {
        spawn_local(async move {
            let answer = match call.await {
                Ok(outcome) => Ok(outcome),
                Err(failure) => match journal::result(self.shell, &self.sent, failure).await {
                    JournalResult::Known(outcome) => Ok(self.by.complete(*outcome).await),
                    JournalResult::NotBegun(failure) => Err(failure),
                    JournalResult::Left => return,
                },
            };
            if self.is_left() {
                return;
            }
            let mut is_open = matches!(&answer, Ok(outcome) if !S::is_settled(outcome));
            self.by.arrived(answer);
            let still = || self.by.is_wanted() && !self.is_left();
            while is_open {
                let Some(outcome) = journal::later(&self.sent, still).await else { return };
                is_open = !outcome.is_settled();
                let outcome = self.by.complete(outcome).await;
                if !still() {
                    return;
                }
                self.by.arrived(Ok(outcome));
            }
        });
    }

    /// Has core read the service once more, now.
    pub(crate) fn check_now(self) {
        spawn_local(async move {
            if let Err(failure) = self.check().await {
                self.shell.fail(&failure);
            }
        });
    }

    /// The same, for those who show a failure of the check themselves.
    pub(crate) async fn check(&self) -> Result<(), Failure> {
        let change = ipc::command::<CheckOperation>(self.sent.operation.clone()).await?;
        if let Some(outcome) = change.outcome {
            let outcome = self.by.complete(outcome).await;
            if self.by.is_wanted() && !self.is_left() {
                self.by.arrived(Ok(outcome));
            }
        }
        Ok(())
    }

    /// Another connection is open by now, and the page shows nothing of this one.
    fn is_left(&self) -> bool {
        self.shell.connection() != self.sent.connection
    }
}

/// What is to be shown of an answer, announced if it is another word than before; `None` where it is shown already.
pub(crate) fn next<V: PartialEq, R: PartialEq>(
    shell: Shell,
    before: &Saving<Outcome<V, R>>,
    answer: Result<Outcome<V, R>, Failure>,
) -> Option<Saving<Outcome<V, R>>> {
    let after = match answer {
        Ok(outcome) => Saving::Done(Box::new(outcome)),
        Err(failure) => Saving::Failed(failure),
    };
    let word = |saving: &Saving<Outcome<V, R>>| match saving {
        Saving::Done(outcome) => Some(outcome_word(outcome)),
        _ => None,
    };
    let news = word(&after).filter(|now| word(before) != Some(*now));
    if let Some(word) = news {
        shell.announce(word);
    }
    (after != *before).then_some(after)
}
