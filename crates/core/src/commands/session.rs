//! Opening and closing a connection. One is open at a time.

use std::sync::Arc;

use tapline_contract::commands::{Connect, Disconnect};
use tapline_contract::connection::{Connection, ConnectionId, Session};
use tapline_contract::endpoints::GetOwner;
use tapline_contract::{Failure, Kind};

use super::failure;
use crate::dispatch::Perform;
use crate::host::{Inner, Open, locked};
use crate::http::{BaseAddress, Namespace};
use crate::log;
use crate::secrets::UNREADABLE;

impl Perform for Connect {
    async fn perform(desk: &Arc<Inner>, id: ConnectionId) -> Result<Session, Failure> {
        let Some(saved) = locked(&desk.connections).get(&id) else {
            let sentence = "This connection is not saved. Go back to the start page and add it.";
            return Err(failure::<Self>(Kind::BadInput, sentence));
        };
        let no_token = |why: &str| failure::<Self>(Kind::NoToken, why);
        let found = match desk.secrets.find(&id).await {
            Ok(Some(found)) => found,
            Ok(None) => {
                return Err(no_token(
                    "There is no token for this connection. Paste it from the clipboard or choose a file, then connect again.",
                ));
            }
            Err(_) => return Err(no_token(UNREADABLE)),
        };
        let base = BaseAddress::parse(&saved.base_address)
            .map_err(|error| failure::<Self>(Kind::BadInput, error.to_string()).field("Base address"))?;
        let namespace = Namespace::parse(&saved.namespace)
            .map_err(|error| failure::<Self>(Kind::BadInput, error.to_string()).field("Namespace"))?;
        let client = desk.client(base, namespace, Some(found.token.clone()))?;
        let owner = client.send::<GetOwner>(&(), &()).await?.output.name();
        // A token pasted for this connection was accepted: it replaces the one that was kept.
        let token = found.token.view(desk.secrets.keep(&id).await);
        let connection =
            Connection { owner: Some(owner.clone()), last_used: Some(desk.ports.clock.timestamp()), ..saved };
        if locked(&desk.connections).put(connection.clone()).is_err() {
            // It is open all the same; only the start page will show an older date.
            log::trouble(
                <Self as tapline_contract::Command>::NAME,
                "when a connection was used could not be saved",
            );
        }
        let session = Session { connection, owner, token, embedded: false };
        Ok(desk.enter(Open { session, client }))
    }
}

impl Perform for Disconnect {
    async fn perform(desk: &Arc<Inner>, (): ()) -> Result<(), Failure> {
        desk.leave(None);
        Ok(())
    }
}
