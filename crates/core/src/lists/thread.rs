//! Work on a thread of its own, which leaves the processor to the window when both want it.
//!
//! Not a pool: a thread cannot take its lower priority back without rights, so it ends with its work.

use std::thread::JoinHandle;

use tokio::sync::oneshot;

/// Steps by which the thread is nicer than the process: enough for the page to go first. With 10 core itself became slower.
#[cfg(target_os = "linux")]
const NICER: i32 = 5;

pub(super) struct Thread<T> {
    handle: JoinHandle<T>,
    /// Dropped with the work, however it ends.
    ended: oneshot::Receiver<()>,
}

impl<T: Send + 'static> Thread<T> {
    pub(super) fn start(work: impl FnOnce() -> T + Send + 'static) -> Thread<T> {
        let (working, ended) = oneshot::channel::<()>();
        let handle = std::thread::spawn(move || {
            let _working = working;
            yield_to_the_window();
            work()
        });
        Thread { handle, ended }
    }

    /// What the work gave; its panic goes on here.
    pub(super) async fn join(self) -> T {
        // The thread never sends, so this is always the error of a sender that is gone.
        let _ = self.ended.await;
        match self.handle.join() {
            Ok(done) => done,
            Err(broken) => std::panic::resume_unwind(broken),
        }
    }
}

/// Only Linux has a priority for each thread that needs no `unsafe` code.
#[cfg(target_os = "linux")]
fn yield_to_the_window() {
    // Refused only where the system allows no change at all; then it reads at the usual priority.
    let _ = rustix::process::nice(NICER);
}

#[cfg(not(target_os = "linux"))]
fn yield_to_the_window() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_gives_what_the_work_gave_and_passes_its_panic_on() {
        assert_eq!(Thread::start(|| 7).join().await, 7);
        let broken = tokio::spawn(Thread::start(|| panic!("broken")).join()).await.unwrap_err();
        assert_eq!(broken.into_panic().downcast_ref(), Some(&"broken"));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn it_alone_is_nicer() {
        let now = || rustix::process::getpriority_process(None).unwrap();
        let before = now();
        assert_eq!(Thread::start(now).join().await, (before + NICER).min(19));
        assert_eq!(now(), before);
    }
}
