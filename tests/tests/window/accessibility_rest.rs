//! No violation of the accessibility rules, light and dark, in screens that are seldom seen: new records, the other
//! conflicts, saved connections, and the frame's messages above a page.

use tapline_tests::{
    Key, Service, TestApp, alert, button, dialog, disclosure, heading, link, navigation, region,
};

use crate::axe::check;
use crate::steps::{connect, connected, in_sandbox};
use crate::terminals::COUNTER_1;

#[tokio::test(flavor = "multi_thread")]
async fn new_records() {
    let app = in_sandbox().await;
    app.click(button("New configuration")).await;
    app.see(heading("New configuration")).await;
    check(&app, "schemes of a new configuration").await;
    app.click(button("Visa")).await;
    app.see(tapline_tests::field("CVM limit")).await;
    check(&app, "new configuration").await;
    for (area, new) in [
        ("Merchants", "New merchant"),
        ("Profiles", "New profile"),
        ("Acquirer profiles", "New acquirer profile"),
    ] {
        app.click(link(area).inside(navigation("Areas"))).await;
        app.see(heading(area)).await;
        app.click(button(new)).await;
        app.see(heading(new)).await;
        check(&app, new).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_conflict_of_a_terminal() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    crate::terminals::edit(&mut app, &service).await;
    app.fill(tapline_tests::field("Name"), "Main bar").await;
    app.click(button("Review")).await;
    app.see(heading("Review 1 change to Counter 1")).await;
    service.change_terminal(COUNTER_1, "{\"activateCodeAlias\":\"Tresen\"}").await;
    app.click(button("Save 1 change")).await;
    app.see(heading("Tresen: conflict")).await;
    check(&app, "terminal conflict").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_connections_and_a_failure_that_stays() {
    let (service, app) = connected().await;
    app.click(button("Switch connection")).await;
    app.see(button("Edit Test desk")).await;
    check(&app, "saved connections").await;
    app.click(button("Edit Test desk")).await;
    app.see(heading("Edit")).await;
    check(&app, "edit connection").await;
    app.click(button("Remove Test desk")).await;
    app.see(dialog("Remove Test desk?")).await;
    check(&app, "remove connection").await;
    app.click(button("Keep connection")).await;
    drop(service);
    app.click(button("Connect to Test desk")).await;
    app.see(alert("")).await;
    app.click(disclosure("Details")).await;
    check(&app, "a connection that cannot be opened").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_frame_tells_above_a_page() {
    let service = Service::with_token("one.two.three").await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    crate::frame::wait_minutes(&app, 9.3).await;
    app.says(region("Lock"), "Tapline locks soon").await;
    check(&app, "it locks soon").await;
    app.press(tapline_tests::Key::Shift).await;
    app.gone(region("Lock")).await;
    drop(service);
    app.press(tapline_tests::Key::F5).await;
    app.says(region("Service unreachable"), "What you see may be out of date").await;
    check(&app, "service not reached").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_refused() {
    let (_service, app) = connected().await;
    crate::steps::open(&app, "Retail north").await;
    // The sandbox answers a save of this limit with 401.
    crate::steps::type_cvm_limit(&app, "66.07").await;
    crate::steps::review(&app).await;
    crate::steps::save(&app, "Nothing was changed").await;
    app.says(region("Token"), "no longer accepts the token").await;
    check(&app, "a refused token").await;
}

/// Actions that a read-only connection forbids say so.
#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_connection() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    crate::steps::add_connection(&mut app, &service, "Test desk").await;
    app.click(tapline_tests::radio("Read only")).await;
    app.click(button("Connect to SANDBOX")).await;
    app.see(link("Retail north")).await;
    check(&app, "limits, read only").await;
    crate::steps::open(&app, "Kiosk AT").await;
    check(&app, "editor, read only").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn live_from_the_limits_to_a_deletion() {
    let service = Service::start().await;
    let app = crate::live::connected_to_live(&service).await;
    check(&app, "limits on LIVE").await;
    crate::transaction::open_transaction(&app, crate::transaction::TO_REFUND).await;
    app.click(button("Refund…")).await;
    app.see(dialog("Refund")).await;
    check(&app, "refund on LIVE").await;
    app.press(Key::Escape).await;
    app.gone(dialog("")).await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    crate::steps::open(&app, "Retail north").await;
    app.click(button("Delete")).await;
    app.see(button("Delete configuration on LIVE")).await;
    check(&app, "deletion on LIVE").await;
}
