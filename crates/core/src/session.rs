//! Opening, locking and closing the connection: one is open at a time.

use std::sync::Arc;

use tapline_changes::{Locked, Open, SessionState, locked_failure, settle};
use tapline_contract::Failure;
use tapline_contract::connection::{ConnectionId, Session};
use tapline_contract::shown::Shown;
use tapline_platform::sync::locked;

use crate::learned;
use crate::presence::Proof;
use crate::state::AppState;

/// Makes this the open connection: lists of another one are forgotten, changes of this one that are still unknown are read
/// for again. Refused when Tapline was locked while `call` was on its way, unless it is the one that unlocks, and where
/// `still` finds the request outdated.
pub(crate) fn enter(
    app: &Arc<AppState>,
    mut open: Open,
    call: &str,
    proof: Proof,
    still: impl FnOnce(&mut Open) -> Result<(), Failure>,
) -> Result<Session, Failure> {
    let policy = app.policy();
    let session = {
        let mut state = locked(&app.session);
        admits(&state, call)?;
        still(&mut open)?;
        if !open.session.embedded {
            let connection = &mut open.session.connection;
            connection.safety = policy.at_least(connection.safety);
        }
        learned::recall_filter(app, &open);
        let session = open.session.clone();
        *state = SessionState::Open(Arc::new(open));
        app.presence.began(&session.connection.id, proof);
        session
    };
    watch(app);
    app.lists.clear();
    app.where_used.clear();
    let connection = &session.connection;
    let title = format_args!("Tapline — {} · {}", connection.environment.word(), connection.name);
    (app.ports.set_title)(&Shown::line(title));
    settle::resume(&app.changes, &connection.id);
    Ok(session)
}

/// Locks the open connection: its lists and every token in memory are forgotten. Without one open nothing is locked.
pub(crate) fn lock(app: &AppState) {
    let mut state = locked(&app.session);
    if let SessionState::Open(open) = &*state {
        let waiting = Locked { session: open.session.clone(), owner: open.owner.clone() };
        app.presence.lock(&waiting.session.connection.id);
        *state = SessionState::Locked(Box::new(waiting));
        app.lists.clear();
        app.where_used.clear();
        app.exports.cancel_all();
        (app.ports.set_title)(&Shown::line("Tapline — locked"));
    }
    if state.session().is_some() {
        app.secrets.drop_all();
    }
}

/// Closes a locked connection, as ending Tapline would. That no kept token may be used is on disk, and stays there.
pub(crate) fn leave_locked(app: &AppState) {
    let mut state = locked(&app.session);
    if matches!(*state, SessionState::Locked(_)) {
        *state = SessionState::Closed;
        (app.ports.set_title)(&Shown::line("Tapline"));
    }
}

/// Does `act`, and closes the open connection and forgets its lists if it is `only`; without one named, whichever it is.
/// Refused when Tapline was locked while `call` was on its way: that would undo the lock.
pub(crate) fn leave(
    app: &AppState,
    call: &str,
    only: Option<&ConnectionId>,
    act: impl FnOnce() -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut state = locked(&app.session);
    admits(&state, call)?;
    act()?;
    if state.session().is_some() && only.is_none_or(|only| state.is_of(only)) {
        *state = SessionState::Closed;
        app.lists.clear();
        app.where_used.clear();
        (app.ports.set_title)(&Shown::line("Tapline"));
    }
    Ok(())
}

/// Locks if it is time to, whoever notices first: the watch, or a call that comes after a computer slept.
pub(crate) fn lock_when_over(app: &Arc<AppState>) {
    if app.presence.is_over() {
        lock(app);
        let app = Arc::clone(app);
        // Waits for the clipboard of the desktop, which may take its time.
        tokio::task::spawn_blocking(move || app.clipboard.forget(&app.ports));
    }
}

/// Locks when the time is over, from now on until Tapline ends. Once is enough.
fn watch(app: &Arc<AppState>) {
    if !app.presence.begins_watch() {
        return;
    }
    let weak = Arc::downgrade(app);
    tokio::spawn(async move {
        // Whoever ends Tapline does not wait for this.
        while let Some(presence) = weak.upgrade().map(|app| Arc::clone(&app.presence)) {
            presence.due().await;
            if let Some(app) = weak.upgrade() {
                lock_when_over(&app);
            }
        }
    });
}

/// Calls that are answered while the session is locked: those that draw the page, and those that unlock it.
const WHILE_LOCKED: [&str; 14] = [
    "GetDesk",
    "SignOfLife",
    "CancelOperation",
    "Lock",
    "Unlock",
    "LeaveLocked",
    "PasteToken",
    "ChooseTokenFile",
    "ReadPreference",
    "WritePreference",
    "SetTheme",
    "SetZoom",
    "SetUnsaved",
    "CloseWindow",
];

/// Admits this call, or refuses it.
pub(crate) fn admits(state: &SessionState, call: &str) -> Result<(), Failure> {
    match state {
        SessionState::Locked(_) if !WHILE_LOCKED.contains(&call) => Err(locked_failure(call)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::commands::COMMANDS;

    #[test]
    fn what_is_answered_while_locked_exists() {
        assert!(WHILE_LOCKED.iter().all(|name| COMMANDS.contains(name)));
    }
}
