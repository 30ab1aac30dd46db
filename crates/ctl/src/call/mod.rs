//! `call`: one call of one endpoint, typed by the table. Its answer is the one document on standard output.
//!
//! Calling, comparing and concluding are core's. This module turns arguments into a payload, and an outcome into an exit
//! code. The payload is put together as text, so that numbers and unknown keys reach core unchanged.

mod change;
mod fits;
mod table;
mod text;

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tapline_contract::Endpoint as _;
use tapline_contract::connection::ConnectionId;
use tapline_contract::endpoint::Consequence;
use tapline_contract::endpoints::UpdateProfile;
use tapline_contract::history::OperationId;
use tapline_contract::secret::{into_text, to_json_text};
use tapline_contract::{Class, Failure, FailureKind};
use tapline_contract::{card_number, record};
use zeroize::Zeroizing;

pub(crate) use self::change::{Change, ChangeArgs, applied, operation};
pub(crate) use self::table::{EndpointRow, ROWS};
use crate::choice::{Choices, one_of};
use crate::exact;
use crate::exit::Exit;
use crate::say::{self, CALL, Stop, wrong};
use crate::secret;
use crate::stop::reading;
use crate::target::{Target, tell_contradiction};

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(crate) struct CallArgs {
    /// Endpoint to call; `taplinectl endpoints NAME` shows its arguments, with an example
    #[arg(value_parser = row(), hide_possible_values = false, value_name = "ENDPOINT")]
    endpoint: &'static EndpointRow,
    /// Id in the path of the endpoint
    #[arg(long)]
    id: Option<String>,
    /// Query or body: JSON, @FILE, or - for standard input
    #[arg(long, value_name = "JSON")]
    input: Option<String>,
    /// Record that the change is based on, as printed: JSON or @FILE. If the service's record differs, nothing is sent (exit
    /// code 2) [default: the record right before the change]
    #[arg(long, value_name = "JSON")]
    seen: Option<String>,
    /// Merchant of the terminal; without it, a change of a terminal is neither compared nor verified
    #[arg(long, value_name = "MCHID")]
    merchant: Option<String>,
    /// Consequence to accept
    #[arg(long, value_parser = one_of(CONSEQUENCES), value_name = "WHAT")]
    accept: Option<Consequence>,
    /// File with the admin password for a void or a refund
    #[arg(long, value_name = "FILE")]
    admin_password_file: Option<PathBuf>,
    #[command(flatten)]
    change: ChangeArgs,
    #[command(flatten)]
    target: Target,
}

const AFTER: &str = "\
A read prints the service's answer, a change its outcome: applied, notApplied, unknown or conflict, as one line of JSON.
A change is kept in the history, sent at most once per operation id, and verified.
The reason of a refund ends with a trace reference such as [tl-095cfeee], which identifies it if the connection drops.
Card numbers are printed with their first six and last four digits.

Examples:
  taplinectl call GetOwner --connection 'Acme live'
  taplinectl call ListEmv --input '{\"pageSize\":-1}' --connection 'Acme live'
  taplinectl call UpdateEmv --id 11 --input @draft.json --seen @record.json --connection 'Acme live'
  taplinectl call RefundTransaction --id T4711 --admin-password-file pwd.txt \\
      --input '{\"refundAmount\":1250,\"refundReason\":\"returned goods\"}' --connection 'Acme live'
  taplinectl call EndDevice --id SDK-4F1A20B8 --input '{\"deviceStatus\":2}' --connection 'Acme live'

A script that may run twice uses its own id. The second run prints the outcome of the first and sends nothing:
  taplinectl call Settle --input '{\"batchId\":\"B1\"}' --operation 0123456789abcdef0123456789abcdef --connection Acme";

const CONSEQUENCES: Choices<Consequence> =
    &[("unbind-all", "A profile saved without acceptances unbinds all of them", Consequence::UnbindAll)];

fn row() -> impl TypedValueParser<Value = &'static EndpointRow> {
    let value = |row: &EndpointRow| {
        clap::builder::PossibleValue::new(row.name).help(format!("{}: {}", row.place(), row.words()))
    };
    PossibleValuesParser::new(ROWS.iter().map(value).collect::<Vec<_>>())
        .map(|name| EndpointRow::find(&name).expect("the parser takes no other name"))
}

/// True if a list has records that could not be read; prints each.
fn unread(answer: &str) -> bool {
    let answer: serde_json::Value = serde_json::from_str(answer).unwrap_or_default();
    let records = answer["unreadable"].as_array().map(Vec::as_slice).unwrap_or_default();
    for record in records {
        let misfit = &record["misfit"];
        let text = |member: &str| misfit[member].as_str().unwrap_or_default().to_owned();
        say::note(&format!(
            "Unreadable record: {}: expected {}, found {}",
            text("field"),
            text("expected"),
            text("found")
        ));
    }
    !records.is_empty()
}

pub(crate) async fn run(args: CallArgs, folder: Option<PathBuf>) -> Result<Exit, Stop> {
    let row = args.endpoint;
    let parts = Parts::from_args(row, &args)?;
    let named = folder.clone();
    let change = Change::open(&args.change, &args.target, folder).await?;
    let payload = parts.payload(&change.connection.id);
    if !row.changes() {
        let answer = reading(change.core.invoke(row.name, None, &payload)).await?;
        tell_contradiction(&change.core);
        say::json(&EndpointRow::printed(&answer))?;
        return Ok(if unread(&answer) { Exit::Refused } else { Exit::Done });
    }
    match change.send(row, &payload).await {
        Err(Stop::Failure(failure)) if failure.kind == FailureKind::UnitNotKnown => {
            say::failure(&failure);
            say::notes_of(&args.target.confirming(&change.connection, named.as_deref()));
            Ok(Exit::of_failure(&failure))
        }
        ended => ended,
    }
}

/// Parts of a call's payload: JSON texts.
pub(crate) struct Parts {
    pub(crate) id: String,
    pub(crate) input: Zeroizing<String>,
    pub(crate) seen: String,
    pub(crate) accepts: Option<Consequence>,
    pub(crate) supersedes: Option<OperationId>,
}

impl Parts {
    /// Read by the endpoint's own types before anything is opened.
    fn from_args(row: &EndpointRow, args: &CallArgs) -> Result<Parts, Stop> {
        let needless = [
            ("--id", args.id.is_some(), row.takes_id()),
            ("--input", args.input.is_some(), row.takes_input()),
            ("--seen", args.seen.is_some(), row.takes_seen()),
            ("--merchant", args.merchant.is_some(), row.takes_merchant()),
            ("--admin-password-file", args.admin_password_file.is_some(), row.takes_password()),
            ("--accept", args.accept.is_some(), row.name == UpdateProfile::NAME),
            ("--unit", args.target.unit.is_some(), row.has_amounts()),
            ("--wait", args.change.wait.is_some(), row.changes()),
            ("--operation", args.change.operation.is_some(), row.changes()),
            ("--supersedes", args.change.supersedes.is_some(), row.changes()),
        ];
        if let Some((option, ..)) = needless.iter().find(|(_, given, taken)| *given && !taken) {
            return Err(wrong(format!("{} doesn't accept {option}. Example: {}", row.name, row.example())));
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
            supersedes: args.change.supersedes.clone(),
        })
    }

    /// The payload for core's door.
    pub(crate) fn payload(&self, connection: &ConnectionId) -> Zeroizing<String> {
        let text = |text: &str| serde_json::Value::from(text).to_string();
        let Parts { id, input, seen, accepts, supersedes } = self;
        let accepts = serde_json::json!(accepts);
        let supersedes =
            supersedes.as_ref().map_or_else(|| "null".to_owned(), |operation| text(&operation.0));
        Zeroizing::new(format!(
            r#"{{"connection":{},"id":{id},"input":{},"seen":{seen},"accepts":{accepts},"supersedes":{supersedes}}}"#,
            text(&connection.0),
            input.as_str(),
        ))
    }
}

fn id(row: &EndpointRow, given: Option<&str>) -> Result<String, Stop> {
    if !row.takes_id() {
        return Ok("null".to_owned());
    }
    if given.is_some_and(|given| given.trim().is_empty()) {
        let sentence = format!("--id is empty, so nothing was sent. Example: {}", row.example());
        return Err(Failure::new(FailureKind::BadInput, CALL, sentence).field("--id").into());
    }
    let json = serde_json::Value::from(given.unwrap_or_default()).to_string();
    (row.reads_id)(&json)
        .map(|()| json)
        .map_err(|_| wrong(format!("{} needs an --id. Example: {}", row.name, row.example())))
}

fn input(row: &EndpointRow, args: &CallArgs) -> Result<Zeroizing<String>, Stop> {
    if !row.takes_input() {
        return Ok(Zeroizing::new("null".to_owned()));
    }
    let mut input = match &args.input {
        Some(given) => text::read("--input", given)?,
        None => Zeroizing::new("{}".to_owned()),
    };
    let has_password =
        || record::members(&input).is_ok_and(|all| all.iter().any(|(key, _)| key == "adminPwd"));
    if row.takes_password() && has_password() {
        if args.admin_password_file.is_some() {
            return Err(wrong(
                "--admin-password-file has no effect: --input has adminPwd already. Leave one of them out.",
            ));
        }
    } else if row.takes_password() {
        let Some(password) = secret::admin_password(args.admin_password_file.as_deref())? else {
            return Err(wrong(format!(
                "{} needs the admin password. Put it into a file that only you can read and name that with \
                 --admin-password-file, or set TAPLINE_ADMIN_PASSWORD. Nothing was sent.",
                row.name
            )));
        };
        input = with_password(&input, &password)?;
    }
    (row.reads_input)(&input).map_err(|misfit| {
        wrong(format!("{} doesn't accept this --input: {misfit}. Example: {}", row.name, row.example()))
    })?;
    fits::values(row, &input)?;
    if row.changes() {
        exact::warn_of_cards(&input);
    }
    if matches!(row.class, Class::Absolute | Class::Create) && card_number::has_shortened(&input) {
        return Err(wrong(
            "--input has a card number that was shortened when it was printed, and would be saved like that. Nothing was \
             sent. Change single fields with `taplinectl set`.",
        ));
    }
    // A query has no null at all.
    let written = if row.changes() { (row.writes_input)(&input) } else { Some(serde_json::json!({})) };
    if let (Ok(given), Some(written)) = (serde_json::from_str(&input), written)
        && let Some(member) = text::lost_null(&given, &written)
    {
        return Err(wrong(format!(
            "{member} is null in --input, and {} has no null there: it would be left out. Nothing was sent. Leave {member} out, \
             or give it a value.",
            row.name
        )));
    }
    Ok(input)
}

fn with_password(input: &str, password: &str) -> Result<Zeroizing<String>, Stop> {
    let quoted = to_json_text(password).map_err(|_| wrong("The admin password isn't text."))?;
    let members =
        record::members(input).map_err(|_| wrong("--input must be a JSON object with each key once."))?;
    let filled = record::object(vec![("adminPwd", Some(quoted))], &members);
    let filled = filled.ok_or_else(|| wrong("--input must be a JSON object."))?;
    Ok(into_text(filled))
}

/// Record that the change is based on. A terminal is found in its merchant's list.
fn seen(row: &EndpointRow, args: &CallArgs) -> Result<String, Stop> {
    let given = match &args.seen {
        Some(given) => text::read("--seen", given)?.to_string(),
        None => "null".to_owned(),
    };
    if row.takes_merchant() && args.seen.is_some() && args.merchant.is_none() {
        return Err(wrong("--seen of a terminal needs --merchant, to load the terminal and compare it."));
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
        wrong(format!(
            "--seen isn't a record that {} changes: {misfit}. Use the record as it was printed.",
            row.name
        ))
    })
}
