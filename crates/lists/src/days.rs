//! Reads the days of a list of transactions, one after the other once the list is loaded. Not a column: days are headings between rows in
//! the order of the list.
//!
//! Records have no date, so the day of a row is known only from a query of that single day. Days are the service's own; Tapline adds
//! no time zone. The list itself is never composed of its days: the service may understand a single day differently from a range, and
//! rows would be missing. Service document, "List transactions".

use std::sync::Arc;

use tapline_contract::endpoints::ListTransactions;
use tapline_contract::list::{DayReading, ListId, LoadState};
use tapline_contract::transaction::TransactionQuery;
use tapline_http::Client;

use super::budget::Budget;
use super::list::List;
use super::load::load;
use super::row_days::{RowDays, names};
use super::schema::WholeList as _;
use super::table::Table;
use super::view::{RowSource, TableView};

/// Most rows of a list with days: its days are as much to load as the list.
pub(super) const MOST_ROWS: u32 = 100_000;

/// Reads the next day. With the last one, or one that can't be read, the rows get their days.
pub(super) async fn read_next(list: &List, client: Arc<Client>, budget: &Arc<Budget>) -> DayReading {
    list.ended().await;
    let (_, rows) = list.now();
    let (Some(query), Some(view)) = (list.transaction_query(), rows.table()) else {
        return DayReading::NoRange;
    };
    let Some(names) = names(query) else { return DayReading::NoRange };
    if view.rows() > MOST_ROWS {
        return DayReading::TooManyRows;
    }
    let mut reading = list.days.lock().await;
    if let Some(days) = view.days() {
        return days.ended();
    }
    let days = reading.get_or_insert_with(|| RowDays::new(names, view.rows()));
    let Some(name) = days.unread() else { return days.ended() };
    let is_read = days.is_single() || {
        let query =
            TransactionQuery { created_start: Some(name.clone()), created_end: Some(name), ..query.clone() };
        let (is_whole, of_day) = read_day(query, client, budget).await;
        if let Some(of_day) = of_day.table() {
            days.mark(view.table(), of_day.table());
        }
        is_whole
    };
    if is_read && let Some(goes_on) = days.advance() {
        return goes_on;
    }
    let ended = days.ended();
    if let Some(days) = reading.take() {
        list.show_days(&rows, days);
    }
    ended
}

/// The rows of a day; false if they can't all be read. Those that came are of that day nevertheless.
async fn read_day(
    query: TransactionQuery,
    client: Arc<Client>,
    budget: &Arc<Budget>,
) -> (bool, Arc<RowSource>) {
    let empty = RowSource::Table(TableView::new(Table::new(ListTransactions::SCHEMA, budget)));
    let of_day = Arc::new(List::new(ListId(0), empty, None, None));
    Box::pin(load::<ListTransactions>(Arc::clone(&of_day), client, query, Arc::clone(budget))).await;
    let (answer, rows) = of_day.now();
    (answer.state == LoadState::Complete, rows)
}
