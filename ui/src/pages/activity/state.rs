//! The history in core's journal: its list and the open change. Both refresh while a change has no outcome.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Outcome;
use tapline_contract::commands::{GetChange, ListHistory};
use tapline_contract::history::{Change, HistoryOf, HistoryQuery, OperationId};
use tapline_contract::list::ListOf;

use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::paths::Route;
use crate::remote::Remote;
use crate::shell::Shell;
use crate::shell::area::AreaState;
use crate::widgets::grid::in_core::CoreList;
use crate::widgets::grid::view::GridView;

/// Milliseconds between reads of core's journal while a change has no outcome.
const LOOK: u64 = 2000;

#[derive(Clone, Copy, Default)]
pub(crate) struct ActivityState {
    pub(super) list: CoreList,
    pub(super) view: GridView,
    /// The open change, and its id.
    pub(super) one: Remote<Option<Change>>,
    shown: RwSignal<Option<OperationId>>,
    /// True while a next read is scheduled.
    looking: RwSignal<bool>,
}

pub(super) fn activity(shell: Shell) -> ActivityState {
    shell.state()
}

impl ActivityState {
    /// Returns the change if it is loaded.
    pub(super) fn find(self, id: &OperationId) -> Option<Change> {
        self.one.with(|one| one.clone().filter(|change| change.operation == *id))
    }

    /// Opens a change.
    pub(super) fn show(self, shell: Shell, id: OperationId) {
        self.one.clear();
        self.shown.set(Some(id));
        self.read_shown(shell);
    }

    /// Reads now and after every change, and repeatedly while a change has no outcome and this page is shown.
    pub(super) fn watch(self, shell: Shell) {
        effect(move || {
            shell.areas().is_settled();
            self.reload(shell);
        });
    }

    /// Reads core, not the service.
    pub(super) fn reload(self, shell: Shell) {
        if self.list.is_requested() {
            self.list.reload(shell);
        } else {
            self.list.read(shell, ListOf::Activity);
        }
        self.read_shown(shell);
        self.look_again(shell);
    }

    fn read_shown(self, shell: Shell) {
        let Some(id) = self.shown.get_untracked() else { return };
        let here = shell.connection();
        self.one.read(shell.same_connection(), async move {
            let change = ipc::command::<GetChange>(id).await?;
            Ok(change.filter(|change| change.connection == here))
        });
    }

    fn look_again(self, shell: Shell) {
        let open =
            |change: &Change| matches!(change.outcome, None | Some(Outcome::Unknown { given_up: false, .. }));
        let shown = move || shell.nav.route.with_untracked(Route::place) == Route::Activity;
        let same = shell.same_connection();
        let query = HistoryQuery::newest(shell.connection(), HistoryOf::Open);
        spawn_local(async move {
            let Ok(page) = ipc::command::<ListHistory>(query).await else { return };
            let waits = page.changes.iter().any(open);
            if !waits || !same() || !shown() || self.looking.get_untracked() {
                return;
            }
            self.looking.set(true);
            engine::later(LOOK, move || {
                self.looking.set(false);
                if shown() {
                    self.reload(shell);
                }
            });
        });
    }
}

impl AreaState for ActivityState {
    fn place(&self) -> Route {
        Route::Activity
    }

    fn is_requested(&self) -> bool {
        self.list.is_requested()
    }

    fn clear(&self) {
        self.list.clear();
        self.one.clear();
        self.shown.set(None);
        self.view.clear();
    }

    fn reload(&self, shell: Shell) {
        ActivityState::reload(*self, shell);
    }

    /// Does nothing: core answers even in an outage of the service.
    fn read_what_failed(&self, _: Shell) {}
}
