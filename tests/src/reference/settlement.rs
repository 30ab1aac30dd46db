//! Service document, "Settlements".

use serde_json::{Value, json};

use super::operation::{Class, Operation, Parameter as P, READ};
use super::shape::{Shape, required};
use super::world::{Reply, find, is, page, without};

pub(super) const LIST: Operation = Operation {
    name: "ListSettlements",
    path: "/api/v2/settlement",
    input: r#"{"createdStart":"2026-11-01","createdEnd":"2026-11-20","pageSize":-1,"pageNumber":1}"#,
    query: &[
        ("createdStart", P::Date),
        ("createdEnd", P::Date),
        ("batchId", P::Text),
        ("pageSize", P::PageSizeOrAll),
        ("pageNumber", P::PageNumber),
    ],
    act: |world, call| {
        let of_batch =
            |record: &&Value| call.input["batchId"].as_str().is_none_or(|batch| is(record, "batchId", batch));
        // ISO 8601 sorts as text, and a date is the beginning of a time.
        let within = |record: &&Value| {
            let day = record["createdAt"].as_str().and_then(|time| time.get(..10)).unwrap_or_default();
            let [start, end] = ["createdStart", "createdEnd"].map(|name| call.input[name].as_str());
            start.is_none_or(|start| day >= start) && end.is_none_or(|end| day <= end)
        };
        let found = world.batches.iter().filter(of_batch).filter(within);
        let records: Vec<_> = found.map(|record| without(record, &["successTime", "transactions"])).collect();
        let total = records.len();
        let mut page = page(records, &call.input);
        let size = call.input["pageSize"].as_str().and_then(|size| size.parse::<usize>().ok());
        let size = size.unwrap_or(if call.input["pageSize"] == "-1" { total.max(1) } else { 10 });
        page["pages"] = json!(total.div_ceil(size));
        page["size"] = json!(size);
        Reply::data(page)
    },
    ..READ
};

pub(super) const GET: Operation = Operation {
    name: "GetSettlement",
    path: "/api/v2/settlement/{batchId}",
    id: Some("B17"),
    act: |world, call| {
        let found = find(&mut world.batches, "batchId", &call.id);
        found.map_or_else(Reply::missing, |batch| Reply::data(without(batch, &["updatedAt"])))
    },
    ..READ
};

pub(super) const SETTLE: Operation = Operation {
    name: "Settle",
    class: Class::Money,
    method: "POST",
    path: "/api/v2/settlement/settle",
    input: r#"{"batchId":"B17"}"#,
    body: Some(Shape::Only(&[required("batchId", Shape::Text)])),
    act: |world, call| {
        let batch = call.input["batchId"].as_str().unwrap_or_default();
        if find(&mut world.batches, "batchId", batch).is_none() {
            return Reply::missing();
        }
        world.settle(batch);
        let id = world.next();
        Reply::data(json!({"id": id}))
    },
    ..READ
};

const BATCHES: Shape = Shape::List(&Shape::Only(&[required("batchId", Shape::Text)]));

pub(super) const EMAIL: Operation = Operation {
    name: "EmailSettlements",
    class: Class::Effect,
    method: "POST",
    path: "/api/v2/settlement/email",
    input: r#"{"batchIds":"[{\"batchId\":\"B17\"}]","email":"books@example.com","mchId":"M100"}"#,
    body: Some(Shape::Only(&[
        required("batchIds", Shape::Encoded(&BATCHES)),
        required("email", Shape::Text),
        required("mchId", Shape::Text),
    ])),
    act: |world, call| {
        world.effects.push(format!("report {} {}", call.input["batchIds"], call.input["email"]));
        Reply::done()
    },
    ..READ
};

/// B15 to B17, the last one open.
pub(super) fn start() -> Vec<Value> {
    let one = |number: u64| {
        let time = format!("2026-11-{number}T21:30:00Z");
        json!({
            "uuid": format!("5f0c2a70-0000-4000-8000-0000000000{number}"), "batchId": format!("B{number}"),
            "paymentAmt": 182_550, "refundAmt": 1200, "voidAmt": 990, "paymentCount": 61, "refundCount": 1,
            "voidCount": 1, "profileName": "Card gateway", "profileMessage": "ISO8583",
            "acquirerMid": "300100010001", "acquirerTid": "30010001", "acquirerRefNo": format!("R{number}"),
            "acquirerCode": "ACQ1", "mchName": "Harbour Café", "currency": "EUR",
            "state": if number == 17 { 1 } else { 2 }, "createdAt": time, "updatedAt": time, "successTime": time,
            "transactions": [
                {"amount": 182_550, "transType": "SALE", "count": 61, "paymentMethod": "01"},
                {"amount": 1200, "transType": "REFUND", "count": 1, "paymentMethod": "01"},
            ],
        })
    };
    (15..=17).map(one).collect()
}
