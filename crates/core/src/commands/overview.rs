//! State that the page needs to draw itself, its theme and its window.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tapline_contract::Failure;
use tapline_contract::commands::{
    CloseWindow, Desk, GetDesk, Rendering, SetRendering, SetTheme, SetUnsaved, Theme,
};
use tapline_platform::sync::locked;

use super::not_kept;
use crate::perform::Perform;
use crate::state::AppState;

impl Perform for GetDesk {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<Desk, Failure> {
        let state = state(app).await;
        (app.ports.window.dress)(state.theme);
        Ok(state)
    }
}

/// The state of Tapline, as `GetDesk` and the commands that change it answer with.
pub(super) async fn state(app: &AppState) -> Desk {
    let managed = app.policy().shown();
    let keyring_problem = app.secrets.problem().await;
    let notice = locked(&app.preferences).notice();
    // Before the saved ones are locked: the stage is never requested under that lock.
    let (session, is_locked) = (app.session(), app.locked().is_some());
    let mut saved = locked(&app.connections);
    let connections = saved.show();
    Desk {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        connections,
        session,
        locked: is_locked,
        idle_minutes: u32::try_from(app.presence.idle().as_secs() / 60).unwrap_or(u32::MAX),
        keyring_problem,
        theme: saved.theme(),
        rendering: app.ports.window.rendering.as_ref().map(|_| saved.rendering()),
        notices: saved.notices().into_iter().chain(notice).chain(app.drafts.notice()).collect(),
        managed,
        password_outside: app.ports.window.ask_password.is_some(),
    }
}

impl Perform for SetTheme {
    async fn perform(app: &Arc<AppState>, theme: Theme) -> Result<(), Failure> {
        (app.ports.window.dress)(theme);
        locked(&app.connections).set_theme(theme).map_err(|cause| not_kept::<Self>(&cause))
    }
}

impl Perform for SetRendering {
    async fn perform(app: &Arc<AppState>, rendering: Rendering) -> Result<(), Failure> {
        locked(&app.connections).set_rendering(rendering).map_err(|cause| not_kept::<Self>(&cause))
    }
}

impl Perform for SetUnsaved {
    async fn perform(app: &Arc<AppState>, unsaved: bool) -> Result<(), Failure> {
        app.unsaved.store(unsaved, Ordering::Relaxed);
        Ok(())
    }
}

impl Perform for CloseWindow {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<(), Failure> {
        (app.ports.close_window)();
        Ok(())
    }
}
