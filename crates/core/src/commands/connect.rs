//! Opening and closing a connection. One is open at a time.

use std::sync::Arc;

use tapline_address::Namespace;
use tapline_changes::Open;
use tapline_contract::commands::{Connect, Disconnect};
use tapline_contract::connection::{Connection, ConnectionId, Session};
use tapline_contract::endpoints::GetOwner;
use tapline_contract::owner::Owner;
use tapline_contract::{Command, Failure, FailureKind};
use tapline_platform::log;
use tapline_platform::sync::locked;
use tapline_platform::words::visible;
use tapline_secrets::{Pasted, StoredToken, UNREADABLE};

use super::connection::address;
use super::failure;
use crate::perform::Perform;
use crate::presence::Proof;
use crate::session;
use crate::state::AppState;

impl Perform for Connect {
    async fn perform(app: &Arc<AppState>, id: ConnectionId) -> Result<Session, Failure> {
        let (saved, bound) = {
            let mut connections = locked(&app.connections);
            connections.refresh();
            (connections.get(&id), connections.owner(&id))
        };
        let Some(saved) = saved else {
            let sentence = "This connection isn't saved. Go back to the start page and add it.";
            return Err(failure::<Self>(FailureKind::BadInput, sentence));
        };
        let no_token = |why: &str| failure::<Self>(FailureKind::NoToken, why);
        let address = address::<Self>(&saved)?;
        // Before the token is requested from the keyring.
        app.policy().admits(&address, Self::NAME)?;
        let proof = app.presence.take_given(&id);
        if proof == Proof::Kept && matches!(app.secrets.fresh(&id, &address), Pasted::Nothing) {
            app.presence.admits_kept(Self::NAME)?;
        }
        let found = match app.secrets.find(&id, &address).await {
            Ok(Some(found)) => found,
            Ok(None) => {
                return Err(no_token(
                    "There is no token for this connection. Paste it from the clipboard or choose a file, then connect again.",
                ));
            }
            Err(_) => return Err(no_token(UNREADABLE)),
        };
        let bound = bound.map_or(Bound::ToNobody, |owner| Bound::To(Some(owner)));
        enter::<Self>(app, saved, found, bound, proof).await
    }
}

impl Perform for Disconnect {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<(), Failure> {
        session::leave(app, Self::NAME, None, || Ok(()))
    }
}

/// Owner whose tokens a connection accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It was never open: whoever's the first token is.
    ToNobody,
    /// To the owner of this [`Owner::key`]; `None` is one that the service does not tell apart from others.
    To(Option<String>),
}

impl Bound {
    pub(super) fn admits(&self, owner: &Owner) -> bool {
        match self {
            Bound::ToNobody => true,
            Bound::To(known) => *known == owner.key(),
        }
    }
}

const CHANGED: &str = "Another Tapline removed this connection or changed its address meanwhile, so it wasn't opened. Look at it \
                       on the start page, then open it again; if Tapline is locked, close it and start it again.";

/// Why a token of someone else is not used: a sentence.
pub(super) fn foreign(connection: &Connection, owner: &Owner) -> String {
    let known = connection.owner.as_deref().map_or_else(|| "another owner".to_owned(), visible);
    format!(
        "The token belongs to {}, but this connection to {known}. It wasn't opened. Paste a token of {known}, or add a \
         separate connection for this token.",
        visible(&owner.name()),
    )
}

/// Asks whose the token is, and opens the connection with it if it may.
pub(super) async fn enter<C: Command>(
    app: &Arc<AppState>,
    saved: Connection,
    found: StoredToken,
    bound: Bound,
    proof: Proof,
) -> Result<Session, Failure> {
    let id = saved.id.clone();
    let base = address::<C>(&saved)?;
    let namespace = Namespace::parse(&saved.namespace)
        .map_err(|error| failure::<C>(FailureKind::BadInput, error.to_string()).field("Namespace"))?;
    let client = app.client(base.clone(), namespace, Some(found.token.clone()))?;
    let answered = client.send::<GetOwner>(&(), &()).await?.output;
    if !bound.admits(&answered) {
        app.secrets.drop_tried(&id, &found.token);
        return Err(failure::<C>(FailureKind::BadInput, foreign(&saved, &answered)));
    }
    let (owner, name) = (answered.key(), answered.name());
    // A token pasted for this connection was accepted: it replaces the one that was kept.
    let token = found.token.view(app.secrets.keep(&id, &base).await);
    let connection =
        Connection { owner: Some(name.clone()), last_used: Some(app.ports.clock.timestamp()), ..saved };
    let session = Session { connection, owner: name, token, embedded: false };
    // Whoever changed or removed it meanwhile has the last word.
    let still = |open: &mut Open| {
        let used = &open.session.connection;
        let mut connections = locked(&app.connections);
        match connections.opened(used, open.owner.clone()) {
            Ok(Some(now)) => open.session.connection = now,
            Ok(None) => return Err(failure::<C>(FailureKind::NotConnected, CHANGED)),
            // It is open all the same; only the start page will show an older date.
            Err(_) => log::trouble(C::NAME, "when a connection was used could not be saved"),
        }
        // Guards belong to the address and the owner: other connections count too.
        let used = open.session.connection.clone();
        open.session.connection = connections.protection(&used, open.owner.as_deref()).over(used);
        app.agreed.add(&base);
        Ok(())
    };
    session::enter(app, Open { session, owner, client: Arc::new(client) }, C::NAME, proof, still)
}
