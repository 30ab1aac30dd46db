//! The currency of the users of a configuration: right at first sight in the overview, and next to a sale, without an editor having
//! been opened.

use std::sync::Arc;

use serde_json::{Value, json};
use tapline_scripted::Server;
use tapline_tests::reference::Reference;
use tapline_tests::{button, disclosure, field, link, navigation, region, status, tab};

use crate::money::on;
use crate::steps::{open, review};
use crate::transaction::open_transaction;

const SALE: &str = "T1002";

/// Three Visa configurations: the users of one count in yen, those of another in yen and euro; and a sale in yen that was tapped.
pub(crate) fn in_yen() -> Arc<Reference> {
    let service = Reference::start();
    service.world(|world| {
        let emv = |id: u64, name: &str, aid: &str| {
            let params = format!(r#"{{"aid":"{aid}","clFloorLimit":0,"clCVMLimit":5000,"clTransLimit":30000}}"#);
            json!({
                "id": id, "groupId": "group-7", "emvVersion": "1", "emvName": name, "paymentMethod": "01", "aid": aid,
                "params": params, "createdAt": "2026-11-01T08:00:00.000+0000", "updatedAt": "2026-11-01T08:00:00.000+0000",
            })
        };
        world.emv = vec![
            emv(71, "Ginza", "A0000000031010"),
            emv(72, "Both sides", "A0000000032010"),
            emv(73, "Home", "A0000000032020"),
        ];
        let like = world.acquirers[0].clone();
        let acquirer = |id: u64, name: &str, currency: &str, named: Value| {
            let mut one = like.clone();
            one["id"] = json!(id);
            one["profileName"] = json!(name);
            one["currency"] = json!(currency);
            one["emvList"] = json!({ "01": named });
            one
        };
        world.acquirers =
            vec![acquirer(401, "Nippon", "JPY", json!([71, 72])), acquirer(402, "Rheinbank", "EUR", json!([72, 73]))];
        for sale in world.transactions.iter_mut().filter(|sale| sale["tranId"] == SALE) {
            sale["amount"] = json!({ "currency": "JPY", "value": 6200 });
            sale["cvmPerformed"] = json!("PIN");
        }
    });
    service
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lane_and_a_sale_stand_in_the_currency_of_the_users_at_first_sight() {
    let service = in_yen();
    let server = Server::start(service.behavior());
    let app = on(&server).await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.says(region("Visa"), "Used in JPY, so not on this axis. CVM limit 5,000 JPY.").await;
    app.says(region("Visa"), "used in several: EUR, JPY").await;
    app.says(region("Visa"), "Other currency").await;
    app.click(tab("Table")).await;
    app.says(region("Limits as a table"), "5,000 JPY").await;
    app.says(region("Limits as a table"), "used in JPY").await;

    open_transaction(&app, SALE).await;
    app.says(region("Explain"), "6,200 JPY").await;
    app.click(disclosure("Details").inside(region("Explain"))).await;
    app.says(
        region("Explain"),
        "Limits in JPY, the currency of the profiles and terminals that use these configurations.",
    )
    .await;
    app.says(region("Explain"), "5,000 JPY").await;
    app.see(button("Copy for handover")).await;

    let seen = server.seen();
    assert!(seen.requests_to("GET", "/api/v2/acquirer").len() <= 2, "one for the overview, one for the sale");
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_in_yen_are_compared_with_sales_in_yen() {
    let service = in_yen();
    let server = Server::start(service.behavior());
    let app = on(&server).await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    open(&app, "Ginza").await;
    app.has_value(field("CVM limit"), "5000").await;
    // The window began with the list of transactions. All other sales of the service are in euro.
    app.says(status("Impact on past sales"), "1 loaded sale on the axis.").await;

    app.fill(field("CVM limit"), "7000").await;
    app.says(status("Impact on past sales"), "1 of 1 loaded sale would no longer need a").await;
    app.click(disclosure("Impact on past sales")).await;
    app.says(region("Past sales"), "in another currency").await;
    app.click(button("1 sale would no longer need a")).await;
    app.says(region("Sales in this count"), "6,200 JPY").await;

    review(&app).await;
    app.says(region("Changes"), "1 of 1 loaded sale would no longer need a").await;
}
