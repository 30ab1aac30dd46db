//! The life of a connection: open, lock and unlock, sign in again, close. Nothing here asks; callers ask first if something
//! could be lost.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{Connect, Disconnect, LeaveLocked, Lock, OpenSandbox, PasteToken, Unlock};
use tapline_contract::connection::{ConnectionId, Session};
use tapline_contract::unit::UnitKnown;

use super::Shell;
use crate::ipc::{self, engine};
use crate::paths::Route;

impl Shell {
    /// Opens another connection, without asking; `None` is the sandbox inside Tapline.
    pub(crate) fn switch(self, connection: Option<ConnectionId>) {
        spawn_local(async move {
            let answer = match connection {
                Some(id) => ipc::command::<Connect>(id).await,
                None => ipc::command::<OpenSandbox>(()).await,
            };
            match answer {
                Ok(session) => {
                    self.enter(session);
                    self.nav.go(Route::Limits);
                }
                Err(failure) => self.fail(&failure),
            }
        });
    }

    /// Clears loaded data from window and core. Unsaved input waits in memory for the same owner.
    pub(crate) fn lock(self) {
        // Hide first, without waiting for core.
        self.clear_cached();
        spawn_local(async move {
            if let Err(failure) = ipc::command::<Lock>(()).await {
                self.fail(&failure);
            }
        });
    }

    /// Unlocks the window for the same person.
    pub(crate) async fn unlock(self) -> Result<(), Failure> {
        let session = ipc::command::<Unlock>(self.connection()).await?;
        let frame = self.window();
        self.session.set(Some(session));
        frame.touched.set(engine::now());
        frame.entered.set(engine::now());
        frame.signed_out.set(false);
        frame.locked.set(false);
        Ok(())
    }

    /// Marks the session as signed out: the service refused the token.
    pub(crate) fn sign_out(self) {
        let own_service = self.session.with_untracked(|s| s.as_ref().is_some_and(|s| !s.embedded));
        if own_service {
            self.window().signed_out.set(true);
        }
    }

    /// Uses a new token from the clipboard for the open connection; every page stays as it is.
    pub(crate) async fn sign_in_again(self) -> Result<(), Failure> {
        let connection = self.connection();
        ipc::command::<PasteToken>(connection.clone()).await?;
        let another = |shell: Shell| shell.connection() != connection;
        if another(self) {
            return Ok(());
        }
        let session = ipc::command::<Connect>(connection.clone()).await?;
        if another(self) {
            // Another connection was opened meanwhile: switch core back to the one that is shown.
            self.switch(
                (!self.session.with_untracked(|s| s.as_ref().is_some_and(|s| s.embedded)))
                    .then(|| self.connection()),
            );
            return Ok(());
        }
        self.session.set(Some(session));
        self.window().signed_out.set(false);
        self.read_what_failed();
        Ok(())
    }

    /// Records that core saw an amount that can't be in the connection's unit.
    pub(crate) fn contradict_unit(self) {
        let is_known = |session: &Session| session.connection.known_unit().is_some();
        if self.session.with_untracked(|session| session.as_ref().is_some_and(is_known)) {
            self.session.update(|session| {
                if let Some(session) = session {
                    session.connection.unit_known = UnitKnown::Contradicted;
                }
            });
        }
    }

    /// Closes the connection, without asking.
    pub(crate) fn leave(self) {
        spawn_local(async move {
            // Core refuses while it is locked; the page then stays unchanged.
            if let Err(failure) = ipc::command::<Disconnect>(()).await {
                return self.fail(&failure);
            }
            self.closed().await;
        });
    }

    /// Closes a locked connection, without asking. Core then opens another only with a given token.
    pub(crate) fn leave_locked(self) {
        spawn_local(async move {
            match ipc::command::<LeaveLocked>(()).await {
                Ok(()) => self.closed().await,
                Err(failure) => self.fail(&failure),
            }
        });
    }

    async fn closed(self) {
        self.nav.go(Route::Start);
        self.session.set(None);
        self.areas().clear();
        self.window().clear();
        self.window().locked.set(false);
        self.refresh_core().await;
    }
}
