//! Terminals that may have made a sale: requested from core, and polled while it still loads terminals.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::FindSaleTerminals;
use tapline_contract::transaction::Transaction;
use tapline_contract::where_used::{SaleAt, SaleTerminal, SaleTerminals, SaleTerminalsQuery};

use super::{PAUSE, users};
use crate::ipc::{self, engine};
use crate::shell::Shell;

/// Terminals by the place that transactions name. Empty while loading or after a failure: an explanation then does without them
/// and is less sure.
pub(super) type Sales = RwSignal<BTreeMap<SaleAt, Arc<Vec<SaleTerminal>>>>;

/// Requests the terminals, unless they are loaded or loading.
pub(crate) fn read_sale_terminals(shell: Shell, record: &Transaction) {
    let (sales, connection, sale) =
        (users(shell).sales, shell.connection(), SaleAt::from_transaction(record));
    if sales.with_untracked(|sales| sales.contains_key(&sale)) {
        return;
    }
    sales.update(|sales| drop(sales.insert(sale.clone(), Arc::default())));
    spawn_local(async move {
        let query = SaleTerminalsQuery { connection: connection.clone(), sale: sale.clone() };
        loop {
            let answer = ipc::command::<FindSaleTerminals>(query.clone()).await;
            if shell.connection() != connection {
                return;
            }
            match answer {
                Ok(SaleTerminals { reading: true, .. }) => engine::rest(PAUSE).await,
                Ok(SaleTerminals { found, .. }) => {
                    // Cleared meanwhile, it is requested anew.
                    let is_wanted = sales.with_untracked(|sales| sales.contains_key(&sale));
                    if is_wanted && !found.is_empty() {
                        sales.update(|sales| drop(sales.insert(sale, Arc::new(found))));
                    }
                    return;
                }
                Err(_) => {
                    // The next page that needs them requests them again.
                    sales.update(|sales| drop(sales.remove(&sale)));
                    return;
                }
            }
        }
    });
}

/// Terminals loaded by now.
pub(crate) fn sale_terminals(shell: Shell, record: &Transaction) -> Arc<Vec<SaleTerminal>> {
    users(shell).sales.with(|sales| sales.get(&SaleAt::from_transaction(record)).cloned().unwrap_or_default())
}
