//! When Tapline looks for a newer version of itself, and when one may be installed.
//!
//! The shell looks, verifies and installs ([`crate::Updater`]); the decisions here apply to every shell. Invariants: nothing is
//! fetched or installed where the policy of this computer forbids updates; during an installation no change begins, and no
//! installation begins while a change is on its way or something typed is not saved.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tapline_contract::commands::{FindUpdate, InstallUpdate, PostponeUpdate};
use tapline_contract::connection::Session;
use tapline_contract::update::{Look, Release, Updates};
use tapline_contract::{Failure, FailureKind};
use tapline_platform::log;
use tapline_platform::sync::locked;
use tapline_platform::words::visible;

use super::failure;
use crate::perform::Perform;
use crate::state::AppState;

/// Between two automatic checks.
const BETWEEN: Duration = Duration::from_hours(24);
/// Limit for notes, which come from the network.
const LINES: usize = 100;

const SET_OFF: &str = "Updates are off: set by your administrator.";

impl Perform for FindUpdate {
    async fn perform(app: &Arc<AppState>, look: Look) -> Result<Updates, Failure> {
        Ok(find(app, look).await)
    }
}

impl Perform for PostponeUpdate {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<(), Failure> {
        app.update.postpone();
        Ok(())
    }
}

impl Perform for InstallUpdate {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<(), Failure> {
        install(app).await.map_err(|why| failure::<Self>(FailureKind::Desk, why))
    }
}

/// Why the update is not installed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum NotNow {
    #[error("{SET_OFF}")]
    SetOff,
    #[error("There is no update to install. Open About Tapline and check again.")]
    Nothing,
    #[error("The update is being installed already.")]
    Installing,
    #[error(
        "What you typed isn't saved, so the update wasn't installed. Save or discard it, then install again."
    )]
    Unsaved,
    #[error(
        "A change is still in progress, so the update wasn't installed. Wait for its result, then install again."
    )]
    Running,
    #[error(
        "A change is still unconfirmed, so the update wasn't installed. Resolve it in Activity, then install again."
    )]
    Unknown,
}

/// Known versions now, without a fetch.
pub(super) fn known(app: &AppState) -> Updates {
    let off = app.policy().forbids_updates();
    let known = locked(&app.update.known);
    let window = &app.ports.window;
    Updates {
        source: if off { SET_OFF } else { window.updates }.to_owned(),
        checks: window.updater.is_some() && !off,
        ready: known.ready.clone().filter(|_| !off),
        postponed: known.postponed,
        problem: known.problem.clone().filter(|_| !off),
    }
}

/// Checks, unless it is too early or forbidden, and returns the known versions.
async fn find(app: &AppState, look: Look) -> Updates {
    let _one_at_a_time = app.update.checking.lock().await;
    let Some(updater) = app.ports.window.updater.as_ref().filter(|_| is_due(app, look)) else {
        return known(app);
    };
    locked(&app.update.known).checked = Some(app.ports.clock.elapsed());
    let found = (updater.find)().await;
    {
        let mut known = locked(&app.update.known);
        match found {
            Ok(ready) => {
                (known.ready, known.problem) = (ready.map(shown), None);
                // A person who requests a check wants the result.
                known.postponed &= look == Look::Daily;
            }
            // A ready version stays ready: the shell verified it.
            Err(why) => {
                log::trouble("update", "a check for updates failed");
                known.problem = Some(visible(&why));
            }
        }
    }
    known(app)
}

/// Control characters are made visible, lines stay.
fn shown(release: Release) -> Release {
    let notes =
        release.notes.map(|notes| notes.lines().take(LINES).map(visible).collect::<Vec<_>>().join("\n"));
    Release { notes, ..release }
}

fn is_due(app: &AppState, look: Look) -> bool {
    if app.policy().forbids_updates() {
        return false;
    }
    let known = locked(&app.update.known);
    let elapsed = app.ports.clock.elapsed();
    !known.installing
        && (look == Look::Asked
            || known.checked.is_none_or(|checked| elapsed.saturating_sub(checked) >= BETWEEN))
}

/// Installs what is ready. On some systems this does not return.
async fn install(app: &Arc<AppState>) -> Result<(), String> {
    begin(app).map_err(|not_now| not_now.to_string())?;
    // A check may be about to replace what is installed.
    let _nothing_else = app.update.checking.lock().await;
    let installing = Arc::clone(app);
    let installed = tokio::task::spawn_blocking(move || match &installing.ports.window.updater {
        Some(updater) => (updater.install)(),
        None => Err(NotNow::Nothing.to_string()),
    });
    let installed = installed.await.unwrap_or_else(|_| Err("The update could not be installed.".to_owned()));
    if installed.is_err() {
        log::trouble("update", "an update could not be installed");
        locked(&app.update.known).installing = false;
    }
    installed
}

/// From here on no change begins.
fn begin(app: &AppState) -> Result<(), NotNow> {
    if app.policy().forbids_updates() {
        return Err(NotNow::SetOff);
    }
    app.changes.while_none_begins(|is_running| {
        let mut known = locked(&app.update.known);
        let not_now = [
            (known.ready.is_none(), NotNow::Nothing),
            (known.installing, NotNow::Installing),
            (app.unsaved.load(Ordering::Relaxed), NotNow::Unsaved),
            (is_running, NotNow::Running),
            (waits(app), NotNow::Unknown),
        ];
        if let Some(not_now) = not_now.into_iter().find_map(|(is_so, not_now)| is_so.then_some(not_now)) {
            return Err(not_now);
        }
        known.installing = true;
        Ok(())
    })
}

/// True if an outcome is being looked for, or is still unknown on the open connection.
fn waits(app: &AppState) -> bool {
    let unsettled = |session: &Session| {
        // A journal that cannot be read says nothing about what is open.
        app.journal.unsettled(&session.connection.id).map_or(true, |open| !open.is_empty())
    };
    app.changes.is_settling() || app.session().as_ref().is_some_and(unsettled)
}
