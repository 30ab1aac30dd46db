//! The owner as last loaded.

use tapline_contract::endpoints::GetOwner;
use tapline_contract::owner::Owner;

use crate::ipc;
use crate::paths::Route;
use crate::remote::Remote;
use crate::shell::Shell;
use crate::shell::areas::AreaState;

#[derive(Clone, Copy, Default)]
pub(crate) struct OwnerState(pub(super) Remote<Option<Owner>>);

impl AreaState for OwnerState {
    fn place(&self) -> Route {
        Route::Owner
    }

    fn clear(&self) {
        self.0.clear();
    }

    fn reload(&self, shell: Shell) {
        let connection = shell.connection();
        let answer = async move { ipc::api::<GetOwner>(connection, None, (), (), ()).await.map(Some) };
        self.0.read(shell.same_connection(), answer);
    }

    fn read_what_failed(&self, shell: Shell) {
        if self.0.has_failed() {
            self.reload(shell);
        }
    }
}
