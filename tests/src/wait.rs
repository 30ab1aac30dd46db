//! Waiting for a condition, with a deadline and a reason.

use std::time::{Duration, Instant};

use tapline_scripted::PATIENCE;

const PAUSE: Duration = Duration::from_millis(20);

/// Asks until there is an answer; the last reason why there was none when time is up.
pub(crate) async fn until<T>(ask: impl AsyncFnMut() -> Result<T, String>) -> Result<T, String> {
    within(PATIENCE, ask).await
}

/// As `until`, for work of many steps.
pub(crate) async fn until_done<T>(ask: impl AsyncFnMut() -> Result<T, String>) -> Result<T, String> {
    within(PATIENCE * 5, ask).await
}

async fn within<T>(patience: Duration, mut ask: impl AsyncFnMut() -> Result<T, String>) -> Result<T, String> {
    let end = Instant::now() + patience;
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
