//! Sales of some scopes by amount. Which sales count, and which are set apart, is decided where all replays decide it.

use std::collections::{BTreeSet, HashMap};

use tapline_contract::connection::Connection;
use tapline_contract::list::ListState;
use tapline_contract::replay::{Apart, SaleAmounts, SaleAmountsQuery, SaleScope, SalesBasis};
use tapline_contract::transaction::TransactionQuery;
use tapline_emv::replay::{CardsAndPhones, SalesByAmount};
use tapline_lists::TableView;

use super::{CodedColumn, Sales, concern, sales};

/// `state` and `query` are those of the list.
pub(crate) fn by_amount(
    table: &TableView,
    asked: &SaleAmountsQuery,
    connection: &Connection,
    state: ListState,
    query: TransactionQuery,
) -> SaleAmounts {
    let sales = sales(table, asked.scopes.clone(), connection);
    let mut amounts = vec![[Vec::new(), Vec::new()]; asked.scopes.len()];
    let mut merchants = BTreeSet::new();
    for sale in &sales.all {
        amounts[usize::from(sale.proposal)][usize::from(sale.on_phone)].push(sale.amount);
        merchants.insert(sale.merchant);
    }
    let counted = |[cards, phones]: [Vec<u64>; 2]| CardsAndPhones {
        cards: SalesByAmount::new(cards),
        phones: SalesByAmount::new(phones),
    };
    let over = SalesBasis {
        list: state.list,
        version: state.version,
        rows: table.rows(),
        total: state.total,
        state: state.state,
        query,
        merchants: u32::try_from(merchants.len()).unwrap_or(u32::MAX),
        shared: shared(table, &sales, &asked.others),
        apart: Apart::ALL.into_iter().zip(sales.apart).filter(|(_, count)| *count > 0).collect(),
    };
    SaleAmounts { over, sales: amounts.into_iter().map(counted).collect() }
}

/// Sales that one of these scopes includes too.
fn shared(table: &TableView, sales: &Sales, others: &[SaleScope]) -> u32 {
    if others.is_empty() {
        return 0;
    }
    let [methods, aids, merchants, terminals] =
        ["paymentMethod", "aid", "mchName", "sdkId"].map(|name| CodedColumn::new(table, name));
    let mut included = HashMap::new();
    let is_shared = |row: u32| {
        let at = row as usize;
        let key = (methods.places[at], aids.places[at], merchants.places[at], terminals.places[at]);
        *included.entry(key).or_insert_with(|| {
            let (aid, merchant) = (aids.text(key.1), merchants.text(key.2));
            concern(others, methods.text(key.0), aid, merchant, terminals.text(key.3)).is_ok()
        })
    };
    let shared = sales.all.iter().map(|sale| sale.row).map(is_shared).filter(|is_it| *is_it).count();
    u32::try_from(shared).unwrap_or(u32::MAX)
}
