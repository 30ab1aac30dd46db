//! The end of a connection, open or locked: core closes it first, then the page forgets it. It asks nothing; who has something to
//! lose was asked before.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{Disconnect, LeaveLocked};

use super::{List, Shell};
use crate::ipc;
use crate::paths::Route;

impl Shell {
    /// Ends it, without asking.
    pub(crate) fn leave(self) {
        spawn_local(async move {
            // Core refuses while it is locked: then the page stays what it is.
            if let Err(failure) = ipc::command::<Disconnect>(()).await {
                return self.fail(&failure);
            }
            self.closed().await;
        });
    }

    /// Ends a locked one, without asking. Core opens another with a given token only.
    pub(crate) fn leave_locked(self) {
        spawn_local(async move {
            match ipc::command::<LeaveLocked>(()).await {
                Ok(()) => self.closed().await,
                Err(failure) => self.fail(&failure),
            }
        });
    }

    async fn closed(self) {
        self.discard();
        self.nav.force(Route::Start);
        self.session.set(None);
        self.list.set(List::default());
        self.areas().clear();
        self.frame().clear();
        self.frame().locked.set(false);
        self.refresh_desk().await;
    }
}
