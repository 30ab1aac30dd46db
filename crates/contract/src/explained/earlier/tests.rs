use serde_json::json;
use tapline_emv::{Currency, Scheme};

use super::*;
use crate::emv_config::EmvConfig;
use crate::explained::since::tests::{config, params, row};
use crate::explained::tests::connection;
use crate::explained::{Explained, LinkedRecords, candidates, explain};
use crate::history::Change;
use crate::record::Record as _;

fn sale(amount: u64, cvm: &str, created: &str) -> Transaction {
    let raw = json!({
        "tranId": "T", "paymentMethod": "01", "aid": "A0000000031010", "entryMode": "NFC", "tranStatus": "APPROVED",
        "cvmPerformed": cvm, "amount": { "currency": "EUR", "value": amount }, "createdAt": created,
    });
    Transaction::read(&raw.to_string()).unwrap()
}

fn explained(record: &Transaction, now: EmvConfig, history: &[Change]) -> Explained {
    let (connection, limits_in) = (connection(), Currency::euro());
    let found = candidates(record, Scheme::Visa, &[now], LinkedRecords::default());
    let local = |at: &str| timestamp::utc(at).unwrap();
    let around =
        Around { connection: &connection, limits_in: &limits_in, found: &found, history, local, again: None };
    explain(record, around)
}

fn leads_with_the_change(explained: &Explained) -> bool {
    let first = explained.decision.causes.first();
    first.is_some_and(|cause| matches!(cause.fact, CauseFact::ChangedSince { .. }))
}

#[test]
fn a_change_on_this_computer_that_explains_the_sale_is_the_first_cause() {
    let change = [row("UpdateEmv", 12, "2026-11-05T12:01:07Z", 5_000, &params(0, 20_000, 25_000), "applied")];
    let of = |created: &str, amount, cvm: &str| {
        explained(&sale(amount, cvm, created), config(12, 20_000), &change)
    };
    for created in ["", "2026-11-03T12:00:00Z"] {
        let explained = of(created, 11_000, "PIN");
        assert!(leads_with_the_change(&explained), "{created}: {:?}", explained.decision);
        assert_eq!((explained.decision.certainty, explained.decision.change), (Certainty::Likely, None));
    }
    // A change before the sale, values that explain nothing, and a sale that the values of now explain.
    for (created, amount, cvm) in [
        ("2026-11-09T12:00:00Z", 11_000, "PIN"),
        ("", 2_310, "PIN"),
        ("", 22_000, "PIN"),
        ("", 900, "NO_CVM"),
    ] {
        assert!(!leads_with_the_change(&of(created, amount, cvm)), "{created} {amount}");
    }
}
