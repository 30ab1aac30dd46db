//! Money that no admin password guards: on LIVE, at the strictest safety level, a person agrees to it outside the page.
//!
//! The page retypes as well, but a page that was taken over can type. Asked once for an operation, before anything is read.

use std::sync::Arc;

use tapline_contract::connection::{Environment, Safety};
use tapline_contract::history::OperationId;
use tapline_contract::{Call, Class, Failure};

use super::recipe::Recipe;
use super::{not_written, text};
use crate::consent::ask;
use crate::ports::Question;
use crate::session_state::Open;
use crate::state::AppState;
use crate::sync::locked;
use crate::words::visible;

/// Returns when it may go on: nobody has to be asked, or the person agreed.
pub(super) async fn given<E: Recipe>(
    app: &Arc<AppState>,
    open: &Open,
    operation: &OperationId,
    call: &Call<E>,
) -> Result<(), Failure> {
    let connection = &open.session.connection;
    let unguarded = E::CLASS == Class::Money && !E::PASSWORD;
    let strict = connection.safety == Safety::ConfirmAndRetype && connection.environment == Environment::Live;
    if !unguarded || !strict {
        return Ok(());
    }
    // One dialog at a time; a second call with this operation finds the first one begun.
    let _one = app.asking.lock().await;
    let running = locked(&app.running).contains_key(operation);
    let known = app.journal.get(operation).map_err(|error| not_written(E::NAME, &error))?;
    if running || known.is_some() {
        return Ok(());
    }
    let question = Question {
        title: format!("{} on LIVE?", E::DOING),
        text: format!(
            "{}, {}, on {} (LIVE), owner {}.\n\nSent to the service: {}\n\nThis moves money. Agree only if you asked for it.",
            E::DOING,
            visible(&E::target(call)),
            visible(&connection.name),
            visible(&open.session.owner),
            visible(&text(E::NAME, &call.input)?),
        ),
        agree: "Send it",
    };
    ask(app, E::NAME, question).await
}
