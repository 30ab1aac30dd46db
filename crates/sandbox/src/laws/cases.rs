//! The demo month and the money calls, case by case.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tapline_contract::allowed::{self, Allowed};
use tapline_contract::endpoints::{
    EmailReceipt, EmailSettlements, GetSettlement, GetTransaction, ListTransactions, VoidTransaction,
};
use tapline_contract::transaction::Transaction;

use super::{ask, batches, capture, detail, list, refund, settle, sums_agree, text, value, void, world};
use crate::MONTH;
use crate::terminal::Terminal;
use crate::world::World;

#[test]
fn a_month_has_everything_that_is_to_be_shown() {
    let world = world(MONTH, 1);
    for state in 0..8 {
        assert!(!list(&world, json!({ "state": state })).is_empty(), "state {state}");
    }
    for settle in 0..3 {
        assert!(!list(&world, json!({ "settleState": settle })).is_empty(), "settleState {settle}");
    }
    let all = list(&world, json!({}));
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
    let states: BTreeSet<_> = batches(&world).iter().map(|batch| batch["state"].to_string()).collect();
    assert_eq!(states.into_iter().collect::<Vec<_>>(), ["0", "1", "2"]);
    for seed in 1..6 {
        let partly = |record: &Value| {
            record["tranType"] == "REFUND" && {
                let sale = detail(&super::world(MONTH, seed), &text(record, "linkedTranId"));
                value(record) < value(&sale)
            }
        };
        assert!(list(&super::world(MONTH, seed), json!({})).iter().any(partly), "seed {seed}");
    }
}

#[test]
fn the_first_three_of_november_can_be_worked_with() {
    let world = world(MONTH, 3);
    let [sale, deposit, paid] = [1, 2, 3].map(|n| format!("T2026110100000{n}"));
    assert_eq!(detail(&world, &sale)["batchNo"], "B20261101001");
    assert_eq!(ask::<VoidTransaction>(&world, &sale, json!({ "adminPwd": "guess" })), Err(11_040));
    let voided = json!({ "currency": "EUR", "state": 4, "deviceId": "CD-H3N8T2WA", "refundAmount": 2380 });
    assert_eq!(void(&world, &sale), Ok(voided));
    assert_eq!(void(&world, &sale), Err(11_024));

    assert_eq!(capture(&world, &deposit, 18_001), Err(11_021));
    assert_eq!(capture(&world, &deposit, 12_000), Ok(json!({})));
    assert_eq!(capture(&world, &deposit, 1), Err(11_024));
    let batch = text(&detail(&world, &deposit), "batchNo");
    assert!(batch.starts_with("B20261120"), "{batch}");

    assert_eq!(void(&world, &paid), Err(11_024), "settled");
    assert_eq!(refund(&world, &paid, 5001), Err(11_021));
    let first = refund(&world, &paid, 2000).unwrap()["id"].as_u64().unwrap();
    assert_eq!(refund(&world, &paid, 3001), Err(11_021));
    refund(&world, &paid, 3000).unwrap();
    let refunded = detail(&world, &paid);
    assert_eq!(
        (&refunded["tranStatus"], &refunded["actions"][1]["reason"]),
        (&json!("REFUNDED"), &json!("Broken"))
    );
    assert_eq!(refund(&world, &paid, 1), Err(11_024));
    let refund = detail(&world, &format!("T{first}"));
    assert_eq!((&refund["linkedTranId"], &refund["tranType"]), (&json!(paid), &json!("REFUND")));
    void(&world, &format!("T{first}")).unwrap();
    assert_eq!(detail(&world, &paid)["tranStatus"], "APPROVED");

    assert_eq!(settle(&world, "B20261101001"), Ok(json!({ "id": 20_261_101_001_u64 })));
    assert_eq!(settle(&world, "B20261101001"), Err(11_024));
    let batch = ask::<GetSettlement>(&world, "B20261101001", Value::Null).unwrap();
    assert_eq!((&batch["state"], batch["successTime"].is_string()), (&json!(1), true));
    sums_agree(&world);
}

type Asked = fn(&World, &str) -> Result<Value, u32>;

/// What the desk's predicates call impossible, the service refuses too.
#[test]
fn what_the_desk_rules_out_is_refused() {
    let world = world(400, 2);
    for listed in list(&world, json!({})) {
        let id = text(&listed, "tranId");
        let record: Transaction = serde_json::from_value(detail(&world, &id)).unwrap();
        let calls: [(Allowed, Asked); 3] = [
            (allowed::void(&record), void),
            (allowed::refund(&record), |world, id| refund(world, id, 1)),
            (allowed::capture(&record), |world, id| capture(world, id, 1)),
        ];
        for (verdict, call) in calls.into_iter().filter(|(verdict, _)| !verdict.may_be_tried()) {
            assert_eq!(call(&world, &id), Err(11_024), "{verdict:?} {listed}");
        }
    }
}

#[test]
fn a_terminal_has_an_open_batch_after_settling() {
    let world = world(MONTH, 1);
    let open = |world: &World| {
        let all = batches(world).into_iter();
        let own = all
            .filter(|batch| batch["acquirerTid"] == Terminal::of(0).acq_tid.as_str() && batch["state"] == 0);
        own.map(|batch| text(&batch, "batchId")).collect::<Vec<_>>()
    };
    for batch in open(&world) {
        settle(&world, &batch).unwrap();
    }
    let next = open(&world);
    assert_eq!(next.len(), 1);
    assert_eq!(settle(&world, &next[0]), Err(11_024), "it has no transactions");
}

#[test]
fn filters_find_what_they_name() {
    let world = world(MONTH, 1);
    let one = &list(&world, json!({ "state": 2 }))[40];
    let (id, rrn, device) = (text(one, "tranId"), text(one, "rrn"), text(one, "sdkId"));
    assert_eq!(list(&world, json!({ "transactionId": id })), std::slice::from_ref(one));
    let both = json!({ "acquirerRefNo": rrn, "deviceId": device });
    assert_eq!(list(&world, both), std::slice::from_ref(one));
    let own =
        list(&world, json!({ "deviceId": device, "createdStart": "2026-11-01", "createdEnd": "2026-11-02" }));
    assert!(own.iter().all(|record| text(record, "sdkId") == device));
    assert!(own.iter().all(|record| ["T20261101", "T20261102"].contains(&&text(record, "tranId")[..9])));
    let moved = |id| list(&world, json!({ "deviceId": id }));
    let (first, second) = (moved("SDK-62D1E4F2"), moved("SDK-62D1E50A"));
    assert!(!first.is_empty() && !second.is_empty());
    assert_eq!(moved("CD-T5W9C2LH"), [second, first].concat(), "both installations, the newer one first");
    let whole = list(&world, json!({}));
    assert!(whole.windows(2).all(|pair| text(&pair[0], "tranId") > text(&pair[1], "tranId")), "newest first");
    for nothing in
        [json!({ "transactionId": "T1" }), json!({ "deviceId": "SDK-0" }), json!({ "acquirerRefNo": "" })]
    {
        assert_eq!(list(&world, nothing), [] as [Value; 0]);
    }
    let unreadable = json!({ "createdStart": "01.11.2026" });
    assert_eq!(ask::<ListTransactions>(&world, "", unreadable), Err(10_000));
    assert_eq!(ask::<GetTransaction>(&world, "T20261101999999", Value::Null), Err(11_001));
}

#[test]
fn letters_are_counted_and_not_kept() {
    let world = world(MONTH, 1);
    let receipt = |email: &str| ask::<EmailReceipt>(&world, "T20261101000001", json!({ "email": email }));
    assert_eq!((receipt("anna@shop.example"), receipt("anna")), (Ok(Value::Null), Err(11_021)));
    let report = |ids: &str, merchant: &str| {
        let body = json!({ "batchIds": ids, "email": "anna@shop.example", "mchId": merchant });
        ask::<EmailSettlements>(&world, "", body)
    };
    let known = r#"[{"batchId":"B20261101001"}]"#;
    assert_eq!(report(known, "M100000001"), Ok(Value::Null));
    assert_eq!(report(known, "M100000002"), Err(11_021));
    for ids in ["[]", "B20261101001", r#"[{"batchId":"B20261101999"}]"#, r#"["B20261101001"]"#] {
        assert_eq!(report(ids, "M100000001"), Err(11_021), "{ids}");
    }
    assert_eq!(world.store().mails().unwrap(), 2);
}
