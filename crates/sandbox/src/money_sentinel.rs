//! Faults on demand for what moves money: the amount of a void, refund or capture that is in [`MONEY`] meets the fault of its
//! row; a batch whose id ends with the last three digits of such an amount meets it when it is settled.
//!
//! The table is the documentation; docs/assumptions.md shows the same rows. A call that would be refused anyway is refused as
//! without a sentinel. The demo data has a sale and a batch for every row, at Alpenparking.

use std::time::Duration;

use crate::answer::Answer;
use crate::problem::Problem;
use crate::sentinel::{Effect, Instead};

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct MoneySentinel {
    /// Minor units.
    pub amount: i64,
    pub effect: Effect,
    /// Behavior that it shows, for people.
    pub shows: &'static str,
}

const fn done(after: Duration, answer: Option<Instead>) -> Effect {
    Effect::Done { after, raise: None, answer }
}

pub const MONEY: [MoneySentinel; 5] = [
    MoneySentinel {
        amount: 6601,
        effect: Effect::NotDone(Instead::Refusal),
        shows: "Refused: HTTP 200 with code 12001. Nothing is changed.",
    },
    MoneySentinel {
        amount: 6602,
        effect: done(Duration::ZERO, Some(Instead::ErrorPage)),
        shows: "Done, but the answer is HTTP 500 with an HTML page: the outcome can be found by reading only.",
    },
    MoneySentinel {
        amount: 6603,
        effect: Effect::NotDone(Instead::SystemError),
        shows: "Not done; the answer is HTTP 500: the outcome can be found by reading only.",
    },
    MoneySentinel {
        amount: 6605,
        effect: done(Duration::from_secs(3), None),
        shows: "Done after 3 seconds, with the usual answer, also when the caller hangs up before.",
    },
    MoneySentinel {
        amount: 6608,
        effect: done(Duration::ZERO, Some(Instead::Nothing)),
        shows: "Done; the connection is dropped without an answer: the outcome can be found by reading only.",
    },
];

/// Carries out a write with its fault, if `amount` asks for one. `what` names the amount in a refusal.
pub(crate) async fn carry_out(
    what: &str,
    amount: i64,
    write: impl FnOnce() -> Result<Answer, Problem> + Send,
) -> Result<Answer, Problem> {
    let refusal = || Problem::acquirer(format!("{what} {amount} is refused by the acquirer"));
    match MONEY.iter().find(|row| row.amount == amount).map(|row| row.effect) {
        None => write(),
        Some(Effect::NotDone(instead)) => instead.answer(refusal()),
        Some(Effect::Done { after, answer, .. }) => {
            tokio::time::sleep(after).await;
            let usual = write()?;
            answer.map_or(Ok(usual), |instead| instead.answer(refusal()))
        }
    }
}

/// The amount that identifies a batch: 6602 for `B20261103602`.
pub(crate) fn of_batch(key: i64) -> i64 {
    6000 + key % 1000
}
