//! Amounts of refunds and captures that are refused before anything is sent.

use tapline_contract::connection::{AmountUnit, Connection};
use tapline_contract::record::Record as _;
use tapline_contract::transaction::Transaction;

use super::super::amount::{AmountRule, CAPTURE, REFUND};
use super::*;

fn connection(unit: AmountUnit) -> Connection {
    Connection { unit, ..Connection::example() }
}

fn sale(currency: &str, value: &str, refunds: &[&str]) -> Transaction {
    let actions: Vec<_> = refunds
        .iter()
        .map(|value| {
            format!(
                r#"{{"actionId":"a","actionType":"REFUND","actionStatus":"APPROVED","amount":{{"currency":"{currency}","value":{value}}}}}"#
            )
        })
        .collect();
    let actions = actions.join(",");
    Transaction::read(&format!(
        r#"{{"tranId":"T","tranStatus":"APPROVED","amount":{{"currency":"{currency}","value":{value}}},"actions":[{actions}]}}"#
    ))
    .unwrap()
}

/// The sentence; empty where it may be sent.
fn refusal(part: &AmountRule, text: &str, now: &Transaction, unit: AmountUnit) -> String {
    match part.may::<()>(text, now, &connection(unit)) {
        Ok(()) => String::new(),
        Err(Stale::Refused { field, why }) => {
            assert!(field == part.field && why.starts_with(field), "{why}");
            why
        }
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn a_refund_is_positive_in_decimals_of_its_currency_and_at_most_what_is_left() {
    use AmountUnit::{Major, Minor};
    let sold = |currency, value| sale(currency, value, &[]);
    let after = |refund| sale("EUR", "5000", &[refund]);
    for (amount, now, unit, expected) in [
        ("5000", sold("EUR", "5000"), Minor, ""),
        ("1000", after("4000"), Minor, ""),
        ("0.10", sold("USD", "25.00"), Major, ""),
        ("1500", sold("JPY", "2000"), Major, ""),
        ("0", sold("EUR", "5000"), Minor, "above zero. At most 5000 (50.00 EUR) can be refunded."),
        ("-5", sold("EUR", "25.00"), Major, "above zero. At most 25 (25.00 EUR) can be refunded."),
        ("0.101", sold("USD", "25.00"), Major, "USD has 2 decimals, and this amount has more."),
        ("1.5", sold("JPY", "2000"), Major, "JPY has no decimals."),
        ("1e2", sold("EUR", "5000"), Minor, "isn't an amount"),
        ("5001", sold("EUR", "5000"), Minor, "More than the original amount"),
        ("4000", after("4000"), Minor, "At most 1000 (10.00 EUR) can be refunded."),
        ("1", after("5000"), Minor, "Nothing is left to be refunded."),
    ] {
        let told = refusal(&REFUND, amount, &now, unit);
        assert!(told.contains(expected) && told.is_empty() == expected.is_empty(), "{amount}: {told}");
    }
    let untold = Transaction::read(r#"{"tranId":"T","tranStatus":"APPROVED"}"#).unwrap();
    assert_eq!(refusal(&REFUND, "5", &untold, Minor), "", "what is not known is the service's to decide");
    assert!(!refusal(&REFUND, "0", &untold, Minor).is_empty());
}

#[test]
fn a_capture_is_digits_up_to_the_original_amount() {
    let now = sale("EUR", "25.00", &[]);
    for amount in ["25", "25.00", "24.99", "0.01"] {
        assert_eq!(refusal(&CAPTURE, amount, &now, AmountUnit::Major), "", "{amount}");
    }
    for amount in ["12,5", "abc", "", "-5", "0", "1.005", "999999", "25.01", " 5", "1e1"] {
        let told = refusal(&CAPTURE, amount, &now, AmountUnit::Major);
        assert!(told.contains("At most 25 (25.00 EUR) can be captured. Leave it out"), "{amount}: {told}");
    }
}
