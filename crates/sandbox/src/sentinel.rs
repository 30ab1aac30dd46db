//! Values that provoke faults: a create or an update whose `clCVMLimit` is one of [`SENTINELS`] meets the fault of its row.
//!
//! The table is the documentation; docs/assumptions.md shows the same rows. A row decides the effect and the answer, and
//! nothing else in the sandbox knows of it. Order: a body that cannot be read, an unknown id and values that are not valid
//! are refused first, as without a sentinel.

use std::time::Duration;

use axum::http::StatusCode;
use tapline_contract::emv_config::EmvDraft;
use tapline_emv::{LimitKind, Value};

use crate::answer::Answer;
pub use crate::concurrent_editor::Raise;
use crate::concurrent_editor::raise;
use crate::problem::Problem;
use crate::state::AppState;

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct Sentinel {
    /// `clCVMLimit` in minor units.
    pub cvm_limit: u64,
    pub effect: Effect,
    /// Behavior that it shows, for people.
    pub shows: &'static str,
}

/// Fate of the write.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    NotDone(Instead),
    Done {
        /// Waited before the write.
        after: Duration,
        /// Raised by someone else right after the write.
        raise: Option<Raise>,
        /// `None`: the usual answer.
        answer: Option<Instead>,
    },
}

/// Answer in place of the usual one.
#[derive(Clone, Copy, Debug)]
pub enum Instead {
    /// HTTP 200 with the code of a refusal.
    Refusal,
    /// HTTP 401, as for a wrong token.
    Unauthorized,
    /// HTTP 500 with code 10001.
    SystemError,
    /// An HTML page with HTTP 500.
    ErrorPage,
    /// An HTML page with HTTP 200.
    Page,
    /// The connection is dropped without an answer.
    Nothing,
}

const AT_ONCE: Duration = Duration::ZERO;

pub const SENTINELS: [Sentinel; 9] = [
    Sentinel {
        cvm_limit: 6601,
        effect: Effect::NotDone(Instead::Refusal),
        shows: "Refused: HTTP 200 with code 11021 and \"clCVMLimit 6601 is refused by the acquirer\". Nothing is changed.",
    },
    Sentinel {
        cvm_limit: 6602,
        effect: Effect::Done { after: AT_ONCE, raise: None, answer: Some(Instead::ErrorPage) },
        shows: "Done, but the answer is HTTP 500 with an HTML page: the outcome can be found by reading only.",
    },
    Sentinel {
        cvm_limit: 6603,
        effect: Effect::NotDone(Instead::SystemError),
        shows: "Not done; the answer is HTTP 500: the outcome can be found by reading only.",
    },
    Sentinel {
        cvm_limit: 6604,
        effect: Effect::NotDone(Instead::Page),
        shows: "Not done; the answer is an HTML page with HTTP 200, as from a proxy on the way.",
    },
    Sentinel {
        cvm_limit: 6605,
        effect: Effect::Done { after: Duration::from_secs(3), raise: None, answer: None },
        shows: "Done after 3 seconds, with the usual answer, also when the caller hangs up before.",
    },
    Sentinel {
        cvm_limit: 6606,
        effect: Effect::Done {
            after: AT_ONCE,
            raise: Some(Raise { limit: LimitKind::Transaction, by: 1 }),
            answer: None,
        },
        shows: "Done; right after it a colleague raises clTransLimit by 1: reading finds a third value.",
    },
    Sentinel {
        cvm_limit: 6607,
        effect: Effect::NotDone(Instead::Unauthorized),
        shows: "Not done; the answer is HTTP 401, as for an expired token.",
    },
    Sentinel {
        cvm_limit: 6608,
        effect: Effect::Done { after: AT_ONCE, raise: None, answer: Some(Instead::Nothing) },
        shows: "Done, but the connection is dropped without an answer: the outcome can be found by reading only.",
    },
    Sentinel {
        cvm_limit: 6609,
        effect: Effect::NotDone(Instead::Nothing),
        shows: "Not done; the connection is dropped without an answer: it may still arrive, so the outcome stays unknown.",
    },
];

/// Carries out a write with its fault, if the draft asks for one. `write` gives the id of the record written.
pub(crate) async fn carry_out(
    app: &AppState,
    draft: &EmvDraft,
    write: impl FnOnce() -> Result<u32, Problem> + Send,
) -> Result<Answer, Problem> {
    let cvm_limit = draft.params.values().get(LimitKind::Cvm.param()).and_then(Value::amount);
    let row = SENTINELS.iter().find(|row| Some(row.cvm_limit) == cvm_limit);
    let refusal = || {
        let value = cvm_limit.unwrap_or_default();
        Problem::refused(format!("clCVMLimit {value} is refused by the acquirer"))
    };
    match row.map(|row| row.effect) {
        None => Answer::saved(write()?),
        Some(Effect::NotDone(instead)) => instead.answer(refusal()),
        Some(Effect::Done { after, raise: raised, answer }) => {
            tokio::time::sleep(after).await;
            let id = write()?;
            if let Some(change) = raised {
                raise(&app.store(), id, change, &app.stamp())?;
            }
            answer.map_or_else(|| Answer::saved(id), |instead| instead.answer(refusal()))
        }
    }
}

impl Instead {
    /// `refusal` is what a refusal says.
    pub(crate) fn answer(self, refusal: Problem) -> Result<Answer, Problem> {
        match self {
            Instead::Refusal => Err(refusal),
            Instead::Unauthorized => Err(Problem::authentication()),
            Instead::SystemError => Err(Problem::system("System error")),
            Instead::ErrorPage => Ok(Answer::Html(StatusCode::INTERNAL_SERVER_ERROR)),
            Instead::Page => Ok(Answer::Html(StatusCode::OK)),
            Instead::Nothing => Ok(Answer::Dropped),
        }
    }
}
