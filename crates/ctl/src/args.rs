//! The command line: its commands, its help, and what is said of a wrong one.
//!
//! A token or password given as an argument is refused with the place where it goes, and is not repeated.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;
use tapline_contract::shown::Shown;

use crate::call::CallArgs;
use crate::connections::ConnectionsArgs;
use crate::endpoints::EndpointsArgs;
use crate::exit::{self, Exit};
use crate::explain::ExplainArgs;
use crate::fingerprint::FingerprintArgs;
use crate::history::{CheckArgs, CloseArgs, HistoryArgs};
use crate::list::ListArgs;
use crate::plan::{ApplyArgs, PlanArgs, UndoArgs, VerifyArgs};
use crate::repeated::LONGEST_REPEATED;
use crate::sandbox::SandboxArgs;
use crate::say::{self, Errors, Stop};
use crate::sdk_id::SdkIdArgs;
use crate::set::SetArgs;
use crate::target;

/// Payment-terminal back office on the command line: the same connections, the same journal and the same care as Tapline's window.
#[derive(Parser, Debug)]
#[command(name = "taplinectl", version, after_help = after(), max_term_width = 110)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Folder of the connections and the history [default: the window's folder]
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Format of errors on standard error
    #[arg(long, global = true, value_enum, default_value = "text")]
    pub(crate) errors: Errors,
    /// Longest wait for an answer of the service [default: 15 s for a read, tried twice; 90 to 120 s for a change]
    #[arg(long, global = true, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: Option<u64>,
    /// Refused, see [`MISPLACED`].
    #[arg(long, global = true, hide = true, num_args = 0..=1, default_missing_value = "", aliases = ["bearer", "access-token"])]
    token: Option<OsString>,
    /// Refused, see [`MISPLACED`].
    #[arg(long, global = true, hide = true, num_args = 0..=1, default_missing_value = "", aliases = ["adminPwd", "admin-pwd", "password"])]
    admin_password: Option<OsString>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Saved connections, shared with the window
    Connections(ConnectionsArgs),
    /// Call an endpoint of the service
    Call(Box<CallArgs>),
    /// Change single fields of a record
    Set(Box<SetArgs>),
    /// Make a change set: a file that changes many records
    #[command(name = "change-set", visible_alias = "plan")]
    Plan(Box<PlanArgs>),
    /// Apply a change set
    Apply(Box<ApplyArgs>),
    /// Continue a stopped change set
    Resume(Box<ApplyArgs>),
    /// Compare the service's records with a change set
    Verify(Box<VerifyArgs>),
    /// Make a change set that undoes another one
    Undo(Box<UndoArgs>),
    /// Print a whole list as JSON lines, CSV or JSON
    List(Box<ListArgs>),
    /// Find the sdkId of a terminal in its transactions
    SdkId(SdkIdArgs),
    /// Short fingerprints of EMV configurations, to compare on the phone
    Fingerprint(FingerprintArgs),
    /// Changes made from this computer on a connection, newest first
    History(HistoryArgs),
    /// Check an unconfirmed change once more
    Check(CheckArgs),
    /// Resolve an unconfirmed change manually
    Close(CloseArgs),
    /// Endpoints of the service, with examples
    Endpoints(EndpointsArgs),
    /// Explain an amount, a transaction or a pasted log
    Explain(Box<ExplainArgs>),
    /// Run a local demo service until Ctrl+C
    Sandbox(SandboxArgs),
    /// Print the completions for a shell
    #[command(
        after_help = "Example:\n  taplinectl completions bash > ~/.local/share/bash-completion/completions/taplinectl"
    )]
    Completions { shell: Shell },
    /// Write the manual pages to a folder
    #[command(hide = true)]
    Manual { folder: PathBuf },
}

fn after() -> String {
    let examples = "Examples:
  taplinectl connections add --name Acme --base-url https://pay.example.com --token-file token.txt
  taplinectl call GetOwner --connection Acme
  taplinectl set emv 12 clCVMLimit=5000 --connection Acme
  taplinectl list transactions --all --format csv --connection Acme > transactions.csv
  taplinectl explain --scheme visa --floor 0 --cvm 50.00 --trans 200.00 --amount 50.00

JSON goes to standard output, messages to standard error. A token is never an argument.";
    format!("{examples}\n\n{}\n\n{}", target::VARIABLES, exit::help())
}

const TOKEN: &str = "A token can't be an argument: other users and the shell's history could read it. Put it into a file \
                     that only you can read (--token-file), pipe it in (--token-stdin), or set TAPLINE_TOKEN.";
const PASSWORD: &str = "A password can't be an argument: other users and the shell's history could read it. Put it into a \
                        file that only you can read (--admin-password-file), or set TAPLINE_ADMIN_PASSWORD.";

/// The arguments; else how the program ends, said already.
pub(crate) fn parse() -> Result<Cli, Exit> {
    match Cli::try_parse() {
        Ok(cli) => {
            say::set_format(cli.errors);
            // A value after such an option is a secret already exposed: it is refused, even if the rest is valid.
            let misplaced = [(cli.token.is_some(), TOKEN), (cli.admin_password.is_some(), PASSWORD)];
            match misplaced.iter().find(|(given, _)| *given) {
                Some((_, sentence)) => Err(refused(sentence)),
                None => Ok(cli),
            }
        }
        Err(error) => Err(report(error)),
    }
}

fn lines(error: &clap::Error) -> Shown {
    Shown::lines(error.to_string().trim_end().lines())
}

fn refused(sentence: &str) -> Exit {
    if let Stop::Failure(failure) = say::wrong(sentence) {
        say::failure(&failure);
    }
    Exit::Wrong
}

/// In place of a word that is too long to be repeated, as it may be a token.
const LONG: &str = "a long word";

/// Help and version go to standard output and are no error.
fn report(mut error: clap::Error) -> Exit {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // A closed output needs no help text.
        let _ = say::text(&lines(&error));
        return Exit::Done;
    }
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidValue, ContextKind::InvalidSubcommand] {
        let long = match error.get(kind) {
            Some(ContextValue::String(word)) => !word.starts_with('-') && word.len() > LONGEST_REPEATED,
            _ => false,
        };
        if long {
            error.insert(kind, ContextValue::String(LONG.to_owned()));
        } else if let Some(ContextValue::String(word)) = error.get(kind) {
            let shown = Shown::line(word).to_string();
            error.insert(kind, ContextValue::String(shown));
        }
    }
    // The reason after a value says what was wrong with the value.
    let text = error.to_string().replace(&format!("invalid value '{LONG}' for"), "invalid value for");
    let format = format_of(std::env::args_os());
    say::set_format(format);
    match format {
        Errors::Text => say::notes_of(&Shown::lines(text.trim_end().lines())),
        // The usage is for people; the error comes first.
        Errors::Json => {
            let what = text.split("\n\nUsage:").next().unwrap_or_default();
            return refused(what.trim_start_matches("error: ").trim_end());
        }
    }
    Exit::Wrong
}

/// Format of errors for a command line that could not be read.
fn format_of(arguments: impl Iterator<Item = OsString>) -> Errors {
    let arguments: Vec<_> = arguments.collect();
    let joined = arguments.iter().any(|argument| argument == "--errors=json");
    let apart = arguments.windows(2).any(|pair| pair[0] == "--errors" && pair[1] == "json");
    if joined || apart { Errors::Json } else { Errors::Text }
}

pub(crate) fn completions(shell: Shell) -> Result<Exit, Stop> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "taplinectl", &mut script);
    say::text(&Shown::lines(String::from_utf8_lossy(&script).trim_end().lines()))?;
    Ok(Exit::Done)
}

/// One page a command; the packages carry them.
pub(crate) fn manual(folder: &Path) -> Result<Exit, Stop> {
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command().disable_help_subcommand(true), folder));
    match written {
        Ok(()) => Ok(Exit::Done),
        Err(cause) => {
            Err(say::trouble(format!("The manual wasn't written to {}: {cause}.", folder.display())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn how_errors_are_written_is_known_of_a_wrong_line_too() {
        for (line, json) in [
            ("nothing --errors json", true),
            ("--errors=json nothing", true),
            ("nothing --errors text", false),
            ("nothing json", false),
        ] {
            let found = format_of(line.split(' ').map(OsString::from));
            assert_eq!(found == Errors::Json, json, "{line}");
        }
    }
}
