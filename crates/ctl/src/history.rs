//! `history`, `check`, `close`: what this computer changed, from the journal that the window uses too.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use tapline_contract::card;
use tapline_contract::commands::{CheckOperation, CloseOperation, GetChange, GetDesk, ListHistory};
use tapline_contract::connection::{Connection, Session};
use tapline_contract::history::{Change, Closing, HistoryOf, HistoryQuery, ManualResult, OperationId};
use tapline_contract::moved;
use tapline_contract::shown::Shown;
use tapline_contract::{Doubt, Outcome};
use tapline_core::HistoryArchive;
use tapline_platform::clock::told_time;

use crate::call::{applied, operation};
use crate::choice::{Choices, one_of};
use crate::date::day;
use crate::exact;
use crate::exit::Exit;
use crate::list::sheet::{Sheet, SheetArgs};
use crate::opened::Core;
use crate::say::{self, Stop, note, unwritten};
use crate::stop::reading;
use crate::target::Target;

#[derive(Debug, Subcommand)]
enum HistoryAction {
    /// Move changes from before a day into a file; the history keeps their operation ids
    Archive {
        /// Day in UTC; changes before it are archived
        #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
        before: String,
        /// The new file
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
}

#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Example:\n  taplinectl history --connection 'Acme live' | jq 'select(.outcome.unknown)'"
)]
pub(crate) struct HistoryArgs {
    #[command(flatten)]
    sheet: SheetArgs,
    /// Archive to list instead of the history; it is verified first
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,
    #[command(subcommand)]
    action: Option<HistoryAction>,
    /// At most this many changes, newest first
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
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
#[command(
    after_help = "Nothing is sent. The evidence stays in the history.\n\nExample:\n  taplinectl close \
                        0123456789abcdef0123456789abcdef --found done --note 'seen in the acquirer portal'"
)]
pub(crate) struct CloseArgs {
    /// Operation id of an unconfirmed change
    #[arg(value_parser = operation)]
    operation: OperationId,
    /// Result that you found elsewhere
    #[arg(long, value_parser = one_of(RESULTS))]
    found: ManualResult,
    /// Evidence for the result
    #[arg(long, value_name = "TEXT")]
    note: String,
}

const RESULTS: Choices<ManualResult> =
    &[("done", "", ManualResult::Done), ("not-done", "", ManualResult::NotDone)];

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

/// Changes that are held at a time.
const AT_ONCE: u32 = 100;

pub(crate) async fn list(args: HistoryArgs, folder: Option<PathBuf>) -> Result<Exit, Stop> {
    args.target.refuse_unit("history")?;
    args.target.refuse_token("history")?;
    let layout = args.sheet.layout()?;
    let core = Core::open(folder)?;
    if let Some(HistoryAction::Archive { before, output }) = args.action {
        return archive(&core, &before, &output);
    }
    let archive = args.archive.as_deref().map(|file| opened(&core, file)).transpose()?;
    let connection = match &archive {
        Some(_) if args.target.is_open() => None,
        _ => Some(args.target.connection(&core).await?.id),
    };
    let mut left = args.limit.unwrap_or(u64::MAX);
    let mut sheet = Sheet::new(layout, COLUMNS, exact::in_change, say::sheet()).map_err(unwritten)?;
    let mut before = None;
    while left > 0 {
        let limit = u32::try_from(left).unwrap_or(u32::MAX).min(AT_ONCE);
        let page = match (&archive, &connection) {
            (Some(archive), connection) => archive.page(connection.as_ref(), before.as_ref(), limit)?,
            (None, Some(connection)) => {
                let query =
                    HistoryQuery { connection: connection.clone(), of: HistoryOf::All, before, limit };
                core.command::<ListHistory>(query).await?
            }
            (None, None) => break,
        };
        for change in &page.changes {
            sheet.record(&text(change)).map_err(unwritten)?;
        }
        left -= u64::from(limit);
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    sheet.end().map_err(unwritten)?;
    Ok(Exit::Done)
}

fn archive(core: &Core, before: &str, file: &Path) -> Result<Exit, Stop> {
    let changes = core.host.archive_history(&format!("{before}T00:00:00Z"), file)?;
    note(&match changes {
        0 => format!("No change to archive before {before}."),
        1 => format!("1 change archived in {}.", file.display()),
        many => format!("{many} changes archived in {}.", file.display()),
    });
    Ok(Exit::Done)
}

fn opened(core: &Core, file: &Path) -> Result<HistoryArchive, Stop> {
    let (archive, ours) = core.host.open_archive(file)?;
    note(if ours {
        "The archive is unchanged since this computer wrote it."
    } else {
        "The archive is intact. It wasn't written by this computer."
    });
    Ok(archive)
}

pub(crate) async fn check(args: CheckArgs, folder: Option<PathBuf>) -> Result<Exit, Stop> {
    if args.target.is_open() {
        args.target.refuse_of_address()?;
    }
    let again = Target::default().again(folder.as_deref());
    let core = Core::open(folder)?;
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
    Ok(report(&change, core.host.session().as_ref(), &again))
}

pub(crate) async fn close(args: CloseArgs, folder: Option<PathBuf>) -> Result<Exit, Stop> {
    let core = Core::open(folder)?;
    let closing = Closing { operation: args.operation, found: args.found, note: args.note };
    let change = core.command::<CloseOperation>(closing).await?;
    say::json(&card::shortened(&text(&change), exact::in_change))?;
    note("Resolved manually; nothing was sent.");
    Ok(Exit::Done)
}

/// The saved connection on which this change is not settled.
async fn open_on(core: &Core, operation: &OperationId) -> Result<Option<Connection>, Stop> {
    let Some(change) = core.command::<GetChange>(operation.clone()).await? else { return Ok(None) };
    if change.outcome.is_some_and(|outcome| outcome.is_settled()) {
        return Ok(None);
    }
    let saved = core.command::<GetDesk>(()).await?.connections;
    Ok(saved.into_iter().find(|saved| saved.id == change.connection))
}

/// `again` is what another line needs to find the same journal.
fn report(change: &Change, open: Option<&Session>, again: &str) -> Exit {
    let what = format!("{} ({}) of {}", change.endpoint, change.target, told_time(&change.at));
    match &change.outcome {
        None => note(&format!("{what} is in progress.")),
        Some(Outcome::Applied { evidence, record, .. }) => {
            let moved = open.and_then(|open| {
                moved::confirmation(&open.connection, &change.endpoint, change.draft.raw(), record.raw())
            });
            let moved = moved.map(|moved| format!("{moved}. ")).unwrap_or_default();
            note(&format!("{what}: {moved}{}", applied(&change.endpoint, *evidence)));
        }
        Some(Outcome::Conflict { sent, .. }) => {
            let sent = if *sent { "was sent, but the service shows another value" } else { "wasn't sent" };
            note(&format!("{what} {sent}: someone else changed it."));
        }
        Some(Outcome::NotApplied { failure }) => {
            note(&format!("{what} wasn't done."));
            say::failure(failure);
        }
        Some(Outcome::Unknown { checks, doubt, failure, .. }) => {
            say::failure(failure);
            let known = if *doubt == Doubt::Lost { "no trace of it" } else { doubt.words() };
            let close = format!("taplinectl close {}{again}", change.operation.0);
            let times = if *checks == 1 { "check" } else { "checks" };
            say::notes_of(&Shown::lines([
                format!("{what}, after {checks} {times}: {known}"),
                "Look elsewhere, then resolve it with one of these:".to_owned(),
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
