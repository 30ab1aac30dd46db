//! Money on LIVE at the strictest safety level: a person agrees to each call outside the page, where a void and a refund take the
//! admin password too.
//!
//! The page retypes as well, but a compromised page can type, and can keep a password that was typed there. The question comes
//! once per operation, before anything is compared. Its text comes from core: the amount of the call, and the record as the
//! service has it, never as the page says it was.

use std::sync::Arc;

use tapline_contract::field::Hidden;
use tapline_contract::history::OperationId;
use tapline_contract::shown::Shown;
use tapline_contract::{Call, Class, Failure, FailureKind};
use tapline_platform::sync::locked;
use tapline_platform::words::visible;

use crate::Changes;
use crate::asking::{Question, Subject, turn};
use crate::failures::{not_written, text};
use crate::recipe::Recipe;
use crate::session::Open;

/// Returns when the call may go on: no question is needed, or the person agreed. The call then has its admin password, if it needs
/// one.
pub(crate) async fn given<E: Recipe>(
    changes: &Arc<Changes>,
    open: &Open,
    operation: &OperationId,
    call: &mut Call<E>,
) -> Result<(), Failure> {
    if E::CLASS != Class::Money || !open.session.connection.confirms_outside() {
        return has_password::<E>(call);
    }
    let asks_password =
        E::password(&mut call.input).is_some() && changes.surroundings.ask_password().is_some();
    if !asks_password {
        has_password::<E>(call)?;
    }
    // Read before the turn: a slow service holds no other question up.
    let question = question::<E>(open, call).await?;
    // A second call with this operation finds the first one begun.
    let turn = turn(changes).await;
    let running = locked(&changes.running).contains_key(operation);
    let known = changes.journal.get(operation).map_err(|error| not_written(E::NAME, &error))?;
    if running || known.is_some() {
        // The first call had its password: this one gets the first one's outcome.
        if let Some(password) = E::password(&mut call.input).filter(|_| asks_password) {
            *password = Hidden::Kept;
        }
        return Ok(());
    }
    let Some(password) = E::password(&mut call.input) else { return turn.ask(E::NAME, question).await };
    if let Some(typed) = turn.ask_with_password(E::NAME, question).await? {
        *password = Hidden::Known(typed);
    }
    has_password::<E>(call)
}

async fn question<E: Recipe>(open: &Open, call: &Call<E>) -> Result<Question, Failure> {
    let connection = &open.session.connection;
    let words = E::words(&open.client, connection, call).await;
    let mut shown = call.input.clone();
    let password = E::password(&mut shown);
    let subject = if password.is_some() { Subject::GuardedMoney } else { Subject::Money };
    if let Some(password) = password {
        *password = Hidden::Absent;
    }
    Ok(Question {
        subject,
        title: Shown::line(format_args!("{} on LIVE?", words.short)),
        text: Shown::lines([
            format!(
                "{}, on {}, owner {}.",
                visible(&words.whole),
                connection.label(),
                visible(&open.session.owner)
            ),
            String::new(),
            format!("Sent to the service: {}", visible(&text(E::NAME, &shown)?)),
            String::new(),
            "This moves money. Agree only if you requested it.".to_owned(),
        ]),
        agree: "Send it",
    })
}

/// Fails for a call that needs an admin password and has none.
pub(crate) fn has_password<E: Recipe>(call: &mut Call<E>) -> Result<(), Failure> {
    match E::password(&mut call.input) {
        None => Ok(()),
        Some(Hidden::Known(secret)) if !secret.is_empty() => Ok(()),
        Some(_) => {
            let sentence = "The admin password is missing. Type it again; Tapline doesn't keep it.";
            Err(Failure::new(FailureKind::BadInput, E::NAME, sentence).field("adminPwd"))
        }
    }
}
