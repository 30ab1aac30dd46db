//! Asking the person outside the page, in a dialog that the page can neither draw nor answer.
//!
//! For actions that a hostile page must not be able to do alone: sending to a new address, lowering a protection, and on LIVE
//! at the strictest level moving money, running a change set and seeing a secret. Callers decide when to ask. Without a way to
//! ask, the answer is no.

use std::sync::Arc;

use tapline_address::BaseAddress;
use tapline_contract::secret::Secret;
use tapline_contract::{Failure, FailureKind};
use tokio::sync::MutexGuard;

use crate::agreed;
use crate::ports::{Answer, Question};
use crate::state::AppState;

/// The right to ask: one dialog at a time, in the order of the calls.
pub(crate) struct Turn<'a>(&'a Arc<AppState>, #[expect(dead_code, reason = "held")] MutexGuard<'a, ()>);

pub(crate) async fn turn(app: &Arc<AppState>) -> Turn<'_> {
    Turn(app, app.asking.lock().await)
}

/// Returns when the person agreed.
pub(crate) async fn ask(app: &Arc<AppState>, call: &str, question: Question) -> Result<(), Failure> {
    turn(app).await.ask(call, question).await
}

/// Returns when Tapline may send to this address: it is known, or the person agreed to it now.
pub(crate) async fn agree_to_address(
    app: &Arc<AppState>,
    call: &str,
    base: &BaseAddress,
) -> Result<(), Failure> {
    if app.is_agreed(base) {
        return Ok(());
    }
    ask(app, call, agreed::question(base)).await?;
    app.agreed.add(base);
    Ok(())
}

impl Turn<'_> {
    /// Returns when the person agreed.
    pub(crate) async fn ask(&self, call: &str, question: Question) -> Result<(), Failure> {
        let app = Arc::clone(self.0);
        let asked = tokio::task::spawn_blocking(move || (app.ports.window.confirm)(&question)).await;
        match asked {
            Ok(Answer::Yes) => Ok(()),
            Ok(Answer::No) => Err(refused(call)),
            Ok(Answer::NobodyToAsk) | Err(_) => Err(nobody(call)),
        }
    }

    /// Returns the admin password that the person typed when they agreed; `None` where the shell has no dialog that takes one.
    pub(crate) async fn ask_with_password(
        &self,
        call: &str,
        question: Question,
    ) -> Result<Option<Secret>, Failure> {
        if self.0.ports.window.ask_password.is_none() {
            return self.ask(call, question).await.map(|()| None);
        }
        let app = Arc::clone(self.0);
        let typed = tokio::task::spawn_blocking(move || {
            let ask = app.ports.window.ask_password.as_ref()?;
            Some(ask(&question))
        });
        match typed.await {
            Ok(Some(Some(password))) => Ok(Some(password)),
            Ok(Some(None)) => Err(refused(call)),
            Ok(None) | Err(_) => Err(nobody(call)),
        }
    }
}

fn refused(call: &str) -> Failure {
    let sentence =
        "You did not agree in the dialog outside the page, so nothing was changed and nothing was sent.";
    Failure::new(FailureKind::Cancelled, call, sentence)
}

fn nobody(call: &str) -> Failure {
    let sentence = "This needs the agreement of a person, and nobody can be asked here, so nothing was changed and nothing was sent. \
                    Do it in Tapline's window, or run the command in a terminal.";
    Failure::new(FailureKind::Desk, call, sentence)
}
