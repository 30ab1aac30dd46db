//! The middle of a change: read, compare, send, read. What is concluded from what was seen is a table in [`Recipe::judge`];
//! what an answer means on its own is [`Failure::nothing_happened`].

use tapline_contract::emv_config::EmvId;
use tapline_contract::history::{EmvOutcome, OperationId};
use tapline_contract::wire::Saved;
use tapline_contract::{Call, Evidence, Failure, Kind};

use super::recipe::{Recipe, Stale, Verdict};
use super::{list, not_written, text, unknown};
use crate::host::{Inner, Open};
use crate::http::Sent;
use crate::log;

/// Never fails: what went wrong is part of the outcome.
pub(super) async fn run<E: Recipe>(
    inner: &Inner,
    open: &Open,
    operation: &OperationId,
    call: &Call<E>,
) -> EmvOutcome {
    match attempt(inner, open, operation, call).await {
        Ok(outcome) => outcome,
        Err(failure) => EmvOutcome::NotApplied { failure },
    }
}

/// `Err`: nothing was sent.
async fn attempt<E: Recipe>(
    inner: &Inner,
    open: &Open,
    operation: &OperationId,
    call: &Call<E>,
) -> Result<EmvOutcome, Failure> {
    let list = list::read(&open.client).await.map_err(nothing_sent)?;
    let before = match E::before(call, &list) {
        Ok(before) => before,
        Err(Stale::Changed(theirs)) => {
            return Ok(EmvOutcome::Conflict { theirs: theirs.map(|theirs| *theirs), sent: false });
        }
        Err(Stale::NotListed) => return Err(not_listed(E::NAME)),
    };
    let judge = |answered: Option<&EmvId>, list: &list::EmvList| {
        E::judge(&call.id, &call.input, &before, answered, list)
    };
    let already = matches!(judge(None, &list), Verdict::Target(_));
    let written = text(E::NAME, &before)?;
    inner.journal.sending(operation, &written).map_err(|error| not_written(E::NAME, &error))?;

    let since = inner.ports.clock.timestamp();
    let sent = open.client.send::<E>(&call.id, &call.input).await;
    note(inner, operation, &sent);
    Ok(match sent {
        Ok(sent) => match list::read(&open.client).await {
            Ok(list) => confirmed::<E>(judge(sent.output.id.as_ref(), &list), sent.output, since),
            Err(failure) => unknown(since, unread::<E>(failure)),
        },
        Err(failure) if failure.kind == Kind::Refused => {
            match list::read(&open.client).await.map(|list| judge(None, &list)) {
                Ok(Verdict::Target(record)) if !already => {
                    EmvOutcome::Applied { evidence: Evidence::ReadBack, answer: None, record: Some(record) }
                }
                _ => EmvOutcome::NotApplied { failure },
            }
        }
        Err(failure) if failure.nothing_happened() => EmvOutcome::NotApplied { failure },
        Err(failure) => unknown(since, failure),
    })
}

/// The service said yes; `verdict` is what a read shows.
fn confirmed<E: Recipe>(verdict: Verdict, answer: Saved<EmvId>, since: String) -> EmvOutcome {
    let why = match verdict {
        Verdict::Target(record) => {
            return EmvOutcome::Applied {
                evidence: Evidence::Answer,
                answer: Some(answer),
                record: Some(record),
            };
        }
        Verdict::Other(theirs) => return EmvOutcome::Conflict { theirs, sent: true },
        Verdict::Before => "reading the list shows everything as it was before",
        Verdict::Unprovable => "the list does not show whether it was done",
    };
    let sentence = format!(
        "{}: the service confirmed it, but {why}. Tapline goes on reading and does not send it again.",
        E::WORDS
    );
    unknown(since, Failure::new(Kind::ServiceError, E::NAME, sentence))
}

fn note(inner: &Inner, operation: &OperationId, sent: &Result<Sent<Saved<EmvId>>, Failure>) {
    let (answer, request_id) = match sent {
        Ok(sent) => (serde_json::to_string(&sent.output).ok(), sent.request_id.as_deref()),
        Err(failure) => (None, failure.request_id.as_deref()),
    };
    if inner.journal.answered(operation, answer.as_deref(), request_id).is_err() {
        log::trouble("journal", "the answer to a change could not be written");
    }
}

fn nothing_sent(mut failure: Failure) -> Failure {
    failure.sentence.push_str(" Nothing was changed: Tapline reads before it sends a change, and sent none.");
    failure
}

fn unread<E: Recipe>(failure: Failure) -> Failure {
    let sentence = format!(
        "{}: the service confirmed it, but it could not be read back. {} Tapline goes on reading and does not send it again.",
        E::WORDS,
        failure.sentence
    );
    Failure { sentence, ..failure }
}

fn not_listed(call: &str) -> Failure {
    let sentence = "The service gave only a part of its list, and this configuration is not in it, so it could not be compared \
                    with what you saw. Nothing was sent. Read the list again, then try again.";
    Failure::new(Kind::Malformed, call, sentence)
}
