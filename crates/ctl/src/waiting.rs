//! While the service is silent: a line on a terminal with the seconds, and with the way to stop.
//!
//! Written over itself and wiped when the answer comes; a script, and whoever reads errors as JSON, never sees it.

use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tapline_contract::shown::Shown;

use crate::say;

/// True while a person has a question to answer: no progress is drawn over it.
static ASKING: AtomicBool = AtomicBool::new(false);

/// Shorter silences are not reported.
const FIRST: u64 = 2;

/// Keeps quiet while `question` runs.
pub(crate) fn quietly<T>(question: impl FnOnce() -> T) -> T {
    ASKING.store(true, Ordering::Relaxed);
    let answer = question();
    ASKING.store(false, Ordering::Relaxed);
    answer
}

/// Awaits `work`, showing the seconds on a terminal.
pub(crate) async fn with_progress<T>(work: impl Future<Output = T>) -> T {
    if !say::shows_progress() {
        return work.await;
    }
    let mut line = Line { drawn: false };
    every(Duration::from_secs(1), work, |seconds| line.draw(seconds)).await
}

/// Awaits `work` and passes `tell` the number of ticks so far.
async fn every<T>(tick: Duration, work: impl Future<Output = T>, mut tell: impl FnMut(u64)) -> T {
    tokio::pin!(work);
    let mut ticks = 0;
    loop {
        tokio::select! {
            done = &mut work => return done,
            () = tokio::time::sleep(tick) => {
                ticks += 1;
                tell(ticks);
            }
        }
    }
}

/// Wiped also when the work is given up.
struct Line {
    drawn: bool,
}

impl Line {
    fn draw(&mut self, seconds: u64) {
        if seconds < FIRST || ASKING.load(Ordering::Relaxed) {
            return;
        }
        self.drawn = true;
        say::status(Some(&Shown::line(format_args!("Waiting for an answer: {seconds} s. Ctrl+C stops."))));
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.drawn {
            say::status(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_seconds_are_told_until_the_answer_comes() {
        let (send, answer) = tokio::sync::oneshot::channel();
        let (mut send, mut ticks) = (Some(send), Vec::new());
        let came = every(Duration::from_millis(1), answer, |seconds| {
            ticks.push(seconds);
            if seconds == 3 {
                send.take().map(|send| send.send("answer"));
            }
        });
        assert_eq!(came.await, Ok("answer"));
        assert_eq!(ticks[..3], [1, 2, 3]);
    }
}
