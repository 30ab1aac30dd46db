//! Locks.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks without spreading a panic from elsewhere: every value behind a lock is whole between two statements.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
