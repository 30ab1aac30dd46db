//! Service document, "Profiles and acceptances": below the customer's namespace, and without an envelope.

use serde_json::{Map, Value, json};

use super::operation::{Class, Operation, Parameter as P, READ};
use super::shape::{Shape, optional, required};
use super::world::{Reply, World, find, is, without, write};

const ACCEPTANCE: Shape = Shape::Only(&[
    optional("acptId", Shape::Text),
    required("acptName", Shape::Text),
    required("hostMessageFormat", Shape::Text),
    required("supportedPayments", Shape::List(&Shape::Text)),
    required("primaryMid", Shape::Text),
    required("primaryTid", Shape::Text),
    optional("extraParams", Shape::Object),
    optional("tags", Shape::List(&Shape::Text)),
]);

/// The required fields of the profile are "not shown" in the document.
const BODY: Shape = Shape::Only(&[
    optional("profileName", Shape::Text),
    optional("providerReference", Shape::Text),
    optional("merchantName", Shape::Text),
    optional("merchantAddr", Shape::Text),
    optional("mcc", Shape::Text),
    optional("countryCode", Shape::Text),
    optional("currency", Shape::Text),
    optional("acceptances", Shape::List(&ACCEPTANCE)),
]);

pub(super) const LIST: Operation = Operation {
    name: "ListProfiles",
    path: "/api/v1/profiles",
    input: r#"{"pageSize":2}"#,
    query: &[("cursor", P::Text), ("pageSize", P::PageSize), ("isForward", P::OneOf(&["true", "false"]))],
    // Cursors are places in the list; going back is not done here.
    act: |world, call| {
        let cursor = call.input["cursor"].as_str().unwrap_or("c0").to_owned();
        let from = cursor.strip_prefix('c').and_then(|place| place.parse::<usize>().ok());
        let Some(from) = from else { return Reply::refused(400, "NO_SUCH_CURSOR") };
        let size = call.input["pageSize"].as_str().and_then(|size| size.parse().ok()).unwrap_or(10);
        let data: Vec<_> = world.profiles.iter().skip(from).take(size).map(short).collect();
        let end = from + data.len();
        let has_next = end < world.profiles.len();
        Reply::bare(json!({
            "hasNext": has_next, "pageSize": size, "totalSize": world.profiles.len(), "currentCursor": cursor,
            "nextCursor": has_next.then(|| format!("c{end}")), "data": data,
        }))
    },
    ..READ
};

pub(super) const GET: Operation = Operation {
    name: "GetProfile",
    path: "/api/v1/profiles/{profileId}",
    id: Some("prof_1"),
    act: |world, call| whole(world, "profileId", &call.id),
    ..READ
};

pub(super) const FIND: Operation = Operation {
    name: "FindProfile",
    path: "/api/v1/profiles/providerReference/{providerReference}",
    id: Some("ref-1"),
    act: |world, call| whole(world, "providerReference", &call.id),
    ..READ
};

pub(super) const CREATE: Operation = Operation {
    name: "CreateProfile",
    class: Class::Create,
    method: "POST",
    path: "/api/v1/profiles",
    input: r#"{"profileName":"Mill","providerReference":"ref-mill","merchantName":"Mill Bakery","merchantAddr":"Mill Lane 2","mcc":"5462","countryCode":"DE","currency":"EUR","acceptances":[{"acptName":"Cards","hostMessageFormat":"ISO8583","supportedPayments":["VISA"],"primaryMid":"M9","primaryTid":"T9"}]}"#,
    status: 201,
    body: Some(BODY),
    act: |world, call| {
        let id = format!("prof_{}", world.next());
        let now = format!("{}+02:00", world.now());
        let mut profile = json!({
            "profileId": id, "profileName": "", "providerReference": "", "merchantName": "", "merchantAddr": "",
            "mcc": "", "countryCode": "", "currency": "", "entityStatus": "ACTIVE", "createdAt": now,
            "updatedAt": null, "acptSelection": {},
        });
        write(&mut profile, &without(&call.input, &["acceptances"]));
        profile["acptSelection"] = bind(world, &call.input["acceptances"], &now);
        world.profiles.push(profile);
        let created = whole(world, "profileId", &id);
        Reply { status: 201, location: Some(format!("/profiles/{id}")), ..created }
    },
    ..READ
};

const INPUT: &str = r#"{"profileName":"Harbour","providerReference":"ref-1","merchantName":"Harbour Café","merchantAddr":"Quay 2","mcc":"5812","countryCode":"DE","currency":"EUR","acceptances":[{"acptId":"acpt_1","acptName":"Cards","hostMessageFormat":"ISO8583","supportedPayments":["VISA","MASTERCARD"],"primaryMid":"M1","primaryTid":"T1","extraParams":{},"tags":["main"]}]}"#;
const THEIRS: &str = r#"{"profileName":"Harbour","providerReference":"ref-1","merchantName":"Harbour Café","merchantAddr":"Their quay","mcc":"5812","countryCode":"DE","currency":"EUR","acceptances":[{"acptId":"acpt_1","acptName":"Cards","hostMessageFormat":"ISO8583","supportedPayments":["VISA","MASTERCARD"],"primaryMid":"M1","primaryTid":"T1","extraParams":{},"tags":["main"]}]}"#;

pub(super) const UPDATE: Operation = Operation {
    name: "UpdateProfile",
    class: Class::Absolute,
    method: "PUT",
    path: "/api/v1/profiles/{profileId}",
    id: Some("prof_1"),
    input: INPUT,
    theirs: Some(("UpdateProfile", THEIRS)),
    body: Some(BODY),
    act: |world, call| {
        let now = format!("{}+02:00", world.now());
        if find(&mut world.profiles, "profileId", &call.id).is_none() {
            return Reply::missing();
        }
        let selection = bind(world, &call.input["acceptances"], &now);
        if let Some(profile) = find(&mut world.profiles, "profileId", &call.id) {
            write(profile, &without(&call.input, &["acceptances"]));
            profile["acptSelection"] = selection;
            profile["updatedAt"] = json!(now);
        }
        whole(world, "profileId", &call.id)
    },
    ..READ
};

pub(super) const SIGN_ON: Operation = Operation {
    name: "SignOnProfile",
    class: Class::Effect,
    method: "POST",
    path: "/api/v1/profiles/{profileId}/signOn",
    id: Some("prof_1"),
    act: |world, call| {
        let Some(profile) = world.profiles.iter().find(|p| is(p, "profileId", &call.id)) else {
            return Reply::missing();
        };
        let outcome = |acceptance: Value| {
            json!({
                "acptId": acceptance["acptId"], "acptName": acceptance["acptName"],
                "hostMessageFormat": acceptance["hostMessageFormat"],
                "supportedPayment": acceptance["supportedPayments"], "resultReason": "SUCCESS",
                "hostRespCode": "00", "hostRespMessage": "Approved",
            })
        };
        let outcomes: Vec<_> = bound(world, profile).into_iter().map(outcome).collect();
        let body = json!({
            "profileId": profile["profileId"], "profileName": profile["profileName"], "acptSignOns": outcomes,
        });
        world.effects.push(format!("sign-on {}", call.id));
        Reply::bare(body)
    },
    ..READ
};

pub(super) const SET_STATUS: Operation = Operation {
    name: "SetProfileStatus",
    class: Class::Absolute,
    method: "PATCH",
    path: "/api/v1/profiles/{profileId}/status",
    id: Some("prof_1"),
    input: r#"{"status":"DISABLED"}"#,
    theirs: Some(("UpdateProfile", THEIRS)),
    body: Some(Shape::Only(&[required("status", Shape::OneOf(&["ACTIVE", "DISABLED"]))])),
    act: |world, call| {
        let now = world.now();
        let Some(profile) = find(&mut world.profiles, "profileId", &call.id) else {
            return Reply::missing();
        };
        profile["entityStatus"] = call.input["status"].clone();
        profile["updatedAt"] = json!(format!("{now}+02:00"));
        Reply::bare(short(profile))
    },
    ..READ
};

fn short(profile: &Value) -> Value {
    without(profile, &["acptSelection"])
}

fn whole(world: &World, key: &str, id: &str) -> Reply {
    let Some(profile) = world.profiles.iter().find(|profile| is(profile, key, id)) else {
        return Reply::missing();
    };
    let mut whole = profile.clone();
    whole["acceptances"] = Value::Array(bound(world, profile));
    Reply::bare(whole)
}

fn bound(world: &World, profile: &Value) -> Vec<Value> {
    let selected = |acceptance: &&Value| {
        acceptance["acptId"].as_str().is_some_and(|id| profile["acptSelection"].get(id).is_some())
    };
    world.acceptances.iter().filter(selected).cloned().collect()
}

/// Rules 1 and 2: an acceptance that exists is updated, another is created. Returns the bound ones; an empty list unbinds
/// all.
fn bind(world: &mut World, requested: &Value, now: &str) -> Value {
    let mut selection = Map::new();
    for wanted in requested.as_array().into_iter().flatten() {
        let known = wanted["acptId"].as_str().map(str::to_owned);
        let known = known.filter(|id| find(&mut world.acceptances, "acptId", id).is_some());
        let id = if let Some(id) = known {
            id
        } else {
            let id = format!("acpt_{}", world.next());
            world.acceptances.push(json!({
                "acptId": id, "acptName": "", "hostMessageFormat": "", "supportedPayments": [], "primaryMid": "",
                "primaryTid": "", "extraParams": {}, "entityStatus": "ACTIVE", "tags": null, "createdAt": now,
                "updatedAt": null,
            }));
            id
        };
        if let Some(acceptance) = find(&mut world.acceptances, "acptId", &id) {
            write(acceptance, &without(wanted, &["acptId"]));
        }
        selection.insert(id, wanted["supportedPayments"].clone());
    }
    Value::Object(selection)
}

/// Three profiles, each with an acceptance of its own.
pub(super) fn start() -> (Vec<Value>, Vec<Value>) {
    let time = "2026-02-11T09:00:00+01:00";
    let one = |number: u64| {
        let selection = Map::from_iter([(format!("acpt_{number}"), json!(["VISA", "MASTERCARD"]))]);
        let profile = json!({
            "profileId": format!("prof_{number}"), "profileName": if number == 1 { "Harbour" } else { "Other" },
            "providerReference": format!("ref-{number}"), "merchantName": "Harbour Café", "merchantAddr": "Quay 1",
            "mcc": "5812", "countryCode": "DE", "currency": "EUR", "entityStatus": "ACTIVE", "createdAt": time,
            "updatedAt": null, "acptSelection": selection,
        });
        let acceptance = json!({
            "acptId": format!("acpt_{number}"), "acptName": "Cards", "hostMessageFormat": "ISO8583",
            "supportedPayments": ["VISA", "MASTERCARD"], "primaryMid": format!("M{number}"),
            "primaryTid": format!("T{number}"), "extraParams": {}, "entityStatus": "ACTIVE", "tags": ["main"],
            "createdAt": time, "updatedAt": null,
        });
        (profile, acceptance)
    };
    (1..=3).map(one).unzip()
}
