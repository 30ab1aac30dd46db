//! Windows of a table: which rows, in which order, and what stands in them.
//!
//! An order is found once for each sort and filter and kept as row numbers. The service knows nothing of this: see
//! [`tapline_contract::list`].

use std::cmp::Ordering;
use std::sync::{Arc, Mutex};

use tapline_contract::card::Exact;
use tapline_contract::connection::Connection;
use tapline_contract::decimal::{self, Decimal};
use tapline_contract::field::Number;
use tapline_contract::list::{Filter, ListState, MOST_ROWS, Rows, RowsQuery, Sort};
use tapline_contract::replay::{
    MOST_SALES, Proposal, ReplayQuery, ReplaySale, ReplaySales, ReplaySalesQuery, Replayed,
};
use tapline_contract::transaction::TransactionQuery;

use super::cells::Cells;
use super::kind::Kind;
use super::replay;
use super::search;
use super::table::Table;
use crate::sync::locked;

/// Orders that are kept for a table.
const MOST_ORDERS: usize = 4;

/// A table that is shown.
pub(crate) struct Held {
    table: Table,
    orders: Mutex<Vec<(Wanted, Order)>>,
    sales: Mutex<replay::Kept>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Wanted {
    sort: Option<Sort>,
    filter: Option<Filter>,
}

/// Row numbers.
type Order = Arc<[u32]>;

/// Why a window cannot be given, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadQuery {
    #[error("A window has at most {MOST_ROWS} rows. Ask for fewer.")]
    TooManyRows,
    #[error("This list has no column {0}. Load the page again.")]
    Column(String),
    #[error("The column {0} holds no numbers, so it has no range. Choose another column.")]
    NoNumbers(String),
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
            let order = self.order(&Wanted { sort: query.sort.clone(), filter: query.filter.clone() })?;
            let total = u32::try_from(order.len()).unwrap_or(u32::MAX);
            (total, range(total).map(|at| order[at as usize]).collect::<Vec<_>>())
        };
        let columns =
            columns.into_iter().map(|column| rows.iter().map(|row| self.table.shown(*row, column)).collect());
        Ok(Rows { total, columns: columns.collect(), rows })
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
        let order = if all { None } else { Some(self.order(&Wanted { sort, filter })?) };
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
        let sale = |(row, amount, proposal): &(u32, u64, u16)| ReplaySale {
            id: cell(*row, "tranId").unwrap_or_default(),
            amount: *amount,
            proposal: u32::from(*proposal),
            merchant: cell(*row, "mchName"),
            terminal: cell(*row, "sdkId"),
            status: cell(*row, "tranStatus"),
        };
        let window = found.iter().skip(asked.first as usize).take(asked.count.min(MOST_SALES) as usize);
        ReplaySales {
            total: u32::try_from(found.len()).unwrap_or(u32::MAX),
            sales: window.map(sale).collect(),
        }
    }

    fn order(&self, wanted: &Wanted) -> Result<Order, BadQuery> {
        if let Some(order) = self.kept(wanted) {
            return Ok(order);
        }
        let order: Order = match (&wanted.sort, &wanted.filter) {
            (Some(sort), None) => sorted(&self.table, sort)?.into(),
            (sort, filter) => {
                let all = match sort {
                    Some(_) => self.order(&Wanted { filter: None, ..wanted.clone() })?,
                    None => (0..self.table.rows()).collect(),
                };
                let passes = search::passing(&self.table, filter.as_ref())?;
                all.iter().copied().filter(|row| passes[*row as usize]).collect()
            }
        };
        let mut orders = locked(&self.orders);
        if orders.len() >= MOST_ORDERS {
            orders.remove(0);
        }
        orders.push((wanted.clone(), Arc::clone(&order)));
        Ok(order)
    }

    /// The order, when it is known; then it is the last one to be forgotten.
    fn kept(&self, wanted: &Wanted) -> Option<Order> {
        let mut orders = locked(&self.orders);
        let at = orders.iter().position(|(known, _)| known == wanted)?;
        let known = orders.remove(at);
        let order = Arc::clone(&known.1);
        orders.push(known);
        Some(order)
    }
}

/// Rows and columns of a table, in an order.
pub(crate) struct Picked<'h> {
    table: &'h Table,
    /// `None`: all rows as listed.
    order: Option<Order>,
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

fn sorted(table: &Table, sort: &Sort) -> Result<Vec<u32>, BadQuery> {
    let at = column(table, &sort.column)?;
    let (cells, kind) = (table.cells(at), table.schema.columns[at].kind);
    let rows = table.rows();
    Ok(match (cells.distinct(), kind) {
        (Some(texts), kind) => by_rank(rows, cells, &ranks(texts.collect(), kind), sort.descending),
        (None, Kind::Number) => by_number(rows, cells, sort.descending),
        (None, _) => by_text(rows, cells, sort.descending),
    })
}

/// Compares two values of a column.
fn compare(kind: Kind, one: &str, other: &str) -> Ordering {
    match (kind, Number::parse(one), Number::parse(other)) {
        (Kind::Number, Some(one), Some(other)) => decimal::compare(&one, &other),
        _ => one.cmp(other),
    }
}

/// The values in their order, each with its rank; what is equal has the same.
fn ranks(mut texts: Vec<&str>, kind: Kind) -> Vec<(&str, u32)> {
    texts.sort_unstable_by(|one, other| compare(kind, one, other));
    let mut rank = 0;
    let mut ranked: Vec<(&str, u32)> = Vec::with_capacity(texts.len());
    for text in texts {
        if ranked.last().is_some_and(|(before, _)| compare(kind, before, text) != Ordering::Equal) {
            rank += 1;
        }
        ranked.push((text, rank));
    }
    ranked.sort_unstable();
    ranked
}

fn by_rank(rows: u32, cells: &Cells, ranks: &[(&str, u32)], descending: bool) -> Vec<u32> {
    let rank =
        |text: &str| ranks.binary_search_by(|(known, _)| (*known).cmp(text)).ok().map(|at| ranks[at].1);
    // Without a value last, either way.
    let key = |text: Option<&str>| match text.and_then(rank) {
        Some(rank) if descending => u32::MAX - 1 - rank,
        Some(rank) => rank,
        None => u32::MAX,
    };
    let keys = cells.judged(rows as usize, key);
    let mut order: Vec<u32> = (0..rows).collect();
    order.sort_by_key(|row| keys[*row as usize]);
    order
}

fn by_number(rows: u32, cells: &Cells, descending: bool) -> Vec<u32> {
    let text = |row: u32| cells.get(row as usize).unwrap_or_default();
    let (mut order, missing) = split(rows, cells, |row| (Decimal::parse(text(row)), row));
    order.sort_by(|(one, row), (other, other_row)| {
        let order = match (one, other) {
            (Some(one), Some(other)) => one.cmp(other),
            // Beyond what a decimal holds.
            _ => compare(Kind::Number, text(*row), text(*other_row)),
        };
        if descending { order.reverse() } else { order }
    });
    order.into_iter().map(|(_, row)| row).chain(missing).collect()
}

fn by_text(rows: u32, cells: &Cells, descending: bool) -> Vec<u32> {
    let text = |row: u32| cells.get(row as usize).unwrap_or_default();
    // Most differ in their first eight bytes, which need no look at the column.
    let head = |row: u32| {
        let mut head = [0; 8];
        text(row).bytes().zip(&mut head).for_each(|(byte, place)| *place = byte);
        u64::from_be_bytes(head)
    };
    let (mut order, missing) = split(rows, cells, |row| (head(row), row));
    let by = |one: &(u64, u32), other: &(u64, u32)| {
        one.0.cmp(&other.0).then_with(|| text(one.1).cmp(text(other.1)))
    };
    if descending {
        order.sort_unstable_by(|one, other| by(other, one).then(one.1.cmp(&other.1)));
    } else {
        order.sort_unstable_by(|one, other| by(one, other).then(one.1.cmp(&other.1)));
    }
    order.into_iter().map(|(_, row)| row).chain(missing).collect()
}

/// Rows with a value, each with its key, and rows without.
fn split<T>(rows: u32, cells: &Cells, key: impl Fn(u32) -> T) -> (Vec<T>, Vec<u32>) {
    let (mut with, mut without) = (Vec::with_capacity(rows as usize), Vec::new());
    for row in 0..rows {
        match cells.get(row as usize) {
            Some(_) => with.push(key(row)),
            None => without.push(row),
        }
    }
    (with, without)
}
