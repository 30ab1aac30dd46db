//! Everything that requests share: the store, the token, the clock, what arrived.
//!
//! Not the operations: each resource's module carries out its own. The database is called directly on the runtime's threads; a
//! call takes well under a millisecond at the sizes of a sandbox.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::concurrent_editor::ConcurrentEditor;
use crate::jwt::Token;
use crate::request_log::RequestLog;
use crate::store::Store;
use crate::timestamp;

pub(crate) struct AppState {
    store: Arc<Mutex<Store>>,
    pub(crate) token: Token,
    pub(crate) concurrent_editor: ConcurrentEditor,
    pub(crate) seen: RequestLog,
    pub(crate) now: fn() -> DateTime<Utc>,
    /// Added to each answer.
    pub(crate) delay: Duration,
    hosts: [String; 2],
    /// Random, so that ids of two runs differ.
    run: u64,
    request_ids: AtomicU64,
}

impl fmt::Debug for AppState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AppState").field("hosts", &self.hosts).finish_non_exhaustive()
    }
}

impl AppState {
    pub(crate) fn new(
        store: Store,
        token: Token,
        port: u16,
        now: fn() -> DateTime<Utc>,
        run: u64,
    ) -> AppState {
        AppState {
            store: Arc::new(Mutex::new(store)),
            token,
            concurrent_editor: ConcurrentEditor::default(),
            seen: RequestLog::default(),
            now,
            delay: Duration::ZERO,
            hosts: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")),
            run,
            request_ids: AtomicU64::new(0),
        }
    }

    /// The store, for one operation: never held while waiting for anything else.
    pub(crate) fn store(&self) -> MutexGuard<'_, Store> {
        lock(&self.store)
    }

    /// For what is written while it is sent.
    pub(crate) fn shared_store(&self) -> Arc<Mutex<Store>> {
        Arc::clone(&self.store)
    }

    pub(crate) fn is_own_host(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
    }

    /// `req_` and 24 hex digits.
    pub(crate) fn next_request_id(&self) -> String {
        let count = self.request_ids.fetch_add(1, Ordering::Relaxed);
        format!("req_{:016x}{count:08x}", self.run)
    }

    /// The time now in seconds since 1970.
    pub(crate) fn clock(&self) -> i64 {
        (self.now)().timestamp()
    }

    /// The time now, as records carry it.
    pub(crate) fn stamp(&self) -> String {
        timestamp::stamp((self.now)())
    }
}

/// A panic elsewhere does not spread from here: the database is whole between two operations.
pub(crate) fn lock(store: &Mutex<Store>) -> MutexGuard<'_, Store> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}
