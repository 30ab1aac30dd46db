//! Ctrl+C, and on Unix the signal that a supervisor sends.

use std::future::Future;
use std::sync::mpsc;

use tokio::sync::oneshot;

use crate::exit::Exit;
use crate::say::{Stop, note};

/// Runs what waits for a person or a pipe on this thread. A signal from its first moment on ends the program at once: once
/// [`stopped`] was asked for, the operating system does so no more.
pub(crate) fn ended_by_signal<T>(waiting: impl FnOnce() -> T) -> T {
    let (_came, has_come) = oneshot::channel::<()>();
    // A runtime of its own: the threads of the program's may all wait here.
    if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
        let (listens, listening) = mpsc::channel();
        std::thread::spawn(move || {
            runtime.block_on(async {
                // In this order: when the other one begins, signals are listened to.
                tokio::select! {
                    biased;
                    () = stopped() => {
                        note("Not sent: the program was stopped. Nothing was changed.");
                        std::process::exit(Exit::Paused.code().into());
                    }
                    _ = async {
                        // The thread that waits for it is there.
                        let _ = listens.send(());
                        has_come.await
                    } => {}
                }
            });
        });
        // A thread that could not start says nothing; then there is nothing to wait for.
        let _ = listening.recv();
    }
    waiting()
}

/// What is read, unless the program is told to stop meanwhile.
pub(crate) async fn reading<T, E: Into<Stop>>(read: impl Future<Output = Result<T, E>>) -> Result<T, Stop> {
    tokio::select! {
        read = read => read.map_err(Into::into),
        () = stopped() => {
            note("Stopped while reading. Nothing was changed.");
            Err(Stop::Paused)
        }
    }
}

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
