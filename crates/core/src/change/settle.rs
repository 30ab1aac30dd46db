//! Changes of unknown outcome, settled by reading. Nothing here sends a change.
//!
//! A read after 1, 2, 4, 8, 15, 30 and 60 s, then every 60 s, fifteen in all; then it is given up until a person asks. A
//! read that fails is no check. It goes on after a restart, when the connection is opened again; never over another address, and
//! never for an operation that another one was sent in the place of.

use std::sync::Arc;
use std::time::Duration;

use serde_json::from_str;
use tapline_contract::connection::ConnectionId;
use tapline_contract::history::OperationId;
use tapline_contract::{Doubt, Evidence, Failure, FailureKind, Outcome};

use super::recipe::{Asked, Recipe, Verdict};
use super::run::{AS_BEFORE, confirmation, is_told_by_reading, not_applied, shows_itself, stands_alone};
use super::{OutcomeOf, kept, not_written, recheck, whose};
use crate::journal::Row;
use crate::log;
use crate::session_state::Open;
use crate::state::AppState;
use crate::sync::locked;

/// Seconds before each read.
const WAITS: [u64; 15] = [1, 2, 4, 8, 15, 30, 60, 60, 60, 60, 60, 60, 60, 60, 60];

pub(super) const CALL: &str = "CheckOperation";

/// Goes on reading for every open operation of a connection that was just opened.
pub(crate) fn resume(app: &Arc<AppState>, connection: &ConnectionId) {
    match app.journal.unsettled(connection) {
        Ok(operations) => operations.into_iter().for_each(|operation| watch(app, operation)),
        Err(_) => log::trouble("journal", "the open operations could not be read"),
    }
}

/// Reads on schedule, in the background, until the operation is settled, given up, or its connection is closed.
pub(crate) fn watch(app: &Arc<AppState>, operation: OperationId) {
    if !locked(&app.watched).insert(operation.clone()) {
        return;
    }
    let (app, clock) = (Arc::downgrade(app), app.ports.clock.clone());
    tokio::spawn(async move {
        // Reads that fail are no checks, and are not made more often for that.
        let mut tries = 0;
        while let Some(wait) = app.upgrade().and_then(|app| next(&app, &operation, tries)) {
            tries += 1;
            clock.sleep(wait).await;
            let Some(app) = app.upgrade() else { return };
            // A failure is part of the outcome, and logged where the call was made.
            let _ = check(&app, &operation).await;
        }
    });
}

/// How long to wait for the next read; `None` ends the watch.
fn next(app: &AppState, operation: &OperationId, tries: u32) -> Option<Duration> {
    let wait = app.journal.get(operation).ok().flatten().and_then(|row| {
        app.open(&row.connection, CALL).ok()?;
        let Some(Outcome::Unknown { checks, given_up: false, .. }) = row.outcome else { return None };
        let at = usize::try_from(checks.max(tries)).ok()?;
        WAITS.get(at).or(WAITS.last().filter(|_| !row.superseded)).copied()
    });
    if wait.is_none() {
        locked(&app.watched).remove(operation);
    }
    wait.map(Duration::from_secs)
}

/// Reads once, now, and writes the result to the journal.
pub(crate) async fn check(app: &AppState, operation: &OperationId) -> Result<(), Failure> {
    let Some(row) = open_row(app, operation)? else { return Ok(()) };
    let open = app.open(&row.connection, CALL)?;
    recheck::recheck(app, &open, &row).await
}

/// One more read, by the recipe of the row's endpoint.
pub(crate) async fn recheck<E: Recipe>(app: &AppState, open: &Open, row: &Row) -> Result<(), Failure> {
    let (Ok(id), Ok(input)) = (from_str::<E::Id>(&row.subject), from_str::<E::Input>(&row.draft)) else {
        return Ok(());
    };
    if row.service.as_ref().is_some_and(|service| *service != open.service::<E>()) {
        let sentence = "The change was sent to another address than this connection has now, so nothing can be found out here. \
                        Set the address back, or close the change by hand.";
        return Err(Failure::new(FailureKind::NotConnected, CALL, sentence));
    }
    whose::may_settle(app, open, row).await?;
    let seal = app.journal.seal();
    let asked = Asked::<E> {
        operation: &row.operation,
        id: &id,
        input: &input,
        place: row.place.as_deref(),
        seal: &seal,
    };
    let read = E::look(&open.client, &asked).await;
    // Another reading may have settled it meanwhile; a settled operation stays as it is.
    let _one = locked(&app.settling);
    let Some(row) = open_row(app, &row.operation)? else { return Ok(()) };
    let base: Option<E::Base> = row.before.as_deref().and_then(|base| from_str(base).ok());
    let answer: Option<E::Output> = row.answer.as_deref().and_then(|answer| from_str(answer).ok());
    let verdict = match (&read, &base) {
        (Ok(Some(look)), Some(base)) => E::judge(&asked, base, answer.as_ref(), look),
        _ => Verdict::Unprovable,
    };
    let traceless = match &read {
        Ok(look) => look.is_none(),
        // Nothing was read, so nothing was checked.
        Err(_) => return read.map(drop),
    };
    if let Some(outcome) = outcome::<E>(&row, answer, verdict, traceless) {
        let kept = kept::<E>(&outcome, &seal);
        app.journal.settle(&row, E::CLASS, &kept).map_err(|error| not_written(CALL, &error))?;
    }
    read.map(drop)
}

/// The operation, when its outcome is unknown.
fn open_row(app: &AppState, operation: &OperationId) -> Result<Option<Row>, Failure> {
    let row = app.journal.get(operation).map_err(|error| not_written(CALL, &error))?;
    Ok(row.filter(|row| !row.superseded && row.outcome.as_ref().is_some_and(|outcome| !outcome.is_settled())))
}

/// The outcome after one more read; `None` when the row had a settled one.
fn outcome<E: Recipe>(
    row: &Row,
    answer: Option<E::Output>,
    verdict: Verdict<E::Seen>,
    traceless: bool,
) -> Option<OutcomeOf<E>> {
    let Some(Outcome::Unknown { since, checks, doubt, shows, failure, .. }) = row.outcome.clone() else {
        return None;
    };
    let checks = checks.saturating_add(1);
    let confirmed = answer.is_some();
    let (doubt, shows, failure) = match verdict {
        Verdict::Target(record) => {
            let evidence = if confirmed { Evidence::Answer } else { Evidence::ReadBack };
            return Some(Outcome::Applied { evidence, answer, record });
        }
        // It was confirmed before Tapline ended, and that is its proof.
        _ if confirmed && stands_alone(E::CLASS) => {
            return Some(Outcome::Applied {
                evidence: Evidence::AnswerAlone,
                answer,
                record: E::Seen::default(),
            });
        }
        Verdict::Other(theirs) => return Some(Outcome::Conflict { theirs, sent: true }),
        Verdict::Doubtful(doubt, now) => (doubt, now.clone(), said::<E>(confirmed, failure, &shows, &now)),
        Verdict::Before if confirmed => {
            (Doubt::NotShown, AS_BEFORE.to_owned(), said::<E>(confirmed, failure, &shows, AS_BEFORE))
        }
        // The answer was whole, so nothing is on its way any more.
        Verdict::Before if doubt == Doubt::Lost && is_told_by_reading(E::CLASS, &failure) => {
            return Some(Outcome::NotApplied { failure: not_applied(failure) });
        }
        Verdict::Before if doubt == Doubt::Lost && shows_itself(E::CLASS) => {
            (doubt, AS_BEFORE.to_owned(), said::<E>(confirmed, failure, &shows, AS_BEFORE))
        }
        Verdict::Before | Verdict::Unprovable => (doubt, shows, failure),
    };
    // What is on its way is watched to its end.
    let enough =
        doubt != Doubt::Pending && usize::try_from(checks).map_or(true, |checks| checks >= WAITS.len());
    Some(Outcome::Unknown { since, checks, given_up: enough || traceless, doubt, shows, failure })
}

/// The failure with a sentence that ends with what is shown `now`, and no longer with what was shown `before`.
fn said<E: Recipe>(confirmed: bool, failure: Failure, before: &str, now: &str) -> Failure {
    let sentence = if confirmed {
        confirmation(E::NAME, E::DOING).sentence
    } else {
        failure.sentence.strip_suffix(before).unwrap_or(&failure.sentence).trim_end().to_owned()
    };
    Failure { sentence: format!("{sentence} {now}"), ..failure }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reads_take_ten_minutes() {
        assert_eq!(WAITS.iter().sum::<u64>(), 600);
    }
}
