//! Retries of reads that an outage stopped: after 2, 5 and 10 seconds, then every 30, while the window is visible; at once when
//! the network is back or the computer wakes.
//!
//! Only reads on the screen register here ([`Outage::keep_trying`]): no change is ever repeated automatically. All reads share
//! one wait, which begins when the last of them has failed.

use leptos::prelude::*;
use tapline_contract::Failure;

use crate::effect::effect;
use crate::ipc::engine;
use crate::remote::Reading;
use crate::time::Time;

/// Milliseconds before each attempt; the last value repeats.
const WAITS: [f64; 4] = [2000.0, 5000.0, 10_000.0, 30_000.0];

/// A read on the screen that failed and may succeed later.
#[derive(Clone, Copy)]
struct StoppedRead {
    serial: u64,
    reading: Signal<Reading>,
    again: Callback<()>,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Outage {
    reads: RwSignal<Vec<StoppedRead>>,
    /// True while the service itself is to be tried: no read on the screen waits for it.
    pub(crate) asks: RwSignal<bool>,
    /// Time of the next attempt, as [`crate::ipc::engine::now`]; `None` while no read waits or an attempt is under way.
    next: RwSignal<Option<f64>>,
    made: StoredValue<usize>,
    /// Number of stopped reads that have since succeeded.
    pub(crate) over: RwSignal<u32>,
}

impl Outage {
    /// Calls `again` automatically while an outage stops `reading`, as long as the caller's owner lives.
    pub(crate) fn keep_trying(self, reading: Signal<Reading>, again: Callback<()>) {
        let stopped =
            Memo::new(move |_| reading.with(|reading| reading.stopped_by().is_some_and(Failure::may_pass)));
        Effect::new(move |before: Option<bool>| {
            if !stopped.get() {
                if before == Some(true) {
                    self.over.update(|over| *over += 1);
                }
                return false;
            }
            let serial =
                self.reads.with_untracked(|all| all.iter().map(|one| one.serial).max().unwrap_or(0)) + 1;
            self.reads.update(|all| all.push(StoppedRead { serial, reading, again }));
            on_cleanup(move || {
                self.reads.update(|all| all.retain(|one| one.serial != serial));
            });
            true
        });
    }

    /// "Trying again in 8 s"; `None` while no read waits.
    pub(crate) fn words(self, time: Time) -> Option<String> {
        if self.is_trying() {
            return Some("Trying again…".to_owned());
        }
        let left = time.seconds_to(self.next.get()?);
        Some(format!("Trying again in {left} s"))
    }

    /// Retries the waiting reads now, or the service itself if there are none.
    pub(crate) fn try_now(self) {
        self.next.set(None);
        self.made.update_value(|made| *made += 1);
        let reads = self.reads.get_untracked();
        self.asks.set(reads.is_empty());
        for read in reads {
            // Several places may wait for the same read.
            if !read.reading.with_untracked(|reading| reading.loading) {
                read.again.run(());
            }
        }
    }

    /// Retries at once: the network, or the person at a sleeping computer, is back.
    pub(crate) fn try_at_once(self) {
        if self.next.get_untracked().is_some() {
            self.made.set_value(0);
            self.try_now();
        }
    }

    /// Waits for the next attempt and makes it while `waits` is true. `is_down`: the service didn't answer, even if no read on
    /// the screen failed.
    pub(crate) fn run(self, time: Time, waits: Signal<bool>, is_down: Signal<bool>) {
        effect(move || {
            let waits = waits.get() && (is_down.get() || self.reads.with(|all| !all.is_empty()));
            if !waits {
                self.made.set_value(0);
            }
            let next = if !waits || self.is_trying() {
                None
            } else {
                let wait = WAITS[self.made.get_value().min(WAITS.len() - 1)];
                self.next.get_untracked().or_else(|| Some(engine::now() + wait))
            };
            if self.next.get_untracked() != next {
                self.next.set(next);
            }
        });
        effect(move || {
            let Some(at) = self.next.get() else { return };
            if time.until(|now| if at > now { at } else { f64::INFINITY }) >= at {
                untrack(|| self.try_now());
            }
        });
    }

    fn is_trying(self) -> bool {
        self.asks.get()
            || self.reads.with(|all| all.iter().any(|one| one.reading.with(|reading| reading.loading)))
    }
}
