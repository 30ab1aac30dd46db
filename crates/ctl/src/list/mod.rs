//! `list`: a whole list of the service, record by record, as they come.
//!
//! Missing parts are reported: a list that breaks off is printed as far as it was read, with the reason on standard error and
//! in the exit code.

mod kinds;
pub(crate) mod sheet;
mod source;

use std::io::{self, BufWriter};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value};
use tapline_contract::transaction_state::{SettleState, State};

use self::kinds::Kind;
use self::sheet::{Sheet, SheetArgs};
use self::source::{Item, ListPart, Source};
use crate::exit::Exit;
use crate::opened::Core;
use crate::say::{self, Stop, note, unwritten};
use crate::stop::reading;
use crate::target::{Target, tell_contradiction};

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(crate) struct ListArgs {
    #[command(subcommand)]
    what: What,
}

const AFTER: &str = "\
JSON has every field that the service sent, except secrets; CSV and XLSX have the documented fields. In CSV, a text that a
spreadsheet would read as a formula gets an apostrophe in front. Excel drops leading zeros of ids in CSV; --format xlsx keeps
them. Full card numbers are shortened.
Amounts are in the service's unit, with their currency: `taplinectl connections list` shows the unit.
An incomplete list is printed as far as it loaded. Standard error names the missing part, the exit code the reason.

Examples:
  taplinectl list transactions --all --created-start 2026-11-01 --format csv --connection Acme > november.csv
  taplinectl list transactions --limit 500 --format xlsx --connection Acme > latest.xlsx
  taplinectl list devices --all --merchant M100000001 --connection Acme | jq -r .deviceId
  taplinectl list emv --limit 5 --format json --connection Acme";

#[derive(Subcommand, Debug)]
enum What {
    /// Transactions
    Transactions {
        #[command(flatten)]
        dates: Dates,
        #[arg(long, value_name = "ID")]
        transaction_id: Option<String>,
        #[arg(long, value_name = "NO")]
        acquirer_ref_no: Option<String>,
        /// Only records of one terminal
        #[arg(long, value_name = "ID")]
        device_id: Option<String>,
        #[arg(long, value_parser = state, help = states())]
        state: Option<u8>,
        #[arg(long, value_parser = settle_state, help = settle_states())]
        settle_state: Option<u8>,
        #[command(flatten)]
        output: Output,
    },
    /// Settlement batches
    Settlements {
        #[command(flatten)]
        dates: Dates,
        #[arg(long, value_name = "ID")]
        batch_id: Option<String>,
        #[command(flatten)]
        output: Output,
    },
    /// EMV configurations
    Emv {
        #[command(flatten)]
        output: Output,
    },
    /// Merchants
    Merchants {
        #[arg(long)]
        name: Option<String>,
        #[arg(long, value_name = "MCHID")]
        merchant: Option<String>,
        #[command(flatten)]
        output: Output,
    },
    /// Acquirer profiles
    Acquirers {
        /// Only profiles with this text in their name
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        output: Output,
    },
    /// Profiles
    Profiles {
        #[command(flatten)]
        output: Output,
    },
    /// Terminals and activation codes of a merchant
    Devices {
        /// Merchant of the terminals
        #[arg(long, value_name = "MCHID")]
        merchant: String,
        #[command(flatten)]
        output: Output,
    },
}

#[derive(Args, Debug)]
struct Dates {
    /// Created on this day or later, YYYY-MM-DD, in the service's time zone (in the sandbox: UTC)
    #[arg(long, value_name = "DATE", value_parser = crate::date::day)]
    created_start: Option<String>,
    /// Created up to this day, YYYY-MM-DD; a service may exclude the day itself (the sandbox includes it)
    #[arg(long, value_name = "DATE", value_parser = crate::date::day)]
    created_end: Option<String>,
}

#[derive(Args, Debug)]
struct Output {
    #[command(flatten)]
    sheet: SheetArgs,
    /// The whole list
    #[arg(long, required_unless_present = "limit", conflicts_with = "limit")]
    all: bool,
    /// At most this many records
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    #[command(flatten)]
    target: Target,
}

fn states() -> String {
    named(State::ALL.iter().map(|state| (state.code(), state.name())))
}

fn settle_states() -> String {
    named(SettleState::ALL.iter().map(|state| (state.code(), state.name())))
}

fn named(states: impl Iterator<Item = (u8, &'static str)>) -> String {
    let states: Vec<_> = states.map(|(code, name)| format!("{code} {name}")).collect();
    format!("Code or name: {}", states.join(", "))
}

fn state(text: &str) -> Result<u8, String> {
    let code = text.parse().ok().and_then(State::of_code).or_else(|| State::of_name(text));
    code.map(State::code).ok_or_else(|| "not a state of the service document".to_owned())
}

fn settle_state(text: &str) -> Result<u8, String> {
    let code = text.parse().ok().and_then(SettleState::of_code).or_else(|| SettleState::of_name(text));
    code.map(SettleState::code).ok_or_else(|| "not a state of the service document".to_owned())
}

impl What {
    /// The list, its query, and how it is printed.
    fn into_query(self) -> (&'static Kind, Map<String, Value>, Output) {
        let text = |key: &'static str, value: Option<String>| (key, value.map(Value::from));
        let code = |key: &'static str, value: Option<u8>| (key, value.map(Value::from));
        let (kind, query, output) = match self {
            What::Transactions {
                dates,
                transaction_id,
                acquirer_ref_no,
                device_id,
                state,
                settle_state,
                output,
            } => {
                let query = vec![
                    text("createdStart", dates.created_start),
                    text("createdEnd", dates.created_end),
                    text("transactionId", transaction_id),
                    text("acquirerRefNo", acquirer_ref_no),
                    text("deviceId", device_id),
                    code("state", state),
                    code("settleState", settle_state),
                ];
                (&kinds::TRANSACTIONS, query, output)
            }
            What::Settlements { dates, batch_id, output } => {
                let query = vec![
                    text("createdStart", dates.created_start),
                    text("createdEnd", dates.created_end),
                    text("batchId", batch_id),
                ];
                (&kinds::SETTLEMENTS, query, output)
            }
            What::Emv { output } => (&kinds::EMV, vec![("pageSize", Some(Value::from(-1)))], output),
            What::Merchants { name, merchant, output } => {
                (&kinds::MERCHANTS, vec![text("mchName", name), text("mchId", merchant)], output)
            }
            What::Acquirers { name, output } => (
                &kinds::ACQUIRERS,
                vec![text("profileName", name), ("pageSize", Some(Value::from(-1)))],
                output,
            ),
            What::Profiles { output } => (&kinds::PROFILES, Vec::new(), output),
            What::Devices { merchant, output } => {
                (&kinds::DEVICES, vec![text("mchId", Some(merchant))], output)
            }
        };
        let query = query.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        (kind, query.collect(), output)
    }
}

pub(crate) async fn run(args: ListArgs, folder: Option<PathBuf>) -> Result<Exit, Stop> {
    let (kind, query, output) = args.what.into_query();
    if ![kinds::TRANSACTIONS.endpoint, kinds::SETTLEMENTS.endpoint].contains(&kind.endpoint) {
        output.target.refuse_unit(&format!("list of {}", kind.noun))?;
    }
    let layout = output.sheet.layout()?;
    let core = Core::open(folder)?;
    let session = reading(output.target.open(&core)).await?;
    let unnamed = kind.endpoint == kinds::MERCHANTS.endpoint && !query.contains_key("mchId");
    let mut source = Source::new(&core, &session.connection.id, kind, query);
    let out = BufWriter::new(say::sheet());
    let sheet = Sheet::new(layout, (kind.columns)(), kind.exact, out).map_err(unwritten)?;
    let mut printing =
        Printing { sheet, left: output.limit.unwrap_or(u64::MAX), count: 0, unread: 0, bar: bar(kind) };
    let ended = reading(printing.all(&mut source)).await;
    let Printing { sheet, count, unread, bar, .. } = printing;
    bar.finish_and_clear();
    let exit = match ended {
        Err(Stop::Failure(failure)) => {
            say::failure(&failure);
            if unnamed && failure.kind == tapline_contract::FailureKind::Refused {
                note("To list one merchant, use --merchant MCHID.");
            }
            Exit::of_failure(&failure)
        }
        Err(Stop::Closed) => return Err(Stop::Closed),
        Err(Stop::Paused) => Exit::Paused,
        Ok(()) => Exit::Done,
    };
    sheet.end().map_err(unwritten)?;
    if unread > 0 {
        note(&format!("{} unreadable and not printed.", kind.counted(unread)));
    }
    tell_contradiction(&core);
    for text in &source.notes {
        note(text);
    }
    if let Some(why) = &source.incomplete {
        note(why);
    }
    let exit = match (exit, unread > 0 || source.incomplete.is_some()) {
        (Exit::Done, true) => Exit::Refused,
        (exit, _) => exit,
    };
    if exit != Exit::Done {
        note(&format!("Incomplete list: {} printed.", kind.counted(count)));
    }
    Ok(exit)
}

struct Printing<W: io::Write> {
    sheet: Sheet<W>,
    left: u64,
    count: u64,
    unread: u64,
    bar: ProgressBar,
}

impl<W: io::Write> Printing<W> {
    async fn all(&mut self, source: &mut Source<'_>) -> Result<(), Stop> {
        while self.left > 0 {
            let Some(part) = source.next().await? else { break };
            self.part(&part).map_err(unwritten)?;
        }
        if self.left == 0 {
            // The rest was not requested.
            source.incomplete = None;
        }
        Ok(())
    }

    fn part(&mut self, part: &ListPart) -> io::Result<()> {
        for item in &part.items {
            match item {
                _ if self.left == 0 => break,
                Item::Record(record) => {
                    self.sheet.record(record.get())?;
                    self.left -= 1;
                    self.count += 1;
                }
                Item::Unreadable(unreadable) => {
                    note(&format!("Unreadable record: {}", unreadable.misfit));
                    self.unread += 1;
                }
            }
        }
        if let Some(total) = part.total {
            self.bar.set_length(total.min(self.count.saturating_add(self.left)));
        }
        self.bar.set_position(self.count);
        self.sheet.flush()
    }
}

/// On standard error, and only when that is a terminal.
fn bar(kind: &Kind) -> ProgressBar {
    let template = format!("{{wide_bar}} {{pos}} of {{len}} {}  {{eta}}", kind.noun);
    let bar = ProgressBar::new(0);
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_codes_or_names() {
        for (text, code) in
            [("0", Some(0)), ("7", Some(7)), ("APPROVED", Some(2)), ("8", None), ("approved", None)]
        {
            assert_eq!(state(text).ok(), code, "{text}");
        }
        assert_eq!(settle_state("SETTLE_FAILED"), Ok(2));
        assert!(settle_state("3").is_err());
    }
}
