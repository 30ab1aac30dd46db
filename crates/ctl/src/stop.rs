//! Ctrl+C, and on Unix the signal that a supervisor sends.

/// Returns when the program is told to stop. Where signals cannot be had it never returns: the operating system ends the
/// program as it would any other.
pub(crate) async fn stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let (Ok(mut interrupted), Ok(mut terminated)) =
            (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        {
            tokio::select! {
                _ = interrupted.recv() => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    #[cfg(not(unix))]
    if tokio::signal::ctrl_c().await.is_ok() {
        return;
    }
    std::future::pending::<()>().await;
}
