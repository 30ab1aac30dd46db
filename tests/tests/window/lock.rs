//! The lock: what it takes from the page, who opens it again, and the way to another connection.

use tapline_tests::{Desktop, Key, Service, alert, button, field, heading, link};

use crate::frame::{act, html};
use crate::steps::{connect, open, open_sandbox, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn locking_wipes_the_page_and_unlocking_brings_the_form_back() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open(&desk, "Retail north").await;
    type_cvm_limit(&desk, "51.23").await;
    desk.press_with(Key::Control, 'l').await;
    desk.see(heading("Tapline is locked")).await;
    desk.shows("Unsaved changes wait in memory").await;
    let page = html(&desk).await;
    for word in ["Retail", "51.23", "Acme"] {
        assert!(!page.contains(word), "{word} is still in the page");
    }
    desk.press_with(Key::Control, '4').await;
    desk.click(button("Unlock the sandbox")).await;
    desk.see(heading("Visa · Retail north")).await;
    desk.has_value(field("CVM limit"), "51.23").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lock_of_a_service_opens_with_a_token_of_its_owner() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    crate::merchants::open_list(&desk).await;
    act(&desk, "Lock").await;
    desk.see(heading("Tapline is locked")).await;
    assert!(!html(&desk).await.contains("Brauhaus"));
    desk.copy("not.a.token");
    desk.click(button("Paste token and unlock")).await;
    desk.see(alert("")).await;
    desk.copy(service.token());
    desk.click(button("Paste token and unlock")).await;
    desk.see(link("Brauhaus am Ring")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_window_leads_to_another_connection_without_being_unlocked() {
    let service = Service::start().await;
    let mut desk = Desktop::open().await;
    connect(&mut desk, &service).await;
    open(&desk, "Retail north").await;
    type_cvm_limit(&desk, "51.23").await;
    act(&desk, "Lock").await;
    desk.see(heading("Tapline is locked")).await;
    desk.click(button("Switch connection")).await;
    desk.click(button("Stay here")).await;
    desk.click(button("Switch connection")).await;
    desk.click(button("Discard and switch")).await;
    // The kept token opens nothing.
    desk.click(button("Connect to Test desk")).await;
    desk.says(alert(""), "Tapline was locked on this computer").await;
    desk.click(button("Open the sandbox")).await;
    desk.see(link("Retail north")).await;
}
