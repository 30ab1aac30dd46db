//! The last look before a change is sent, and the last moment at which it can be called off.
//!
//! The read before a change may take minutes. Nothing is sent when Tapline was locked, closed, opened elsewhere or made
//! stricter meanwhile, or when the person called the change off. Invariant: the look and the step to *sending* are one, under
//! the lock that [`SessionState`] changes under, so that nothing comes between them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use tapline_contract::connection::{Environment, Safety};
use tapline_contract::history::{Cancelled, OperationId};
use tapline_contract::{Endpoint, Failure, FailureKind};
use tapline_journal::Committed;
use tapline_platform::sync::locked;
use tokio::sync::{Notify, watch};

use crate::Changes;
use crate::failures::not_written;
use crate::session::{Open, SessionState};

/// Changes on their way, for those who ask for one again or call it off.
pub(crate) type Running = Mutex<BTreeMap<OperationId, RunningChange>>;

/// Operations called off before they began.
pub(crate) type CalledOff = Mutex<BTreeSet<OperationId>>;

pub(crate) struct RunningChange {
    pub(crate) outcome: OutcomeReceiver,
    pub(crate) gate: Arc<Gate>,
}

/// The outcome as JSON, once there is one.
pub(crate) type OutcomeReceiver = watch::Receiver<Option<String>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Reading,
    CalledOff,
    Sending,
}

/// One for each change on its way.
pub(crate) struct Gate {
    step: Mutex<Step>,
    woken: Notify,
}

impl Gate {
    /// Gate of an operation about to begin.
    pub(crate) fn new(called_off: &CalledOff, operation: &OperationId) -> Arc<Gate> {
        let step = if locked(called_off).remove(operation) { Step::CalledOff } else { Step::Reading };
        Arc::new(Gate { step: Mutex::new(step), woken: Notify::new() })
    }

    /// Goes over to sending, unless it was called off or `look` refuses.
    pub(crate) fn pass<T>(
        &self,
        call: &str,
        look: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut step = locked(&self.step);
        if *step != Step::Reading {
            return Err(called_off(call));
        }
        let found = look()?;
        *step = Step::Sending;
        Ok(found)
    }

    /// True if something may have been sent.
    pub(crate) fn passed(&self) -> bool {
        *locked(&self.step) == Step::Sending
    }

    /// Cancels the operation, unless its sending has begun.
    pub(crate) fn call_off(&self) -> Cancelled {
        let mut step = locked(&self.step);
        if *step == Step::Sending {
            return Cancelled::TooLate;
        }
        *step = Step::CalledOff;
        self.woken.notify_one();
        Cancelled::NotSent
    }

    /// Returns once it is called off.
    pub(crate) async fn called_off(&self) {
        while *locked(&self.step) != Step::CalledOff {
            self.woken.notified().await;
        }
    }
}

/// The failure of a change that was called off in time.
pub(crate) fn called_off(call: &str) -> Failure {
    let sentence = "Cancelled in time. Nothing was sent.";
    Failure::new(FailureKind::Cancelled, call, sentence)
}

/// Operations called off before they began. A page needs one or two; more are not remembered.
const MOST: usize = 256;

/// Event between the click and the send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum Changed {
    #[error("Tapline was locked before the change was sent")]
    Locked,
    #[error("The connection was closed before the change was sent")]
    Closed,
    #[error("Another connection was opened before the change was sent")]
    Another,
    #[error("The connection got another address before the change was sent")]
    Service,
    #[error("The connection was opened with a token of another owner before the change was sent")]
    Owner,
    #[error("The connection was made read only before the change was sent")]
    ReadOnly,
    #[error("Another unit of amounts was found before the change was sent")]
    Unit,
    #[error("The connection was made stricter before the change was sent")]
    Stricter,
}

impl Changed {
    fn kind(self) -> FailureKind {
        match self {
            Changed::Locked => FailureKind::Locked,
            Changed::ReadOnly => FailureKind::ReadOnly,
            Changed::Unit => FailureKind::UnitNotKnown,
            Changed::Closed | Changed::Another | Changed::Service | Changed::Owner | Changed::Stricter => {
                FailureKind::NotConnected
            }
        }
    }

    fn failure(self, call: &str) -> Failure {
        let sentence = format!("{self}, so nothing was sent. Refresh the record, then repeat the change.");
        Failure::new(self.kind(), call, sentence)
    }
}

/// Makes the intent one that is being sent, if it may still be sent: once that is on disk.
pub(crate) fn pass<E: Endpoint>(
    gate: &Gate,
    changes: &Changes,
    began: &Open,
    operation: &OperationId,
    before: Option<&str>,
    unit_known: impl FnOnce() -> Result<(), Failure>,
) -> Result<Committed, Failure> {
    gate.pass(E::NAME, || {
        let state = locked(&changes.session);
        // The computer may have slept since the click, and the watch still sleeps.
        let slept = changes.surroundings.is_away().then_some(Changed::Locked);
        if let Some(changed) = slept.or_else(|| changed::<E>(&state, began)) {
            return Err(changed.failure(E::NAME));
        }
        changes.surroundings.may_change(began, E::NAME, E::CLASS)?;
        unit_known()?;
        changes.journal.sending(operation, before).map_err(|error| not_written(E::NAME, &error))
    })
}

/// Calls off a change that was not sent yet. One that has not begun is remembered, so that it will not begin: the page's two
/// calls may arrive in either order.
pub fn cancel(changes: &Changes, operation: OperationId) -> Result<Cancelled, Failure> {
    // Held so that the operation cannot begin meanwhile.
    let running = locked(&changes.running);
    if let Some(under) = running.get(&operation) {
        return Ok(under.gate.call_off());
    }
    let known = changes.journal.get(&operation).map_err(|error| not_written("CancelOperation", &error))?;
    let mut called_off = locked(&changes.called_off);
    if known.is_some() || called_off.len() >= MOST {
        return Ok(Cancelled::TooLate);
    }
    called_off.insert(operation);
    Ok(Cancelled::NotSent)
}

fn changed<E: Endpoint>(stage: &SessionState, began: &Open) -> Option<Changed> {
    let now = match stage {
        SessionState::Open(now) => now,
        SessionState::Locked(_) => return Some(Changed::Locked),
        SessionState::Closed => return Some(Changed::Closed),
    };
    let (is, was) = (&now.session.connection, &began.session.connection);
    let made_live = (was.environment, is.environment) == (Environment::Sandbox, Environment::Live);
    [
        (is.id != was.id, Changed::Another),
        (now.service::<E>() != began.service::<E>(), Changed::Service),
        (now.owner != began.owner, Changed::Owner),
        (is.unit != was.unit, Changed::Unit),
        (is.safety == Safety::ReadOnly, Changed::ReadOnly),
        (is.safety.strictness() > was.safety.strictness() || made_live, Changed::Stricter),
    ]
    .into_iter()
    .find_map(|(is_so, changed)| is_so.then_some(changed))
}

#[cfg(test)]
mod tests {
    use tapline_contract::Outcome;
    use tapline_contract::endpoints::{RefundTransaction, UpdateEmv};

    use super::*;
    use crate::change::broke_off;

    #[test]
    fn a_panic_before_the_gate_sent_nothing_and_one_after_it_is_unknown() {
        let operation = OperationId("0".repeat(32));
        let reading = Gate::new(&CalledOff::default(), &operation);
        let called_off = Gate::new(&CalledOff::default(), &operation);
        assert_eq!(called_off.call_off(), Cancelled::NotSent);
        let sending = Gate::new(&CalledOff::default(), &operation);
        sending.pass("UpdateEmv", || Ok(())).unwrap();
        for (gate, not_sent) in [(reading, true), (called_off, true), (sending, false)] {
            let at = || "2026-01-01T00:00:00Z".to_owned();
            let outcome = broke_off::<UpdateEmv>(&gate, at());
            assert_eq!(matches!(outcome, Outcome::NotApplied { .. }), not_sent);
            assert_eq!(matches!(outcome, Outcome::Unknown { .. }), !not_sent);
            let money = broke_off::<RefundTransaction>(&gate, at());
            assert_eq!(matches!(money, Outcome::NotApplied { .. }), not_sent);
        }
    }
}
