//! Leaving with unsaved edits asks, on every way out.

use tapline_tests::{Desktop, Key, button, dialog, field, heading, link};

use crate::steps::{open, open_sandbox, type_cvm_limit};

async fn edited() -> Desktop {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open(&desk, "Retail north").await;
    type_cvm_limit(&desk, "50.00").await;
    desk.see(button("Discard")).await;
    desk
}

/// The question is there; the way back keeps what was typed.
async fn asked_and_kept(desk: &Desktop) {
    desk.see(dialog("Leave unsaved changes?")).await;
    desk.click(button("Keep editing")).await;
    desk.gone(dialog("Leave unsaved changes?")).await;
    desk.see(heading("Visa · Retail north")).await;
    desk.has_value(field("CVM limit"), "50.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_asks_first() {
    let desk = edited().await;
    desk.click(link("Activity")).await;
    asked_and_kept(&desk).await;
    desk.click(link("Activity")).await;
    desk.click(button("Discard and leave")).await;
    desk.see(heading("Activity")).await;
    desk.click(link("Limits")).await;
    open(&desk, "Retail north").await;
    desk.has_value(field("CVM limit"), "25.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn going_back_in_the_history_asks_first() {
    let desk = edited().await;
    desk.back().await;
    asked_and_kept(&desk).await;
    desk.back().await;
    desk.click(button("Discard and leave")).await;
    desk.see(heading("Limits")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn switching_the_connection_asks_first() {
    let desk = edited().await;
    desk.click(button("Switch connection")).await;
    asked_and_kept(&desk).await;
    desk.click(button("Switch connection")).await;
    desk.click(button("Discard and leave")).await;
    desk.see(button("Open the sandbox")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_the_window_asks_first() {
    let desk = edited().await;
    desk.close_window();
    asked_and_kept(&desk).await;
    assert!(desk.is_running());
    desk.close_window();
    desk.click_and_leave(button("Discard and leave")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_question_leads_to_the_review_too() {
    let desk = edited().await;
    desk.close_window();
    desk.click(button("Review changes")).await;
    desk.see(heading("Review 1 change in Visa · Retail north")).await;
    assert!(desk.is_running());
}

#[tokio::test(flavor = "multi_thread")]
async fn without_edits_nothing_asks() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    open(&desk, "Retail north").await;
    desk.click(link("Activity")).await;
    desk.see(heading("Activity")).await;
    desk.close_window();
    desk.closed().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_do_nothing_behind_the_question() {
    let desk = edited().await;
    desk.click(link("Activity")).await;
    desk.see(dialog("Leave unsaved changes?")).await;
    desk.press_with(Key::Control, 's').await;
    desk.press_with(Key::Control, 'z').await;
    desk.press_with(Key::Control, '3').await;
    asked_and_kept(&desk).await;
}
