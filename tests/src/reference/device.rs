//! Service document, "Devices".

use serde_json::{Value, json};

use super::operation::{Class, Operation, Parameter as P, READ};
use super::shape::{Member, Shape, optional, required};
use super::world::{ReferenceCall, Reply, World, is, page, write};

const EMV_PARAMS: [Member; 8] = [
    optional("amexFloorLimit", Shape::Text),
    optional("terminalCountryCode", Shape::Text),
    optional("txnCurrencyCode", Shape::Text),
    // "number or string"
    optional("amexExReaderCapability", Shape::Any),
    optional("amexReaderCapability", Shape::Text),
    optional("terminalType", Shape::Any),
    optional("terminalCapability", Shape::Text),
    optional("emvFlags", Shape::Text),
];

pub(super) const LIST: Operation = Operation {
    name: "ListDevices",
    path: "/api/v2/device",
    input: r#"{"mchId":"M100"}"#,
    query: &[("mchId", P::Text)],
    act: |world, call| {
        let merchant = call.input["mchId"].as_str().unwrap_or_default();
        let of_merchant = world.devices.iter().filter(|(owner, _)| owner == merchant);
        Reply::data(page(of_merchant.map(|(_, device)| device.clone()).collect(), &call.input))
    },
    ..READ
};

pub(super) const ACTIVATE: Operation = Operation {
    name: "ActivateDevice",
    class: Class::Create,
    method: "POST",
    path: "/api/v2/device",
    input: r#"{"activateCodeAlias":"Terrace 3","deviceType":"COTS","mchId":"M100"}"#,
    body: Some(Shape::Only(&[
        required("activateCodeAlias", Shape::Text),
        required("deviceType", Shape::Text),
        required("mchId", Shape::Text),
        optional("emvParams", Shape::With(&EMV_PARAMS)),
        optional("methodList", Shape::Text),
        optional("extParams", Shape::Text),
    ])),
    act: |world, call| {
        let (number, now) = (world.next(), world.now());
        let id = format!("CD-{number}");
        let mut device = device(&id, &format!("{now}Z"));
        let ext = call.input["extParams"].as_str().and_then(|text| serde_json::from_str(text).ok());
        write(&mut device, &call.input);
        let fields = device.as_object_mut().expect("a device is an object");
        fields.remove("mchId");
        fields.insert("extParams".to_owned(), ext.unwrap_or_else(|| json!({})));
        let merchant = call.input["mchId"].as_str().unwrap_or_default().to_owned();
        world.devices.push((merchant, device));
        Reply::data(json!({"id": id, "activationCode": format!("{}", 90_000_000 + number)}))
    },
    ..READ
};

pub(super) const END: Operation = Operation {
    name: "EndDevice",
    class: Class::Delete,
    method: "DELETE",
    path: "/api/v2/device/{deviceId}",
    id: Some("CD-7001"),
    theirs: Some(("UpdateDevice", r#"{"activateCodeAlias":"Their bar"}"#)),
    query: &[("deviceStatus", P::OneOf(&["2", "3"]))],
    act: |world, call| {
        if call.id.starts_with("CD-") {
            let before = world.devices.len();
            world.devices.retain(|(_, device)| !is(device, "deviceId", &call.id));
            return if world.devices.len() == before { Reply::missing() } else { Reply::done() };
        }
        let status = call.input["deviceStatus"].as_str().and_then(|code| code.parse::<u64>().ok());
        let [sdk_id, device_id] = INSTALLED;
        let mut devices = world.devices.iter_mut().map(|(_, device)| device);
        let found = devices.find(|device| call.id == sdk_id && is(device, "deviceId", device_id));
        let Some(device) = found else { return Reply::missing() };
        // Without a status: a log-out.
        device["deviceStatus"] = json!(status.unwrap_or(2));
        Reply::done()
    },
    ..READ
};

pub(super) const UPDATE: Operation = Operation {
    name: "UpdateDevice",
    class: Class::Absolute,
    method: "PUT",
    path: "/api/v2/device/{deviceId}",
    id: Some("CD-7001"),
    input: r#"{"activateCodeAlias":"Bar left"}"#,
    theirs: Some(("UpdateDevice", r#"{"activateCodeAlias":"Their bar"}"#)),
    body: Some(Shape::Only(&[
        optional("deviceType", Shape::Text),
        optional("deviceAdmin", Shape::Text),
        optional("activateCodeAlias", Shape::Text),
        optional("emvParams", Shape::Encoded(&Shape::With(&EMV_PARAMS))),
        optional("methodList", Shape::Encoded(&Shape::Any)),
        optional("extParams", Shape::Encoded(&Shape::Object)),
    ])),
    act: |world, call| {
        let now = world.now();
        let Some(device) = find(world, call) else { return Reply::missing() };
        let mut input = call.input.clone();
        // These two are in the record as the text's value; the methods stay text.
        for name in ["emvParams", "extParams"] {
            if let Some(value) = input[name].as_str().and_then(|text| serde_json::from_str(text).ok()) {
                input[name] = value;
            } else if let Some(fields) = input.as_object_mut() {
                fields.remove(name);
            }
        }
        write(device, &input);
        device["updatedAt"] = json!(format!("{now}Z"));
        Reply::done()
    },
    ..READ
};

fn find<'w>(world: &'w mut World, call: &ReferenceCall) -> Option<&'w mut Value> {
    world.devices.iter_mut().map(|(_, device)| device).find(|device| is(device, "deviceId", &call.id))
}

fn device(id: &str, time: &str) -> Value {
    json!({
        "deviceId": id, "deviceType": "COTS", "appVersion": "4.2.0", "deviceAdmin": "", "activateCodeAlias": "",
        "uuid": format!("6a1d0000-0000-4000-8000-{id:0>12}"), "deviceStatus": 1, "isDevice": true, "activesAt": time,
        "createdAt": time, "updatedAt": time, "emvParams": {}, "methodList": "[\"01\",\"02\"]", "extParams": {},
        "serverUrl": "https://terminals.example/v1", "customerId": "C1", "licenseId": "L1", "signKeyId": "S1",
        "cardBdkId": "K1", "profileId": "prof_1",
    })
}

/// `sdkId` of the terminal that takes payments, and its record: a record has a `CD-` id and names no `sdkId`.
const INSTALLED: [&str; 2] = ["SDK-77", "CD-7003"];

/// Two activation codes and one terminal that has logged in, all of one merchant, with secrets.
pub(super) fn start() -> Vec<(String, Value)> {
    let one = |(id, alias): (&str, &str)| {
        let mut device = device(id, "2026-05-01T08:00:00Z");
        write(
            &mut device,
            &json!({
                "deviceAdmin": "old admin password", "activateCodeAlias": alias,
                "emvParams": {
                    "amexFloorLimit": "000000000000", "terminalCountryCode": "0276", "txnCurrencyCode": "0978",
                    "amexExReaderCapability": 60, "amexReaderCapability": "D8", "terminalType": "22",
                    "terminalCapability": "E0F8C8", "emvFlags": "00",
                },
                "extParams": {
                    "subMid": "S100", "clientId": "client-1", "jwtSecret": "a secret of the terminal",
                    "acqMid": "300100010001", "subTid": "S001", "mid": "M1", "acqTid": "30010001",
                },
            }),
        );
        ("M100".to_owned(), device)
    };
    [("CD-7001", "Bar"), ("CD-7002", "Terrace"), ("CD-7003", "Door")].map(one).to_vec()
}
