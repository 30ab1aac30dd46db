//! Service document, "EMV configuration".

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::operation::{Class, Operation, Parameter as P, READ};
use super::shape::{Member, Shape, optional, required};
use super::world::{ReferenceCall, Reply, find, is, page, write};

/// Known parameters have their types; a record may hold others, which go back as they came.
const PARAMS: [Member; 13] = [
    optional("aid", Shape::Text),
    optional("appVersion", Shape::Text),
    optional("terminalTransactionQualifiers", Shape::Text),
    optional("clFloorLimit", Shape::Number),
    optional("clTransLimit", Shape::Number),
    optional("clCVMLimit", Shape::Number),
    optional("terminalRiskMgmtData", Shape::Text),
    optional("defaultDDOL", Shape::Text),
    optional("defaultTDOL", Shape::Text),
    optional("kernelConfiguration", Shape::Text),
    optional("isNewCVMRuleForMC", Shape::Flag),
    optional("cvmCapabilityCVMRequired", Shape::Text),
    optional("cvmCapabilityNoCVM", Shape::Text),
];

const BODY: Shape = Shape::Only(&[
    required("params", Shape::With(&PARAMS)),
    required("emvName", Shape::Text),
    required("paymentMethod", Shape::Text),
]);

const THEIRS: &str = r#"{"params":{"aid":"A0000000031010","clFloorLimit":0,"clTransLimit":30000,"clCVMLimit":7700},"emvName":"EMV 12","paymentMethod":"01"}"#;

pub(super) const LIST: Operation = Operation {
    name: "ListEmv",
    path: "/api/v2/emv",
    input: r#"{"pageSize":-1}"#,
    query: &[("pageSize", P::PageSizeOrAll), ("pageNumber", P::PageNumber)],
    act: |world, call| Reply::data(page(world.emv.clone(), &call.input)),
    ..READ
};

pub(super) const CREATE: Operation = Operation {
    name: "CreateEmv",
    class: Class::Create,
    method: "POST",
    path: "/api/v2/emv",
    input: r#"{"params":{"aid":"A0000000041010","clFloorLimit":0,"clTransLimit":25000,"clCVMLimit":5000,"isNewCVMRuleForMC":true},"emvName":"Brand new","paymentMethod":"02"}"#,
    body: Some(BODY),
    act: |world, call| {
        let id = world.next();
        let now = format!("{}+0000", world.now());
        let mut record =
            json!({"id": id, "groupId": "group-7", "emvVersion": "1", "createdAt": now, "updatedAt": now});
        write(&mut record, &written(call));
        world.emv.push(record);
        Reply::data(json!({"id": id}))
    },
    ..READ
};

pub(super) const UPDATE: Operation = Operation {
    name: "UpdateEmv",
    class: Class::Absolute,
    method: "PUT",
    path: "/api/v2/emv/{emvId}",
    id: Some("12"),
    input: r#"{"params":{"aid":"A0000000031010","clFloorLimit":0,"clTransLimit":20000,"clCVMLimit":5000},"emvName":"EMV 12","paymentMethod":"01"}"#,
    theirs: Some(("UpdateEmv", THEIRS)),
    body: Some(BODY),
    act: |world, call| {
        let now = format!("{}+0000", world.now());
        let Some(record) = find(&mut world.emv, "id", &call.id) else { return Reply::missing() };
        write(record, &written(call));
        record["updatedAt"] = json!(now);
        Reply::data(json!({"id": record["id"]}))
    },
    ..READ
};

pub(super) const DELETE: Operation = Operation {
    name: "DeleteEmv",
    class: Class::Delete,
    method: "DELETE",
    path: "/api/v2/emv/{emvId}",
    id: Some("12"),
    theirs: Some(("UpdateEmv", THEIRS)),
    act: |world, call| {
        let before = world.emv.len();
        world.emv.retain(|record| !is(record, "id", &call.id));
        if world.emv.len() == before { Reply::missing() } else { Reply::empty() }
    },
    ..READ
};

/// The fields of the record that a body writes; the parameters in the writer's own spelling.
fn written(call: &ReferenceCall) -> Value {
    #[derive(Deserialize)]
    struct Params<'a> {
        #[serde(borrow)]
        params: &'a RawValue,
    }
    let params = serde_json::from_str::<Params<'_>>(&call.text).map(|body| body.params.get());
    json!({
        "params": params.unwrap_or_default(), "aid": call.input["params"]["aid"],
        "emvName": call.input["emvName"], "paymentMethod": call.input["paymentMethod"],
    })
}

/// 12 to 23: two pages of the default size.
pub(super) fn start() -> Vec<Value> {
    let one = |id: u64| {
        json!({
            "id": id, "emvName": format!("EMV {id}"), "groupId": "group-7", "paymentMethod": "01",
            "aid": "A0000000031010", "emvVersion": "3",
            "params": r#"{"aid":"A0000000031010","clFloorLimit":0,"clTransLimit":20000,"clCVMLimit":2500}"#,
            "createdAt": "2026-03-02T09:15:00+0000", "updatedAt": "2026-10-03T13:58:00+0000",
        })
    };
    (12..=23).map(one).collect()
}
