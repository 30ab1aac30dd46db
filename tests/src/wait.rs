//! Waiting for a condition, with a deadline and a reason.

use std::time::{Duration, Instant};

use tapline_scripted::PATIENCE;

const PAUSE: Duration = Duration::from_millis(50);

/// Asks until there is an answer; the last reason why there was none when time is up.
pub(crate) async fn until<T, F>(mut ask: F) -> Result<T, String>
where
    F: AsyncFnMut() -> Result<T, String>,
{
    let end = Instant::now() + PATIENCE;
    loop {
        match ask().await {
            Ok(answer) => return Ok(answer),
            Err(reason) if Instant::now() > end => return Err(reason),
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// As `until`, without async.
pub(crate) fn until_now<T>(mut ask: impl FnMut() -> Result<T, String>) -> Result<T, String> {
    let end = Instant::now() + PATIENCE;
    loop {
        match ask() {
            Ok(answer) => return Ok(answer),
            Err(reason) if Instant::now() > end => return Err(reason),
            Err(_) => std::thread::sleep(PAUSE),
        }
    }
}
