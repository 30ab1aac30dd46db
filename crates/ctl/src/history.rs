//! `history`, `check`, `close`: what this computer changed, from the journal that the window uses too.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tapline_contract::card;
use tapline_contract::commands::{CheckOperation, CloseOperation, GetDesk, ListHistory};
use tapline_contract::connection::{Connection, Session};
use tapline_contract::history::{Change, Closing, Found, OperationId};
use tapline_contract::moved;
use tapline_contract::shown::Shown;
use tapline_contract::{Doubt, Outcome};
use tapline_core::told_time;

use crate::call::{applied, operation};
use crate::exact;
use crate::exit::Exit;
use crate::folder;
use crate::list::sheet::{Sheet, SheetArgs};
use crate::opened::Core;
use crate::say::{self, Errors, Stop, note, unwritten};
use crate::stop::reading;
use crate::target::Target;

#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  taplinectl history --connection 'Acme live' | jq 'select(.outcome.unknown)'"
)]
pub(crate) struct HistoryArgs {
    #[command(flatten)]
    sheet: SheetArgs,
    /// So many changes at most, the newest first
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    target: Target,
}

#[derive(Args, Debug)]
#[command(
    after_help = "The exit code is the one of the outcome. A change on a saved connection is found without naming it.\n\n\
                        Example:\n  taplinectl check 0123456789abcdef0123456789abcdef"
)]
pub(crate) struct CheckArgs {
    /// Operation id of the change
    #[arg(value_parser = operation)]
    operation: OperationId,
    #[command(flatten)]
    target: Target,
}

#[derive(Args, Debug)]
#[command(after_help = "Nothing is sent. The note stays in the history.\n\nExample:\n  taplinectl close \
                        0123456789abcdef0123456789abcdef --found done --note 'seen in the acquirer portal'")]
pub(crate) struct CloseArgs {
    /// Operation id of a change of unknown outcome
    #[arg(value_parser = operation)]
    operation: OperationId,
    /// What was found out elsewhere
    #[arg(long, value_enum)]
    found: FoundArg,
    /// How it is known
    #[arg(long, value_name = "TEXT")]
    note: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FoundArg {
    Done,
    NotDone,
}

const COLUMNS: &[&str] = &[
    "at",
    "endpoint",
    "target",
    "operation",
    "outcome",
    "requestId",
    "note",
    "id",
    "connection",
    "draft",
    "before",
];

pub(crate) async fn list(args: HistoryArgs, folder: Option<PathBuf>) -> Result<Exit, Stop> {
    args.target.refuse_unit("history")?;
    args.target.refuse_token("history")?;
    let layout = args.sheet.layout()?;
    let core = Core::open(&folder::data(folder)?)?;
    let connection = args.target.connection(&core).await?;
    let changes = core.command::<ListHistory>(connection.id).await?;
    let mut sheet =
        Sheet::new(layout, COLUMNS, exact::in_change, say::sheet()).map_err(|cause| unwritten(&cause))?;
    for change in changes.iter().take(args.limit.unwrap_or(usize::MAX)) {
        sheet.record(&text(change)).map_err(|cause| unwritten(&cause))?;
    }
    sheet.end().map_err(|cause| unwritten(&cause))?;
    Ok(Exit::Done)
}

pub(crate) async fn check(args: CheckArgs, folder: Option<PathBuf>, errors: Errors) -> Result<Exit, Stop> {
    if args.target.is_open() {
        args.target.refuse_of_address()?;
    }
    let again = Target::default().again(folder.as_deref());
    let core = Core::open(&folder::data(folder)?)?;
    let change = reading(async {
        if !args.target.is_open() {
            args.target.open(&core).await?;
        } else if let Some(connection) = open_on(&core, &args.operation).await? {
            args.target.connect(&core, connection).await?;
        }
        Ok::<_, Stop>(core.command::<CheckOperation>(args.operation.clone()).await?)
    })
    .await?;
    say::json(&card::shortened(&text(&change), exact::in_change))?;
    Ok(told(&change, core.host.session().as_ref(), errors, &again))
}

pub(crate) async fn close(args: CloseArgs, folder: Option<PathBuf>) -> Result<Exit, Stop> {
    let core = Core::open(&folder::data(folder)?)?;
    let found = match args.found {
        FoundArg::Done => Found::Done,
        FoundArg::NotDone => Found::NotDone,
    };
    let closing = Closing { operation: args.operation, found, note: args.note };
    let change = core.command::<CloseOperation>(closing).await?;
    say::json(&card::shortened(&text(&change), exact::in_change))?;
    note("Closed by hand; nothing was sent.");
    Ok(Exit::Done)
}

/// The saved connection on which this change is not settled.
async fn open_on(core: &Core, operation: &OperationId) -> Result<Option<Connection>, Stop> {
    for connection in core.command::<GetDesk>(()).await?.connections {
        let changes = core.command::<ListHistory>(connection.id.clone()).await?;
        let ours = changes.into_iter().find(|change| change.operation == *operation);
        if let Some(change) = ours {
            let open = change.outcome.is_none_or(|outcome| !outcome.is_settled());
            return Ok(open.then_some(connection));
        }
    }
    Ok(None)
}

/// `again` is what another line needs to find the same journal.
fn told(change: &Change, open: Option<&Session>, errors: Errors, again: &str) -> Exit {
    let what = format!("{} ({}) of {}", change.endpoint, change.target, told_time(&change.at));
    match &change.outcome {
        None => note(&format!("{what} is on its way.")),
        Some(Outcome::Applied { evidence, record, .. }) => {
            let moved = open.and_then(|open| {
                moved::confirmation(&open.connection, &change.endpoint, change.draft.raw(), record.raw())
            });
            let moved = moved.map(|moved| format!("{moved}. ")).unwrap_or_default();
            note(&format!("{what}: {moved}{}", applied(&change.endpoint, *evidence)));
        }
        Some(Outcome::Conflict { sent, .. }) => {
            let sent = if *sent { "was sent, and reading shows a third value" } else { "was not sent" };
            note(&format!("{what} {sent}: someone else changed it."));
        }
        Some(Outcome::NotApplied { failure }) => {
            note(&format!("{what} was not done."));
            say::failure(failure, errors);
        }
        Some(Outcome::Unknown { checks, doubt, failure, .. }) => {
            say::failure(failure, errors);
            let known = if *doubt == Doubt::Lost { "no trace of it" } else { doubt.words() };
            let close = format!("taplinectl close {}{again}", change.operation.0);
            let times = if *checks == 1 { "check" } else { "checks" };
            say::notes_of(&Shown::lines([
                format!("{what}, after {checks} {times}: {known}"),
                "Look elsewhere, then close it by one of these:".to_owned(),
                format!("  {close} --found done --note 'seen in the acquirer portal'"),
                format!("  {close} --found not-done --note 'not in the acquirer portal'"),
            ]));
        }
    }
    change.outcome.as_ref().map_or(Exit::Unknown, Exit::of_outcome)
}

/// A change was JSON when it came: it can be written again.
fn text(change: &Change) -> String {
    serde_json::to_string(change).unwrap_or_default()
}
