//! One read for all who wait for it: the changes of a plan read the same list at the same time.
//!
//! Invariant: a caller gets only what was read by a request that began after the call. A failure is not shared.

use std::any::Any;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tapline_contract::Failure;
use tokio::sync::Semaphore;

use crate::sync::locked;

type Read = Arc<dyn Any + Send + Sync>;

/// Reads on their way at once. With one, everybody would wait for half a read before their own begins; with three, a plan of 500
/// reads 800 lists instead of 500, and decoding them takes longer than was won.
const LANES: usize = 2;

pub(crate) struct Shared {
    begun: AtomicU64,
    lanes: Semaphore,
    /// The read that began last among those that ended, and its number.
    last: Mutex<Option<(u64, Read)>>,
}

impl Default for Shared {
    fn default() -> Shared {
        Shared { begun: AtomicU64::new(0), lanes: Semaphore::new(LANES), last: Mutex::default() }
    }
}

impl Shared {
    /// What `read` gives, or what another caller's read gave that began since this call. Dropping the future of a read that
    /// others wait for makes one of them read.
    pub(crate) async fn read<T: Send + Sync + 'static>(
        &self,
        read: impl Future<Output = Result<T, Failure>>,
    ) -> Result<Arc<T>, Failure> {
        let asked = self.begun.load(Ordering::SeqCst);
        // Never closed, so that there is always a lane in the end.
        let _lane = self.lanes.acquire().await;
        let last = locked(&self.last).clone();
        if let Some((number, found)) = last
            && number > asked
            && let Ok(found) = found.downcast()
        {
            return Ok(found);
        }
        let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
        let found = Arc::new(read.await?);
        let mut last = locked(&self.last);
        if last.as_ref().is_none_or(|(newest, _)| *newest < number) {
            *last = Some((number, Arc::clone(&found) as Read));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tapline_contract::FailureKind;

    use super::*;

    /// A read takes 20 ms; its result is its number.
    async fn ask(shared: Arc<Shared>, reads: Arc<AtomicU64>) -> u64 {
        let read = async {
            let number = reads.fetch_add(1, Ordering::SeqCst) + 1;
            tokio::time::sleep(Duration::from_millis(20)).await;
            Ok(number)
        };
        *shared.read(read).await.unwrap()
    }

    #[tokio::test]
    async fn a_read_is_shared_only_with_those_who_asked_before_it_began() {
        let (shared, reads) = (Arc::new(Shared::default()), Arc::new(AtomicU64::new(0)));
        let ask = || tokio::spawn(ask(Arc::clone(&shared), Arc::clone(&reads)));
        let all = u64::try_from(LANES).unwrap();
        let first: Vec<_> = (0..all).map(|_| ask()).collect();
        while reads.load(Ordering::SeqCst) < all {
            tokio::task::yield_now().await;
        }
        // They asked while all lanes were taken by reads that had begun: none of those is theirs.
        let later: Vec<_> = (0..10).map(|_| ask()).collect();
        for asked in first {
            assert!(asked.await.unwrap() <= all);
        }
        for asked in later {
            assert!(asked.await.unwrap() > all);
        }
        let before = reads.load(Ordering::SeqCst);
        assert!(before <= 3 * all, "{before} reads for {} callers", all + 10);
        assert_eq!(ask().await.unwrap(), before + 1);
        let failed =
            shared.read::<u64>(async { Err(Failure::new(FailureKind::Timeout, "ListEmv", "no")) }).await;
        assert!(failed.is_err());
        assert_eq!(ask().await.unwrap(), before + 2);
    }
}
