//! Lets a script go on when the test says so: the only way to be slow for a client whose clock is not the real one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Closed at first. All clones are the same gate.
#[derive(Clone, Debug, Default)]
pub struct Gate(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    passes: Mutex<u64>,
    changed: Condvar,
}

impl Gate {
    /// So many steps may pass, besides those that already may.
    pub fn let_through(&self, steps: u64) {
        let mut passes = self.0.passes.lock().unwrap_or_else(PoisonError::into_inner);
        *passes = passes.saturating_add(steps);
        self.0.changed.notify_all();
    }

    /// Every step may pass from now on.
    pub fn open(&self) {
        self.let_through(u64::MAX);
    }

    /// Waits for a pass and takes it. `false` when `stopped` before.
    pub(super) fn pass(&self, stopped: &AtomicBool) -> bool {
        let mut passes = self.0.passes.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if stopped.load(Ordering::SeqCst) {
                return false;
            }
            if *passes > 0 {
                // An open gate stays open.
                if *passes < u64::MAX {
                    *passes -= 1;
                }
                return true;
            }
            let waited = self.0.changed.wait_timeout(passes, super::server::TICK);
            passes = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
