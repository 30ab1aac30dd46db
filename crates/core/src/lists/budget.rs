//! The memory that all lists of a process may use together.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes for all lists of the process.
pub(super) const MOST: usize = 512 << 20;

#[derive(Debug)]
pub(super) struct Budget {
    most: usize,
    used: AtomicUsize,
}

/// The memory of one list; given back when it is dropped.
#[derive(Debug)]
pub(super) struct Share {
    of: Arc<Budget>,
    bytes: usize,
}

impl Budget {
    pub(super) fn of(most: usize) -> Arc<Budget> {
        Arc::new(Budget { most, used: AtomicUsize::new(0) })
    }

    pub(super) fn most(&self) -> usize {
        self.most
    }
}

impl Share {
    pub(super) fn of(budget: &Arc<Budget>) -> Share {
        Share { of: Arc::clone(budget), bytes: 0 }
    }

    pub(super) fn budget(&self) -> &Arc<Budget> {
        &self.of
    }

    /// Counts the bytes that the list uses now. False when all lists together then use more than the budget.
    pub(super) fn set(&mut self, bytes: usize) -> bool {
        let before = std::mem::replace(&mut self.bytes, bytes);
        let used = self.of.used.fetch_add(bytes.wrapping_sub(before), Ordering::Relaxed);
        used.wrapping_add(bytes).wrapping_sub(before) <= self.of.most
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.of.used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_share_it_and_give_it_back() {
        let budget = Budget::of(100);
        let (mut one, mut other) = (Share::of(&budget), Share::of(&budget));
        assert!(one.set(60) && other.set(40));
        assert!(!other.set(41) && other.set(20) && one.set(80));
        drop(one);
        assert!(other.set(100) && !other.set(101));
    }
}
