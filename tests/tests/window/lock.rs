//! The lock: what it takes from the page, who opens it again, and the way to another connection.

use serde_json::json;
use tapline_tests::{Key, Service, TestApp, alert, button, field, heading, link, region};

use crate::fits::is_this_wide;
use crate::frame::{act, html};
use crate::steps::{connected, in_sandbox, open, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn locking_wipes_the_page_and_unlocking_brings_the_form_back() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "51.23").await;
    app.press_with(Key::Control, 'l').await;
    app.see(heading("Tapline is locked")).await;
    app.shows("Kept until you unlock: 1 draft in Limits.").await;
    let page = html(&app).await;
    for word in ["Retail", "51.23", "Acme"] {
        assert!(!page.contains(word), "{word} is still in the page");
    }
    app.press_with(Key::Control, '4').await;
    app.press_with(Key::Control, '+').await;
    is_this_wide(&app, 1164).await;
    app.press_with(Key::Alt, '0').await;
    is_this_wide(&app, 1280).await;
    app.gone(button("Dismiss message").inside(alert("Failures"))).await;
    app.click(button("Unlock the sandbox")).await;
    app.see(heading("Visa · Retail north")).await;
    app.has_value(field("CVM limit"), "51.23").await;
}

/// The engine reports a movement also when the page moves under a pointer that rests.
#[tokio::test(flavor = "multi_thread")]
async fn a_pointer_that_rests_does_not_keep_it_open() {
    let app = in_sandbox().await;
    crate::owner::open_owner(&app).await;
    app.painted().await;
    let told = "dispatchEvent(new PointerEvent('pointermove', { screenX: 5000, screenY: arguments[0] }));";
    app.run(told, vec![json!(7)]).await;
    crate::frame::wait_minutes(&app, 9.3).await;
    app.run(told, vec![json!(7)]).await;
    app.says(region("Lock"), "Tapline locks soon").await;
    app.run(told, vec![json!(8)]).await;
    app.gone(region("Lock")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lock_of_a_service_opens_with_a_token_of_its_owner() {
    let (service, mut app) = connected().await;
    crate::merchants::open_list(&app).await;
    act(&app, "Lock").await;
    app.see(heading("Tapline is locked")).await;
    assert!(!html(&app).await.contains("Brauhaus"));
    app.copy("not.a.token");
    app.click(button("Paste token and unlock")).await;
    app.see(alert("")).await;
    app.copy(service.token());
    app.click(button("Paste token and unlock")).await;
    app.see(link("Brauhaus am Ring")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_window_leads_to_another_connection_without_being_unlocked() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    crate::merchants::edit(&mut app, &service).await;
    app.fill(field("Contact name"), "Eva Egger").await;
    act(&app, "Lock").await;
    app.see(heading("Tapline is locked")).await;
    app.click(button("Switch connection")).await;
    app.click(button("Stay here")).await;
    app.click(button("Switch connection")).await;
    app.click(button("Discard and switch")).await;
    // The kept token opens nothing.
    app.click(button("Connect to Test desk")).await;
    app.says(alert(""), "Tapline was locked on this computer").await;
    app.click(button("Open the sandbox")).await;
    app.see(link("Retail north")).await;
}
