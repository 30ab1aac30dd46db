//! One time from two clocks, neither of which is reliable alone: the wall clock is corrected, forward and back; the steady clock
//! stands still while a computer sleeps. Pure, so it is tested with any clock.

/// Milliseconds by which the clocks may differ before it counts as a jump: one may run a little faster.
const APART: f64 = 1000.0;

/// Readings of both clocks when they last agreed, and the time then.
#[derive(Debug)]
pub(super) struct Running {
    wall: f64,
    steady: f64,
    began: f64,
    /// The last time returned.
    last: f64,
}

impl Running {
    pub(super) fn new(wall: f64, steady: f64) -> Running {
        Running { wall, steady, began: wall, last: wall }
    }

    /// Returns the time for these readings of the clocks.
    pub(super) fn advance(&mut self, wall: f64, steady: f64) -> f64 {
        let (by_wall, by_steady) = (wall - self.wall, steady - self.steady);
        let now = self.began + by_wall.max(by_steady);
        self.last = self.last.max(now);
        if (by_wall - by_steady).abs() > APART {
            // Count from the new setting, so that an hour forward and back is an hour, not a stop of one hour.
            *self = Running { wall, steady, began: self.last, last: self.last };
        }
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: f64 = 3_600_000.0;

    #[test]
    fn an_hour_is_an_hour_whatever_becomes_of_the_clock_of_the_wall() {
        // Name of the case, its jumps, and the time to count in addition to the hour afterwards.
        for (what, jump, counts) in [
            ("nothing", 0.0, 0.0),
            ("put back by a day", -24.0 * HOUR, 0.0),
            ("put forward by a day", 24.0 * HOUR, 24.0 * HOUR),
            ("put right by half a second", 500.0, 500.0),
            ("slept over the weekend", 60.0 * HOUR, 60.0 * HOUR),
        ] {
            let mut running = Running::new(1_000_000.0, 5.0);
            let before = running.advance(1_000_100.0, 105.0);
            let after = running.advance(1_000_200.0 + jump, 205.0);
            assert!((after - before - counts - 100.0).abs() < 1.0, "{what}: {after}");
            let later = running.advance(1_000_200.0 + jump + HOUR, 205.0 + HOUR);
            assert!((later - after - HOUR).abs() <= 500.0, "{what}: {later}");
        }
    }

    #[test]
    fn it_never_goes_back_and_an_hour_put_forward_and_back_stops_nothing() {
        let mut running = Running::new(0.0, 0.0);
        let mut last = 0.0;
        let (mut wall, mut steady) = (0.0, 0.0);
        for jump in [HOUR, -HOUR, -300.0, 300.0, -24.0 * HOUR, 0.0] {
            (wall, steady) = (wall + jump + 2000.0, steady + 2000.0);
            let now = running.advance(wall, steady);
            assert!(now >= last + 1500.0, "{jump}: {last} {now}");
            last = now;
        }
    }
}
