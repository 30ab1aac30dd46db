//! Windows of a table: rows in an order, and the texts of their cells.
//!
//! An order is found once for each sort and filter and kept as row numbers. At first only its beginning is, until a window further
//! down is needed. The service knows nothing of this: see [`tapline_contract::list`].

use std::sync::{Arc, Mutex};

use tapline_contract::card::Exact;
use tapline_contract::list::{Filter, MOST_ROWS, RowsQuery, Sort};
use tapline_contract::rows::{RowCells, Rows};
use tapline_platform::sync::locked;

use super::replay::KeptSales;
use super::search;
use super::sorting::sorted;
use super::table::Table;

/// Orders kept for a table.
const MOST_ORDERS: usize = 4;

/// A window within this many rows needs only these sorted. For any other window all rows are.
pub(super) const HEAD: u32 = 2 * MOST_ROWS;

/// A table with the orders and sales found in it.
pub(crate) struct TableView {
    table: Table,
    orders: Mutex<Vec<(OrderKey, RowOrder)>>,
    pub(super) sales: Mutex<KeptSales>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct OrderKey {
    sort: Option<Sort>,
    filter: Option<Filter>,
}

/// Rows that pass a filter, sorted.
#[derive(Clone, Debug)]
struct RowOrder {
    total: u32,
    /// Row numbers: all of them, or the first.
    rows: Arc<[u32]>,
}

/// Reason why a window cannot be given, as a sentence.
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

impl TableView {
    pub(super) fn new(table: Table) -> TableView {
        TableView { table, orders: Mutex::default(), sales: Mutex::default() }
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// Members of its records that are no card numbers.
    pub(crate) fn exact(&self) -> Exact {
        self.table.schema.exact
    }

    /// Takes as long as sorting does, the first time.
    pub(crate) fn window(&self, query: &RowsQuery) -> Result<Rows, BadQuery> {
        if query.count > MOST_ROWS {
            return Err(BadQuery::TooManyRows);
        }
        let columns = self.columns(&query.columns)?;
        let end = query.first.saturating_add(query.count);
        let range = |total: u32| query.first.min(total)..end.min(total);
        let (total, rows) = match OrderKey::new(query.sort.clone(), query.filter.clone()) {
            None => (self.table.rows(), range(self.table.rows()).collect()),
            Some(key) => {
                let order = self.order(&key, end)?;
                (order.total, range(order.total).map(|at| order.rows[at as usize]).collect::<Vec<_>>())
            }
        };
        let mut cells = RowCells::default();
        for column in columns {
            self.table.show(&rows, column, &mut cells);
        }
        Ok(Rows { total, rows, cells })
    }

    /// All rows of a query, for reading them one after the other. Takes as long as [`TableView::window`].
    pub(crate) fn picked(
        &self,
        sort: Option<Sort>,
        filter: Option<Filter>,
        columns: &[String],
    ) -> Result<PickedTable<'_>, BadQuery> {
        let columns = self.columns(columns)?;
        let order = OrderKey::new(sort, filter).map(|key| self.order(&key, u32::MAX)).transpose()?;
        Ok(PickedTable { table: &self.table, order: order.map(|order| order.rows), columns })
    }

    fn columns(&self, names: &[String]) -> Result<Vec<usize>, BadQuery> {
        names.iter().map(|name| column(&self.table, name)).collect()
    }

    /// At least the first `count` rows of an order.
    fn order(&self, key: &OrderKey, count: u32) -> Result<RowOrder, BadQuery> {
        if let Some(order) = self.kept(key, count) {
            return Ok(order);
        }
        let order = self.find(key, count)?;
        let mut orders = locked(&self.orders);
        orders.retain(|(known, _)| known != key);
        if orders.len() >= MOST_ORDERS {
            orders.remove(0);
        }
        orders.push((key.clone(), order.clone()));
        Ok(order)
    }

    fn find(&self, key: &OrderKey, count: u32) -> Result<RowOrder, BadQuery> {
        let table = &self.table;
        // Filtering rows that are sorted already keeps their order.
        let unfiltered = OrderKey { filter: None, ..key.clone() };
        let all = if key.filter.is_some() { self.kept(&unfiltered, u32::MAX) } else { None };
        let mut rows: Vec<u32> = match &all {
            Some(all) => all.rows.to_vec(),
            None => (0..table.rows()).collect(),
        };
        if let Some(filter) = &key.filter {
            let passing = search::passing(table, filter)?;
            rows.retain(|row| passing[*row as usize]);
        }
        let total = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        if let (Some(sort), None) = (&key.sort, all) {
            let head = if count <= HEAD { HEAD } else { total };
            rows = sorted(table, &rows, sort, head as usize)?;
        }
        Ok(RowOrder { total, rows: rows.into() })
    }

    /// Order, when enough of it is known; it is then the last one to be forgotten.
    fn kept(&self, key: &OrderKey, count: u32) -> Option<RowOrder> {
        let mut orders = locked(&self.orders);
        let is_enough = |order: &RowOrder| order.rows.len() >= count.min(order.total) as usize;
        let at = orders.iter().position(|(known, order)| known == key && is_enough(order))?;
        let known = orders.remove(at);
        let order = known.1.clone();
        orders.push(known);
        Some(order)
    }
}

impl OrderKey {
    /// `None` for all rows as listed.
    fn new(sort: Option<Sort>, filter: Option<Filter>) -> Option<OrderKey> {
        (sort.is_some() || filter.is_some()).then_some(OrderKey { sort, filter })
    }
}

/// Rows and columns of a table, in an order.
pub(crate) struct PickedTable<'h> {
    table: &'h Table,
    /// `None`: all rows as listed.
    order: Option<Arc<[u32]>>,
    columns: Vec<usize>,
}

impl<'h> PickedTable<'h> {
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
