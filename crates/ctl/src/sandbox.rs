//! `sandbox`: the service in miniature by itself, for scripts and pipelines, until it is stopped.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use tapline_sandbox::{MONTH, Options, Sandbox};

use crate::exit::Exit;
use crate::repeated::file_of;
use crate::say::{self, Stop, note, trouble};
use crate::stop::{sending, stopped};

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(crate) struct SandboxArgs {
    /// Port on 127.0.0.1; 0 uses a free one
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// File for the sandbox's data [default: in memory]
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Number of demo transactions in a new sandbox, up to 1000000
    #[arg(long, value_name = "N", default_value_t = MONTH, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    records: u32,
    /// Seed of the demo data: equal seeds make equal data
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Delay of each answer in milliseconds, like a slow network
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    delay: u64,
}

const AFTER: &str = "\
Prints one line of JSON with baseUrl, namespace and token when it is ready. Ctrl+C stops it. The token is new at each start and
works only with this sandbox.

Example:
  taplinectl sandbox > sandbox.json &
  export TAPLINE_BASE_URL=$(jq -r .baseUrl sandbox.json) TAPLINE_TOKEN=$(jq -r .token sandbox.json)
  export TAPLINE_NAMESPACE=$(jq -r .namespace sandbox.json)
  taplinectl call GetOwner";

pub(crate) async fn run(args: SandboxArgs) -> Result<Exit, Stop> {
    sending()?;
    let SandboxArgs { port, db, records, seed, delay } = args;
    let file = db.as_ref().map(|db| db.display().to_string()).unwrap_or_default();
    let delay = Duration::from_millis(delay);
    let options = Options { port, db, records, seed, delay, ..Options::default() };
    // The port is bound first: a stop during the start stops the sandbox.
    let sandbox = tokio::select! {
        sandbox = Sandbox::start(options) => sandbox.map_err(|error| {
            let sentence = error.to_string();
            trouble(if file.is_empty() { sentence } else { sentence.replace(&file, &file_of("--db", &file)) })
        })?,
        () = stopped() => return Ok(Exit::Done),
    };
    let ready = serde_json::json!({
        "baseUrl": sandbox.base_address(),
        "namespace": sandbox.namespace(),
        "token": sandbox.token(),
    });
    say::json(&ready.to_string())?;
    note(&format!("The sandbox runs at {}. Ctrl+C stops it.", sandbox.base_address()));
    stopped().await;
    sandbox.stop().await;
    Ok(Exit::Done)
}
