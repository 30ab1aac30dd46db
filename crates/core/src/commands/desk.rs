//! The desk as the page draws it, its theme and its window.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tapline_contract::Failure;
use tapline_contract::commands::{
    CloseWindow, Desk, GetDesk, Rendering, SetRendering, SetTheme, SetUnsaved, Theme,
};

use super::not_kept;
use crate::dispatch::Perform;
use crate::host::{Inner, locked};
use crate::presence::IDLE;

impl Perform for GetDesk {
    async fn perform(desk: &Arc<Inner>, (): ()) -> Result<Desk, Failure> {
        let state = state(desk).await;
        (desk.ports.window.dress)(state.theme);
        Ok(state)
    }
}

/// The state of the desk, as `GetDesk` and the commands that change it answer with.
pub(super) async fn state(desk: &Inner) -> Desk {
    let keyring_problem = desk.secrets.problem().await;
    let notice = locked(&desk.preferences).notice();
    // Before the saved ones are held: the stage is never asked for under them.
    let (session, is_locked) = (desk.session(), desk.locked().is_some());
    let mut saved = locked(&desk.connections);
    let connections = saved.show();
    Desk {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        connections,
        session,
        locked: is_locked,
        idle_minutes: u32::try_from(IDLE.as_secs() / 60).unwrap_or(u32::MAX),
        keyring_problem,
        theme: saved.theme(),
        rendering: desk.ports.window.rendering.as_ref().map(|_| saved.rendering()),
        notices: saved.notices().into_iter().chain(notice).collect(),
    }
}

impl Perform for SetTheme {
    async fn perform(desk: &Arc<Inner>, theme: Theme) -> Result<(), Failure> {
        (desk.ports.window.dress)(theme);
        locked(&desk.connections).set_theme(theme).map_err(|cause| not_kept::<Self>(&cause))
    }
}

impl Perform for SetRendering {
    async fn perform(desk: &Arc<Inner>, rendering: Rendering) -> Result<(), Failure> {
        locked(&desk.connections).set_rendering(rendering).map_err(|cause| not_kept::<Self>(&cause))
    }
}

impl Perform for SetUnsaved {
    async fn perform(desk: &Arc<Inner>, unsaved: bool) -> Result<(), Failure> {
        desk.unsaved.store(unsaved, Ordering::Relaxed);
        Ok(())
    }
}

impl Perform for CloseWindow {
    async fn perform(desk: &Arc<Inner>, (): ()) -> Result<(), Failure> {
        (desk.ports.close_window)();
        Ok(())
    }
}
