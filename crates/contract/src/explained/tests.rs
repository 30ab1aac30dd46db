use serde_json::{Value, json};
use tapline_emv::{Currency, Scheme};
use tapline_explain::decision::{CauseFact, Decider, DeclineReason, FollowUpResult, Headline, NextStep};
use tapline_explain::facts::NoAmount;

use super::{Around, Candidates, Explained, explain, last_four, tvr_of};
use crate::connection::{Connection, Environment, UnitKnown};
use crate::record::Record;
use crate::transaction::Transaction;

pub(super) fn connection() -> Connection {
    Connection { environment: Environment::Sandbox, ..Connection::example() }
}

/// A declined Visa tap of 62.00 EUR with host code 51, with these members in place of its own.
fn record(change: &Value) -> Transaction {
    let mut raw = json!({
        "tranId": "T", "paymentMethod": "01", "aid": "A0000000031010", "entryMode": "NFC", "tranStatus": "DECLINED",
        "tranType": "SALE", "tvr": "0000048000", "cvmPerformed": "PIN", "amount": { "currency": "EUR", "value": 6200 },
        "actions": [{ "actionType": "SALE", "actionStatus": "DECLINED", "hostRespCode": "51" }],
    });
    for (name, value) in change.as_object().unwrap() {
        raw[name] = value.clone();
    }
    Transaction::read(&raw.to_string()).unwrap()
}

fn explained(record: &Transaction, unit_known: UnitKnown) -> Explained {
    let connection = Connection { unit_known, ..connection() };
    let found = Candidates::none();
    let (limits_in, local): (_, super::LocalTime) = (Currency::euro(), str::to_owned);
    let around = Around {
        connection: &connection,
        limits_in: &limits_in,
        found: &found,
        history: &[],
        local,
        again: None,
    };
    explain(record, around)
}

fn confirmed(change: &Value) -> Explained {
    explained(&record(change), UnitKnown::Confirmed)
}

#[test]
fn an_amount_that_cannot_be_compared_keeps_its_reason_and_the_decision() {
    let money = |currency: &str, value: Value| json!({ "currency": currency, "value": value });
    let unknown = |given: &str, likely| NoAmount::UnknownCurrency { given: given.to_owned(), likely };
    let ok = UnitKnown::Confirmed;
    for (amount, unit_known, reason) in [
        (Value::Null, ok, NoAmount::Missing),
        (money("EUR", Value::Null), ok, NoAmount::Missing),
        (money("EUR", 62.5.into()), ok, NoAmount::Unreadable),
        (money("978", 6_200.into()), ok, unknown("978", Some("EUR"))),
        (money("13", 6_200.into()), ok, unknown("13", None)),
        (money("EUR", 6_200.into()), UnitKnown::No, NoAmount::UnitUnknown),
        (money("EUR", 6_200.into()), UnitKnown::Contradicted, NoAmount::UnitContradicted),
    ] {
        let explained = explained(&record(&json!({ "amount": amount })), unit_known);
        assert_eq!(explained.sale.amount, Err(reason));
        let declined = Headline::Declined { by: Decider::Bank, reason: DeclineReason::InsufficientFunds };
        assert_eq!(explained.decision.headline, declined);
    }
    // Without a code it is in the connection's currency.
    assert!(confirmed(&json!({ "amount": { "value": 6_200 } })).sale.amount.is_ok());
}

#[test]
fn a_later_step_answers_for_itself_alone() {
    let action = |kind: &str, status: &str, code: &str| json!({ "actionType": kind, "actionStatus": status, "hostRespCode": code });
    let declined = confirmed(
        &json!({ "actions": [action("SALE", "DECLINED", "51"), action("VOID", "APPROVED", "00")] }),
    );
    assert_eq!(declined.sale.host_codes, ["51"]);
    assert_eq!(declined.sale.later.len(), 1);
    let refused = confirmed(&json!({
        "tranStatus": "APPROVED", "actions": [action("SALE", "APPROVED", "00"), action("LINK_REFUND", "DECLINED", "57")],
    }));
    assert!(!refused.decision.is_declined(), "{:?}", refused.decision);
    let later = |cause: &tapline_explain::decision::Cause| matches!(cause.fact, CauseFact::Later { .. });
    assert!(refused.decision.causes.iter().any(later), "{:?}", refused.decision.causes);
}

#[test]
fn a_follow_up_is_no_sale_and_is_looked_up_before_it_is_tried_again() {
    let void = confirmed(
        &json!({ "tranType": "VOID", "actions": [{ "actionType": "VOID", "hostRespCode": "12" }] }),
    );
    assert!(
        matches!(void.decision.headline, Headline::FollowUp { result: FollowUpResult::Declined, .. }),
        "{:?}",
        void.decision
    );
    assert_eq!(void.decision.next, NextStep::LookUpFirst);
}

#[test]
fn relay_bits_are_those_of_a_mastercard_tap() {
    let names = |method: &str, aid: &str, entry: &str| {
        let record =
            record(&json!({ "paymentMethod": method, "aid": aid, "entryMode": entry, "tvr": "0000000008" }));
        format!("{:?}", tvr_of(&record))
    };
    let tap = names("02", "A0000000041010", "NFC");
    assert_ne!(tap, names("02", "A0000000041010", "EMV_CONTACT"));
    assert_ne!(tap, names("01", "A0000000031010", "NFC"));
}

#[test]
fn a_refunded_sale_and_a_card_of_another_scheme_are_known_as_such() {
    let refunded = confirmed(&json!({ "tranStatus": "REFUNDED", "actions": [] }));
    assert_eq!(refunded.decision.headline, Headline::Refunded);
    let refund = json!([{ "actionType": "REFUND", "actionStatus": "APPROVED", "amount": { "currency": "EUR", "value": 1 } }]);
    let part = confirmed(&json!({ "tranStatus": "REFUNDED", "actions": refund }));
    assert_eq!(part.decision.headline, Headline::RefundedInPart);
    assert_eq!(confirmed(&json!({ "aid": "A0000000043060" })).sale.scheme, Some(Scheme::Mastercard));
    assert_eq!(confirmed(&json!({ "aid": "A0000003591010028001", "paymentMethod": "A2" })).sale.scheme, None);
}

#[test]
fn four_digits_are_all_that_is_shown_of_a_card() {
    for (masked, expected) in [
        ("411111******1111", Some("1111")),
        ("**** 0042 ", Some("0042")),
        ("****", None),
        ("123", None),
        ("", None),
        ("12é45", None),
    ] {
        assert_eq!(last_four(masked), expected, "{masked}");
    }
}
