//! A value read from core or the service: not requested yet, loading, loaded, or failed with the last value kept.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Waker};

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::wire::Unreadable;

use crate::ipc::engine;

/// State of the last read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reading {
    /// Milliseconds since 1970; 0 before the first.
    pub(crate) read_at: f64,
    pub(crate) loading: bool,
    /// Reason why the last read failed; the previous value stays.
    pub(crate) failure: Option<Failure>,
    /// The failure that cut the read short, if what is shown is incomplete because of it.
    pub(crate) broken_by: Option<Failure>,
    /// Progress of a long read: records received, and their total if known.
    pub(crate) progress: Option<(u64, Option<u64>)>,
    /// A sentence about missing or changed rows, and what to do.
    pub(crate) note: Option<String>,
    /// Number of records that could not be read and are no rows.
    pub(crate) unreadable: u64,
}

impl Reading {
    /// The failure that stopped all of the read, or the rest of it.
    pub(crate) fn stopped_by(&self) -> Option<&Failure> {
        self.failure.as_ref().or(self.broken_by.as_ref())
    }

    /// "read 14:02:10, reading again"; `None` before the first read.
    pub(crate) fn words(&self) -> Option<String> {
        let again = if self.loading { ", refreshing" } else { "" };
        (self.read_at > 0.0).then(|| format!("Updated {}{again}", engine::clock(self.read_at)))
    }
}

/// A value that is loaded and refreshed. It is the default until the first answer. Only the newest request counts, and only on
/// the connection it was sent over.
pub(crate) struct Remote<T: Send + Sync + 'static> {
    value: RwSignal<T>,
    reading: RwSignal<Reading>,
    /// Number of requests.
    newest: StoredValue<u32>,
}

impl<T: Send + Sync + 'static> Clone for Remote<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Send + Sync + 'static> Copy for Remote<T> {}

impl<T: Default + Send + Sync + 'static> Default for Remote<T> {
    fn default() -> Self {
        Remote {
            value: RwSignal::new(T::default()),
            reading: RwSignal::new(Reading::default()),
            newest: StoredValue::new(0),
        }
    }
}

impl<T: Default + PartialEq + Send + Sync + 'static> Remote<T> {
    pub(crate) fn with<U>(self, read: impl FnOnce(&T) -> U) -> U {
        self.value.with(read)
    }

    pub(crate) fn with_untracked<U>(self, read: impl FnOnce(&T) -> U) -> U {
        self.value.with_untracked(read)
    }

    pub(crate) fn get(self) -> T
    where
        T: Clone,
    {
        self.value.get()
    }

    pub(crate) fn reading(self) -> Reading {
        self.reading.get()
    }

    /// True if the last read failed and none is under way.
    pub(crate) fn has_failed(self) -> bool {
        self.reading.with_untracked(|reading| reading.failure.is_some() && !reading.loading)
    }

    /// True if the value is loaded or loading.
    pub(crate) fn is_requested(self) -> bool {
        self.reading.with_untracked(|reading| reading.read_at > 0.0 || reading.loading)
    }

    /// Updates the value with news since it was loaded.
    pub(crate) fn update(self, change: impl FnOnce(&mut T)) {
        self.value.update(change);
    }

    /// Clears the value and ignores a pending answer.
    pub(crate) fn clear(self) {
        self.newest.update_value(|newest| *newest += 1);
        self.value.set(T::default());
        self.reading.set(Reading::default());
    }

    /// Stores the answer when it arrives; `is_current` is false once another connection is open.
    pub(crate) fn read(
        self,
        is_current: impl Fn() -> bool + 'static,
        answer: impl Future<Output = Result<T, Failure>> + 'static,
    ) {
        let mut waiting: Pin<Box<dyn Future<Output = ()>>> = Box::pin(async move {
            self.wait(is_current, answer).await;
        });
        // The first poll sends the request: core answers while the requesting page is drawn.
        let first_poll = untrack(|| waiting.as_mut().poll(&mut Context::from_waker(Waker::noop())));
        if first_poll.is_pending() {
            spawn_local(waiting);
        }
    }

    /// Requests the value again, `pause` milliseconds after each answer, until `goes_on` is false for one, a request fails or another read
    /// replaces this one.
    pub(crate) fn poll<A: Future<Output = Result<T, Failure>>>(
        self,
        pause: u64,
        is_current: impl Fn() -> bool + 'static,
        mut ask: impl FnMut() -> A + 'static,
        goes_on: impl Fn(&T) -> bool + 'static,
    ) {
        spawn_local(async move {
            while self.wait(&is_current, ask()).await && self.with_untracked(&goes_on) {
                let newest = self.newest.get_value();
                engine::rest(pause).await;
                if self.newest.get_value() != newest || !is_current() {
                    return;
                }
            }
        });
    }

    /// Like [`Remote::read`], to be awaited. True if the value is the answer's.
    pub(crate) async fn wait(
        self,
        is_current: impl Fn() -> bool,
        answer: impl Future<Output = Result<T, Failure>>,
    ) -> bool {
        let request = ReadRequest::new(self.reading, self.newest);
        let answer = answer.await;
        if !request.is_newest() || !is_current() {
            return false;
        }
        let failure = match answer {
            Ok(value) => {
                // An equal value is not redrawn.
                if self.value.with_untracked(|old| *old != value) {
                    self.value.set(value);
                }
                None
            }
            Err(failure) => Some(failure),
        };
        let has_value = failure.is_none();
        request.end(failure);
        has_value
    }
}

/// One read, without the type of its value.
struct ReadRequest {
    reading: RwSignal<Reading>,
    newest: StoredValue<u32>,
    request: u32,
}

impl ReadRequest {
    fn new(reading: RwSignal<Reading>, newest: StoredValue<u32>) -> ReadRequest {
        newest.update_value(|newest| *newest += 1);
        reading.update(|reading| reading.loading = true);
        ReadRequest { reading, newest, request: newest.get_value() }
    }

    /// Its page may be gone by now.
    fn is_newest(&self) -> bool {
        self.newest.try_get_value() == Some(self.request)
    }

    fn end(self, failure: Option<Failure>) {
        match failure {
            None => self.reading.set(Reading { read_at: engine::now(), ..Reading::default() }),
            failure => self.reading.update(|reading| {
                reading.loading = false;
                reading.failure = failure;
            }),
        }
    }
}

/// The records of a list, and those that could not be read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Listed<R> {
    pub(crate) records: Arc<Vec<R>>,
    pub(crate) unreadable: Arc<Vec<Unreadable>>,
    /// Reason why some are missing: a sentence.
    pub(crate) incomplete: Option<String>,
}

impl<R> Listed<R> {
    pub(crate) fn new(records: Vec<R>, unreadable: Vec<Unreadable>, incomplete: Option<String>) -> Self {
        Listed { records: Arc::new(records), unreadable: Arc::new(unreadable), incomplete }
    }
}

impl<R> Default for Listed<R> {
    fn default() -> Self {
        Listed::new(Vec::new(), Vec::new(), None)
    }
}
