//! Owner of a change: a change of unknown outcome is settled only with a token of the owner it was sent for.
//!
//! The lists of another owner lack the record, which would look like a deletion that was done. A saved connection knows its
//! owner; an attached service is queried for its owner, but only when an outcome is unknown: the ordinary change reads nothing
//! more. Where the owner is not known, only the very token that sent the change settles it. A token is compared by a part of
//! its keyed hash.

use std::time::Duration;

use tapline_contract::endpoints::GetOwner;
use tapline_contract::history::OperationId;
use tapline_contract::{Failure, FailureKind};
use tapline_journal::JournalRow;
use tapline_platform::log;
use tapline_platform::words::visible;

use crate::Changes;
use crate::failures::not_written;
use crate::session::Open;

/// Call that reads for an outcome.
pub(crate) const CALL: &str = "CheckOperation";

/// Longest time that a person who waits for an outcome waits for this too.
const LONGEST: Duration = Duration::from_secs(3);

/// Writes down the owner of a change whose outcome is unknown, where it can be found out now: the token that is open later
/// may be another one.
pub(crate) async fn keep(changes: &Changes, open: &Open, operation: &OperationId) {
    if open.owner.is_some() {
        // It came with the intent.
        return;
    }
    let Some(Ok(Some(owner))) = changes.clock.timeout(LONGEST, ask(open)).await else { return };
    if changes.journal.owned(operation, &owner).is_err() {
        log::trouble("journal", "the owner of a change could not be written");
    }
}

/// Fails, with the way out, when the open connection's token may be another owner's.
pub(crate) async fn may_settle(changes: &Changes, open: &Open, row: &JournalRow) -> Result<(), Failure> {
    if row.bearer.is_some() && row.bearer == open.client.mark(&changes.journal.seal()) {
        if row.owner.is_none() {
            keep(changes, open, &row.operation).await;
        }
        return Ok(());
    }
    // Whoever sent it may have written it down meanwhile.
    let row = changes.journal.get(&row.operation).map_err(|error| not_written(CALL, &error))?;
    let Some(sent_for) = row.and_then(|row| row.owner) else { return Err(refused(&unknown_owner())) };
    let here = owner(open).await?;
    if here.as_ref() == Some(&sent_for) { Ok(()) } else { Err(refused(&foreign(&sent_for, here.as_deref()))) }
}

/// Owner of the records that the open token sees; `None` where the service distinguishes no owners. An attached service is
/// queried.
pub async fn owner(open: &Open) -> Result<Option<String>, Failure> {
    match &open.owner {
        Some(owner) => Ok(Some(owner.clone())),
        None => ask(open).await,
    }
}

async fn ask(open: &Open) -> Result<Option<String>, Failure> {
    Ok(open.client.send::<GetOwner>(&(), &()).await?.output.key())
}

fn refused(whose: &str) -> Failure {
    let sentence = format!(
        "{whose} It is still unconfirmed and isn't sent again. Or look it up elsewhere, then resolve the change manually."
    );
    Failure::new(FailureKind::NotConnected, CALL, sentence)
}

fn foreign(sent_for: &str, here: Option<&str>) -> String {
    let sent_for = visible(sent_for);
    let here = here.map_or_else(|| "an unnamed owner".to_owned(), visible);
    format!(
        "This change was sent for owner {sent_for}, but this token belongs to {here}. Check it with a token of {sent_for}."
    )
}

fn unknown_owner() -> String {
    "This change was sent with another token, maybe of another owner. Check it with the token that sent it."
        .to_owned()
}
