//! Sends a change once, waits for it and prints its outcome. The caller decides the content; core decides what
//! happens.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde::Deserialize;
use serde_json::value::RawValue;
use tapline_contract::commands::{CancelOperation, CheckOperation, GetChange};
use tapline_contract::connection::Connection;
use tapline_contract::endpoints::RefundTransaction;
use tapline_contract::history::{AnyOutcome, Cancelled, OperationId};
use tapline_contract::moved;
use tapline_contract::seal::Seal;
use tapline_contract::shown::Shown;
use tapline_contract::{Endpoint as _, Evidence, Failure, FailureKind, Outcome};

use super::table::{EndpointRow, Whence};
use crate::exit::Exit;
use crate::opened::Core;
use crate::say::{self, Stop, note, trouble};
use crate::stop::{reading, sending, stopped};
use crate::target::Target;

// The options of a command that changes something. No comment for the help: it would replace that of the command.
#[derive(Args, Debug)]
pub(crate) struct ChangeArgs {
    /// Your own operation id for a change, 32 hex digits; an id is never sent twice [default: random]
    #[arg(long, value_name = "HEX", value_parser = operation)]
    pub(super) operation: Option<OperationId>,
    /// Unconfirmed change of the same record that this change doesn't wait for
    #[arg(long, value_name = "HEX", value_parser = operation)]
    pub(crate) supersedes: Option<OperationId>,
    /// Seconds to check after a lost answer before the change is reported as unconfirmed [default: 20]
    #[arg(long, value_name = "SECONDS")]
    pub(super) wait: Option<u64>,
}

impl ChangeArgs {
    /// The operation id that was given, or a new one.
    fn operation(&self) -> Result<OperationId, Stop> {
        self.operation.clone().map_or_else(random, Ok)
    }

    fn wait(&self) -> Duration {
        self.wait.map_or(WAIT, Duration::from_secs)
    }
}

pub(crate) fn operation(text: &str) -> Result<OperationId, String> {
    OperationId::parse(text).ok_or_else(|| "an operation id is 32 digits of 0-9 and a-f".to_owned())
}

/// Time to look for a lost answer.
const WAIT: Duration = Duration::from_secs(20);

/// A change over an open connection.
pub(crate) struct Change {
    pub(crate) core: Core,
    pub(crate) connection: Connection,
    operation: OperationId,
    /// Names the service on another line.
    again: String,
    /// Time to look for a lost answer.
    wait: Duration,
}

impl Change {
    /// Opens the service that the command names.
    pub(crate) async fn open(
        args: &ChangeArgs,
        target: &Target,
        folder: Option<PathBuf>,
    ) -> Result<Change, Stop> {
        let operation = args.operation()?;
        let again = target.again(folder.as_deref());
        let core = Core::open(folder)?;
        let connection = reading(target.open(&core)).await?.connection;
        Ok(Change { core, connection, operation, again, wait: args.wait() })
    }

    /// Sends the change once and prints its outcome: the document, the words, the exit code.
    pub(crate) async fn send(&self, row: &EndpointRow, payload: &str) -> Result<Exit, Stop> {
        sending()?;
        say::operation(&self.operation.0);
        let (text, whence) = tokio::select! {
            text = self.sent(row, payload) => text.inspect_err(|stop| self.waits_for(stop))?,
            () = stopped() => return Ok(self.stopped().await),
        };
        // An outcome from the journal has a keyed hash in place of a secret or a contact.
        if text.contains(&format!("\"{}", Seal::MARK)) {
            say::notes_of(&row.kept_apart(
                whence,
                payload,
                &serde_json::from_str(&text).unwrap_or_default(),
                &self.again,
            ));
        }
        // A reader that hung up does not get the document; the exit code still reports the change.
        let printed = say::json(&EndpointRow::printed(&text));
        let outcome: AnyOutcome = read(&text)?;
        match &outcome {
            Outcome::NotApplied { failure } => say::failure(failure),
            Outcome::Unknown { checks: 0, given_up: true, failure, .. } => {
                say::failure(failure);
                let (operation, again) = (&self.operation.0, &self.again);
                note(&format!(
                    "Don't send it again before you know the result. Then resolve it: taplinectl close {operation} --found \
                     done (or not-done) --note 'where it was seen'{again}"
                ));
            }
            Outcome::Unknown { doubt, failure, .. } => {
                say::failure(failure);
                say::notes_of(&self.way_out(doubt.words()));
            }
            Outcome::Conflict { sent: true, .. } => {
                note(
                    "Sent, but the service shows another value: someone else changed it at the same time. See `theirs`.",
                );
            }
            Outcome::Conflict { sent: false, .. } => {
                note("Nothing was sent: the record has changed since. See `theirs`, and decide again.");
            }
            Outcome::Applied { evidence, .. } => {
                let claim = applied(row.name, *evidence);
                match self.moved(row, payload, &text) {
                    Some(moved) => note(&format!("{moved}. {claim}")),
                    None => note(claim),
                }
            }
        }
        match printed {
            Ok(()) | Err(Stop::Closed) => Ok(Exit::of_outcome(&outcome)),
            Err(stop) => Err(stop),
        }
    }

    /// "Refunded 58 JPY"
    fn moved(&self, row: &EndpointRow, payload: &str, text: &str) -> Option<String> {
        #[derive(Deserialize)]
        struct SentCall<'a> {
            #[serde(borrow)]
            input: &'a RawValue,
        }
        #[derive(Deserialize)]
        struct ReportedOutcome<'a> {
            #[serde(borrow)]
            applied: Applied<'a>,
        }
        #[derive(Deserialize)]
        struct Applied<'a> {
            #[serde(borrow)]
            record: Option<&'a RawValue>,
        }
        let sent: SentCall<'_> = serde_json::from_str(payload).ok()?;
        let reported: ReportedOutcome<'_> = serde_json::from_str(text).ok()?;
        let record = reported.applied.record.map_or("null", RawValue::get);
        moved::confirmation(&self.connection, row.name, sent.input.get(), record)
    }

    /// The way on for a change that waits for another one.
    fn waits_for(&self, stop: &Stop) {
        if let Stop::Failure(failure) = stop
            && let Some(open) = &failure.waits_for
        {
            say::notes_of(&Shown::lines([
                format!("To check the earlier change: taplinectl check {}{}", open.0, self.again),
                format!(
                    "To continue without it, once that check shows everything as before: repeat this with --supersedes {}",
                    open.0
                ),
            ]));
        }
    }

    /// Waits for an unknown outcome while core reads. Returns the outcome as JSON, and its origin.
    async fn sent(&self, row: &EndpointRow, payload: &str) -> Result<(String, Whence), Stop> {
        let wait = self.wait;
        let text = self.core.invoke(row.name, Some(&self.operation), payload).await?;
        let Outcome::Unknown { given_up: false, doubt, .. } = read(&text)? else {
            return Ok((text, Whence::Answer));
        };
        if wait.is_zero() {
            return Ok((text, Whence::Answer));
        }
        note(&format!("{} Checking for up to {} s.", doubt.words(), wait.as_secs()));
        // Core reads on its own schedule; what it finds is in the journal.
        let settled = tokio::time::timeout(wait, self.settled()).await;
        match settled {
            Ok(outcome) => Ok((outcome?, Whence::Read)),
            Err(_) => Ok((self.kept().await?.unwrap_or(text), Whence::Read)),
        }
    }

    async fn settled(&self) -> Result<String, Stop> {
        loop {
            tokio::time::sleep(Duration::from_millis(100)).await;
            let Some(text) = self.kept().await? else { continue };
            if !matches!(read(&text)?, Outcome::Unknown { given_up: false, .. }) {
                return Ok(text);
            }
        }
    }

    /// Called on a stop signal: calls the change off, or says that it is too late for that.
    async fn stopped(&self) -> Exit {
        let cancelled = self.core.command::<CancelOperation>(self.operation.clone()).await;
        if matches!(cancelled, Ok(Cancelled::NotSent)) {
            note("Cancelled in time. Nothing was sent.");
            return Exit::Paused;
        }
        say::notes_of(&self.way_out("The program was stopped. The change may have gone through."));
        Exit::Unknown
    }

    /// The outcome in the journal.
    async fn kept(&self) -> Result<Option<String>, Stop> {
        let ours = self.core.command::<GetChange>(self.operation.clone()).await?;
        let outcome = ours.and_then(|change| change.outcome);
        Ok(outcome.and_then(|outcome| serde_json::to_string(&outcome).ok()))
    }

    fn way_out(&self, what: &str) -> Shown {
        let (operation, again) = (&self.operation.0, &self.again);
        Shown::lines([
            format!("{what} Don't send it again. Check it:"),
            format!("  taplinectl check {operation}{again}"),
        ])
    }
}

/// Claim about a change that was made, never more than was observed.
pub(crate) fn applied(endpoint: &str, evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Answer => "Applied and verified.",
        Evidence::AnswerAlone => "Applied: the service confirmed it. Not verified.",
        // A refund is identified by its mark; for no other change does a read show who made it.
        Evidence::ReadBack if endpoint == RefundTransaction::NAME => {
            "Applied: the answer didn't confirm it, but the service shows it."
        }
        Evidence::ReadBack => {
            "Applied: the answer didn't confirm it, but the service shows it. It's unclear who did it."
        }
        Evidence::Person => "Applied: resolved manually, with evidence from elsewhere.",
    }
}

fn read(outcome: &str) -> Result<AnyOutcome, Stop> {
    serde_json::from_str(outcome).map_err(|_| {
        Failure::new(FailureKind::Malformed, CHECK, "The outcome is unreadable. See `taplinectl history`.")
            .into()
    })
}

const CHECK: &str = <CheckOperation as tapline_contract::Command>::NAME;

/// An operation id.
pub(crate) fn random() -> Result<OperationId, Stop> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)
        .map_err(|_| trouble("The operating system gives no random numbers. Give an id with --operation."))?;
    Ok(OperationId(format!("{:032x}", u128::from_be_bytes(bytes))))
}
