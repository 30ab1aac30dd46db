//! `set`: changes single fields of one record. Reads it, edits what is named, shows the difference, and sends it once.
//!
//! The record as read goes along as the version seen, so core compares with it. Everything that is not named stays: of EMV
//! parameters every byte. Nothing is sent without a yes at the terminal or `--yes`.

pub(crate) mod edit;
pub(crate) mod kinds;
pub(crate) mod limit;

use std::path::PathBuf;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use tapline_contract::card_number;
use tapline_contract::connection::Connection;
use tapline_contract::emv_config::EmvId;
use tapline_contract::endpoint::Consequence;
use tapline_contract::shown::Shown;
use tapline_contract::where_used::{UsedRecord, UsersCurrency};
use zeroize::Zeroizing;

use self::edit::Assignment;
use self::kinds::Kind;
use self::limit::LimitCurrency;
use crate::call::{Change, ChangeArgs, EndpointRow, Parts};
use crate::exact;
use crate::exit::Exit;
use crate::opened::Core;
use crate::say::{Stop, note, wrong};
use crate::stop::reading;
use crate::target::Target;
use crate::terminal;
use crate::users::{Reach, users};

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(crate) struct SetArgs {
    /// Kind of record
    #[arg(value_parser = kinds::kind(), value_name = "KIND")]
    kind: &'static Kind,
    /// Id of the record
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    id: String,
    /// Field and its new value, by the service's names; `a.b` is a field inside another; floor, cvm and trans take an amount, as in
    /// cvm=50.00
    #[arg(required = true, value_name = "FIELD=VALUE", value_parser = edit::assignment)]
    fields: Vec<Assignment>,
    /// Merchant of the terminal
    #[arg(long, value_name = "MCHID")]
    merchant: Option<String>,
    /// Send without a question
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    change: ChangeArgs,
    #[command(flatten)]
    target: Target,
}

const AFTER: &str = "\
An amount (cvm=50.00) is in the currency of the profiles and terminals that use the configuration, or of the connection. With
the service's name, a limit is in whole minor units (clCVMLimit=5000). A value stays text or number, as the field is now.
Outcome and exit code are those of `call`.

Examples:
  taplinectl set emv 12 cvm=50.00 --connection 'Acme live'
  taplinectl set emv 12 clCVMLimit=5000 clTransLimit=20000 emvName='Retail DE' --yes --connection 'Acme live'
  taplinectl set merchant M100000001 mcc=5462 extParams.acqTid=10000001 --connection 'Acme live'
  taplinectl set acquirer 304 connTimeout=30 --connection 'Acme live'
  taplinectl set profile prof_retail_de merchantName='Bakery North' --connection 'Acme live'
  taplinectl set terminal CD-7Q2M4K9X activateCodeAlias='Till 4' --merchant M100000001 --connection 'Acme live'";

pub(crate) async fn run(args: SetArgs, folder: Option<PathBuf>) -> Result<Exit, Stop> {
    let kind = args.kind;
    let row = EndpointRow::find(kind.update).ok_or_else(|| wrong("Unknown endpoint."))?;
    match (row.takes_merchant(), &args.merchant) {
        (true, None) => {
            return Err(wrong("Terminals need their merchant: add --merchant MCHID."));
        }
        (false, Some(_)) => return Err(wrong(format!("set {} doesn't accept --merchant.", kind.name))),
        _ => {}
    }
    args.target.refuse_unit("set")?;
    let change = Change::open(&args.change, &args.target, folder).await?;
    let connection = &change.connection;
    let record = reading(kind.read(&change.core, &connection.id, &args.id, args.merchant.as_deref())).await?;
    let currency = if args.fields.iter().any(|field| limit::is_assigned(field, kind)) {
        reading(currency(&change.core, connection, &args.id)).await?
    } else {
        LimitCurrency::Assumed(connection.currency())
    };
    let fields = args.fields.iter().map(|field| limit::on_wire(field.clone(), kind, currency.currency()));
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    let edited = edit::edited(kind, &kind.base(&record)?, &fields, &currency)?;
    note(&format!("{} {}", kind.name, args.id));
    for line in &edited.lines {
        note(&format!("  {}", exact::line(line)));
        if card_number::is_in(&line[line.rfind(" > ").unwrap_or(0)..]) && exact::line(line) != *line {
            note("The new value looks like a card number. Don't save card numbers.");
        }
    }
    if !edited.differs {
        note("Already set. Nothing was sent.");
        return Ok(Exit::Done);
    }
    if !args.yes {
        terminal::confirm(Shown::line("Send this change?"), "Look at the difference")?;
    }
    let payload = parts(&args, edited.draft, record).payload(&connection.id);
    change.send(row, &payload).await
}

/// The currency of the users of a configuration; the connection's if they report none or several, or can't be read.
async fn currency(core: &Core, connection: &Connection, id: &str) -> Result<LimitCurrency, Stop> {
    let assumed = || LimitCurrency::Assumed(connection.currency());
    let Some(id) = EmvId::parse(id) else { return Ok(assumed()) };
    match users(core, &connection.id, UsedRecord::Emv(id), Reach::Usual).await.map(|used| used.currency()) {
        Ok(UsersCurrency::Agreed(currency)) => Ok(LimitCurrency::Known(currency)),
        Ok(_) | Err(Stop::Failure(_)) => Ok(assumed()),
        Err(stop) => Err(stop),
    }
}

/// The record as read is the version seen.
fn parts(args: &SetArgs, draft: String, record: String) -> Parts {
    let text = |text: &str| serde_json::Value::from(text).to_string();
    Parts {
        id: text(&args.id),
        input: Zeroizing::new(draft),
        accepts: has_nothing_bound(&record).then_some(Consequence::UnbindAll),
        seen: match &args.merchant {
            Some(merchant) => format!(r#"{{"mchId":{},"device":{record}}}"#, text(merchant)),
            None => record,
        },
        supersedes: args.change.supersedes.clone(),
    }
}

/// True for a profile without any bound acceptance, from which a list without acceptances takes nothing away.
fn has_nothing_bound(record: &str) -> bool {
    let members = serde_json::from_str::<serde_json::Value>(record).unwrap_or_default();
    members["acceptances"].as_array().is_some_and(Vec::is_empty)
}
