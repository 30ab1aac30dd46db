//! The list of transactions in this window: the loaded list, and the settings that a person selected.

use crate::paths::Route;
use crate::shell::Shell;
use crate::shell::areas::AreaState;
use crate::widgets::grid::in_core::CoreList;
use crate::widgets::grid::view::GridView;

#[derive(Clone, Copy, Default)]
pub(crate) struct Transactions {
    pub(crate) list: CoreList,
    pub(crate) view: GridView,
}

pub(super) fn transactions(shell: Shell) -> Transactions {
    shell.state()
}

impl AreaState for Transactions {
    fn place(&self) -> Route {
        Route::Transactions
    }

    fn clear(&self) {
        self.list.clear();
        self.view.clear();
    }

    fn is_requested(&self) -> bool {
        self.list.is_requested()
    }

    fn reload(&self, shell: Shell) {
        self.list.reload(shell);
    }

    fn read_what_failed(&self, shell: Shell) {
        if self.list.has_failed() {
            self.list.reload(shell);
        }
    }
}
