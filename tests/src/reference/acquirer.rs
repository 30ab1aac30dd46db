//! Service document, "Acquirer profiles". Fields of the record are "not shown": here those of the request, and its id.

use serde_json::{Value, json};

use super::operation::{Class, Operation, Parameter as P, READ};
use super::shape::{Member, Shape, optional};
use super::world::{Reply, find, is, page, write};

const NUMBERS: Shape = Shape::List(&Shape::Number);
const TEXTS: Shape = Shape::List(&Shape::Text);

const fn by_method(shape: Shape) -> [Member; 6] {
    [
        optional("01", shape),
        optional("02", shape),
        optional("03", shape),
        optional("04", shape),
        optional("05", shape),
        optional("06", shape),
    ]
}

/// The required fields are "not shown" in the document.
const BODY: Shape = Shape::Only(&[
    optional("profileName", Shape::Text),
    optional("currency", Shape::Text),
    optional("connMessageFormat", Shape::Text),
    optional("connUrl", Shape::Text),
    optional("notifyUrl", Shape::Text),
    optional("connTimeout", Shape::Number),
    optional("connRequestTimeout", Shape::Number),
    optional("emvList", Shape::Only(&by_method(NUMBERS))),
    optional("methodList", Shape::Only(&by_method(TEXTS))),
]);

const THEIRS: &str = r#"{"profileName":"Card gateway","currency":"EUR","connMessageFormat":"ISO8583","connUrl":"https://gateway.example/v1","notifyUrl":"https://office.example/notify","connTimeout":20,"connRequestTimeout":90,"emvList":{"01":[12,13]},"methodList":{"01":["SALE","REFUND"]}}"#;

pub(super) const LIST: Operation = Operation {
    name: "ListAcquirers",
    path: "/api/v2/acquirer",
    input: r#"{"profileName":"gateway","pageNumber":1,"pageSize":-1}"#,
    query: &[("profileName", P::Text), ("pageNumber", P::PageNumber), ("pageSize", P::PageSizeOrAll)],
    act: |world, call| {
        let part = call.input["profileName"].as_str().unwrap_or_default();
        let like = |record: &&Value| record["profileName"].as_str().unwrap_or_default().contains(part);
        Reply::data(page(world.acquirers.iter().filter(like).cloned().collect(), &call.input))
    },
    ..READ
};

pub(super) const CREATE: Operation = Operation {
    name: "CreateAcquirer",
    class: Class::Create,
    method: "POST",
    path: "/api/v2/acquirer",
    input: r#"{"profileName":"New gateway","currency":"EUR","connMessageFormat":"ISO8583","connUrl":"https://new.example/v1","notifyUrl":"https://office.example/notify","connTimeout":10,"connRequestTimeout":60,"emvList":{"01":[12],"02":[]},"methodList":{"01":["SALE"],"02":[]}}"#,
    body: Some(BODY),
    act: |world, call| {
        let id = world.next();
        let mut record = json!({"id": id});
        write(&mut record, &call.input);
        world.acquirers.push(record);
        Reply::data(json!({"id": id}))
    },
    ..READ
};

pub(super) const UPDATE: Operation = Operation {
    name: "UpdateAcquirer",
    class: Class::Absolute,
    method: "PUT",
    path: "/api/v2/acquirer/{profileId}",
    id: Some("31"),
    input: r#"{"profileName":"Card gateway","currency":"EUR","connMessageFormat":"ISO8583","connUrl":"https://gateway.example/v1","notifyUrl":"https://office.example/notify","connTimeout":15,"connRequestTimeout":60,"emvList":{"01":[12,13]},"methodList":{"01":["SALE","REFUND"]}}"#,
    theirs: Some(("UpdateAcquirer", THEIRS)),
    body: Some(BODY),
    act: |world, call| {
        let Some(record) = find(&mut world.acquirers, "id", &call.id) else { return Reply::missing() };
        write(record, &call.input);
        Reply::data(json!({"id": record["id"]}))
    },
    ..READ
};

pub(super) const DELETE: Operation = Operation {
    name: "DeleteAcquirer",
    class: Class::Delete,
    method: "DELETE",
    path: "/api/v2/acquirer/{profileId}",
    id: Some("31"),
    theirs: Some(("UpdateAcquirer", THEIRS)),
    act: |world, call| {
        let Some(record) = find(&mut world.acquirers, "id", &call.id) else { return Reply::missing() };
        let id = record["id"].clone();
        world.acquirers.retain(|record| !is(record, "id", &call.id));
        Reply::data(json!({"id": id}))
    },
    ..READ
};

pub(super) fn start() -> Vec<Value> {
    let one = |(id, name): (u64, &str)| {
        json!({
            "id": id, "profileName": name, "currency": "EUR", "connMessageFormat": "ISO8583",
            "connUrl": "https://gateway.example/v1", "notifyUrl": "https://office.example/notify",
            "connTimeout": 10, "connRequestTimeout": 60, "emvList": {"01": [12, 13]},
            "methodList": {"01": ["SALE", "REFUND"]},
        })
    };
    [(31, "Card gateway"), (32, "QR gateway"), (33, "Old host")].map(one).to_vec()
}
