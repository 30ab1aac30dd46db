//! The content of the policy file. A member that is unknown, doubled or of another type is refused by its name.

use std::ops::RangeInclusive;

use ring::digest;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use tapline_address::BaseAddress;
use tapline_contract::connection::{AmountUnit, Connection, Environment, Safety};
use tapline_contract::unit::UnitKnown;

use crate::connections::{self, check};

/// Shorter, and the lock comes while a person reads; longer than Tapline's own ten minutes has no effect.
const IDLE_MINUTES: RangeInclusive<u32> = 2..=10;

/// Content of a policy. The default is empty.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Rules {
    pub(super) updates_off: bool,
    pub(super) environment_proxy_off: bool,
    pub(super) background_loading_off: bool,
    /// `None`: any address.
    pub(super) addresses: Option<Vec<BaseAddress>>,
    pub(super) idle_minutes: Option<u32>,
    pub(super) floor: Option<Safety>,
    pub(super) connections: Vec<Connection>,
}

/// Fault of the text, as a clause that names the member.
#[derive(Debug, thiserror::Error)]
pub(super) enum Wrong {
    #[error("it isn't UTF-8 text")]
    Text,
    #[error("{0}")]
    Members(serde_json::Error),
    #[error("“{member}”: {cause}")]
    Value { member: &'static str, cause: serde_json::Error },
    #[error("“idleMinutes” is {0}; it goes from 2 to 10")]
    Idle(u32),
    #[error("“allowedAddresses” has “{text}”: {cause}")]
    Address { text: String, cause: String },
    #[error("“defaultConnections”, number {number}: {cause}")]
    Connection { number: usize, cause: String },
}

/// The file. Values are looked at one by one, so that each error can name its member.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Written {
    #[serde(default, deserialize_with = "given")]
    updates: Option<Box<RawValue>>,
    #[serde(default, deserialize_with = "given")]
    environment_proxy: Option<Box<RawValue>>,
    #[serde(default, deserialize_with = "given")]
    background_loading: Option<Box<RawValue>>,
    #[serde(default, deserialize_with = "given")]
    default_connections: Option<Box<RawValue>>,
    #[serde(default, deserialize_with = "given")]
    allowed_addresses: Option<Box<RawValue>>,
    #[serde(default, deserialize_with = "given")]
    idle_minutes: Option<Box<RawValue>>,
    #[serde(default, deserialize_with = "given")]
    safety_floor: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Switch {
    On,
    Off,
}

/// A connection without its token. Whose unit is not known: a person confirms it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Offered {
    name: String,
    environment: Environment,
    base_address: String,
    #[serde(default)]
    namespace: String,
    /// By the environment when it is not given.
    #[serde(default, deserialize_with = "given")]
    safety: Option<Safety>,
    #[serde(default, deserialize_with = "given")]
    currency: Option<String>,
}

/// `null` is a value like any other, and not a member that is absent: it would restrict nothing.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// Refuses a list, whose elements would be read as members by their position.
fn object<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    if text.trim_start().starts_with('[') {
        return Err(serde::de::Error::custom("a list in the place of an object"));
    }
    serde_json::from_str(text)
}

fn value<T: DeserializeOwned>(member: &'static str, raw: Option<Box<RawValue>>) -> Result<Option<T>, Wrong> {
    let read =
        |raw: Box<RawValue>| serde_json::from_str(raw.get()).map_err(|cause| Wrong::Value { member, cause });
    raw.map(read).transpose()
}

impl Rules {
    /// As much as a policy can restrict.
    pub(super) fn strictest() -> Rules {
        Rules {
            updates_off: true,
            environment_proxy_off: true,
            background_loading_off: true,
            addresses: Some(Vec::new()),
            idle_minutes: Some(*IDLE_MINUTES.start()),
            floor: Safety::ALL.into_iter().max_by_key(|safety| safety.strictness()),
            connections: Vec::new(),
        }
    }

    pub(super) fn parse(text: &[u8]) -> Result<Rules, Wrong> {
        // Editors on Windows put a mark before the text.
        let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        let text = str::from_utf8(text).map_err(|_| Wrong::Text)?;
        let written: Written = object(text).map_err(Wrong::Members)?;
        let updates = value::<Switch>("updates", written.updates)?;
        let environment_proxy = value::<Switch>("environmentProxy", written.environment_proxy)?;
        let background_loading = value::<Switch>("backgroundLoading", written.background_loading)?;
        let idle_minutes = value::<u32>("idleMinutes", written.idle_minutes)?;
        if let Some(minutes) = idle_minutes.filter(|minutes| !IDLE_MINUTES.contains(minutes)) {
            return Err(Wrong::Idle(minutes));
        }
        let addresses = value::<Vec<String>>("allowedAddresses", written.allowed_addresses)?;
        let addresses = addresses.map(|all| all.into_iter().map(allowed).collect()).transpose()?;
        let floor = value::<Safety>("safetyFloor", written.safety_floor)?;
        let offered = value::<Vec<Box<RawValue>>>("defaultConnections", written.default_connections)?;
        let mut rules = Rules {
            updates_off: matches!(updates, Some(Switch::Off)),
            environment_proxy_off: matches!(environment_proxy, Some(Switch::Off)),
            background_loading_off: matches!(background_loading, Some(Switch::Off)),
            addresses,
            idle_minutes,
            floor,
            connections: Vec::new(),
        };
        for (at, offered) in offered.unwrap_or_default().iter().enumerate() {
            let offered = object(offered.get()).map_err(|error| error.to_string());
            let connection = offered.and_then(|offered| rules.connection(offered));
            let connection = connection.map_err(|cause| Wrong::Connection { number: at + 1, cause })?;
            rules.connections.push(connection);
        }
        Ok(rules)
    }

    /// The connection as it is saved, or why it cannot be one.
    fn connection(&self, offered: Offered) -> Result<Connection, String> {
        let by_environment = match offered.environment {
            Environment::Live => Safety::ConfirmAndRetype,
            Environment::Sandbox => Safety::Confirm,
        };
        let typed = Connection {
            id: connections::new_id(0),
            name: offered.name,
            environment: offered.environment,
            base_address: offered.base_address,
            namespace: offered.namespace,
            safety: offered.safety.unwrap_or(by_environment),
            currency: offered.currency.unwrap_or_else(|| "EUR".to_owned()),
            unit: AmountUnit::Minor,
            unit_known: UnitKnown::No,
            owner: None,
            last_used: None,
        };
        let checked = check(typed, &self.connections).map_err(|error| error.to_string())?;
        let base = BaseAddress::parse(&checked.base_address).map_err(|error| error.to_string())?;
        if self.addresses.as_ref().is_some_and(|all| !all.iter().any(|allowed| base.is_within(allowed))) {
            return Err(format!("{} isn't among “allowedAddresses”", base.text()));
        }
        Ok(Connection { id: connections::new_id(number(&checked)), ..checked })
    }
}

fn allowed(text: String) -> Result<BaseAddress, Wrong> {
    BaseAddress::parse(&text).map_err(|cause| Wrong::Address { cause: cause.to_string(), text })
}

/// Equal for one connection of a policy at each start, so that the connection is added once.
fn number(connection: &Connection) -> u64 {
    let Connection { name, base_address, namespace, .. } = connection;
    let digest = digest::digest(&digest::SHA256, format!("{base_address}\n{namespace}\n{name}").as_bytes());
    digest.as_ref().iter().take(8).fold(0, |number, byte| (number << 8) | u64::from(*byte))
}
