//! Opening and closing a connection. One is open at a time.

use std::sync::Arc;

use tapline_contract::commands::{Connect, Disconnect};
use tapline_contract::connection::{Connection, ConnectionId, Session};
use tapline_contract::endpoints::GetOwner;
use tapline_contract::owner::Owner;
use tapline_contract::{Command, Failure, Kind};

use super::connection::address;
use super::failure;
use crate::dispatch::Perform;
use crate::host::{Inner, Open, locked};
use crate::http::Namespace;
use crate::log;
use crate::secrets::{Found, UNREADABLE};
use crate::words::visible;

impl Perform for Connect {
    async fn perform(desk: &Arc<Inner>, id: ConnectionId) -> Result<Session, Failure> {
        let (saved, bound) = {
            let connections = locked(&desk.connections);
            (connections.get(&id), connections.owner(&id))
        };
        let Some(saved) = saved else {
            let sentence = "This connection is not saved. Go back to the start page and add it.";
            return Err(failure::<Self>(Kind::BadInput, sentence));
        };
        let no_token = |why: &str| failure::<Self>(Kind::NoToken, why);
        let found = match desk.secrets.find(&id, &address::<Self>(&saved)?).await {
            Ok(Some(found)) => found,
            Ok(None) => {
                return Err(no_token(
                    "There is no token for this connection. Paste it from the clipboard or choose a file, then connect again.",
                ));
            }
            Err(_) => return Err(no_token(UNREADABLE)),
        };
        let bound = bound.map_or(Bound::ToNobody, |owner| Bound::To(Some(owner)));
        enter::<Self>(desk, saved, found, bound).await
    }
}

impl Perform for Disconnect {
    async fn perform(desk: &Arc<Inner>, (): ()) -> Result<(), Failure> {
        desk.leave(None);
        Ok(())
    }
}

/// Whose tokens a connection takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It was never open: whoever's the first token is.
    ToNobody,
    /// To the owner of this [`key`]; `None` is one that the service does not tell apart from others.
    To(Option<String>),
}

impl Bound {
    pub(super) fn admits(&self, owner: &Owner) -> bool {
        match self {
            Bound::ToNobody => true,
            Bound::To(known) => *known == key(owner),
        }
    }
}

/// What tells owners apart.
pub(super) fn key(owner: &Owner) -> Option<String> {
    owner.group_id.clone().or_else(|| owner.group_name.clone())
}

/// Why a token of someone else is not used: a sentence.
pub(super) fn foreign(connection: &Connection, owner: &Owner) -> String {
    let known = connection.owner.as_deref().map_or_else(|| "another owner".to_owned(), visible);
    format!(
        "The token belongs to {}, and this connection to {known}: its history and open changes are theirs. It was not opened. Paste \
         a token of {known}, or add a connection of its own for this token.",
        visible(&owner.name()),
    )
}

/// Asks whose the token is, and opens the connection with it if it may.
pub(super) async fn enter<C: Command>(
    desk: &Arc<Inner>,
    saved: Connection,
    found: Found,
    bound: Bound,
) -> Result<Session, Failure> {
    let id = saved.id.clone();
    let base = address::<C>(&saved)?;
    let namespace = Namespace::parse(&saved.namespace)
        .map_err(|error| failure::<C>(Kind::BadInput, error.to_string()).field("Namespace"))?;
    let client = desk.client(base.clone(), namespace, Some(found.token.clone()))?;
    let answered = client.send::<GetOwner>(&(), &()).await?.output;
    if !bound.admits(&answered) {
        desk.secrets.drop_fresh(&id);
        return Err(failure::<C>(Kind::BadInput, foreign(&saved, &answered)));
    }
    let (owner, name) = (key(&answered), answered.name());
    // A token pasted for this connection was accepted: it replaces the one that was kept.
    let token = found.token.view(desk.secrets.keep(&id, &base).await);
    let connection =
        Connection { owner: Some(name.clone()), last_used: Some(desk.ports.clock.timestamp()), ..saved };
    if locked(&desk.connections).opened(connection.clone(), owner.clone()).is_err() {
        // It is open all the same; only the start page will show an older date.
        log::trouble(C::NAME, "when a connection was used could not be saved");
    }
    let session = Session { connection, owner: name, token, embedded: false };
    desk.enter(Open { session, owner, client }, C::NAME)
}
