//! `call`: one call of one endpoint, typed by the table. Its answer is the one document on standard output.
//!
//! What a call does, compares and concludes is core's. Here arguments become its payload, and its outcome an exit code. The
//! payload is put together as text, so that numbers and unknown keys reach core as they were given.

mod example;
mod table;
mod text;

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use tapline_contract::commands::{CancelOperation, CheckOperation, ListHistory};
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoints::RefundTransaction;
use tapline_contract::history::{AnyOutcome, Cancelled, Change, OperationId};
use tapline_contract::secret::{into_text, to_json_text};
use tapline_contract::{Endpoint as _, Evidence, Failure, Kind, Outcome, record};
use zeroize::Zeroizing;

pub(crate) use self::table::{ROWS, Row};
use crate::desk::Desk;
use crate::exit::Exit;
use crate::say::{self, Errors, Stop, note, trouble, wrong};
use crate::stop::stopped;
use crate::target::Target;
use crate::{folder, secret};

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(crate) struct CallArgs {
    /// What to call; `taplinectl endpoints NAME` shows what it takes, with an example
    #[arg(value_parser = names(), hide_possible_values = false, value_name = "ENDPOINT")]
    endpoint: String,
    /// The parameter in the path
    #[arg(long)]
    id: Option<String>,
    /// Query or body: JSON, @FILE, or - for standard input
    #[arg(long, value_name = "JSON")]
    input: Option<String>,
    /// The record that the change is based on, as it was read: JSON or @FILE. If the service has another one now, nothing is
    /// sent (exit code 2). Without it the base is what is read right before
    #[arg(long, value_name = "JSON")]
    seen: Option<String>,
    /// Whose terminal it is. Terminals are listed by merchant only: without it nothing is read before and after a change of a
    /// terminal, and only the service's answer tells
    #[arg(long, value_name = "MCHID")]
    merchant: Option<String>,
    /// A consequence that must be agreed to in so many words
    #[arg(long, value_enum, value_name = "WHAT")]
    accept: Option<Accept>,
    /// File with the admin password, filled in as adminPwd of a void or a refund
    #[arg(long, value_name = "FILE")]
    admin_password_file: Option<PathBuf>,
    /// Operation id of a change, 32 hex digits, of your own: the same id is never sent twice [default: random]
    #[arg(long, value_name = "HEX", value_parser = operation)]
    operation: Option<OperationId>,
    /// The change of the same thing whose outcome is unknown and that this one does not wait for
    #[arg(long, value_name = "HEX", value_parser = operation)]
    supersedes: Option<OperationId>,
    /// How long to read for a lost answer before the outcome is told as unknown
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    wait: u64,
    #[command(flatten)]
    target: Target,
}

const AFTER: &str = "\
A read prints the service's answer, a change its outcome: applied, notApplied, unknown or conflict. Either is one line of JSON.
A change is in the journal before it is sent, is sent at most once per operation id, and is read back.

Examples:
  taplinectl call GetOwner --connection 'Acme live'
  taplinectl call ListEmv --input '{\"pageSize\":-1}' --connection 'Acme live'
  taplinectl call UpdateEmv --id 11 --input @draft.json --seen @record.json --connection 'Acme live'
  taplinectl call RefundTransaction --id T4711 --admin-password-file pwd.txt \\
      --input '{\"refundAmount\":1250,\"refundReason\":\"returned goods\"}' --connection 'Acme live'
  taplinectl call EndDevice --id sdk-0001 --merchant M1001 --input '{\"deviceStatus\":2}' --connection 'Acme live'

A script that may be repeated gives an id of its own; a repeated call then tells the first one's outcome and sends nothing:
  taplinectl call Settle --input '{\"batchId\":\"B1\"}' --operation 0123456789abcdef0123456789abcdef --connection Acme";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Accept {
    /// Updating a profile with no acceptances unbinds all of them.
    UnbindAll,
}

impl Accept {
    /// As core's door takes it.
    fn json(self) -> &'static str {
        match self {
            Accept::UnbindAll => "\"unbindAll\"",
        }
    }
}

fn names() -> PossibleValuesParser {
    let value = |row: &Row| {
        clap::builder::PossibleValue::new(row.name).help(format!("{}: {}", row.place(), row.words))
    };
    PossibleValuesParser::new(ROWS.iter().map(value).collect::<Vec<_>>())
}

pub(crate) fn operation(text: &str) -> Result<OperationId, String> {
    OperationId::parse(text).ok_or_else(|| "an operation id is 32 digits of 0-9 and a-f".to_owned())
}

pub(crate) async fn run(args: CallArgs, folder: Option<PathBuf>, errors: Errors) -> Result<Exit, Stop> {
    let row = Row::find(&args.endpoint).ok_or_else(|| wrong("There is no such endpoint."))?;
    let parts = Parts::of(row, &args)?;
    let operation = args.operation.clone().map_or_else(random, Ok)?;
    let desk = Desk::open(&folder::data(folder)?)?;
    let session = tokio::select! {
        session = args.target.open(&desk) => session?,
        () = stopped() => return Ok(Exit::Paused),
    };
    let connection = session.connection.id;
    let payload = parts.payload(&connection);
    if !row.changes() {
        return tokio::select! {
            answer = desk.invoke(row.name, None, &payload) => say::document(&answer?).map(|()| Exit::Done),
            () = stopped() => Ok(Exit::Paused),
        };
    }
    note(&format!("operation {}", operation.0));
    let change = Sending { desk: &desk, connection: &connection, operation: &operation };
    let told = tokio::select! {
        told = change.send(row, &payload, Duration::from_secs(args.wait)) => told?,
        () = stopped() => return Ok(change.stopped().await),
    };
    // Who hung up does not get the document; what became of the change is in the exit code all the same.
    let printed = say::document(&told);
    let outcome: AnyOutcome = read(&told)?;
    match &outcome {
        Outcome::NotApplied { failure } => say::failure(failure, errors),
        Outcome::Unknown { doubt, failure, .. } => {
            say::failure(failure, errors);
            note(&change.way_out(doubt.words()));
        }
        Outcome::Conflict { sent: true, .. } => {
            note(
                "Sent, and a read shows a third value: someone else changed it at the same time. See `theirs`.",
            );
        }
        Outcome::Conflict { sent: false, .. } => {
            note("Nothing was sent: it is not what the change is based on. See `theirs`, and decide again.");
        }
        Outcome::Applied { evidence, .. } => note(applied(row.name, *evidence)),
    }
    match printed {
        Ok(()) | Err(Stop::Closed) => Ok(Exit::of_outcome(&outcome)),
        Err(stop) => Err(stop),
    }
}

/// A change on its way.
struct Sending<'a> {
    desk: &'a Desk,
    connection: &'a ConnectionId,
    operation: &'a OperationId,
}

impl Sending<'_> {
    /// Sends it once; of an unknown outcome, waits while core reads. The outcome as JSON.
    async fn send(&self, row: &Row, payload: &str, wait: Duration) -> Result<String, Stop> {
        let told = self.desk.invoke(row.name, Some(self.operation), payload).await?;
        let Outcome::Unknown { given_up: false, doubt, .. } = read(&told)? else { return Ok(told) };
        if wait.is_zero() {
            return Ok(told);
        }
        note(&format!("{} Reading for up to {} s.", doubt.words(), wait.as_secs()));
        // Core reads on its own schedule; what it finds is in the journal.
        let settled = tokio::time::timeout(wait, self.settled()).await;
        match settled {
            Ok(outcome) => outcome,
            Err(_) => Ok(self.kept().await?.unwrap_or(told)),
        }
    }

    async fn settled(&self) -> Result<String, Stop> {
        loop {
            tokio::time::sleep(Duration::from_millis(100)).await;
            let Some(told) = self.kept().await? else { continue };
            if !matches!(read(&told)?, Outcome::Unknown { given_up: false, .. }) {
                return Ok(told);
            }
        }
    }

    /// The program was told to stop: calls the change off, or says that it is too late for that.
    async fn stopped(&self) -> Exit {
        let cancelled = self.desk.command::<CancelOperation>(self.operation.clone()).await;
        if matches!(cancelled, Ok(Cancelled::NotSent)) {
            note("Not sent: the change was cancelled before its first byte. Nothing was changed.");
            return Exit::Paused;
        }
        note(&self.way_out("The program was stopped. It may have happened."));
        Exit::Unknown
    }

    /// The outcome in the journal.
    async fn kept(&self) -> Result<Option<String>, Stop> {
        let changes = self.desk.command::<ListHistory>(self.connection.clone()).await?;
        let ours = changes.into_iter().find(|change| change.operation == *self.operation);
        let outcome = ours.and_then(|change: Change| change.outcome);
        Ok(outcome.and_then(|outcome| serde_json::to_string(&outcome).ok()))
    }

    fn way_out(&self, what: &str) -> String {
        format!("{what} Do not send it again. Find out by reading:\n  taplinectl check {}", self.operation.0)
    }
}

/// What is claimed of a change that was made, and no more than was seen.
pub(crate) fn applied(endpoint: &str, evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Answer => "Applied: the service confirmed it, and a read shows it.",
        Evidence::AnswerAlone => "Applied: the service confirmed it. No read shows it.",
        // A refund is told apart by its mark; of no other change a read shows who made it.
        Evidence::ReadBack if endpoint == RefundTransaction::NAME => {
            "Applied: the answer was lost or odd, but a read shows it."
        }
        Evidence::ReadBack => {
            "Applied: the answer was lost or odd, but a read shows it. Who did it cannot be read."
        }
        Evidence::Person => "Applied: a person found it out elsewhere and closed it by hand.",
    }
}

fn read(outcome: &str) -> Result<AnyOutcome, Stop> {
    serde_json::from_str(outcome).map_err(|_| {
        Failure::new(
            Kind::Malformed,
            CHECK,
            "The outcome cannot be read. Look at it with `taplinectl history`.",
        )
        .into()
    })
}

const CHECK: &str = <CheckOperation as tapline_contract::Command>::NAME;

/// What a call is put together from: JSON texts.
struct Parts {
    id: String,
    input: Zeroizing<String>,
    seen: String,
    accepts: Option<Accept>,
    supersedes: Option<OperationId>,
}

impl Parts {
    /// Read by the endpoint's own types before anything is opened.
    fn of(row: &Row, args: &CallArgs) -> Result<Parts, Stop> {
        let needless = [
            ("--id", args.id.is_some(), row.takes_id()),
            ("--input", args.input.is_some(), row.takes_input()),
            ("--seen", args.seen.is_some(), row.takes_seen()),
            ("--merchant", args.merchant.is_some(), row.takes_merchant()),
            ("--admin-password-file", args.admin_password_file.is_some(), row.takes_password()),
            ("--operation", args.operation.is_some(), row.changes()),
            ("--supersedes", args.supersedes.is_some(), row.changes()),
        ];
        if let Some((option, ..)) = needless.iter().find(|(_, given, taken)| *given && !taken) {
            return Err(wrong(format!("{} takes no {option}. Example:\n  {}", row.name, row.example())));
        }
        let from_stdin = [
            args.input.as_deref() == Some("-"),
            args.seen.as_deref() == Some("-"),
            args.target.token.token_stdin,
        ];
        if from_stdin.iter().filter(|from| **from).count() > 1 {
            return Err(wrong(
                "Standard input can be read once: give the other text or the token in a file.",
            ));
        }
        Ok(Parts {
            id: id(row, args.id.as_deref())?,
            input: input(row, args)?,
            seen: seen(row, args)?,
            accepts: args.accept,
            supersedes: args.supersedes.clone(),
        })
    }

    /// The payload for core's door.
    fn payload(&self, connection: &ConnectionId) -> Zeroizing<String> {
        let text = |text: &str| serde_json::Value::from(text).to_string();
        let Parts { id, input, seen, accepts, supersedes } = self;
        let accepts = accepts.map_or("null", Accept::json);
        let supersedes =
            supersedes.as_ref().map_or_else(|| "null".to_owned(), |operation| text(&operation.0));
        Zeroizing::new(format!(
            r#"{{"connection":{},"id":{id},"input":{},"seen":{seen},"accepts":{accepts},"supersedes":{supersedes}}}"#,
            text(&connection.0),
            input.as_str(),
        ))
    }
}

fn id(row: &Row, given: Option<&str>) -> Result<String, Stop> {
    if !row.takes_id() {
        return Ok("null".to_owned());
    }
    let json = serde_json::Value::from(given.unwrap_or_default()).to_string();
    (row.reads_id)(&json)
        .map(|()| json)
        .map_err(|_| wrong(format!("{} needs an --id. Example:\n  {}", row.name, row.example())))
}

fn input(row: &Row, args: &CallArgs) -> Result<Zeroizing<String>, Stop> {
    if !row.takes_input() {
        return Ok(Zeroizing::new("null".to_owned()));
    }
    let mut input = match &args.input {
        Some(given) => text::read("--input", given)?,
        None => Zeroizing::new("{}".to_owned()),
    };
    if row.takes_password()
        && !record::members(&input).is_ok_and(|all| all.iter().any(|(key, _)| key == "adminPwd"))
    {
        let Some(password) = secret::admin_password(args.admin_password_file.as_deref())? else {
            return Err(wrong(format!(
                "{} needs the admin password. Put it into a file that only you can read and name that with \
                 --admin-password-file, or set TAPLINE_ADMIN_PASSWORD. Nothing was sent.",
                row.name
            )));
        };
        input = with_password(&input, &password)?;
    }
    (row.reads_input)(&input).map(|()| input).map_err(|misfit| {
        wrong(format!("{} does not take this --input: {misfit}. Example:\n  {}", row.name, row.example()))
    })
}

fn with_password(input: &str, password: &str) -> Result<Zeroizing<String>, Stop> {
    let quoted = to_json_text(password).map_err(|_| wrong("The admin password is no text."))?;
    let members =
        record::members(input).map_err(|_| wrong("--input must be a JSON object with each key once."))?;
    let filled = record::object(vec![("adminPwd", Some(quoted))], &members);
    let filled = filled.ok_or_else(|| wrong("--input must be a JSON object."))?;
    Ok(into_text(filled))
}

/// What the change is based on. A terminal stands inside its merchant's list.
fn seen(row: &Row, args: &CallArgs) -> Result<String, Stop> {
    let given = match &args.seen {
        Some(given) => text::read("--seen", given)?.to_string(),
        None => "null".to_owned(),
    };
    if row.takes_merchant() && args.seen.is_some() && args.merchant.is_none() {
        return Err(wrong(
            "--seen of a terminal needs --merchant: without it nothing can be read to compare with.",
        ));
    }
    let seen = if row.takes_merchant() {
        let merchant = args.merchant.as_deref().map_or(serde_json::Value::Null, serde_json::Value::from);
        format!(r#"{{"mchId":{merchant},"device":{given}}}"#)
    } else {
        given
    };
    if seen == "null" {
        return Ok(seen);
    }
    (row.reads_seen)(&seen).map(|()| seen).map_err(|misfit| {
        wrong(format!("--seen is no record of what {} changes: {misfit}. Give it as it was read.", row.name))
    })
}

fn random() -> Result<OperationId, Stop> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)
        .map_err(|_| trouble("The operating system gives no random numbers. Give an id with --operation."))?;
    Ok(OperationId(format!("{:032x}", u128::from_be_bytes(bytes))))
}
