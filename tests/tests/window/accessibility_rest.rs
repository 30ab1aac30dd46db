//! No violation of the accessibility rules, light and dark, where one seldom is: new records, the other conflicts, saved
//! connections, and what the frame tells above a page.

use tapline_tests::{Desktop, Service, alert, button, dialog, disclosure, heading, link, navigation, region};

use crate::axe::check;
use crate::steps::{connect, open_sandbox};
use crate::terminals::COUNTER_1;

#[tokio::test(flavor = "multi_thread")]
async fn new_records() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    desk.click(button("New configuration")).await;
    desk.see(heading("New configuration")).await;
    check(&desk, "schemes of a new configuration").await;
    desk.click(button("Visa")).await;
    desk.see(tapline_tests::field("CVM limit")).await;
    check(&desk, "new configuration").await;
    for (area, new) in
        [("Merchants", "New merchant"), ("Profiles", "New profile"), ("Acquirers", "New acquirer profile")]
    {
        desk.click(link(area).inside(navigation("Areas"))).await;
        if desk.page_text().await.is_ok_and(|text| text.contains("Leave unsaved changes?")) {
            desk.click(button("Discard and leave")).await;
        }
        desk.see(heading(area)).await;
        desk.click(button(new)).await;
        desk.see(heading(new)).await;
        check(&desk, new).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_conflict_of_an_acquirer_profile() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    crate::acquirers::both_changed(&mut desk, &service).await;
    check(&desk, "acquirer profile conflict").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_conflict_of_a_terminal() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    crate::terminals::edit(&mut desk, &service).await;
    desk.fill(tapline_tests::field("Name"), "Main bar").await;
    desk.click(button("Review")).await;
    desk.see(heading("Review 1 change in Counter 1")).await;
    service.change_terminal(COUNTER_1, "{\"activateCodeAlias\":\"Tresen\"}").await;
    desk.click(button("Save 1 change")).await;
    desk.see(heading("Tresen: three versions")).await;
    check(&desk, "terminal conflict").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_connections_and_a_failure_that_stays() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    desk.click(button("Switch connection")).await;
    desk.see(button("Edit Test desk")).await;
    check(&desk, "saved connections").await;
    desk.click(button("Edit Test desk")).await;
    desk.see(heading("Edit")).await;
    check(&desk, "edit connection").await;
    desk.click(button("Remove Test desk")).await;
    desk.see(dialog("Remove Test desk?")).await;
    check(&desk, "remove connection").await;
    desk.click(button("Keep connection")).await;
    drop(service);
    desk.click(button("Connect to Test desk")).await;
    desk.see(alert("")).await;
    desk.click(disclosure("Details")).await;
    check(&desk, "a connection that cannot be opened").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_frame_tells_above_a_page() {
    let service = Service::with_token("one.two.three").await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    crate::frame::wait_minutes(&desk, 9.3).await;
    desk.says(region("Lock"), "Tapline locks soon").await;
    check(&desk, "it locks soon").await;
    desk.press(tapline_tests::Key::Shift).await;
    desk.gone(region("Lock")).await;
    drop(service);
    desk.press(tapline_tests::Key::F5).await;
    desk.says(region("Service not reached"), "what is shown was read before").await;
    check(&desk, "service not reached").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_refused() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    crate::steps::open(&desk, "Retail north").await;
    // The sandbox answers a save of this limit with 401.
    crate::steps::type_cvm_limit(&desk, "66.07").await;
    crate::steps::review(&desk).await;
    crate::steps::save(&desk, "Not applied").await;
    desk.says(region("Token"), "no longer takes the token").await;
    check(&desk, "a refused token").await;
}

/// What a read-only connection does not let do says so.
#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_connection() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    crate::steps::add_connection(&mut desk, &service, "Test desk").await;
    desk.click(tapline_tests::radio("Read only")).await;
    desk.click(button("Connect to SANDBOX")).await;
    desk.see(link("Retail north")).await;
    check(&desk, "limits, read only").await;
    crate::steps::open(&desk, "Kiosk AT").await;
    check(&desk, "editor, read only").await;
}
