//! Fault of a cell that was played, by the state of the service alone.
//!
//! A service that lies is the one excuse, where its lie is in the documented shape and no read can correct it: a documented
//! refusal of an effect that nothing shows, or that comes after the reads; a documented success of an effect that nothing shows,
//! or where every read is blocked; a documented refusal of every read. Such cells are counted as lies.

use super::axes::{Body, Cell, Effect};
use super::play::{Claim, Conditions, Played};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// More is claimed than the service's state bears out.
    Overclaim,
    /// A person who repeated the command had the effect twice.
    Doubled,
    /// One operation was sent more than once, or never.
    SentTwice,
    /// The effect can be read, and the claim stays open or a conflict.
    NotFound,
    /// A documented refusal of something that did not happen, left open.
    NotBelieved,
    /// The excused overclaim.
    Lie,
    /// The excused doubling that follows from it.
    DoubledByLie,
}

impl Fault {
    pub(super) fn is_ours(self) -> bool {
        !matches!(self, Fault::Lie | Fault::DoubledByLie)
    }
}

pub(super) fn faults(played: &Played) -> Vec<Fault> {
    let cell = &played.cell;
    let happens = cell.effect != Effect::NotApplied;
    let mut faults = Vec::new();
    let mut lied = false;
    for (claim, shown) in [played.first, played.settled].into_iter().zip(played.shown) {
        let is_false = match claim {
            Claim::Applied => !happens,
            Claim::NotApplied => happens,
            // No one else changes anything here.
            Claim::Conflict | Claim::Busy | Claim::Failed(_) => true,
            Claim::Unknown => false,
        };
        if is_false {
            let excused = is_excused(played, claim, shown);
            lied |= excused;
            faults.push(if excused { Fault::Lie } else { Fault::Overclaim });
        }
    }
    faults.dedup();
    if played.effects > 1 && cell.change().doubles() {
        faults.push(if lied { Fault::DoubledByLie } else { Fault::Doubled });
    }
    if played.sent != 1 {
        faults.push(Fault::SentTwice);
    }
    // Settled by reading only where the person was held back meanwhile.
    let is_settled = played.first == Claim::Applied || played.repeats.first() == Some(&Claim::Busy);
    if happens && cell.change().is_readable() && is_settled && played.settled == Claim::Unknown {
        faults.push(Fault::NotFound);
    }
    let refused = is_refusal(cell) && [200, 400, 401].contains(&cell.status);
    if !happens && refused && played.settled != Claim::NotApplied {
        faults.push(Fault::NotBelieved);
    }
    // The service did as the cell says, and as the repetition requested.
    assert_eq!(played.changed, played.effects > 0, "{played}");
    assert!(played.effects >= usize::from(happens), "{played}");
    faults
}

fn is_excused(played: &Played, claim: Claim, shown: bool) -> bool {
    let cell = &played.cell;
    let blocked = played.conditions == Conditions::ReadsBlocked;
    let can_be_seen = cell.change().is_readable() && shown && !blocked;
    match claim {
        Claim::NotApplied => (is_refusal(cell) || blocked && says_missing(cell)) && !can_be_seen,
        Claim::Applied => is_success(cell) && (blocked || !cell.change().is_readable()),
        // The service says that the record is gone.
        Claim::Conflict => is_refusal(cell) && blocked,
        _ => false,
    }
}

/// Statuses under which the service itself says no. The others are those of gateways, or of a service in trouble.
const REFUSALS: [u16; 9] = [200, 201, 400, 401, 403, 404, 409, 413, 422];

/// In the documented shape: with an envelope under any of these statuses, without one under a documented one.
fn is_refusal(cell: &Cell) -> bool {
    let wrapped = cell.change().operation.is_wrapped();
    let statuses: &[u16] = if wrapped { &REFUSALS } else { &[400, 401] };
    cell.body == Body::Refusal && statuses.contains(&cell.status)
}

/// True if blocked reads get an error of the service's own, with its number, that there is no such record.
fn says_missing(cell: &Cell) -> bool {
    cell.body == Body::Refusal && cell.status == 404
}

fn is_success(cell: &Cell) -> bool {
    cell.body == Body::Success && [200, 201].contains(&cell.status)
}
