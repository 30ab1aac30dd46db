//! A draft stays with its record: no way out of its page asks or loses it. Closing the window or the connection says what isn't saved.

use tapline_tests::{
    Key, Press, Record, Service, Setup, TestApp, button, dialog, field, heading, link, navigation, region,
    status,
};

use crate::frame::act;
use crate::steps::{RETAIL_NORTH, connect, in_sandbox, open, review, save, type_cvm_limit};

const ADLER: &str = "M100000008";

async fn to(app: &TestApp, area: &str) {
    app.click(link(area).inside(navigation("Areas"))).await;
    app.see(heading(area)).await;
}

/// The form of the configuration is open, with this text.
async fn is_there(app: &TestApp, text: &str) {
    app.see(heading("Visa · Retail north")).await;
    app.has_value(field("CVM limit"), text).await;
}

/// The side bar counts the drafts of an area.
async fn counted(app: &TestApp, area: &str, many: usize) {
    app.says(link(area).inside(navigation("Areas")), &format!("{many} unsaved")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_there_again_whatever_way_its_page_is_left() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "half ty").await;
    app.fill(field("Floor limit"), "5.00").await;
    // By the side bar, back.
    to(&app, "Activity").await;
    counted(&app, "Limits", 1).await;
    app.back().await;
    is_there(&app, "half ty").await;
    // By keys, through the list with its mark.
    app.press_with(Key::Control, '2').await;
    app.see(heading("Transactions")).await;
    to(&app, "Limits").await;
    app.says(region("Visa"), "Unsaved changes").await;
    app.says(region("Unsaved changes"), "Fix 1 field").await;
    open(&app, "Retail north").await;
    is_there(&app, "half ty").await;
    app.has_value(field("Floor limit"), "5.00").await;
    // By the palette, to another form and from there.
    act(&app, "New configuration").await;
    app.click(button("Visa")).await;
    app.fill(field("Configuration name"), "Kiosk LU").await;
    counted(&app, "Limits", 2).await;
    to(&app, "Limits").await;
    app.says(region("Unsaved changes"), "in 2 configurations").await;
    open(&app, "Retail north").await;
    is_there(&app, "half ty").await;
    // Its steps came along.
    app.press_with(Key::Control, 'z').await;
    app.has_value(field("Floor limit"), "10.00").await;
    app.press_with(Key::Control, 'z').await;
    app.has_value(field("CVM limit"), "25.00").await;
    counted(&app, "Limits", 1).await;
    act(&app, "New configuration").await;
    app.has_value(field("Configuration name"), "Kiosk LU").await;
    // Discarded with one click, and back with another.
    app.click(button("Discard")).await;
    app.see(heading("Limits")).await;
    app.click(button("Restore")).await;
    app.has_value(field("Configuration name"), "Kiosk LU").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_the_window_and_switching_say_what_is_not_saved() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "50.00").await;
    let lost = "1 draft in Limits isn't saved and will be lost.";
    app.close_window();
    app.says(dialog("Close Tapline?"), lost).await;
    // Keys do nothing behind the question.
    app.press_with(Key::Control, 's').await;
    app.press_with(Key::Control, '3').await;
    app.click(button("Stay")).await;
    app.gone(dialog("Close Tapline?")).await;
    is_there(&app, "50.00").await;
    app.close_window();
    app.click(button("Review changes")).await;
    app.see(heading("Review 1 change to Visa · Retail north")).await;
    to(&app, "Activity").await;
    app.click(button("Switch connection")).await;
    app.says(dialog("Switch connection?"), lost).await;
    app.click(button("Discard and switch")).await;
    app.click(button("Open the sandbox")).await;
    open(&app, "Retail north").await;
    is_there(&app, "25.00").await;
    app.close_window();
    app.closed().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_whose_page_hangs_is_closed_after_a_native_question() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "50.00").await;
    app.see(button("Discard")).await;
    app.hang_page();
    app.close_window();
    app.answer_and_leave("Close Tapline and lose unsaved work?", &[Press::Return]).await;
    app.closed().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_survive_a_restart_and_the_record_is_compared_again() {
    let service = Service::start().await;
    let mut app = TestApp::with(Setup { keyring: true, ..Setup::default() }).await;
    connect(&mut app, &service).await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "50.00").await;
    app.close_window();
    app.says(dialog("Close Tapline?"), "Tapline keeps the changes").await;
    app.click_and_leave(button("Close")).await;
    let seen = service.record(RETAIL_NORTH).await;
    let params = seen.params.replace("\"clCVMLimit\":2500", "\"clCVMLimit\":4000");
    service.change(&Record { params, ..seen }).await;
    app.reopen().await;
    // The last page opens by itself.
    is_there(&app, "50.00").await;
    counted(&app, "Limits", 1).await;
    app.says(status("Changed meanwhile"), "This configuration changed after you began").await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.says(status("Changed elsewhere"), "changed elsewhere since").await;
    open(&app, "Retail north").await;
    app.see(status("Changed meanwhile")).await;
    app.gone(region("Changed elsewhere")).await;
    app.click(button("Compare versions")).await;
    app.see(heading("Visa · Retail north: conflict")).await;
    for version in ["25.00 EUR", "40.00 EUR", "50.00 EUR"] {
        app.says(region("Versions"), version).await;
    }
    app.click(button("Use all yours")).await;
    save(&app, "Saved").await;
    app.see(heading("Saved 1 change to Visa · Retail north")).await;
    assert!(service.record(RETAIL_NORTH).await.params.contains("\"clCVMLimit\":5000"));
    app.click(button("Back to Limits")).await;
    app.gone(region("Unsaved changes")).await;
    app.close_window();
    app.closed().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn drafts_of_two_records_wait_for_each_other() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    crate::merchants::edit(&mut app, &service).await;
    app.fill(field("Contact name"), "Eva Egger").await;
    crate::merchants::open_list(&app).await;
    app.says(region("Unsaved changes"), "1 change in Hotel Adler").await;
    app.click(link("Brauhaus am Ring")).await;
    app.click(button("Edit merchant")).await;
    app.fill(field("MCC"), "5812").await;
    crate::merchants::open_list(&app).await;
    app.says(region("Unsaved changes"), "2 changes in 2 merchants").await;
    counted(&app, "Merchants", 2).await;
    // All at once, and back.
    app.click(button("Discard")).await;
    app.gone(region("Unsaved changes")).await;
    app.click(button("Restore")).await;
    app.says(region("Unsaved changes"), "2 changes in 2 merchants").await;
    app.click(link("Hotel Adler")).await;
    app.shows("Unsaved changes").await;
    app.click(button("Edit merchant")).await;
    app.has_value(field("Contact name"), "Eva Egger").await;
    review(&app).await;
    save(&app, "Saved").await;
    assert_eq!(service.merchant(ADLER).await["contactName"], "Eva Egger");
    counted(&app, "Merchants", 1).await;
}
