//! Work on a thread of its own that leaves the processor to the window when both want it.
//!
//! Kept: with the same priority the page needs 50 instead of 37 ms for what it draws in 15 while nothing else runs (medians of 36
//! loads of 100,000 records on two processors). Not a pool: a thread cannot raise its priority again without rights, so it ends with its work.

use tokio::sync::oneshot;

/// Steps by which the thread is nicer than the process: enough for the page to go first. With 10 core itself became slower.
#[cfg(target_os = "linux")]
const NICER: i32 = 5;

/// Result of `work`; its panic goes on in whoever waits for it.
pub(super) fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> impl Future<Output = T> {
    let (working, ended) = oneshot::channel::<()>();
    let handle = std::thread::spawn(move || {
        let _working = working;
        yield_to_the_window();
        work()
    });
    async move {
        // The thread never sends: the wait ends when the sender is dropped, however the work ended.
        let _ = ended.await;
        handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
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
    async fn it_gives_the_result_and_passes_a_panic_on() {
        assert_eq!(in_background(|| 7).await, 7);
        let broken = tokio::spawn(in_background(|| panic!("broken"))).await.unwrap_err();
        assert_eq!(broken.into_panic().downcast_ref(), Some(&"broken"));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn it_alone_is_nicer() {
        let now = || rustix::process::getpriority_process(None).unwrap();
        let before = now();
        assert_eq!(in_background(now).await, (before + NICER).min(19));
        assert_eq!(now(), before);
    }
}
