//! Finds the unit of a service's amounts: a few are read first, and every later amount is checked against the unit.
//!
//! No question and no money movement here. Invariant: once an amount contradicts the unit of a connection, its unit is not
//! known any more, here and after a restart.

use tapline_changes::Open;
use tapline_contract::Failure;
use tapline_contract::connection::AmountUnit;
use tapline_contract::endpoints::{ListSettlements, ListTransactions};
use tapline_contract::field::Number;
use tapline_contract::settlement::SettlementQuery;
use tapline_contract::transaction::TransactionQuery;
use tapline_contract::unit::{UnitKnown, UnitReading, UnitSample, proven};
use tapline_emv::Currency;
use tapline_http::Client;
use tapline_platform::log;

use crate::learned;
use crate::state::AppState;

/// Records that are read.
const READ: i64 = 20;
/// Amounts that a person compares.
const SHOWN: usize = 3;

/// Reads a few transactions, and batches where there are none.
pub(crate) async fn read(client: &Client) -> Result<UnitReading, Failure> {
    let query =
        TransactionQuery { page_size: Some(READ), page_number: Some(1), ..TransactionQuery::default() };
    let orders = client.send::<ListTransactions>(&(), &query).await?.output.records;
    let of_order = orders.iter().filter_map(|record| {
        let amount = record.amount.as_ref()?;
        sample(format!("transaction {}", record.tran_id), amount.value.as_ref()?, amount.currency.as_ref())
    });
    let mut all: Vec<_> = of_order.collect();
    if all.is_empty() {
        let query =
            SettlementQuery { page_size: Some(READ), page_number: Some(1), ..SettlementQuery::default() };
        let batches = client.send::<ListSettlements>(&(), &query).await?.output.records;
        all.extend(batches.iter().filter_map(|batch| {
            sample(format!("batch {}", batch.batch_id), batch.payment_amt.as_ref()?, batch.currency.as_ref())
        }));
    }
    let numbers: Vec<_> = all.iter().filter_map(|sample| Number::parse(&sample.value)).collect();
    let proven = proven(numbers.iter());
    // One that proves it comes first, then those that can be compared: without a minor unit both readings are the same.
    all.sort_by_key(|sample| (!sample.is_fraction(), !has_minor_unit(sample)));
    let mut samples: Vec<UnitSample> = Vec::new();
    for sample in all {
        let is_new =
            samples.iter().all(|known| (&known.value, &known.currency) != (&sample.value, &sample.currency));
        if is_new && samples.len() < SHOWN {
            samples.push(sample);
        }
    }
    Ok(UnitReading { proven, samples })
}

fn has_minor_unit(sample: &UnitSample) -> bool {
    let currency = sample.currency.as_deref().and_then(Currency::new);
    currency.is_some_and(|currency| currency.exponent() > 0)
}

/// Zero says nothing.
fn sample(of: String, value: &Number, currency: Option<&String>) -> Option<UnitSample> {
    let value = value.to_string();
    let is_zero = value.chars().all(|sign| matches!(sign, '0' | '.' | '-'));
    (!is_zero).then(|| UnitSample { of, value, currency: currency.cloned() })
}

/// Remembers as soon as an amount contradicts the unit of the open connection.
pub(crate) fn note(app: &AppState, open: &Open, call: &str) {
    if !open.client.saw_fraction() {
        return;
    }
    learned::keep_fraction(app, &open.session.connection.id);
    let decided = app.counts_in(&open.session.connection.id, call, |now| {
        (now.known_unit() == Some(AmountUnit::Minor)).then_some((now.unit, UnitKnown::Contradicted))
    });
    // Closed meanwhile: there is nothing to stop any more.
    let Ok((_, saved)) = decided else { return };
    if saved.is_err() {
        log::trouble(call, "that the unit of amounts was contradicted could not be saved");
    }
}
