//! Leaving with unsaved edits asks, on every way out.

use tapline_tests::{Key, Press, TestApp, button, dialog, field, heading, link};

use crate::steps::{in_sandbox, open, type_cvm_limit};

async fn edited() -> TestApp {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "50.00").await;
    app.see(button("Discard")).await;
    app
}

/// The question is there; the way back keeps what was typed.
async fn asked_and_kept(app: &TestApp) {
    app.see(dialog("Leave unsaved changes?")).await;
    app.click(button("Keep editing")).await;
    app.gone(dialog("Leave unsaved changes?")).await;
    app.see(heading("Visa · Retail north")).await;
    app.has_value(field("CVM limit"), "50.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_asks_first() {
    let app = edited().await;
    app.click(link("Activity")).await;
    asked_and_kept(&app).await;
    app.click(link("Activity")).await;
    app.click(button("Discard and leave")).await;
    app.see(heading("Activity")).await;
    app.click(link("Limits")).await;
    open(&app, "Retail north").await;
    app.has_value(field("CVM limit"), "25.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn going_back_in_the_history_asks_first() {
    let app = edited().await;
    app.back().await;
    asked_and_kept(&app).await;
    app.back().await;
    app.click(button("Discard and leave")).await;
    app.see(heading("Limits")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn switching_the_connection_asks_first() {
    let app = edited().await;
    app.click(button("Switch connection")).await;
    asked_and_kept(&app).await;
    app.click(button("Switch connection")).await;
    app.click(button("Discard and leave")).await;
    app.see(button("Open the sandbox")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_the_window_asks_first() {
    let app = edited().await;
    app.close_window();
    asked_and_kept(&app).await;
    assert!(app.is_running());
    app.close_window();
    app.click_and_leave(button("Discard and leave")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_whose_page_hangs_is_closed_after_a_native_question() {
    let app = edited().await;
    app.hang_page();
    app.close_window();
    app.answer_and_leave("Close Tapline and lose unsaved work?", &[Press::Return]).await;
    app.closed().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_question_leads_to_the_review_too() {
    let app = edited().await;
    app.close_window();
    app.click(button("Review changes")).await;
    app.see(heading("Review 1 change in Visa · Retail north")).await;
    assert!(app.is_running());
}

#[tokio::test(flavor = "multi_thread")]
async fn without_edits_nothing_asks() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    app.click(link("Activity")).await;
    app.see(heading("Activity")).await;
    app.close_window();
    app.closed().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_do_nothing_behind_the_question() {
    let app = edited().await;
    app.click(link("Activity")).await;
    app.see(dialog("Leave unsaved changes?")).await;
    app.press_with(Key::Control, 's').await;
    app.press_with(Key::Control, 'z').await;
    app.press_with(Key::Control, '3').await;
    asked_and_kept(&app).await;
}
