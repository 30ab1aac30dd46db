//! The outcome of a change, as its caller gets it and as the journal keeps it.

use tapline_contract::guard::{Guard, Guarded as _};
use tapline_contract::seal::Seal;
use tapline_contract::wire::Payload as _;
use tapline_contract::{Class, Doubt, Endpoint, Failure, Outcome};

use crate::recipe::Recipe;

/// The outcome of a change of `E`.
pub(crate) type OutcomeOf<E> = Outcome<<E as Endpoint>::Output, <E as Endpoint>::Seen>;

/// An outcome as it is kept on disk: without secrets, personal data sealed.
pub(crate) fn kept<E: Recipe>(outcome: &OutcomeOf<E>, seal: &Seal) -> OutcomeOf<E> {
    let mut kept = outcome.clone();
    match &mut kept {
        Outcome::Applied { answer, record, .. } => {
            if let Some(answer) = answer {
                answer.guard(Guard::Disk(seal));
            }
            record.guard(Guard::Disk(seal));
        }
        Outcome::Conflict { theirs, .. } => theirs.guard(Guard::Disk(seal)),
        Outcome::NotApplied { .. } | Outcome::Unknown { .. } => {}
    }
    kept
}

/// A lost outcome.
pub(crate) fn unknown<E: Recipe>(since: String, failure: Failure) -> OutcomeOf<E> {
    let given_up = E::CLASS == Class::Effect;
    Outcome::Unknown { since, checks: 0, given_up, doubt: Doubt::Lost, shows: String::new(), failure }
}
