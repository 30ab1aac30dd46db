//! Transactions: list, read, receipts. Service document, "Transactions". Moving money is in [`crate::money`].
//!
//! Choices where the document is silent: a list begins with the newest; `transactionId`, `acquirerRefNo` (the `rrn`) and
//! `deviceId` (the terminal's `CD-` id, or an `sdkId`) are compared as a whole, and one that cannot exist finds nothing; an
//! unknown `state` or `settleState` is HTTP 400; a transaction that moved no money is in no batch, so no `settleState` finds it;
//! a receipt needs an address with an `@`, and only the number of receipts is kept.

pub(crate) mod line;
mod steps;
mod whole;

use tapline_contract::endpoints::{EmailReceipt, GetTransaction, ListTransactions};
use tapline_contract::transaction::{ReceiptDraft, Transaction, TransactionId, TransactionQuery};
use tapline_contract::transaction_state::{SettleState, State};
use tapline_contract::wire::PageQuery;

use crate::answer::Answer;
use crate::page::Window;
use crate::problem::Problem;
use crate::router::Serve;
use crate::state::AppState;
use crate::store::{Filter, Store, TransactionRow};
use crate::terminal::Terminal;
use crate::{day, draft as drafts};

impl Serve<ListTransactions> for AppState {
    async fn serve(&self, (): (), query: TransactionQuery) -> Result<Answer, Problem> {
        let window =
            Window::from_query(PageQuery { page_size: query.page_size, page_number: query.page_number })?;
        let store = self.store();
        let filter = filter(&query, store.shift())?;
        let total = store.count_transactions(&filter)?;
        if window.size.is_none() {
            drop(store);
            return Ok(Answer::Streamed(whole::body(self.shared_store(), filter, total)));
        }
        let rows = store.list_transactions(&filter, window)?;
        let lines = rows.iter().map(|row| line::line(store.seed(), row)).collect();
        Answer::data(&window.payload(total, lines))
    }
}

impl Serve<GetTransaction> for AppState {
    async fn serve(&self, id: TransactionId, (): ()) -> Result<Answer, Problem> {
        let store = self.store();
        let row = find(&store, &id)?;
        let refunds = store.refunds_of(row.key)?;
        let text = serde_json::to_string(&line::line(store.seed(), &row));
        let read = text.and_then(|text| serde_json::from_str::<Transaction>(&text));
        let listed =
            read.map_err(|cause| Problem::system(format!("the record cannot be written: {cause}")))?;
        Answer::data(&Transaction {
            callback_url: Some(format!("https://callback.acme.example/orders/{id}")),
            actions: Some(steps::steps(store.seed(), &row, &refunds)),
            ..listed
        })
    }
}

impl Serve<EmailReceipt> for AppState {
    async fn serve(&self, id: TransactionId, draft: ReceiptDraft) -> Result<Answer, Problem> {
        let store = self.store();
        find(&store, &id)?;
        drafts::email(&draft.email)?;
        store.count_mail()?;
        Ok(Answer::Done)
    }
}

/// The row of an id, or the answer for an unknown id.
pub(crate) fn find(store: &Store, id: &TransactionId) -> Result<TransactionRow, Problem> {
    let missing = || Problem::missing("Transaction", id.as_str());
    let key = line::key(id.as_str()).ok_or_else(missing)?;
    store.find_transaction(key)?.ok_or_else(missing)
}

fn filter(query: &TransactionQuery, shift: i64) -> Result<Filter, Problem> {
    let days = day::days(query.created_start.as_deref(), query.created_end.as_deref(), shift)?;
    let mut filter = Filter {
        first: days.start() * 1_000_000,
        last: days.end() * 1_000_000 + 999_999,
        terminal: None,
        state: coded("state", query.state, State::of_code)?,
        settle: coded("settleState", query.settle_state, SettleState::of_code)?,
    };
    if let Some(id) = &query.transaction_id {
        filter.only(line::key(id));
    }
    if let Some(rrn) = &query.acquirer_ref_no {
        filter.only(of_rrn(rrn));
    }
    if let Some(id) = &query.device_id {
        match Terminal::by_id(id) {
            Some(terminal) => {
                filter.terminal = Some(terminal.number);
                filter.during(&terminal.days_of(id));
            }
            None => filter.only(None),
        }
    }
    Ok(filter)
}

fn coded<T>(key: &str, code: Option<i64>, of: fn(u64) -> Option<T>) -> Result<Option<T>, Problem> {
    let known = |code: i64| {
        let found = u64::try_from(code).ok().and_then(of);
        found.ok_or_else(|| Problem::bad_request(format!("{key}: {code} is no code")))
    };
    code.map(known).transpose()
}

/// The key in an `rrn`: the decade is the one of the demo data.
fn of_rrn(rrn: &str) -> Option<i64> {
    if rrn.len() != 12 || !rrn.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let year = 2020 + rrn[..1].parse::<i32>().ok()?;
    let date = chrono::NaiveDate::from_yo_opt(year, rrn[1..4].parse().ok()?)?;
    let number = rrn[4..].parse::<i64>().ok().filter(|number| *number < 1_000_000)?;
    Some(day::number(date) * 1_000_000 + number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_number_leads_back_to_its_transaction() {
        let row = TransactionRow::example();
        assert_eq!(line::rrn(&row), "630500000003");
        assert_eq!(of_rrn(&line::rrn(&row)), Some(row.key));
        for text in ["", "63050000000", "636600000003", "63050000000x", "6305000000031", "630501000003"] {
            assert_eq!(of_rrn(text), None, "{text}");
        }
    }

    #[test]
    fn an_unknown_code_is_refused_with_its_key() {
        let query = TransactionQuery { settle_state: Some(3), ..TransactionQuery::default() };
        assert!(filter(&query, 0).unwrap_err().msg.starts_with("settleState"));
        let query = TransactionQuery { state: Some(-1), ..TransactionQuery::default() };
        assert!(filter(&query, 0).unwrap_err().msg.starts_with("state"));
    }
}
