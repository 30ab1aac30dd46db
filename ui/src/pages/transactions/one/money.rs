//! The money of a transaction: exact, in its currency, and raw if unreadable.

use leptos::prelude::*;
use tapline_contract::amounts::Amounts;
use tapline_contract::connection::Connection;
use tapline_contract::decimal::Decimal;
use tapline_contract::field::Number;
use tapline_contract::history::Change;
use tapline_contract::record::members;
use tapline_contract::transaction::{Amount, Transaction};
use tapline_emv::Currency;

use crate::shell::Shell;

/// In the transaction's currency, else the connection's, with the connection's unit.
pub(super) fn amounts(shell: Shell, record: Option<&Transaction>) -> Option<Amounts> {
    let connection = untrack(|| shell.opened())?;
    let currency = record.and_then(|record| record.amount.as_ref()?.currency.as_deref());
    // The decimals of an unknown currency are unknown, so no typed amount can become the service's number.
    if currency.is_some_and(|code| Currency::new(code).is_none()) {
        return None;
    }
    Some(Amounts::new(&connection, currency))
}

/// In whole minor units; `None` if the value cannot be expressed in them.
pub(super) fn minor(amounts: &Amounts, value: &Number) -> Option<u64> {
    amounts.currency.parse(&amounts.plain(value)?).ok()
}

/// A computed value in whole minor units.
pub(super) fn minor_decimal(amounts: &Amounts, value: Decimal) -> Option<u64> {
    amounts.currency.parse(&amounts.plain_decimal(value)?).ok()
}

/// Amount of a transaction, in minor units.
pub(super) fn minor_of(amounts: &Amounts, record: &Transaction) -> Option<u64> {
    minor(amounts, record.amount.as_ref()?.value.as_ref()?)
}

/// Sets "What happens at" to the amount of the transaction, if the amount is in the connection's currency.
pub(super) fn carry(shell: Shell, record: &Transaction) {
    let amounts =
        amounts(shell, Some(record)).filter(|amounts| amounts.currency == untrack(|| shell.currency()));
    if let Some(plain) = amounts.and_then(|amounts| amounts.plain(record.amount.as_ref()?.value.as_ref()?)) {
        shell.amount.set(plain);
    }
}

/// "62.40 EUR"; an unreadable number or currency is shown raw.
pub(super) fn shown(connection: &Connection, amount: Option<&Amount>) -> String {
    let Some(value) = amount.and_then(|amount| amount.value.as_ref()) else { return "no amount".to_owned() };
    let code = amount.and_then(|amount| amount.currency.as_deref());
    if let Some(unknown) = code.filter(|code| Currency::new(code).is_none()) {
        return format!("{value} {unknown}, unit unclear");
    }
    let amounts = Amounts::new(connection, code);
    match (minor(&amounts, value), amounts.plain(value)) {
        (Some(minor), _) => amounts.currency.money(minor),
        (None, Some(plain)) => format!("{} {}", plain.replace('-', "−"), amounts.currency.code()),
        (None, None) => format!("{value} {}, {}", amounts.currency.code(), amounts.raw()),
    }
}

/// "Refund 5.00 EUR" of a call in the journal.
pub(super) fn words_of(change: &Change, amounts: Option<&Amounts>) -> String {
    let verb = match change.endpoint.as_str() {
        "VoidTransaction" => "Void",
        "RefundTransaction" => "Refund",
        "CaptureTransaction" => "Capture",
        other => other,
    };
    let sum = amounts.and_then(|amounts| Some(amounts.currency.money(minor(amounts, &sum(change)?)?)));
    sum.map_or_else(|| verb.to_owned(), |sum| format!("{verb} {sum}"))
}

/// The number in the request; a capture has it as text.
fn sum(change: &Change) -> Option<Number> {
    let raw = |name: &str| {
        let members = members(change.draft.raw()).ok()?;
        members.into_iter().find(|(key, _)| key == name).map(|(_, raw)| raw)
    };
    let text = raw("refundAmount").or_else(|| serde_json::from_str(&raw("amount")?).ok())?;
    Number::parse(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_exact_or_as_it_came() {
        let connection = Connection::example();
        for (currency, value, expected) in [
            (Some("EUR"), "124050", "1,240.50 EUR"),
            (None, "2310", "23.10 EUR"),
            (Some("JPY"), "2310", "2,310 JPY"),
            (Some("EUR"), "-2310", "−23.10 EUR"),
            (Some("EUR"), "12.5", "0.125 EUR"),
            (Some("points"), "12", "12 points, unit unclear"),
            (Some("EUR"), "1e99", "1e99 EUR, as sent"),
        ] {
            let amount = Amount {
                currency: currency.map(str::to_owned),
                value: Number::parse(value),
                other: Vec::new(),
            };
            assert_eq!(shown(&connection, Some(&amount)), expected);
        }
        assert_eq!(shown(&connection, None), "no amount");
    }
}
