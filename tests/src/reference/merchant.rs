//! Service document, "Merchants".

use serde_json::{Value, json};

use super::operation::{Class, Operation, Parameter as P, READ};
use super::shape::{Shape, optional, required};
use super::world::{Reply, find, page, write};

const EXT_PARAMS: Shape = Shape::With(&[optional("acqMid", Shape::Text), optional("acqTid", Shape::Text)]);
const METHODS: Shape = Shape::List(&Shape::With(&[
    required("paymentMethod", Shape::Text),
    optional("mchId", Shape::Text),
    optional("profileId", Shape::Number),
]));

/// Fields of a `MerchantRequest` are "not shown": those of the record, with its types, and none that it lacks.
const BODY: Shape = Shape::Only(&[
    optional("mchId", Shape::Text),
    optional("mchName", Shape::Text),
    optional("providerReference", Shape::Text),
    optional("contactName", Shape::Text),
    optional("contactEmail", Shape::Text),
    optional("contactAddress", Shape::Text),
    optional("contactPhone", Shape::Text),
    optional("mcc", Shape::Text),
    optional("state", Shape::Number),
    optional("timeZone", Shape::Text),
    optional("extParams", EXT_PARAMS),
    optional("supportedPaymentMethods", METHODS),
]);

pub(super) const LIST: Operation = Operation {
    name: "ListMerchants",
    path: "/api/v2/mchInfo",
    input: r#"{"mchName":"Harbour"}"#,
    query: &[("mchName", P::Text), ("mchId", P::Text)],
    act: |world, call| {
        let text = |name: &str| call.input[name].as_str().unwrap_or_default().to_owned();
        let (name, id) = (text("mchName"), text("mchId"));
        let has =
            |record: &&Value, key: &str, part: &str| record[key].as_str().unwrap_or_default().contains(part);
        let found = world.merchants.iter().filter(|record| has(record, "mchName", &name));
        let found = found.filter(|record| id.is_empty() || record["mchId"] == id);
        Reply::data(page(found.cloned().collect(), &call.input))
    },
    ..READ
};

pub(super) const CREATE: Operation = Operation {
    name: "CreateMerchant",
    class: Class::Create,
    method: "POST",
    path: "/api/v2/mchInfo",
    input: r#"{"mchName":"Mill Bakery","providerReference":"ref-mill","contactName":"A. Miller","contactEmail":"mill@example.com","contactAddress":"Mill Lane 2","contactPhone":"+49 30 5550199","mcc":"5462","timeZone":"Europe/Berlin","extParams":{"acqMid":"300100010009","acqTid":"30010009"}}"#,
    body: Some(BODY),
    act: |world, call| {
        let id = format!("M{}", world.next());
        let mut record = merchant(&id, "", "");
        write(&mut record, &call.input);
        record["mchId"] = json!(id);
        world.merchants.push(record.clone());
        Reply::data(record)
    },
    ..READ
};

pub(super) const GET: Operation = Operation {
    name: "GetMerchant",
    path: "/api/v2/mchInfo/{mchId}",
    id: Some("M100"),
    act: |world, call| {
        find(&mut world.merchants, "mchId", &call.id).map_or_else(Reply::missing, |m| Reply::data(m.clone()))
    },
    ..READ
};

pub(super) const UPDATE: Operation = Operation {
    name: "UpdateMerchant",
    class: Class::Absolute,
    method: "PUT",
    path: "/api/v2/mchInfo/{mchId}",
    id: Some("M100"),
    input: r#"{"mchName":"Harbour Café","providerReference":"ref-M100","contactName":"J. Quay","contactEmail":"office@example.com","contactAddress":"Quay 1","contactPhone":"+49 40 5550111","mcc":"5812","timeZone":"Europe/Berlin","extParams":{"acqMid":"300100010001","acqTid":"30010001"}}"#,
    theirs: Some(("UpdateMerchant", r#"{"contactPhone":"+49 40 5550777"}"#)),
    body: Some(BODY),
    act: |world, call| {
        let Some(record) = find(&mut world.merchants, "mchId", &call.id) else { return Reply::missing() };
        write(record, &call.input);
        record["mchId"] = json!(call.id);
        Reply::data(record.clone())
    },
    ..READ
};

fn merchant(id: &str, name: &str, phone: &str) -> Value {
    json!({
        "mchId": id, "mchName": name, "providerReference": format!("ref-{id}"), "contactName": "J. Quay",
        "contactEmail": "office@example.com", "contactAddress": "Quay 1", "contactPhone": phone, "mcc": "5812",
        "state": 1, "timeZone": "Europe/Berlin", "extParams": {"acqMid": "300100010001", "acqTid": "30010001"},
        "supportedPaymentMethods": [{"paymentMethod": "01", "mchId": id, "profileId": 31}],
    })
}

pub(super) fn start() -> Vec<Value> {
    [("M100", "Harbour Café"), ("M101", "Harbour Books"), ("M102", "Station Kiosk")]
        .map(|(id, name)| merchant(id, name, "+49 40 5550100"))
        .to_vec()
}
