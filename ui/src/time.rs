//! Time as shown: ages, countdowns, the lock, the next attempt.
//!
//! Nothing ticks. A component that shows a time states until when it stays true ([`Time::until`]); one timer waits for the
//! earliest of these moments, and none runs while the window is out of sight. A corrected clock and a computer that slept are
//! noticed when the window is looked at, and at the latest at the next beat (`background.rs`).

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use crate::ipc::{engine, hold};

/// Longest wait of a timer in milliseconds: the engine counts them in 31 bits.
const LONGEST: f64 = 3_600_000.0;

#[derive(Clone, Copy)]
pub(crate) struct Time {
    /// Time of the last look at everything that shows a time.
    looked: RwSignal<f64>,
    /// Earliest moment at which a shown time changes.
    next: StoredValue<f64>,
    timer: StoredValue<Option<TimeoutHandle>>,
}

impl Default for Time {
    fn default() -> Time {
        Time {
            looked: RwSignal::new(engine::now()),
            next: StoredValue::new(f64::INFINITY),
            timer: StoredValue::new(None),
        }
    }
}

impl Time {
    /// Runs from now on, as long as the caller lives.
    pub(crate) fn run(self) {
        hold::on_sight(move || {
            if hold::is_out_of_sight() {
                self.stop();
            } else {
                self.look();
            }
        });
    }

    /// The current time, from [`engine::now`]. A view or an effect that reads it runs again at `due` of that time.
    pub(crate) fn until(self, due: impl FnOnce(f64) -> f64) -> f64 {
        self.looked.track();
        let now = engine::now();
        let due = due(now);
        if due < self.next.get_value() {
            self.next.set_value(due);
            self.wait();
        }
        now
    }

    /// Age of `then`, "12 min ago".
    pub(crate) fn ago(self, then: f64) -> String {
        let now = self.until(|now| engine::ago_changes(then, now));
        engine::ago(then, now)
    }

    /// Seconds until then, rounded up; 0 from then on.
    pub(crate) fn seconds_to(self, at: f64) -> f64 {
        let left = |now: f64| ((at - now) / 1000.0).ceil().max(0.0);
        let now = self.until(|now| match left(now) {
            0.0 => f64::INFINITY,
            left => at - (left - 1.0) * 1000.0,
        });
        left(now)
    }

    /// Local date of today or of some days before, `2026-11-02`.
    pub(crate) fn day_before(self, days: u32) -> String {
        self.until(|now| now + engine::until_midnight());
        engine::day_before(days)
    }

    /// Refreshes everything that shows a time.
    fn look(self) {
        self.next.set_value(f64::INFINITY);
        self.stop();
        self.looked.set(engine::now());
    }

    fn wait(self) {
        self.stop();
        let left = (self.next.get_value() - engine::now()).clamp(0.0, LONGEST);
        if hold::is_out_of_sight() {
            return;
        }
        let timer = set_timeout_with_handle(
            move || {
                self.timer.set_value(None);
                self.look();
            },
            // A timer may fire early by less than the millisecond it counts.
            Duration::from_secs_f64((left + 1.0) / 1000.0),
        );
        self.timer.set_value(timer.ok());
    }

    fn stop(self) {
        if let Some(timer) = self.timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    }
}
