//! Connecting to a service by its address and a token: what succeeds, and what goes wrong in plain words.

use tapline_scripted::{Answer, Server};
use tapline_tests::{Key, Press, Service, TestApp, alert, button, dialog, field, heading, radio, status};

use crate::axe::check;
use crate::steps::{add_connection, advanced, connected, open, paste_token, review, save, type_cvm_limit};

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_changed_on_an_independent_service_is_one_put_that_differs_in_that_limit_alone() {
    let service = Service::start().await;
    let before = service.record(63).await;
    assert!(before.params.contains("\"clCVMLimit\": 3000,"), "someone's own spelling: {}", before.params);
    let mut app = TestApp::open().await;
    add_connection(&mut app, &service, "Acceptance desk").await;
    app.click(button("Test connection")).await;
    for passed in ["Address", "Certificate", "Token", "Owner", "Amounts"] {
        app.says(status("Test connection"), passed).await;
    }
    app.click(button("Connect to SANDBOX")).await;
    app.see(heading("Limits")).await;
    app.shows("Acceptance desk").await;

    open(&app, "Duty free ES").await;
    type_cvm_limit(&app, "25.00").await;
    review(&app).await;
    save(&app, "Saved").await;

    let changes = service.changes();
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!((changes[0].method.as_str(), changes[0].path.as_str()), ("PUT", "/api/v2/emv/63"));
    let params = before.params.replace("\"clCVMLimit\": 3000,", "\"clCVMLimit\": 2500,");
    let sent = format!("{{\"params\":{params},\"emvName\":\"Duty free ES\",\"paymentMethod\":\"06\"}}");
    assert_eq!(changes[0].body, sent);
    assert_eq!(service.record(63).await.params, params);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_listens_the_sentence_says_so_and_the_form_keeps_what_was_typed() {
    let mut app = TestApp::open().await;
    // Port 1 of this machine has no listener.
    app.fill(field("Name"), "Nobody").await;
    app.fill(field("Address"), "http://127.0.0.1:1").await;
    paste_token(&mut app, "some-token-of-someone").await;
    advanced(&app).await;
    app.click(button("Test connection")).await;
    app.agrees_to_address().await;
    app.says(status("Test connection"), "can't connect to 127.0.0.1:1").await;
    app.click(button("Connect to SANDBOX")).await;
    app.says(alert(""), "can't connect to 127.0.0.1:1. Check the address").await;
    app.has_value(field("Name"), "Nobody").await;
    app.has_value(field("Address"), "http://127.0.0.1:1").await;
    app.says(status("Token"), "Token ends in").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_address_is_agreed_to_outside_the_page() {
    let page = Server::always(&Answer::empty(404));
    let mut app = TestApp::open().await;
    app.fill(field("Name"), "Somewhere").await;
    app.fill(field("Address"), &page.http()).await;
    paste_token(&mut app, "some-token-of-someone").await;
    advanced(&app).await;
    app.click(button("Test connection")).await;
    app.answer_natively("Connect to 127.0.0.1", &[Press::Escape]).await;
    app.says(status("Test connection"), "You didn't confirm").await;
    app.click(button("Connect to SANDBOX")).await;
    app.answer_natively("Connect to 127.0.0.1", &[Press::Escape]).await;
    app.says(alert(""), "You didn't confirm").await;
    assert_eq!(page.seen().connections, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_html_page_is_not_taken_for_the_service() {
    let page = Server::always(&Answer::html(200, "<!doctype html><title>Welcome</title><h1>It works!</h1>"));
    let mut app = TestApp::open().await;
    app.fill(field("Name"), "A page").await;
    app.fill(field("Address"), &page.http()).await;
    paste_token(&mut app, "some-token-of-someone").await;
    advanced(&app).await;
    app.click(button("Test connection")).await;
    app.agrees_to_address().await;
    app.says(status("Test connection"), "an HTML page instead of the service's answer").await;
    app.click(button("Connect to SANDBOX")).await;
    app.says(alert(""), "an HTML page instead of the service's answer. Check the address").await;
    app.has_value(field("Address"), &page.http()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_the_service_does_not_know_is_named_as_the_cause() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    app.fill(field("Name"), "Old token").await;
    app.fill(field("Address"), &service.address()).await;
    paste_token(&mut app, "a-token-of-yesterday").await;
    advanced(&app).await;
    app.click(button("Test connection")).await;
    app.agrees_to_address().await;
    app.says(status("Test connection"), "doesn't accept the token").await;
    app.click(button("Connect to SANDBOX")).await;
    app.says(alert(""), "doesn't accept the token (HTTP 401). Paste a new token.").await;
    app.has_value(field("Name"), "Old token").await;

    // The way out that the sentence names.
    paste_token(&mut app, service.token()).await;
    app.click(button("Connect to SANDBOX")).await;
    app.see(heading("Limits")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_cannot_be_one_is_refused_at_its_field() {
    let mut app = TestApp::open().await;
    app.fill(field("Name"), "Typed in a hurry").await;
    paste_token(&mut app, "some-token-of-someone").await;
    app.is_disabled(button("Connect to SANDBOX")).await;
    app.described(button("Connect to SANDBOX"), "Enter an address.").await;
    for (address, sentence) in [
        ("pay.example.com", "Address must begin with https://"),
        ("http://pay.example.com", "would send the token unprotected"),
        ("https://pay.example.com/api/v2", "Address must end before /api"),
    ] {
        app.fill(field("Address"), address).await;
        app.click(button("Connect to SANDBOX")).await;
        app.described(field("Address"), sentence).await;
        app.has_value(field("Address"), address).await;
        app.has_value(field("Name"), "Typed in a hurry").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_clipboard_or_one_with_something_else_is_no_token() {
    let mut app = TestApp::open().await;
    app.copy("two words");
    app.click(button("Paste from clipboard")).await;
    app.says(alert(""), "The clipboard has spaces between words, not a token").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_connection_says_live_everywhere_and_asks_for_the_name_before_saving() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    app.click(radio("LIVE")).await;
    add_connection(&mut app, &service, "Real desk").await;
    app.is_checked(radio("Confirm and retype")).await;
    app.click(button("Connect to LIVE")).await;
    app.see(heading("Limits")).await;
    assert!(app.title().contains("LIVE"), "{}", app.title());
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "50.00").await;
    review(&app).await;
    app.is_disabled(button("Save 1 change on LIVE")).await;
    app.fill(field("Type Retail north"), "Retail north").await;
    save(&app, "Saved").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn over_a_read_only_connection_nothing_can_be_changed() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    add_connection(&mut app, &service, "Test desk").await;
    app.click(radio("Read only")).await;
    app.click(button("Connect to SANDBOX")).await;
    app.is_disabled(button("New configuration")).await;
    open(&app, "Retail north").await;
    app.is_disabled(button("Duplicate")).await;
    app.is_disabled(button("Delete")).await;
    app.is_disabled(tapline_tests::slider("CVM limit handle")).await;
    app.click(field("CVM limit")).await;
    app.retype("99").await;
    app.has_value(field("CVM limit"), "25.00").await;
    app.click(button("Details")).await;
    app.click(button("Raw JSON")).await;
    app.says(dialog("Raw JSON of Visa · Retail north"), "clCVMLimit").await;
    app.see(button("Copy as cURL")).await;
    check(&app, "raw JSON of a configuration").await;
    app.press(Key::Escape).await;
    app.gone(dialog("")).await;
    app.holds_keyboard(button("Details")).await;
    assert_eq!(service.changes(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_connection_is_edited() {
    let (service, app) = connected().await;
    app.click(button("Switch connection")).await;
    app.click(button("Edit Test desk")).await;
    app.see(heading("Edit connection")).await;
    app.has_value(field("Address"), &service.address()).await;
    advanced(&app).await;
    app.click(radio("Read only")).await;
    app.click(button("Connect to SANDBOX")).await;
    open(&app, "Retail north").await;
    app.is_disabled(button("Delete")).await;
}
