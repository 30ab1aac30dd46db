//! Runs a story many times, each time from its own seed, on a few desks at once; and says which runs were wrong.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tapline_platform::clock::Pace;
use tokio::task::JoinSet;

use crate::test_core::{PATIENT, TestCore};

/// So many at once: those whose answer never comes wait, and take no time of the others.
const DESKS: usize = 16;

/// Runs 0 to `runs`; each says what was wrong about it.
pub(super) async fn seeded<F>(runs: usize, seed: u64, run: fn(Arc<TestCore>, usize) -> F)
where
    F: Future<Output = Result<(), String>> + Send + 'static,
{
    let next = Arc::new(AtomicUsize::new(0));
    let mut working = JoinSet::new();
    for _ in 0..DESKS {
        let next = Arc::clone(&next);
        working.spawn(async move {
            let core = Arc::new(TestCore::new(Pace { deadlines: 10, ..PATIENT }));
            let mut wrong = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::SeqCst);
                if number >= runs {
                    return wrong;
                }
                wrong.extend(run(Arc::clone(&core), number).await.err());
            }
        });
    }
    let wrong: Vec<_> = working.join_all().await.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} of {runs} runs, seed {seed:#x}\n{}", wrong.len(), wrong.join("\n"));
}
