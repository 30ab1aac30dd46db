//! Stop signals: Ctrl+C, and on Unix the signal that a supervisor sends.
//!
//! A thread of its own listens from the start, so that the program is deaf neither while it waits for the service nor while it is
//! busy. Until something may be sent, a signal ends the program within [`GRACE`], with the exit code of a pause. From [`sending`]
//! on, whoever sends answers it.

use std::future::Future;
use std::sync::{Mutex, MutexGuard, mpsc};
use std::time::Duration;

use tapline_platform::sync::locked;

use crate::exit::Exit;
use crate::say::{Stop, note};

/// Time for the program to end by itself.
const GRACE: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Reading,
    /// This program waits for a person or a pipe.
    Asking,
    /// A signal came while nothing was sent.
    Stopped,
    Sending,
}

static PHASE: Mutex<Phase> = Mutex::new(Phase::Reading);

fn phase() -> MutexGuard<'static, Phase> {
    locked(&PHASE)
}

/// Begins to listen. Without a thread the operating system ends the program as it would any other.
pub(crate) fn listen() {
    // A runtime of its own: the threads of the program's may all be busy.
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
    let (listens, listening) = mpsc::channel();
    std::thread::spawn(move || {
        runtime.block_on(async {
            tokio::select! {
                // In this order: when the other one begins, signals are listened to.
                biased;
                () = stopped() => {}
                () = async {
                    // The thread that waits for it is there.
                    let _ = listens.send(());
                    std::future::pending::<()>().await;
                } => {}
            }
            while !ends().await {
                stopped().await;
            }
        });
    });
    // A thread that could not start says nothing; then there is nothing to wait for.
    let _ = listening.recv();
}

/// Ends the program, unless something may have been sent.
async fn ends() -> bool {
    let before = {
        let mut phase = phase();
        let before = *phase;
        if before == Phase::Reading {
            *phase = Phase::Stopped;
        }
        before
    };
    let sentence = match before {
        Phase::Sending => return false,
        Phase::Asking => NOT_SENT,
        Phase::Reading | Phase::Stopped => {
            tokio::time::sleep(GRACE).await;
            "Stopped. Nothing was changed."
        }
    };
    note(sentence);
    std::process::exit(Exit::Paused.code().into());
}

const NOT_SENT: &str = "The program was stopped. Nothing was sent.";

/// Says that something may be sent from here on, or whatever else a signal has to end in its own way. Fails where a signal came
/// before.
pub(crate) fn sending() -> Result<(), Stop> {
    let mut phase = phase();
    if *phase == Phase::Stopped {
        note(NOT_SENT);
        return Err(Stop::Paused);
    }
    *phase = Phase::Sending;
    Ok(())
}

/// Runs what waits for a person or a pipe on this thread. A signal from its first moment on ends the program at once.
pub(crate) fn ended_by_signal<T>(waiting: impl FnOnce() -> T) -> T {
    let before = std::mem::replace(&mut *phase(), Phase::Asking);
    let waited = waiting();
    *phase() = before;
    waited
}

/// Awaits a read, unless a stop signal arrives first.
pub(crate) async fn reading<T, E: Into<Stop>>(read: impl Future<Output = Result<T, E>>) -> Result<T, Stop> {
    tokio::select! {
        read = read => read.map_err(Into::into),
        () = stopped() => {
            note("Stopped while loading. Nothing was changed.");
            Err(Stop::Paused)
        }
    }
}

/// Returns on a stop signal. Without signal handling it never returns: the operating system ends the program as it would
/// any other.
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
