//! A service given by whoever starts core, without a saved connection: a command line, a test.

use std::fmt;
use std::sync::Arc;

use ring::digest;
use tapline_address::{BaseAddress, Namespace};
use tapline_changes::Open;
use tapline_contract::connection::{
    AmountUnit, Connection, ConnectionId, Environment, Safety, Session, TokenKept,
};
use tapline_contract::unit::UnitKnown;
use tapline_contract::{Failure, FailureKind};
use tapline_platform::words::hex;
use tapline_secrets::Token;
use zeroize::Zeroizing;

use crate::learned::{self, ATTACHED};
use crate::presence::Proof;
use crate::session;
use crate::state::AppState;

const CALL: &str = "Attach";

/// Address, account and level of care.
pub struct Attachment {
    pub base_address: String,
    /// Path prefix before `/api/v1`; may be empty.
    pub namespace: String,
    /// Kept in memory alone.
    pub token: Zeroizing<String>,
    pub environment: Environment,
    pub safety: Safety,
    /// ISO 4217 alpha code.
    pub currency: String,
    pub unit: AmountUnit,
    /// Given with the unit by whoever knows it; without, no money is moved.
    pub unit_known: UnitKnown,
}

impl fmt::Debug for Attachment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attachment").field("base_address", &self.base_address).finish_non_exhaustive()
    }
}

pub(crate) fn attach(app: &Arc<AppState>, service: Attachment) -> Result<Session, Failure> {
    let wrong = |field: &str, why: String| Failure::new(FailureKind::BadInput, CALL, why).field(field);
    let base =
        BaseAddress::parse(&service.base_address).map_err(|error| wrong("Address", error.to_string()))?;
    let namespace =
        Namespace::parse(&service.namespace).map_err(|error| wrong("Namespace", error.to_string()))?;
    let token =
        Token::parse(&service.token).map_err(|error| wrong("Token", format!("The token {error}.")))?;
    let id = id(base.text(), &namespace.to_string());
    let contradicted = service.unit == AmountUnit::Minor
        && service.unit_known != UnitKnown::No
        && learned::has_sent_fraction(app, &id);
    let connection = Connection {
        id,
        name: base.place().to_owned(),
        environment: service.environment,
        base_address: base.text().to_owned(),
        namespace: namespace.to_string(),
        safety: service.safety,
        currency: service.currency,
        unit: service.unit,
        unit_known: if contradicted { UnitKnown::Contradicted } else { service.unit_known },
        owner: None,
        last_used: Some(app.ports.clock.timestamp()),
    };
    let view = token.view(TokenKept::Memory { why: "It was given for this run alone.".to_owned() });
    // Given by whoever starts core, and never by a page.
    app.agreed.add(&base);
    let client = app.client(base, namespace, Some(token))?;
    let session = Session { connection, owner: String::new(), token: view, embedded: false };
    session::enter(app, Open { session, owner: None, client: Arc::new(client) }, CALL, Proof::Given, |_| {
        Ok(())
    })
}

/// Equal for equal services, so that the history and open changes of a service are found again.
fn id(base: &str, namespace: &str) -> ConnectionId {
    let digest = digest::digest(&digest::SHA256, format!("{base}\n{namespace}").as_bytes());
    ConnectionId(format!("{ATTACHED}{}", &hex(digest.as_ref())[..16]))
}
