//! Windows of a list: rows in an order, and the texts of their cells. The rows are a table that was loaded, or lines of the journal
//! that are read when a window needs them.
//!
//! An order is found once for each sort and filter and kept as row numbers. At first only its beginning is, until a window further
//! down is needed. The service knows nothing of this: see [`tapline_contract::list`].

use std::any::Any;
use std::sync::{Arc, Mutex, OnceLock};

use tapline_contract::card::Exact;
use tapline_contract::list::{Filter, MOST_ROWS, RowsQuery, Sort};
use tapline_contract::rows::{RowCells, Rows};
use tapline_journal::{Listed, WindowError};
use tapline_platform::sync::locked;

use super::row_days::RowDays;
use super::schema::BadQuery;
use super::search;
use super::sorting::sorted;
use super::table::Table;

/// Orders kept for a table.
const MOST_ORDERS: usize = 4;

/// A window within this many rows needs only these sorted. For any other window all rows are.
pub(super) const HEAD: u32 = 2 * MOST_ROWS;

/// Rows of a list.
pub enum RowSource {
    Table(TableView),
    Journal(Listed),
}

/// A table with the orders and values found in it.
pub struct TableView {
    table: Table,
    days: OnceLock<Box<RowDays>>,
    /// Days of an earlier list of the same query, shown until `days` are read.
    former_days: Option<Box<RowDays>>,
    orders: Mutex<Vec<(OrderKey, RowOrder)>>,
    derived: Mutex<Option<Box<dyn Any + Send>>>,
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

/// Rows and columns of a query, for reading them one after the other.
pub struct PickedRows<'t>(Picked<'t>);

enum Picked<'t> {
    Table { table: &'t Table, rows: Arc<[u32]>, columns: Vec<usize> },
    Journal(Vec<Vec<Option<String>>>),
}

impl From<WindowError> for BadQuery {
    fn from(error: WindowError) -> BadQuery {
        match error {
            WindowError::Column(name) => BadQuery::Column(name),
            WindowError::NoNumbers(name) => BadQuery::NoNumbers(name),
            WindowError::Journal(error) => BadQuery::Journal(error.to_string()),
        }
    }
}

impl RowSource {
    pub(super) fn rows(&self) -> u32 {
        match self {
            RowSource::Table(view) => view.rows(),
            RowSource::Journal(listed) => listed.rows(),
        }
    }

    pub fn table(&self) -> Option<&TableView> {
        match self {
            RowSource::Table(view) => Some(view),
            RowSource::Journal(_) => None,
        }
    }

    /// Members of its records that are no card numbers.
    pub fn exact(&self) -> Exact {
        match self {
            RowSource::Table(view) => view.exact(),
            RowSource::Journal(_) => Listed::is_exact,
        }
    }

    /// Takes as long as sorting does, the first time.
    pub fn window(&self, query: &RowsQuery) -> Result<Rows, BadQuery> {
        match self {
            _ if query.count > MOST_ROWS => Err(BadQuery::TooManyRows),
            RowSource::Table(view) => view.window(query),
            RowSource::Journal(listed) => Ok(listed.window(query)?),
        }
    }

    /// All rows of a query. Takes as long as [`RowSource::window`]. Rows of the journal are held until they are written.
    pub fn picked(
        &self,
        sort: Option<Sort>,
        filter: Option<Filter>,
        columns: &[String],
    ) -> Result<PickedRows<'_>, BadQuery> {
        Ok(PickedRows(match self {
            RowSource::Table(view) => Picked::Table {
                table: &view.table,
                columns: view.table.schema.find_all(columns)?,
                rows: view.order(OrderKey { sort, filter }, u32::MAX)?.rows,
            },
            RowSource::Journal(listed) => {
                Picked::Journal(listed.texts(columns, sort.as_ref(), filter.as_ref())?)
            }
        }))
    }
}

impl PickedRows<'_> {
    pub fn rows(&self) -> usize {
        match &self.0 {
            Picked::Table { rows, .. } => rows.len(),
            Picked::Journal(rows) => rows.len(),
        }
    }

    /// The whole text, by places among the rows and columns picked.
    pub fn cell(&self, row: usize, column: usize) -> Option<&str> {
        match &self.0 {
            Picked::Table { table, rows, columns } => {
                table.cells(*columns.get(column)?).get(*rows.get(row)? as usize)
            }
            Picked::Journal(rows) => rows.get(row)?.get(column)?.as_deref(),
        }
    }
}

impl TableView {
    pub(super) fn new(table: Table) -> TableView {
        let (orders, derived) = (Mutex::default(), Mutex::default());
        TableView { table, days: OnceLock::new(), former_days: None, orders, derived }
    }

    /// A table whose rows keep the days that they had in `former`, until theirs are read.
    pub(super) fn after(former: &TableView, table: Table) -> TableView {
        let days = former.shown_days().map(|days| Box::new(days.carried_over(&former.table, &table)));
        TableView { former_days: days, ..TableView::new(table) }
    }

    pub fn rows(&self) -> u32 {
        self.table.rows()
    }

    /// Members of its records that are no card numbers.
    pub fn exact(&self) -> Exact {
        self.table.schema.exact
    }

    pub(super) fn days(&self) -> Option<&RowDays> {
        self.days.get().map(AsRef::as_ref)
    }

    /// The days that windows show.
    pub(super) fn shown_days(&self) -> Option<&RowDays> {
        self.days().or(self.former_days.as_deref())
    }

    /// False if the rows have days already.
    pub(super) fn set_days(&self, days: RowDays) -> bool {
        self.days.set(Box::new(days)).is_ok()
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    pub fn has_column(&self, name: &str) -> bool {
        self.table.schema.find(name).is_ok()
    }

    /// Verdict of `judge` on the whole text of each row, in the order of the list. A text of many rows is judged once. Without the
    /// column no row has a text.
    pub fn judged<'t, T: Copy>(
        &'t self,
        column: &str,
        mut judge: impl FnMut(Option<&'t str>) -> T,
    ) -> Vec<T> {
        let rows = self.rows() as usize;
        match self.table.schema.find(column) {
            Ok(at) => self.table.cells(at).judged(rows, judge),
            Err(_) => vec![judge(None); rows],
        }
    }

    /// Text of a cell as a window shows it.
    pub fn shown(&self, row: u32, column: &str) -> Option<String> {
        self.table.shown(row, self.table.schema.find(column).ok()?)
    }

    /// Value derived from these rows; the last one is kept with its key, and dropped with the rows.
    pub fn derived<K: PartialEq + Send + 'static, T: Send + Sync + 'static>(
        &self,
        key: K,
        derive: impl FnOnce() -> T,
    ) -> Arc<T> {
        let mut kept = locked(&self.derived);
        if let Some((known, value)) = kept.as_ref().and_then(|kept| kept.downcast_ref::<(K, Arc<T>)>())
            && *known == key
        {
            return Arc::clone(value);
        }
        let value = Arc::new(derive());
        *kept = Some(Box::new((key, Arc::clone(&value))));
        value
    }

    fn window(&self, query: &RowsQuery) -> Result<Rows, BadQuery> {
        let columns = self.table.schema.find_all(&query.columns)?;
        let end = query.first.saturating_add(query.count);
        let order = self.order(OrderKey { sort: query.sort.clone(), filter: query.filter.clone() }, end)?;
        let range = query.first.min(order.total) as usize..end.min(order.total) as usize;
        let rows = order.rows[range].to_vec();
        let mut cells = RowCells::default();
        for column in columns {
            self.table.show(&rows, column, &mut cells);
        }
        let days = self.shown_days().filter(|_| query.sort.is_none());
        let days = days.map(|days| days.runs(&order.rows)).unwrap_or_default();
        Ok(Rows { total: order.total, rows, cells, days })
    }

    /// At least the first `count` rows of an order.
    fn order(&self, key: OrderKey, count: u32) -> Result<RowOrder, BadQuery> {
        let mut orders = locked(&self.orders);
        let known = orders.iter().position(|(known, _)| *known == key).map(|at| orders.remove(at).1);
        let is_enough = |order: &RowOrder| order.rows.len() >= count.min(order.total) as usize;
        let order = match known.filter(is_enough) {
            Some(order) => order,
            None => self.find(&key, count)?,
        };
        // The order used longest ago is forgotten first.
        if orders.len() >= MOST_ORDERS {
            orders.remove(0);
        }
        orders.push((key, order.clone()));
        Ok(order)
    }

    fn find(&self, OrderKey { sort, filter }: &OrderKey, count: u32) -> Result<RowOrder, BadQuery> {
        let table = &self.table;
        let mut rows: Vec<u32> = (0..table.rows()).collect();
        if let Some(filter) = filter {
            let passing = search::passing(table, filter)?;
            rows.retain(|row| passing[*row as usize]);
        }
        let total = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        if let Some(sort) = sort {
            let head = if count <= HEAD { HEAD } else { total };
            rows = sorted(table, &rows, sort, head as usize)?;
        }
        Ok(RowOrder { total, rows: rows.into() })
    }
}
