//! Amounts in confirmations of money calls: "Refunded 58 JPY".
//!
//! Only amounts that the call sent or that a read of its record shows, in the record's own currency. The rest of a draft, such as its
//! password, is never looked at.

use serde::Deserialize;

use crate::Endpoint as _;
use crate::amounts::Amounts;
use crate::connection::Connection;
use crate::endpoints::{CaptureTransaction, RefundTransaction, Settle, VoidTransaction};
use crate::field::Number;
use crate::record::Record as _;
use crate::settlement::Settlement;
use crate::transaction::Transaction;

/// Amount members of the drafts of a refund and a capture.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct SentAmount {
    refund_amount: Option<Number>,
    amount: Option<String>,
}

/// The confirmation of a call that moved money. `draft` and `record` are JSON: what was sent, and the transaction or batch as read
/// afterwards. `None` for every other call. Without a readable record no amount is named.
pub fn confirmation(connection: &Connection, endpoint: &str, draft: &str, record: &str) -> Option<String> {
    let done = match endpoint {
        RefundTransaction::NAME => "Refunded",
        CaptureTransaction::NAME => "Captured",
        VoidTransaction::NAME => "Voided",
        Settle::NAME => {
            let batch = Settlement::read(record).ok();
            return Some(format!(
                "Settled{}",
                batch.map(|batch| sums(connection, &batch)).unwrap_or_default()
            ));
        }
        _ => return None,
    };
    let sum = Transaction::read(record).ok().and_then(|record| sum(connection, endpoint, draft, &record));
    Some(sum.map_or_else(|| done.to_owned(), |sum| format!("{done} {sum}")))
}

fn sum(connection: &Connection, endpoint: &str, draft: &str, record: &Transaction) -> Option<String> {
    let amount = record.amount.as_ref()?;
    let code = amount.currency.as_deref().filter(|code| !code.is_empty())?;
    let sent: SentAmount = serde_json::from_str(draft).unwrap_or_default();
    let sent = match endpoint {
        RefundTransaction::NAME => Some(sent.refund_amount?),
        CaptureTransaction::NAME => sent.amount.and_then(|text| Number::parse(text.trim())),
        _ => None,
    };
    let value = sent.as_ref().or(amount.value.as_ref())?;
    Some(Amounts::new(connection, Some(code)).money(value))
}

/// Payments and refunds of a batch, for the end of a confirmation: ": payments 310.00 EUR, refunds 20.00 EUR". Empty where the batch
/// names no currency or no sum.
pub fn sums(connection: &Connection, batch: &Settlement) -> String {
    let Some(code) = batch.currency.as_deref().filter(|code| !code.is_empty()) else { return String::new() };
    let amounts = Amounts::new(connection, Some(code));
    let sums = [("payments", &batch.payment_amt), ("refunds", &batch.refund_amt)];
    let known =
        sums.into_iter().filter_map(|(name, sum)| Some(format!("{name} {}", amounts.money(sum.as_ref()?))));
    let known: Vec<_> = known.collect();
    if known.is_empty() { String::new() } else { format!(": {}", known.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_confirmation_names_the_amount_that_was_moved_in_the_currency_of_the_record() {
        let connection = Connection { currency: "USD".to_owned(), ..Connection::example() };
        let sale = |currency: &str, value: &str| {
            format!(r#"{{"tranId":"T","amount":{{"currency":"{currency}","value":{value}}}}}"#)
        };
        let batch = r#"{"batchId":"B","currency":"EUR","paymentAmt":31000,"refundAmt":2000}"#;
        for (endpoint, draft, record, expected) in [
            (
                "RefundTransaction",
                r#"{"refundAmount":58,"adminPwd":"x"}"#,
                &*sale("JPY", "100"),
                "Refunded 58 JPY",
            ),
            ("RefundTransaction", r#"{"refundAmount":2310}"#, &sale("EUR", "5000"), "Refunded 23.10 EUR"),
            ("RefundTransaction", r#"{"refundAmount":1234}"#, &sale("KWD", "5000"), "Refunded 1.234 KWD"),
            ("RefundTransaction", r#"{"refundAmount":2310}"#, r#"{"tranId":"T"}"#, "Refunded"),
            ("RefundTransaction", r#"{"refundAmount":2310}"#, "null", "Refunded"),
            ("CaptureTransaction", r#"{"amount":"2310"}"#, &sale("EUR", "5000"), "Captured 23.10 EUR"),
            ("CaptureTransaction", "{}", &sale("EUR", "5000"), "Captured 50.00 EUR"),
            ("VoidTransaction", r#"{"adminPwd":"x"}"#, &sale("EUR", "5000"), "Voided 50.00 EUR"),
            ("Settle", r#"{"batchId":"B"}"#, batch, "Settled: payments 310.00 EUR, refunds 20.00 EUR"),
            ("Settle", r#"{"batchId":"B"}"#, r#"{"batchId":"B","paymentAmt":31000}"#, "Settled"),
        ] {
            let text = confirmation(&connection, endpoint, draft, record);
            assert_eq!(text.as_deref(), Some(expected), "{draft} {record}");
        }
        assert_eq!(confirmation(&connection, "UpdateEmv", "{}", "{}"), None);
    }
}
