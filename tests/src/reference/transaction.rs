//! Service document, "Transactions".

use serde_json::{Value, json};

use super::colleague::write_reason;
use super::operation::{Class, Operation, Parameter as P, READ};
use super::shape::{Shape, optional, required};
use super::world::{ReferenceCall, Reply, World, find, is, page, without};

/// Names of the `state` query codes, by code.
const STATES: [&str; 8] =
    ["INIT", "PROCESSING", "APPROVED", "DECLINED", "VOIDED", "REFUNDED", "CLOSED", "REVERSED"];

pub(super) const LIST: Operation = Operation {
    name: "ListTransactions",
    path: "/api/v2/order",
    input: r#"{"createdStart":"2026-11-01","createdEnd":"2026-11-20","pageSize":5,"pageNumber":2}"#,
    query: &[
        ("createdStart", P::Date),
        ("createdEnd", P::Date),
        ("transactionId", P::Text),
        ("acquirerRefNo", P::Text),
        ("deviceId", P::Text),
        ("pageSize", P::PageSizeOrAll),
        ("pageNumber", P::PageNumber),
        ("settleState", P::OneOf(&["0", "1", "2"])),
        ("state", P::OneOf(&["0", "1", "2", "3", "4", "5", "6", "7"])),
    ],
    act: list,
    ..READ
};

pub(super) const GET: Operation = Operation {
    name: "GetTransaction",
    path: "/api/v2/order/{transactionId}",
    id: Some("T1001"),
    act: |world, call| {
        find(&mut world.transactions, "tranId", &call.id)
            .map_or_else(Reply::missing, |t| Reply::data(t.clone()))
    },
    ..READ
};

pub(super) const EMAIL: Operation = Operation {
    name: "EmailReceipt",
    class: Class::Effect,
    method: "POST",
    path: "/api/v2/order/email/{transactionId}",
    id: Some("T1001"),
    input: r#"{"email":"guest@example.com"}"#,
    body: Some(Shape::Only(&[required("email", Shape::Text)])),
    act: |world, call| {
        if find(&mut world.transactions, "tranId", &call.id).is_none() {
            return Reply::missing();
        }
        world.effects.push(format!("receipt {} {}", call.id, call.input["email"]));
        Reply::done()
    },
    ..READ
};

pub(super) const VOID: Operation = Operation {
    name: "VoidTransaction",
    class: Class::Money,
    method: "POST",
    path: "/api/v2/order/void/{transactionId}",
    id: Some("T1001"),
    input: r#"{"adminPwd":"correct horse"}"#,
    body: Some(Shape::Only(&[required("adminPwd", Shape::Text)])),
    act: |world, call| {
        let Some(voided) = act(world, &call.id, "VOID", "", None, Some("VOIDED")) else {
            return Reply::missing();
        };
        let (currency, value) = (&voided["amount"]["currency"], &voided["amount"]["value"]);
        Reply::data(
            json!({"currency": currency, "state": world.void_state, "deviceId": voided["sdkId"], "refundAmount": value}),
        )
    },
    ..READ
};

pub(super) const REFUND: Operation = Operation {
    name: "RefundTransaction",
    class: Class::Money,
    method: "POST",
    path: "/api/v2/order/refund/{transactionId}",
    id: Some("T1002"),
    input: r#"{"refundAmount":500,"refundReason":"Broken glass","adminPwd":"correct horse"}"#,
    body: Some(Shape::Only(&[
        required("refundAmount", Shape::Number),
        required("refundReason", Shape::Text),
        required("adminPwd", Shape::Text),
    ])),
    act: |world, call| {
        let (amount, reason) = (call.input["refundAmount"].clone(), call.input["refundReason"].as_str());
        let refunded =
            act(world, &call.id, "REFUND", reason.unwrap_or_default(), Some(amount), Some("REFUNDED"));
        if refunded.is_none() {
            return Reply::missing();
        }
        Reply::data(json!({"id": world.next()}))
    },
    ..READ
};

pub(super) const CAPTURE: Operation = Operation {
    name: "CaptureTransaction",
    class: Class::Money,
    method: "POST",
    path: "/api/v2/order/capture/{transactionId}",
    id: Some("T1003"),
    input: r#"{"amount":"1500"}"#,
    body: Some(Shape::Only(&[optional("amount", Shape::Digits)])),
    act: |world, call| {
        let amount = call.input["amount"].as_str().and_then(|text| serde_json::from_str(text).ok());
        match act(world, &call.id, "CAPTURE", "", amount, None) {
            Some(_) => Reply::data(json!({})),
            None => Reply::missing(),
        }
    },
    ..READ
};

/// Adds an action of the whole amount, or of this one. The transaction as it is then.
pub(super) fn act(
    world: &mut World,
    id: &str,
    kind: &str,
    reason: &str,
    value: Option<Value>,
    status: Option<&str>,
) -> Option<Value> {
    let (action, reasons) = (format!("A{}", world.next()), world.reasons);
    let transaction = find(&mut world.transactions, "tranId", id)?;
    let mut amount = transaction["amount"].clone();
    if let Some(value) = value {
        amount["value"] = value;
    }
    let actions = transaction["actions"].as_array_mut()?;
    let trace = format!("{:06}", actions.len() + 1);
    let mut action = json!({
        "tranId": id, "actionType": kind, "amount": amount, "trace": trace,
        "actionStatus": "APPROVED", "hostRespCode": "00", "actionId": action,
    });
    write_reason(&mut action, reasons, reason);
    actions.push(action);
    if let Some(status) = status {
        transaction["tranStatus"] = Value::from(status);
    }
    Some(transaction.clone())
}

/// The record holds no time and no settlement state: those filters let everything pass.
fn list(world: &mut World, call: &ReferenceCall) -> Reply {
    let wanted = |record: &Value, query: &str, key: &str| {
        call.input[query].as_str().is_none_or(|value| is(record, key, value))
    };
    let state = call.input["state"].as_str().and_then(|code| code.parse::<usize>().ok());
    let in_state = |record: &Value| state.is_none_or(|code| is(record, "tranStatus", STATES[code]));
    let found = world.transactions.iter().filter(|record| {
        wanted(record, "transactionId", "tranId")
            && wanted(record, "acquirerRefNo", "rrn")
            && wanted(record, "deviceId", "sdkId")
            && in_state(record)
    });
    let records = found.map(|record| without(record, &["callbackUrl", "actions"])).collect();
    Reply::data(page(records, &call.input))
}

/// 23 of them, T1001 to T1023. T1003 is an authorisation.
pub(super) fn start() -> Vec<Value> {
    let one = |number: u64| {
        let id = format!("T{}", 1000 + number);
        let kind = if number == 3 { "PRE_AUTH" } else { "SALE" };
        let amount = json!({"currency": "EUR", "value": 1000 + 250 * number});
        json!({
            "tranId": id, "amount": amount, "approvalCode": format!("{:06}", 40_000 + number), "batchNo": "000017",
            "cvmPerformed": "NO_CVM", "appName": "VISA CREDIT", "linkedTranId": "", "mchName": "Harbour Café",
            "tsi": "E800", "acqTid": "30010001", "rrn": format!("6325{:08}", number), "tc": "8F3A5C7D9E1B2A40",
            "tranStatus": "APPROVED", "tranType": kind, "atc": "01A4", "tvr": "0000008000",
            "trace": format!("{number:06}"), "acqMid": "300100010001", "accountMasked": "476173******0119",
            "sdkId": "SDK-77", "paymentMethod": "01", "hostMessageFormat": "ISO8583", "aid": "A0000000031010",
            "entryMode": "CONTACTLESS", "callbackUrl": "https://shop.example/done",
            "actions": [{
                "tranId": id, "actionType": kind, "reason": "", "amount": amount, "trace": format!("{number:06}"),
                "actionStatus": "APPROVED", "hostRespCode": "00", "actionId": format!("A{number}"),
            }],
        })
    };
    (1..=23).map(one).collect()
}
