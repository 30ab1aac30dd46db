//! The service that a command uses: a saved connection, or an address with a token for this run alone.
//!
//! The token of the environment goes to the address of this run only, never to a saved connection: a variable left over from
//! one service must not reach another, nor take the place of the token that is kept for it.

use std::path::Path;

use clap::Args;
use tapline_contract::commands::{Connect, GetDesk};
use tapline_contract::connection::{AmountUnit, Connection, Environment, Safety, Session};
use tapline_contract::shown::Shown;
use tapline_contract::unit::UnitKnown;
use tapline_contract::{Failure, FailureKind};
use tapline_core::Attachment;

use crate::choice::{Choices, choice, one_of};
use crate::opened::Core;
use crate::repeated::{named, quoted};
use crate::say::{CALL, Stop, note, wrong};
use crate::secret::TokenArgs;

const CONNECTION: &str = "TAPLINE_CONNECTION";
const BASE_URL: &str = "TAPLINE_BASE_URL";
const NAMESPACE: &str = "TAPLINE_NAMESPACE";
const UNIT: &str = "TAPLINE_UNIT";

/// The environment, for the end of `--help`.
pub(crate) const VARIABLES: &str = "Environment:
  TAPLINE_CONNECTION      as --connection
  TAPLINE_BASE_URL        as --base-url
  TAPLINE_NAMESPACE       as --namespace
  TAPLINE_UNIT            as --unit
  TAPLINE_TOKEN           the token, for --base-url and for `connections add`
  TAPLINE_ADMIN_PASSWORD  adminPwd of a void or a refund
  TAPLINE_DATA            as --data-dir";

#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Service")]
pub(crate) struct Target {
    /// Saved connection, by name or id
    #[arg(long, value_name = "NAME", conflicts_with_all = ["base_url", "namespace", "environment", "unit"])]
    pub(crate) connection: Option<String>,
    /// Address up to /api/v2, without a saved connection; http only to this computer
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Path segment before /api/v1
    #[arg(long, value_name = "PATH")]
    namespace: Option<String>,
    #[command(flatten)]
    pub(crate) token: TokenArgs,
    /// Environment at --base-url [default: live]
    #[arg(long, value_parser = one_of(ENVIRONMENTS))]
    environment: Option<Environment>,
    /// Unit of amounts at --base-url; without it, Tapline moves no money
    #[arg(long, value_parser = one_of(UNITS))]
    pub(crate) unit: Option<AmountUnit>,
}

/// Units of bare amounts.
pub(crate) const UNITS: Choices<AmountUnit> =
    &[("minor", "1334 is 13.34", AmountUnit::Minor), ("major", "13.34 is 13.34", AmountUnit::Major)];

pub(crate) const ENVIRONMENTS: Choices<Environment> =
    &[("live", "", Environment::Live), ("sandbox", "", Environment::Sandbox)];

/// The unit that was given, and whether one was.
pub(crate) fn unit_of(given: Option<AmountUnit>) -> (AmountUnit, UnitKnown) {
    given.map_or((AmountUnit::Minor, UnitKnown::No), |unit| (unit, UnitKnown::Confirmed))
}

/// Service named by the arguments and the environment.
#[derive(Debug, PartialEq, Eq)]
enum Named {
    Saved(String),
    Address(String),
}

impl Target {
    /// True if nothing at all says which service is meant.
    pub(crate) fn is_open(&self) -> bool {
        self.named(&variable).is_err()
    }

    /// The options that were given.
    fn given(&self) -> impl Iterator<Item = &'static str> {
        let (of_address, token) = (self.of_address(), self.token.options());
        let names = [("--connection", self.connection.is_some()), ("--base-url", self.base_url.is_some())];
        let names = names.into_iter().filter(|(_, given)| *given).map(|(option, _)| option);
        names.chain(of_address).chain(token)
    }

    /// Those of them that describe an address.
    fn of_address(&self) -> impl Iterator<Item = &'static str> + use<> {
        let all = [
            ("--namespace", self.namespace.is_some()),
            ("--environment", self.environment.is_some()),
            ("--unit", self.unit.is_some()),
        ];
        all.into_iter().filter(|(_, given)| *given).map(|(option, _)| option)
    }

    /// Refuses every option, where only `with` makes a command speak to a service.
    pub(crate) fn refuse_all(&self, with: &str) -> Result<(), Stop> {
        refuse(self.given().next(), with)
    }

    /// Refuses options that describe an address if no address is named.
    pub(crate) fn refuse_of_address(&self) -> Result<(), Stop> {
        refuse(self.of_address().next(), "--base-url")
    }

    /// Refuses the unit for a command that neither sends nor shows amounts.
    pub(crate) fn refuse_unit(&self, command: &str) -> Result<(), Stop> {
        if self.unit.is_none() {
            return Ok(());
        }
        Err(wrong(format!("--unit has no effect on {command}. Leave it out.")))
    }

    /// Refuses a source for a token if no token is used.
    pub(crate) fn refuse_token(&self, command: &str) -> Result<(), Stop> {
        match self.token.options().next() {
            Some(option) if !matches!(self.named(&variable), Ok(Named::Address(_))) => Err(wrong(format!(
                "{option} has no effect on {command} of a saved connection. Leave it out."
            ))),
            _ => Ok(()),
        }
    }

    /// The options that name the same service on another line, as a shell reads them. Never a token: its place at most.
    pub(crate) fn again(&self, folder: Option<&Path>) -> String {
        let environment =
            self.environment.and_then(|given| ENVIRONMENTS.iter().find(|(.., known)| *known == given));
        let named = [
            ("--connection", self.connection.clone()),
            ("--base-url", self.base_url.clone()),
            ("--namespace", self.namespace.clone()),
            ("--environment", environment.map(|(name, ..)| (*name).to_owned())),
            ("--data-dir", folder.map(|folder| folder.display().to_string())),
        ];
        let named = named.into_iter().filter_map(|(option, value)| Some((option, value?)));
        let mut line = String::new();
        for (option, value) in named {
            line.extend([" ", option, " ", &quoted(&value)]);
        }
        line.push_str(&self.token.again());
        line
    }

    /// Commands that confirm the unit of amounts for this service: lines that run as printed.
    pub(crate) fn confirming(&self, opened: &Connection, folder: Option<&Path>) -> Shown {
        if !matches!(self.named(&variable), Ok(Named::Saved(_))) {
            if opened.unit_known != UnitKnown::No {
                return Shown::line("If those amounts are right, repeat the call with --unit major.");
            }
            return Shown::line("Repeat the call with --unit minor or --unit major.");
        }
        let folder = folder.map(|folder| format!(" --data-dir {}", quoted(&folder.display().to_string())));
        let test = format!(
            "taplinectl connections test {}{}{}",
            quoted(&opened.name),
            folder.unwrap_or_default(),
            self.token.again()
        );
        Shown::lines([
            "To see a few amounts in both units:".to_owned(),
            format!("  {test}"),
            "To confirm one:".to_owned(),
            format!("  {test} --unit minor"),
            format!("  {test} --unit major"),
        ])
    }

    /// Opens it. For a saved connection this asks the service whose token it is.
    pub(crate) async fn open(&self, core: &Core) -> Result<Session, Stop> {
        match self.meant()? {
            Named::Saved(name) => {
                let saved = saved(core, &name).await?;
                self.connect(core, saved).await
            }
            Named::Address(base_address) => self.attach(core, base_address),
        }
    }

    /// Opens a saved connection, with the token that the arguments point to, else with the one that is kept.
    pub(crate) async fn connect(&self, core: &Core, saved: Connection) -> Result<Session, Stop> {
        if let Some(given) = self.token.pointed()? {
            core.paste(&saved.id, given).await?;
        }
        let session = core.command::<Connect>(saved.id).await.map_err(|failure| match failure.kind {
            FailureKind::NoToken => Stop::from(no_token(&saved.name, &failure)),
            FailureKind::Locked => locked(&saved.name, &failure).into(),
            _ => failure.into(),
        })?;
        core.tell_raised(saved.safety);
        Ok(session)
    }

    /// The connection, for what asks the journal alone; an address is opened for it, which sends nothing.
    pub(crate) async fn connection(&self, core: &Core) -> Result<Connection, Stop> {
        match self.meant()? {
            Named::Saved(name) => saved(core, &name).await,
            Named::Address(base_address) => Ok(self.attach(core, base_address)?.connection),
        }
    }

    fn attach(&self, core: &Core, base_address: String) -> Result<Session, Stop> {
        let Some(given) = self.token.given()? else {
            let sentence = "Token missing, so nothing was sent. Give it with --token-file, --token-stdin or TAPLINE_TOKEN.";
            return Err(Failure::new(FailureKind::NoToken, CALL, sentence).into());
        };
        let namespace = self.namespace.clone().or_else(|| variable(NAMESPACE)).unwrap_or_default();
        let of_environment = variable(UNIT).map(|text| {
            choice(UNITS, &text.to_ascii_lowercase()).ok_or_else(|| {
                wrong("TAPLINE_UNIT is neither minor nor major. Nothing was sent; set it to one of them.")
            })
        });
        let (unit, unit_known) =
            unit_of(self.unit.map_or_else(|| of_environment.transpose(), |unit| Ok(Some(unit)))?);
        let session = core.host.attach(Attachment {
            base_address,
            // One service, one history: with or without slashes at the ends.
            namespace: namespace.trim().trim_matches('/').to_owned(),
            token: given.token,
            environment: self.environment.unwrap_or(Environment::Live),
            safety: Safety::Confirm,
            currency: "EUR".to_owned(),
            unit,
            unit_known,
        });
        let session = session.map_err(|failure| match failure.field.as_deref() {
            Some("Token") => wrong(format!("{} It was read from {}.", failure.sentence, given.place)),
            _ => failure.into(),
        })?;
        core.tell_raised(Safety::Confirm);
        Ok(session)
    }

    /// The named service, unless an option describes an address and a saved connection is named too.
    fn meant(&self) -> Result<Named, Stop> {
        let named = self.named(&variable)?;
        if matches!(named, Named::Saved(_)) {
            self.refuse_of_address()?;
        }
        Ok(named)
    }

    /// An argument goes before the environment.
    fn named(&self, variable: &dyn Fn(&str) -> Option<String>) -> Result<Named, Stop> {
        let arguments = (self.connection.clone(), self.base_url.clone());
        let named = match arguments {
            (None, None) => (variable(CONNECTION), variable(BASE_URL)),
            arguments => arguments,
        };
        match named {
            (Some(name), None) => Ok(Named::Saved(name)),
            (None, Some(address)) => Ok(Named::Address(address)),
            (Some(_), Some(_)) => Err(wrong(
                "Both TAPLINE_CONNECTION and TAPLINE_BASE_URL are set. Use one: --connection or --base-url.",
            )),
            (None, None) => Err(wrong(
                "Which service? Give a saved connection with --connection (see `taplinectl connections list`), or \
                 --base-url with a token.",
            )),
        }
    }
}

fn refuse(option: Option<&str>, with: &str) -> Result<(), Stop> {
    let Some(option) = option else { return Ok(()) };
    Err(wrong(format!("{option} has no effect without {with}. Leave it out, or add {with}.")))
}

/// Says of what was just read when it speaks against the unit in which amounts are counted.
pub(crate) fn tell_contradiction(core: &Core) {
    let session = core.host.session();
    if session.is_some_and(|session| session.connection.unit_known == UnitKnown::Contradicted) {
        note(
            "The service sends amounts with a fraction, so they aren't minor units. Confirm major units with --unit major \
             before you move money.",
        );
    }
}

/// Core's sentence speaks of a window.
fn no_token(name: &str, failure: &Failure) -> Failure {
    let sentence = format!(
        "No token for {name}, or the keyring is locked. Unlock the keyring, or give the token with --token-file or \
         --token-stdin."
    );
    Failure { sentence, ..failure.clone() }
}

/// The person at this computer has left: what is kept for them is not for whoever types here.
fn locked(name: &str, failure: &Failure) -> Failure {
    let sentence = format!(
        "Tapline is locked on this computer, so nothing was sent. Unlock it in the window, or give the token of {name} with \
         --token-file or --token-stdin."
    );
    Failure { sentence, ..failure.clone() }
}

/// The saved connection of this name or id.
pub(crate) async fn saved(core: &Core, name: &str) -> Result<Connection, Stop> {
    let all = core.command::<GetDesk>(()).await?.connections;
    let lower = name.to_lowercase();
    let same = |connection: &&Connection| connection.id.0 == name || connection.name.to_lowercase() == lower;
    all.iter().find(same).cloned().ok_or_else(|| {
        wrong(format!("No saved connection {}. See `taplinectl connections list`, or add it.", named(name)))
    })
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_go_before_the_environment() {
        let some = |text: &str| Some(text.to_owned());
        for (connection, base_url, of_connection, of_base_url, expected) in [
            (some("a"), None, some("b"), some("c"), Some(Named::Saved("a".to_owned()))),
            (None, some("a"), some("b"), some("c"), Some(Named::Address("a".to_owned()))),
            (None, None, some("b"), None, Some(Named::Saved("b".to_owned()))),
            (None, None, None, some("c"), Some(Named::Address("c".to_owned()))),
            (None, None, some("b"), some("c"), None),
            (None, None, None, None, None),
        ] {
            let token = TokenArgs::default();
            let target =
                Target { connection, base_url, namespace: None, token, environment: None, unit: None };
            let variable =
                |name: &str| if name == CONNECTION { of_connection.clone() } else { of_base_url.clone() };
            assert_eq!(target.named(&variable).ok(), expected);
        }
    }
}
