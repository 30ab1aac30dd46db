//! The changes on their way: who waits for one, and whether it can still be called off.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use tapline_contract::history::{Cancelled, OperationId};
use tapline_contract::{Failure, FailureKind};
use tapline_platform::sync::locked;
use tokio::sync::{Notify, watch};

/// For those who ask for one of them again or call it off.
pub(crate) type Running = Mutex<BTreeMap<OperationId, RunningChange>>;

/// Operations called off before they began.
pub(crate) type CalledOff = Mutex<BTreeSet<OperationId>>;

pub(crate) struct RunningChange {
    pub(crate) told: OutcomeReceiver,
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
    let sentence = "You cancelled it in time: nothing was sent.";
    Failure::new(FailureKind::Cancelled, call, sentence)
}
