//! Unit in which a service counts amounts: found out, confirmed with real amounts, and no money moved
//! before.

use std::sync::Arc;

use serde_json::{Value, json};
use tapline_scripted::Server;
use tapline_tests::reference::{Reference, TOKEN};
use tapline_tests::{
    Service, TestApp, button, field, grid, group, heading, link, navigation, region, status,
};

use crate::money::refund_in;
use crate::steps::{advanced, confirm_unit, connect_at, connected, paste_token, show_wire_names};
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
async fn on(amount: Value) -> (Arc<Reference>, Server, TestApp) {
    let service = Reference::start();
    counts(&service, &amount);
    let server = Server::start(service.behavior());
    let mut app = TestApp::open().await;
    connect_at(&mut app, "Unknown", &server.http(), "", TOKEN).await;
    (service, server, app)
}

fn sent(server: &Server) -> Vec<String> {
    let seen = server.seen();
    let refunds = seen.requests_to("POST", &format!("/api/v2/order/refund/{SALE}"));
    refunds.iter().map(|request| String::from_utf8_lossy(&request.body).into_owned()).collect()
}

/// The hostile story: "0.10" must not be sent as 10.
#[tokio::test(flavor = "multi_thread")]
async fn a_fraction_proves_major_units_without_a_question_and_a_dime_is_sent_as_a_dime() {
    let (service, server, app) = on(json!(13.34)).await;
    open_transaction(&app, SALE).await;
    app.see(heading("13.34 USD")).await;
    show_wire_names(&app).await;
    app.shows("EUR, major units").await;
    app.gone(region("Unit of amounts")).await;
    refund_in(&app, "0.10", "USD", "correct horse").await;
    app.says(status("Result"), "Done").await;
    let sent = sent(&server);
    assert!(sent.len() == 1 && sent[0].starts_with(r#"{"refundAmount":0.10,"#), "{sent:?}");
    assert_eq!(service.deviations(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_amounts_are_asked_about_and_nothing_moves_money_before() {
    let (service, server, app) = on(json!(1334)).await;
    // A person who only sets limits gets no question.
    app.gone(region("Unit of amounts")).await;
    open_transaction(&app, SALE).await;
    app.see(heading("1334 USD, unit not confirmed")).await;
    for action in ["Refund…", "Void…", "Capture…"] {
        app.is_disabled(button(action)).await;
        app.described(button(action), "unit of amounts (minor or major) isn't confirmed").await;
    }
    app.is_enabled(button("Email receipt…")).await;
    app.says(region("Unit of amounts"), "13.34 USD").await;
    app.says(region("Unit of amounts"), "1,334.00 USD").await;

    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.says(grid("Transactions"), "1334 USD?").await;
    app.click(button("Minor units")).await;
    app.gone(region("Unit of amounts")).await;
    app.says(grid("Transactions"), "13.34 USD").await;

    open_transaction(&app, SALE).await;
    app.is_enabled(button("Refund…")).await;
    refund_in(&app, "0.10", "USD", "correct horse").await;
    app.says(status("Result"), "Done").await;
    let sent = sent(&server);
    assert!(sent.len() == 1 && sent[0].starts_with(r#"{"refundAmount":10,"#), "{sent:?}");
    assert_eq!(service.deviations(), [""; 0]);
}

/// The test of a connection answers it before anything is opened, and the saved connection keeps the answer.
#[tokio::test(flavor = "multi_thread")]
async fn the_test_of_a_connection_shows_real_amounts_both_ways() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    app.fill(field("Name"), "Acceptance desk").await;
    app.fill(field("Address"), &service.address()).await;
    paste_token(&mut app, service.token()).await;
    advanced(&app).await;
    app.says(status("Unit"), "unit not known yet").await;
    app.click(button("Test connection")).await;
    app.agrees_to_address().await;
    app.says(status("Test connection"), "select the right unit below").await;
    app.says(group("Unit of amounts"), "Which reading is right?").await;
    app.click(button("Minor units")).await;
    app.says(status("Unit"), "minor units, confirmed").await;
    // Another address is another service.
    app.fill(field("Address"), "http://127.0.0.1:1").await;
    app.says(status("Unit"), "unit not known yet").await;
    app.gone(group("Unit of amounts")).await;
    app.fill(field("Address"), &service.address()).await;
    confirm_unit(&app, "Minor units").await;
    app.click(button("Connect to SANDBOX")).await;
    app.see(heading("Limits")).await;
    show_wire_names(&app).await;
    app.shows("EUR, minor units").await;
    app.click(button("Switch connection")).await;
    app.click(button("Edit Acceptance desk")).await;
    advanced(&app).await;
    app.says(status("Unit"), "minor units, confirmed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_test_of_a_connection_proves_major_units_by_itself() {
    let service = Reference::start();
    counts(&service, &json!(13.34));
    let server = Server::start(service.behavior());
    let mut app = TestApp::open().await;
    app.fill(field("Name"), "Proven").await;
    app.fill(field("Address"), &server.http()).await;
    paste_token(&mut app, TOKEN).await;
    advanced(&app).await;
    app.click(button("Test connection")).await;
    app.agrees_to_address().await;
    app.says(status("Test connection"), "major units, proven by an amount with a fraction").await;
    app.says(status("Unit"), "major units, proven").await;
    app.click(button("Connect to SANDBOX")).await;
    app.see(heading("Limits")).await;
    show_wire_names(&app).await;
    app.shows("EUR, major units").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fraction_seen_later_stops_money_and_says_so() {
    let (service, server, app) = on(json!(1334)).await;
    open_transaction(&app, SALE).await;
    app.click(button("Minor units")).await;
    app.is_enabled(button("Refund…")).await;
    counts(&service, &json!(13.34));
    app.click(button("Refresh transaction")).await;
    app.is_disabled(button("Refund…")).await;
    app.described(button("Refund…"), "The service sent an amount with a fraction").await;
    app.says(region("Unit of amounts"), "but this connection uses minor units").await;
    app.gone(button("Minor units")).await;
    app.click(button("Major units")).await;
    app.see(heading("13.34 USD")).await;
    app.is_enabled(button("Refund…")).await;
    assert_eq!(sent(&server), [""; 0]);
}

/// A batch can be settled on a service that has no transactions.
#[tokio::test(flavor = "multi_thread")]
async fn a_batch_waits_for_the_unit_too_and_its_sums_stand_as_they_came() {
    let (service, _server, app) = on(json!(1334)).await;
    service.world(|world| world.transactions.clear());
    let go = "history.pushState(null, '', `/settlements/id/${arguments[0]}`); dispatchEvent(new PopStateEvent('popstate'));";
    app.run(go, vec![Value::from(BATCH)]).await;
    app.is_disabled(button("Settle…")).await;
    app.described(button("Settle…"), "isn't confirmed").await;
    app.says(region("Totals"), "EUR, unit not confirmed").await;
    app.says(region("Unit of amounts"), "batch").await;
    app.click(button("Minor units")).await;
    app.is_enabled(button("Settle…")).await;
    let sums = app.text(region("Totals")).await;
    assert!(!sums.contains("not confirmed"), "{sums}");
    assert_eq!(service.deviations(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_sandbox_counts_in_is_known() {
    let (_service, app) = connected().await;
    show_wire_names(&app).await;
    app.shows("EUR, minor units").await;
    app.click(button("Switch connection")).await;
    crate::steps::open_sandbox(&app).await;
    app.shows("EUR, minor units").await;
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.says(grid("Transactions"), "EUR").await;
    app.gone(region("Unit of amounts")).await;
}
