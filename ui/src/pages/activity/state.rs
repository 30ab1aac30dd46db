//! The history as last read, read again while something in it is open.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Outcome;
use tapline_contract::commands::ListHistory;
use tapline_contract::history::{Change, OperationId};

use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::paths::Route;
use crate::remote::Remote;
use crate::shell::Shell;
use crate::shell::area::AreaState;
use crate::widgets::grid::view::GridView;

/// Milliseconds between two reads of core's journal while a change has no outcome.
const LOOK: u64 = 2000;

#[derive(Clone, Copy, Default)]
pub(crate) struct ActivityState {
    pub(super) list: Remote<Vec<Change>>,
    pub(super) view: GridView,
    /// The next read is scheduled.
    looking: RwSignal<bool>,
}

pub(super) fn activity(shell: Shell) -> ActivityState {
    shell.state()
}

impl ActivityState {
    pub(super) fn find(self, id: &OperationId) -> Option<Change> {
        self.list.with(|list| list.iter().find(|change| change.operation == *id).cloned())
    }

    /// Reads now, after every change, and on while something is open and this place is shown.
    pub(super) fn watch(self, shell: Shell) {
        effect(move || {
            shell.areas().is_settled();
            self.reload(shell);
        });
    }

    /// Asks core, not the service.
    pub(super) fn reload(self, shell: Shell) {
        let connection = shell.connection();
        spawn_local(async move {
            let is_current = shell.same_connection();
            self.list.wait(&is_current, ipc::command::<ListHistory>(connection)).await;
            if is_current() {
                self.look_again(shell);
            }
        });
    }

    fn look_again(self, shell: Shell) {
        let open =
            |change: &Change| matches!(change.outcome, None | Some(Outcome::Unknown { given_up: false, .. }));
        let waits = self.list.with_untracked(|list| list.iter().any(open));
        let shown = move || shell.nav.route.with_untracked(Route::place) == Route::Activity;
        if !waits || !shown() || self.looking.get_untracked() {
            return;
        }
        self.looking.set(true);
        engine::later(LOOK, move || {
            self.looking.set(false);
            if shown() {
                self.reload(shell);
            }
        });
    }
}

impl AreaState for ActivityState {
    fn place(&self) -> Route {
        Route::Activity
    }

    fn clear(&self) {
        self.list.clear();
        self.view.clear();
    }

    fn reload(&self, shell: Shell) {
        ActivityState::reload(*self, shell);
    }

    /// Core answers, whatever the service does.
    fn read_what_failed(&self, _: Shell) {}
}
