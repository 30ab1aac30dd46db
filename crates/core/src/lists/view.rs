//! Windows of a table: which rows, in which order, and what stands in them.
//!
//! An order is found once for each sort and filter and kept as row numbers. At first only its beginning is, until a window further
//! down is asked for. The service knows nothing of this: see [`tapline_contract::list`].

use std::sync::{Arc, Mutex};

use tapline_contract::card::Exact;
use tapline_contract::connection::Connection;
use tapline_contract::list::{Filter, ListState, MOST_ROWS, RowsQuery, Sort};
use tapline_contract::replay::{
    MOST_SALES, Proposal, ReplayQuery, ReplaySale, ReplaySales, ReplaySalesQuery, Replayed,
};
use tapline_contract::rows::{RowCells, Rows};
use tapline_contract::transaction::TransactionQuery;

use super::replay;
use super::search;
use super::sorting::sorted;
use super::table::Table;
use crate::sync::locked;

/// Orders that are kept for a table.
const MOST_ORDERS: usize = 4;

/// A window within this many rows needs only these sorted. For any other window all rows are.
pub(super) const HEAD: u32 = 2 * MOST_ROWS;

/// A table that is shown.
pub(crate) struct Held {
    table: Table,
    orders: Mutex<Vec<(Wanted, Found)>>,
    sales: Mutex<replay::Kept>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Wanted {
    sort: Option<Sort>,
    filter: Option<Filter>,
}

/// The rows of a query.
#[derive(Clone, Debug)]
struct Found {
    total: u32,
    /// Row numbers in order: all of them, or the first.
    order: Arc<[u32]>,
}

/// Why a window cannot be given, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadQuery {
    #[error("A window has at most {MOST_ROWS} rows. Ask for fewer.")]
    TooManyRows,
    #[error("This list has no column {0}. Load the page again.")]
    Column(String),
    #[error("The column {0} holds no numbers, so it has no range. Choose another column.")]
    NoNumbers(String),
    #[error(
        "The journal in Tapline's data folder cannot be read ({0}). Check the disk, then load the page again."
    )]
    Journal(String),
}

impl Held {
    pub(super) fn of(table: Table) -> Held {
        Held { table, orders: Mutex::default(), sales: Mutex::default() }
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// Which members of its records are no card numbers.
    pub(crate) fn exact(&self) -> Exact {
        self.table.schema.exact
    }

    /// Whether replay can be asked: every transaction has an amount, no other record has.
    pub(crate) fn has_transactions(&self) -> bool {
        self.table.schema.find("amount.value").is_some()
    }

    /// Takes as long as sorting does, the first time.
    pub(crate) fn window(&self, query: &RowsQuery) -> Result<Rows, BadQuery> {
        if query.count > MOST_ROWS {
            return Err(BadQuery::TooManyRows);
        }
        let columns: Vec<usize> =
            query.columns.iter().map(|name| column(&self.table, name)).collect::<Result<_, _>>()?;
        let range = |total: u32| query.first.min(total)..query.first.saturating_add(query.count).min(total);
        let (total, rows) = if query.sort.is_none() && query.filter.is_none() {
            (self.table.rows(), range(self.table.rows()).collect())
        } else {
            let wanted = Wanted { sort: query.sort.clone(), filter: query.filter.clone() };
            let Found { total, order } = self.found(&wanted, query.first.saturating_add(query.count))?;
            (total, range(total).map(|at| order[at as usize]).collect::<Vec<_>>())
        };
        let mut cells = RowCells::default();
        for column in columns {
            self.table.show(&rows, column, &mut cells);
        }
        Ok(Rows { total, rows, cells })
    }

    /// All rows of a query, for reading them one after the other. Takes as long as [`Held::window`].
    pub(crate) fn picked(
        &self,
        sort: Option<Sort>,
        filter: Option<Filter>,
        columns: &[String],
    ) -> Result<Picked<'_>, BadQuery> {
        let columns = columns.iter().map(|name| column(&self.table, name)).collect::<Result<_, _>>()?;
        let all = sort.is_none() && filter.is_none();
        let order = if all { None } else { Some(self.found(&Wanted { sort, filter }, u32::MAX)?.order) };
        Ok(Picked { table: &self.table, order, columns })
    }

    /// The sales that proposals concern. Takes long only while scopes change.
    fn sales(&self, proposals: &[Proposal], connection: &Connection) -> Arc<replay::Sales> {
        let wanted = replay::Wanted::of(proposals, connection);
        let mut kept = locked(&self.sales);
        if let Some((known, sales)) = &*kept
            && *known == wanted
        {
            return Arc::clone(sales);
        }
        let sales = Arc::new(replay::sales(&self.table, proposals, connection));
        *kept = Some((wanted, Arc::clone(&sales)));
        sales
    }

    /// What proposed limits would have done. `state` and `query` are of the list.
    pub(crate) fn replay(
        &self,
        asked: &ReplayQuery,
        connection: &Connection,
        state: ListState,
        query: TransactionQuery,
    ) -> Replayed {
        let sales = self.sales(&asked.proposals, connection);
        let (bins, beyond) = sales.histogram(asked.top);
        Replayed {
            list: state.list,
            version: state.version,
            rows: self.table.rows(),
            total: state.total,
            state: state.state,
            query,
            sales: sales.len(),
            apart: sales.apart(),
            effects: sales.count(&asked.proposals, asked.top),
            bins,
            beyond,
        }
    }

    /// The sales behind a number of [`Held::replay`].
    pub(crate) fn replay_sales(&self, asked: &ReplaySalesQuery, connection: &Connection) -> ReplaySales {
        let ReplayQuery { proposals, top, .. } = &asked.replay;
        let found = self.sales(proposals, connection).behind(proposals, *top, asked.effect, &asked.of);
        let cell = |row: u32, name: &str| self.table.shown(row, self.table.schema.find(name)?);
        let sale = |sale: &replay::Sale| ReplaySale {
            id: cell(sale.row, "tranId").unwrap_or_default(),
            amount: sale.amount,
            proposal: u32::from(sale.proposal),
            on_phone: sale.on_phone,
            merchant: cell(sale.row, "mchName"),
            terminal: cell(sale.row, "sdkId"),
            status: cell(sale.row, "tranStatus"),
        };
        let window = found.iter().skip(asked.first as usize).take(asked.count.min(MOST_SALES) as usize);
        ReplaySales {
            total: u32::try_from(found.len()).unwrap_or(u32::MAX),
            sales: window.map(sale).collect(),
        }
    }

    /// At least the first `count` rows of a query.
    fn found(&self, wanted: &Wanted, count: u32) -> Result<Found, BadQuery> {
        if let Some(found) = self.kept(wanted, count) {
            return Ok(found);
        }
        let found = self.find(wanted, count)?;
        let mut orders = locked(&self.orders);
        orders.retain(|(known, _)| known != wanted);
        if orders.len() >= MOST_ORDERS {
            orders.remove(0);
        }
        orders.push((wanted.clone(), found.clone()));
        Ok(found)
    }

    fn find(&self, wanted: &Wanted, count: u32) -> Result<Found, BadQuery> {
        let Wanted { sort, filter } = wanted;
        let sort_column = sort.as_ref().map(|sort| column(&self.table, &sort.column)).transpose()?;
        let all = match (filter, sort_column) {
            (Some(_), Some(_)) => self.kept(&Wanted { filter: None, ..wanted.clone() }, u32::MAX),
            _ => None,
        };
        let rows: Vec<u32> = match filter {
            None => (0..self.table.rows()).collect(),
            Some(filter) => {
                let passes = search::passing(&self.table, filter)?;
                let passing = |row: &u32| passes[*row as usize];
                match &all {
                    Some(all) => all.order.iter().copied().filter(passing).collect(),
                    None => (0..self.table.rows()).filter(passing).collect(),
                }
            }
        };
        let total = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        let order = match sort {
            // Otherwise the rows are sorted already.
            Some(sort) if all.is_none() => {
                let head = if count <= HEAD { HEAD } else { total };
                sorted(&self.table, rows, sort, head as usize)?
            }
            _ => rows,
        };
        Ok(Found { total, order: order.into() })
    }

    /// The order, when enough of it is known; then it is the last one to be forgotten.
    fn kept(&self, wanted: &Wanted, count: u32) -> Option<Found> {
        let mut orders = locked(&self.orders);
        let at = orders.iter().position(|(known, found)| {
            known == wanted && found.order.len() >= count.min(found.total) as usize
        })?;
        let known = orders.remove(at);
        let found = known.1.clone();
        orders.push(known);
        Some(found)
    }
}

/// Rows and columns of a table, in an order.
pub(crate) struct Picked<'h> {
    table: &'h Table,
    /// `None`: all rows as listed.
    order: Option<Arc<[u32]>>,
    columns: Vec<usize>,
}

impl<'h> Picked<'h> {
    pub(crate) fn rows(&self) -> usize {
        self.order.as_ref().map_or(self.table.rows() as usize, |order| order.len())
    }

    /// The whole text, by places among the rows and columns picked.
    pub(crate) fn cell(&self, row: usize, column: usize) -> Option<&'h str> {
        let row = self.order.as_ref().map_or(Some(row), |order| order.get(row).map(|row| *row as usize))?;
        self.table.cells(*self.columns.get(column)?).get(row)
    }
}

pub(super) fn column(table: &Table, name: &str) -> Result<usize, BadQuery> {
    table.schema.find(name).ok_or_else(|| BadQuery::Column(name.to_owned()))
}
