//! The owner as last read.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::endpoints::GetOwner;
use tapline_contract::owner::Owner;

use crate::ipc::{self, engine};
use crate::paths::Route;
use crate::shell::Shell;
use crate::shell::area::AreaState;
use crate::widgets::grid::source::Reading;

#[derive(Clone, Copy, Default)]
pub(crate) struct OwnerState {
    pub(super) record: RwSignal<Option<Owner>>,
    pub(super) reading: RwSignal<Reading>,
}

impl OwnerState {
    /// What was read stays until the answer is there, and when it is a failure.
    pub(super) fn reload(self, shell: Shell) {
        self.reading.update(|reading| reading.loading = true);
        let connection = shell.connection();
        spawn_local(async move {
            let answer = ipc::api::<GetOwner>(connection.clone(), None, (), (), ()).await;
            if shell.connection() != connection {
                return;
            }
            match answer {
                Ok(owner) => {
                    self.record.set(Some(owner));
                    self.reading.set(Reading { read_at: engine::now(), ..Reading::default() });
                }
                Err(failure) => self.reading.update(|reading| {
                    reading.loading = false;
                    reading.failure = Some(failure);
                }),
            }
        });
    }
}

impl AreaState for OwnerState {
    fn place(&self) -> Route {
        Route::Owner
    }

    fn clear(&self) {
        self.record.set(None);
        self.reading.set(Reading::default());
    }

    fn reload(&self, shell: Shell) {
        OwnerState::reload(*self, shell);
    }

    fn read_what_failed(&self, shell: Shell) {
        if self.reading.with_untracked(|reading| reading.failure.is_some()) {
            self.reload(shell);
        }
    }
}
