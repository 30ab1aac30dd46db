//! No violation of the accessibility rules, light and dark, in states that the tour doesn't show: a terminal's conflict, saved
//! connections, read only, gathered changes, comparisons.

use tapline_tests::{Key, Service, TestApp, alert, button, dialog, disclosure, heading, link, region};

use crate::axe::check;
use crate::plans::{THREE, edit};
use crate::steps::{connected, in_sandbox};
use crate::terminals::COUNTER_1;
use crate::{comparing, lists, merchants};

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
async fn change_sets_before_one_is_open() {
    let app = in_sandbox().await;
    app.press_with(Key::Control, '0').await;
    app.see(heading("Change sets")).await;
    check(&app, "change sets").await;
    app.press_with(Key::Control, '1').await;
    let (scheme, name, _) = THREE[0];
    edit(&app, scheme, name).await;
    check(&app, "question for a change set").await;
    app.click(button("Add it and select another")).await;
    app.press_with(Key::Control, '0').await;
    app.see(region("New change set")).await;
    check(&app, "gathered changes").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_records_side_by_side() {
    let app = in_sandbox().await;
    lists::open_list(&app).await;
    comparing::mark_two(&app).await;
    check(&app, "marked transactions").await;
    app.click(button("Compare 2 rows")).await;
    app.see(dialog("Compare 2 transactions")).await;
    check(&app, "comparison of transactions").await;
    app.press(Key::Escape).await;
    app.gone(dialog("")).await;
    merchants::open_list(&app).await;
    comparing::mark_two(&app).await;
    app.click(button("Compare 2 rows")).await;
    app.see(dialog("Compare 2 merchants")).await;
    check(&app, "comparison of merchants").await;
}
