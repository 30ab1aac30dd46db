//! taplinectl: Tapline on a command line, for scripts, pipelines and support.
//!
//! A face of core without logic of its own: arguments become calls through core's one door, answers become documents on standard
//! output, outcomes become exit codes. It never takes a secret as an argument and never prints one of a service.

mod amount;
mod args;
mod call;
mod choice;
mod connections;
mod date;
mod endpoints;
mod exact;
mod exit;
mod explain;
mod fingerprint;
mod folder;
mod history;
mod list;
mod opened;
mod plan;
mod repeated;
mod sandbox;
mod say;
mod sdk_id;
mod secret;
mod set;
mod stop;
mod target;
mod terminal;
mod users;
mod waiting;

use std::process::ExitCode;
use std::time::Duration;

use crate::args::{Cli, Command};
use crate::exit::Exit;
use crate::say::{Stop, trouble};

fn main() -> ExitCode {
    tapline_core::guard_memory();
    let cli = match args::parse() {
        Ok(cli) => cli,
        Err(exit) => return exit.into(),
    };
    stop::listen();
    if let Some(seconds) = cli.timeout {
        opened::wait_for_answers(Duration::from_secs(seconds));
    }
    match run(cli) {
        Ok(exit) => exit,
        Err(Stop::Closed) => Exit::Done,
        Err(Stop::Paused) => Exit::Paused,
        Err(Stop::Failure(failure)) => {
            say::failure(&failure);
            Exit::of_failure(&failure)
        }
    }
    .into()
}

fn run(cli: Cli) -> Result<Exit, Stop> {
    let folder = cli.data_dir;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|cause| trouble(format!("The operating system can't start a thread: {cause}.")))?;
    let ended = runtime.block_on(async {
        match cli.command {
            Command::Connections(args) => connections::run(args, folder).await,
            Command::Call(args) => call::run(*args, folder).await,
            Command::Set(args) => set::run(*args, folder).await,
            Command::Plan(args) => plan::plan(*args, folder).await,
            // Both go on where the journal says that the run before was.
            Command::Apply(args) => plan::apply(*args, plan::Start::Apply, folder).await,
            Command::Resume(args) => plan::apply(*args, plan::Start::Resume, folder).await,
            Command::Verify(args) => plan::verify(*args, folder).await,
            Command::Undo(args) => plan::undo(*args, folder).await,
            Command::List(args) => list::run(*args, folder).await,
            Command::SdkId(args) => sdk_id::run(args, folder).await,
            Command::Fingerprint(args) => fingerprint::run(args, folder).await,
            Command::History(args) => history::list(args, folder).await,
            Command::Check(args) => history::check(args, folder).await,
            Command::Close(args) => history::close(args, folder).await,
            Command::Endpoints(args) => endpoints::run(&args),
            Command::Explain(args) => explain::run(*args, folder).await,
            Command::Sandbox(args) => sandbox::run(args).await,
            Command::Completions { shell } => args::completions(shell),
            Command::Manual { folder } => args::manual(&folder),
        }
    });
    // An answer still being looked for is in the journal, and the search goes on next time.
    runtime.shutdown_timeout(Duration::from_millis(200));
    ended
}
