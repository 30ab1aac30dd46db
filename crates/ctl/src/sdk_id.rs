//! `sdk-id`: the sdkIds that a terminal's transactions show.
//!
//! A terminal's record does not name its sdkId, and logging out or decommissioning needs it. The printed id is likely and never
//! certain, and nothing is sent with it: a person chooses.

use std::path::PathBuf;

use clap::Args;
use tapline_contract::Failure;
use tapline_contract::commands::FindSdkId;
use tapline_contract::device::DeviceId;
use tapline_contract::sdk_id::SdkIdQuery;
use tapline_contract::shown::Shown;

use crate::exit::Exit;
use crate::opened::Core;
use crate::repeated::named;
use crate::repeated::quoted;
use crate::say::{self, Stop, note, trouble, wrong};
use crate::stop::reading;
use crate::target::{Target, tell_contradiction};

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(crate) struct SdkIdArgs {
    /// The terminal's deviceId (CD-…), as `taplinectl list devices` shows it
    device: String,
    /// Merchant of the terminal
    #[arg(long, value_name = "MCHID")]
    merchant: String,
    #[command(flatten)]
    target: Target,
}

const AFTER: &str = "\
Standard output has one JSON object: the candidates, how often each was seen, and the number of transactions checked.

Example:
  taplinectl sdk-id CD-H3N8T2WA --merchant M100000001 --connection 'Acme live'";

pub(crate) async fn run(args: SdkIdArgs, data: Option<PathBuf>) -> Result<Exit, Stop> {
    let again = args.target.again(data.as_deref());
    let device =
        DeviceId::parse(&args.device).ok_or_else(|| wrong("Give the terminal's deviceId (CD-…)."))?;
    let core = Core::open(data)?;
    let merchant = args.merchant.clone();
    let given = [args.device.clone(), merchant.clone()];
    let found = reading(async {
        let connection = args.target.open(&core).await?.connection.id;
        let query = SdkIdQuery { connection, mch_id: args.merchant, device };
        // A token in the place of either is not repeated.
        let kept_back = |failure: Failure| Failure {
            sentence: given.iter().fold(failure.sentence, |text, word| text.replace(word, named(word))),
            ..failure
        };
        Ok::<_, Stop>(core.command::<FindSdkId>(query).await.map_err(kept_back)?)
    })
    .await?;
    tell_contradiction(&core);
    let text =
        serde_json::to_string(&found).map_err(|cause| trouble(format!("It can't be written: {cause}.")))?;
    say::json(&text)?;
    note(&found.words());
    for one in &found.candidates {
        let mut words = Shown::line(format_args!("{}: {}", one.sdk_id, one.words()));
        words.add(format_args!(
            "  taplinectl call EndDevice --id {} --merchant {} --input '{{\"deviceStatus\":2}}'{again}",
            quoted(&one.sdk_id),
            quoted(&merchant)
        ));
        say::notes_of(&words);
    }
    Ok(Exit::Done)
}
