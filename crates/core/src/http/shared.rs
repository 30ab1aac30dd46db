//! One read for all who wait for it: the changes of a plan read the same list at the same time.
//!
//! Invariant: a caller gets only what was read by a request that began after the call. A failure is not shared.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tapline_contract::Failure;
use tokio::sync::Mutex;

type Read = Arc<dyn Any + Send + Sync>;

#[derive(Default)]
pub(crate) struct Shared {
    begun: AtomicU64,
    /// The last read and its number.
    last: Mutex<Option<(u64, Read)>>,
}

impl Shared {
    /// What `read` gives, or what another caller's read gave that began since this call. Dropping the future of a read that
    /// others wait for makes one of them read.
    pub(crate) async fn read<T: Send + Sync + 'static>(
        &self,
        read: impl Future<Output = Result<T, Failure>>,
    ) -> Result<Arc<T>, Failure> {
        let asked = self.begun.load(Ordering::SeqCst);
        let mut last = self.last.lock().await;
        if let Some((number, found)) = &*last
            && *number > asked
            && let Ok(found) = Arc::clone(found).downcast()
        {
            return Ok(found);
        }
        let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
        let found = Arc::new(read.await?);
        *last = Some((number, Arc::clone(&found) as Read));
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tapline_contract::FailureKind;

    use super::*;

    #[tokio::test]
    async fn a_read_is_shared_only_with_those_who_asked_before_it_began() {
        let shared = Arc::new(Shared::default());
        let reads = Arc::new(AtomicU64::new(0));
        let ask = || {
            let (shared, reads) = (Arc::clone(&shared), Arc::clone(&reads));
            tokio::spawn(async move {
                let read = async {
                    let number = reads.fetch_add(1, Ordering::SeqCst) + 1;
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    Ok(number)
                };
                *shared.read(read).await.unwrap()
            })
        };
        let first = ask();
        while reads.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        let later: Vec<_> = (0..7).map(|_| ask()).collect();
        assert_eq!(first.await.unwrap(), 1);
        for asked in later {
            assert_eq!(asked.await.unwrap(), 2);
        }
        assert_eq!(ask().await.unwrap(), 3);
        let failed =
            shared.read::<u64>(async { Err(Failure::new(FailureKind::Timeout, "ListEmv", "no")) }).await;
        assert!(failed.is_err());
        assert_eq!(ask().await.unwrap(), 4);
    }
}
