//! In which unit a service counts amounts: found out, asked with real amounts, and no money moved before.

use std::sync::Arc;

use serde_json::{Value, json};
use tapline_tests::hostile::Server;
use tapline_tests::reference::{Reference, TOKEN};
use tapline_tests::{
    Desktop, Service, button, field, grid, group, heading, link, navigation, region, status,
};

use crate::steps::{confirm_unit, connect, paste_token};
use crate::transaction::open_transaction;

const SALE: &str = "T1002";
const BATCH: &str = "B17";

fn counts(service: &Reference, amount: &Value) {
    service.world(|world| {
        for transaction in &mut world.transactions {
            transaction["amount"] = json!({"currency": "USD", "value": amount});
            transaction["actions"][0]["amount"] = json!({"currency": "USD", "value": amount});
        }
    });
}

/// On a service whose sales are all of this, connected without a test.
async fn on(amount: Value) -> (Arc<Reference>, Server, Desktop) {
    let service = Reference::start();
    counts(&service, &amount);
    let server = Server::start(service.behavior());
    let mut desk = Desktop::open().await;
    desk.fill(field("Name"), "Unknown").await;
    desk.fill(field("Base address"), &server.http()).await;
    paste_token(&mut desk, TOKEN).await;
    desk.click(button("Connect to SANDBOX")).await;
    desk.see(heading("Limits")).await;
    (service, server, desk)
}

fn sent(server: &Server) -> Vec<String> {
    let seen = server.seen();
    let refunds = seen.of("POST", &format!("/api/v2/order/refund/{SALE}"));
    refunds.iter().map(|request| String::from_utf8_lossy(&request.body).into_owned()).collect()
}

/// The hostile story: "0.10" must not be sent as 10.
#[tokio::test(flavor = "multi_thread")]
async fn a_fraction_proves_major_units_without_a_question_and_a_dime_is_sent_as_a_dime() {
    let (service, server, desk) = on(json!(13.34)).await;
    open_transaction(&desk, SALE).await;
    desk.see(heading("13.34 USD")).await;
    desk.shows("EUR, major units").await;
    desk.gone(region("Unit of amounts")).await;
    desk.click(button("Refund…")).await;
    desk.fill(field("Amount"), "0.10").await;
    desk.fill(field("Reason"), "One item returned").await;
    desk.click(field("Admin password")).await;
    desk.type_text("correct horse").await;
    desk.click(button("Refund 0.10 USD")).await;
    desk.says(status("Result"), "Done").await;
    let sent = sent(&server);
    assert!(sent.len() == 1 && sent[0].starts_with(r#"{"refundAmount":0.10,"#), "{sent:?}");
    assert_eq!(service.deviations(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_amounts_are_asked_about_and_nothing_moves_money_before() {
    let (service, server, desk) = on(json!(1334)).await;
    // Who only sets limits is not asked.
    desk.gone(region("Unit of amounts")).await;
    open_transaction(&desk, SALE).await;
    desk.see(heading("1334 USD, unit not confirmed")).await;
    for action in ["Refund…", "Void…", "Capture…"] {
        desk.is_disabled(button(action)).await;
        desk.described(
            button(action),
            "not confirmed whether this service counts amounts in minor or major units",
        )
        .await;
    }
    desk.is_enabled(button("Email receipt…")).await;
    desk.says(region("Unit of amounts"), "13.34 USD").await;
    desk.says(region("Unit of amounts"), "1,334.00 USD").await;

    desk.click(link("Transactions").inside(navigation("Areas"))).await;
    desk.says(grid("Transactions"), "1334 USD?").await;
    desk.click(button("Minor units")).await;
    desk.gone(region("Unit of amounts")).await;
    desk.says(grid("Transactions"), "13.34 USD").await;

    open_transaction(&desk, SALE).await;
    desk.is_enabled(button("Refund…")).await;
    desk.click(button("Refund…")).await;
    desk.fill(field("Amount"), "0.10").await;
    desk.fill(field("Reason"), "One item returned").await;
    desk.click(field("Admin password")).await;
    desk.type_text("correct horse").await;
    desk.click(button("Refund 0.10 USD")).await;
    desk.says(status("Result"), "Done").await;
    let sent = sent(&server);
    assert!(sent.len() == 1 && sent[0].starts_with(r#"{"refundAmount":10,"#), "{sent:?}");
    assert_eq!(service.deviations(), [""; 0]);
}

/// The test of a connection answers it before anything is opened, and the saved connection keeps the answer.
#[tokio::test(flavor = "multi_thread")]
async fn the_test_of_a_connection_shows_real_amounts_both_ways() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    desk.fill(field("Name"), "Acceptance desk").await;
    desk.fill(field("Base address"), &service.address()).await;
    paste_token(&mut desk, service.token()).await;
    desk.says(status("Unit"), "unit not confirmed").await;
    desk.click(button("Test connection")).await;
    desk.says(status("Test connection"), "choose below which reading is right").await;
    desk.says(group("Unit of amounts"), "Which reading is right?").await;
    desk.click(button("Minor units")).await;
    desk.says(status("Unit"), "minor units, confirmed").await;
    // Another address is another service.
    desk.fill(field("Base address"), "http://127.0.0.1:1").await;
    desk.says(status("Unit"), "unit not confirmed").await;
    desk.gone(group("Unit of amounts")).await;
    desk.fill(field("Base address"), &service.address()).await;
    confirm_unit(&desk, "Minor units").await;
    desk.click(button("Connect to SANDBOX")).await;
    desk.shows("EUR, minor units").await;
    desk.click(button("Switch connection")).await;
    desk.click(button("Edit Acceptance desk")).await;
    desk.says(status("Unit"), "minor units, confirmed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_test_of_a_connection_proves_major_units_by_itself() {
    let service = Reference::start();
    counts(&service, &json!(13.34));
    let server = Server::start(service.behavior());
    let mut desk = Desktop::open().await;
    desk.fill(field("Name"), "Proven").await;
    desk.fill(field("Base address"), &server.http()).await;
    paste_token(&mut desk, TOKEN).await;
    desk.click(button("Test connection")).await;
    desk.says(status("Test connection"), "major units, proven by an amount with a fraction").await;
    desk.says(status("Unit"), "major units, proven").await;
    desk.click(button("Connect to SANDBOX")).await;
    desk.shows("EUR, major units").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fraction_seen_later_stops_money_and_says_so() {
    let (service, server, desk) = on(json!(1334)).await;
    open_transaction(&desk, SALE).await;
    desk.click(button("Minor units")).await;
    desk.is_enabled(button("Refund…")).await;
    counts(&service, &json!(13.34));
    desk.click(button("Reload transaction")).await;
    desk.is_disabled(button("Refund…")).await;
    desk.described(button("Refund…"), "The service sent an amount with a fraction").await;
    desk.says(region("Unit of amounts"), "counted in minor units, which have none").await;
    desk.gone(button("Minor units")).await;
    desk.click(button("Major units")).await;
    desk.see(heading("13.34 USD")).await;
    desk.is_enabled(button("Refund…")).await;
    assert_eq!(sent(&server), [""; 0]);
}

/// A batch can be settled on a service that has no transactions.
#[tokio::test(flavor = "multi_thread")]
async fn a_batch_waits_for_the_unit_too_and_its_sums_stand_as_they_came() {
    let (service, _server, desk) = on(json!(1334)).await;
    service.world(|world| world.transactions.clear());
    let go = "history.pushState(null, '', `/settlements/id/${arguments[0]}`); dispatchEvent(new PopStateEvent('popstate'));";
    desk.run(go, vec![Value::from(BATCH)]).await;
    desk.is_disabled(button("Settle…")).await;
    desk.described(button("Settle…"), "not confirmed whether").await;
    desk.says(region("Sums"), "EUR, unit not confirmed").await;
    desk.says(region("Unit of amounts"), "batch").await;
    desk.click(button("Minor units")).await;
    desk.is_enabled(button("Settle…")).await;
    let sums = desk.text(region("Sums")).await;
    assert!(!sums.contains("not confirmed"), "{sums}");
    assert_eq!(service.deviations(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_sandbox_counts_in_is_known() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    desk.shows("EUR, minor units").await;
    desk.click(button("Switch connection")).await;
    crate::steps::open_sandbox(&desk).await;
    desk.shows("EUR, minor units").await;
    desk.click(link("Transactions").inside(navigation("Areas"))).await;
    desk.says(grid("Transactions"), "EUR").await;
    desk.gone(region("Unit of amounts")).await;
}
