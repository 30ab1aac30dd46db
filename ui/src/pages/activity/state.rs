//! The history in core's journal: its list and the open change. Both refresh while a change has no outcome.

use leptos::prelude::*;
use tapline_contract::commands::GetChange;
use tapline_contract::history::{Change, OperationId};
use tapline_contract::list::ListOf;

use crate::effect::effect;
use crate::ipc;
use crate::paths::Route;
use crate::remote::Remote;
use crate::shell::Shell;
use crate::shell::areas::AreaState;
use crate::widgets::grid::in_core::CoreList;
use crate::widgets::grid::view::GridView;
use crate::widgets::money::open::open_changes;

#[derive(Clone, Copy, Default)]
pub(crate) struct ActivityState {
    pub(super) list: CoreList,
    pub(super) view: GridView,
    /// The open change, and its id.
    pub(super) one: Remote<Option<Change>>,
    shown: RwSignal<Option<OperationId>>,
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

    /// Reads now, after every change, and when an open change has another outcome.
    pub(super) fn watch(self, shell: Shell) {
        let open = open_changes(shell);
        effect(move || {
            shell.window().outcomes.track();
            open.track();
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
        open_changes(shell).read(shell);
    }

    fn read_shown(self, shell: Shell) {
        let Some(id) = self.shown.get_untracked() else { return };
        let here = shell.connection();
        self.one.read(shell.same_connection(), async move {
            let change = ipc::command::<GetChange>(id).await?;
            Ok(change.filter(|change| change.connection == here))
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
}
