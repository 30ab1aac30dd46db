//! F30: someone else changes the same record: before it is read, between the read and the change, after the change.
//!
//! Before: a conflict, and nothing is sent. After ours: found by the read that follows, both values reported. Between: ours
//! replaces theirs and no read can show it; so it is sent once, and the report is true of the present value. A change of the
//! status alone writes nothing else: another's change of other fields is no conflict of it and is kept.

use std::sync::Arc;

use serde_json::{Value, json};
use tapline_contract::Evidence;
use tapline_scripted::Server;
use tapline_tests::reference::{Moment, Operation, Reference, World};

use crate::cell::every;
use crate::test_core::{CallResult, PATIENT, TestCore, fresh, payload_with};

pub(crate) async fn theirs() {
    every(30, |operation| async move {
        let core = TestCore::new(PATIENT);
        before(&core, operation).await;
        between(&core, operation).await;
        after(&core, operation).await;
        normal(&core, operation).await;
    })
    .await;
}

struct At {
    service: Arc<Reference>,
    server: Server,
    /// With what the person saw.
    payload: String,
}

/// The person reads it first.
async fn saw(core: &TestCore, operation: &'static Operation) -> At {
    let service = Reference::start();
    let server = Server::start(service.behavior());
    let connection = core.attach(&server.http());
    let (read, input) = look(operation);
    let call = json!({"connection": connection, "id": read.id, "input": input, "seen": null});
    let answer = core.send(read, &call.to_string(), "").await.answer();
    let record = match answer.get("records") {
        Some(records) => of_id(records, operation.id.unwrap()),
        None => answer,
    };
    let seen =
        if operation.path.contains("/device") { json!({"mchId": "M100", "device": record}) } else { record };
    let payload = payload_with(&connection, operation, seen);
    At { service, server, payload }
}

/// Read of the record by core.
fn look(operation: &Operation) -> (&'static Operation, Value) {
    let (name, input) = match operation.path {
        path if path.contains("/emv") => ("ListEmv", json!({"pageSize": -1, "pageNumber": null})),
        path if path.contains("/device") => ("ListDevices", json!({"mchId": "M100"})),
        path if path.contains("/mchInfo") => ("GetMerchant", Value::Null),
        path if path.contains("/acquirer") => ("ListAcquirers", json!({"pageSize": -1})),
        _ => ("GetProfile", Value::Null),
    };
    (Operation::named(name), input)
}

fn of_id(records: &Value, id: &str) -> Value {
    let is = |value: &Value| value.as_str() == Some(id) || format!("{value}") == id;
    let found =
        records.as_array().unwrap().iter().find(|record| is(&record["id"]) || is(&record["deviceId"]));
    found.unwrap().clone()
}

/// Their change; of the status, when that is what ours is about.
fn they(world: &mut World, operation: &'static Operation) {
    if operation.name == "SetProfileStatus" {
        world.profiles[0]["entityStatus"] = json!("SUSPENDED");
    } else {
        world.their_change(operation);
    }
}

/// The thing of this id, as the service has it.
fn there(world: &World, id: &str) -> Option<Value> {
    let devices = world.devices.iter().map(|(_, device)| device);
    let all =
        devices.chain(&world.emv).chain(&world.merchants).chain(&world.acquirers).chain(&world.profiles);
    let is = |record: &&Value| {
        let keys = ["deviceId", "mchId", "profileId", "id"];
        let key = keys.iter().find(|key| !record[**key].is_null());
        key.is_some_and(|key| record[*key] == id || format!("{}", record[*key]) == id)
    };
    all.into_iter().find(is).cloned()
}

/// A part of what theirs writes and ours does not.
fn mark(operation: &Operation) -> &'static str {
    match operation.name {
        "UpdateEmv" | "DeleteEmv" => "7700",
        "EndDevice" | "UpdateDevice" => "Their bar",
        "UpdateMerchant" => "5550777",
        "UpdateAcquirer" | "DeleteAcquirer" => "20",
        "SetProfileStatus" => "SUSPENDED",
        _ => "Their quay",
    }
}

async fn before(core: &TestCore, operation: &'static Operation) {
    let at = saw(core, operation).await;
    let (read, _) = look(operation);
    at.service.at(Moment::Before, read.name, 1, move |world| they(world, operation));
    let result = core.send(operation, &at.payload, &fresh()).await;
    let CallResult::Conflict { theirs, sent: false } = &result else { panic!("before: {result:?}") };
    assert!(theirs.raw().contains(mark(operation)), "before: {theirs:?}");
    assert_eq!(operation.sent(&at.server.seen()), 0);
    if operation.name == "SetProfileStatus" {
        // Another's change of other fields is no conflict, and is kept.
        let at = saw(core, operation).await;
        at.service.at(Moment::Before, read.name, 1, move |world| assert!(world.their_change(operation)));
        let result = core.send(operation, &at.payload, &fresh()).await;
        assert!(matches!(result, CallResult::Applied(Evidence::Answer, _)), "{result:?}");
        let (address, status) = at.service.world(|world| {
            let profile = &world.profiles[0];
            (profile["merchantAddr"].clone(), profile["entityStatus"].clone())
        });
        assert_eq!((address, status), (json!("Their quay"), json!("DISABLED")));
    }
}

async fn between(core: &TestCore, operation: &'static Operation) {
    let at = saw(core, operation).await;
    at.service.at(Moment::Before, operation.name, 1, move |world| they(world, operation));
    let result = core.send(operation, &at.payload, &fresh()).await;
    assert_eq!(operation.sent(&at.server.seen()), 1, "between: {result:?}");
    // Our value is the present one, as reported.
    let CallResult::Applied(Evidence::Answer, record) = &result else { panic!("between: {result:?}") };
    let gone = operation.name.starts_with("Delete") || operation.name.starts_with("End");
    if !gone {
        assert!(!record.raw().contains(mark(operation)), "between: {record:?}");
    }
    // And the service has it, whatever was reported.
    let stands = at.service.world(|world| there(world, operation.id.unwrap()));
    assert_eq!(stands.is_none(), gone, "between: {stands:?}");
    assert!(
        stands.is_none_or(|stands| !stands.to_string().contains(mark(operation))),
        "between: theirs stands"
    );
    assert_eq!(at.service.deviations(), [""; 0]);
}

async fn after(core: &TestCore, operation: &'static Operation) {
    let at = saw(core, operation).await;
    at.service.at(Moment::After, operation.name, 1, move |world| they(world, operation));
    let (id, payload) = (fresh(), &at.payload);
    let result = core.send(operation, payload, &id).await;
    if operation.name.starts_with("Delete") || operation.name.starts_with("End") {
        // A deleted record can't be changed.
        assert!(matches!(result, CallResult::Applied(Evidence::Answer, _)), "after: {result:?}");
    } else {
        let CallResult::Conflict { theirs, sent: true } = &result else { panic!("after: {result:?}") };
        assert!(theirs.raw().contains(mark(operation)), "after: {theirs:?}");
        // Both are kept, and nothing is written by itself.
        let again = core.send(operation, payload, &id).await;
        assert!(matches!(again, CallResult::Conflict { sent: true, .. }), "{again:?}");
    }
    assert_eq!(operation.sent(&at.server.seen()), 1);
}

/// They change it when all is over.
async fn normal(core: &TestCore, operation: &'static Operation) {
    let at = saw(core, operation).await;
    let id = fresh();
    let result = core.send(operation, &at.payload, &id).await;
    at.service.world(|world| they(world, operation));
    let again = core.send(operation, &at.payload, &id).await;
    for result in [result, again] {
        assert!(matches!(result, CallResult::Applied(Evidence::Answer, _)), "normal: {result:?}");
    }
    assert_eq!(operation.sent(&at.server.seen()), 1);
}
