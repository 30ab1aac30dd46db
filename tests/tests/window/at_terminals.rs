//! Values of a configuration's terminals decide with it: the answer agrees with the checks.

use std::sync::Arc;

use serde_json::json;
use tapline_scripted::Server;
use tapline_tests::reference::Reference;
use tapline_tests::{field, link, navigation, region, status};

use crate::money::on;
use crate::steps::{open, review};

/// One Visa configuration with a floor limit of 100.00 EUR, used by three terminals of these types.
pub(crate) fn with_terminals(types: [&str; 3]) -> Arc<Reference> {
    let service = Reference::start();
    service.world(|world| {
        let params = json!({
            "aid": "A0000000031010", "terminalTransactionQualifiers": "26804080", "clFloorLimit": 10_000, "clCVMLimit": 20_000,
            "clTransLimit": 30_000,
        });
        world.emv = vec![json!({
            "id": 71, "groupId": "group-7", "emvVersion": "1", "emvName": "Quay", "paymentMethod": "01", "aid": "A0000000031010",
            "params": params.to_string(), "createdAt": "2026-11-01T08:00:00.000+0000", "updatedAt": "2026-11-01T08:00:00.000+0000",
        })];
        // That of all merchants.
        world.acquirers.truncate(1);
        world.acquirers[0]["id"] = json!(31);
        world.acquirers[0]["emvList"] = json!({ "01": [71] });
        for ((_, device), kind) in world.devices.iter_mut().zip(types) {
            device["emvParams"] = json!({ "terminalType": kind });
        }
    });
    service
}

#[tokio::test(flavor = "multi_thread")]
async fn a_type_that_all_terminals_tell_decides_what_happens() {
    let service = with_terminals(["21"; 3]);
    let server = Server::start(service.behavior());
    let app = on(&server).await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    open(&app, "Quay").await;
    app.fill(field("Amount"), "50.00").await;
    app.says(region("Checks"), "Floor limit without effect").await;
    app.says(status("What happens at"), "Online, no PIN").await;
    app.says(status("What happens at"), "The terminal is online only (9F35)").await;

    // Nothing stays offline on either side, so another floor limit changes nothing.
    app.fill(field("Floor limit"), "20.00").await;
    review(&app).await;
    app.says(region("Changes"), "No change for any amount.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_terminals_differ_the_answer_says_so() {
    let service = with_terminals(["21", "22", "22"]);
    let server = Server::start(service.behavior());
    let app = on(&server).await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    open(&app, "Quay").await;
    app.fill(field("Amount"), "50.00").await;
    app.says(status("What happens at"), "Offline possible, no PIN").await;
    app.says(status("What happens at"), "Terminals differ in terminal type (9F35).").await;
    app.says(status("What happens at"), ": online, no PIN; ").await;
}
