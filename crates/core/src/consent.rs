//! Asking the person outside the page, in a dialog that the page can neither draw nor answer.
//!
//! For what a hostile page must not be able to do alone: lowering the protection of a connection, and money that no password
//! guards. It decides nothing about when to ask. Where nobody can be asked, the answer is no.

use std::sync::Arc;

use tapline_contract::{Failure, FailureKind};

use crate::ports::{Answer, Question};
use crate::state::AppState;

/// Returns when the person agreed.
pub(crate) async fn ask(app: &Arc<AppState>, call: &str, question: Question) -> Result<(), Failure> {
    let asked = {
        let app = Arc::clone(app);
        tokio::task::spawn_blocking(move || (app.ports.window.confirm)(&question)).await
    };
    let (kind, sentence) = match asked {
        Ok(Answer::Yes) => return Ok(()),
        Ok(Answer::No) => (
            FailureKind::Cancelled,
            "You did not agree in the dialog outside the page, so nothing was changed and nothing was sent.",
        ),
        Ok(Answer::NobodyToAsk) | Err(_) => (
            FailureKind::Desk,
            "This needs the agreement of a person, and nobody can be asked here, so nothing was changed and nothing was sent. \
             Do it in Tapline's window, or run the command in a terminal.",
        ),
    };
    Err(Failure::new(kind, call, sentence))
}
