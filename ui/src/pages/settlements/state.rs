//! The list of batches, which lives in core, and the batch that is open.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::endpoints::GetSettlement;
use tapline_contract::list::ListOf;
use tapline_contract::settlement::{BatchId, Settlement, SettlementQuery};

use crate::ipc::{self, engine};
use crate::paths::Route;
use crate::shell::Shell;
use crate::shell::area::AreaState;
use crate::widgets::grid::in_core::{Again, CoreList};
use crate::widgets::grid::source::Reading;
use crate::widgets::grid::view::GridView;

#[derive(Clone, Copy, Default)]
pub(crate) struct Settlements {
    pub(super) list: CoreList,
    pub(super) view: GridView,
    /// What was asked for last.
    query: RwSignal<Option<SettlementQuery>>,
    pub(super) one: RwSignal<One>,
}

pub(super) fn settlements(shell: Shell) -> Settlements {
    shell.state()
}

/// The batch whose page is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct One {
    pub(super) id: Option<BatchId>,
    pub(super) record: Option<Settlement>,
    pub(super) reading: Reading,
}

impl Settlements {
    /// Loads what a query asks for, unless that is what is there.
    pub(super) fn read(self, shell: Shell, query: SettlementQuery) {
        if self.query.with_untracked(|known| known.as_ref() != Some(&query)) {
            self.query.set(Some(query.clone()));
            self.list.load(shell, ListOf::Settlements(query), Again::Other);
        }
    }

    pub(super) fn open(self, shell: Shell, id: BatchId) {
        if self.one.with_untracked(|one| one.id.as_ref() != Some(&id)) {
            self.one.set(One { id: Some(id), ..One::default() });
        }
        self.reload_one(shell);
    }

    /// Reads again what is shown.
    pub(super) fn reload(self, shell: Shell) {
        if let Some(query) = self.query.get_untracked() {
            self.list.load(shell, ListOf::Settlements(query), Again::Same);
        }
        self.reload_one(shell);
    }

    /// What was read stays until the answer is there, and when it is a failure.
    pub(super) fn reload_one(self, shell: Shell) {
        let Some(id) = self.one.with_untracked(|one| one.id.clone()) else { return };
        self.one.update(|one| one.reading.loading = true);
        let connection = shell.connection();
        spawn_local(async move {
            let answer = ipc::api::<GetSettlement>(connection.clone(), None, id.clone(), (), ()).await;
            if shell.connection() != connection {
                return;
            }
            self.one.update(|one| {
                if one.id.as_ref() != Some(&id) {
                    return;
                }
                match answer {
                    Ok(record) => {
                        one.record = Some(record);
                        one.reading = Reading { read_at: engine::now(), ..Reading::default() };
                    }
                    Err(failure) => {
                        one.reading.loading = false;
                        one.reading.failure = Some(failure);
                    }
                }
            });
        });
    }
}

impl AreaState for Settlements {
    fn place(&self) -> Route {
        Route::Settlements
    }

    fn clear(&self) {
        self.list.clear();
        self.view.clear();
        self.query.set(None);
        self.one.set(One::default());
    }

    fn reload(&self, shell: Shell) {
        Settlements::reload(*self, shell);
    }

    fn read_what_failed(&self, shell: Shell) {
        let failed = self.list.has_failed() || self.one.with_untracked(|one| one.reading.failure.is_some());
        if failed {
            self.reload(shell);
        }
    }
}
