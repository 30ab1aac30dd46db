//! Asking the person outside the page, in a dialog that the page can neither draw nor answer.
//!
//! For actions that a hostile page must not be able to do alone: sending to a new address, lowering a protection, and on LIVE
//! at the strictest level moving money, running a change set and seeing a secret. Callers decide when to ask. Without a way to
//! ask, the answer is no.

use std::sync::Arc;

use tapline_contract::secret::Secret;
use tapline_contract::shown::Shown;
use tapline_contract::{Failure, FailureKind};
use tokio::sync::MutexGuard;

use crate::Changes;

/// Question to the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub subject: Subject,
    pub title: Shown,
    /// Effect of the action, and its connection.
    pub text: Shown,
    /// On the button that agrees.
    pub agree: &'static str,
}

/// Subject of a question. A shell without a page may take the command that a person typed for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// An address that Tapline hasn't sent anything to, or one more connection to an address that is known.
    Address,
    /// Less protection than before.
    Protection,
    /// Money that no admin password guards.
    Money,
    /// Money that an admin password guards.
    GuardedMoney,
    /// All items of a change set.
    ChangeSet,
    /// A secret of a terminal.
    Secret,
    /// Changes that move from the history into a file.
    History,
}

/// The person's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    /// This shell has no way to ask.
    NobodyToAsk,
}

/// A question whose answer is a password; `None` when the person doesn't agree.
pub type AskPassword = Box<dyn Fn(&Question) -> Option<Secret> + Send + Sync>;

/// The right to ask: one dialog at a time, in the order of the calls.
pub struct Turn<'a>(&'a Arc<Changes>, #[expect(dead_code, reason = "held")] MutexGuard<'a, ()>);

pub async fn turn(changes: &Arc<Changes>) -> Turn<'_> {
    Turn(changes, changes.asking.lock().await)
}

/// Returns when the person agreed.
pub async fn ask(changes: &Arc<Changes>, call: &str, question: Question) -> Result<(), Failure> {
    turn(changes).await.ask(call, question).await
}

impl Turn<'_> {
    /// Returns when the person agreed.
    pub async fn ask(&self, call: &str, question: Question) -> Result<(), Failure> {
        let changes = Arc::clone(self.0);
        let asked = tokio::task::spawn_blocking(move || changes.surroundings.confirm(&question)).await;
        match asked {
            Ok(Answer::Yes) => Ok(()),
            Ok(Answer::No) => Err(refused(call)),
            Ok(Answer::NobodyToAsk) | Err(_) => Err(cannot_ask(call)),
        }
    }

    /// Returns the admin password that the person typed when they agreed; `None` where the shell has no dialog that takes one.
    pub async fn ask_with_password(&self, call: &str, question: Question) -> Result<Option<Secret>, Failure> {
        if self.0.surroundings.ask_password().is_none() {
            return self.ask(call, question).await.map(|()| None);
        }
        let changes = Arc::clone(self.0);
        let typed = tokio::task::spawn_blocking(move || {
            let ask = changes.surroundings.ask_password()?;
            Some(ask(&question))
        });
        match typed.await {
            Ok(Some(Some(password))) => Ok(Some(password)),
            Ok(Some(None)) => Err(refused(call)),
            Ok(None) | Err(_) => Err(cannot_ask(call)),
        }
    }
}

fn refused(call: &str) -> Failure {
    let sentence = "You didn't confirm, so nothing was sent or changed.";
    Failure::new(FailureKind::Cancelled, call, sentence)
}

fn cannot_ask(call: &str) -> Failure {
    let sentence = "This needs your confirmation, so nothing was sent or changed. Use Tapline's window, or run the command in a terminal.";
    Failure::new(FailureKind::Desk, call, sentence)
}
