//! LIVE by word, on everything that asks before it acts: the strip, each sheet, each question, each page of a deletion.

use tapline_tests::{Key, Service, TestApp, button, dialog, field, heading, link, navigation, radio};

use crate::steps::{advanced, open, paste_token, test_units};
use crate::transaction::{TO_CAPTURE, TO_REFUND, open_transaction};

pub(crate) async fn connected_to_live(service: &Service) -> TestApp {
    let mut app = TestApp::open().await;
    app.click(radio("LIVE")).await;
    app.fill(field("Name"), "Production").await;
    app.fill(field("Address"), &service.address()).await;
    paste_token(&mut app, service.token()).await;
    advanced(&app).await;
    app.fill(field("Namespace"), service.namespace()).await;
    test_units(&app).await;
    app.click(button("Connect to LIVE")).await;
    app.see(heading("Limits")).await;
    app.see(link("Retail north")).await;
    app
}

/// The dialog in front of the page says LIVE; Esc closes it.
async fn says_live(app: &TestApp) {
    app.says(dialog(""), "LIVE").await;
    app.press(Key::Escape).await;
    app.gone(dialog("")).await;
}

/// Each of these opens a question that says LIVE.
async fn each_says_live(app: &TestApp, actions: &[&str]) {
    for action in actions {
        app.click(button(action)).await;
        says_live(app).await;
    }
}

async fn strip(app: &TestApp) -> String {
    app.texts("header.strip-live").await.concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn live_stands_in_the_strip_and_on_every_sheet_and_deletion() {
    let service = Service::start().await;
    let app = connected_to_live(&service).await;
    assert!(strip(&app).await.contains("LIVE"));
    assert!(app.title().contains("LIVE"), "{}", app.title());
    app.press_with(Key::Control, 'k').await;
    says_live(&app).await;
    for action in ["Settings", "Keyboard shortcuts", "About Tapline", "Switch connection…"] {
        crate::frame::act(&app, action).await;
        app.see(dialog(action.trim_end_matches('…'))).await;
        says_live(&app).await;
    }
    crate::lists::open_list(&app).await;
    each_says_live(&app, &["Export"]).await;
    crate::acquirers::open_list(&app).await;
    crate::acquirers::open_one(&app, "Rheinbank Cards EUR").await;
    app.click(button("Delete acquirer profile")).await;
    app.see(heading("Delete Rheinbank Cards EUR?")).await;
    app.shows("on LIVE").await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    open(&app, "Retail north").await;
    app.click(button("Delete")).await;
    app.see(heading("Delete Visa · Retail north?")).await;
    app.see(button("Delete configuration on LIVE")).await;
    assert_eq!(service.changes().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn live_stands_in_every_question_before_something_is_sent() {
    let service = Service::start().await;
    let app = connected_to_live(&service).await;
    open_transaction(&app, TO_REFUND).await;
    each_says_live(&app, &["Void…", "Refund…", "Email receipt…"]).await;
    open_transaction(&app, TO_CAPTURE).await;
    each_says_live(&app, &["Capture…"]).await;
    crate::settlements::open_batch(&app, crate::settlements::TO_SETTLE).await;
    each_says_live(&app, &["Settle…", "Send report…"]).await;
    crate::terminals::open_list(&app, "Brauhaus am Ring").await;
    crate::terminals::open_one(&app, "Counter 1").await;
    each_says_live(&app, &["Log out…", "Decommission…"]).await;
    crate::profiles::open_list(&app).await;
    crate::profiles::open_one(&app, "Retail FR").await;
    each_says_live(&app, &["Disable profile", "Sign on 2 acceptances", "Add acceptance"]).await;
    app.click(button("Unbind Mastercard")).await;
    each_says_live(&app, &["Unbind Visa"]).await;
    // Typed text leads to a question before the connection is left.
    app.click(button("Switch connection")).await;
    app.see(dialog("Switch connection?")).await;
    says_live(&app).await;
    assert_eq!(service.changes().len(), 0);
}
