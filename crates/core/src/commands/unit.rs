//! In which unit the service counts bare amounts: found out from its own amounts, or confirmed by a person.
//!
//! Reads only. Invariant: a unit that an amount speaks against is never held to be known.

use std::sync::Arc;

use tapline_contract::commands::{ConfirmUnit, FindUnit};
use tapline_contract::connection::{AmountUnit, Connection, ConnectionId, Session};
use tapline_contract::unit::{UnitConfirmation, UnitFinding, UnitKnown};
use tapline_contract::{Command, Failure, FailureKind};

use super::{failure, not_kept};
use crate::perform::Perform;
use crate::state::AppState;
use crate::unit;

impl Perform for FindUnit {
    async fn perform(app: &Arc<AppState>, id: ConnectionId) -> Result<UnitFinding, Failure> {
        let open = app.open(&id, Self::NAME)?;
        let reading = unit::read(&open.client).await?;
        unit::note(app, &open, Self::NAME);
        // A service that contradicted itself proves nothing more: a person has to look.
        let proof = |now: &Connection| {
            (now.unit_known == UnitKnown::No)
                .then_some(reading.proven)
                .flatten()
                .map(|unit| (unit, UnitKnown::Proven))
        };
        let session = decide::<Self>(app, &id, proof)?;
        Ok(UnitFinding { session, samples: reading.samples })
    }
}

impl Perform for ConfirmUnit {
    async fn perform(app: &Arc<AppState>, said: UnitConfirmation) -> Result<Session, Failure> {
        let open = app.open(&said.connection, Self::NAME)?;
        if said.unit == AmountUnit::Minor && open.client.saw_fraction() {
            let sentence = "The service sent an amount with a fraction, and minor units have none, so nothing was confirmed. \
                            Confirm major units, or ask the service's operator which unit is right.";
            return Err(failure::<Self>(FailureKind::BadInput, sentence));
        }
        decide::<Self>(app, &said.connection, |_| Some((said.unit, UnitKnown::Confirmed)))
    }
}

fn decide<C: Command>(
    app: &AppState,
    id: &ConnectionId,
    decide: impl FnOnce(&Connection) -> Option<(AmountUnit, UnitKnown)>,
) -> Result<Session, Failure> {
    let (session, saved) = app.counts_in(id, C::NAME, decide)?;
    saved.map_err(|cause| not_kept::<C>(&cause))?;
    Ok(session)
}
