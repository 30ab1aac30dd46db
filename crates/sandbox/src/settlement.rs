//! Settlement batches: history, detail, settling, reports. Service document, "Settlements".
//!
//! Choices where the document is silent:
//! - A transaction counts in its batch once: under void when it is voided, else under refund when it is one, else under
//!   payment, a captured authorization with what was captured. The lines of `transactions` have the same parts (`transType`
//!   PAYMENT, REFUND, VOID) by payment method, so they add up to the sums. Amounts are whole numbers of minor units.
//! - `state` is 0 open, 1 settled, 2 failed. Settling takes effect at once, on an open or a failed batch; a batch that is
//!   settled or has no transactions is refused with code 11024. The terminal has an open batch afterwards. `id` is the number
//!   in the batch's id.
//! - The lines of two batches of the demo month ([`SHORT`]) add up to less than their sums, so that a difference can be seen.
//! - A list begins with the newest; with `pageSize` -1 `size` is the number of batches and `pages` is 1.
//! - A report is of existing batches of the merchant `mchId`, else code 11021; only the number of reports is kept.

use serde::Serialize;
use tapline_contract::endpoints::{EmailSettlements, GetSettlement, ListSettlements, Settle};
use tapline_contract::field::Number;
use tapline_contract::settlement::{
    BatchId, BatchLine, ReportDraft, SettleDraft, Settlement, SettlementQuery,
};
use tapline_contract::transaction::Numbered;
use tapline_contract::transaction_state::SettleState;
use tapline_contract::wire::PageQuery;

use crate::answer::Answer;
use crate::card_data;
use crate::codes::Part;
use crate::money_sentinel as sentinel;
use crate::page::{Payload, Window};
use crate::problem::Problem;
use crate::rng::mixed;
use crate::router::Serve;
use crate::state::AppState;
use crate::store::{BatchRow, Store, Sum};
use crate::terminal::Terminal;
use crate::{day, draft as drafts};

/// Batches whose lines lack some money: key, and minor units.
const SHORT: [(i64, i64); 2] = [(20_261_112_005, 125), (20_261_118_004, 233)];

/// Minor units that the lines of a batch lack.
pub(crate) fn lacks(key: i64) -> i64 {
    SHORT.iter().find(|(short, _)| *short == key).map_or(0, |(_, lacks)| *lacks)
}

/// A page with what settlements have besides.
#[derive(Debug, Serialize)]
struct Counted {
    pages: u32,
    size: u32,
    #[serde(flatten)]
    page: Payload<Settlement>,
}

impl Serve<ListSettlements> for AppState {
    async fn serve(&self, (): (), query: SettlementQuery) -> Result<Answer, Problem> {
        let window =
            Window::from_query(PageQuery { page_size: query.page_size, page_number: query.page_number })?;
        let store = self.store();
        let days = day::days(query.created_start.as_deref(), query.created_end.as_deref(), store.shift())?;
        let (mut first, mut last) = (days.start() * 1000, days.end() * 1000 + 999);
        if let Some(id) = &query.batch_id {
            (first, last) = (first.max(key(id).unwrap_or(i64::MAX)), last.min(key(id).unwrap_or(0)));
        }
        let total = store.count_batches(first, last)?;
        let batches = store.list_batches(first, last, window)?;
        let records = batches.iter().map(|batch| listed(&store, batch)).collect::<Result<_, _>>()?;
        let size = window.size.unwrap_or(total);
        let pages = window.size.map_or(1, |size| total.div_ceil(size));
        Answer::data(&Counted { pages, size, page: window.payload(total, records) })
    }
}

impl Serve<GetSettlement> for AppState {
    async fn serve(&self, id: BatchId, (): ()) -> Result<Answer, Problem> {
        let store = self.store();
        let batch = find(&store, &id)?;
        let sums = store.sums_of(batch.key)?;
        let record = record(&store, &batch, &sums);
        Answer::data(&Settlement {
            updated_at: None,
            success_time: batch.settled.map(|at| day::iso(at, store.shift())),
            transactions: Some(lines(batch.key, &sums)),
            ..record
        })
    }
}

impl Serve<Settle> for AppState {
    async fn serve(&self, (): (), draft: SettleDraft) -> Result<Answer, Problem> {
        let judged = || -> Result<_, Problem> {
            let store = self.store();
            let batch = find(&store, &draft.batch_id)?;
            let sums = store.sums_of(batch.key)?;
            settleable(&batch, &sums).map_err(Problem::state)?;
            Ok((store, batch))
        };
        let key = judged()?.1.key;
        sentinel::carry_out("batch", sentinel::of_batch(key), || {
            let (store, batch) = judged()?;
            store.settle(&batch, store.moment(self.clock())?)?;
            Answer::data(&Numbered { id: Number::from(batch.key.unsigned_abs()), other: Vec::new() })
        })
        .await
    }
}

impl Serve<EmailSettlements> for AppState {
    async fn serve(&self, (): (), draft: ReportDraft) -> Result<Answer, Problem> {
        let shape = || Problem::refused("batchIds must be a JSON list of objects with batchId");
        let ids = draft.batches().filter(|ids| !ids.is_empty()).ok_or_else(shape)?;
        drafts::email(&draft.email)?;
        let store = self.store();
        for id in &ids {
            let batch =
                find(&store, id).map_err(|_| Problem::refused(format!("batchIds: {id} does not exist")))?;
            let merchant = Terminal::by_number(batch.terminal).merchant;
            if merchant.id != draft.mch_id {
                return Err(Problem::refused(format!("mchId: {id} is a batch of another merchant")));
            }
        }
        store.count_mail()?;
        Ok(Answer::Done)
    }
}

/// `B`, the day and three digits.
pub(crate) fn id(key: i64) -> String {
    format!("B{key:011}")
}

/// The key of an id; `None` when it cannot be one.
fn key(id: &str) -> Option<i64> {
    let digits = id.strip_prefix('B')?;
    let plain = digits.len() == 11 && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

fn find(store: &Store, id: &BatchId) -> Result<BatchRow, Problem> {
    let missing = || Problem::missing("Batch", id.as_str());
    let key = key(id.as_str()).ok_or_else(missing)?;
    store.find_batch(key)?.ok_or_else(missing)
}

/// Checks that a batch can be settled.
fn settleable(batch: &BatchRow, sums: &[Sum]) -> Result<(), String> {
    if batch.state == SettleState::Settled {
        return Err(format!("{} is {} already", id(batch.key), batch.state.name()));
    }
    if sums.is_empty() {
        return Err(format!("{} has no transactions", id(batch.key)));
    }
    Ok(())
}

fn listed(store: &Store, batch: &BatchRow) -> Result<Settlement, Problem> {
    let sums = store.sums_of(batch.key)?;
    Ok(record(store, batch, &sums))
}

fn record(store: &Store, batch: &BatchRow, sums: &[Sum]) -> Settlement {
    let terminal = Terminal::by_number(batch.terminal);
    let of = |part| sums.iter().filter(move |sum| sum.part == part);
    let amount = |part| Some(Number::from(of(part).map(|sum| sum.amount.unsigned_abs()).sum::<u64>()));
    let count = |part| Some(Number::from(of(part).map(|sum| u64::from(sum.count)).sum::<u64>()));
    let message = match batch.state {
        SettleState::WaitForSettle => "",
        SettleState::Settled => "Approved",
        SettleState::SettleFailed => "The acquirer did not answer",
    };
    Settlement {
        uuid: Some(uuid(mixed(store.seed(), batch.key.unsigned_abs()), mixed(1, batch.key.unsigned_abs()))),
        batch_id: BatchId::parse(&id(batch.key)).unwrap_or_else(|| BatchId::from(batch.key.unsigned_abs())),
        payment_amt: amount(Part::Payment),
        refund_amt: amount(Part::Refund),
        void_amt: amount(Part::Void),
        payment_count: count(Part::Payment),
        refund_count: count(Part::Refund),
        void_count: count(Part::Void),
        profile_name: Some(terminal.acquirer.clone()),
        profile_message: Some(message.to_owned()),
        acquirer_mid: Some(terminal.acq_mid.to_owned()),
        acquirer_tid: Some(terminal.acq_tid.clone()),
        acquirer_ref_no: batch.settled.map(|_| format!("S{:011}", batch.key)).or(Some(String::new())),
        acquirer_code: Some("ACME01".to_owned()),
        mch_name: Some(terminal.merchant.name.to_owned()),
        currency: Some(terminal.currency.to_owned()),
        state: Some(Number::from(u64::from(batch.state.code()))),
        created_at: Some(day::iso(batch.opened, store.shift())),
        updated_at: Some(day::iso(batch.updated, store.shift())),
        success_time: None,
        transactions: None,
        other: Vec::new(),
    }
}

fn lines(key: i64, sums: &[Sum]) -> Vec<BatchLine> {
    let mut lacks = lacks(key);
    let line = |sum: &Sum| {
        // The first payment line that has as much.
        let is_short = sum.part == Part::Payment && sum.amount > lacks;
        let less = if is_short { std::mem::take(&mut lacks) } else { 0 };
        detail(sum, sum.amount - less)
    };
    sums.iter().map(line).collect()
}

fn detail(sum: &Sum, amount: i64) -> BatchLine {
    BatchLine {
        amount: Some(Number::from(amount.unsigned_abs())),
        trans_type: Some(sum.part.name().to_owned()),
        count: Some(Number::from(u64::from(sum.count))),
        payment_method: Some(card_data::scheme(sum.method).method_code().to_owned()),
        other: Vec::new(),
    }
}

/// Version 4 in shape.
fn uuid(high: u64, low: u64) -> String {
    let (a, b, c) = (high >> 32, (high >> 16) & 0xFFFF, high & 0xFFF);
    format!(
        "{a:08x}-{b:04x}-4{c:03x}-{:04x}-{:012x}",
        0x8000 | ((low >> 48) & 0x3FFF),
        low & 0xFFFF_FFFF_FFFF
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_a_key() {
        for (text, expected) in [
            ("B20261101001", Some(20_261_101_001)),
            ("20261101001", None),
            ("B2026110100", None),
            ("B", None),
        ] {
            assert_eq!(key(text), expected, "{text}");
        }
        assert_eq!(id(20_261_101_001), "B20261101001");
        assert_eq!(sentinel::of_batch(20_261_103_602), 6602);
        assert_eq!(uuid(1, 2), "00000000-0000-4001-8000-000000000002");
    }
}
