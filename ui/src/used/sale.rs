//! Which terminals may have taken a sale: asked of core, and asked again while it still reads terminals.

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

/// By what the transactions tell of their place; none yet where they are being read or could not be: an explanation does without, less sure.
pub(super) type Sales = RwSignal<BTreeMap<SaleAt, Arc<Vec<SaleTerminal>>>>;

/// Asks for them, unless they are known or asked for.
pub(crate) fn read_sale_terminals(shell: Shell, record: &Transaction) {
    let (sales, connection, sale) = (users(shell).sales, shell.connection(), SaleAt::of(record));
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
                    // Forgotten meanwhile, it is asked for anew.
                    let is_wanted = sales.with_untracked(|sales| sales.contains_key(&sale));
                    if is_wanted && !found.is_empty() {
                        sales.update(|sales| drop(sales.insert(sale, Arc::new(found))));
                    }
                    return;
                }
                Err(_) => {
                    // The next page that needs them asks again.
                    sales.update(|sales| drop(sales.remove(&sale)));
                    return;
                }
            }
        }
    });
}

/// What is known of them by now.
pub(crate) fn sale_terminals(shell: Shell, record: &Transaction) -> Arc<Vec<SaleTerminal>> {
    users(shell).sales.with(|sales| sales.get(&SaleAt::of(record)).cloned().unwrap_or_default())
}
