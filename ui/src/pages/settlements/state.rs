//! The list of batches, which lives in core, and the open batch.

use leptos::prelude::*;
use tapline_contract::endpoints::GetSettlement;
use tapline_contract::settlement::{BatchId, Settlement};

use crate::ipc;
use crate::paths::Route;
use crate::remote::Remote;
use crate::shell::Shell;
use crate::shell::areas::AreaState;
use crate::widgets::grid::in_core::CoreList;
use crate::widgets::grid::view::GridView;

#[derive(Clone, Copy, Default)]
pub(crate) struct Settlements {
    pub(super) list: CoreList,
    pub(super) view: GridView,
    /// The batch of the open page.
    open: RwSignal<Option<BatchId>>,
    pub(super) one: Remote<Option<Settlement>>,
}

pub(super) fn settlements(shell: Shell) -> Settlements {
    shell.state()
}

impl Settlements {
    pub(super) fn open(self, shell: Shell, id: BatchId) {
        if self.open.with_untracked(|open| open.as_ref() != Some(&id)) {
            self.open.set(Some(id));
            self.one.clear();
        }
        self.reload_one(shell);
    }

    /// Refreshes the shown list or batch.
    pub(super) fn reload(self, shell: Shell) {
        self.list.reload(shell);
        self.reload_one(shell);
    }

    pub(super) fn reload_one(self, shell: Shell) {
        let Some(id) = self.open.get_untracked() else { return };
        let connection = shell.connection();
        let answer = async move { ipc::api::<GetSettlement>(connection, None, id, (), ()).await.map(Some) };
        self.one.read(shell.same_connection(), answer);
    }

    /// The batch, if its id is this id.
    pub(super) fn record_of(self, id: &BatchId) -> Option<Settlement> {
        self.open.with(|open| open.as_ref() == Some(id)).then(|| self.one.get()).flatten()
    }
}

impl AreaState for Settlements {
    fn place(&self) -> Route {
        Route::Settlements
    }

    fn clear(&self) {
        self.list.clear();
        self.view.clear();
        self.open.set(None);
        self.one.clear();
    }

    fn is_requested(&self) -> bool {
        self.list.is_requested()
    }

    fn reload(&self, shell: Shell) {
        Settlements::reload(*self, shell);
    }

    fn read_what_failed(&self, shell: Shell) {
        if self.list.has_failed() || self.one.has_failed() {
            self.reload(shell);
        }
    }
}
