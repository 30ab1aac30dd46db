//! `connections`: what the window's start page does with saved connections, and the same ones.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tapline_contract::commands::{
    ConfirmUnit, Connect, FindUnit, GetDesk, NewConnection, RemoveConnection, SaveConnection, TestAddress,
    TestToken,
};
use tapline_contract::connection::{
    AmountUnit, Connection, Environment, Safety, TestLine, TestState, TokenKept, TokenView,
};
use tapline_contract::unit::{UnitConfirmation, UnitKnown};

use crate::choice::{Choices, one_of};
use crate::exit::Exit;
use crate::list::sheet::{Layout, Sheet, SheetArgs};
use crate::opened::Core;
use crate::say::{self, Stop, note, trouble, unwritten, wrong};
use crate::secret::TokenArgs;
use crate::stop::reading;
use crate::target::{ENVIRONMENTS, UNITS, saved, unit_of};

#[derive(Args, Debug)]
pub(crate) struct ConnectionsArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Save a connection, and its token in the keyring of this computer
    #[command(after_help = AFTER_ADD)]
    Add(AddArgs),
    /// List the saved connections, without tokens
    #[command(after_help = "Example:\n  taplinectl connections list | jq -r .name")]
    List {
        #[command(flatten)]
        sheet: SheetArgs,
    },
    /// Remove a connection and its token
    #[command(after_help = "Example:\n  taplinectl connections remove 'Acme live'")]
    Remove {
        /// Name or id
        name: String,
    },
    /// Check the address, the token and the unit of amounts; changes nothing
    #[command(after_help = AFTER_TEST)]
    Test {
        /// Name or id
        name: String,
        /// Confirm the unit of amounts; Tapline moves money only in a confirmed or proven unit
        #[arg(long, value_parser = one_of(UNITS))]
        unit: Option<AmountUnit>,
        #[command(flatten)]
        token: TokenArgs,
    },
}

const AFTER_TEST: &str = "\
An amount with a fraction proves major units. Otherwise this shows a few amounts in both units, and --unit confirms the right one.

Examples:
  taplinectl connections test 'Acme live'
  taplinectl connections test 'Acme live' --unit minor";

const AFTER_ADD: &str = "\
The token comes from --token-file, from standard input (--token-stdin) or from TAPLINE_TOKEN, never from an argument. Without a
keyring the token isn't saved: the connection is, the exit code is 1, and later commands need the token again (--connection NAME
--token-file FILE).

Examples:
  taplinectl connections add --name 'Acme live' --base-url https://pay.example.com --namespace acme --token-file token.txt
  pass show acme/token | taplinectl connections add --name 'Acme live' --base-url https://pay.example.com --token-stdin";

#[derive(Args, Debug)]
struct AddArgs {
    /// Name of the connection, shown in every confirmation
    #[arg(long)]
    name: String,
    /// Address up to /api/v2; http only to this computer
    #[arg(long, value_name = "URL")]
    base_url: String,
    /// Path segment before /api/v1
    #[arg(long, value_name = "PATH", default_value = "")]
    namespace: String,
    #[arg(long, value_parser = one_of(ENVIRONMENTS), default_value = "live")]
    environment: Environment,
    #[arg(long, value_parser = one_of(LEVELS), default_value = "confirm")]
    safety: Safety,
    /// Currency of limits, ISO 4217
    #[arg(long, default_value = "EUR")]
    currency: String,
    /// Unit of amounts, if you know it; without it, Tapline moves no money until `connections test NAME --unit` confirms it
    #[arg(long, value_parser = one_of(UNITS))]
    unit: Option<AmountUnit>,
    #[command(flatten)]
    token: TokenArgs,
}

const LEVELS: Choices<Safety> = &[
    ("read-only", "No changes", Safety::ReadOnly),
    ("confirm", "The window asks before it saves", Safety::Confirm),
    ("confirm-and-retype", "The window also asks for the name", Safety::ConfirmAndRetype),
];

const COLUMNS: &[&str] = &[
    "id",
    "name",
    "environment",
    "baseAddress",
    "namespace",
    "safety",
    "currency",
    "unit",
    "unitKnown",
    "owner",
    "lastUsed",
];

pub(crate) async fn run(args: ConnectionsArgs, folder: Option<PathBuf>) -> Result<Exit, Stop> {
    let core = Core::open(folder)?;
    match args.what {
        What::Add(add) => added(&core, add).await,
        What::List { sheet } => listed(&core, sheet.layout()?).await,
        What::Remove { name } => {
            let connection = saved(&core, &name).await?;
            core.command::<RemoveConnection>(connection.id).await?;
            note(&format!("{} and its token are removed.", connection.name));
            Ok(Exit::Done)
        }
        What::Test { name, unit, token } => reading(tested(&core, &name, unit, &token)).await,
    }
}

async fn added(core: &Core, add: AddArgs) -> Result<Exit, Stop> {
    let Some(given) = add.token.given()? else {
        return Err(wrong(
            "Token missing, so nothing was saved. Give it with --token-file, --token-stdin or TAPLINE_TOKEN.",
        ));
    };
    // All of them are saved as they are and shown in lists.
    let shown = [("--name", &add.name), ("--base-url", &add.base_url), ("--namespace", &add.namespace)];
    if let Some((option, _)) = shown.iter().find(|(_, text)| given.may_stand_in(text)) {
        return Err(wrong(format!(
            "{option} looks like a token, so nothing was saved. Use another {option}, and replace the token: others could \
             read it among the arguments."
        )));
    }
    let id = core.command::<NewConnection>(()).await?;
    let token = core.paste(&id, given).await?;
    let (unit, unit_known) = unit_of(add.unit);
    let connection = Connection {
        id: id.clone(),
        name: add.name,
        environment: add.environment,
        base_address: add.base_url,
        namespace: add.namespace,
        safety: add.safety,
        currency: add.currency,
        unit,
        unit_known,
        owner: None,
        last_used: None,
    };
    let asked = connection.safety;
    let state = core.command::<SaveConnection>(connection).await?;
    core.tell_raised(asked);
    let kept = state.keyring_problem.map_or(TokenKept::Keyring, |why| TokenKept::Memory { why });
    let token = TokenView { kept, ..token };
    let saved = state.connections.into_iter().find(|connection| connection.id == id);
    let saved = saved.ok_or_else(|| trouble("The connection wasn't saved. Add it again."))?;
    let name = saved.name.clone();
    let answer = serde_json::json!({ "connection": saved, "token": token });
    say::json(&answer.to_string())?;
    match &token.kept {
        TokenKept::Keyring => {
            note(&format!(
                "{name} is saved, its token is in the keyring. Try it: taplinectl connections test '{name}'"
            ));
            Ok(Exit::Done)
        }
        TokenKept::Memory { why } => {
            note(&format!(
                "{name} is saved, but its token isn't: it was in memory only and is gone now. {why} With a keyring, remove \
                 the connection and add it again. Without one, give the token to each command: --connection '{name}' \
                 --token-file FILE (or --token-stdin)."
            ));
            Ok(Exit::Wrong)
        }
    }
}

async fn listed(core: &Core, layout: Layout) -> Result<Exit, Stop> {
    let state = core.command::<GetDesk>(()).await?;
    state.notices.iter().for_each(|notice| note(notice));
    let mut sheet = Sheet::new(layout, COLUMNS, |path| path == "id", say::sheet()).map_err(unwritten)?;
    for connection in &state.connections {
        let raw = serde_json::to_string(connection).unwrap_or_default();
        sheet.record(&raw).map_err(unwritten)?;
    }
    sheet.end().map_err(unwritten)?;
    Ok(Exit::Done)
}

/// Lines of the test, and what a failed one means.
const FAILED: [(&str, Exit); 5] = [
    ("Proxy", Exit::Unreachable),
    ("Address", Exit::Unreachable),
    ("Certificate", Exit::Unreachable),
    ("Token", Exit::NotAuthorized),
    ("Owner", Exit::NotAuthorized),
];

async fn tested(core: &Core, name: &str, unit: Option<AmountUnit>, token: &TokenArgs) -> Result<Exit, Stop> {
    let connection = saved(core, name).await?;
    if let Some(given) = token.pointed()? {
        core.paste(&connection.id, given).await?;
    }
    let mut lines = core.command::<TestAddress>(connection.clone()).await?;
    if lines.iter().all(|line| line.state != TestState::Failed) {
        lines.extend(core.command::<TestToken>(connection.clone()).await?);
    }
    if lines.iter().all(|line| line.state != TestState::Failed) {
        lines.push(amounts(core, &connection, unit).await?);
    }
    say::json(&serde_json::to_string(&lines).unwrap_or_default())?;
    lines.iter().for_each(print_line);
    let failed = lines.iter().find(|line| line.state == TestState::Failed);
    Ok(failed.map_or(Exit::Done, |line| {
        FAILED.iter().find(|(name, _)| *name == line.name).map_or(Exit::Refused, |(_, exit)| *exit)
    }))
}

/// Reports the known unit of amounts; confirms the given one.
async fn amounts(core: &Core, connection: &Connection, unit: Option<AmountUnit>) -> Result<TestLine, Stop> {
    let id = &connection.id;
    core.command::<Connect>(id.clone()).await?;
    let finding = core.command::<FindUnit>(id.clone()).await?;
    let session = match unit {
        None => finding.session,
        Some(unit) => {
            let said = UnitConfirmation { connection: id.clone(), unit };
            core.command::<ConfirmUnit>(said).await?
        }
    };
    let known = &session.connection;
    let in_unit = match known.unit {
        AmountUnit::Minor => "minor units",
        AmountUnit::Major => "major units",
    };
    let both = finding.samples.iter().filter_map(|sample| sample.both(known));
    let both: Vec<_> = both.map(|(minor, major)| format!("{minor} or {major}?")).collect();
    let seen = if both.is_empty() { "no amount to compare".to_owned() } else { both.join(" ") };
    let (state, words) = match known.unit_known {
        UnitKnown::Proven => (TestState::Passed, format!("{in_unit}, proven by an amount with a fraction")),
        UnitKnown::Confirmed => (TestState::Passed, format!("{in_unit}, confirmed")),
        UnitKnown::No | UnitKnown::Contradicted => (
            TestState::NotNeeded,
            format!(
                "unit not confirmed, so Tapline moves no money; confirm it with --unit minor or --unit major. Amounts: {seen}"
            ),
        ),
    };
    Ok(TestLine { name: "Amounts".to_owned(), state, words, detail: String::new() })
}

fn print_line(line: &TestLine) {
    let state = match line.state {
        TestState::Passed => "ok",
        TestState::Failed => "FAILED",
        TestState::NotNeeded => "not needed",
    };
    let detail = if line.detail.is_empty() { String::new() } else { format!(" ({})", line.detail) };
    note(&format!("{:<12} {state:<10} {}{detail}", line.name, line.words));
}
