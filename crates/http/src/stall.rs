//! Detects a stalled body: it must bring at least 1 KiB in any 20 seconds of reading. Pure.
//!
//! Time without a reader does not count, so a slow reader is no slow sender. A library's read timeout is no stand-in: it
//! begins anew at every byte.

use std::collections::VecDeque;
use std::time::Duration;

const WINDOW: Duration = Duration::from_secs(20);
const LEAST: usize = 1024;

#[derive(Debug)]
pub(super) struct Stall {
    /// Time spent reading.
    read: Duration,
    /// The last pieces, as few as make up [`LEAST`] bytes: when they came, and their length.
    recent: VecDeque<(Duration, usize)>,
    bytes: usize,
}

impl Stall {
    /// The first window is counted from here, as if it were preceded by enough.
    pub(super) fn new() -> Stall {
        Stall { read: Duration::ZERO, recent: VecDeque::from([(Duration::ZERO, LEAST)]), bytes: LEAST }
    }

    /// Longest wait for the next piece: after it the oldest of the recent ones leaves the window, and the rest is too little.
    pub(super) fn patience(&self) -> Duration {
        let oldest = self.recent.front().map_or(Duration::ZERO, |(at, _)| *at);
        (oldest + WINDOW).saturating_sub(self.read)
    }

    /// A piece came after `took` of reading.
    pub(super) fn came(&mut self, length: usize, took: Duration) {
        self.read += took;
        self.recent.push_back((self.read, length));
        self.bytes += length;
        while let Some((_, oldest)) = self.recent.front()
            && self.bytes - oldest >= LEAST
        {
            self.bytes -= oldest;
            self.recent.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The patience, in seconds, after pieces of these lengths that took these seconds.
    fn patience(pieces: &[(usize, u64)]) -> u64 {
        let mut stall = Stall::new();
        for (length, took) in pieces {
            stall.came(*length, Duration::from_secs(*took));
        }
        stall.patience().as_secs()
    }

    #[test]
    fn any_window_needs_its_kibibyte() {
        for (pieces, expected) in [
            (&[][..], 20),
            (&[(1, 5)], 15),
            (&[(1023, 5)], 15),
            (&[(1024, 5)], 20),
            (&[(4096, 19)], 20),
            (&[(1, 5), (1, 5), (1, 5)], 5),
            (&[(512, 5), (512, 5)], 15),
            (&[(512, 5), (512, 5), (512, 5)], 15),
            (&[(1023, 1), (1, 18), (1023, 1)], 19),
            (&[(1024, 10), (1, 19)], 1),
            (&[(1, 20)], 0),
            (&[(1, 30)], 0),
        ] {
            assert_eq!(patience(pieces), expected, "{pieces:?}");
        }
    }

    #[test]
    fn a_long_body_is_not_remembered() {
        let mut stall = Stall::new();
        for _ in 0..100_000 {
            stall.came(1, Duration::from_millis(1));
        }
        assert_eq!(stall.recent.len(), LEAST);
    }
}
