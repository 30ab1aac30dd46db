//! The batch that is open. The list of batches lives in core.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::endpoints::GetSettlement;
use tapline_contract::settlement::{BatchId, Settlement};

use crate::ipc::{self, engine};
use crate::shell::Shell;
use crate::widgets::grid::source::Reading;

#[derive(Clone, Copy)]
pub(crate) struct SettlementState {
    pub(super) one: RwSignal<One>,
}

/// The batch whose page is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct One {
    pub(super) id: Option<BatchId>,
    pub(super) record: Option<Settlement>,
    pub(super) reading: Reading,
}

impl SettlementState {
    pub(crate) fn new() -> SettlementState {
        SettlementState { one: RwSignal::new(One::default()) }
    }

    /// As on another connection.
    pub(crate) fn clear(self) {
        self.one.set(One::default());
    }

    pub(super) fn open(self, shell: Shell, id: BatchId) {
        if self.one.with_untracked(|one| one.id.as_ref() != Some(&id)) {
            self.one.set(One { id: Some(id), ..One::default() });
        }
        self.reload(shell);
    }

    /// What was read stays until the answer is there, and when it is a failure.
    pub(crate) fn reload(self, shell: Shell) {
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

    pub(crate) fn read_what_failed(self, shell: Shell) {
        if self.one.with_untracked(|one| one.reading.failure.is_some()) {
            self.reload(shell);
        }
    }
}
