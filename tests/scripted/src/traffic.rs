//! Log of the server.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use super::Request;
use crate::PATIENCE;

#[derive(Clone, Debug, Default)]
pub struct SeenTraffic {
    /// Accepted, with those that never said anything.
    pub connections: usize,
    /// Those that have ended.
    pub ended: usize,
    /// Whole, in the order in which their last byte came.
    pub requests: Vec<Request>,
    /// Requests that broke off, handshakes that failed, and what was no request: why.
    pub broken: Vec<String>,
    /// Bytes of the client on the wire, with what TLS adds.
    pub received: u64,
    /// Bytes handed to the operating system for the client.
    pub sent: u64,
}

impl SeenTraffic {
    /// The requests with this method and path.
    pub fn requests_to(&self, method: &str, path: &str) -> Vec<&Request> {
        self.requests.iter().filter(|request| request.method == method && request.path == path).collect()
    }
}

/// Seen, by a test that waits for it.
#[derive(Debug, Default)]
pub(super) struct Log {
    seen: Mutex<SeenTraffic>,
    changed: Condvar,
}

impl Log {
    pub(super) fn note<T>(&self, note: impl FnOnce(&mut SeenTraffic) -> T) -> T {
        let noted = note(&mut self.seen.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
        noted
    }

    pub(super) fn seen(&self) -> SeenTraffic {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Blocks until `condition`. Panics when patience ends.
    pub(super) fn wait(&self, condition: impl Fn(&SeenTraffic) -> bool) -> SeenTraffic {
        let end = Instant::now() + PATIENCE;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        while !condition(&seen) {
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "the server waited in vain; it has seen {seen:#?}");
            seen = self.changed.wait_timeout(seen, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        seen.clone()
    }
}
