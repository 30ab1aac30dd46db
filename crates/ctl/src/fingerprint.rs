//! `fingerprint`: short fingerprints of EMV configurations, for two people to compare by voice.

use std::path::PathBuf;

use clap::Args;
use tapline_contract::commands::GetFingerprints;
use tapline_contract::endpoints::ListEmv;
use tapline_contract::watch::WatchQuery;
use tapline_contract::wire::PageQuery;

use crate::exit::Exit;
use crate::opened::{Core, read};
use crate::repeated::named;
use crate::say::{self, Stop, note, wrong};
use crate::stop::reading;
use crate::target::{Target, tell_contradiction};

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(crate) struct FingerprintArgs {
    /// Ids of EMV configurations [default: all]
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    #[command(flatten)]
    target: Target,
}

const AFTER: &str = "\
Standard output has one JSON object per line: id, name, fingerprint. A fingerprint is four groups of four characters over name,
method and all parameters. The window shows the same fingerprint. It is null if the parameters are unreadable.

Example:
  taplinectl fingerprint 12 15 --connection 'Acme live'";

pub(crate) async fn run(args: FingerprintArgs, data: Option<PathBuf>) -> Result<Exit, Stop> {
    args.target.refuse_unit("fingerprint")?;
    let core = Core::open(data)?;
    let (records, prints) = reading(async {
        let connection = args.target.open(&core).await?.connection.id;
        let page = read::<ListEmv>(&core, &connection, (), PageQuery::ALL).await?;
        if page.has_next || !page.unreadable.is_empty() {
            note(&format!("Not all EMV configurations loaded, only {}.", page.records.len()));
        }
        let records = page.records;
        let query = WatchQuery { connection, records: records.clone() };
        let prints = core.command::<GetFingerprints>(query).await?;
        Ok::<_, Stop>((records, prints))
    })
    .await?;
    tell_contradiction(&core);
    let known = |id: &String| records.iter().any(|record| record.id.to_string() == *id);
    if let Some(missing) = args.ids.iter().find(|id| !known(id)) {
        return Err(wrong(format!(
            "EMV configuration {} not found. `taplinectl list emv` prints the ids.",
            named(missing)
        )));
    }
    for (record, print) in records.iter().zip(prints) {
        let id = record.id.to_string();
        if args.ids.is_empty() || args.ids.contains(&id) {
            let line =
                serde_json::json!({ "id": record.id, "name": record.full_name(), "fingerprint": print });
            say::json(&line.to_string())?;
        }
    }
    Ok(Exit::Done)
}
