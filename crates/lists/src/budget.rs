//! Memory that all lists of a process may use together.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes for all lists of the process.
pub(super) const MOST: usize = 512 << 20;

#[derive(Debug)]
pub(super) struct Budget {
    most: usize,
    used: AtomicUsize,
}

/// Memory of one list; returned when it is dropped.
#[derive(Debug)]
pub(super) struct Share {
    budget: Arc<Budget>,
    bytes: usize,
}

impl Budget {
    pub(super) fn new(most: usize) -> Arc<Budget> {
        Arc::new(Budget { most, used: AtomicUsize::new(0) })
    }

    pub(super) fn most(&self) -> usize {
        self.most
    }
}

impl Share {
    pub(super) fn new(budget: &Arc<Budget>) -> Share {
        Share { budget: Arc::clone(budget), bytes: 0 }
    }

    pub(super) fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    /// Counts the bytes that the list uses now. False when all lists together then use more than the budget.
    pub(super) fn set(&mut self, bytes: usize) -> bool {
        let before = std::mem::replace(&mut self.bytes, bytes);
        let used = self.budget.used.fetch_add(bytes.wrapping_sub(before), Ordering::Relaxed);
        used.wrapping_add(bytes).wrapping_sub(before) <= self.budget.most
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.budget.used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_share_it_and_give_it_back() {
        let budget = Budget::new(100);
        let (mut one, mut other) = (Share::new(&budget), Share::new(&budget));
        assert!(one.set(60) && other.set(40));
        assert!(!other.set(41) && other.set(20) && one.set(80));
        drop(one);
        assert!(other.set(100) && !other.set(101));
    }
}
