//! Handlers of window actions that need more than a line of the table, and the reasons why they can't run.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{CloseWindow, OpenLogFolder};

use crate::ipc::{self, engine};
use crate::nav::Leaving;
use crate::paths::Route;
use crate::shell::Shell;

/// Zoom levels in percent.
const ZOOMS: &[u16] = &[50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200];

/// Regions in the order of F6, each with the selector that gets the focus in it.
const REGIONS: &[(&str, &str)] = &[
    (".banners > *", ""),
    (".rail", ""),
    ("#main", ""),
    ("#main [role=grid], #main .lanes, #main .table-box", ".lane-name a"),
    ("#main .pane", ""),
    (".pending", ""),
    (".toast", ""),
];

pub(super) fn always(_: Shell) -> Option<&'static str> {
    None
}

pub(super) fn no_connection(shell: Shell) -> Option<&'static str> {
    shell.session.with(Option::is_none).then_some("Open a connection first.")
}

pub(super) fn no_writing(shell: Shell) -> Option<&'static str> {
    no_connection(shell).or(shell.read_only())
}

pub(super) fn no_users(shell: Shell) -> Option<&'static str> {
    let none = shell.nav.route.with(|route| route.users().is_none());
    none.then_some("Open a configuration, an acquirer profile, a merchant or a profile first.")
}

/// Opens usage with the path of the open record.
pub(super) fn users(shell: Shell) {
    if let Some(route) = shell.nav.route.with_untracked(Route::users) {
        shell.nav.go(route);
    }
}

pub(super) fn nothing_typed(shell: Shell) -> Option<&'static str> {
    (!shell.has_drafts()).then_some("Nothing to save.")
}

/// The reason to disable Review: no unsaved input and no change gathered for a plan.
pub(super) fn nothing_to_review(shell: Shell) -> Option<&'static str> {
    nothing_typed(shell).filter(|_| shell.window().at_stake.with(Option::is_none))
}

pub(super) fn no_messages(shell: Shell) -> Option<&'static str> {
    shell.window().toasts.with(Vec::is_empty).then_some("No messages.")
}

pub(super) fn no_token(shell: Shell) -> Option<&'static str> {
    let embedded = shell.session.with(|session| session.as_ref().is_some_and(|session| session.embedded));
    no_connection(shell).or(embedded.then_some("The local sandbox needs no token."))
}

pub(super) fn no_room(shell: Shell) -> Option<&'static str> {
    let reason = "The window is too narrow for a wide sidebar.";
    no_connection(shell).or(shell.window().slim.get().then_some(reason))
}

pub(crate) fn at_largest(shell: Shell) -> Option<&'static str> {
    (zoom(shell) >= 200).then_some("200 % is the maximum.")
}

pub(crate) fn at_smallest(shell: Shell) -> Option<&'static str> {
    (zoom(shell) <= 50).then_some("50 % is the minimum.")
}

/// Moves the focus to the next or previous region of the window.
pub(super) fn to_region(way: engine::Way) {
    engine::to_region(REGIONS, way);
}

/// Goes to the start page, after a question if there are unsaved changes.
pub(crate) fn disconnect(shell: Shell) {
    if untrack(|| shell.has_at_stake()) {
        shell.nav.leaving.set(Some(Leaving::Disconnect));
    } else if shell.session.with_untracked(Option::is_some) {
        shell.leave();
    }
}

/// Opens the review of unsaved changes, or else of the changes gathered for a plan.
pub(crate) fn review(shell: Shell) {
    if untrack(|| nothing_typed(shell)).is_some() {
        return shell.nav.go(Route::Plan);
    }
    shell.areas().review(shell);
}

pub(super) fn discard(shell: Shell) {
    shell.areas().discard(shell);
}

pub(crate) fn zoom_in(shell: Shell) {
    let now = zoom(shell);
    set_zoom(shell, ZOOMS.iter().copied().find(|step| *step > now));
}

pub(crate) fn zoom_out(shell: Shell) {
    let now = zoom(shell);
    set_zoom(shell, ZOOMS.iter().copied().rev().find(|step| *step < now));
}

pub(crate) fn zoom_reset(shell: Shell) {
    set_zoom(shell, Some(100));
}

fn zoom(shell: Shell) -> u16 {
    shell.window().preferences.with(|kept| kept.zoom)
}

fn set_zoom(shell: Shell, percent: Option<u16>) {
    let Some(percent) = percent else { return };
    shell.window().change(|kept| kept.zoom = percent);
    shell.toast(&format!("Zoom {percent} %."));
}

pub(crate) fn rail(shell: Shell) {
    shell.window().change(|kept| kept.narrow_rail = !kept.narrow_rail);
}

pub(super) fn new_token(shell: Shell) {
    spawn_local(async move {
        match shell.sign_in_again().await {
            Ok(()) => shell.toast("Signed in again. Nothing was lost."),
            Err(failure) => shell.fail(&failure),
        }
    });
}

pub(crate) fn log_folder(shell: Shell) {
    spawn_local(async move {
        if let Err(failure) = ipc::command::<OpenLogFolder>(()).await {
            shell.fail(&failure);
        }
    });
}

/// Closes what the person agreed to close. Drafts are dropped once that succeeds.
pub(crate) fn leave(shell: Shell) {
    let Some(leaving) = shell.nav.leaving.get_untracked() else { return };
    shell.nav.leaving.set(None);
    match leaving {
        Leaving::Disconnect => shell.leave(),
        Leaving::Switch(connection) => shell.switch(connection),
        Leaving::Window => spawn_local(async move {
            if let Err(failure) = ipc::command::<CloseWindow>(()).await {
                shell.fail(&failure);
            }
        }),
    }
}
