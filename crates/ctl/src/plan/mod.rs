//! `change-set` (or `plan`), `apply`, `resume`, `verify`, `undo`: many records at once, from a file that a second person can review.
//!
//! Core makes, runs, verifies and takes back plans; here are the arguments, the review and the exit codes.

mod make;
mod meaning;
mod review;
mod run;
mod used;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use tapline_contract::commands::{GetDesk, MakePlan, ReadPlan, UndoPlan, VerifyPlan};
use tapline_contract::connection::{Connection, ConnectionId, Session};
use tapline_contract::field::Loose;
use tapline_contract::plan::{ItemResult, ItemState, Plan, PlanDraft, PlanEdit, PlanKind, PlanOn, PlanRun};
use tapline_contract::shown::Shown;
use tapline_contract::where_used::counted;

use self::make::Where;
use self::meaning::PlanRecords;
use crate::amount;
use crate::choice::{Choices, one_of};
use crate::exact;
use crate::exit::Exit;
use crate::folder;
use crate::opened::Core;
use crate::repeated::file_of;
use crate::say::{self, Stop, note, trouble, wrong};
use crate::set::kinds::KINDS;
use crate::set::limit::{self, LimitCurrency};
use crate::stop::reading;
use crate::target::Target;
use crate::terminal;

#[derive(Args, Debug)]
#[command(after_help = PLAN, args_conflicts_with_subcommands = true)]
pub(crate) struct PlanArgs {
    #[command(subcommand)]
    show: Option<Show>,
    /// Kind of record
    #[arg(long, value_parser = one_of(PLANNED), default_value = "emv")]
    kind: PlanKind,
    /// Records to change, by scheme, name, country, currency or field; floor, cvm and trans take an amount, as in cvm=50.00. All
    /// conditions must match
    #[arg(long = "where", value_name = "NAME=VALUE,…", value_parser = make::conditions)]
    conditions: Vec<Where>,
    /// Field and its new value; floor, cvm and trans take an amount, as in cvm=50.00
    #[arg(long = "set", value_name = "FIELD=VALUE", required = true)]
    fields: Vec<String>,
    /// Reason, for the reviewer
    #[arg(long, value_name = "TEXT", default_value = "")]
    why: String,
    /// File to write the change set to; an existing file is not replaced [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    target: Target,
}

#[derive(Subcommand, Debug)]
enum Show {
    /// Review a change set: each record, before and after
    #[command(
        after_help = "Nothing is sent. With a connection, the review also shows the effect on sales, the checks and where each \
                      record is used.\n\nExamples:\n  taplinectl change-set show plan.jsonl --currency EUR\n  taplinectl change-set \
                      show plan.jsonl --connection 'Acme live'"
    )]
    Show {
        plan: PathBuf,
        /// Show the limits in this currency too, ISO 4217
        #[arg(long, value_name = "CODE")]
        currency: Option<String>,
        #[command(flatten)]
        target: Target,
    },
}

const PLAN: &str = "\
Nothing is sent. A change set is a file of JSON lines without secrets: it can be reviewed, compared and applied later.

name=… matches words in any order and letter case, with or without accents, like the filter of Limits. One or two letters must
begin a word, so name=NL doesn't match Finland.

Country and currency are those of the terminals and profiles that use a record (currency: also of acquirer profiles). Records with
none or several are listed and left out.

Examples:
  taplinectl change-set --where scheme=visa,country=NL --set cvm=50.00 --why 'PIN limit NL' -o plan.jsonl --connection 'Acme live'
  taplinectl change-set --kind acquirer --where currency=EUR --set connTimeout=30 -o plan.jsonl --connection 'Acme live'
  taplinectl change-set show plan.jsonl";

const PLANNED: Choices<PlanKind> = &[("emv", "", PlanKind::Emv), ("acquirer", "", PlanKind::Acquirer)];

#[derive(Args, Debug)]
#[command(after_help = APPLY)]
pub(crate) struct ApplyArgs {
    plan: PathBuf,
    /// Send without a question
    #[arg(long)]
    yes: bool,
    /// Stop after N failed or unconfirmed items
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    failures: u32,
    /// Continue after a conflict; the record in conflict stays unchanged
    #[arg(long)]
    over_conflicts: bool,
    /// Send an unconfirmed item again, once several checks show its record unchanged
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    target: Target,
}

const APPLY: &str = "\
Each record is compared with the change set, changed once and verified; up to eight at a time. The history keeps the result of each
item, so a stopped change set continues where it stopped, and nothing is sent twice. `apply` starts or continues a change set,
`resume` only continues one that was started on this computer. Standard output has a line of JSON for each item. The exit code is
that of the worst item.

Example:
  taplinectl apply plan.jsonl --connection 'Acme live'
  taplinectl resume plan.jsonl --yes --connection 'Acme live'";

#[derive(Args, Debug)]
#[command(
    after_help = "Nothing is sent. Exit code 0 means that every record has the change set's values.\n\nExample:\n  \
                  taplinectl verify \
                  plan.jsonl --connection 'Acme live'"
)]
pub(crate) struct VerifyArgs {
    plan: PathBuf,
    #[command(flatten)]
    target: Target,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Nothing is sent. The new change set can be reviewed and applied like any other.\n\nExample:\n  taplinectl \
                  undo plan.jsonl -o back.jsonl --connection 'Acme live'"
)]
pub(crate) struct UndoArgs {
    plan: PathBuf,
    /// File to write the change set to; an existing file is not replaced [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    target: Target,
}

pub(crate) async fn plan(args: PlanArgs, folder: Option<PathBuf>) -> Result<Exit, Stop> {
    if let Some(Show::Show { plan, currency, target }) = &args.show {
        target.refuse_unit("change-set show")?;
        if target.is_open() {
            target.refuse_all("--connection or --base-url")?;
        }
        let (currency, (text, plan)) = (currency.as_deref().map(amount::currency).transpose()?, read(plan)?);
        if currency.is_some() && !review::has_limits(&plan) {
            return Err(wrong("--currency has no effect: this change set changes no limit. Leave it out."));
        }
        let currency = match currency {
            Some(currency) => Some(LimitCurrency::Known(currency)),
            None if target.is_open() => saved_currency(&plan, folder.clone()).await?,
            None => None,
        };
        let seen = if target.is_open() { None } else { or_note(means(&text, &plan, target, folder).await)? };
        let (read, known) = seen.unzip();
        let mut lines = Shown::default();
        let read = read.as_deref();
        review::review(&plan, currency.as_ref(), read, known.flatten().as_ref(), |line| {
            lines.add(exact::line(line));
        });
        say::text(&lines)?;
        return Ok(Exit::Done);
    }
    args.target.refuse_unit("plan")?;
    let name = PLANNED.iter().find(|(.., kind)| *kind == args.kind).map_or("", |(name, ..)| name);
    let kind = KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| wrong("Unknown kind of record."))?;
    let core = Core::open(folder)?;
    let session = reading(args.target.open(&core)).await?;
    let currency = make::currency(kind, &args.conditions, &session.connection)?;
    let connection = session.connection.id;
    let fields = make::changes(&args.fields, kind, currency.currency())?;
    let conditions = make::on_wire(args.conditions, kind, currency.currency())?;
    for line in fields.iter().filter_map(|field| limit::echo(field, &currency)) {
        note(&line);
    }
    let edits = make::edits(&core, &connection, kind, &conditions, &fields, &currency);
    let edits = reading(edits).await?;
    let meant = edits.len();
    let items = edits.into_iter().filter_map(|(record, draft)| {
        Some(PlanEdit { kind: args.kind, record: Loose::json(&record)?, draft: Loose::json(&draft)? })
    });
    let draft = PlanDraft { connection, why: args.why, items: items.collect() };
    let text = reading(core.command::<MakePlan>(draft)).await?;
    let plan = understood(&text)?;
    if meant == 0 {
        return Err(wrong("No record matches all conditions."));
    }
    if plan.items.is_empty() {
        note("All matching records already have these values.");
        return Ok(Exit::Done);
    }
    note(&format!(
        "{} of {} in the change set.",
        plan.items.len(),
        counted(meant, "matching record", "matching records")
    ));
    written(args.output.as_deref(), &text)
}

/// The currency of the connections that are saved for the service of a plan; `None` if there are no such connections, or several
/// currencies.
async fn saved_currency(plan: &Plan, folder: Option<PathBuf>) -> Result<Option<LimitCurrency>, Stop> {
    let folder = folder::data(folder)?;
    if !review::has_limits(plan) || !folder.is_dir() {
        return Ok(None);
    }
    let saved = Core::open(Some(folder))?.command::<GetDesk>(()).await?.connections;
    let ours = saved.iter().filter(|saved| saved.base_address.trim_end_matches('/') == plan.head.service);
    let mut currencies: Vec<_> = ours.map(Connection::currency).collect();
    currencies.dedup();
    Ok(match &currencies[..] {
        [currency] => Some(LimitCurrency::Assumed(currency.clone())),
        _ => None,
    })
}

/// The records as the service has them now, and what the plan means by that.
async fn means(
    text: &str,
    plan: &Plan,
    target: &Target,
    folder: Option<PathBuf>,
) -> Result<(Vec<ItemResult>, Option<PlanRecords>), Stop> {
    let core = Core::open(folder)?;
    let session = reading(target.open(&core)).await?;
    seen(&core, &session, text, plan).await
}

/// Fails where the records cannot be read: a review shows none as the file has it. It does without the rest.
async fn seen(
    core: &Core,
    session: &Session,
    text: &str,
    plan: &Plan,
) -> Result<(Vec<ItemResult>, Option<PlanRecords>), Stop> {
    let connection = &session.connection;
    let on = PlanOn { connection: connection.id.clone(), text: text.to_owned() };
    let read = reading(core.command::<VerifyPlan>(on)).await?.results;
    let known = reading(PlanRecords::read(core, &connection.id, connection.currency(), plan)).await;
    Ok((read, or_note(known)?))
}

/// A review does without what could not be read, and says so.
fn or_note<T>(known: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match known {
        Err(Stop::Failure(failure)) => {
            note(&failure.sentence);
            Ok(None)
        }
        known => known.map(Some),
    }
}

/// State that the person expects of the plan. Both run it in the same way; only resuming a plan that was never begun is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Apply,
    Resume,
}

pub(crate) async fn apply(args: ApplyArgs, start: Start, folder: Option<PathBuf>) -> Result<Exit, Stop> {
    args.target.refuse_unit("apply")?;
    let (text, plan) = read(&args.plan)?;
    let core = Core::open(folder)?;
    let session = reading(args.target.open(&core)).await?;
    let on = PlanOn { connection: session.connection.id.clone(), text: text.clone() };
    let so_far = reading(core.command::<ReadPlan>(on)).await?;
    if so_far.running {
        return Err(wrong(
            "Another Tapline on this computer is applying this change set. Wait until it is done.",
        ));
    }
    let begun = so_far.count(ItemState::Waiting) < so_far.results.len();
    match start {
        Start::Resume if !begun => {
            return Err(wrong(
                "This change set wasn't started on this computer. Start it with `taplinectl apply`.",
            ));
        }
        Start::Apply if begun => {
            let summary = run::summary(&so_far);
            note(&format!("This change set was started before: {summary}. It continues from there."));
        }
        _ => {}
    }
    if !args.yes {
        let connection = &session.connection;
        let (records, known) = seen(&core, &session, &text, &plan).await?;
        let connections = known.is_none().then(|| LimitCurrency::Assumed(connection.currency()));
        review::review(&plan, connections.as_ref(), Some(&records), known.as_ref(), |line| {
            note(&exact::line(line));
        });
        let changes = counted(plan.items.len(), "change", "changes");
        terminal::confirm(Shown::line(format_args!("Apply {changes}?")), "Review the change set")?;
    }
    let how = PlanRun {
        connection: session.connection.id,
        text,
        most_failures: args.failures,
        over_conflicts: args.over_conflicts,
        again: args.again,
    };
    run::run(&core, plan.head.id, how).await
}

pub(crate) async fn verify(args: VerifyArgs, folder: Option<PathBuf>) -> Result<Exit, Stop> {
    let (core, on) = opened(&args.plan, &args.target, folder).await?;
    let verified = reading(core.command::<VerifyPlan>(on)).await?;
    run::results(&verified.results)?;
    note(&format!("The service shows: {}.", run::summary(&verified)));
    let all = verified.count(ItemState::Applied) == verified.results.len();
    Ok(if all { Exit::Done } else { Exit::Conflict })
}

pub(crate) async fn undo(args: UndoArgs, folder: Option<PathBuf>) -> Result<Exit, Stop> {
    let (core, on) = opened(&args.plan, &args.target, folder).await?;
    let undo = reading(core.command::<UndoPlan>(on)).await?;
    for left in &undo.left_out {
        note(&format!("{} {} ({}) is left out: {}", left.kind.words(), left.id, left.name, left.sentence));
    }
    if understood(&undo.text)?.items.is_empty() {
        return Err(wrong("Nothing to undo from this computer."));
    }
    written(args.output.as_deref(), &undo.text)
}

async fn opened(plan: &Path, target: &Target, folder: Option<PathBuf>) -> Result<(Core, PlanOn), Stop> {
    target.refuse_unit("a change set")?;
    let (text, _) = read(plan)?;
    let core = Core::open(folder)?;
    let connection: ConnectionId = reading(target.open(&core)).await?.connection.id;
    Ok((core, PlanOn { connection, text }))
}

fn read(path: &Path) -> Result<(String, Plan), Stop> {
    let named = file_of("PLAN", &path.display().to_string());
    let text =
        std::fs::read_to_string(path).map_err(|cause| wrong(format!("{named} can't be read: {cause}.")))?;
    let plan = understood(&text)?;
    Ok((text, plan))
}

fn understood(text: &str) -> Result<Plan, Stop> {
    Plan::parse(text).map_err(|error| wrong(error.to_string()))
}

fn written(path: Option<&Path>, text: &str) -> Result<Exit, Stop> {
    let Some(path) = path else {
        text.lines().try_for_each(say::json)?;
        return Ok(Exit::Done);
    };
    let mut options = std::fs::OpenOptions::new();
    let made = options.write(true).create_new(true).open(path);
    made.and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|cause| trouble(format!("The change set wasn't written to {}: {cause}.", path.display())))?;
    note(&format!("Written to {}. Review it with `taplinectl change-set show`.", path.display()));
    Ok(Exit::Done)
}
