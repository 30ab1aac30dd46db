//! Locking the desk while its person is away, and opening it again.

use std::sync::Arc;

use tapline_contract::commands::{Lock, Unlock};
use tapline_contract::connection::{ConnectionId, Session};
use tapline_contract::{Failure, Kind};

use super::failure;
use crate::dispatch::Perform;
use crate::host::Inner;

const NOT_YET: &str = "This Tapline cannot do this yet. Use a newer one.";

impl Perform for Lock {
    async fn perform(_desk: &Arc<Inner>, (): ()) -> Result<(), Failure> {
        Err(failure::<Self>(Kind::Desk, NOT_YET))
    }
}

impl Perform for Unlock {
    async fn perform(_desk: &Arc<Inner>, _id: ConnectionId) -> Result<Session, Failure> {
        Err(failure::<Self>(Kind::Desk, NOT_YET))
    }
}
