//! Retries: the failures that qualify, the waits, and the count. Reads only: their limits allow more than one send.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::Mutex;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tapline_contract::{Failure, FailureKind};
use tapline_platform::clock::Clock;
use tapline_platform::sync::locked;

use super::failure::CallContext;
use super::sending::Limits;

const FIRST_SLEEP: Duration = Duration::from_millis(500);
const LONGEST_SLEEP: Duration = Duration::from_secs(5);
/// A service may ask for a longer wait; it is not waited.
const LONGEST_RETRY_AFTER: Duration = Duration::from_mins(1);

/// Retries of one client in any minute.
const BUDGET: usize = 30;
const MINUTE: Duration = Duration::from_mins(1);

/// A send that did not succeed.
#[derive(Debug)]
pub(super) struct Failed {
    pub(super) failure: Failure,
    /// Wait that the service requested, see [`retry_after`].
    pub(super) wait: Option<Duration>,
}

impl From<Failure> for Failed {
    fn from(failure: Failure) -> Failed {
        Failed { failure, wait: None }
    }
}

/// When the retries of the last minute were made.
#[derive(Debug, Default)]
pub(super) struct Budget(Mutex<VecDeque<Duration>>);

impl Budget {
    /// True if one more is allowed `now`; then it is counted.
    fn take(&self, now: Duration) -> bool {
        let mut made = locked(&self.0);
        while made.front().is_some_and(|at| *at + MINUTE <= now) {
            made.pop_front();
        }
        let allowed = made.len() < BUDGET;
        if allowed {
            made.push_back(now);
        }
        allowed
    }
}

/// The sends of one call.
pub(super) struct Tries<'c> {
    clock: &'c Clock,
    budget: &'c Budget,
    most: u32,
    sent: u32,
    /// Rest of the whole call's time.
    left: Duration,
    /// A try before this one that took too long, in its own words.
    late: Option<Failure>,
}

impl<'c> Tries<'c> {
    pub(super) fn new(clock: &'c Clock, budget: &'c Budget, limits: &Limits) -> Tries<'c> {
        Tries { clock, budget, most: limits.sends, sent: 0, left: limits.whole, late: None }
    }

    /// One send, within what is left of the call.
    pub(super) async fn send<T>(
        &mut self,
        asked: &CallContext,
        sending: impl Future<Output = Result<T, Failed>>,
    ) -> Result<T, Failed> {
        self.sent += 1;
        match self.clock.within(&mut self.left, sending).await {
            Some(sent) => sent,
            // The cause of an earlier timeout says more than the cut of this try.
            None => Err(self.late.take().unwrap_or_else(|| asked.too_late()).into()),
        }
    }

    /// Waits until it may be sent again; gives the failure back when that is never.
    pub(super) async fn again(&mut self, failed: Failed) -> Result<(), Failure> {
        let Failed { failure, wait } = failed;
        // A service that was silent twice gets no third wait.
        let twice = failure.kind == FailureKind::Timeout && self.late.is_some();
        if self.sent >= self.most || twice || !failure.may_pass() {
            return Err(failure);
        }
        // A wait requested by the service isn't deducted from the call's time.
        let own = sleep_after(self.sent).mul_f64(self.clock.jitter());
        let (sleep, counted) = wait.map_or((own, own), |wait| (wait, Duration::ZERO));
        if counted >= self.left || !self.budget.take(self.clock.elapsed()) {
            return Err(failure);
        }
        self.left -= counted;
        self.late = (failure.kind == FailureKind::Timeout).then_some(failure);
        self.clock.sleep(sleep).await;
        Ok(())
    }
}

/// Before the retry that follows `sent` sends; without jitter.
fn sleep_after(sent: u32) -> Duration {
    FIRST_SLEEP.saturating_mul(1 << sent.saturating_sub(1).min(16)).min(LONGEST_SLEEP)
}

/// Wait of a `Retry-After` header: seconds, or a date, which is compared with `now`. `None` without a usable wait.
pub(super) fn retry_after(header: &str, now: DateTime<Utc>) -> Option<Duration> {
    let header = header.trim();
    let wait = if !header.is_empty() && header.bytes().all(|byte| byte.is_ascii_digit()) {
        // More digits than fit are a long time.
        header.parse().map_or(Duration::MAX, Duration::from_secs)
    } else {
        let until = DateTime::parse_from_rfc2822(header).ok()?;
        (until.to_utc() - now).to_std().ok()?
    };
    Some(wait.min(LONGEST_RETRY_AFTER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeps_double_up_to_five_seconds() {
        let millis: Vec<_> = (1..=7).map(|sent| sleep_after(sent).as_millis()).collect();
        assert_eq!(millis, [500, 1000, 2000, 4000, 5000, 5000, 5000]);
        assert_eq!(sleep_after(u32::MAX), LONGEST_SLEEP);
    }

    #[test]
    fn what_retry_after_says() {
        let now = DateTime::parse_from_rfc3339("2026-11-20T10:00:00Z").unwrap().to_utc();
        for (header, seconds) in [
            ("2", Some(2)),
            (" 7 ", Some(7)),
            ("0", Some(0)),
            ("60", Some(60)),
            ("61", Some(60)),
            ("1000000000", Some(60)),
            ("99999999999999999999999999", Some(60)),
            ("Fri, 20 Nov 2026 10:00:05 GMT", Some(5)),
            ("Fri, 20 Nov 2026 12:00:00 GMT", Some(60)),
            ("Fri, 20 Nov 2026 09:59:59 GMT", None),
            ("Fri, 99 Nov 2026 10:00:05 GMT", None),
            ("-1", None),
            ("1.5", None),
            ("1e3", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(retry_after(header, now).map(|wait| wait.as_secs()), seconds, "{header:?}");
        }
    }

    #[test]
    fn the_budget_is_thirty_in_any_minute() {
        let budget = Budget::default();
        let at = Duration::from_secs;
        assert!((0..30).all(|second| budget.take(at(second))));
        assert!(!budget.take(at(59)));
        assert!(budget.take(at(60)), "that of second 0 is a minute ago");
        assert!(!budget.take(at(60)));
        assert!((61..=89).all(|second| budget.take(at(second))));
        assert!(!budget.take(at(89)));
    }

    #[test]
    fn only_what_passes_is_tried_again() {
        use FailureKind::*;
        for (kind, status, expected) in [
            (Unreachable, None, true),
            (Timeout, None, true),
            (Interrupted, Some(200), true),
            (TooManyRequests, Some(429), true),
            (ServiceError, Some(500), true),
            (ServiceError, Some(502), true),
            (ServiceError, Some(503), true),
            (ServiceError, Some(504), true),
            (ServiceError, Some(501), false),
            (ServiceError, Some(408), false),
            (Certificate, None, false),
            (Redirected, Some(302), false),
            (NotTheService, Some(200), false),
            (Malformed, Some(200), false),
            (TooLarge, Some(200), false),
            (Unauthorized, Some(401), false),
            (Refused, Some(404), false),
            (BadInput, None, false),
        ] {
            let failure = Failure { status, ..Failure::new(kind, "ListEmv", "") };
            assert_eq!(failure.may_pass(), expected, "{kind:?} {status:?}");
        }
    }
}
