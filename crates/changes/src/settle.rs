//! Changes of unknown outcome, settled by reading. Nothing here sends a change.
//!
//! A read after 1, 2, 4, 8, 15, 30 and 60 s, then every 60 s, fifteen in all; then it is given up until a person asks. A
//! read that fails is no check, and one that a person asks for doesn't count among the fifteen. It goes on after a restart, when the connection is opened again; never over another address, and
//! never for an operation that another one was sent in the place of.
//!
//! A refusal is read for once more when a person asks, and before the same is tried again: a service may say no and do it later.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde_json::from_str;
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::{ENDPOINTS, RefundTransaction};
use tapline_contract::history::OperationId;
use tapline_contract::timestamp::parse;
use tapline_contract::{Class, Doubt, Endpoint as _, Evidence, Failure, FailureKind, Outcome, endpoints};
use tapline_journal::JournalRow;
use tapline_platform::clock::local_minute;
use tapline_platform::log;
use tapline_platform::sync::locked;

use crate::Changes;
use crate::decide::{Answer, Decision, Read, decide};
use crate::failures::not_written;
use crate::finding::{ReadFinding, confirmation, not_applied, says_something, still_refused};
use crate::outcome::{OutcomeOf, kept};
use crate::recipe::{CallView, Recipe, Verdict};
use crate::session::Open;
use crate::whose::{self, CALL};

/// Seconds before each read.
const WAITS: [u64; 15] = [1, 2, 4, 8, 15, 30, 60, 60, 60, 60, 60, 60, 60, 60, 60];

/// Goes on reading for every open operation of a connection that was just opened.
pub fn resume(changes: &Arc<Changes>, connection: &ConnectionId) {
    match changes.journal.unsettled(connection) {
        Ok(operations) => operations.into_iter().for_each(|operation| watch(changes, operation)),
        Err(_) => log::trouble("journal", "the open operations could not be read"),
    }
}

/// Reads on schedule, in the background, until the operation is settled, given up, or its connection is closed.
pub fn watch(changes: &Arc<Changes>, operation: OperationId) {
    if !locked(&changes.watched).insert(operation.clone()) {
        return;
    }
    let (changes, clock) = (Arc::downgrade(changes), changes.clock.clone());
    tokio::spawn(async move {
        // Reads that fail are no checks, and are not made more often for that.
        let mut tries = 0;
        while let Some(wait) = changes.upgrade().and_then(|changes| next(&changes, &operation, tries)) {
            tries += 1;
            clock.sleep(wait).await;
            let Some(changes) = changes.upgrade() else { return };
            // A failure is part of the outcome, and logged where the call was made.
            let _ = read(&changes, &operation, By::Schedule(tries)).await;
        }
    });
}

/// Time to wait for the next read; `None` ends the watch.
fn next(changes: &Changes, operation: &OperationId, tries: u32) -> Option<Duration> {
    let wait = changes.journal.get(operation).ok().flatten().and_then(|row| {
        locked(&changes.session).open(&row.connection, CALL).ok()?;
        let Some(Outcome::Unknown { checks, given_up: false, .. }) = row.outcome else { return None };
        let at = usize::try_from(checks.max(tries)).ok()?;
        WAITS.get(at).or(WAITS.last().filter(|_| !row.superseded)).copied()
    });
    if wait.is_none() {
        locked(&changes.watched).remove(operation);
    }
    wait.map(Duration::from_secs)
}

/// Origin of a read. Only reads on schedule are far enough apart for their agreement to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// The number of the read on this schedule, from 1.
    Schedule(u32),
    Person,
}

impl By {
    /// Number of checks after this one. Only those on schedule count, so that a person can't use the schedule up.
    fn counted(self, checks: u32) -> u32 {
        match self {
            By::Schedule(_) => checks.saturating_add(1),
            By::Person => checks,
        }
    }
}

/// Age of a change from which one read that a person asks for says as much as those on schedule.
const LONG_AGO: TimeDelta = TimeDelta::minutes(2);

const ARCHIVED: &str =
    "This change was settled and moved into an archive. Find it with `taplinectl history --archive FILE`.";

/// The service listed the records before the change was sent, and refuses to now.
pub(crate) const NOT_LISTED_NOW: &str = "The service refused to list the records.";

/// Reads once, now, and writes the result to the journal.
pub async fn check(changes: &Changes, operation: &OperationId) -> Result<(), Failure> {
    read(changes, operation, By::Person).await
}

async fn read(changes: &Changes, operation: &OperationId, by: By) -> Result<(), Failure> {
    let Some(row) = open_row(changes, operation)? else {
        let archived = changes.journal.archived(&operation.0).map_err(|error| not_written(CALL, &error))?;
        return if archived.is_some() {
            Err(Failure::new(FailureKind::Gone, CALL, ARCHIVED))
        } else {
            Ok(())
        };
    };
    let open = locked(&changes.session).open(&row.connection, CALL)?;
    recheck_any(changes, &open, &row, by).await
}

/// Time after a refusal in which its effect may still come, before the same is tried again.
const LATE: Duration = Duration::from_secs(5);

/// Age of an intent whose refusal may have come just now.
const JUST_NOW: TimeDelta = TimeDelta::seconds(20);

/// Refusals this old are not read for again.
const OLD: TimeDelta = TimeDelta::minutes(10);

/// Reads for earlier refusals of the same target before it is tried again. Fails when one was done all the same.
pub(crate) async fn no_refusal_was_done(
    changes: &Changes,
    open: &Open,
    call: &'static str,
    service: &str,
    target: &str,
) -> Result<(), Failure> {
    let clock = &changes.clock;
    let since = (clock.now() - OLD).to_rfc3339_opts(SecondsFormat::Secs, true);
    let refused =
        changes.journal.refused(service, target, &since).map_err(|error| not_written(call, &error))?;
    for earlier in refused.iter().filter(|row| was_refused(row)) {
        if age(earlier, clock.now()).is_none_or(|age| age < JUST_NOW) {
            clock.sleep(LATE).await;
        }
        // A refusal without a read leaves the knowledge as before.
        let _ = recheck_any(changes, open, earlier, By::Person).await;
        let now = changes.journal.get(&earlier.operation).map_err(|error| not_written(call, &error))?;
        if now.is_some_and(|now| matches!(now.outcome, Some(Outcome::Applied { .. }))) {
            let at = local_minute(&earlier.at, clock.now());
            let sentence = format!(
                "An earlier try, refused at {at}, went through after all. Nothing was sent now. Look at the record before you try \
                 again."
            );
            return Err(Failure::new(FailureKind::Busy, call, sentence));
        }
    }
    Ok(())
}

macro_rules! recheck_table {
    ($(($name:ident $class:ident))*) => {
        /// One more read, by the recipe of the row's endpoint.
        async fn recheck_any(changes: &Changes, open: &Open, row: &JournalRow, by: By) -> Result<(), Failure> {
            match row.endpoint.as_str() {
                $(stringify!($name) => recheck_table!(@$class $name, changes, open, row, by),)*
                _ => Ok(()),
            }
        }
    };
    (@Read $name:ident, $changes:ident, $open:ident, $row:ident, $by:ident) => { Ok(()) };
    (@$class:ident $name:ident, $changes:ident, $open:ident, $row:ident, $by:ident) => {
        // Boxed, so that this future is as small as one read and not as large as all.
        Box::pin(recheck::<endpoints::$name>($changes, $open, $row, $by)).await
    };
}
tapline_contract::for_each_endpoint!(recheck_table);

/// One more read for a change of `E`.
async fn recheck<E: Recipe>(changes: &Changes, open: &Open, row: &JournalRow, by: By) -> Result<(), Failure> {
    let (Ok(id), Ok(input)) = (from_str::<E::Id>(&row.subject), from_str::<E::Input>(&row.draft)) else {
        return Ok(());
    };
    if row.service.as_ref().is_some_and(|service| *service != open.service::<E>()) {
        let sentence = "The change was sent to another address than this connection has now, so Tapline can't check it \
                        here. Set the address back, or resolve the change manually.";
        return Err(Failure::new(FailureKind::NotConnected, CALL, sentence));
    }
    whose::may_settle(changes, open, row).await?;
    let seal = changes.journal.seal();
    let view = CallView::<E> {
        operation: &row.operation,
        id: &id,
        input: &input,
        place: row.place.as_deref(),
        seal: &seal,
    };
    let read = E::look(&open.client, &view).await;
    // Another reading may have settled it meanwhile; a settled operation stays as it is.
    let _one = locked(&changes.settling);
    let Some(row) = open_row(changes, &row.operation)? else { return Ok(()) };
    let base: Option<E::Base> = row.before.as_deref().and_then(|base| from_str(base).ok());
    let answer: Option<E::Output> = row.answer.as_deref().and_then(|answer| from_str(answer).ok());
    let shown = match (&read, &base) {
        // Nothing was read, so nothing was checked.
        (Err(_), _) => return read.map(drop),
        (Ok(None), None) => ReadFinding::without_record(Read::Traceless, String::new()),
        // Readable before it was sent, so the refusal is of this moment.
        (Ok(None), Some(_)) => return Err(Failure::new(FailureKind::Refused, E::NAME, NOT_LISTED_NOW)),
        (Ok(Some(look)), Some(base)) => {
            ReadFinding::from_verdict(E::judge(&view, base, answer.as_ref(), look), false)
        }
        (Ok(Some(_)), None) => ReadFinding::from_verdict(Verdict::Unprovable, false),
    };
    let found = match row.outcome.clone() {
        Some(Outcome::Unknown { since, checks, doubt, shows, failure, .. }) => {
            let reads = match by {
                By::Schedule(number) => number,
                By::Person if is_long_ago(&since, changes.clock.now()) => u32::MAX,
                By::Person => 0,
            };
            let known = KnownOutcome { since, checks: by.counted(checks), doubt, shows, failure };
            Some(settled::<E>(known, answer, shown, reads))
        }
        // Only a refund shows by its mark who made it; any later action may be someone else's.
        Some(Outcome::NotApplied { .. })
            if shown.read == Read::Target
                && (E::NAME == RefundTransaction::NAME
                    || age(&row, changes.clock.now()).is_some_and(|age| age < OLD)) =>
        {
            Some(Outcome::Applied { evidence: Evidence::ReadBack, answer: None, record: shown.record })
        }
        _ => None,
    };
    if let Some(outcome) = found {
        let kept = kept::<E>(&outcome, &seal);
        changes.journal.settle(&row, E::CLASS, &kept).map_err(|error| not_written(CALL, &error))?;
    }
    read.map(drop)
}

fn age(row: &JournalRow, now: DateTime<Utc>) -> Option<TimeDelta> {
    parse(&row.at).map(|at| now - at.to_utc())
}

fn is_long_ago(since: &str, now: DateTime<Utc>) -> bool {
    parse(since).is_some_and(|since| now - since.to_utc() > LONG_AGO)
}

/// Row of the operation, when a read may still add to it: its outcome is unknown, or the service refused it.
fn open_row(changes: &Changes, operation: &OperationId) -> Result<Option<JournalRow>, Failure> {
    let row = changes.journal.get(operation).map_err(|error| not_written(CALL, &error))?;
    let is_open = |row: &JournalRow| row.outcome.as_ref().is_some_and(|outcome| !outcome.is_settled());
    Ok(row.filter(|row| !row.superseded && (is_open(row) || was_refused(row))))
}

/// True if the service refused it, and a read would show it if it was done all the same: what a change of this class leaves
/// behind was not there before.
fn was_refused(row: &JournalRow) -> bool {
    let class = ENDPOINTS.iter().find(|(name, ..)| *name == row.endpoint).map(|(_, class, _)| *class);
    let shows = matches!(class, Some(Class::Money | Class::Create | Class::Delete));
    let answered = |failure: &Failure| failure.is_refusal() && failure.status.is_some();
    shows && matches!(&row.outcome, Some(Outcome::NotApplied { failure }) if answered(failure))
}

/// An unknown outcome as the journal has it.
struct KnownOutcome {
    since: String,
    checks: u32,
    doubt: Doubt,
    shows: String,
    failure: Failure,
}

/// The outcome after one more read.
fn settled<E: Recipe>(
    known: KnownOutcome,
    answer: Option<E::Output>,
    now: ReadFinding<E::Seen>,
    reads: u32,
) -> OutcomeOf<E> {
    let KnownOutcome { since, checks, doubt, shows, failure } = known;
    let confirmed = answer.is_some();
    let was = if confirmed {
        Answer::Confirmed
    } else {
        Answer::from_result(&Err::<(), _>(failure.clone())).unwrap_or(Answer::Lost)
    };
    // Absence says less after a read that showed something.
    let reads = if doubt == Doubt::Lost { reads } else { 0 };
    let why = match decide(E::CLASS, was, now.read, reads) {
        Decision::Applied(evidence) => return Outcome::Applied { evidence, answer, record: now.record },
        Decision::Conflict => return Outcome::Conflict { theirs: now.record, sent: true },
        Decision::NotApplied if was == Answer::Refused && now.read == Read::Doubtful(Doubt::Declined) => {
            return Outcome::NotApplied { failure: still_refused::<E>(failure) };
        }
        // An earlier finding isn't withdrawn by a read that shows nothing.
        Decision::NotApplied if was == Answer::Refused => doubt,
        Decision::NotApplied => return Outcome::NotApplied { failure: not_applied(failure, &shows) },
        Decision::Unknown(why) => why,
    };
    // An earlier finding counts until a read contradicts it.
    let says = match now.read {
        Read::Before => confirmed || (doubt == Doubt::Lost && says_something(E::CLASS, Read::Before)),
        read => says_something(E::CLASS, read),
    };
    let (doubt, shows, failure) = if says {
        let failure = verdict_failure::<E>(confirmed, failure, &shows, &now.words);
        (why, now.words, failure)
    } else {
        (doubt, shows, failure)
    };
    // A change on its way is watched to its end.
    let enough =
        doubt != Doubt::Pending && usize::try_from(checks).map_or(true, |checks| checks >= WAITS.len());
    let given_up = enough || now.read == Read::Traceless;
    Outcome::Unknown { since, checks, given_up, doubt, shows, failure }
}

/// The failure with a sentence that ends with what is shown `now`, and no longer with what was shown `before`.
fn verdict_failure<E: Recipe>(confirmed: bool, failure: Failure, before: &str, now: &str) -> Failure {
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
    fn a_persons_checks_leave_the_schedule_as_long_as_it_is() {
        let by_person = (0..100).fold(4, |checks, _| By::Person.counted(checks));
        assert_eq!((by_person, By::Schedule(5).counted(by_person)), (4, 5));
    }

    #[test]
    fn the_reads_take_ten_minutes() {
        assert_eq!(WAITS.iter().sum::<u64>(), 600);
    }
}
