//! The open transaction as last read, and the records that explain it. Signals only.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::acquirer::{Acquirer, AcquirerQuery};
use tapline_contract::endpoints::{GetTransaction, ListAcquirers, ListMerchants};
use tapline_contract::merchant::{Merchant, MerchantQuery};
use tapline_contract::transaction::{Transaction, TransactionId};

use crate::ipc;
use crate::paths::Route;
use crate::remote::{Reading, Remote};
use crate::shell::Shell;
use crate::shell::areas::AreaState;

#[derive(Clone, Copy, Default)]
pub(crate) struct OpenTransaction {
    open: RwSignal<Option<TransactionId>>,
    one: Remote<Option<Transaction>>,
    /// Merchants and acquirer profiles, which connect a sale with its configurations.
    known: RwSignal<SaleRecords>,
}

pub(crate) fn open_transaction(shell: Shell) -> OpenTransaction {
    shell.state()
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SaleRecords {
    pub(super) merchants: Arc<Vec<Merchant>>,
    pub(super) acquirers: Arc<Vec<Acquirer>>,
    /// True once requested; unreadable lists stay empty, and the explanation says so.
    pub(super) is_requested: bool,
}

impl OpenTransaction {
    /// The record, if its id is this id.
    pub(super) fn record_of(self, id: &TransactionId) -> Option<Transaction> {
        self.open.with(|open| open.as_ref() == Some(id)).then(|| self.one.get()).flatten()
    }

    pub(super) fn reading(self) -> Reading {
        self.one.reading()
    }

    pub(super) fn known(self) -> SaleRecords {
        self.known.get()
    }

    /// Opens a transaction: the loaded record at once, then a fresh read.
    pub(super) fn open(self, shell: Shell, id: TransactionId) {
        if self.open.with_untracked(|open| open.as_ref() != Some(&id)) {
            self.open.set(Some(id));
            self.one.clear();
        }
        self.reload(shell);
    }

    pub(super) fn reload(self, shell: Shell) {
        let Some(id) = self.open.get_untracked() else { return };
        let connection = shell.connection();
        let answer = async move { ipc::api::<GetTransaction>(connection, None, id, (), ()).await.map(Some) };
        self.one.read(shell.same_connection(), answer);
    }

    /// Reads once per connection. Without these records an explanation is less certain.
    pub(crate) fn read_known(self, shell: Shell) {
        if self.known.with_untracked(|known| known.is_requested) {
            return;
        }
        self.known.update(|known| known.is_requested = true);
        let connection = shell.connection();
        spawn_local(async move {
            let (of_merchants, of_acquirers) =
                (MerchantQuery::default(), AcquirerQuery { page_size: Some(-1), ..AcquirerQuery::default() });
            let merchants = ipc::api::<ListMerchants>(connection.clone(), None, (), of_merchants, ()).await;
            let acquirers = ipc::api::<ListAcquirers>(connection.clone(), None, (), of_acquirers, ()).await;
            if shell.connection() == connection {
                self.known.update(|known| {
                    known.merchants = Arc::new(merchants.map(|page| page.records).unwrap_or_default());
                    known.acquirers = Arc::new(acquirers.map(|page| page.records).unwrap_or_default());
                });
            }
        });
    }
}

impl AreaState for OpenTransaction {
    fn place(&self) -> Route {
        Route::Transactions
    }

    fn clear(&self) {
        self.open.set(None);
        self.one.clear();
        self.known.set(SaleRecords::default());
    }

    fn reload(&self, shell: Shell) {
        OpenTransaction::reload(*self, shell);
    }

    fn read_what_failed(&self, shell: Shell) {
        if self.one.has_failed() {
            self.reload(shell);
        }
    }
}
