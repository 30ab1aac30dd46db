//! Connections to a service, as they are saved: never with their token.

use serde::{Deserialize, Serialize};
use tapline_emv::Currency;

use crate::shown::Shown;

/// Made by core; also the name of the token's entry in the keyring of the operating system.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ConnectionId(pub String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Environment {
    Sandbox,
    Live,
}

impl Environment {
    pub fn word(self) -> &'static str {
        match self {
            Environment::Sandbox => "SANDBOX",
            Environment::Live => "LIVE",
        }
    }
}

/// Confirmation required from a person before a change is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Safety {
    /// Core refuses every change.
    ReadOnly,
    /// The review page confirms.
    Confirm,
    /// The review page also asks for the configuration's name.
    ConfirmAndRetype,
}

impl Safety {
    pub const ALL: [Safety; 3] = [Safety::ReadOnly, Safety::Confirm, Safety::ConfirmAndRetype];

    /// A higher number protects more.
    pub fn strictness(self) -> u8 {
        match self {
            Safety::Confirm => 0,
            Safety::ConfirmAndRetype => 1,
            Safety::ReadOnly => 2,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Safety::ReadOnly => "Read only",
            Safety::Confirm => "Confirm",
            Safety::ConfirmAndRetype => "Confirm and retype",
        }
    }
}

/// Unit of bare amounts (transactions, settlements). The service document does not say it. EMV limits are always minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AmountUnit {
    Minor,
    Major,
}

/// Source of a connection's unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum UnitKnown {
    /// Not known yet, also in files of older versions.
    #[default]
    No,
    /// An amount that was read rules out the other unit.
    Proven,
    /// A person compared real amounts, or gave the unit on the command line.
    Confirmed,
    /// It was known, and then an amount was read that cannot be in this unit.
    Contradicted,
}

/// A saved connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Connection {
    pub id: ConnectionId,
    pub name: String,
    pub environment: Environment,
    /// Empty for the embedded sandbox, whose address is core's alone.
    pub base_address: String,
    /// Path prefix before `/api/v1`; may be empty.
    pub namespace: String,
    pub safety: Safety,
    /// ISO 4217 alpha code.
    pub currency: String,
    pub unit: AmountUnit,
    /// Money is moved only in a unit that is known.
    #[serde(default)]
    pub unit_known: UnitKnown,
    /// Owner's name when last connected.
    pub owner: Option<String>,
    /// RFC 3339, UTC.
    pub last_used: Option<String>,
}

impl Connection {
    pub fn currency(&self) -> Currency {
        Currency::new(&self.currency).unwrap_or_else(Currency::euro)
    }

    /// Name and environment, as native questions show them: "Acme (LIVE)".
    pub fn label(&self) -> Shown {
        Shown::line(format_args!("{} ({})", self.name, self.environment.word()))
    }

    /// True if moving money, running a change set and showing a secret are confirmed outside the page.
    pub fn confirms_outside(&self) -> bool {
        self.environment == Environment::Live && self.safety == Safety::ConfirmAndRetype
    }

    /// An example for tests: a live one that may change things after a confirmation, in euro cents.
    pub fn example() -> Connection {
        Connection {
            id: ConnectionId("c".to_owned()),
            name: "Acme".to_owned(),
            environment: Environment::Live,
            base_address: "https://pos.example.com".to_owned(),
            namespace: String::new(),
            safety: Safety::Confirm,
            currency: "EUR".to_owned(),
            unit: AmountUnit::Minor,
            unit_known: UnitKnown::Confirmed,
            owner: None,
            last_used: None,
        }
    }

    /// The unit of amounts, if it is proven or confirmed and not contradicted.
    pub fn known_unit(&self) -> Option<AmountUnit> {
        matches!(self.unit_known, UnitKnown::Proven | UnitKnown::Confirmed).then_some(self.unit)
    }
}

/// The part of a token that the page may show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenView {
    pub last_four: String,
    /// RFC 3339, UTC; from the JWT's `exp`, shown and never relied on.
    pub valid_until: Option<String>,
    /// From the JWT's `sub`; a hint.
    pub subject: Option<String>,
    pub kept: TokenKept,
}

/// Place of the token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "is")]
pub enum TokenKept {
    /// In the keyring of the operating system.
    Keyring,
    /// In memory until Tapline closes; `why` is a sentence.
    Memory { why: String },
}

/// An open connection as the page sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    pub connection: Connection,
    pub owner: String,
    pub token: TokenView,
    /// The sandbox inside Tapline.
    pub embedded: bool,
}

/// One line of *Test connection*.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TestLine {
    /// "Address", "Certificate", "Token", "Owner".
    pub name: String,
    pub state: TestState,
    /// "answers", "valid until 2 Mar 2027", or what went wrong and what to do.
    pub words: String,
    /// "84 ms", "TLS 1.3".
    pub detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TestState {
    Passed,
    Failed,
    /// Nothing to test, e.g. no certificate on a loopback address.
    NotNeeded,
}
