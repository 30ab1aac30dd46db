//! The demo month and the money calls, case by case.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tapline_contract::allowed::{self, Allowed};
use tapline_contract::endpoints::{
    EmailReceipt, EmailSettlements, GetSettlement, GetTransaction, ListTransactions, VoidTransaction,
};
use tapline_contract::transaction::Transaction;

use super::{app, ask, batches, capture, detail, list, refund, settle, sums_agree, text, value, void};
use crate::MONTH;
use crate::state::AppState;
use crate::terminal::Terminal;

#[test]
fn a_month_has_everything_that_is_to_be_shown() {
    let app = app(MONTH, 1);
    for state in 0..8 {
        assert!(!list(&app, json!({ "state": state })).is_empty(), "state {state}");
    }
    for settle in 0..3 {
        assert!(!list(&app, json!({ "settleState": settle })).is_empty(), "settleState {settle}");
    }
    let all = list(&app, json!({}));
    for key in ["sdkId", "paymentMethod", "cvmPerformed", "tranType"] {
        let values: BTreeSet<_> = all.iter().map(|record| text(record, key)).collect();
        let expected = match key {
            "sdkId" => 13,
            "paymentMethod" => 6,
            "cvmPerformed" => 4,
            _ => 3,
        };
        assert_eq!(values.len(), expected, "{key}: {values:?}");
    }
    let states: BTreeSet<_> = batches(&app).iter().map(|batch| batch["state"].to_string()).collect();
    assert_eq!(states.into_iter().collect::<Vec<_>>(), ["0", "1", "2"]);
    for seed in 1..6 {
        let partly = |record: &Value| {
            record["tranType"] == "REFUND" && {
                let sale = detail(&super::app(MONTH, seed), &text(record, "linkedTranId"));
                value(record) < value(&sale)
            }
        };
        assert!(list(&super::app(MONTH, seed), json!({})).iter().any(partly), "seed {seed}");
    }
}

#[test]
fn the_first_three_of_november_can_be_worked_with() {
    let app = app(MONTH, 3);
    let [sale, deposit, paid] = [1, 2, 3].map(|n| format!("T2026110100000{n}"));
    assert_eq!(detail(&app, &sale)["batchNo"], "B20261101001");
    assert_eq!(ask::<VoidTransaction>(&app, &sale, json!({ "adminPwd": "guess" })), Err(11_040));
    let voided = json!({ "currency": "EUR", "state": 4, "deviceId": "CD-H3N8T2WA", "refundAmount": 2380 });
    assert_eq!(void(&app, &sale), Ok(voided));
    assert_eq!(void(&app, &sale), Err(11_024));

    assert_eq!(capture(&app, &deposit, 18_001), Err(11_021));
    assert_eq!(capture(&app, &deposit, 12_000), Ok(json!({})));
    assert_eq!(capture(&app, &deposit, 1), Err(11_024));
    let batch = text(&detail(&app, &deposit), "batchNo");
    assert!(batch.starts_with("B20261120"), "{batch}");

    assert_eq!(void(&app, &paid), Err(11_024), "settled");
    assert_eq!(refund(&app, &paid, 5001), Err(11_021));
    let first = refund(&app, &paid, 2000).unwrap()["id"].as_u64().unwrap();
    assert_eq!(refund(&app, &paid, 3001), Err(11_021));
    refund(&app, &paid, 3000).unwrap();
    let refunded = detail(&app, &paid);
    assert_eq!(
        (&refunded["tranStatus"], &refunded["actions"][1]["reason"]),
        (&json!("REFUNDED"), &json!("Broken"))
    );
    assert_eq!(refund(&app, &paid, 1), Err(11_024));
    let refund = detail(&app, &format!("T{first}"));
    assert_eq!((&refund["linkedTranId"], &refund["tranType"]), (&json!(paid), &json!("REFUND")));
    void(&app, &format!("T{first}")).unwrap();
    assert_eq!(detail(&app, &paid)["tranStatus"], "APPROVED");

    assert_eq!(settle(&app, "B20261101001"), Ok(json!({ "id": 20_261_101_001_u64 })));
    assert_eq!(settle(&app, "B20261101001"), Err(11_024));
    let batch = ask::<GetSettlement>(&app, "B20261101001", Value::Null).unwrap();
    assert_eq!((&batch["state"], batch["successTime"].is_string()), (&json!(1), true));
    sums_agree(&app);
}

type DeskCall = fn(&AppState, &str) -> Result<Value, u32>;

/// The service refuses every call that the desk's predicates rule out.
#[test]
fn what_the_desk_rules_out_is_refused() {
    let app = app(400, 2);
    for listed in list(&app, json!({})) {
        let id = text(&listed, "tranId");
        let record: Transaction = serde_json::from_value(detail(&app, &id)).unwrap();
        let calls: [(Allowed, DeskCall); 3] = [
            (allowed::void(&record), void),
            (allowed::refund(&record), |app, id| refund(app, id, 1)),
            (allowed::capture(&record), |app, id| capture(app, id, 1)),
        ];
        for (verdict, call) in calls.into_iter().filter(|(verdict, _)| !verdict.may_be_tried()) {
            assert_eq!(call(&app, &id), Err(11_024), "{verdict:?} {listed}");
        }
    }
}

#[test]
fn a_terminal_has_an_open_batch_after_settling() {
    let app = app(MONTH, 1);
    let open = |app: &AppState| {
        let all = batches(app).into_iter();
        let own = all.filter(|batch| {
            batch["acquirerTid"] == Terminal::by_number(0).acq_tid.as_str() && batch["state"] == 0
        });
        own.map(|batch| text(&batch, "batchId")).collect::<Vec<_>>()
    };
    for batch in open(&app) {
        settle(&app, &batch).unwrap();
    }
    let next = open(&app);
    assert_eq!(next.len(), 1);
    assert_eq!(settle(&app, &next[0]), Err(11_024), "it has no transactions");
}

#[test]
fn filters_find_what_they_name() {
    let app = app(MONTH, 1);
    let one = &list(&app, json!({ "state": 2 }))[40];
    let (id, rrn, device) = (text(one, "tranId"), text(one, "rrn"), text(one, "sdkId"));
    assert_eq!(list(&app, json!({ "transactionId": id })), std::slice::from_ref(one));
    let both = json!({ "acquirerRefNo": rrn, "deviceId": device });
    assert_eq!(list(&app, both), std::slice::from_ref(one));
    let own =
        list(&app, json!({ "deviceId": device, "createdStart": "2026-11-01", "createdEnd": "2026-11-02" }));
    assert!(own.iter().all(|record| text(record, "sdkId") == device));
    assert!(own.iter().all(|record| ["T20261101", "T20261102"].contains(&&text(record, "tranId")[..9])));
    let moved = |id| list(&app, json!({ "deviceId": id }));
    let (first, second) = (moved("SDK-62D1E4F2"), moved("SDK-62D1E50A"));
    assert!(!first.is_empty() && !second.is_empty());
    assert_eq!(moved("CD-T5W9C2LH"), [second, first].concat(), "both installations, the newer one first");
    let whole = list(&app, json!({}));
    assert!(whole.windows(2).all(|pair| text(&pair[0], "tranId") > text(&pair[1], "tranId")), "newest first");
    for nothing in
        [json!({ "transactionId": "T1" }), json!({ "deviceId": "SDK-0" }), json!({ "acquirerRefNo": "" })]
    {
        assert_eq!(list(&app, nothing), [] as [Value; 0]);
    }
    let unreadable = json!({ "createdStart": "01.11.2026" });
    assert_eq!(ask::<ListTransactions>(&app, "", unreadable), Err(10_000));
    assert_eq!(ask::<GetTransaction>(&app, "T20261101999999", Value::Null), Err(11_001));
}

#[test]
fn letters_are_counted_and_not_kept() {
    let app = app(MONTH, 1);
    let receipt = |email: &str| ask::<EmailReceipt>(&app, "T20261101000001", json!({ "email": email }));
    assert_eq!((receipt("anna@shop.example"), receipt("anna")), (Ok(Value::Null), Err(11_021)));
    let report = |ids: &str, merchant: &str| {
        let body = json!({ "batchIds": ids, "email": "anna@shop.example", "mchId": merchant });
        ask::<EmailSettlements>(&app, "", body)
    };
    let known = r#"[{"batchId":"B20261101001"}]"#;
    assert_eq!(report(known, "M100000001"), Ok(Value::Null));
    assert_eq!(report(known, "M100000002"), Err(11_021));
    for ids in ["[]", "B20261101001", r#"[{"batchId":"B20261101999"}]"#, r#"["B20261101001"]"#] {
        assert_eq!(report(ids, "M100000001"), Err(11_021), "{ids}");
    }
    assert_eq!(app.store().mails().unwrap(), 2);
}
