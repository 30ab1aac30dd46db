//! One change, end to end: intent on disk, read, compare with what the person saw, send once, read again, say what became of it.
//!
//! Nothing here knows an endpoint: what is compared and what proves a change is the [`Recipe`] of each. A lost answer is
//! `Unknown` and is settled by reading ([`settle`]). Invariant: for one operation id there is one call of
//! [`Client::send`](crate::http::Client::send), and none without an intent on disk.

mod create;
mod delete;
pub(crate) mod list;
mod recipe;
mod run;
pub(crate) mod settle;
mod update;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use tapline_contract::connection::Safety;
use tapline_contract::history::{EmvOutcome, OperationId};
use tapline_contract::{Call, Failure, Kind};
use tokio::sync::watch;

pub(crate) use self::recipe::{Base, Recipe, Verdict};
use crate::host::{Inner, Open, locked};
use crate::journal::{Claim, Intent, JournalError};
use crate::log;

/// The changes on their way, for those who ask for one of them again.
pub(crate) type Running = Mutex<BTreeMap<OperationId, watch::Receiver<Option<EmvOutcome>>>>;

/// Carries out a change, or joins the one with this operation id, or tells what became of it.
pub(crate) async fn change<E: Recipe>(
    inner: &Arc<Inner>,
    operation: OperationId,
    call: Call<E>,
) -> Result<EmvOutcome, Failure> {
    let open = inner.open(&call.connection, E::NAME)?;
    if open.session.connection.safety == Safety::ReadOnly {
        let sentence = "This connection is read only, so nothing was sent. To change something, choose another safety level \
                        for the connection.";
        return Err(Failure::new(Kind::ReadOnly, E::NAME, sentence));
    }
    let mut outcome = match begin(inner, open, operation, call)? {
        Begun::Before(outcome) => return Ok(*outcome),
        Begun::Running(outcome) => outcome,
    };
    match outcome.wait_for(Option::is_some).await.ok().and_then(|outcome| outcome.clone()) {
        Some(outcome) => Ok(outcome),
        None => Ok(unknown(inner.ports.clock.timestamp(), cut_off(E::NAME))),
    }
}

enum Begun {
    /// It has its outcome already.
    Before(Box<EmvOutcome>),
    Running(watch::Receiver<Option<EmvOutcome>>),
}

fn begin<E: Recipe>(
    inner: &Arc<Inner>,
    open: Arc<Open>,
    operation: OperationId,
    call: Call<E>,
) -> Result<Begun, Failure> {
    let before = E::seen(&call)?;
    let intent = Intent {
        id: &operation,
        hash: hash(&[E::NAME, &E::target(&call), &text(E::NAME, &call)?]),
        connection: &call.connection,
        endpoint: E::NAME,
        target: E::target(&call),
        at: inner.ports.clock.timestamp(),
        subject: text(E::NAME, &call.id)?,
        draft: text(E::NAME, &call.input)?,
        before: before.map(|base| text(E::NAME, &base)).transpose()?,
    };
    // Held until the operation is listed, so that a second call finds it either here or with its outcome.
    let mut running = locked(&inner.running);
    match inner.journal.claim(&intent).map_err(|error| not_written(E::NAME, &error))? {
        Claim::New => {}
        Claim::Same(outcome) => {
            return match (running.get(&operation), outcome) {
                (Some(joined), _) => Ok(Begun::Running(joined.clone())),
                (None, Some(outcome)) => Ok(Begun::Before(outcome)),
                (None, None) => Ok(Begun::Before(Box::new(unknown(intent.at, cut_off(E::NAME))))),
            };
        }
        Claim::Reused => {
            let sentence = "This operation was already used for another change, so nothing was sent. Open the review again \
                            and save from there.";
            return Err(Failure::new(Kind::OperationReused, E::NAME, sentence));
        }
        Claim::Busy { at, lost } => return Err(busy(E::NAME, &at, lost)),
    }
    let (tell, outcome) = watch::channel(None);
    running.insert(operation.clone(), outcome.clone());
    drop(running);
    // On a task of its own: it goes on when the page is loaded again, and outlives a panic inside.
    let inner = Arc::clone(inner);
    tokio::spawn(async move {
        let working = tokio::spawn({
            let (inner, operation) = (Arc::clone(&inner), operation.clone());
            async move { run::run::<E>(&inner, &open, &operation, &call).await }
        });
        let outcome = match working.await {
            Ok(outcome) => outcome,
            Err(_) => unknown(inner.ports.clock.timestamp(), cut_off(E::NAME)),
        };
        conclude(&inner, &operation, outcome, &tell);
    });
    Ok(Begun::Running(outcome))
}

/// Writes the outcome down and tells those who wait for it.
fn conclude(
    inner: &Arc<Inner>,
    operation: &OperationId,
    outcome: EmvOutcome,
    tell: &watch::Sender<Option<EmvOutcome>>,
) {
    let written = inner.journal.conclude(operation, &outcome);
    let settled = outcome.is_settled();
    tell.send_replace(Some(outcome));
    if written.is_err() {
        // It stays listed, so that the same operation finds its outcome until Tapline closes.
        log::trouble("journal", "the outcome of a change could not be written");
        return;
    }
    locked(&inner.running).remove(operation);
    if !settled {
        settle::watch(inner, operation.clone());
    }
}

/// Of an operation whose answer nobody waited for.
pub(crate) fn cut_off(endpoint: &str) -> Failure {
    let sentence = "Tapline ended before the answer came. It may have been done all the same: Tapline finds out by reading and \
                    does not send it again.";
    Failure::new(Kind::Interrupted, endpoint, sentence)
}

pub(crate) fn not_written(call: &str, error: &JournalError) -> Failure {
    let sentence = format!(
        "The journal in Tapline's data folder cannot be used ({error}). Without it Tapline changes nothing: nothing was sent. \
         Check that the disk is neither full nor read only, then try again."
    );
    Failure::new(Kind::Journal, call, sentence)
}

pub(crate) fn text<T: serde::Serialize>(call: &str, value: &T) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|_| {
        let sentence = "What was to be sent cannot be written as JSON, so nothing was sent. Read the list again and repeat \
                        the change.";
        Failure::new(Kind::BadInput, call, sentence)
    })
}

fn unknown(since: String, failure: Failure) -> EmvOutcome {
    EmvOutcome::Unknown { since, checks: 0, given_up: false, failure }
}

fn busy(call: &str, at: &str, lost: bool) -> Failure {
    let sentence = if lost {
        format!(
            "It is still unknown what became of the change sent at {at}, so nothing was sent. Tapline is finding out by \
             reading; check it in the history, then try again."
        )
    } else {
        format!(
            "Another change of the same thing, begun at {at}, is on its way, so nothing was sent. Wait for it, then try again."
        )
    };
    Failure::new(Kind::Busy, call, sentence)
}

/// SHA-256, by the library that TLS uses.
fn hash(parts: &[&str]) -> String {
    use rustls::SupportedCipherSuite::{Tls12, Tls13};
    let common = match rustls::crypto::ring::cipher_suite::TLS13_AES_128_GCM_SHA256 {
        Tls12(suite) => &suite.common,
        Tls13(suite) => &suite.common,
    };
    // No part holds a line break that JSON or a name could not.
    let digest = common.hash_provider.hash(parts.join("\n").as_bytes());
    digest.as_ref().iter().fold(String::new(), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests;
