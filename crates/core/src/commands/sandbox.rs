//! The sandbox inside Tapline: started once, in memory. Its address and its token never leave core.

use std::sync::Arc;

use tapline_address::{BaseAddress, Namespace};
use tapline_changes::Open;
use tapline_contract::commands::OpenSandbox;
use tapline_contract::connection::{
    AmountUnit, Connection, ConnectionId, Environment, Safety, Session, TokenKept,
};
use tapline_contract::endpoints::GetOwner;
use tapline_contract::unit::UnitKnown;
use tapline_contract::{Command, Failure, FailureKind};
use tapline_sandbox::{Options, Sandbox};
use tapline_secrets::Token;

use super::failure;
use crate::perform::Perform;
use crate::presence::Proof;
use crate::session;
use crate::state::{AppState, Embedded};

impl Perform for OpenSandbox {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<Session, Failure> {
        open::<Self>(app).await
    }
}

/// For the command itself, and for the one that unlocks it.
pub(super) async fn open<C: Command>(app: &Arc<AppState>) -> Result<Session, Failure> {
    // Held while it starts: a second click waits and finds it.
    let mut running = app.sandbox.lock().await;
    let embedded = match running.take() {
        Some(embedded) => running.insert(embedded),
        None => running.insert(start().await?),
    };
    let not_usable =
        |_| failure::<C>(FailureKind::Desk, "The sandbox didn't start properly. Start Tapline again.");
    let base = BaseAddress::parse(&embedded.sandbox.base_address())
        .map_err(|error| not_usable(error.to_string()))?;
    let token = Token::parse(embedded.sandbox.token()).map_err(|error| not_usable(error.to_string()))?;
    let view = token
        .view(TokenKept::Memory { why: "The sandbox makes a new token each time it starts.".to_owned() });
    let namespace =
        Namespace::parse(embedded.sandbox.namespace()).map_err(|error| not_usable(error.to_string()))?;
    let client = app.client_inside(base, namespace, Some(token))?;
    let answered = client.send::<GetOwner>(&(), &()).await?.output;
    let name = answered.name();
    let connection = connection(embedded.id.clone(), &name, app.ports.clock.timestamp());
    let session = Session { connection, owner: name, token: view, embedded: true };
    let owner = answered.key();
    session::enter(app, Open { session, owner, client: Arc::new(client) }, C::NAME, Proof::NotNeeded, |_| {
        Ok(())
    })
}

/// The id is fresh each time, because the data is: nothing of an earlier sandbox is carried over.
async fn start() -> Result<Embedded, Failure> {
    let not_started = |why: String| {
        let sentence = format!("The sandbox can't be started: {why}");
        failure::<OpenSandbox>(FailureKind::Desk, sentence)
    };
    let random = getrandom::u32()
        .map_err(|_| not_started("the operating system gives no random numbers.".to_owned()))?;
    let sandbox = Sandbox::start(Options::default()).await.map_err(|error| not_started(error.to_string()))?;
    Ok(Embedded { id: ConnectionId(format!("sandbox-{random:08x}")), sandbox })
}

fn connection(id: ConnectionId, owner: &str, now: String) -> Connection {
    Connection {
        id,
        name: "Local sandbox".to_owned(),
        environment: Environment::Sandbox,
        base_address: String::new(),
        namespace: String::new(),
        safety: Safety::Confirm,
        currency: "EUR".to_owned(),
        unit: AmountUnit::Minor,
        unit_known: UnitKnown::Proven,
        owner: Some(owner.to_owned()),
        last_used: Some(now),
    }
}
