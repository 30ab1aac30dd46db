//! Asking the person outside the page, in a dialog that the page can neither draw nor answer.
//!
//! For what a hostile page must not be able to do alone: lowering the protection of a connection, and money that no password
//! guards. It decides nothing about when to ask. Where nobody can be asked, the answer is no.

use std::sync::Arc;

use tapline_contract::{Failure, Kind};

use crate::host::Inner;

/// What the person is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub title: String,
    /// What will happen, and on which connection.
    pub text: String,
    /// On the button that agrees.
    pub agree: &'static str,
}

/// The person's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    /// This shell has no way to ask.
    NobodyToAsk,
}

/// Returns when the person agreed.
pub(crate) async fn ask(desk: &Arc<Inner>, call: &str, question: Question) -> Result<(), Failure> {
    let asked = {
        let desk = Arc::clone(desk);
        tokio::task::spawn_blocking(move || (desk.ports.window.confirm)(&question)).await
    };
    let (kind, sentence) = match asked {
        Ok(Answer::Yes) => return Ok(()),
        Ok(Answer::No) => (
            Kind::Cancelled,
            "You did not agree in the dialog outside the page, so nothing was changed and nothing was sent.",
        ),
        Ok(Answer::NobodyToAsk) | Err(_) => (
            Kind::Desk,
            "This needs the agreement of a person, and nobody can be asked here, so nothing was changed and nothing was sent. \
             Do it in Tapline's window, or run the command in a terminal.",
        ),
    };
    Err(Failure::new(kind, call, sentence))
}
