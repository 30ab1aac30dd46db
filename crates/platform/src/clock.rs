//! The clock: what time it is, how long to wait, how long to allow. Nothing else in core reads the time or sleeps.
//!
//! The computer's own is [`Clock::system`]. Sockets do not know a paused time, so tests against them take [`Clock::fast`]: the
//! same code, with seconds made shorter. Recorded times are nominal: the seconds that a person would wait.

use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::{DateTime, Local, SecondsFormat, TimeDelta, Utc};

use crate::sync::locked;

/// A time of the journal in short form, in the computer's zone: "03:12", of another day "21 Nov, 03:12".
pub fn local_minute(at: &str, now: DateTime<Utc>) -> String {
    let Ok(at) = DateTime::parse_from_rfc3339(at) else { return at.to_owned() };
    let (at, now) = (at.with_timezone(&Local), now.with_timezone(&Local));
    let form = if at.date_naive() == now.date_naive() { "%H:%M" } else { "%-d %b, %H:%M" };
    at.format(form).to_string()
}

/// Local time of `at`, worded for a reader now.
#[expect(clippy::disallowed_methods, reason = "when it is read, not when Tapline acts")]
pub fn told_time(at: &str) -> String {
    local_minute(at, Utc::now())
}

/// A moment with its year and its zone, for texts that leave this computer: "3 Sep 2026, 14:58 +02:00". Other text is unchanged.
pub fn local_time(at: &str) -> String {
    let Some(at) = tapline_contract::timestamp::parse(at) else { return at.to_owned() };
    let at = at.with_timezone(&Local);
    let zone = if at.offset().local_minus_utc() == 0 { "UTC" } else { "%:z" };
    at.format(&format!("%-d %b %Y, %H:%M {zone}")).to_string()
}

/// Cheap to clone; all clones are the same clock.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Inner>);

/// Speed of a clock for tests.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Waits for nothing but time (before a retry, for `Retry-After`, between reads for an unknown outcome) are this many times
    /// shorter.
    pub waits: u32,
    /// Deadlines against the network (name resolution, connecting, headers, stalled bodies, whole calls) are this many times
    /// shorter.
    pub deadlines: u32,
    /// Jitter factor for the wait before a retry; random from 0.5 to 1 when `None`.
    pub jitter: Option<f64>,
}

#[derive(Debug)]
struct Inner {
    pace: Pace,
    started: Instant,
    /// Total of all skipped waits so far.
    skipped: Mutex<Duration>,
    /// Lead of the wall clock over the computer's.
    ahead: Mutex<TimeDelta>,
    /// `None`: not recorded.
    waits: Option<Mutex<Vec<Duration>>>,
}

impl Clock {
    /// The computer's.
    pub fn system() -> Clock {
        Clock::with_pace(Pace { waits: 1, deadlines: 1, jitter: None }, None)
    }

    /// For tests. Records its waits.
    pub fn fast(pace: Pace) -> Clock {
        Clock::with_pace(pace, Some(Mutex::default()))
    }

    fn with_pace(pace: Pace, waits: Option<Mutex<Vec<Duration>>>) -> Clock {
        let (skipped, ahead) = (Mutex::default(), Mutex::default());
        Clock(Arc::new(Inner { pace, started: Instant::now(), skipped, ahead, waits }))
    }

    /// The wall clock. May jump, forward and back: intervals are [`Clock::elapsed`].
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn now(&self) -> DateTime<Utc> {
        Utc::now() + *locked(&self.0.ahead)
    }

    /// [`Clock::now`] as RFC 3339, UTC, whole seconds.
    pub fn timestamp(&self) -> String {
        self.now().to_rfc3339_opts(SecondsFormat::Secs, true)
    }

    /// Moves the wall clock, as a person or a time server does. Intervals do not notice. For tests.
    pub fn jump(&self, by: TimeDelta) {
        *locked(&self.0.ahead) += by;
    }

    /// Moves the steady clock, as if so much time had passed. For tests.
    pub fn advance(&self, by: Duration) {
        *locked(&self.0.skipped) += by;
    }

    /// Since this clock was made, waits in their nominal length. Never goes back.
    pub fn elapsed(&self) -> Duration {
        self.0.started.elapsed() + *locked(&self.0.skipped)
    }

    /// Waits for nothing but time.
    pub async fn sleep(&self, wait: Duration) {
        if let Some(waits) = &self.0.waits {
            locked(waits).push(wait);
        }
        let begun = Instant::now();
        tokio::time::sleep(wait / self.0.pace.waits).await;
        *locked(&self.0.skipped) += wait.saturating_sub(begun.elapsed());
    }

    /// Waits for `news`, until the clock is to be looked at again. Not recorded as a wait.
    pub async fn look_after(&self, wait: Duration, news: impl Future<Output = ()>) {
        // Either ends the wait.
        let _ = tokio::time::timeout(wait / self.0.pace.waits, news).await;
    }

    /// The nominal length of every wait that was begun so far, in order. Empty for the computer's clock.
    pub fn waits(&self) -> Vec<Duration> {
        self.0.waits.as_ref().map(|waits| locked(waits).clone()).unwrap_or_default()
    }

    /// The result of `work`, or `None` when `limit` ends first; then `work` is dropped.
    pub async fn timeout<T>(&self, limit: Duration, work: impl Future<Output = T>) -> Option<T> {
        tokio::time::timeout(self.shortened(limit), work).await.ok()
    }

    /// Like [`Clock::timeout`] with the rest of a limit; deducts the time of the work.
    pub async fn within<T>(&self, left: &mut Duration, work: impl Future<Output = T>) -> Option<T> {
        let begun = Instant::now();
        let done = self.timeout(*left, work).await;
        let took = begun.elapsed().saturating_mul(self.0.pace.deadlines);
        *left = if done.is_some() { left.saturating_sub(took) } else { Duration::ZERO };
        done
    }

    /// Length of a deadline in the seconds of the network library.
    pub fn shortened(&self, limit: Duration) -> Duration {
        limit / self.0.pace.deadlines
    }

    /// Jitter factor for the wait before a retry, from 0.5 to 1, so that callers that failed together do not retry together.
    pub fn jitter(&self) -> f64 {
        self.0.pace.jitter.unwrap_or_else(|| {
            // Without chance all wait their full time.
            let chance = getrandom::u32().unwrap_or(u32::MAX);
            0.5 + 0.5 * f64::from(chance) / f64::from(u32::MAX)
        })
    }
}

/// Repeats `attempt` until it gives a value; `None` after `limit`. Blocks; for locks that are usually free within milliseconds.
pub fn patiently<T>(limit: Duration, mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    const PAUSE: Duration = Duration::from_millis(5);
    let begun = Instant::now();
    loop {
        match attempt() {
            None if begun.elapsed() < limit => std::thread::sleep(PAUSE),
            ended => return ended,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_mins(1);

    fn fast() -> Clock {
        Clock::fast(Pace { waits: 10_000, deadlines: 1000, jitter: Some(0.75) })
    }

    #[tokio::test]
    async fn waits_are_short_and_count_in_full() {
        let clock = fast();
        clock.sleep(MINUTE).await;
        clock.clone().sleep(MINUTE / 2).await;
        assert_eq!(clock.waits(), [MINUTE, MINUTE / 2]);
        assert!(clock.elapsed() >= MINUTE * 3 / 2);
        assert!(clock.0.started.elapsed() < MINUTE);
    }

    #[tokio::test]
    async fn deadlines_are_short_and_are_used_up() {
        let clock = fast();
        assert_eq!(clock.timeout(MINUTE, std::future::pending::<()>()).await, None);
        assert_eq!(clock.timeout(Duration::MAX, async { 5 }).await, Some(5));
        let mut left = MINUTE;
        assert_eq!(clock.within(&mut left, async { 5 }).await, Some(5));
        assert!(left > Duration::ZERO && left < MINUTE, "{left:?}");
        assert_eq!(clock.within(&mut left, std::future::pending::<()>()).await, None);
        assert_eq!(left, Duration::ZERO);
        assert!(clock.waits().is_empty(), "a deadline is no wait");
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "what it is compared with")]
    fn the_wall_clock_jumps_and_intervals_do_not() {
        let clock = fast();
        let before = clock.elapsed();
        for by in [TimeDelta::minutes(5), TimeDelta::days(-1)] {
            let expected = Utc::now() + by;
            clock.jump(by);
            assert!((clock.now() - expected).abs() < TimeDelta::minutes(1));
            clock.jump(-by);
        }
        assert!(clock.elapsed() >= before && clock.elapsed() < before + MINUTE);
        assert!(clock.timestamp().ends_with('Z'));
    }

    #[test]
    fn jitter_is_chance_unless_it_is_fixed() {
        assert!((fast().jitter() - 0.75).abs() < f64::EPSILON);
        let system = Clock::system();
        assert!((0..100).all(|_| (0.5..=1.0).contains(&system.jitter())));
        assert!(system.waits().is_empty());
    }
}
